-- Sizes by which a product is found; articles that are found by whole words; kept searches that follow what sells.
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
    string_agg(concat_ws(' ', texts.description, texts.size), ' ')
  into names, joined_names, descriptions
  from texts;
  perform private.learn_words(names, true);
  perform private.learn_words(joined_names, true, true);
  perform private.learn_words(descriptions, false);
end;
$$;

create or replace function private.note_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed_ids bigint[];
begin
  if tg_op = 'INSERT' then
    perform private.index_products(array(select id from products_after order by id));
    return null;
  end if;
  perform private.index_products(array(
    select id from products_before as before join products_after as after using (id)
    where (before.name, before.also_called, before.size, before.amount, before.unit, before.category,
        before.description_header, before.ingredients, before.description, before.pictures_ready, before.archived_at,
        jsonb_path_query_array(before.sizes, '$[*].label'))
      is distinct from
      (after.name, after.also_called, after.size, after.amount, after.unit, after.category,
        after.description_header, after.ingredients, after.description, after.pictures_ready, after.archived_at,
        jsonb_path_query_array(after.sizes, '$[*].label'))
    order by id
  ));
  changed_ids := array(
    select id from products_before as before join products_after as after using (id)
    where before.is_sold_out <> after.is_sold_out
      or coalesce(before.discount_price, before.price) <> coalesce(after.discount_price, after.price)
  );
  if cardinality(changed_ids) > 0 then
    perform private.lock_documents(changed_ids);
    update private.search_documents as document set
      is_sold_out = after.is_sold_out, price = coalesce(after.discount_price, after.price)
    from products_after as after
    where document.product_id = any (changed_ids) and after.id = document.product_id;
  end if;
  return null;
end;
$$;

comment on column private.search_documents.known is 'All of these, their synonyms, its size and those it comes in.';

create or replace function public.search_articles(query text, max_count integer default 8) returns setof public.blog_post
language plpgsql stable security definer set search_path = '' rows 4
as $$
declare
  asked record;
begin
  for doubt in 0 .. 1 loop
    asked := private.read_search(search_articles.query, doubt = 1);
    continue when numnode(asked.loose) = 0;
    return query
      select article.*
      from private.article_documents as document
      join public.blog_post as article on article.id = document.article_id
      -- The beginning of a word counts in a title or an introduction; what only the text says, it says whole.
      where document.said @@ asked.exact or document.named @@ asked.loose
      order by document.named @@ asked.exact desc, document.named @@ asked.loose desc,
        ts_rank(document.said, asked.loose) desc, article.id desc
      limit least(greatest(search_articles.max_count, 0), 24);
    exit when found;
  end loop;
end;
$$;
comment on function public.search_articles(text, integer) is
  'The articles that say all of it, those first whose title or introduction does; the beginning of a word finds only '
  'these. Security definer: the index is nobody''s to read or to write.';

create or replace function public.count_sales() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
  counts bigint[];
begin
  select array_agg(changed.product_id), array_agg(changed.count)
  into ids, counts
  from (
    select document.product_id, coalesce(sold.count, 0) as count
    from private.search_documents as document
    left join (
      select items.product_id, sum(items.quantity) as count
      from public.orders
      join public.order_items as items on items.order_id = orders.id
      where orders.paid_at > now() - interval '90 days' and orders.status not in ('cancelled', 'refunded')
      group by items.product_id
    ) as sold on sold.product_id = document.product_id
    where document.sold_count <> coalesce(sold.count, 0)
  ) as changed;
  perform private.lock_documents(ids);
  update private.search_documents as document set sold_count = changed.count
  from unnest(ids, counts) as changed (product_id, count)
  where document.product_id = changed.product_id;
  if cardinality(ids) > 0 then
    -- Kept pages of searches show another order now.
    update public.content_version set version = version + 1;
  end if;
  return coalesce(cardinality(ids), 0);
end;
$$;

select private.index_products(array(select id from public.products where sizes <> '[]' order by id));
