-- Events of the payment provider, and payments in the store: each is applied once.

-- Records a payment, or a hold until then. Only its own amount and currency pay an order, only its own intent a fee.
create function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text, method text,
  held_until timestamptz default null
) returns text
language plpgsql set search_path = '' as $$
declare
  target public.orders;
  purpose text;
  is_recorded boolean;
  is_sold_out boolean;
  fee_order_id uuid;
begin
  select
    exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id),
    -- The store's own record of the intent decides, whatever the event names: a fee never pays an order.
    (
      select intents.order_id from private.fee_intents as intents
      where intents.payment_intent_id = record_payment.payment_intent_id
    )
  into is_recorded, fee_order_id;
  if is_recorded then
    -- A read of the intent knows when the bank ends the hold; an event does not.
    update public.payments
    set held_until = record_payment.held_until,
      capture_at = least(payments.capture_at, record_payment.held_until - interval '1 day')
    where payments.payment_intent_id = record_payment.payment_intent_id and payments.captured_at is null
      and payments.capture_cents is null and payments.held_until > record_payment.held_until;
    return 'already_recorded';
  end if;
  if fee_order_id is not null then
    return private.record_fee_payment(fee_order_id, payment_intent_id, amount_cents, currency);
  end if;
  select * into target from public.orders where orders.id = record_payment.order_id for update;
  purpose := case
    when target.id is null then 'unknown_order'
    when target.status = 'cancelled' and target.paid_at is null then 'cancelled_order'
    when target.status <> 'pending' then 'duplicate'
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint - coalesce((
      select sum(tenders.amount_cents) from public.payments as tenders
      where tenders.order_id = target.id and tenders.purpose = 'tender'
    ), 0) or record_payment.currency is distinct from 'usd' or target.total = 0 then 'mismatch'
    else 'order'
  end;
  insert into public.payments (
    payment_intent_id, order_id, amount_cents, currency, purpose, method, recorded_by, held_until, capture_at
  )
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose, record_payment.method,
    case when record_payment.method <> 'card' then (select auth.uid()) end,
    -- A hold is captured before it ends, whatever becomes of its order.
    record_payment.held_until, record_payment.held_until - interval '1 day'
  );

  if purpose = 'unknown_order' then
    perform private.add_alert(
      'unknown_order', null, 'Payment {payment} of {amount} {currency} matches no order.',
      private.payment_facts(record_payment.payment_intent_id, record_payment.amount_cents, record_payment.currency),
      payment_intent_id => record_payment.payment_intent_id
    );
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert(
      'amount_mismatch', target.id,
      'Payment {payment} was {amount} {currency}, but the order total is {total} USD. The order is not paid.',
      private.payment_facts(record_payment.payment_intent_id, record_payment.amount_cents, record_payment.currency)
      || jsonb_build_object('total', to_char(target.total, 'FM999999990.00'))
    );
    return 'mismatch';
  elsif purpose = 'cancelled_order' then
    perform private.refund_rest(record_payment.payment_intent_id, 'cancelled', null);
    update public.orders set intent_closed_at = coalesce(intent_closed_at, now())
    where orders.id = target.id and orders.payment_intent_id = record_payment.payment_intent_id;
    return 'cancelled_order';
  elsif purpose = 'duplicate' then
    perform private.refund_rest(record_payment.payment_intent_id, 'duplicate', null);
    return 'paid_twice';
  end if;

  is_sold_out := not target.pays_in_store and not private.take_stock(target.id);
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
    -- guard_order writes the sum of the ledger.
    paid_amount = orders.paid_amount + record_payment.amount_cents / 100.0,
    cancelled_by = case when is_sold_out then 'server' end, cancel_reason = case when is_sold_out then 'sold_out' end
  where orders.id = target.id;
  if not is_sold_out then
    return 'paid';
  end if;
  -- Another payment was faster: this one is refunded.
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;

-- Records a failed payment; the order stays pending.
create function private.record_failure(order_id uuid, payment_intent_id text, failure_message text) returns text
language plpgsql set search_path = '' as $$
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = record_failure.order_id for update;
  if target.id is null then
    return 'unknown_order';
  elsif target.status <> 'pending' then
    return 'order_is_' || target.status;
  elsif target.payment_intent_id is distinct from record_failure.payment_intent_id then
    return 'mismatch';
  end if;
  update public.orders set failure_message = left(record_failure.failure_message, 500)
  where orders.id = target.id;
  -- One email for many declined cards; the page reports the rest.
  perform private.queue_mail(
    'payment_failed', target.id, 'payment_failed:' || target.id,
    jsonb_build_object('failure_message', left(record_failure.failure_message, 500))
  );
  return 'failed';
end;
$$;

-- Records what the provider says about a refund: ours, or one made in its dashboard. After a partial one there, our
-- requests may no longer be met, and the rest is requested again if all was promised, whichever came first.
create function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean := false;
  settled public.refunds;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_refund.payment_intent_id;
  if paid.held_until is not null and record_refund.refund ->> 'is_release' = 'true' then
    return 'released';
  elsif paid.payment_intent_id is null or (paid.held_until is not null and paid.captured_at is null) then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = paid.payment_intent_id for update;
  known_id := coalesce((
    select refunds.id from public.refunds where refunds.provider_refund_id = record_refund.refund ->> 'id'
  ), (
    -- A refund we gave up is not resumed: what the provider did all the same gets its own row.
    select refunds.id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id' and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed'
  ));
  if known_id is null then
    -- A failed refund took nothing.
    if record_refund.refund ->> 'status' <> 'failed' then
      needs_rest := private.is_rest_promised(paid);
      perform private.drop_unmet_refunds(paid.payment_intent_id, (refund ->> 'amount_cents')::bigint, needs_rest);
    end if;
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, status, provider_refund_id)
    values (
      paid.order_id, paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, 'provider',
      case when record_refund.refund ->> 'status' = 'failed' then 'failed' else 'pending' end,
      record_refund.refund ->> 'id'
    )
    returning refunds.id into known_id;
  end if;
  settled := private.apply_refund_status(known_id, refund ->> 'id', refund ->> 'status', refund ->> 'error');
  if needs_rest then
    -- The whole amount was promised: the rest is refunded too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;

-- Applies refunds, disputes, and the end of a hold that arrived before their payment, or before the hold had ended.
create function private.apply_waiting_events(payment_intent_id text) returns void
language plpgsql set search_path = '' as $$
declare
  earlier public.payment_events;
begin
  for earlier in
    select * from public.payment_events
    where payment_events.payment_intent_id = apply_waiting_events.payment_intent_id
      and payment_events.outcome = 'waits_for_payment'
    -- The end of a hold first: refunds wait for it.
    order by payment_events.type = 'payment_intent.canceled' desc, payment_events.received_at, payment_events.id
  loop
    update public.payment_events
    set outcome = case
      when earlier.type = 'payment_intent.canceled'
        then coalesce(private.end_hold(earlier.payment_intent_id, 0), 'ignored')
      when earlier.type like 'charge.dispute.%' then private.record_dispute(earlier)
      when earlier.refund is null then private.record_charge_refund(earlier.payment_intent_id, earlier.amount_cents)
      else private.record_refund(earlier.payment_intent_id, earlier.refund)
    end
    where payment_events.id = earlier.id;
  end loop;
end;
$$;

-- Records a verified event once and applies it, in one transaction. Returns the outcome. hold: {authorized_cents,
-- held_until} of an intent that is captured later. Security definer: no role may write the ledger.
create function public.apply_payment_event(
  event_id text, event_type text, order_id uuid, payment_intent_id text, amount_cents bigint, currency text,
  failure_message text, payload jsonb, refund jsonb default null, hold jsonb default null
) returns text
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  event public.payment_events;
  is_known boolean;
  has_waiting boolean;
begin
  event.id := apply_payment_event.event_id;
  event.type := apply_payment_event.event_type;
  event.order_id := apply_payment_event.order_id;
  event.payment_intent_id := apply_payment_event.payment_intent_id;
  event.amount_cents := apply_payment_event.amount_cents;
  event.currency := apply_payment_event.currency;
  event.payload := apply_payment_event.payload;
  event.refund := apply_payment_event.refund;
  event.received_at := now();
  event.outcome := 'ignored';
  if event.payment_intent_id is not null then
    -- Serialized: a refund and its payment cannot miss each other, and one event may be delivered twice at once.
    perform pg_advisory_xact_lock(hashtextextended('payment:' || event.payment_intent_id, 0));
  end if;
  select
    exists (select from public.payment_events as known where known.id = event.id),
    exists (
      select from public.payment_events as waiting
      where waiting.payment_intent_id = event.payment_intent_id and waiting.outcome = 'waits_for_payment'
    )
  into is_known, has_waiting;
  if is_known then
    return 'duplicate';
  end if;
  if event.payment_intent_id is null then
    null; -- It is only recorded.
  elsif event.refund is not null then
    event.outcome := private.record_refund(event.payment_intent_id, event.refund);
  elsif event.type = 'charge.refunded' then
    event.outcome := private.record_charge_refund(event.payment_intent_id, event.amount_cents);
  elsif event.type in ('charge.dispute.created', 'charge.dispute.closed') then
    event.outcome := private.record_dispute(event);
  elsif event.type = 'payment_intent.payment_failed' then
    event.outcome := private.record_failure(event.order_id, event.payment_intent_id, failure_message);
  elsif event.type in ('payment_intent.succeeded', 'payment_intent.amount_capturable_updated', 'store_payment.taken') then
    event.outcome := private.record_payment(
      event.order_id, event.payment_intent_id,
      -- A hold that was captured in part paid its order with what was authorized.
      coalesce((apply_payment_event.hold ->> 'authorized_cents')::bigint, event.amount_cents), event.currency,
      case event.type when 'store_payment.taken' then event.payload ->> 'method' else 'card' end,
      coalesce(
        (apply_payment_event.hold ->> 'held_until')::timestamptz,
        -- During an upgrade, a process of the version before does not know of holds.
        case event.type when 'payment_intent.amount_capturable_updated' then now() + interval '7 days' end
      )
    );
    if event.type = 'payment_intent.succeeded' and apply_payment_event.hold is not null then
      event.outcome := coalesce(private.end_hold(event.payment_intent_id, event.amount_cents), event.outcome);
    end if;
    if has_waiting then
      perform private.apply_waiting_events(event.payment_intent_id);
    end if;
  elsif event.type = 'payment_intent.canceled' and apply_payment_event.hold is not null then
    if exists (select from public.payments where payments.payment_intent_id = event.payment_intent_id) then
      event.outcome := coalesce(private.end_hold(event.payment_intent_id, 0), 'ignored');
      perform private.apply_waiting_events(event.payment_intent_id);
    else
      event.outcome := 'waits_for_payment';
    end if;
  end if;
  insert into public.payment_events select event.* on conflict (id) do nothing;
  return event.outcome;
end;
$$;
grant execute on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb, jsonb)
  to service_role;

-- Records the result of a claimed capture: the cents that were charged, or an error to retry later, with an alert after
-- eight attempts. Idempotent. Security definer: callers may not write the ledger directly.
create function public.finalize_capture(
  payment_intent_id text, captured_cents bigint, error text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held public.payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment:' || finalize_capture.payment_intent_id, 0));
  if finalize_capture.error is null then
    if private.end_hold(finalize_capture.payment_intent_id, finalize_capture.captured_cents) is not null then
      perform private.apply_waiting_events(finalize_capture.payment_intent_id);
    end if;
    return;
  end if;
  update public.payments set capture_error = left(finalize_capture.error, 500)
  where payments.payment_intent_id = finalize_capture.payment_intent_id and payments.captured_at is null
  returning * into held;
  if held.capture_attempts = 8 then
    perform private.add_alert(
      'capture_stuck', held.order_id,
      'The hold of ${amount} on the customer''s card could not be captured eight times: {reason}',
      jsonb_build_object('amount', private.cents_text(held.amount_cents), 'reason', held.capture_error)
    );
  end if;
end;
$$;
grant execute on function public.finalize_capture(text, bigint, text) to service_role;
