-- Related products: those used in the same recipes, bought together, of the same kind, or next to it in the category.
-- These rows are the products often bought in one order, the most frequent first, maintained by count_bought_together.
-- Privacy: a pair counts once three people or more bought it; neither they nor their number are stored.
create table private.bought_together (
  product_id bigint not null references public.products (id) on delete cascade,
  place smallint not null,
  other_id bigint not null references public.products (id) on delete cascade,
  primary key (product_id, place)
);
create index bought_together_other_id on private.bought_together (other_id);

-- Recomputes which products three people or more bought together, in the newest 10,000 orders of at most 40 lines
-- within 180 days; returns how many rows changed. Security definer: it reads everyone's orders.
create function public.count_bought_together() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed_count integer;
begin
  -- Serialized: the second of two runs sees what the first wrote.
  lock table private.bought_together in share row exclusive mode;
  -- Only the newest orders, of at most 40 lines, which bounds the work; a very large order says nothing about pairs.
  with recent as materialized (
    select orders.id, orders.user_id from public.orders
    where orders.paid_at > now() - interval '180 days' and not private.is_canceled(orders.status)
      and orders.user_id is not null
    order by orders.paid_at desc limit 10000
  ), bought as materialized (
    select distinct recent.id as order_id, recent.user_id, items.product_id
    from recent join public.order_items as items on items.order_id = recent.id
    where (select count(*) from public.order_items as line where line.order_id = recent.id) <= 40
  ), pairs as (
    -- Each pair once, and each person once per pair.
    select distinct one.product_id as first_id, other.product_id as second_id, one.user_id
    from bought as one
    join bought as other on other.order_id = one.order_id and other.product_id > one.product_id
  ), counted as (
    select pairs.first_id, pairs.second_id, count(*) as customer_count from pairs
    group by pairs.first_id, pairs.second_id
    -- Three people have at least three orders; three orders may be one person's.
    having count(*) >= 3
  ), ranked as (
    select both_ways.product_id, both_ways.other_id, row_number() over (
      partition by both_ways.product_id order by both_ways.customer_count desc, both_ways.other_id
    ) as place
    from (
      select counted.first_id as product_id, counted.second_id as other_id, counted.customer_count from counted
      union all
      select counted.second_id, counted.first_id, counted.customer_count from counted
    ) as both_ways
  ), top as materialized (
    select ranked.product_id, ranked.place::smallint, ranked.other_id from ranked where ranked.place <= 8
  ), deleted as (
    delete from private.bought_together as known
    where not exists (
      select from top where top.product_id = known.product_id and top.place = known.place
    )
    returning 1
  ), written as (
    insert into private.bought_together as known (product_id, place, other_id)
    select top.product_id, top.place, top.other_id from top
    on conflict (product_id, place) do update set other_id = excluded.other_id
    where known.other_id <> excluded.other_id returning 1
  )
  select (select count(*) from deleted) + (select count(*) from written) into changed_count;
  -- Product pages show it.
  if changed_count > 0 then
    update public.content_version set version = version + 1;
  end if;
  return changed_count;
end;
$$;
grant execute on function public.count_bought_together() to service_role;

-- Lists products to buy with a product, best first, 12 at most: those of its recipes, those bought together with it,
-- those of the same kind, those next to it in its category. Security definer: it reads bought_together.
create function public.list_related_products(product_id bigint, max_count integer default 4) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 4 as $$
declare
  -- Computed before the category is read, so that its index is scanned no further than needed.
  own_category text;
  own_price numeric;
  own private.search_documents;
begin
  select products.category, coalesce(products.discount_price, products.price) into own_category, own_price
  from public.products where products.id = list_related_products.product_id;
  select * into own from private.search_documents as document
  where document.product_id = list_related_products.product_id;
  return query
  with cooked as (
    select other.product_id as id, count(*) as recipe_count, min(other.position) as position
    from public.article_products as here
    join public.article_products as other on other.article_id = here.article_id and other.product_id <> here.product_id
    join public.blog_post as article on article.id = here.article_id and article.publish_at <= now()
    where here.product_id = list_related_products.product_id group by other.product_id
  ), found as (
    select cooked.id, 1 as source, row_number() over (order by cooked.recipe_count desc, cooked.position, cooked.id) as place
    from cooked
    union all
    select bought.other_id, 2, bought.place
    from private.bought_together as bought where bought.product_id = list_related_products.product_id
    union all
    -- Products of the same kind, by shared names: another yam for a yam.
    select alike.id, 3, row_number() over (
      order by alike.shared_count desc, abs(alike.price - own_price) <= own_price * 0.3 desc, alike.id
    )
    from (
      select document.product_id as id, document.price,
        private.shared_names(document.alternate_terms, own.alternate_terms) as shared_count
      from private.search_documents as document
      join public.products as beside on beside.id = document.product_id and beside.category = own_category
      where document.heads && own.heads and document.product_id <> list_related_products.product_id
      order by document.product_id limit 50
    ) as alike
    union all
    -- The next products in its category, wrapping around at the end; similar prices first.
    select near.id, 4, row_number() over (
      order by abs(near.price - own_price) <= own_price * 0.3 desc, near.id < list_related_products.product_id, near.id
    )
    from (
      (
        select beside.id, coalesce(beside.discount_price, beside.price) as price from public.products as beside
        where beside.category = own_category and beside.id > list_related_products.product_id
          and beside.archived_at is null and beside.pictures_ready and not beside.is_sold_out
        order by beside.id limit 12
      )
      union all
      (
        select beside.id, coalesce(beside.discount_price, beside.price) from public.products as beside
        where beside.category = own_category and beside.id < list_related_products.product_id
          and beside.archived_at is null and beside.pictures_ready and not beside.is_sold_out
        order by beside.id limit 12
      )
    ) as near
  ), ranked as (
    select distinct on (found.id) found.id, found.source, found.place
    from found order by found.id, found.source, found.place
  )
  select products.* from ranked join public.products on products.id = ranked.id
  where products.archived_at is null and products.pictures_ready and not products.is_sold_out
  order by ranked.source, ranked.place limit least(greatest(list_related_products.max_count, 0), 12);
end;
$$;
grant execute on function public.list_related_products(bigint, integer) to anon, authenticated, service_role;
