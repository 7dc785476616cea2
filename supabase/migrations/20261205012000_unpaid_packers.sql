-- Who took the packing steps of an order before it was paid in the store.
alter table public.pay_in_store_orders
  add column packing_by uuid references public.profiles (id) on delete set null,
  add column ready_by uuid references public.profiles (id) on delete set null;
comment on column public.pay_in_store_orders.packing_by is 'Staff member who started packing before the payment.';
comment on column public.pay_in_store_orders.ready_by is 'Staff member who made it ready before the payment.';
create index pay_in_store_orders_packing_by on public.pay_in_store_orders (packing_by) where packing_by is not null;
create index pay_in_store_orders_ready_by on public.pay_in_store_orders (ready_by) where ready_by is not null;

create or replace function private.pack_unpaid_order(target public.orders, to_status text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  current_step constant text := private.packing_status(target);
begin
  if current_step = pack_unpaid_order.to_status then
    return target;
  elsif current_step = 'pending' and pack_unpaid_order.to_status = 'preparing' then
    update public.pay_in_store_orders as waiting set packing_at = now(), packing_by = (select auth.uid())
    where waiting.order_id = target.id;
  elsif current_step = 'preparing' and pack_unpaid_order.to_status = 'ready' then
    perform private.require_weights(target.id, 'ready');
    update public.pay_in_store_orders as waiting set ready_at = now(), ready_by = (select auth.uid())
    where waiting.order_id = target.id;
    perform private.queue_mail('order_ready', target.id, 'order_ready:' || target.id);
    insert into private.push_messages (subscription_id, order_id, status)
    select subscriptions.id, target.id, 'ready' from public.push_subscriptions as subscriptions
    where subscriptions.user_id = target.user_id
    on conflict do nothing;
  else
    raise sqlstate 'PT409' using message = case pack_unpaid_order.to_status
      when 'completed' then format('Order %s is not paid. Take the payment first.', target.order_number)
      else 'This order has changed. Nothing was changed.'
    end;
  end if;
  perform pg_notify('desk', target.id::text);
  return target;
end;
$$;
comment on function private.pack_unpaid_order(public.orders, text) is
  'Takes the next step, preparing or ready, of an unpaid order that is paid in the store; its status stays pending. Call '
  'it with the order locked.';

create or replace function private.undo_unpaid_step(target public.orders) returns text
language plpgsql set search_path = ''
as $$
declare
  undone public.pay_in_store_orders;
begin
  select * into undone from public.pay_in_store_orders as waiting
  where waiting.order_id = target.id and waiting.is_waiting;
  if coalesce(undone.ready_at, undone.packing_at) is null
    or coalesce(undone.ready_at, undone.packing_at) < now() - interval '15 minutes' then
    return null;
  end if;
  delete from public.outgoing_mails as mails
  where undone.ready_at is not null and mails.event_key = 'order_ready:' || target.id
    and mails.status = 'waiting' and mails.attempts = 0;
  update public.pay_in_store_orders as waiting
  set ready_at = null, ready_by = null, packing_at = case when undone.ready_at is not null then waiting.packing_at end,
    packing_by = case when undone.ready_at is not null then waiting.packing_by end
  where waiting.order_id = target.id;
  perform pg_notify('desk', target.id::text);
  return case when undone.ready_at is not null then 'preparing' else 'pending' end;
end;
$$;
comment on function private.undo_unpaid_step(public.orders) is
  'Undoes the last step of an unpaid order within 15 minutes, and its email if it has not left. Returns the step before; '
  'null if nothing can be undone.';
