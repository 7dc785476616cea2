-- Holds: a card payment that is only authorized, and captured for the exact amount when its order is packed.
alter table public.orders add column holds_payment boolean not null default false;
comment on column public.orders.holds_payment is
  'The card payment is only held until the order is packed, if a hold lasts that long.';

alter table public.payments
  add column held_until timestamptz,
  add column captured_at timestamptz,
  add column capture_at timestamptz,
  add column capture_cents bigint,
  add column capture_attempts integer not null default 0,
  add column capture_error text,
  add constraint only_holds_are_captured check (
    (held_until is null) = (capture_at is null)
    and (held_until is not null or (captured_at is null and capture_cents is null))
    and (captured_at is null or capture_cents is not null)
    and capture_cents between 0 and amount_cents
  );
comment on column public.payments.held_until is
  'When the bank ends the hold, at the earliest; null: charged at once.';
comment on column public.payments.captured_at is 'When the hold ended: captured, released, or lost.';
comment on column public.payments.capture_at is 'When the worker may capture the hold (again); postponed by a claim.';
comment on column public.payments.capture_cents is
  'What is captured, fixed by the first claim; once the hold has ended, what was charged.';
comment on column public.payments.capture_error is 'The provider''s message of the last failed capture.';
create index payments_open_holds on public.payments (capture_at) where held_until is not null and captured_at is null;

alter table public.refunds drop constraint refunds_method_check;
alter table public.refunds add constraint refunds_method_check check (method in ('store_cash', 'release'));
comment on column public.refunds.method is
  'store_cash: given in cash instead; release: part of a hold that was not captured, so never paid; null: by the '
  'original payment method.';

alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails', 'files_missing',
  'payment_disputed', 'hold_lost', 'capture_stuck'
));

create or replace function private.empty_money() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.paid_amount := 0;
  new.refunded_amount := 0;
  new.cancelled_by := null;
  new.cancel_reason := null;
  new.intent_closed_at := null;
  new.tax_amount := 0;
  new.delivery_tax_rate := 0;
  new.delivery_tax_amount := 0;
  new.tax_exempt_certificate := null;
  new.holds_payment := false;
  return new;
end;
$$;

create or replace function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.discount <> old.discount or new.discount_code_id is distinct from old.discount_code_id
    or new.tax_amount <> old.tax_amount or new.delivery_tax_amount <> old.delivery_tax_amount
    or new.delivery_tax_rate <> old.delivery_tax_rate
    or new.tax_exempt_certificate is distinct from old.tax_exempt_certificate
    or new.created_at <> old.created_at or new.holds_payment <> old.holds_payment
    or (
      new.user_id is not null and new.user_id is distinct from old.user_id
      -- merge_customers has recorded that the new owner's account took over the old one's.
      and not exists (
        select 1 from private.customers where customers.user_id = old.user_id and customers.merged_into = new.user_id
      )
    )
  ) then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', old.status);
  end if;
  -- Paid and refunded amounts come from the ledger, whatever the update says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select coalesce(sum(payments.amount_cents), 0) / 100.0, coalesce(sum(payments.refunded_cents), 0) / 100.0
    into new.paid_amount, new.refunded_amount
    from public.payments where payments.order_id = new.id and payments.purpose in ('order', 'delivery_fee');
  end if;
  return new;
end;
$$;

create function private.is_hold_possible(target public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- A hold lasts seven days: one for a later window would end before the order is packed.
  return target.holds_payment and coalesce(target.window_starts_at <= now() + interval '5 days', true);
end;
$$;
comment on function private.is_hold_possible(public.orders) is
  'Returns whether the order''s card payment is only held until it is packed, or else charged at once.';

create function public.is_payment_held(order_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.is_hold_possible(orders) from public.orders where orders.id = is_payment_held.order_id);
end;
$$;
comment on function public.is_payment_held(uuid) is
  'For the server: whether the order''s intent is created for a hold. Security definer, like everything the server calls.';
grant execute on function public.is_payment_held(uuid) to service_role;

create function private.is_rest_promised(paid public.payments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- Requested by anyone: the whole of a canceled order, and of surplus payments, was promised.
  return paid.purpose in ('duplicate', 'cancelled_order', 'withdrawn_fee')
    or (paid.purpose in ('order', 'delivery_fee') and exists (
      select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
    ));
end;
$$;
comment on function private.is_rest_promised(public.payments) is
  'Returns whether all of a payment is to be refunded, whatever part already was.';

create function private.schedule_capture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payments set capture_at = now()
  where payments.order_id = new.id and payments.purpose = 'order' and payments.held_until is not null
    and payments.captured_at is null and payments.capture_cents is null and payments.capture_at > now();
  return null;
end;
$$;
comment on function private.schedule_capture() is
  'Lets the worker capture the hold of a packed order. Security definer, like everything that writes money.';

-- After the row's own triggers, which request the refunds that the capture leaves out.
create trigger schedule_capture after update of status on public.orders
  for each row when (
    old.status is distinct from new.status and new.status in ('ready', 'out_for_delivery') and new.holds_payment
  )
  execute function private.schedule_capture();

create function private.schedule_release() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payments set capture_at = now()
  where payments.payment_intent_id = new.payment_intent_id and payments.held_until is not null
    and payments.captured_at is null and payments.capture_cents is null and payments.capture_at > now()
    and private.refundable_cents(payments.payment_intent_id) = 0;
  return null;
end;
$$;
comment on function private.schedule_release() is
  'Lets the worker release a hold of which nothing is left to capture. Security definer, like everything that writes '
  'money.';

create trigger schedule_release after insert on public.refunds
  for each row when (new.status = 'requested') execute function private.schedule_release();

create function public.claim_captures(max_count integer) returns setof public.payments
language plpgsql security definer set search_path = ''
as $$
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
comment on function public.claim_captures(integer) is
  'Claims holds to capture now, with the amount; nobody else gets them for at least two minutes. 0: release all of it.'
  ' Security definer: nobody writes the ledger by hand.';
grant execute on function public.claim_captures(integer) to service_role;

create function private.end_hold(payment_intent_id text, captured_cents bigint) returns text
language plpgsql set search_path = ''
as $$
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
  left_cents := held.amount_cents - end_hold.captured_cents;
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
    if end_hold.captured_cents = 0 then
      perform private.add_alert('hold_lost', held.order_id, format(
        'The hold of $%s on the customer''s card ended before it was captured. Nothing was charged.',
        to_char(held.amount_cents / 100.0, 'FM999999990.00')
      ));
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
  return case when end_hold.captured_cents > 0 then 'captured' else 'hold_released' end;
end;
$$;
comment on function private.end_hold(text, bigint) is
  'Ends an open hold of which so much was charged, 0 if none: requested refunds within the rest succeed as releases, '
  'and a rest that the store did not request is a release with the reason provider. Null: no open hold.';

create function public.finalize_capture(
  payment_intent_id text, captured_cents bigint, error text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
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
  where payments.payment_intent_id = finalize_capture.payment_intent_id
    and payments.held_until is not null and payments.captured_at is null
  returning * into held;
  if held.capture_attempts = 8 then
    perform private.add_alert('capture_stuck', held.order_id, format(
      'The hold of $%s on the customer''s card could not be captured eight times: %s',
      to_char(held.amount_cents / 100.0, 'FM999999990.00'), held.capture_error
    ));
  end if;
end;
$$;
comment on function public.finalize_capture(text, bigint, text) is
  'Records the result of a claimed capture: the cents that were charged, or an error to retry later, with an alert '
  'after eight attempts. Idempotent. Security definer: nobody writes the ledger by hand.';
grant execute on function public.finalize_capture(text, bigint, text) to service_role;

create or replace function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = ''
as $$
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
  select refunds.id into known_id from public.refunds
  where refunds.provider_refund_id = record_refund.refund ->> 'id';
  if known_id is null then
    -- A refund we gave up is not resumed: what the provider did all the same gets its own row.
    select refunds.id into known_id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id'
      and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed';
  end if;
  if known_id is null then
    -- A failed refund took nothing.
    if record_refund.refund ->> 'status' <> 'failed' then
      needs_rest := private.is_rest_promised(paid);
      perform private.drop_unmet_refunds(
        paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, needs_rest
      );
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
  if needs_rest then
    -- The whole amount was promised: the rest is refunded too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;

create or replace function private.record_charge_refund(payment_intent_id text, refunded_cents bigint) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_charge_refund.payment_intent_id;
  if paid.payment_intent_id is null or (paid.held_until is not null and paid.captured_at is null) then
    return 'waits_for_payment';
  end if;
  if record_charge_refund.refunded_cents <= (
    select coalesce(sum(refunds.amount_cents), 0) from public.refunds
    -- Our refund being sent may be the one in the charge.
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  ) then
    return 'ignored';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  update public.payments set refunds_unread = true where payments.payment_intent_id = paid.payment_intent_id;
  return 'refund_awaited';
end;
$$;

drop function private.record_payment(uuid, text, bigint, text, text);
create function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text, method text,
  held_until timestamptz default null
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  purpose text;
  fee_order_id uuid;
begin
  if exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id) then
    -- A read of the intent knows when the bank ends the hold; an event does not.
    update public.payments
    set held_until = record_payment.held_until,
      capture_at = least(payments.capture_at, record_payment.held_until - interval '1 day')
    where payments.payment_intent_id = record_payment.payment_intent_id and payments.captured_at is null
      and payments.capture_cents is null and payments.held_until > record_payment.held_until;
    return 'already_recorded';
  end if;
  -- The store's own record of the intent decides, whatever the event names: a fee never pays an order.
  select intents.order_id into fee_order_id from private.fee_intents as intents
  where intents.payment_intent_id = record_payment.payment_intent_id;
  if fee_order_id is not null then
    return private.record_fee_payment(
      fee_order_id, record_payment.payment_intent_id, record_payment.amount_cents, record_payment.currency
    );
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
    insert into public.shop_alerts (kind, payment_intent_id, message)
    values ('unknown_order', record_payment.payment_intent_id, left(format(
      'Payment %s of %s %s matches no order.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ), 1000));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'Payment %s was %s %s, but the order total is %s USD. The order is not paid.', record_payment.payment_intent_id,
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
  -- Another payment was faster: this one is refunded.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;
comment on function private.record_payment(uuid, text, bigint, text, text, timestamptz) is
  'Records a payment, or a hold that the bank ends then. An order is paid only by its own amount and currency, once; '
  'a delivery fee only by its own intent.';

create function private.apply_waiting_events(payment_intent_id text) returns void
language plpgsql set search_path = ''
as $$
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
comment on function private.apply_waiting_events(text) is
  'Applies refunds, disputes, and the end of a hold that arrived before their payment, or before the hold had ended.';

drop function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb);
create function public.apply_payment_event(
  event_id text,
  event_type text,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  failure_message text,
  payload jsonb,
  refund jsonb default null,
  hold jsonb default null
) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  apply_outcome text;
  earlier public.payment_events;
begin
  -- The provider may deliver an event twice, even at once: the second waits here and does nothing.
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
    -- Events of one intent are serialized, so that a refund and its payment cannot miss each other.
    perform pg_advisory_xact_lock(hashtextextended('payment:' || apply_payment_event.payment_intent_id, 0));
    if apply_payment_event.refund is not null then
      apply_outcome := private.record_refund(apply_payment_event.payment_intent_id, apply_payment_event.refund);
    elsif apply_payment_event.event_type = 'charge.refunded' then
      apply_outcome := private.record_charge_refund(
        apply_payment_event.payment_intent_id, apply_payment_event.amount_cents
      );
    elsif apply_payment_event.event_type in ('charge.dispute.created', 'charge.dispute.closed') then
      select * into earlier from public.payment_events where payment_events.id = apply_payment_event.event_id;
      apply_outcome := private.record_dispute(earlier);
    elsif apply_payment_event.event_type = 'payment_intent.payment_failed' then
      apply_outcome := private.record_failure(
        apply_payment_event.event_id, apply_payment_event.order_id,
        apply_payment_event.payment_intent_id, apply_payment_event.failure_message
      );
    elsif apply_payment_event.event_type in (
      'payment_intent.succeeded', 'payment_intent.amount_capturable_updated', 'store_payment.taken'
    ) then
      apply_outcome := private.record_payment(
        apply_payment_event.order_id, apply_payment_event.payment_intent_id,
        -- A hold that was captured in part paid its order with what was authorized.
        coalesce((apply_payment_event.hold ->> 'authorized_cents')::bigint, apply_payment_event.amount_cents),
        apply_payment_event.currency,
        case apply_payment_event.event_type
          when 'store_payment.taken' then apply_payment_event.payload ->> 'method' else 'card'
        end,
        coalesce(
          (apply_payment_event.hold ->> 'held_until')::timestamptz,
          -- During an upgrade, a process of the version before does not know of holds.
          case when apply_payment_event.event_type = 'payment_intent.amount_capturable_updated'
            then now() + interval '7 days' end
        )
      );
      if apply_payment_event.event_type = 'payment_intent.succeeded' and apply_payment_event.hold is not null then
        apply_outcome := coalesce(
          private.end_hold(apply_payment_event.payment_intent_id, apply_payment_event.amount_cents), apply_outcome
        );
      end if;
      perform private.apply_waiting_events(apply_payment_event.payment_intent_id);
    elsif apply_payment_event.event_type = 'payment_intent.canceled' and apply_payment_event.hold is not null then
      if exists (
        select from public.payments where payments.payment_intent_id = apply_payment_event.payment_intent_id
      ) then
        apply_outcome := coalesce(private.end_hold(apply_payment_event.payment_intent_id, 0), 'ignored');
        perform private.apply_waiting_events(apply_payment_event.payment_intent_id);
      else
        apply_outcome := 'waits_for_payment';
      end if;
    end if;
  end if;

  update public.payment_events set outcome = apply_outcome
  where payment_events.id = apply_payment_event.event_id;
  return apply_outcome;
end;
$$;
comment on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb, jsonb) is
  'Records a verified event once and applies it, in one transaction. Returns the outcome. hold: {authorized_cents, '
  'held_until} of an intent that is captured later. Security definer: nobody,'
  ' including the server, writes the ledger by hand.';
grant execute on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb, jsonb)
  to service_role;

create or replace function public.claim_refunds(max_count integer) returns setof public.refunds
language plpgsql security definer set search_path = ''
as $$
begin
  return query
    update public.refunds
    set attempts = refunds.attempts + 1, next_attempt_at = now() + private.retry_wait(refunds.attempts + 1)
    where refunds.id in (
      select due.id from public.refunds as due
      where due.status = 'requested' and due.next_attempt_at <= now()
        -- Payments taken in the store are refunded there, by staff. Refunds of a hold wait for its end.
        and exists (
          select from public.payments
          where payments.payment_intent_id = due.payment_intent_id and payments.method = 'card'
            and (payments.held_until is null or payments.captured_at is not null)
        )
      order by due.next_attempt_at
      limit claim_refunds.max_count
      for update skip locked
    )
    returning *;
end;
$$;

create or replace function public.list_orders_to_reconcile(max_count integer default 1000)
returns table (order_id uuid, payment_intent_id text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select pending.id, pending.payment_intent_id
    from (
      select orders.id, orders.payment_intent_id, orders.created_at,
        row_number() over (order by orders.created_at desc, orders.id) as from_newest,
        row_number() over (order by orders.created_at, orders.id) as from_oldest
      from (
        select orders.id, orders.payment_intent_id, orders.created_at from public.orders
        where orders.status = 'pending' and orders.payment_intent_id is not null
        union all
        select fees.order_id, fees.payment_intent_id, fees.agreed_at from public.delivery_fees as fees
        where fees.paid_at is null and fees.payment_intent_id is not null
        union all
        select holds.order_id, holds.payment_intent_id, holds.received_at from public.payments as holds
        where holds.held_until is not null and holds.captured_at is null
      ) as orders
    ) as pending
    order by least(pending.from_newest, pending.from_oldest), pending.created_at desc
    limit list_orders_to_reconcile.max_count;
end;
$$;
comment on function public.list_orders_to_reconcile(integer) is
  'Lists pending orders and delivery fees whose intent may have been paid, and holds that may have ended: the newest, '
  'the oldest, the second newest, and so on.';

create or replace function public.open_linked_payment(order_id uuid, max_count integer, seconds integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  counted private.link_attempts;
begin
  select * into target from public.orders
  where orders.id = open_linked_payment.order_id and orders.channel = 'counter' for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if target.status = 'pending' then
    insert into private.link_attempts as known (order_id, attempts, ends_at)
    values (target.id, 1, now() + make_interval(secs => open_linked_payment.seconds))
    on conflict on constraint link_attempts_pkey do update set
      attempts = case when known.ends_at <= now() then 1 else known.attempts + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning * into counted;
    if counted.attempts <= open_linked_payment.max_count then
      perform private.reserve_fulfillment(target);
    end if;
  end if;
  return jsonb_build_object(
    'status', target.status, 'total', target.total, 'payment_intent_id', target.payment_intent_id,
    'is_held', private.is_hold_possible(target),
    'wait_seconds', case when counted.attempts > open_linked_payment.max_count
      then greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer else 0 end,
    'missing', coalesce((
      select jsonb_agg(to_jsonb(missing)) from private.missing_items(target.id) as missing
      where target.status = 'pending'
    ), '[]')
  );
end;
$$;
comment on function public.open_linked_payment(uuid, integer, integer) is
  'For the server, which has checked a pay link: {status, total, payment_intent_id, is_held, wait_seconds, missing} of '
  'the order, with its slot reserved; wait_seconds after too many attempts, 410 and 422 as check_fulfillment. jsonb: '
  'as a table, the missing lines would be a second call, after the slot''s lock is released. Security definer: '
  'nobody counts by hand.';
