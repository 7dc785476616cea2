-- The queue of emails, which the worker sends: waiting, sent, or undeliverable (dead).
create table public.outgoing_mails (
  id uuid primary key default gen_random_uuid(),
  event_key text not null unique, -- The event reported; the unique key makes a repeat a no-op.
  kind text not null check (kind in (
    'order_paid', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled',
    'order_refunded', 'payment_failed', 'shop_order_paid', 'shop_order_cancelled', 'pay_link',
    'delivery_fee', 'delivery_fee_paid', 'refund_failed', 'window_lost', 'pay_in_store', 'shop_pay_in_store'
  )),
  order_id uuid not null references public.orders (id) on delete cascade,
  recipient text not null,
  facts jsonb not null, -- Facts of the email at that moment.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outgoing_mails_waiting on public.outgoing_mails (next_attempt_at) where status = 'waiting';
create index outgoing_mails_dead on public.outgoing_mails (created_at) where status = 'dead';
create index outgoing_mails_order_id on public.outgoing_mails (order_id);
create index outgoing_mails_recipient on public.outgoing_mails (lower(recipient), created_at);

revoke all on public.outgoing_mails from service_role;
grant select on public.outgoing_mails to authenticated, service_role;
create policy "managers read outgoing mails" on public.outgoing_mails
  for select to authenticated using ((select private.can_manage()));
