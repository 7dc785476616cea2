-- Holds: a card payment that is only authorized. The order counts as paid, and the worker captures the exact amount
-- when the order is packed. What is not captured is a refund with the method release: the customer never paid it.

-- Returns whether the order's card payment is only held until it is packed, or else charged at once.
create function private.is_hold_possible(target public.orders) returns boolean
language sql stable
-- A hold lasts seven days: one for a later window would end before the order is packed.
return target.holds_payment and coalesce(target.window_starts_at <= now() + interval '5 days', true);
grant execute on function private.is_hold_possible(public.orders) to authenticated;

-- Form of 0.1.0, for processes that are not replaced yet.
create function public.is_payment_held(order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_hold_possible(orders) from public.orders where orders.id = is_payment_held.order_id;
$$;
grant execute on function public.is_payment_held(uuid) to service_role;

-- Returns whether all of a payment is to be refunded, including what already was.
create function private.is_rest_promised(paid public.payments) returns boolean
language sql stable set search_path = '' as $$
  -- Requested by anyone: the whole of a canceled order, and of surplus payments, was promised.
  select paid.purpose in ('duplicate', 'cancelled_order', 'withdrawn_fee')
    or (paid.purpose in ('order', 'tender', 'delivery_fee') and exists (
      select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
    ));
$$;

-- Lets the worker capture the hold of a packed order.
create function private.schedule_capture(order_id uuid) returns void
language sql set search_path = '' as $$
  update public.payments set capture_at = now()
  where payments.order_id = schedule_capture.order_id and payments.purpose = 'order' and payments.held_until is not null
    and payments.capture_cents is null;
$$;

-- Lets the worker release a hold of which nothing is left to capture.
create function private.schedule_release(payment_intent_id text) returns void
language sql set search_path = '' as $$
  update public.payments set capture_at = now()
  where payments.payment_intent_id = schedule_release.payment_intent_id and payments.held_until is not null
    and payments.capture_cents is null and private.refundable_cents(payments.payment_intent_id) = 0;
$$;

-- Claims holds to capture now, for at least two minutes, with the amount (0: release). Security definer, as all claims.
create function public.claim_captures(max_count integer) returns setof public.payments
language plpgsql security definer set search_path = '' as $$
declare
  due public.payments;
begin
  for due in
    select * from public.payments
    where payments.held_until is not null and payments.captured_at is null and payments.capture_at <= now()
    order by payments.capture_at
    limit claim_captures.max_count
    for update skip locked
  loop
    if due.capture_cents is null then
      -- From now on the amount is fixed: a refund requested later is sent after the capture, like any other.
      due.capture_cents := private.refundable_cents(due.payment_intent_id);
      update public.refunds set method = 'release'
      where refunds.payment_intent_id = due.payment_intent_id and refunds.status = 'requested'
        and refunds.method is null;
    end if;
    return query
      update public.payments
      set capture_cents = due.capture_cents, capture_attempts = payments.capture_attempts + 1,
        capture_at = now() + private.retry_wait(payments.capture_attempts + 1)
      where payments.payment_intent_id = due.payment_intent_id
      returning *;
  end loop;
end;
$$;
grant execute on function public.claim_captures(integer) to service_role;

-- Ends an open hold after this amount was charged (0: none). Requested refunds within the rest succeed as releases; a
-- rest that the store did not request becomes a release with the reason provider. Returns null without an open hold.
create function private.end_hold(payment_intent_id text, captured_cents bigint) returns text
language plpgsql set search_path = '' as $$
declare
  held public.payments;
  waiting public.refunds;
  left_cents bigint;
  needs_rest boolean;
  rest_id uuid;
begin
  -- Lock order everywhere: order, payment, refund.
  perform 1 from public.orders where orders.id = (
    select payments.order_id from public.payments where payments.payment_intent_id = end_hold.payment_intent_id
  ) for update;
  select * into held from public.payments
  where payments.payment_intent_id = end_hold.payment_intent_id for update;
  if held.held_until is null or held.captured_at is not null then
    return null;
  end if;
  left_cents := held.amount_cents - captured_cents;
  update public.payments
  set captured_at = now(), capture_cents = end_hold.captured_cents, capture_error = null
  where payments.payment_intent_id = held.payment_intent_id;
  for waiting in
    select * from public.refunds
    where refunds.payment_intent_id = held.payment_intent_id and refunds.status = 'requested'
    -- Those that the claim left out of the capture come first.
    order by (refunds.method = 'release') is true desc, refunds.created_at, refunds.id
  loop
    if waiting.amount_cents <= left_cents then
      left_cents := left_cents - waiting.amount_cents;
      update public.refunds set method = 'release' where refunds.id = waiting.id and refunds.method is null;
      perform private.apply_refund_status(waiting.id, null, 'succeeded', null);
    elsif waiting.method = 'release' then
      -- More was captured than the store requested: this part is sent back like any other.
      update public.refunds set method = null, next_attempt_at = now() where refunds.id = waiting.id;
    end if;
  end loop;
  if left_cents > 0 then
    needs_rest := private.is_rest_promised(held);
    if captured_cents = 0 then
      perform private.add_alert(
        'hold_lost', held.order_id,
        'The hold of ${amount} on the customer''s card ended before it was captured. Nothing was charged.',
        jsonb_build_object('amount', private.cents_text(held.amount_cents))
      );
    end if;
    perform private.drop_unmet_refunds(held.payment_intent_id, left_cents, needs_rest);
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, method, status)
    values (held.order_id, held.payment_intent_id, left_cents, 'provider', 'release', 'pending')
    returning refunds.id into rest_id;
    perform private.apply_refund_status(rest_id, null, 'succeeded', null);
    if needs_rest then
      perform private.refund_rest(
        held.payment_intent_id, case when held.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
      );
    end if;
  end if;
  return case when captured_cents > 0 then 'captured' else 'hold_released' end;
end;
$$;
