-- Orders get a number that people can say: from 1001, in the order in which they were made.
alter table public.orders add column order_number bigint;
update public.orders set order_number = numbered.number
from (
  select id, 1000 + row_number() over (order by created_at, id) as number from public.orders
) as numbered
where numbered.id = orders.id;
alter table public.orders alter column order_number set not null;
alter table public.orders alter column order_number add generated always as identity (start with 1001);
select setval('public.orders_order_number_seq', coalesce(max(order_number), 1000) + 1, false) from public.orders;
alter table public.orders add constraint orders_order_number_key unique (order_number);
comment on column public.orders.order_number is 'What people call it; calls and addresses name its id.';

-- Mails that wait tell it too.
update public.outgoing_mails as mails
set facts = mails.facts || jsonb_build_object('order_number', orders.order_number)
from public.orders
where orders.id = mails.order_id and mails.status <> 'sent';

create or replace function private.order_facts(order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', orders.id,
    'order_number', orders.order_number,
    'placed_at', orders.created_at,
    'status', orders.status,
    'total', orders.total,
    'delivery_cost', orders.delivery_cost,
    'delivery_included', orders.delivery_included,
    'tax_amount', orders.tax_amount,
    'discount', orders.discount,
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'driver_note', private.one_line(orders.driver_note, 300),
    'window_starts_at', orders.window_starts_at,
    'window_ends_at', orders.window_ends_at,
    'customer_name', private.one_line(coalesce(billing.name, profiles.name), 60),
    'cancelled_by', orders.cancelled_by,
    'cancel_reason', orders.cancel_reason,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
        'unit_price', items.unit_price
      ) order by items.id)
      from public.order_items as items where items.order_id = orders.id
    ), '[]')
  )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.id = order_facts.order_id;
$$;

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- By name, so that what mails say more one day is not told here by itself.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'discount',
        'paid_amount', 'refunded_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at'
      )
    ) || jsonb_build_object(
      'can_cancel', exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = orders.status and moves.to_status = 'cancelled'
          and 'customer' = any (moves.moved_by)
      ),
      'steps', (
        select jsonb_agg(jsonb_build_object('status', steps.to_status, 'at', steps.changed_at) order by steps.id)
        from public.order_status_changes as steps where steps.order_id = orders.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(refunds.status order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;
