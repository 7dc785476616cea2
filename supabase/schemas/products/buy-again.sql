-- Products that a customer buys often.
create function public.list_buy_again(max_count integer default 12)
returns table (product_id bigint, size_id bigint)
language sql stable set search_path = '' as $$
  select items.product_id, items.size_id
  from public.orders
  join public.order_items as items on items.order_id = orders.id
  join public.products on products.id = items.product_id
  where orders.user_id = (select auth.uid())
    and orders.created_at > now() - interval '180 days'
    and private.is_paid(orders.status)
    and items.refunded_quantity < items.quantity
    and products.archived_at is null and products.pictures_ready and not products.is_sold_out
    -- Excludes deleted sizes; a product that has gained sizes since asks for one.
    and (
      items.size_id is null
      or products.sizes @> jsonb_build_array(jsonb_build_object('id', items.size_id, 'is_sold_out', false))
    )
  group by items.product_id, items.size_id
  order by count(distinct orders.id) desc, sum(items.quantity - items.refunded_quantity) desc,
    max(orders.created_at) desc, items.product_id, items.size_id
  limit least(greatest(list_buy_again.max_count, 0), 24);
$$;
comment on function public.list_buy_again(integer) is 'Lists the products, with sizes, that the caller can buy, by the '
  'most paid orders of the last 180 days. Row-level security applies. May be null: size_id.';
grant execute on function public.list_buy_again(integer) to authenticated;
