-- What the checkout said about delivery is kept with the order: its page, its receipt and its mails say the same,
-- whatever the shop's minimum is by then.
alter table public.orders add column delivery_included boolean not null default true;
comment on column public.orders.delivery_included is
  'False for a delivery under the shop''s minimum of that day: the team contacts the customer about it. Kept by sum_order.';
update public.orders set delivery_included = false
where delivery_type = 'delivery' and total < (select free_delivery_minimum from public.store_settings);

create or replace function private.sum_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders
  set total = orders.delivery_cost + sums.lines,
      delivery_included = orders.delivery_type = 'pickup'
        or orders.delivery_cost + sums.lines >= (select free_delivery_minimum from public.store_settings)
  from (
    select items.order_id, sum(items.unit_price * items.quantity) as lines
    from public.order_items as items
    where items.order_id in (select added.order_id from added)
    group by items.order_id
  ) as sums
  where orders.id = sums.order_id;
  return null;
end;
$$;

create or replace function private.order_facts(order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', orders.id,
    'placed_at', orders.created_at,
    'status', orders.status,
    'total', orders.total,
    'delivery_cost', orders.delivery_cost,
    'delivery_included', orders.delivery_included,
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'customer_name', private.one_line(coalesce(billing.name, profiles.name), 60),
    'cancelled_by', orders.cancelled_by,
    'cancel_reason', orders.cancel_reason,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', items.product_name, 'quantity', items.quantity, 'unit_price', items.unit_price
      ) order by items.id)
      from public.order_items as items where items.order_id = orders.id
    ), '[]')
  )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.id = order_facts.order_id;
$$;
