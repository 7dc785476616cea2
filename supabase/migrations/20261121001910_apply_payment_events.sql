-- What each event of the payment provider does, in one transaction: whatever comes twice, late, in another
-- order, or from somebody's hand in the provider's dashboard ends in the same state.
alter table public.payment_events add column refund jsonb;
comment on column public.payment_events.refund is '{id, status, amount_cents, refund_id} of a refund''s event.';
create index payment_events_waiting on public.payment_events (payment_intent_id, received_at)
  where outcome = 'waits_for_payment';

create function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  purpose text;
begin
  if exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id) then
    return 'already_recorded';
  end if;
  select * into target from public.orders where orders.id = record_payment.order_id for update;
  purpose := case
    when target.id is null then 'unknown_order'
    when target.status = 'cancelled' and target.paid_at is null then 'cancelled_order'
    when target.status <> 'pending' then 'duplicate'
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint
      or record_payment.currency is distinct from 'usd' or target.total = 0 then 'mismatch'
    else 'order'
  end;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose)
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose
  );

  if purpose = 'unknown_order' then
    perform private.add_alert('unknown_order', null, format(
      'The payment %s of %s %s names no order of this shop.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'The payment %s brought %s %s; the order costs %s USD. The order is not paid.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency),
      to_char(target.total, 'FM999999990.00')
    ));
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

  if private.take_stock(target.id) then
    update public.orders set status = 'paid', payment_intent_id = record_payment.payment_intent_id
    where orders.id = target.id;
    return 'paid';
  end if;
  -- Somebody else was faster: the money came, and goes back.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;
comment on function private.record_payment(uuid, text, bigint, text) is
  'A payment intent succeeded. An order is paid only by its own amount and currency, and once.';
revoke all on function private.record_payment(uuid, text, bigint, text) from public;

create function private.record_failure(
  event_id text, order_id uuid, payment_intent_id text, failure_message text
) returns text
language plpgsql set search_path = ''
as $$
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
  perform private.queue_mail(
    'payment_failed', target.id, 'payment_failed:' || record_failure.event_id,
    jsonb_build_object('failure_message', left(record_failure.failure_message, 500))
  );
  return 'failed';
end;
$$;
comment on function private.record_failure(text, uuid, text, text) is 'A payment failed; the order stays pending.';
revoke all on function private.record_failure(text, uuid, text, text) from public;

create function private.make_room(payment_intent_id text, amount_cents bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  unsent public.refunds;
begin
  for unsent in
    select * from public.refunds
    where refunds.payment_intent_id = make_room.payment_intent_id and refunds.status = 'requested'
    order by refunds.created_at desc
    for update
  loop
    exit when private.refundable_cents(make_room.payment_intent_id) >= make_room.amount_cents;
    update public.refunds
    set status = 'failed', settled_at = now(), last_error = 'The money was given back in the provider''s dashboard.'
    where refunds.id = unsent.id;
  end loop;
end;
$$;
comment on function private.make_room(text, bigint) is
  'The provider gave money back by another hand: requests of ours that can no longer be met are dropped. '
  'The provider refuses them too, should one be on its way. Call it with the order locked.';
revoke all on function private.make_room(text, bigint) from public;

create function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean;
  settled public.refunds;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_refund.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = paid.payment_intent_id for update;
  select refunds.id into known_id from public.refunds
  where refunds.provider_refund_id = record_refund.refund ->> 'id';
  if known_id is null then
    -- One that we gave up is not taken up again: what the provider did all the same gets a row of its own.
    select refunds.id into known_id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id'
      and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed';
  end if;
  if known_id is null then
    -- One that failed took nothing, and needs no room.
    if record_refund.refund ->> 'status' <> 'failed' then
      needs_rest := exists (
        select 1 from public.refunds
        where refunds.payment_intent_id = paid.payment_intent_id and refunds.status = 'requested'
          and refunds.reason in ('duplicate', 'sold_out', 'cancelled')
      );
      perform private.make_room(paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint);
    end if;
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, status, provider_refund_id)
    values (
      paid.order_id, paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, 'provider',
      case when record_refund.refund ->> 'status' = 'failed' then 'failed' else 'pending' end,
      record_refund.refund ->> 'id'
    )
    returning refunds.id into known_id;
  end if;
  settled := private.apply_refund_status(
    known_id, record_refund.refund ->> 'id', record_refund.refund ->> 'status', record_refund.refund ->> 'error'
  );
  if needs_rest and not exists (
    select 1 from public.refunds
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status = 'requested'
  ) then
    -- The whole was promised: what the other hand left is given back too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;
comment on function private.record_refund(text, jsonb) is
  'What the provider says of a refund: one of ours, or one made in its dashboard.';
revoke all on function private.record_refund(text, jsonb) from public;

create function private.record_charge_refund(payment_intent_id text, refunded_cents bigint) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_charge_refund.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  if record_charge_refund.refunded_cents <= (
    select coalesce(sum(refunds.amount_cents), 0) from public.refunds
    -- One of ours that is being sent may be what the charge tells of.
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  ) then
    return 'ignored';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  update public.payments set refunds_unread = true where payments.payment_intent_id = paid.payment_intent_id;
  return 'refund_awaited';
end;
$$;
comment on function private.record_charge_refund(text, bigint) is
  'The charge says only how much went back in all. When the known refunds do not explain it, the worker asks.';
revoke all on function private.record_charge_refund(text, bigint) from public;

drop function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb);
create function public.apply_payment_event(
  event_id text,
  event_type text,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  failure_message text,
  payload jsonb,
  refund jsonb default null
) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  apply_outcome text;
  earlier public.payment_events;
begin
  -- The provider may deliver an event twice, also at once: the second waits here and then does nothing.
  insert into public.payment_events
    (id, type, order_id, payment_intent_id, amount_cents, currency, outcome, payload, refund)
  values (
    apply_payment_event.event_id, apply_payment_event.event_type, apply_payment_event.order_id,
    apply_payment_event.payment_intent_id, apply_payment_event.amount_cents,
    apply_payment_event.currency, 'received', apply_payment_event.payload, apply_payment_event.refund
  )
  on conflict (id) do nothing;
  if not found then
    return 'duplicate';
  end if;

  apply_outcome := 'ignored';
  if apply_payment_event.payment_intent_id is not null then
    -- The events of one intent take turns, so that a refund and its payment cannot miss each other.
    perform pg_advisory_xact_lock(hashtextextended('payment:' || apply_payment_event.payment_intent_id, 0));
    if apply_payment_event.refund is not null then
      apply_outcome := private.record_refund(apply_payment_event.payment_intent_id, apply_payment_event.refund);
    elsif apply_payment_event.event_type = 'charge.refunded' then
      apply_outcome := private.record_charge_refund(
        apply_payment_event.payment_intent_id, apply_payment_event.amount_cents
      );
    elsif apply_payment_event.event_type = 'payment_intent.payment_failed' then
      apply_outcome := private.record_failure(
        apply_payment_event.event_id, apply_payment_event.order_id,
        apply_payment_event.payment_intent_id, apply_payment_event.failure_message
      );
    elsif apply_payment_event.event_type = 'payment_intent.succeeded' then
      apply_outcome := private.record_payment(
        apply_payment_event.order_id, apply_payment_event.payment_intent_id,
        apply_payment_event.amount_cents, apply_payment_event.currency
      );
      -- Refunds that came before their payment.
      for earlier in
        select * from public.payment_events
        where payment_events.payment_intent_id = apply_payment_event.payment_intent_id
          and payment_events.outcome = 'waits_for_payment'
        order by payment_events.received_at, payment_events.id
      loop
        update public.payment_events
        set outcome = case
          when earlier.refund is null
            then private.record_charge_refund(earlier.payment_intent_id, earlier.amount_cents)
          else private.record_refund(earlier.payment_intent_id, earlier.refund)
        end
        where payment_events.id = earlier.id;
      end loop;
    end if;
  end if;

  update public.payment_events set outcome = apply_outcome
  where payment_events.id = apply_payment_event.event_id;
  return apply_outcome;
end;
$$;
comment on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb) is
  'Records a verified event once and does what it says, in one transaction. Answers with the outcome. '
  'Security definer: nobody, the shop''s server included, writes the ledger by hand.';
revoke all on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb)
  from public, anon, authenticated;
grant execute on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb)
  to service_role;
