-- Commands on an order: cancel, move, refund.

-- Cancels an order on request, once; refunds its money and restocks. Call it with the order locked.
create function private.cancel_and_restock(target public.orders, cancelled_by text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  if private.is_canceled(target.status) and target.cancelled_by = cancelled_by
    and target.cancel_reason = 'requested' then
    -- The answer to an earlier call was lost.
    return target;
  end if;
  perform private.reject_if(not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = 'cancelled'
      and cancel_and_restock.cancelled_by = any (moves.moved_by)
  ), 'PT409', 'You can no longer cancel this order.');
  update public.orders
  set status = 'cancelled', cancelled_by = cancel_and_restock.cancelled_by, cancel_reason = 'requested'
  where orders.id = target.id returning * into target;
  perform private.return_stock(target.id);
  perform private.refund_rest(payments.payment_intent_id, 'cancelled', (select auth.uid())) from public.payments
  where payments.order_id = target.id and payments.purpose in ('order', 'tender', 'delivery_fee')
  order by payments.received_at;
  return target;
end;
$$;

-- Customers cancel pending or paid orders, staff also those being prepared. Refunds what was paid and restocks.
-- Repeating it changes nothing. Security definer: callers may not change orders directly.
create function public.cancel_order(order_id uuid) returns public.orders
language sql security definer set search_path = '' as $$
  -- Packers' own purchases are theirs as any customer's.
  select private.cancel_and_restock(target, case
    when target.user_id = (select auth.uid()) and not private.can_manage() then 'customer' else private.acting_as() end)
  from private.lock_order(cancel_order.order_id, is_for_owner => true) as target;
$$;
grant execute on function public.cancel_order(uuid) to authenticated;

-- For the order's owner: cancels it before payment. Pass its payment intent if it was closed at the provider; a payment
-- that still arrives is refunded. Security definer: callers may not change orders directly.
create function public.withdraw_order(order_id uuid, closed_intent_id text default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.lock_own_order(order_id);
begin
  if target.status = 'cancelled' and target.cancel_reason = 'withdrawn' then
    -- The answer to an earlier call was lost.
    return target;
  end if;
  perform private.reject_if(
    target.status <> 'pending' or target.payment_intent_id is distinct from closed_intent_id or target.pays_in_store,
    'PT409', 'The order has changed. Reload the page.'
  );
  update public.orders set status = 'cancelled', cancel_reason = 'withdrawn' where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
grant execute on function public.withdraw_order(uuid, text) to authenticated;

-- For staff: the next status of an order. Security definer: callers may not change orders directly.
create function public.move_order(order_id uuid, to_status text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.lock_order(order_id);
begin
  -- A repeated press finds the order in the requested status.
  if target.status = to_status then
    return target;
  end if;
  if to_status = 'cancelled' then
    return public.cancel_order(target.id);
  end if;
  if target.pays_in_store then
    return private.pack_unpaid_order(target, to_status);
  end if;
  perform private.reject_if(not exists (
    select from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = move_order.to_status
      and 'admin' = any (moves.moved_by)
  ), 'PT409', 'This order is now "{status}". Nothing was changed.', (
    select jsonb_build_object('status', statuses.label)
    from public.order_statuses as statuses where statuses.status = target.status
  ));
  update public.orders set status = move_order.to_status where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
grant execute on function public.move_order(uuid, text) to authenticated;
