-- The ledger: one row per successful payment intent. Orders' paid and refunded amounts come only from here. Only the
-- functions below write it.
create table public.payments (
  payment_intent_id text primary key,
  order_id uuid references public.orders (id),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  purpose text not null check (purpose in (
    'order', 'tender', 'delivery_fee', 'duplicate', 'cancelled_order', 'withdrawn_fee', 'mismatch', 'unknown_order'
  )),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  refunds_unread boolean not null default false,
  received_at timestamptz not null default now(),
  method text not null default 'card' check (method in ('card', 'store_cash', 'store_card', 'store_ebt')),
  recorded_by uuid references public.profiles (id) on delete set null,
  held_until timestamptz,
  captured_at timestamptz,
  capture_at timestamptz,
  capture_cents bigint,
  capture_attempts integer not null default 0,
  capture_error text,
  cash_received_cents bigint,
  check ((order_id is null) = (purpose = 'unknown_order')),
  constraint only_holds_are_captured check (
    (held_until is null) = (capture_at is null)
    and (held_until is not null or (captured_at is null and capture_cents is null))
    and (captured_at is null or capture_cents is not null)
    and capture_cents between 0 and amount_cents
  ),
  constraint only_cash_has_change check (
    cash_received_cents is null or (method = 'store_cash' and cash_received_cents >= amount_cents)
  )
);
comment on table public.payments is 'Successful payment intents, by their own id, and payments taken in the store.';
comment on column public.payments.method is
  'card: through the provider. store_cash, store_card, store_ebt (SNAP EBT): at the counter, unknown to the provider.';
comment on column public.payments.recorded_by is 'Staff member who took it at the counter.';
comment on column public.payments.cash_received_cents is
  'What the customer handed over; less the amount, it is the change. Null: not recorded.';
comment on column public.payments.purpose is
  'order: paid the order, or the first tender of it; tender: a further one; delivery_fee: paid the fee that was agreed afterwards; duplicate: the order was paid before; '
  'cancelled_order: it was cancelled before; withdrawn_fee: the fee was changed, withdrawn, or ended with its order; '
  'mismatch: amount or currency are not the order''s, or the fee''s; unknown_order: no such order.';
comment on column public.payments.held_until is
  'When the bank ends the hold, at the earliest; null: charged at once.';
comment on column public.payments.captured_at is 'When the hold ended: captured, released, or lost.';
comment on column public.payments.capture_at is 'When the worker may capture the hold (again); postponed by a claim.';
comment on column public.payments.capture_cents is
  'What is captured, fixed by the first claim; once the hold has ended, what was charged.';
comment on column public.payments.capture_error is 'The provider''s message of the last failed capture.';
comment on column public.payments.refunded_cents is 'Sum of its succeeded refunds, maintained by a trigger.';
comment on column public.payments.refunds_unread is
  'The provider refunded more than the known refunds explain; the worker reads them.';
create unique index payments_of_orders on public.payments (order_id) where purpose = 'order';
create unique index payments_of_fees on public.payments (order_id) where purpose = 'delivery_fee';
create index payments_order_id on public.payments (order_id);
create index payments_recorded_by on public.payments (recorded_by) where recorded_by is not null;
create index payments_received_at on public.payments (received_at) where purpose in ('order', 'tender', 'delivery_fee');
create index payments_open_holds on public.payments (capture_at) where held_until is not null and captured_at is null;
create index payments_refunds_unread on public.payments (payment_intent_id) where refunds_unread;

alter table public.shop_alerts
  add constraint shop_alerts_payment_intent_id_fkey
  foreign key (payment_intent_id) references public.payments (payment_intent_id);
create index shop_alerts_payment_intent_id on public.shop_alerts (payment_intent_id) where payment_intent_id is not null;



alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated, service_role;
grant select on public.payments to authenticated, service_role;
create policy "customers read the payments of their orders, managers read all" on public.payments
  for select to authenticated
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.min_order_id()) and (select private.max_order_id())
      and amount_cents between 0 and (select case when private.can_manage() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.can_manage()))
  );

create function private.sum_order_money(order_id uuid, out paid numeric, out refunded numeric)
language plpgsql stable set search_path = ''
as $$
begin
  select coalesce(sum(payments.amount_cents - released.cents), 0) / 100.0,
    coalesce(sum(payments.refunded_cents - released.cents), 0) / 100.0
  into paid, refunded
  from public.payments
  cross join lateral (
    select coalesce(sum(refunds.amount_cents), 0) as cents from public.refunds
    where refunds.payment_intent_id = payments.payment_intent_id and refunds.method = 'release'
      and refunds.status = 'succeeded'
  ) as released
  where payments.order_id = sum_order_money.order_id and payments.purpose in ('order', 'tender', 'delivery_fee');
end;
$$;
comment on function private.sum_order_money(uuid) is
  'Returns what was paid, or is held, for an order and its delivery, and the part of it that was refunded, in dollars. '
  'What a hold did not charge is in neither.';

create function private.sum_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.purpose in ('order', 'tender', 'delivery_fee') then
    update public.orders set paid_amount = money.paid, refunded_amount = money.refunded
    from private.sum_order_money(new.order_id) as money
    where orders.id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_payments() is 'Security definer, like everything that writes money.';

-- record_payment writes the amount together with the status.
create trigger sum_payments after insert or update of refunded_cents on public.payments
  for each row when (current_setting('shop.pays_order', true) is distinct from new.order_id::text)
  execute function private.sum_payments();

-- Payment attempts per customer, counted for all processes of the store.
create table private.payment_attempts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  attempts integer not null check (attempts > 0),
  ends_at timestamptz not null
);
comment on table private.payment_attempts is
  'Number of attempts in the period that ends at ends_at; written by count_payment_attempt only.';

alter table private.payment_attempts enable row level security;
revoke all on private.payment_attempts from public;

create function public.count_payment_attempt(user_id uuid, max_count integer, seconds integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seconds_to_wait integer;
begin
  insert into private.payment_attempts as counted (user_id, attempts, ends_at)
  values (
    count_payment_attempt.user_id, 1, now() + make_interval(secs => count_payment_attempt.seconds)
  )
  on conflict on constraint payment_attempts_pkey do update set
    attempts = case when counted.ends_at <= now() then 1 else counted.attempts + 1 end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
  returning case
    when counted.attempts <= count_payment_attempt.max_count then 0
    else greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer
  end
  into seconds_to_wait;
  return seconds_to_wait;
end;
$$;
comment on function public.count_payment_attempt(uuid, integer, integer) is
  'For the server: counts an attempt and returns 0, or the seconds to wait if it was one too many. Security definer: '
  'callers may not write the counts directly.';
grant execute on function public.count_payment_attempt(uuid, integer, integer) to service_role;

create function public.attach_payment_intent(
  order_id uuid, payment_intent_id text, client_secret text, amount_cents bigint
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  attached public.orders;
begin
  -- A line may have been added while the provider created the intent.
  update public.orders
  set payment_intent_id = attach_payment_intent.payment_intent_id,
      client_secret = attach_payment_intent.client_secret
  where orders.id = attach_payment_intent.order_id and orders.status = 'pending'
    and orders.total * 100 = attach_payment_intent.amount_cents
  returning * into attached;
  if attached.id is not null then
    return attached;
  end if;
  select * into attached from public.orders where orders.id = attach_payment_intent.order_id;
  if attached.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if attached.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', attached.status);
  end if;
  raise sqlstate 'PT409' using message = 'The total has changed.';
end;
$$;
comment on function public.attach_payment_intent(uuid, text, text, bigint) is
  'Attaches a payment intent to a pending order of exactly that amount; its lines cannot change afterwards.';
grant execute on function public.attach_payment_intent(uuid, text, text, bigint) to service_role;

-- Provider events: each recorded once, with what it did to the order.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  outcome text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  refund jsonb
);
comment on table public.payment_events is
  'Provider events by their own id; the key makes a repeated delivery a no-op.';
comment on column public.payment_events.order_id is 'Order named by the event; it may not exist.';
comment on column public.payment_events.refund is '{id, status, amount_cents, refund_id} for a refund event.';
create index payment_events_order_id on public.payment_events (order_id);
create index payment_events_waiting on public.payment_events (payment_intent_id, received_at)
  where outcome = 'waits_for_payment';

alter table public.payment_events enable row level security;
revoke all on public.payment_events from anon, authenticated;
grant select on public.payment_events to authenticated;
create policy "admins read payment events" on public.payment_events
  for select to authenticated using ((select private.is_admin()));

create function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text, method text,
  held_until timestamptz default null
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  purpose text;
  is_recorded boolean;
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
    return private.record_fee_payment(
      fee_order_id, record_payment.payment_intent_id, record_payment.amount_cents, record_payment.currency
    );
  end if;
  select * into target from public.orders where orders.id = record_payment.order_id for update;
  purpose := case
    when target.id is null then 'unknown_order'
    when target.status = 'cancelled' and target.paid_at is null then 'cancelled_order'
    when target.status <> 'pending' then 'duplicate'
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint - private.tendered_cents(target.id)
      or record_payment.currency is distinct from 'usd' or target.total = 0 then 'mismatch'
    else 'order'
  end;
  if purpose = 'order' then
    perform set_config('shop.pays_order', target.id::text, true);
  end if;
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

  perform set_config('shop.pays_order', '', true);
  if private.pays_in_store(target.id) or private.take_stock(target.id) then
    update public.orders
    set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
        -- guard_order writes the sum of the ledger.
        paid_amount = orders.paid_amount + record_payment.amount_cents / 100.0
    where orders.id = target.id;
    return 'paid';
  end if;
  -- Another payment was faster: this one is refunded.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      paid_amount = orders.paid_amount + record_payment.amount_cents / 100.0, cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;
comment on function private.record_payment(uuid, text, bigint, text, text, timestamptz) is
  'Records a payment, or a hold that the bank ends then. An order is paid only by its own amount and currency, once; '
  'a delivery fee only by its own intent.';

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
  -- One email for many declined cards; the page reports the rest.
  perform private.queue_mail(
    'payment_failed', target.id, 'payment_failed:' || target.id,
    jsonb_build_object('failure_message', left(record_failure.failure_message, 500))
  );
  return 'failed';
end;
$$;
comment on function private.record_failure(text, uuid, text, text) is
  'Records a failed payment; the order stays pending.';

create function private.record_dispute(event public.payment_events) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  is_closed boolean;
begin
  select * into paid from public.payments where payments.payment_intent_id = event.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  -- Events arrive in any order.
  is_closed := event.type = 'charge.dispute.closed' or exists (
    select from public.payment_events as closed
    where closed.type = 'charge.dispute.closed' and closed.payment_intent_id = event.payment_intent_id
      and closed.payload #>> '{data,object,id}' = event.payload #>> '{data,object,id}'
  );
  if is_closed then
    update public.shop_alerts set resolved_at = now()
    where shop_alerts.kind = 'payment_disputed' and shop_alerts.order_id = paid.order_id
      and shop_alerts.resolved_at is null;
    return 'dispute_closed';
  end if;
  perform public.raise_alert('payment_disputed', paid.order_id, format(
    'The customer''s bank disputes the payment of $%s (%s). Don''t hand over the order until you mark this as '
    'done, or the dispute is closed. Answer it in the payment provider''s dashboard.',
    to_char(event.amount_cents / 100.0, 'FM999999990.00'),
    coalesce(event.payload #>> '{data,object,reason}', 'no reason given')
  ));
  return 'dispute_opened';
end;
$$;
comment on function private.record_dispute(public.payment_events) is
  'Raises an alert about a disputed payment, which blocks the order, and resolves it when the dispute is closed.';

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
  'held_until} of an intent that is captured later. Security definer: no role, including the server''s, may write the '
  'ledger directly.';
grant execute on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb, jsonb)
  to service_role;
