-- Search documents: the words of each product and article, by triggers when it changes: a search is one index lookup.
create table private.article_documents (
  article_id bigint primary key references public.blog_post (id) on delete cascade,
  name_terms tsvector not null,
  text_terms tsvector not null
);
create index article_documents_text_terms on private.article_documents using gin (text_terms) with (fastupdate = off);

-- Rebuilds the documents of these articles; drafts have none.
create function private.index_articles(article_ids bigint[]) returns void
language sql set search_path = '' as $$
  -- A search reveals which words exist, so drafts are not indexed before they are published.
  delete from private.article_documents as document using public.blog_post as article
  where document.article_id = any (article_ids) and article.id = document.article_id
    and (article.publish_at <= now()) is not true;
  with sources as materialized (
    select article.id, private.search_text(article.name || ' ' || article.short_introduction) as name,
      private.search_text((
        select string_agg(value, ' ')
        from jsonb_each_text(to_jsonb(article) - array['id', 'img1', 'img2', 'created_at', 'updated_at', 'servings'])
      )) as words
    from public.blog_post as article where article.id = any (article_ids) and article.publish_at <= now()
  ), parts as materialized (
    select sources.*, to_tsvector('pg_catalog.english', sources.name || ' ' || private.joined_words(sources.name)) as name_terms
    from sources
  ), written as (
    insert into private.article_documents as document (article_id, name_terms, text_terms)
    select parts.id, parts.name_terms, parts.name_terms || to_tsvector(
      'pg_catalog.english', parts.words || ' ' || private.synonyms_of(parts.name_terms)
    )
    from parts
    on conflict (article_id) do update set name_terms = excluded.name_terms, text_terms = excluded.text_terms
  )
  select private.learn_words(string_agg(sources.words, ' '), false) from sources;
$$;

-- For the server, every few seconds: invalidates pages once an article's publish time or the banner's end passed.
create function public.publish_due_articles() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due_ids bigint[] := array(
    select article.id
    from private.last_published as clock
    join public.blog_post as article on article.publish_at > clock.published_until and article.publish_at <= now()
  );
  due_count constant integer := cardinality(due_ids) + (
    select count(*)
    from private.last_published as clock
    join public.store_settings as shop on shop.banner_until > clock.published_until and shop.banner_until <= now()
    where shop.banner_text <> ''
  );
begin
  perform private.index_articles(due_ids);
  if due_count > 0 then
    update private.last_published set published_until = now();
    update public.content_version set version = version + 1, epoch = epoch + 1;
  end if;
  return due_count;
end;
$$;
grant execute on function public.publish_due_articles() to service_role;

-- Search document of each product for sale; maintained by triggers on products.
create table private.search_documents (
  product_id bigint primary key references public.products (id) on delete cascade,
  name_terms tsvector not null, -- Words of the name.
  alternate_terms tsvector not null, -- Words of the name and the alternate names.
  synonym_terms tsvector not null, -- All of these, their synonyms, and its sizes.
  text_terms tsvector not null, -- All of these, its category, ingredients, and description.
  -- Full names by search_key: "yam" is one of yams, but not of yam flour. Of translations with =, heads with ^.
  keys text[] not null,
  heads text[] not null default '{}', -- Head word, and its synonyms: parboiled rice is rice; rice seasoning is not.
  word_count integer not null, -- Words in the name outside of brackets: a plainer product has a shorter name.
  is_sold_out boolean not null,
  price numeric not null, -- Current price: of the same product, the smaller pack comes first.
  sold_count bigint not null default 0, -- Units sold in the last 90 days, at the last count_sales.
  has_translations boolean not null default false -- Whether the terms contain names in other languages, with weight C.
) with (toast_tuple_target = 1024);
create index search_documents_alternate_terms on private.search_documents using gin (alternate_terms) with (fastupdate = off);
create index search_documents_heads on private.search_documents using gin (heads) with (fastupdate = off);
create index search_documents_synonym_terms on private.search_documents using gin (synonym_terms) with (fastupdate = off);
create index search_documents_text_terms on private.search_documents using gin (text_terms) with (fastupdate = off);

-- Counts the words that two products have in common in their names and alternate names.
create function private.shared_names(one tsvector, other tsvector) returns integer
language sql immutable parallel safe
return cardinality(array(
  select unnest(tsvector_to_array(shared_names.one)) intersect select unnest(tsvector_to_array(shared_names.other))
));

-- Rebuilds the documents of these products.
create function private.index_products(product_ids bigint[]) returns void
language plpgsql set search_path = '' as $$
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
      -- The last word of a name says what the product is; brackets, what follows a comma, and a size do not.
      private.search_key(substring(
        private.search_text(regexp_replace(products.name, '\([^)]*\)|[,/].*| (with|in|for|of|from) .*', '', 'gi'))
        from '([^ 0-9]+)(?: [0-9]+(?: (?:lb|oz|fl|g|kg|ml|l|ct|in|yd|pack|packs))*)*$'
      )) as head,
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
    from public.products join public.categories on categories.prefix = products.category
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
    from expanded order by expanded.id
    on conflict (product_id) do update set
      name_terms = excluded.name_terms, alternate_terms = excluded.alternate_terms,
      synonym_terms = excluded.synonym_terms, text_terms = excluded.text_terms, keys = excluded.keys,
      heads = excluded.heads, word_count = excluded.word_count, is_sold_out = excluded.is_sold_out,
      price = excluded.price, has_translations = excluded.has_translations
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

-- Security definer: callers may not write the index directly.
create function private.index_changed_article() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_articles(array[new.id]);
  return null;
end;
$$;
create trigger index_changed_article after insert or update on public.blog_post
  for each row execute function private.index_changed_article();

-- Security definer: callers may not write the index directly.
create function private.apply_synonyms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed tsquery;
begin
  -- Documents that contain a word of the group, before or after, now match other words.
  select string_agg(format('(%s)', term.query), ' | ')::tsquery into changed
  from private.search_terms as term where term.synonym_id = coalesce(new.id, old.id);
  delete from private.search_terms where synonym_id = coalesce(new.id, old.id);
  if tg_op <> 'DELETE' then
    insert into private.search_terms (synonym_id, words, key, is_joined, first_lexeme, query)
    select new.id, term.words, private.search_key(term.words), term.is_joined, (
        select word.lexeme from unnest(to_tsvector('pg_catalog.english', term.words)) as word
        order by word.positions[1] limit 1
      ), phraseto_tsquery('pg_catalog.english', term.words)
    from (
      select written.words, bool_and(written.is_joined) as is_joined
      from unnest(new.words) as each
      cross join lateral (
        select private.search_text(each) as words, false as is_joined
        union all
        select private.joined_words(private.search_text(each)), true where private.search_text(each) ~ '^[a-z]+ [a-z]+$'
      ) as written
      group by written.words
    ) as term
    where numnode(phraseto_tsquery('pg_catalog.english', term.words)) > 0;
    perform private.learn_words(string_agg(term.words, ' '), true, term.is_joined)
    from private.search_terms as term where term.synonym_id = new.id group by term.is_joined;
  end if;
  select string_agg(format('(%s)', each.query), ' | ')::tsquery into changed
  from (
    select changed as query where changed is not null
    union all select term.query from private.search_terms as term where term.synonym_id = coalesce(new.id, old.id)
  ) as each;
  perform private.index_products(array(
    select document.product_id from private.search_documents as document where document.text_terms @@ changed order by 1
  ));
  update public.content_version set version = version + 1;
  return null;
end;
$$;
create trigger apply_synonyms after insert or update or delete on public.search_synonyms
  for each row execute function private.apply_synonyms();
