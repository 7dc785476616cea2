-- The ledger: one row for each payment intent that succeeded, whatever it was for. Orders take what was
-- paid and refunded from here alone. Nobody writes it but the functions of later migrations.
create table public.payments (
  payment_intent_id text primary key,
  order_id uuid references public.orders (id),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  purpose text not null check (purpose in ('order', 'duplicate', 'cancelled_order', 'mismatch', 'unknown_order')),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  refunds_unread boolean not null default false,
  received_at timestamptz not null default now(),
  check ((order_id is null) = (purpose = 'unknown_order'))
);
comment on table public.payments is 'The payment intents that succeeded, by their own id.';
comment on column public.payments.purpose is
  'order: paid the order; duplicate: the order was paid before; cancelled_order: it was cancelled before; '
  'mismatch: amount or currency are not the order''s; unknown_order: no such order.';
comment on column public.payments.refunded_cents is 'The sum of its succeeded refunds, kept by a trigger.';
comment on column public.payments.refunds_unread is
  'The provider gave back more than the known refunds explain; the worker asks for them.';
create unique index payments_of_orders on public.payments (order_id) where purpose = 'order';
create index payments_order_id on public.payments (order_id);
create index payments_refunds_unread on public.payments (payment_intent_id) where refunds_unread;

alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated, service_role;
grant select on public.payments to authenticated, service_role;
create policy "customers read the payments of their orders, admins read all" on public.payments
  for select to authenticated
  using (
    exists (select 1 from public.orders where orders.id = payments.order_id)
    or (select private.is_admin())
  );

alter table public.orders
  add column paid_amount numeric(10, 2) not null default 0 check (paid_amount >= 0),
  add column refunded_amount numeric(10, 2) not null default 0 check (refunded_amount between 0 and paid_amount),
  add column cancelled_by text check (cancelled_by in ('customer', 'admin', 'server')),
  add column cancel_reason text check (cancel_reason in ('requested', 'abandoned', 'sold_out')),
  add column intent_closed_at timestamptz;
comment on column public.orders.paid_amount is 'What the payment of purpose order brought; kept by triggers from payments.';
comment on column public.orders.refunded_amount is 'What was given back of it; kept by triggers from refunds.';
comment on column public.orders.intent_closed_at is
  'When the open intent of a cancelled order was closed at the provider, or there was nothing to close.';
create index orders_pending on public.orders (created_at) where status = 'pending';
create index orders_pending_intents on public.orders (id) where status = 'pending' and payment_intent_id is not null;
create index orders_unclosed_intents on public.orders (created_at)
  where status = 'cancelled' and intent_closed_at is null and payment_intent_id is not null;

create function private.sum_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.purpose = 'order' then
    update public.orders
    set paid_amount = new.amount_cents / 100.0, refunded_amount = new.refunded_cents / 100.0
    where orders.id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_payments() is 'Security definer, as everything that writes money.';
revoke all on function private.sum_payments() from public;
create trigger sum_payments after insert or update of refunded_cents on public.payments
  for each row execute function private.sum_payments();

-- Orders that were paid before there was a ledger.
insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose, received_at)
select payment_intent_id, id, (total * 100)::bigint, 'usd', 'order', coalesce(paid_at, created_at)
from public.orders
where payment_intent_id is not null and paid_at is not null;
update public.orders set intent_closed_at = now() where status = 'cancelled' and paid_at is not null;

create function private.empty_money() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.paid_amount := 0;
  new.refunded_amount := 0;
  new.cancelled_by := null;
  new.cancel_reason := null;
  new.intent_closed_at := null;
  return new;
end;
$$;
comment on function private.empty_money() is 'A new order has no past, whatever an insert says.';
revoke all on function private.empty_money() from public;
create trigger empty_money before insert on public.orders
  for each row execute function private.empty_money();

create function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.created_at <> old.created_at
    or (new.user_id is not null and new.user_id is distinct from old.user_id)
  ) then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', old.status);
  end if;
  -- Whatever an update says, what was paid and refunded is what the ledger says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select coalesce(sum(payments.amount_cents), 0) / 100.0, coalesce(sum(payments.refunded_cents), 0) / 100.0
    into new.paid_amount, new.refunded_amount
    from public.payments where payments.order_id = new.id and payments.purpose = 'order';
  end if;
  return new;
end;
$$;
comment on function private.guard_order() is
  'Security definer: it reads the ledger whoever writes. It also holds for the shop''s own server.';
revoke all on function private.guard_order() from public;
create trigger guard_order before update on public.orders
  for each row execute function private.guard_order();

create function private.keep_paid_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = 'An order with a payment cannot be erased.';
end;
$$;
revoke all on function private.keep_paid_order() from public;
create trigger keep_paid_order before delete on public.orders
  for each row when (old.payment_intent_id is not null) execute function private.keep_paid_order();

create function private.guard_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from public.orders
    where orders.id = old.order_id and (orders.payment_intent_id is not null or orders.status <> 'pending')
  ) then
    raise sqlstate 'PT409' using message = 'The lines of this order can no longer change.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_order_item() is
  'Security definer: it reads the order whoever writes. It also holds for the shop''s own server.';
revoke all on function private.guard_order_item() from public;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url on public.order_items
  for each row execute function private.guard_order_item();
