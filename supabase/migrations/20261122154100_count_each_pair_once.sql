-- Pairs are counted once for both of their products, and in so many orders: the count ends in time in a large shop, too.
create or replace function public.count_bought_together() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed_count integer;
begin
  -- Of two at once the second finds what the first wrote.
  lock table private.bought_together in share row exclusive mode;
  -- The newest are enough to know by, and whoever carries half the shop away says nothing of pairs: so it ends in time.
  with recent as materialized (
    select orders.id, orders.user_id from public.orders
    where orders.paid_at > now() - interval '180 days' and orders.status not in ('cancelled', 'refunded')
      and orders.user_id is not null
    order by orders.paid_at desc limit 10000
  ), bought as materialized (
    select distinct recent.id as order_id, recent.user_id, items.product_id
    from recent
    join public.order_items as items on items.order_id = recent.id
    where (select count(*) from public.order_items as line where line.order_id = recent.id) <= 40
  ), pairs as (
    -- Each pair once, and each person once for it.
    select distinct one.product_id as first_id, other.product_id as second_id, one.user_id
    from bought as one
    join bought as other on other.order_id = one.order_id and other.product_id > one.product_id
  ), counted as (
    select pairs.first_id, pairs.second_id, count(*) as people
    from pairs
    group by pairs.first_id, pairs.second_id
    -- Three people are three orders, too; three orders may be one person.
    having count(*) >= 3
  ), ranked as (
    select both_ways.product_id, both_ways.other_id, row_number() over (
      partition by both_ways.product_id order by both_ways.people desc, both_ways.other_id
    ) as place
    from (
      select counted.first_id as product_id, counted.second_id as other_id, counted.people from counted
      union all
      select counted.second_id, counted.first_id, counted.people from counted
    ) as both_ways
  ), kept as materialized (
    select ranked.product_id, ranked.place::smallint, ranked.other_id from ranked where ranked.place <= 8
  ), gone as (
    delete from private.bought_together as known
    where not exists (
      select from kept where kept.product_id = known.product_id and kept.place = known.place
    )
    returning 1
  ), written as (
    insert into private.bought_together as known (product_id, place, other_id)
    select kept.product_id, kept.place, kept.other_id from kept
    on conflict (product_id, place) do update set other_id = excluded.other_id
    where known.other_id <> excluded.other_id
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from written) into changed_count;
  -- Product pages show it.
  if changed_count > 0 then
    update public.content_version set version = version + 1;
  end if;
  return changed_count;
end;
$$;
comment on function public.count_bought_together() is
  'Looks which products were bought together by three people or more, in the newest 10,000 orders of at most 40 lines '
  'within 180 days; returns how many places changed. Security definer: it reads everybody''s orders.';
