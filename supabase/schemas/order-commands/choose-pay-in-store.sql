-- For the order's owner: their pending pickup order is paid in the store by the customer of that name and phone number,
-- which an order without billing details needs. Takes its stock, and holds its slot until its time is over plus the
-- grace time. Idempotent; 409 if they may not, 410 if the time is taken. Security definer, as cancel_order.
create function public.choose_pay_in_store(order_id uuid, customer_name text default '', phone_number text default '')
returns public.pay_in_store_orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  chosen public.pay_in_store_orders;
  problem text;
begin
  -- The customer's lock comes first, as in prepare_order: two orders at once cannot both be the only one.
  perform pg_advisory_xact_lock(hashtextextended('orders:' || (select auth.uid()), 0));
  target := private.lock_own_order(order_id);
  select * into chosen from public.pay_in_store_orders as waiting where waiting.order_id = target.id;
  if chosen.is_waiting then
    return chosen;
  end if;
  problem := private.pay_in_store_error(target);
  if problem is null and not private.is_verified(target.user_id) then
    problem := 'unverified';
  end if;
  perform private.reject_if(problem is not null, 'PT409', problem);
  perform private.reject_if(not private.take_stock(target.id), 'PT409', 'Some items are no longer available.');
  -- The slot may be taken meanwhile: 410 with the next three windows.
  perform private.reserve_slot(target);
  insert into public.pay_in_store_orders (order_id, pay_by, due_total)
  values (target.id, private.hold_until(target), target.total);
  perform private.update_due(target.id);
  select * into chosen from public.pay_in_store_orders as waiting where waiting.order_id = target.id;
  update public.orders set pays_in_store = true, window_reserved_until = chosen.pay_by,
    customer_name = coalesce(nullif(btrim(choose_pay_in_store.customer_name), ''), orders.customer_name),
    delivery_phone_number = coalesce(nullif(btrim(choose_pay_in_store.phone_number), ''), orders.delivery_phone_number)
  where orders.id = target.id;
  delete from private.entered_discounts
  where entered_discounts.user_id = target.user_id and entered_discounts.code_id = target.discount_code_id
    and target.discount_code is not null;
  perform private.queue_mail('pay_in_store', target.id, 'pay_in_store:' || target.id);
  perform private.queue_mail('shop_pay_in_store', target.id, 'shop_pay_in_store:' || target.id);
  perform pg_notify('desk', target.id::text);
  return chosen;
end;
$$;
grant execute on function public.choose_pay_in_store(uuid, text, text) to authenticated;

-- Takes the next step, preparing or ready, of an unpaid order that is paid in the store. Call it with the order locked.
create function private.pack_unpaid_order(target public.orders, to_status text) returns public.orders
language plpgsql set search_path = '' as $$
declare
  current_step constant text := private.packing_status(target);
begin
  if current_step = to_status then
    return target;
  elsif current_step = 'pending' and to_status = 'preparing' then
    update public.pay_in_store_orders as waiting set packing_at = now(), packing_by = (select auth.uid())
    where waiting.order_id = target.id;
  elsif current_step = 'preparing' and to_status = 'ready' then
    perform private.require_weights(target.id, 'ready');
    update public.pay_in_store_orders as waiting set ready_at = now(), ready_by = (select auth.uid())
    where waiting.order_id = target.id;
    perform private.queue_mail('order_ready', target.id, 'order_ready:' || target.id);
    insert into private.push_messages (subscription_id, order_id, status)
    select subscriptions.id, target.id, 'ready' from public.push_subscriptions as subscriptions
    where subscriptions.user_id = target.user_id
    on conflict do nothing;
  else
    perform private.raise_error('PT409', case to_status
      when 'completed' then 'Order {order} is not paid. Take the payment first.'
      else 'This order has changed. Nothing was changed.'
    end, jsonb_build_object('order', target.order_number));
  end if;
  perform pg_notify('desk', target.id::text);
  return target;
end;
$$;

-- Undoes the last step of an unpaid order and its unsent email within 15 minutes. Returns the step before, or null.
create function private.undo_unpaid_step(target public.orders) returns text
language plpgsql set search_path = '' as $$
declare
  step text;
begin
  update public.pay_in_store_orders as waiting
  set ready_at = null, ready_by = null, packing_at = case when waiting.ready_at is not null then waiting.packing_at end,
    packing_by = case when waiting.ready_at is not null then waiting.packing_by end
  where waiting.order_id = target.id and waiting.is_waiting
    and coalesce(waiting.ready_at, waiting.packing_at) >= now() - interval '15 minutes'
  returning case when waiting.packing_at is not null then 'preparing' else 'pending' end into step;
  perform private.withdraw_mail(target.id, 'order_ready:%') where step = 'preparing';
  perform pg_notify('desk', target.id::text) where step is not null;
  return step;
end;
$$;
