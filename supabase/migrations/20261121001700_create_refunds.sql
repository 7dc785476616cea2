-- Money on its way back. A refund is requested in the transaction that decides it, sent by the worker, and
-- settled by what the provider says. Nobody writes it but the functions below and of later migrations.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id),
  payment_intent_id text not null references public.payments (payment_intent_id),
  amount_cents bigint not null check (amount_cents > 0),
  lines jsonb check (jsonb_typeof(lines) = 'array'),
  reason text not null check (reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled', 'provider')),
  requested_by uuid references public.profiles (id) on delete set null,
  request_key uuid,
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (order_id, request_key)
);
comment on table public.refunds is 'Every refund of every payment, whoever began it.';
comment on column public.refunds.lines is '[{order_item_id, quantity}] when lines were refunded; null for an amount.';
comment on column public.refunds.reason is 'provider: it was made in the provider''s dashboard.';
comment on column public.refunds.requested_by is 'Null: the shop''s server, or the provider''s dashboard.';
comment on column public.refunds.next_attempt_at is 'When the worker may send it (again); moved on when it is claimed.';
create index refunds_order_id on public.refunds (order_id);
create index refunds_payment_intent_id on public.refunds (payment_intent_id);
create index refunds_to_send on public.refunds (next_attempt_at) where status = 'requested';

alter table public.refunds enable row level security;
revoke all on public.refunds from anon, authenticated, service_role;
grant select on public.refunds to authenticated, service_role;
create policy "customers read the refunds of their orders, admins read all" on public.refunds
  for select to authenticated
  using (
    exists (select 1 from public.orders where orders.id = refunds.order_id)
    or (select private.is_admin())
  );

create function private.refundable_cents(payment_intent_id text) returns bigint
language sql stable set search_path = ''
as $$
  select payments.amount_cents - coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.payment_intent_id = payments.payment_intent_id and refunds.status <> 'failed'
  ), 0)::bigint
  from public.payments where payments.payment_intent_id = refundable_cents.payment_intent_id;
$$;
comment on function private.refundable_cents(text) is 'What is neither given back nor on its way back.';
revoke all on function private.refundable_cents(text) from public;

create function private.guard_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_cents bigint;
begin
  if tg_op = 'UPDATE' then
    -- Late news change nothing: a refund that arrived is not on its way again, a failed one stays failed.
    if array_position(array['requested', 'pending', 'succeeded', 'failed'], new.status)
      < array_position(array['requested', 'pending', 'succeeded', 'failed'], old.status) then
      new.status := old.status;
    end if;
    if new.amount_cents <> old.amount_cents or new.payment_intent_id <> old.payment_intent_id then
      raise sqlstate 'PT409' using message = 'A refund keeps its amount and its payment.';
    end if;
    return new;
  end if;
  -- Two refunds of one payment take turns, so that together they are never more than was paid.
  perform 1 from public.payments where payments.payment_intent_id = new.payment_intent_id for update;
  left_cents := private.refundable_cents(new.payment_intent_id);
  if new.status <> 'failed' and new.amount_cents > left_cents then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this payment is left to refund.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  return new;
end;
$$;
comment on function private.guard_refund() is 'Security definer: it reads and locks the ledger whoever writes.';
revoke all on function private.guard_refund() from public;
create trigger guard_refund before insert or update on public.refunds
  for each row execute function private.guard_refund();

create function private.sum_refunds() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payments
  set refunded_cents = coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.payment_intent_id = new.payment_intent_id and refunds.status = 'succeeded'
  ), 0)
  where payments.payment_intent_id = new.payment_intent_id;
  if new.lines is not null then
    update public.order_items as items
    set refunded_quantity = least(items.quantity, (
      select coalesce(sum(line.quantity), 0)
      from public.refunds
      cross join jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, quantity integer)
      where refunds.order_id = new.order_id and refunds.status = 'succeeded' and refunds.lines is not null
        and line.order_item_id = items.id
    ))
    where items.order_id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_refunds() is 'Security definer, as everything that writes money.';
revoke all on function private.sum_refunds() from public;
create trigger sum_first_refund after insert on public.refunds
  for each row when (new.status = 'succeeded') execute function private.sum_refunds();
create trigger sum_refunds after update of status on public.refunds
  for each row when (old.status is distinct from new.status) execute function private.sum_refunds();

-- Requests the whole rest of a payment; nothing when nothing is left.
create function private.refund_rest(payment_intent_id text, reason text, requested_by uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  left_cents bigint;
begin
  select * into paid from public.payments
  where payments.payment_intent_id = refund_rest.payment_intent_id for update;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if left_cents > 0 then
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by)
    values (paid.order_id, paid.payment_intent_id, left_cents, refund_rest.reason, refund_rest.requested_by);
  end if;
end;
$$;
comment on function private.refund_rest(text, text, uuid) is 'Call it with the order locked.';
revoke all on function private.refund_rest(text, text, uuid) from public;

-- What the provider says of a refund, and everything that follows from it.
create function private.apply_refund_status(
  refund_id uuid, provider_refund_id text, status text, error text
) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  known public.refunds;
  settled public.refunds;
  paid public.payments;
  target public.orders;
begin
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id;
  -- Order, payment, refund: everybody locks in this order.
  select * into target from public.orders where orders.id = known.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = known.payment_intent_id for update;
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id for update;
  update public.refunds
  set status = apply_refund_status.status,
      provider_refund_id = coalesce(refunds.provider_refund_id, apply_refund_status.provider_refund_id),
      last_error = coalesce(left(apply_refund_status.error, 500), refunds.last_error),
      settled_at = case when apply_refund_status.status in ('succeeded', 'failed')
        then coalesce(refunds.settled_at, now()) end
  where refunds.id = known.id
    -- Late news change nothing.
    and array_position(array['requested', 'pending', 'succeeded', 'failed'], apply_refund_status.status)
      >= array_position(array['requested', 'pending', 'succeeded', 'failed'], refunds.status)
  returning * into settled;
  if settled.id is null then
    return known;
  elsif settled.status = known.status then
    return settled;
  end if;

  if settled.status = 'failed' then
    perform private.add_alert('refund_failed', settled.order_id, format(
      'The refund of $%s failed: %s', to_char(settled.amount_cents / 100.0, 'FM999999990.00'),
      coalesce(settled.last_error, 'the provider gave no reason.')
    ));
  elsif settled.status = 'succeeded' and target.id is not null then
    select * into paid from public.payments where payments.payment_intent_id = settled.payment_intent_id;
    if paid.purpose = 'order' and paid.refunded_cents = paid.amount_cents then
      perform private.give_back_stock(target.id);
      if exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = target.status and moves.to_status = 'refunded'
      ) then
        update public.orders set status = 'refunded' where orders.id = target.id;
      end if;
    elsif paid.purpose = 'order' and settled.lines is not null then
      perform private.give_back_stock(target.id, settled.lines);
    end if;
  end if;
  return settled;
end;
$$;
comment on function private.apply_refund_status(uuid, text, text, text) is
  'Moves a refund forward, never back; a succeeded one gives back stock and may make the order refunded, a '
  'failed one raises an alert.';
revoke all on function private.apply_refund_status(uuid, text, text, text) from public;
