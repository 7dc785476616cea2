-- Stored files that are missing raise an alert; a later count replaces the message of the open one.
alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails', 'files_missing',
  'payment_disputed'
));

create or replace function public.raise_alert(kind text, order_id uuid, message text) returns void
language sql security definer set search_path = ''
as $$
  -- One open alert per problem, with its latest message.
  with known as (
    update public.shop_alerts set message = left(raise_alert.message, 1000)
    where shop_alerts.resolved_at is null and shop_alerts.kind = raise_alert.kind
      and shop_alerts.order_id is not distinct from raise_alert.order_id
    returning 1
  )
  insert into public.shop_alerts (kind, order_id, message)
  select raise_alert.kind, raise_alert.order_id, left(raise_alert.message, 1000)
  where not exists (select from known);
$$;
