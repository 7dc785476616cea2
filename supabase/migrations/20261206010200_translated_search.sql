-- Products are found by their translated names.
alter table private.search_documents add column has_translations boolean not null default false;
comment on column private.search_documents.has_translations is
  'Whether synonym_terms and text_terms contain names in other languages, with weight C.';
comment on column private.search_documents.keys is
  'Its full names, as search_key writes them: "yam" is a full name of yams, but only a word of yam flour. Those of '
  'translations begin with =, their head words with ^.';

create or replace function private.index_products(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  names text;
  joined_names text;
  descriptions text;
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.search_documents as document
  using public.products
  where document.product_id = any (product_ids) and products.id = document.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  with texts as materialized (
    select products.id, products.is_sold_out, coalesce(products.discount_price, products.price) as price,
      array(
        select distinct private.search_key(whole) from unnest(
          array[products.name]
          -- Text after a comma is a variant, not a name: "Instant Noodles, Chicken" is not chicken.
          || regexp_split_to_array(regexp_replace(products.name, ',[^(]*', ' ', 'g'), '[()/]')
          || regexp_split_to_array(products.also_called, ',')
        ) as whole
        where whole ~ '[^[:space:]]'
      ) as keys,
      private.head_word(products.name) as head,
      private.search_text(products.name) as name,
      cardinality(string_to_array(
        private.search_text(regexp_replace(products.name, '\([^)]*\)', '', 'g')), ' '
      )) as word_count,
      private.search_text(products.also_called) as also_called,
      private.search_text(concat_ws(
        ' ', products.size, trim_scale(products.amount), products.unit,
        jsonb_path_query_array(products.sizes, '$[*].label')
      )) as size,
      private.search_text(concat_ws(' ', categories.title, products.description_header, products.ingredients)) as facts,
      private.search_text(products.description) as description
    from public.products
    join public.categories on categories.prefix = products.category
    where products.id = any (product_ids) and products.archived_at is null and products.pictures_ready
  ), parts as materialized (
    select texts.*,
      to_tsvector('pg_catalog.english', texts.name || ' ' || private.joined_words(texts.name)) as name_terms,
      to_tsvector('pg_catalog.english', texts.also_called || ' ' || private.joined_words(texts.also_called)) as other,
      to_tsvector('pg_catalog.english', texts.facts || ' ' || texts.description) as described
    from texts
  ), expanded as materialized (
    select parts.*, parts.name_terms || parts.other as alternate_terms, to_tsvector(
      'pg_catalog.english', private.synonyms_of(parts.name_terms || parts.other) || ' ' || parts.size
    ) as synonyms
    from parts
  ), written as (
    insert into private.search_documents as document
      (product_id, name_terms, alternate_terms, synonym_terms, text_terms, keys, heads, word_count, is_sold_out, price)
    select expanded.id, expanded.name_terms, expanded.alternate_terms, expanded.alternate_terms || expanded.synonyms,
      expanded.alternate_terms || expanded.synonyms || expanded.described
        || to_tsvector('pg_catalog.english', private.synonyms_of(expanded.described)),
      expanded.keys || array(
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = any (expanded.keys))
      ), array(
        select expanded.head where expanded.head is not null
        union
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = expanded.head)
      ), expanded.word_count, expanded.is_sold_out, expanded.price
    from expanded
    order by expanded.id
    on conflict (product_id) do update set
      name_terms = excluded.name_terms, alternate_terms = excluded.alternate_terms, synonym_terms = excluded.synonym_terms, text_terms = excluded.text_terms,
      keys = excluded.keys,
      heads = excluded.heads, word_count = excluded.word_count, is_sold_out = excluded.is_sold_out, price = excluded.price,
      has_translations = excluded.has_translations
  )
  select string_agg(concat_ws(' ', texts.name, texts.also_called, texts.facts), ' '),
    string_agg(private.joined_words(texts.name) || ' ' || private.joined_words(texts.also_called), ' '),
    string_agg(concat_ws(' ', texts.description, texts.size), ' ')
  into names, joined_names, descriptions
  from texts;
  perform private.learn_words(names, true);
  perform private.learn_words(joined_names, true, true);
  perform private.learn_words(descriptions, false);
end;
$$;
comment on function private.index_products(bigint[]) is 'Rebuilds the documents of these products.';

create or replace function private.rank_products(
  exact tsquery, loose tsquery, key text, head text, max_count integer, out product_ids bigint[], out best_class integer
)
language plpgsql stable set search_path = ''
as $$
begin
  -- For a word of thousands of products, some of those with it in their name are ranked, then some with it as a synonym,
  -- then some of the others: beginnings of words, which take longest to find, only if there are too few.
  with named as materialized (
    select document.product_id, case when document.name_terms @@ rank_products.exact then 1 else 2 end as class,
      false as is_translated, rank_products.key = any (document.keys) as is_whole,
      rank_products.head = any (document.heads) as is_head, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
    where document.alternate_terms @@ rank_products.exact
    limit 300
  ), synonymous as materialized (
    select document.product_id, 3 as class, each.is_translated,
      case when each.is_translated then '=' || rank_products.key else rank_products.key end = any (document.keys) as is_whole,
      case when each.is_translated then '^' || rank_products.head = any (document.keys)
        else rank_products.head = any (document.heads) end as is_head,
      document.is_sold_out, document.sold_count, document.word_count, document.price
    from private.search_documents as document
    -- Words of translations have weight C. A synonym in the words of the store ranks before them.
    cross join lateral (
      select document.has_translations
        and not ts_filter(document.synonym_terms, '{d}') @@ rank_products.exact as is_translated
    ) as each
    where (select count(*) from named) < 200
      and document.synonym_terms @@ rank_products.exact and not document.alternate_terms @@ rank_products.exact
    limit 300
  ), others as (
    select document.product_id,
      case
        when document.name_terms @@ rank_products.loose then 4
        when document.alternate_terms @@ rank_products.loose then 5
        when document.synonym_terms @@ rank_products.loose then 6
        when document.text_terms @@ rank_products.exact then 7
        else 8
      end as class,
      document.has_translations and not ts_filter(document.text_terms, '{d}') @@ rank_products.loose as is_translated,
      rank_products.key = any (document.keys) as is_whole,
      rank_products.head = any (document.heads) as is_head, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
    where (select count(*) from named) + (select count(*) from synonymous) < 200
      and document.text_terms @@ rank_products.loose and not document.synonym_terms @@ rank_products.exact
    limit 300
  )
  select array_agg(ranked.product_id), min(ranked.class)
  into rank_products.product_ids, rank_products.best_class
  from (
    select found.product_id, found.class
    from (select * from named union all select * from synonymous union all select * from others) as found
    order by found.class, found.is_translated, found.is_whole desc, found.is_head desc, found.is_sold_out,
      found.sold_count desc, found.word_count, found.price, found.product_id
    limit rank_products.max_count
  ) as ranked;
end;
$$;
comment on function private.rank_products(tsquery, tsquery, text, text, integer) is
  'Ranks name over synonym over translated name over description (classes 7 and 8), the product itself over products made '
  'of it (rice over rice seasoning), available over sold out, bestsellers over others, shorter names and lower prices '
  'first; null if nothing is found.';

-- Products and articles are found by their translated names, whatever the language of the page.

create function private.add_translated_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  names constant text[] := array(
    select known.text from public.content_translations as known
    where known.subject = 'product' and known.subject_id = new.product_id::text and known.field = 'name'
  );
  words text;
  terms tsvector;
begin
  new.has_translations := cardinality(names) > 0;
  if not new.has_translations then
    return new;
  end if;
  -- "d'épices" is typed as one word, as two, or as "épices".
  select string_agg(private.search_text(each) || ' ' || private.search_text(
    regexp_replace(each, '\m([cdjlmnst]|qu)[''’]', '\1 ', 'gi')
  ), ' ')
  into words from unnest(names) as each;
  -- The weight tells them from synonyms. They are in no expansion by synonyms, which English names decide.
  terms := setweight(to_tsvector('pg_catalog.english', words), 'C');
  new.synonym_terms := new.synonym_terms || terms;
  new.text_terms := new.text_terms || terms;
  -- In these languages the first word says what a product is.
  new.keys := new.keys || array(
    select '=' || private.search_key(each) from unnest(names) as each
    union
    select '^' || private.search_key(split_part(private.search_text(each), ' ', 1)) from unnest(names) as each
  );
  perform private.learn_words(words, true);
  return new;
end;
$$;
comment on function private.add_translated_names() is
  'Adds the translated names of a product to its search document. Security definer: nobody writes the index by hand.';

-- An upsert takes over what the trigger of its insert wrote.
create trigger add_translated_names before insert on private.search_documents
  for each row execute function private.add_translated_names();

create function private.add_translated_titles() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text := (
    select string_agg(private.search_text(known.text), ' ' order by known.field, known.language)
    from public.content_translations as known
    where known.subject = 'article' and known.subject_id = new.article_id::text
      and known.field in ('name', 'short_introduction')
  );
  terms constant tsvector := to_tsvector('pg_catalog.english', words);
begin
  if words is not null then
    new.name_terms := new.name_terms || terms;
    new.text_terms := new.text_terms || terms;
    perform private.learn_words(words, false);
  end if;
  return new;
end;
$$;
comment on function private.add_translated_titles() is
  'Adds the translated title and introduction of an article to its search document. Security definer, as '
  'add_translated_names.';

create trigger add_translated_titles before insert on private.article_documents
  for each row execute function private.add_translated_titles();

create function private.index_translated_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed_ids bigint[] := array(
    select distinct subject_id::bigint from changed where subject = 'product' and field = 'name' order by 1
  );
begin
  if cardinality(changed_ids) > 0 then
    perform private.index_products(changed_ids);
  end if;
  changed_ids := array(
    select distinct subject_id::bigint from changed
    where subject = 'article' and field in ('name', 'short_introduction') order by 1
  );
  if cardinality(changed_ids) > 0 then
    perform private.index_articles(changed_ids);
  end if;
  return null;
end;
$$;
comment on function private.index_translated_names() is 'Security definer, as add_translated_names.';

create trigger index_new_translated_names after insert on public.content_translations
  referencing new table as changed for each statement execute function private.index_translated_names();
create trigger index_translated_names after update on public.content_translations
  referencing new table as changed for each statement execute function private.index_translated_names();
create trigger index_deleted_translated_names after delete on public.content_translations
  referencing old table as changed for each statement execute function private.index_translated_names();

-- The trigger fills it in.
alter table public.content_translations alter column source_text set default '';
create or replace function private.prepare_translation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.source_text := coalesce(
    nullif(new.source_text, ''), (private.original_text(new.subject, new.subject_id, new.field)).text
  );
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end;
$$;
comment on function private.prepare_translation() is
  'Adds the English text that a translation was made from. Security definer: no role may read the view of originals.';

-- Documents of products and articles that already have translations.
select private.index_products(array(
  select distinct known.subject_id::bigint from public.content_translations as known
  where known.subject = 'product' and known.field = 'name' order by 1
));
select private.index_articles(array(
  select distinct known.subject_id::bigint from public.content_translations as known
  where known.subject = 'article' and known.field in ('name', 'short_introduction') order by 1
));
