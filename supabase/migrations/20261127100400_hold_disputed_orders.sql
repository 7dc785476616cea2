-- A disputed payment holds its order back until a manager marks the alert as done, or the dispute is closed.
alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails', 'payment_disputed'
));

create or replace function private.guard_order_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  who text := private.acting_as();
begin
  -- Money makes an order paid or refunded, also where people's hands took it: take_store_payment has asked whose.
  if (old.status = 'pending' and new.status = 'paid' or new.status = 'refunded') and exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
  ) or new.status = 'refunded' and exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.method = 'store_cash'
  ) then
    who := 'server';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and who = any (moves.moved_by)
  ) and not private.is_step_back(old.id, old.status, new.status) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  -- A step back from completed brings nothing out of the store.
  if new.status in ('ready', 'out_for_delivery', 'completed') and old.status <> 'completed' and exists (
    select 1 from public.shop_alerts as alerts
    where alerts.order_id = new.id and alerts.kind = 'payment_disputed' and alerts.resolved_at is null
  ) then
    raise sqlstate 'PT409' using
      message = 'The bank disputes the payment of this order. A manager must mark the alert as done before it leaves.';
  end if;
  if new.status = 'paid' and old.status = 'pending' then
    if not exists (
      select 1 from public.payments
      where payments.order_id = new.id and payments.purpose = 'order'
        and payments.payment_intent_id = new.payment_intent_id
        and payments.amount_cents = new.total * 100 and payments.currency = 'usd'
    ) then
      raise sqlstate 'PT409' using message = 'An order is paid only by a payment of its own amount.';
    end if;
    new.paid_at := now();
    new.failure_message := null;
  end if;
  if new.status = 'refunded' and (
    select bool_and(payments.refunded_cents = payments.amount_cents) from public.payments
    where payments.order_id = new.id and payments.purpose in ('order', 'delivery_fee')
  ) is not true then
    raise sqlstate 'PT409' using message = 'An order is refunded only when everything that was paid was given back.';
  end if;
  if new.status = 'refund_failed' and not exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.status = 'failed'
  ) then
    raise sqlstate 'PT409' using message = 'None of this order''s refunds has failed.';
  end if;
  if new.status = 'cancelled' then
    new.cancelled_by := coalesce(new.cancelled_by, private.acting_as());
    new.cancel_reason := coalesce(new.cancel_reason, 'requested');
    if old.status <> 'pending' or new.payment_intent_id is null then
      new.intent_closed_at := now();
    end if;
  end if;
  -- Nobody pays an order that left pending.
  new.client_secret := null;
  return new;
end;
$$;

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
  -- Events come in any order.
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
    'The customer''s bank disputes the payment of $%s (%s). The order does not leave the store until you mark this as '
    'done, or the dispute is closed. Answer it in the payment provider''s dashboard.',
    to_char(event.amount_cents / 100.0, 'FM999999990.00'),
    coalesce(event.payload #>> '{data,object,reason}', 'no reason given')
  ));
  return 'dispute_opened';
end;
$$;
comment on function private.record_dispute(public.payment_events) is
  'Raises an alert about a disputed payment, which holds the order back, and resolves it when the dispute is closed.';
revoke all on function private.record_dispute(public.payment_events) from public;

create or replace function public.apply_payment_event(
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
    elsif apply_payment_event.event_type in ('charge.dispute.created', 'charge.dispute.closed') then
      select * into earlier from public.payment_events where payment_events.id = apply_payment_event.event_id;
      apply_outcome := private.record_dispute(earlier);
    elsif apply_payment_event.event_type = 'payment_intent.payment_failed' then
      apply_outcome := private.record_failure(
        apply_payment_event.event_id, apply_payment_event.order_id,
        apply_payment_event.payment_intent_id, apply_payment_event.failure_message
      );
    elsif apply_payment_event.event_type in ('payment_intent.succeeded', 'store_payment.taken') then
      apply_outcome := private.record_payment(
        apply_payment_event.order_id, apply_payment_event.payment_intent_id,
        apply_payment_event.amount_cents, apply_payment_event.currency,
        case apply_payment_event.event_type
          when 'store_payment.taken' then apply_payment_event.payload ->> 'method' else 'card'
        end
      );
      -- Refunds and disputes that came before their payment.
      for earlier in
        select * from public.payment_events
        where payment_events.payment_intent_id = apply_payment_event.payment_intent_id
          and payment_events.outcome = 'waits_for_payment'
        order by payment_events.received_at, payment_events.id
      loop
        update public.payment_events
        set outcome = case
          when earlier.type like 'charge.dispute.%' then private.record_dispute(earlier)
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
