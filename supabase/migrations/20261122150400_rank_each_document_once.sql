-- Each document is looked at once, and fewer of those that thousands of products are.
drop function private.rank_products(tsquery, tsquery, text, integer);

create function private.rank_products(
  exact tsquery, loose tsquery, key text, max_count integer, out product_ids bigint[], out best_class integer
)
language plpgsql stable set search_path = ''
as $$
begin
  -- Of a word that thousands of products say, some of those that are called so are looked at, then some of the others.
  with called as materialized (
    select document.product_id, case when document.named @@ rank_products.exact then 1 else 2 end as class,
      rank_products.key = any (document.keys) as is_whole, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
    where document.called @@ rank_products.exact
    limit 300
  ), others as (
    select document.product_id,
      case
        when document.known @@ rank_products.exact then 3
        when document.named @@ rank_products.loose then 4
        when document.called @@ rank_products.loose then 5
        when document.known @@ rank_products.loose then 6
        when document.said @@ rank_products.exact then 7
        else 8
      end as class,
      rank_products.key = any (document.keys) as is_whole, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
    where (select count(*) from called) < 200
      and document.said @@ rank_products.loose and not document.called @@ rank_products.exact
    limit 300
  )
  select array_agg(ranked.product_id), min(ranked.class)
  into rank_products.product_ids, rank_products.best_class
  from (
    select found.product_id, found.class
    from (select * from called union all select * from others) as found
    order by found.class, found.is_whole desc, found.is_sold_out, found.sold_count desc, found.word_count, found.price,
      found.product_id
    limit rank_products.max_count
  ) as ranked;
end;
$$;
comment on function private.rank_products(tsquery, tsquery, text, integer) is
  'The name before a synonym before a description (classes 7 and 8), the thing itself before what is made of it, what can '
  'be bought before what is sold out, what sells before what does not, the shorter name and the smaller price first; '
  'null where nothing is found.';
revoke all on function private.rank_products(tsquery, tsquery, text, integer) from public;

create or replace function public.search_products(query text, max_count integer default 200) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 20
as $$
declare
  asked record;
  found_ids bigint[];
  near_ids bigint[];
  best_class integer;
  most integer := least(greatest(search_products.max_count, 0), 200);
begin
  asked := private.read_search(search_products.query, false);
  if numnode(asked.loose) > 0 then
    select ranked.product_ids, ranked.best_class
    into found_ids, best_class
    from private.rank_products(asked.exact, asked.loose, asked.key, most) as ranked;
  end if;
  -- Nothing is called so, and a word of a description is often another one that was mistyped.
  if best_class is null or best_class > 6 then
    asked := private.read_search(search_products.query, true);
    if numnode(asked.loose) > 0 then
      select ranked.product_ids into near_ids
      from private.rank_products(asked.exact, asked.loose, asked.key, most) as ranked;
    end if;
    found_ids := case when best_class = 7 then found_ids || near_ids else near_ids || found_ids end;
  end if;
  -- No product says all of it: those that are called some of it.
  if found_ids is null and numnode(asked.partial) > 0 then
    found_ids := array(
      select partly.product_id
      from (
        select document.* from private.search_documents as document
        where document.said @@ asked.partial and document.known @@ asked.partial limit 500
      ) as partly
      order by ts_rank('{1, 1, 1, 1}', partly.known, asked.partial) desc, partly.is_sold_out, partly.sold_count desc,
        partly.product_id
      limit least(most, 24)
    );
  end if;
  return query
    select products.* from public.products
    where products.id = any (found_ids)
    order by array_position(found_ids, products.id)
    limit most;
end;
$$;
