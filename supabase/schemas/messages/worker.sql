-- The worker's functions: due jobs are claimed for a while, done outside of any transaction, and finalized; claims of a
-- crashed process expire. Only the server calls them; security definer, because no role may write what they write.

-- Claims refunds to send now; no other worker gets them for at least two minutes.
create function public.claim_refunds(max_count integer) returns setof public.refunds
language sql security definer set search_path = '' as $$
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
    order by due.next_attempt_at limit claim_refunds.max_count for update skip locked
  )
  returning *;
$$;
grant execute on function public.claim_refunds(integer) to service_role;

-- Claims emails to send now; no other worker gets them for at least two minutes.
create function public.claim_mails(max_count integer) returns setof public.outgoing_mails
language sql security definer set search_path = '' as $$
  update public.outgoing_mails as mails
  set attempts = mails.attempts + 1, next_attempt_at = now() + private.retry_wait(mails.attempts + 1)
  where mails.id in (
    select due.id from public.outgoing_mails as due
    where due.status = 'waiting' and due.next_attempt_at <= now()
    order by due.next_attempt_at limit claim_mails.max_count for update skip locked
  )
  returning *;
$$;
grant execute on function public.claim_mails(integer) to service_role;

-- Records the results of claimed emails: sent, failed as [{id, error}], not tried. The eighth failure raises an alert.
create function public.finalize_mails(sent_ids uuid[], failed jsonb default '[]', unsent_ids uuid[] default '{}')
returns void
language sql security definer set search_path = '' as $$
  update public.outgoing_mails as mails set status = 'sent', sent_at = now(), last_error = null
  where mails.id = any (finalize_mails.sent_ids) and mails.status = 'waiting';
  delete from public.outgoing_mails as mails
  using public.orders
  where mails.id = any (finalize_mails.sent_ids) and mails.status = 'sent' and orders.id = mails.order_id
    and orders.user_id is null and orders.channel = 'online' and private.is_ended(orders.status);
  with settled as (
    update public.outgoing_mails as mails
    set status = case when mails.attempts >= 8 then 'dead' else 'waiting' end, last_error = left(failure.error, 500)
    from jsonb_to_recordset(finalize_mails.failed) as failure (id uuid, error text)
    where mails.id = failure.id and mails.status = 'waiting' returning mails.*
  )
  select private.add_alert(
    'mail_dead', settled.order_id, 'An email to {recipient} failed eight times: {reason}',
    jsonb_build_object('recipient', settled.recipient, 'reason', settled.last_error)
  )
  from settled where settled.status = 'dead';
  update public.outgoing_mails as mails set attempts = mails.attempts - 1, next_attempt_at = now()
  where mails.id = any (finalize_mails.unsent_ids) and mails.status = 'waiting';
$$;
grant execute on function public.finalize_mails(uuid[], jsonb, uuid[]) to service_role;

-- Form of 0.1.0, for processes that are not replaced yet.
create function public.finalize_mail(mail_id uuid, error text default null) returns public.outgoing_mails
language sql security definer set search_path = '' as $$
  select public.finalize_mails(array[mail_id]) where error is null;
  select public.finalize_mails('{}', jsonb_build_array(jsonb_build_object('id', mail_id, 'error', error)))
  where error is not null;
  select * from public.outgoing_mails as mails where mails.id = finalize_mail.mail_id;
$$;
grant execute on function public.finalize_mail(uuid, text) to service_role;

-- Lists open intents of canceled orders, to be canceled too.
create function public.list_unclosed_intents(max_count integer)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = '' as $$
  select orders.id, orders.payment_intent_id from public.orders
  where orders.status = 'cancelled' and orders.intent_closed_at is null and orders.payment_intent_id is not null
  order by orders.created_at limit list_unclosed_intents.max_count;
$$;
grant execute on function public.list_unclosed_intents(integer) to service_role;

-- Marks the order's intent as closed.
create function public.close_intent(order_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.orders set intent_closed_at = now()
  where orders.id = close_intent.order_id and orders.status = 'cancelled' and orders.intent_closed_at is null;
$$;
grant execute on function public.close_intent(uuid) to service_role;

-- Lists orders that were unpaid for 24 hours, and those not paid in the store in time.
create function public.list_abandoned_orders(max_count integer)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = '' as $$
  (
    select orders.id, orders.payment_intent_id from public.orders
    where orders.status = 'pending' and orders.created_at < now() - interval '24 hours'
      and not orders.pays_in_store
    order by orders.created_at limit list_abandoned_orders.max_count
  )
  union all
  (
    select orders.id, orders.payment_intent_id from public.pay_in_store_orders as waiting
    join public.orders on orders.id = waiting.order_id
    where waiting.is_waiting and waiting.pay_by < now()
    order by waiting.pay_by limit list_abandoned_orders.max_count
  );
$$;
grant execute on function public.list_abandoned_orders(integer) to service_role;

-- Cancels an order of list_abandoned_orders if it is still one; returns whether it did.
create function public.cancel_abandoned_order(order_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  pay_by timestamptz;
begin
  perform 1 from public.orders where orders.id = cancel_abandoned_order.order_id for update;
  select waiting.pay_by into pay_by from public.pay_in_store_orders as waiting
  where waiting.order_id = cancel_abandoned_order.order_id and waiting.is_waiting;
  update public.orders
  set status = 'cancelled', cancelled_by = 'server',
    cancel_reason = case when pay_by is null then 'abandoned' else 'no_show' end
  where orders.id = cancel_abandoned_order.order_id and orders.status = 'pending'
    and case when pay_by is null then orders.created_at < now() - interval '24 hours' else pay_by < now() end;
  return found;
end;
$$;
grant execute on function public.cancel_abandoned_order(uuid) to service_role;

-- Lists intents of pending orders, unpaid delivery fees, and open holds: newest, oldest, second newest, and so on.
create function public.list_orders_to_reconcile(max_count integer default 1000)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = '' as $$
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
$$;
grant execute on function public.list_orders_to_reconcile(integer) to service_role;

-- Lists payments whose refunds must be read from the provider.
create function public.list_unread_refunds(max_count integer) returns setof text
language sql stable security definer set search_path = '' as $$
  select payments.payment_intent_id from public.payments
  where payments.refunds_unread limit list_unread_refunds.max_count;
$$;
grant execute on function public.list_unread_refunds(integer) to service_role;

-- Records that a payment's refunds are read. Call it before reading, so that later refunds count.
create function public.record_refunds_read(payment_intent_id text) returns void
language sql security definer set search_path = '' as $$
  update public.payments set refunds_unread = false
  where payments.payment_intent_id = record_refunds_read.payment_intent_id;
$$;
grant execute on function public.record_refunds_read(text) to service_role;

-- One row: the time up to which the provider's events have been reconciled.
create table private.reconciliation (
  id boolean primary key default true check (id),
  reconciled_until timestamptz
);

insert into private.reconciliation default values;

-- Returns until when the provider's events are reconciled; null before the first time.
create function public.reconciled_until() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select reconciliation.reconciled_until from private.reconciliation;
$$;
grant execute on function public.reconciled_until() to service_role;

-- Records until when the provider's events are reconciled. Call it once all of them are applied.
create function public.record_reconciled(until timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.reconciliation set reconciled_until = record_reconciled.until;
$$;
grant execute on function public.record_reconciled(timestamptz) to service_role;
