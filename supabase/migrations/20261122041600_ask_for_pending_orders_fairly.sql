-- The worker asks the payment provider for the oldest and the newest pending orders in turn, so many at a time:
-- the newest were most likely just paid, the oldest are about to be cancelled, and what lies between becomes old.
drop function public.list_orders_to_reconcile(uuid, integer);

create function public.list_orders_to_reconcile(max_count integer default 1000)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = ''
as $$
  select pending.id, pending.payment_intent_id
  from (
    select orders.id, orders.payment_intent_id, orders.created_at,
      row_number() over (order by orders.created_at desc, orders.id) as from_newest,
      row_number() over (order by orders.created_at, orders.id) as from_oldest
    from public.orders
    where orders.status = 'pending' and orders.payment_intent_id is not null
  ) as pending
  order by least(pending.from_newest, pending.from_oldest), pending.created_at desc
  limit list_orders_to_reconcile.max_count;
$$;
comment on function public.list_orders_to_reconcile(integer) is
  'Pending orders whose intent may have been paid: the newest, the oldest, the second newest and so on.';
revoke execute on function public.list_orders_to_reconcile(integer) from public, anon, authenticated;
grant execute on function public.list_orders_to_reconcile(integer) to service_role;
