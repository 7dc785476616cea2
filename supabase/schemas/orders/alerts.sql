-- Alerts of the server for staff, such as payments that do not match or failed refunds; a manager resolves each.
create table public.shop_alerts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails', 'files_missing',
  'payment_disputed', 'hold_lost', 'capture_stuck', 'text_dead', 'texts_limited', 'not_delivered', 'text_received', 'codes_limited'
)),
  order_id uuid references public.orders (id) on delete cascade,
  message text not null check (char_length(message) <= 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  refund_id uuid, -- The refund that failed, while it can be tried again or given in cash; null for every other alert.
  payment_intent_id text, -- The payment without an order, which can be refunded; null for every other alert.
  -- Values in the message, by name; null: it is shown as written. app/features/order-admin/alert-text.ts has the texts.
  facts jsonb
);
create index shop_alerts_open on public.shop_alerts (created_at) where resolved_at is null;
create index shop_alerts_order_id on public.shop_alerts (order_id);

revoke all on public.shop_alerts from service_role;
grant select on public.shop_alerts to authenticated, service_role;
create policy "managers read alerts" on public.shop_alerts
  for select to authenticated using ((select private.can_manage()));

-- The message has the facts as {names}.
create function private.add_alert(
  kind text, order_id uuid, message text, facts jsonb default '{}', refund_id uuid default null,
  payment_intent_id text default null
) returns void
language sql set search_path = '' as $$
  insert into public.shop_alerts (kind, order_id, message, facts, refund_id, payment_intent_id)
  values (kind, order_id, left(private.fill_text(message, facts), 1000), facts, refund_id, payment_intent_id);
$$;

-- For the server: raises an alert with a complete message. Security definer: callers may not write alerts directly.
create function public.raise_alert(kind text, order_id uuid, message text, facts jsonb default null) returns void
language sql security definer set search_path = '' as $$
  -- One open alert per problem, with its latest message.
  with known as (
    update public.shop_alerts set message = left(raise_alert.message, 1000), facts = raise_alert.facts
    where shop_alerts.resolved_at is null and shop_alerts.kind = raise_alert.kind
      and shop_alerts.order_id is not distinct from raise_alert.order_id
    returning 1
  )
  insert into public.shop_alerts (kind, order_id, message, facts)
  select raise_alert.kind, raise_alert.order_id, left(raise_alert.message, 1000), raise_alert.facts
  where not exists (select from known);
$$;
grant execute on function public.raise_alert(text, uuid, text, jsonb) to service_role;

-- For managers: marks an alert as done. Security definer: callers may not change alerts directly.
create function public.resolve_alert(alert_id bigint) returns public.shop_alerts
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'permission denied for function resolve_alert');
  select private.reject_if(not exists (
    select from public.shop_alerts where shop_alerts.id = resolve_alert.alert_id
  ), 'PT404', 'This alert doesn''t exist.');
  update public.shop_alerts set resolved_at = coalesce(resolved_at, now()) where id = resolve_alert.alert_id returning *;
$$;
grant execute on function public.resolve_alert(bigint) to authenticated;
