-- Store metrics for monitoring, one row per figure: how much work waits, for how long, and what needs a person. Reads
-- only open or recent rows, through indexes. Security definer: it counts rows that the server does not read.
create function public.read_store_metrics() returns table (name text, label text, value double precision)
language sql stable security definer set search_path = '' as $$
  with due (kind, created_at) as (
    select 'email', outgoing_mails.created_at from public.outgoing_mails where outgoing_mails.status = 'waiting'
    union all
    select 'refund', refunds.created_at from public.refunds
    -- Staff give back what was paid in the store.
    where refunds.status = 'requested' and exists (
      select from public.payments
      where payments.payment_intent_id = refunds.payment_intent_id and payments.method = 'card'
    )
    union all
    select 'push', push_messages.next_attempt_at from private.push_messages
    where push_messages.next_attempt_at <= now()
    union all
    select 'payment_event', payment_events.received_at from public.payment_events
    where payment_events.outcome = 'waits_for_payment'
      -- An intent that was declined before it was canceled never has a payment.
      and payment_events.type <> 'payment_intent.canceled'
  ), kinds as (
    select kinds.kind, count(due.kind) as due_count,
      coalesce(extract(epoch from now() - min(due.created_at)), 0) as oldest_seconds
    from unnest(array['email', 'refund', 'push', 'payment_event']) as kinds (kind)
    left join due on due.kind = kinds.kind
    group by kinds.kind
  )
  select 'due', kinds.kind, kinds.due_count::double precision from kinds
  union all
  select 'oldest_due_seconds', kinds.kind, kinds.oldest_seconds::double precision from kinds
  union all
  select 'open_orders', order_statuses.status, (
    select count(*) from public.orders
    where orders.status = order_statuses.status and private.is_open(orders.status)
  )
  from public.order_statuses where order_statuses.is_open
  union all
  select 'orders_placed_last_hour', '', (select count(*) from public.orders where orders.created_at > now() - interval '1 hour')
  union all
  select 'orders_paid_last_hour', '', (select count(*) from public.orders where orders.paid_at > now() - interval '1 hour')
  union all
  select 'open_alerts', '', (select count(*) from public.shop_alerts where shop_alerts.resolved_at is null)
  union all
  select 'dead_emails', '', (select count(*) from public.outgoing_mails where outgoing_mails.status = 'dead');
$$;
grant execute on function public.read_store_metrics() to service_role;
