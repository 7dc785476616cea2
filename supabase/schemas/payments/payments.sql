-- The ledger: one row per successful payment intent, or payment in the store. Only the functions below write it.
create table public.payments (
  payment_intent_id text primary key,
  order_id uuid references public.orders (id),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  -- order: paid the order, or the first tender of it; tender: a further one; delivery_fee: paid the fee that was agreed
  -- later; duplicate: the order was paid before; cancelled_order: it was cancelled before; withdrawn_fee: the fee was
  -- changed, withdrawn, or ended with its order; mismatch: another amount or currency; unknown_order: no such order.
  purpose text not null check (purpose in (
    'order', 'tender', 'delivery_fee', 'duplicate', 'cancelled_order', 'withdrawn_fee', 'mismatch', 'unknown_order'
  )),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents), -- Sum; by a trigger.
  refunds_unread boolean not null default false, -- The provider refunded more than is known; the worker reads them.
  received_at timestamptz not null default now(),
  -- card: through the provider. store_cash, store_card, store_ebt (SNAP EBT): at the counter, unknown to the provider.
  method text not null default 'card' check (method in ('card', 'store_cash', 'store_card', 'store_ebt')),
  recorded_by uuid references public.profiles (id) on delete set null, -- Staff member who took it at the counter.
  held_until timestamptz, -- When the bank ends the hold, at the earliest; null: charged at once.
  captured_at timestamptz, -- When the hold ended: captured, released, or lost.
  capture_at timestamptz, -- When the worker may capture the hold (again); postponed by a claim.
  capture_cents bigint, -- What is captured, fixed by the first claim; once the hold has ended, what was charged.
  capture_attempts integer not null default 0,
  capture_error text, -- The provider's message of the last failed capture.
  cash_received_cents bigint, -- What the customer handed over; less the amount, it is the change. Null: not recorded.
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
create unique index payments_of_orders on public.payments (order_id) where purpose = 'order';
create unique index payments_of_fees on public.payments (order_id) where purpose = 'delivery_fee';
create index payments_order_id on public.payments (order_id);
create index payments_recorded_by on public.payments (recorded_by) where recorded_by is not null;
create index payments_sold_at on public.payments ((coalesce(captured_at, received_at)));
create index payments_open_holds on public.payments (capture_at) where held_until is not null and captured_at is null;
create index payments_refunds_unread on public.payments (payment_intent_id) where refunds_unread;

revoke all on public.payments from service_role;
grant select on public.payments to authenticated, service_role;
create policy "customers read the payments of their orders, managers read all" on public.payments
  for select to authenticated using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.min_order_id()) and (select private.max_order_id())
      and amount_cents between 0 and (select case when private.can_manage() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.can_manage()))
  );

alter table public.shop_alerts
  add constraint shop_alerts_payment_intent_id_fkey
  foreign key (payment_intent_id) references public.payments (payment_intent_id);
create index shop_alerts_payment_intent_id on public.shop_alerts (payment_intent_id) where payment_intent_id is not null;

-- Payment attempts per customer in the period that ends at ends_at, by count_payment_attempt, for all processes.
create table private.payment_attempts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  attempts integer not null check (attempts > 0),
  ends_at timestamptz not null
);

-- For the server: counts an attempt; returns 0, or the seconds to wait. Security definer: callers may not write counts.
create function public.count_payment_attempt(user_id uuid, max_count integer, seconds integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  seconds_to_wait integer;
begin
  insert into private.payment_attempts as counted (user_id, attempts, ends_at)
  values (user_id, 1, now() + make_interval(secs => seconds))
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
grant execute on function public.count_payment_attempt(uuid, integer, integer) to service_role;

-- Attaches a payment intent to a pending order of exactly that amount; its lines cannot change afterwards.
create function public.attach_payment_intent(
  order_id uuid, payment_intent_id text, client_secret text, amount_cents bigint
) returns void
language plpgsql security invoker set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  target public.orders;
begin
  -- A line may have been added while the provider created the intent.
  update public.orders
  set payment_intent_id = attach_payment_intent.payment_intent_id,
      client_secret = attach_payment_intent.client_secret
  where orders.id = attach_payment_intent.order_id and orders.status = 'pending'
    and orders.total * 100 = attach_payment_intent.amount_cents;
  if found then
    return;
  end if;
  select * into target from public.orders where orders.id = attach_payment_intent.order_id;
  perform private.reject_if(target.id is null, 'PT404', 'This order doesn''t exist.');
  perform private.reject_if(
    target.status <> 'pending', 'PT409', 'The order is {status}.', jsonb_build_object('status', target.status)
  );
  raise sqlstate 'PT409' using message = 'The total has changed.';
end;
$$;
grant execute on function public.attach_payment_intent(uuid, text, text, bigint) to service_role;

-- Provider events by their own id, with what each did to the order; the key makes a repeated delivery a no-op.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid, -- Order named by the event; it may not exist.
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  outcome text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  refund jsonb -- {id, status, amount_cents, refund_id} for a refund event.
);
create index payment_events_order_id on public.payment_events (order_id);
create index payment_events_waiting on public.payment_events (payment_intent_id, received_at)
  where outcome = 'waits_for_payment';

grant select on public.payment_events to authenticated;
create policy "admins read payment events" on public.payment_events
  for select to authenticated using ((select private.is_admin()));

-- Returns the facts of alerts about a payment.
create function private.payment_facts(payment_intent_id text, amount_cents bigint, currency text) returns jsonb
language sql stable
return jsonb_build_object(
  'payment', payment_facts.payment_intent_id, 'amount', private.cents_text(payment_facts.amount_cents),
  'currency', upper(payment_facts.currency)
);

-- Raises an alert about a dispute of a payment, which blocks the order, and resolves it when the dispute is closed. One
-- that the store lost raises another alert: the bank took the money back.
create function private.record_dispute(event public.payment_events) returns text
language plpgsql set search_path = '' as $$
declare
  dispute constant jsonb := event.payload #> '{data,object}';
  amount constant text := private.cents_text(event.amount_cents);
  paid public.payments;
begin
  select * into paid from public.payments where payments.payment_intent_id = event.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  if event.type = 'charge.dispute.closed' then
    -- Alerts of 0.1.0 do not name their dispute.
    update public.shop_alerts set resolved_at = now()
    where shop_alerts.kind = 'payment_disputed' and shop_alerts.order_id is not distinct from paid.order_id
      and coalesce(facts ->> 'dispute', dispute ->> 'id') = dispute ->> 'id' and shop_alerts.resolved_at is null;
    perform private.add_alert(
      'payment_disputed', paid.order_id,
      'The store lost the dispute: the customer''s bank took back ${lost}. Don''t hand over the order.',
      jsonb_build_object('lost', amount, 'dispute', dispute ->> 'id')
    ) where dispute ->> 'status' = 'lost';
  elsif not exists (
    -- Events arrive in any order.
    select from public.payment_events as closed
    where closed.type = 'charge.dispute.closed' and closed.payment_intent_id = event.payment_intent_id
      and closed.payload #>> '{data,object,id}' = dispute ->> 'id'
  ) then
    perform private.add_alert(
      'payment_disputed', paid.order_id,
      'The customer''s bank disputes the payment of ${amount} ({reason}). Don''t hand over the order until you mark this '
      'as done, or the dispute is closed. Answer it in the payment provider''s dashboard.', jsonb_build_object(
        'amount', amount, 'reason', coalesce(dispute ->> 'reason', 'no reason given'), 'dispute', dispute ->> 'id'
      )
    );
    return 'dispute_opened';
  end if;
  return 'dispute_closed';
end;
$$;

-- A payment that was taken in the store, in dollars.
create type private.tender as (method text, amount numeric, cash_received numeric);

-- Pay links sent by email or SMS, for the limits; written by send_pay_link only.
create table private.pay_links (
  order_id uuid not null references public.orders (id) on delete cascade,
  recipient text not null,
  sent_at timestamptz not null default now(),
  request_key uuid unique
);
create index pay_links_order_id on private.pay_links (order_id);
create index pay_links_recipient on private.pay_links (recipient, sent_at);
