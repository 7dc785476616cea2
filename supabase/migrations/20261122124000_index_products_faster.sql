-- The same documents of words, made in less time.
create or replace function private.search_key(words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text;
  key text := '';
begin
  foreach word in array string_to_array(private.search_text(words), ' ') loop
    key := key || coalesce((ts_lexize('pg_catalog.english_stem', word))[1], '');
  end loop;
  return key;
end;
$$;

create or replace function private.learn_words(texts text, is_name boolean, is_joined boolean default false) returns void
language plpgsql set search_path = ''
as $$
begin
  with new_words as (
    insert into private.search_words as known (word, is_name, is_joined)
    select each.word, learn_words.is_name, learn_words.is_joined
    from (
      select distinct unnest(string_to_array(learn_words.texts, ' ')) collate "C" as word
    ) as each
    left join private.search_words as same on same.word = each.word
    where each.word ~ '^[a-z]{2,40}$' and (
      same.word is null or learn_words.is_name and not same.is_name or same.is_joined and not learn_words.is_joined
    )
    order by each.word
    on conflict (word) do update set is_name = excluded.is_name or known.is_name,
      is_joined = excluded.is_joined and known.is_joined
    where excluded.is_name and not known.is_name or known.is_joined and not excluded.is_joined
    returning word
  )
  insert into private.search_spellings (spelling, word)
  select distinct unnest(private.shortened_spellings(new_words.word)), new_words.word
  from new_words
  where learn_words.is_name and char_length(new_words.word) between 3 and 24
  order by 1
  on conflict do nothing;
end;
$$;

create or replace function private.synonyms_of(document tsvector) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select string_agg(term.words, ' ')
    from private.search_terms as term
    where term.synonym_id = any (array(
      select found.synonym_id from private.search_terms as found
      where found.first_lexeme = any (tsvector_to_array(synonyms_of.document)) and synonyms_of.document @@ found.query
    ))
  ), '');
end;
$$;

create or replace function private.index_products(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  names text;
  joined_names text;
  descriptions text;
begin
  delete from private.search_documents as document
  using public.products
  where document.product_id = any (product_ids) and products.id = document.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  with texts as materialized (
    select products.id, products.is_sold_out, coalesce(products.discount_price, products.price) as price,
      array(
        select distinct private.search_key(whole) from unnest(
          array[products.name] || regexp_split_to_array(products.name, '[(),/]')
          || regexp_split_to_array(products.also_called, ',')
        ) as whole
        where whole ~ '[^[:space:]]'
      ) as keys,
      private.search_text(products.name) as name,
      cardinality(string_to_array(
        private.search_text(regexp_replace(products.name, '\([^)]*\)', '', 'g')), ' '
      )) as word_count,
      private.search_text(products.also_called) as also_called,
      private.search_text(concat_ws(' ', products.size, trim_scale(products.amount), products.unit)) as size,
      private.search_text(concat_ws(' ', categories.title, products.description_header, products.ingredients)) as facts,
      private.search_text(products.description) as description
    from public.products
    join public.categories on categories.prefix = products.category
    where products.id = any (product_ids) and products.archived_at is null and products.pictures_ready
  ), parts as materialized (
    select texts.*,
      to_tsvector('pg_catalog.english', texts.name || ' ' || private.joined_words(texts.name)) as named,
      to_tsvector('pg_catalog.english', texts.also_called || ' ' || private.joined_words(texts.also_called)) as other,
      to_tsvector('pg_catalog.english', texts.facts || ' ' || texts.description) as described
    from texts
  ), known as materialized (
    select parts.*, parts.named || parts.other as called, to_tsvector(
      'pg_catalog.english', private.synonyms_of(parts.named || parts.other) || ' ' || parts.size
    ) as synonyms
    from parts
  ), written as (
    insert into private.search_documents as document
      (product_id, named, called, known, said, keys, word_count, is_sold_out, price)
    select known.id, known.named, known.called, known.called || known.synonyms,
      known.called || known.synonyms || known.described
        || to_tsvector('pg_catalog.english', private.synonyms_of(known.described)),
      known.keys || array(
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = any (known.keys))
      ), known.word_count, known.is_sold_out, known.price
    from known
    order by known.id
    on conflict (product_id) do update set
      named = excluded.named, called = excluded.called, known = excluded.known, said = excluded.said,
      keys = excluded.keys, word_count = excluded.word_count, is_sold_out = excluded.is_sold_out, price = excluded.price
  )
  select string_agg(concat_ws(' ', texts.name, texts.also_called, texts.facts), ' '),
    string_agg(private.joined_words(texts.name) || ' ' || private.joined_words(texts.also_called), ' '),
    string_agg(texts.description, ' ')
  into names, joined_names, descriptions
  from texts;
  perform private.learn_words(names, true);
  perform private.learn_words(joined_names, true, true);
  perform private.learn_words(descriptions, false);
end;
$$;
