-- A search reads products with the word as a synonym from an index of their own, before beginnings of words, which take
-- longest to find. Products and their order stay the same where up to 300 products match.

create index search_documents_synonym_terms on private.search_documents using gin (synonym_terms) with (fastupdate = off);

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
      rank_products.key = any (document.keys) as is_whole,
      rank_products.head = any (document.heads) as is_head, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
    where document.alternate_terms @@ rank_products.exact
    limit 300
  ), synonymous as materialized (
    select document.product_id, 3 as class, rank_products.key = any (document.keys) as is_whole,
      rank_products.head = any (document.heads) as is_head, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
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
    order by found.class, found.is_whole desc, found.is_head desc, found.is_sold_out, found.sold_count desc,
      found.word_count, found.price, found.product_id
    limit rank_products.max_count
  ) as ranked;
end;
$$;

create or replace function public.search_products(query text, max_count integer default 200) returns setof public.products
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 20
as $$
declare
  parsed record;
  doubted record;
  found_ids bigint[];
  near_ids bigint[];
  best_class integer;
  most integer := least(greatest(search_products.max_count, 0), 200);
begin
  parsed := private.read_search(search_products.query, false);
  if numnode(parsed.loose) > 0 then
    select ranked.product_ids, ranked.best_class
    into found_ids, best_class
    from private.rank_products(parsed.exact, parsed.loose, parsed.key, parsed.head, most) as ranked;
  end if;
  -- No name matches, and a word in a description is often a mistyped other one.
  if best_class is null or best_class > 6 then
    doubted := private.read_search(search_products.query, true);
    -- Read the same way, it finds the same.
    if doubted is distinct from parsed and numnode(doubted.loose) > 0 then
      select ranked.product_ids into near_ids
      from private.rank_products(doubted.exact, doubted.loose, doubted.key, doubted.head, most) as ranked;
      -- Each product once, null if there is none.
      found_ids := nullif(array(
        select hit.id
        from unnest(case when best_class = 7 then found_ids || near_ids else near_ids || found_ids end)
          with ordinality as hit (id, place)
        group by hit.id order by min(hit.place)
      ), '{}');
    end if;
    parsed := doubted;
  end if;
  -- No product matches all words: those with some of them in their name.
  if found_ids is null and numnode(parsed.partial) > 0 then
    found_ids := array(
      select partly.product_id
      from (
        select document.* from private.search_documents as document
        where document.synonym_terms @@ parsed.partial limit 500
      ) as partly
      order by ts_rank('{1, 1, 1, 1}', partly.synonym_terms, parsed.partial) desc, partly.is_sold_out, partly.sold_count desc,
        partly.product_id
      limit least(most, 24)
    );
  end if;
  return query
    select products.*
    from unnest(found_ids) with ordinality as hit (id, place)
    join public.products on products.id = hit.id
    order by hit.place
    limit most;
end;
$$;
