-- What was agreed about a delivery after its order was paid: it is free, or a payment of its own, apart from the order's.
alter table public.payments drop constraint payments_purpose_check;
alter table public.payments add constraint payments_purpose_check check (purpose in (
  'order', 'delivery_fee', 'duplicate', 'cancelled_order', 'withdrawn_fee', 'mismatch', 'unknown_order'
));
comment on column public.payments.purpose is
  'order: paid the order; delivery_fee: paid the fee that was agreed afterwards; duplicate: the order was paid before; '
  'cancelled_order: it was cancelled before; withdrawn_fee: the fee was changed, withdrawn, or ended with its order; '
  'mismatch: amount or currency are not the order''s, or the fee''s; unknown_order: no such order.';
create unique index payments_of_fees on public.payments (order_id) where purpose = 'delivery_fee';
drop index public.payments_received_at;
create index payments_received_at on public.payments (received_at) where purpose in ('order', 'delivery_fee');
comment on column public.orders.paid_amount is
  'What the payments of purpose order and delivery_fee brought; kept by triggers from payments.';
alter table public.outgoing_mails drop constraint outgoing_mails_kind_check;
alter table public.outgoing_mails add constraint outgoing_mails_kind_check check (kind in (
  'order_paid', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled',
  'order_refunded', 'payment_failed', 'shop_order_paid', 'shop_order_cancelled', 'pay_link', 'delivery_fee',
  'delivery_fee_paid'
));
alter table public.shop_history drop constraint shop_history_kind_check;
alter table public.shop_history add constraint shop_history_kind_check check (
  kind in ('refund', 'price', 'settings', 'export', 'right', 'counter', 'import', 'fee')
);

create table public.delivery_fees (
  order_id uuid primary key references public.orders (id) on delete cascade,
  amount numeric(10, 2) not null check (amount between 0 and 1000),
  tax_rate numeric(6, 4) not null check (tax_rate >= 0),
  tax_amount numeric(10, 2) not null check (tax_amount between 0 and amount),
  payment_intent_id text unique,
  agreed_by uuid references public.profiles (id) on delete set null,
  agreed_at timestamptz not null default now(),
  paid_at timestamptz,
  constraint fee_is_free_or_payable check (amount = 0 or amount >= 0.50)
);
comment on table public.delivery_fees is 'What was agreed about a delivery that was not included; no row: nothing yet.';
comment on column public.delivery_fees.amount is 'Without tax; 0: the delivery is free. No card pays less than 50 cents.';
comment on column public.delivery_fees.tax_rate is 'Of deliveries on the day of the order, in percent.';
comment on column public.delivery_fees.payment_intent_id is 'The one that pays it; null: nobody has begun to.';
comment on column public.delivery_fees.paid_at is 'From then on the fee stands.';
create index delivery_fees_unpaid on public.delivery_fees (agreed_at) where paid_at is null and payment_intent_id is not null;

alter table public.delivery_fees enable row level security;
revoke all on public.delivery_fees from anon, authenticated, service_role;
grant select on public.delivery_fees to authenticated, service_role;
create policy "delivery fees are read by whoever reads their order" on public.delivery_fees
  for select to authenticated
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and amount between 0 and (select case when private.may_manage() then 99999999 end)
    )
  );

-- Every intent that was ever made for a fee: by this, and by nothing that an event says, its money is told from the
-- order's. One that no fee names any more is closed at the provider.
create table private.fee_intents (
  payment_intent_id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  amount_cents bigint not null check (amount_cents > 0),
  made_at timestamptz not null default now(),
  closed_at timestamptz
);
comment on table private.fee_intents is 'Payment intents of delivery fees; closed: it takes no money any more.';
create index fee_intents_open on private.fee_intents (made_at) where closed_at is null;
create index fee_intents_order_id on private.fee_intents (order_id);

alter table private.fee_intents enable row level security;
revoke all on private.fee_intents from public;

create function private.fee_cents(fee public.delivery_fees) returns bigint
language sql immutable set search_path = ''
as $$ select ((fee.amount + fee.tax_amount) * 100)::bigint $$;
comment on function private.fee_cents(public.delivery_fees) is 'What is to be paid for it, with its tax.';
revoke all on function private.fee_cents(public.delivery_fees) from public;

create function public.set_delivery_fee(order_id uuid, amount numeric) returns public.delivery_fees
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  known public.delivery_fees;
  agreed public.delivery_fees;
  was_told boolean;
begin
  select * into target from public.orders where orders.id = set_delivery_fee.order_id for update;
  if target.id is null or not private.may_manage() then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  select * into known from public.delivery_fees as fees where fees.order_id = target.id;
  if set_delivery_fee.amount is not distinct from known.amount then
    return known;
  end if;
  if known.paid_at is not null then
    raise sqlstate 'PT409' using message = 'The delivery fee is paid. Please give it back instead.';
  end if;
  if set_delivery_fee.amount is not null and (
    set_delivery_fee.amount not between 0 and 1000
    or set_delivery_fee.amount <> round(set_delivery_fee.amount, 2)
    or set_delivery_fee.amount between 0.01 and 0.49
  ) then
    raise sqlstate 'PT422' using message = 'A delivery fee is $0.00, or from $0.50 to $1,000.00.';
  end if;
  if set_delivery_fee.amount is not null and target.delivery_included then
    raise sqlstate 'PT409' using message = 'The delivery of this order has its price.';
  end if;
  if set_delivery_fee.amount is not null
    and target.status not in ('paid', 'preparing', 'ready', 'out_for_delivery') then
    raise sqlstate 'PT409' using message = format('The order is %s: its delivery fee is no longer agreed.', target.status);
  end if;
  if set_delivery_fee.amount > 0 and target.user_id is null then
    raise sqlstate 'PT409' using
      message = 'This order belongs to no account that could pay online. Please take the fee when you bring it.';
  end if;
  -- Of what the customer has not heard yet only the last word is told.
  delete from public.outgoing_mails as mails
  where mails.order_id = target.id and mails.kind = 'delivery_fee' and mails.status = 'waiting' and mails.attempts = 0;
  was_told := known.order_id is not null and not found;
  -- The intent of what was agreed before goes with it, and is closed at the provider.
  delete from public.delivery_fees as fees where fees.order_id = target.id;
  if set_delivery_fee.amount is not null then
    insert into public.delivery_fees (order_id, amount, tax_rate, tax_amount, agreed_by)
    values (
      target.id, set_delivery_fee.amount, target.delivery_tax_rate,
      round(set_delivery_fee.amount * target.delivery_tax_rate / 100, 2), (select auth.uid())
    )
    returning * into agreed;
  end if;
  perform private.add_to_history(
    'fee', 'Delivery fee of order ' || target.order_number,
    case when known.order_id is not null then jsonb_build_object('amount', known.amount) end,
    case when agreed.order_id is not null then jsonb_build_object('amount', agreed.amount) end
  );
  if agreed.order_id is not null or was_told then
    perform private.queue_mail(
      'delivery_fee', target.id, format('delivery_fee:%s:%s', target.id, extract(epoch from clock_timestamp()))
    );
  end if;
  return agreed;
end;
$$;
comment on function public.set_delivery_fee(uuid, numeric) is
  'For the owner and managers: what was agreed about a delivery that was not included, in dollars without tax; 0: it is '
  'free; null: nothing is agreed any more. Until it is paid it can be changed. The customer is told each time. An order of '
  'no account has nobody who could pay one. Security definer: nobody writes fees by hand.';
revoke all on function public.set_delivery_fee(uuid, numeric) from public, anon, service_role;
grant execute on function public.set_delivery_fee(uuid, numeric) to authenticated;

create function public.attach_fee_intent(
  order_id uuid, payment_intent_id text, amount_cents bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  fee public.delivery_fees;
begin
  select * into target from public.orders where orders.id = attach_fee_intent.order_id for update;
  select * into fee from public.delivery_fees as fees where fees.order_id = target.id;
  -- It may have been changed, withdrawn or paid while the provider made the intent.
  if fee.order_id is null or fee.paid_at is not null or target.status in ('cancelled', 'refunded')
    or private.fee_cents(fee) <> attach_fee_intent.amount_cents
    or attach_fee_intent.payment_intent_id = target.payment_intent_id
    or exists (
      select from public.payments where payments.payment_intent_id = attach_fee_intent.payment_intent_id
    ) then
    raise sqlstate 'PT409' using message = 'The delivery fee has changed.';
  end if;
  insert into private.fee_intents (payment_intent_id, order_id, amount_cents)
  values (attach_fee_intent.payment_intent_id, target.id, attach_fee_intent.amount_cents)
  on conflict (payment_intent_id) do nothing;
  if not exists (
    select from private.fee_intents as known
    where known.payment_intent_id = attach_fee_intent.payment_intent_id and known.order_id = target.id
      and known.closed_at is null
  ) then
    raise sqlstate 'PT409' using message = 'The delivery fee has changed.';
  end if;
  update public.delivery_fees as fees set payment_intent_id = attach_fee_intent.payment_intent_id
  where fees.order_id = target.id;
end;
$$;
comment on function public.attach_fee_intent(uuid, text, bigint) is
  'For the shop''s server: ties a payment intent to an unpaid delivery fee of exactly that amount. Call it before the '
  'customer can pay: an intent that is not known here is taken for one of the order. Security definer: nobody writes '
  'fees by hand.';
revoke all on function public.attach_fee_intent(uuid, text, bigint) from public, anon, authenticated;
grant execute on function public.attach_fee_intent(uuid, text, bigint) to service_role;

create function private.record_fee_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  fee public.delivery_fees;
  purpose text;
begin
  select * into target from public.orders where orders.id = record_fee_payment.order_id for update;
  select * into fee from public.delivery_fees as fees
  where fees.payment_intent_id = record_fee_payment.payment_intent_id;
  purpose := case
    when fee.order_id is null or fee.paid_at is not null or target.status in ('cancelled', 'refunded')
      then 'withdrawn_fee'
    when record_fee_payment.amount_cents is distinct from private.fee_cents(fee)
      or record_fee_payment.currency is distinct from 'usd' then 'mismatch'
    else 'delivery_fee'
  end;
  update private.fee_intents as intents set closed_at = coalesce(intents.closed_at, now())
  where intents.payment_intent_id = record_fee_payment.payment_intent_id;
  if purpose = 'delivery_fee' then
    update public.delivery_fees as fees set paid_at = now() where fees.order_id = target.id;
  elsif purpose = 'mismatch' then
    -- Somebody of the shop looks at it, and agrees anew.
    delete from public.delivery_fees as fees where fees.order_id = target.id;
  end if;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose)
  values (
    record_fee_payment.payment_intent_id, target.id, coalesce(record_fee_payment.amount_cents, 0),
    coalesce(record_fee_payment.currency, ''), purpose
  );
  if purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'The payment %s brought %s %s; the delivery fee was %s USD. It is not paid; please agree on it again.',
      record_fee_payment.payment_intent_id,
      to_char(record_fee_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_fee_payment.currency),
      to_char(private.fee_cents(fee) / 100.0, 'FM999999990.00')
    ));
    return 'mismatch';
  elsif purpose = 'withdrawn_fee' then
    perform private.refund_rest(record_fee_payment.payment_intent_id, 'cancelled', null);
    return 'fee_was_withdrawn';
  end if;
  perform private.queue_mail('delivery_fee_paid', target.id, 'delivery_fee_paid:' || target.id);
  return 'fee_paid';
end;
$$;
comment on function private.record_fee_payment(uuid, text, bigint, text) is
  'An intent of a delivery fee succeeded. It pays that fee and nothing else; what was changed, withdrawn or has ended '
  'meanwhile gives the money back.';
revoke all on function private.record_fee_payment(uuid, text, bigint, text) from public;

create function private.drop_unpaid_fee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.delivery_fees as fees
  where fees.order_id = new.id and fees.paid_at is null and fees.amount > 0;
  return null;
end;
$$;
comment on function private.drop_unpaid_fee() is
  'Nobody pays for the delivery of an order that has ended. Security definer: nobody writes fees by hand.';
revoke all on function private.drop_unpaid_fee() from public;

create trigger drop_unpaid_fee after update of status on public.orders
  for each row when (old.status is distinct from new.status and new.status in ('cancelled', 'refunded'))
  execute function private.drop_unpaid_fee();

create function public.list_unclosed_fee_intents(max_count integer) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select intents.payment_intent_id from private.fee_intents as intents
    where intents.closed_at is null and not exists (
      select from public.delivery_fees as fees where fees.payment_intent_id = intents.payment_intent_id
    )
    order by intents.made_at
    limit list_unclosed_fee_intents.max_count;
end;
$$;
comment on function public.list_unclosed_fee_intents(integer) is
  'For the shop''s server: intents of fees that were changed, withdrawn, or ended with their order. Security definer: '
  'nobody reads them by hand.';
revoke all on function public.list_unclosed_fee_intents(integer) from public, anon, authenticated;
grant execute on function public.list_unclosed_fee_intents(integer) to service_role;

create function public.close_fee_intent(payment_intent_id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.fee_intents as intents set closed_at = now()
  where intents.payment_intent_id = close_fee_intent.payment_intent_id and intents.closed_at is null;
end;
$$;
comment on function public.close_fee_intent(text) is
  'For the shop''s server: the intent takes no money any more. Security definer: nobody writes them by hand.';
revoke all on function public.close_fee_intent(text) from public, anon, authenticated;
grant execute on function public.close_fee_intent(text) to service_role;

create function private.told_fee(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'amount', fees.amount, 'tax_amount', fees.tax_amount, 'is_paid', fees.paid_at is not null
    )
    from public.delivery_fees as fees where fees.order_id = told_fee.order_id
  );
end;
$$;
comment on function private.told_fee(uuid) is
  'What was agreed about a delivery afterwards, as mails, links and the desk tell it; null: nothing.';
revoke all on function private.told_fee(uuid) from public;

create or replace function private.sum_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.purpose in ('order', 'delivery_fee') then
    update public.orders set paid_amount = came.cents / 100.0, refunded_amount = came.refunded_cents / 100.0
    from (
      select sum(payments.amount_cents) as cents, sum(payments.refunded_cents) as refunded_cents
      from public.payments
      where payments.order_id = new.order_id and payments.purpose in ('order', 'delivery_fee')
    ) as came
    where orders.id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_payments() is 'Security definer, as everything that writes money.';

create or replace function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text, method text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  purpose text;
  fee_order_id uuid;
begin
  if exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id) then
    return 'already_recorded';
  end if;
  -- What the shop itself knows of the intent decides, whatever the event names: a fee never pays an order.
  select intents.order_id into fee_order_id from private.fee_intents as intents
  where intents.payment_intent_id = record_payment.payment_intent_id;
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
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint
      or record_payment.currency is distinct from 'usd' or target.total = 0 then 'mismatch'
    else 'order'
  end;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose, method, taken_by)
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose, record_payment.method,
    case when record_payment.method <> 'card' then (select auth.uid()) end
  );

  if purpose = 'unknown_order' then
    perform private.add_alert('unknown_order', null, format(
      'The payment %s of %s %s names no order of this shop.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'The payment %s brought %s %s; the order costs %s USD. The order is not paid.', record_payment.payment_intent_id,
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

  if private.take_stock(target.id) then
    update public.orders set status = 'paid', payment_intent_id = record_payment.payment_intent_id
    where orders.id = target.id;
    return 'paid';
  end if;
  -- Somebody else was faster: the money came, and goes back.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;
comment on function private.record_payment(uuid, text, bigint, text, text) is
  'Money came. An order is paid only by its own amount and currency, and once; a delivery fee only by the intent that was '
  'made for it.';

create or replace function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.discount <> old.discount or new.discount_code_id is distinct from old.discount_code_id
    or new.tax_amount <> old.tax_amount or new.delivery_tax_amount <> old.delivery_tax_amount
    or new.delivery_tax_rate <> old.delivery_tax_rate
    or new.tax_exempt_certificate is distinct from old.tax_exempt_certificate
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
    from public.payments where payments.order_id = new.id and payments.purpose in ('order', 'delivery_fee');
  end if;
  return new;
end;
$$;
comment on function private.guard_order() is
  'Security definer: it reads the ledger whoever writes. It also holds for the shop''s own server.';

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
comment on function private.guard_order_move() is 'Security definer, so that no row rule can hide an allowed move.';

create or replace function private.refund_tax_cents(refund public.refunds, left_cents bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  left_tax_cents bigint;
  own_tax_cents bigint;
begin
  if refund.status = 'failed' then
    return 0;
  end if;
  -- What was paid twice, or for a cancelled order, was never sold: no tax is in it.
  select case payments.purpose
    when 'delivery_fee'
      then (select (fees.tax_amount * 100)::bigint from public.delivery_fees as fees where fees.order_id = orders.id)
    else (orders.tax_amount * 100)::bigint + coalesce((
      -- A taxed replacement of something exempt has its tax in the price that was paid.
      select sum(settled.kept_tax_cents - settled.paid_tax_cents) from public.order_changes as settled
      where settled.order_id = orders.id and settled.settled_at is not null
        and settled.kept_tax_cents > settled.paid_tax_cents
    ), 0)
  end - coalesce((
    select sum(others.tax_cents) from public.refunds as others
    where others.payment_intent_id = payments.payment_intent_id and others.status <> 'failed'
  ), 0) into left_tax_cents
  from public.payments join public.orders on orders.id = payments.order_id
  where payments.payment_intent_id = refund.payment_intent_id and payments.purpose in ('order', 'delivery_fee');
  if coalesce(left_tax_cents, 0) = 0 then
    return 0;
  end if;
  own_tax_cents := case
    when refund.lines is null then round(left_tax_cents::numeric * refund.amount_cents / refund_tax_cents.left_cents)
    else (select sum(line.tax_cents) from jsonb_to_recordset(refund.lines) as line (tax_cents bigint))
  end;
  -- Never more than is left of the tax, nor so little that the rest would be more tax than money.
  return least(refund.amount_cents, left_tax_cents, greatest(
    coalesce(own_tax_cents, 0), left_tax_cents - (refund_tax_cents.left_cents - refund.amount_cents)
  ));
end;
$$;
comment on function private.refund_tax_cents(public.refunds, bigint) is
  'How much of a new refund is sales tax: that of its lines, or for an amount its share of what is left to refund.';

create or replace function private.apply_refund_status(
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
    -- A cancelled order gave back what there was when it was cancelled.
    if paid.purpose = 'order' and settled.reason = 'returned' and target.cancelled_by is null then
      perform private.give_back_stock(target.id, settled.lines);
    end if;
    if paid.purpose in ('order', 'delivery_fee') and exists (
      select 1 from public.orders
      join public.order_status_moves as moves
        on moves.from_status = orders.status and moves.to_status = 'refunded'
      where orders.id = target.id and orders.refunded_amount = orders.paid_amount
    ) then
      update public.orders set status = 'refunded' where orders.id = target.id;
    end if;
  end if;
  return settled;
end;
$$;
comment on function private.apply_refund_status(uuid, text, text, text) is
  'Moves a refund forward, never back; a succeeded one gives back the goods that were returned and may make the '
  'order refunded, a failed one raises an alert.';

create or replace function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean;
  settled public.refunds;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_refund.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = paid.payment_intent_id for update;
  select refunds.id into known_id from public.refunds
  where refunds.provider_refund_id = record_refund.refund ->> 'id';
  if known_id is null then
    -- One that we gave up is not taken up again: what the provider did all the same gets a row of its own.
    select refunds.id into known_id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id'
      and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed';
  end if;
  if known_id is null then
    -- One that failed took nothing, and needs no room.
    if record_refund.refund ->> 'status' <> 'failed' then
      -- Asked for by whomever: the whole of a cancelled order was promised, and of what came too much.
      needs_rest := paid.purpose in ('duplicate', 'cancelled_order', 'withdrawn_fee')
        or (paid.purpose in ('order', 'delivery_fee') and exists (
          select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
        ));
      perform private.make_room(paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint);
    end if;
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, status, provider_refund_id)
    values (
      paid.order_id, paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, 'provider',
      case when record_refund.refund ->> 'status' = 'failed' then 'failed' else 'pending' end,
      record_refund.refund ->> 'id'
    )
    returning refunds.id into known_id;
  end if;
  settled := private.apply_refund_status(
    known_id, record_refund.refund ->> 'id', record_refund.refund ->> 'status', record_refund.refund ->> 'error'
  );
  if needs_rest and not exists (
    select 1 from public.refunds
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status = 'requested'
  ) then
    -- The whole was promised: what the other hand left is given back too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;
comment on function private.record_refund(text, jsonb) is
  'What the provider says of a refund: one of ours, or one made in its dashboard.';

create function public.refund_delivery_fee(order_id uuid, request_key uuid default null) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
begin
  select * into target from public.orders where orders.id = refund_delivery_fee.order_id for update;
  if target.id is null or not private.may_handle(target.id) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = refund_delivery_fee.request_key;
  if made.id is not null then
    return made;
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'delivery_fee' for update;
  if coalesce(private.refundable_cents(paid.payment_intent_id), 0) = 0 then
    raise sqlstate 'PT409' using message = 'Nothing of a delivery fee is left to refund.';
  end if;
  insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by, request_key)
  values (
    target.id, paid.payment_intent_id, private.refundable_cents(paid.payment_intent_id), 'requested_by_customer',
    (select auth.uid()), refund_delivery_fee.request_key
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.refund_delivery_fee(uuid, uuid) is
  'For staff: gives back what is left of a delivery fee that was paid afterwards, with its tax. The same request key '
  'returns the same refund. Security definer: nobody writes the ledger by hand.';
revoke all on function public.refund_delivery_fee(uuid, uuid) from public, anon, service_role;
grant execute on function public.refund_delivery_fee(uuid, uuid) to authenticated;

create or replace function public.request_refund(
  order_id uuid,
  amount_cents bigint default null,
  lines jsonb default null,
  reason text default 'requested_by_customer',
  request_key uuid default null,
  mark_sold_out boolean default false
) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
  wanted_cents bigint := request_refund.amount_cents;
  wanted_lines jsonb;
  left_cents bigint;
  is_of_goods boolean;
  fee_intent_id text;
begin
  select * into target from public.orders where orders.id = request_refund.order_id for update;
  if target.id is null or not private.may_handle(target.id) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = request_refund.request_key;
  if made.id is not null then
    return made;
  end if;
  if request_refund.amount_cents is not null and request_refund.lines is not null then
    raise invalid_parameter_value using message = 'A refund is by amount or by line.';
  end if;
  if request_refund.amount_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  is_of_goods := request_refund.reason in ('missing', 'damaged', 'returned');
  if request_refund.reason is null
    or not (is_of_goods or request_refund.reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled')) then
    raise invalid_parameter_value using message = 'There is no such reason for a refund.';
  end if;
  if request_refund.lines is not null and not is_of_goods then
    raise invalid_parameter_value using message = 'A refund by line says why: missing, damaged or returned.';
  end if;
  if request_refund.amount_cents is not null and is_of_goods then
    raise invalid_parameter_value using
      message = 'Goods are missing, damaged or returned by line, or with all that is left.';
  end if;
  if request_refund.mark_sold_out and request_refund.reason <> 'missing' then
    raise invalid_parameter_value using message = 'Only what is missing is sold out.';
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT409' using message = 'This order was never paid.';
  end if;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if request_refund.lines is null and request_refund.amount_cents is null then
    -- The delivery fee that was agreed afterwards is a payment of its own.
    select payments.payment_intent_id into fee_intent_id from public.payments
    where payments.order_id = target.id and payments.purpose = 'delivery_fee';
    if left_cents = 0 and private.refundable_cents(fee_intent_id) > 0 then
      return public.refund_delivery_fee(target.id, request_refund.request_key);
    end if;
  end if;
  if request_refund.lines is not null then
    wanted_lines := private.price_refund_lines(target.id, request_refund.lines);
    wanted_cents := (
      select sum(line.amount_cents + line.tax_cents)
      from jsonb_to_recordset(wanted_lines) as line (amount_cents bigint, tax_cents bigint)
    );
  end if;
  wanted_cents := coalesce(wanted_cents, left_cents);
  if wanted_cents > left_cents or left_cents = 0 then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this order is left to refund.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  if wanted_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  insert into public.refunds (
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key
  )
  values (
    target.id, paid.payment_intent_id, wanted_cents, wanted_lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key
  )
  returning * into made;
  if fee_intent_id is not null then
    perform private.refund_rest(fee_intent_id, 'requested_by_customer', (select auth.uid()));
  end if;
  if request_refund.mark_sold_out then
    perform private.mark_sold_out(
      array_agg(items.product_id) filter (where items.size_id is null),
      array_agg(items.size_id) filter (where items.size_id is not null)
    )
    from public.order_items as items
    where items.order_id = target.id and case
      when wanted_lines is null then items.refunded_quantity < items.quantity
      else items.id in (
        select line.order_item_id from jsonb_to_recordset(wanted_lines) as line (order_item_id bigint)
      )
    end;
  end if;
  return made;
end;
$$;
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is
  'For staff: gives back an amount, lines [{order_item_id, quantity}] with their tax, or all that is left, with a delivery '
  'fee that was paid afterwards. Lines say why: '
  'only what was returned is for sale again; what is missing is sold out from now on where it says so. The same request '
  'key returns the same refund. Security definer: nobody writes the ledger by hand.';

create or replace function public.report_sales_tax(year integer)
returns table (
  month date, order_count bigint, gross numeric, exempt numeric, taxable numeric, collected numeric,
  refunded numeric, returned numeric
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  starts_at timestamptz := make_date(report_sales_tax.year, 1, 1)::timestamp at time zone zone;
  ends_at timestamptz := make_date(report_sales_tax.year + 1, 1, 1)::timestamp at time zone zone;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only an admin sees the report of the sales tax.';
  end if;
  return query
    with fees as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month, sum(fees.amount) as gross,
        sum(case when fees.tax_rate > 0 then fees.amount else 0 end) as taxable, sum(fees.tax_amount) as collected
      from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
      where payments.purpose = 'delivery_fee' and payments.received_at >= starts_at and payments.received_at < ends_at
      group by 1
    ), sales as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month,
        payments.amount_cents / 100.0 - orders.tax_amount as gross, orders.tax_amount,
        case when orders.delivery_tax_rate > 0 then orders.delivery_cost else 0 end + coalesce((
          select sum(private.line_amount(items)) from public.order_items as items
          where items.order_id = orders.id and items.tax_rate > 0
        ), 0) as taxable
      from public.payments join public.orders on orders.id = payments.order_id
      where payments.purpose = 'order' and payments.received_at >= starts_at and payments.received_at < ends_at
    ), replacements as (
      select date_trunc('month', taxes.settled_at at time zone zone)::date as month,
        sum(taxes.collected) as collected, sum(taxes.taxable) as taxable
      from private.replacement_taxes(starts_at, ends_at) as taxes
      group by 1
    ), sold as (
      select sales.month, count(*) as order_count, sum(sales.gross) as gross, sum(sales.taxable) as taxable,
        sum(sales.tax_amount) as collected
      from sales group by sales.month
    ), given_back as (
      select date_trunc('month', refunds.settled_at at time zone zone)::date as month,
        sum(refunds.amount_cents) / 100.0 as refunded, sum(refunds.tax_cents) / 100.0 as returned
      from public.refunds
      join public.payments on payments.payment_intent_id = refunds.payment_intent_id
        and payments.purpose in ('order', 'delivery_fee')
      where refunds.status = 'succeeded' and refunds.settled_at >= starts_at and refunds.settled_at < ends_at
      group by 1
    )
    select months.month, coalesce(sold.order_count, 0),
      round(coalesce(sold.gross, 0) + coalesce(fees.gross, 0) - coalesce(replacements.collected, 0), 2),
      round(
        coalesce(sold.gross - sold.taxable, 0) + coalesce(fees.gross - fees.taxable, 0)
          - coalesce(replacements.collected + replacements.taxable, 0), 2
      ),
      round(coalesce(sold.taxable, 0) + coalesce(fees.taxable, 0) + coalesce(replacements.taxable, 0), 2),
      round(coalesce(sold.collected, 0) + coalesce(fees.collected, 0) + coalesce(replacements.collected, 0), 2),
      round(coalesce(given_back.refunded, 0), 2),
      round(coalesce(given_back.returned, 0), 2)
    from (
      select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number
    ) as months
    left join sold on sold.month = months.month
    left join fees on fees.month = months.month
    left join replacements on replacements.month = months.month
    left join given_back on given_back.month = months.month
    where months.month <= (now() at time zone zone)::date
    order by months.month;
end;
$$;
comment on function public.report_sales_tax(integer) is
  'For admins: each month of a year in the shop''s time zone, by the day that money came or was given back. gross is '
  'what was sold without tax, its exempt and its taxable part; collected is the tax that came; refunded is all that went '
  'back, returned the tax in it. gross and collected are together the payments of orders and of delivery fees. Security '
  'definer: one check instead of one for each row.';

create or replace function private.order_facts(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
      'placed_at', orders.created_at,
      'status', orders.status,
      'total', orders.total,
      'delivery_cost', orders.delivery_cost,
      'delivery_included', orders.delivery_included,
      'delivery_fee', private.told_fee(orders.id),
      'tax_amount', orders.tax_amount,
      'discount', orders.discount,
      'paid_amount', orders.paid_amount,
      'refunded_amount', orders.refunded_amount,
      'delivery_type', orders.delivery_type,
      'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
      'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
      'driver_note', private.one_line(orders.driver_note, 300),
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'changes', private.line_changes(items.id)
        ) order by items.id)
        from public.order_items as items where items.order_id = orders.id
      ), '[]')
    )
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    where orders.id = order_facts.order_id
  );
end;
$$;

create or replace function private.mail_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.order_id is null or exists (
    -- The mail that was written when the order was ready, or left, told of the changes and their money.
    select 1 from public.order_changes as settled
    join public.outgoing_mails as told on told.order_id = settled.order_id and told.created_at = settled.settled_at
    where settled.refund_id = new.id
  ) then
    return null;
  end if;
  perform private.queue_mail(
    'order_refunded', new.order_id, 'order_refunded:' || new.id,
    jsonb_build_object('refund', jsonb_build_object(
      'amount', new.amount_cents / 100.0,
      'reason', new.reason,
      'purpose', (
        select payments.purpose from public.payments where payments.payment_intent_id = new.payment_intent_id
      ),
      -- All that was paid is back now; what is still on its way does not count.
      'is_whole', (
        select case
          when payments.purpose in ('order', 'delivery_fee') then orders.refunded_amount = orders.paid_amount
          else payments.refunded_cents = payments.amount_cents
        end
        from public.payments join public.orders on orders.id = payments.order_id
        where payments.payment_intent_id = new.payment_intent_id
      ),
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', line.quantity
        ) order by items.id)
        from jsonb_to_recordset(new.lines) as line (order_item_id bigint, quantity integer)
        join public.order_items as items on items.id = line.order_item_id
        where line.quantity > 0
      )
    ))
  );
  return null;
end;
$$;
comment on function private.mail_refund() is 'Security definer: nobody may write mails by hand.';

create or replace function private.cancel_and_give_back(order_id uuid, cancelled_by text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  paid_intent text;
begin
  update public.orders
  set status = 'cancelled', cancelled_by = cancel_and_give_back.cancelled_by, cancel_reason = 'requested'
  where orders.id = cancel_and_give_back.order_id
  returning * into target;
  perform private.give_back_stock(target.id);
  for paid_intent in
    select payments.payment_intent_id from public.payments
    where payments.order_id = target.id and payments.purpose in ('order', 'delivery_fee')
    order by payments.received_at
  loop
    perform private.refund_rest(paid_intent, 'cancelled', (select auth.uid()));
  end loop;
  return target;
end;
$$;
comment on function private.cancel_and_give_back(uuid, text) is
  'Ends an order that somebody asked to end, and gives back its money and its stock. Call it with the order locked.';

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- By name, so that what mails say more one day is not told here by itself.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'delivery_fee', 'discount',
        'paid_amount', 'refunded_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at'
      )
    ) || jsonb_build_object(
      'can_cancel', exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = orders.status and moves.to_status = 'cancelled'
          and 'customer' = any (moves.moved_by)
      ),
      'steps', (
        select jsonb_agg(jsonb_build_object('status', steps.to_status, 'at', steps.changed_at) order by steps.id)
        from public.order_status_changes as steps where steps.order_id = orders.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(refunds.status order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;
comment on function public.linked_order(uuid) is
  'For the shop''s server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], '
  'refunds: [status]} and what its mails say of things and money, but not name, address, phone and notes, because mails '
  'are forwarded. Null: no such order. Security definer: nobody else asks for the facts of a mail.';

create or replace function public.list_orders_to_reconcile(max_count integer default 1000)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = ''
as $$
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
    ) as orders
  ) as pending
  order by least(pending.from_newest, pending.from_oldest), pending.created_at desc
  limit list_orders_to_reconcile.max_count;
$$;
comment on function public.list_orders_to_reconcile(integer) is
  'Pending orders, and delivery fees, whose intent may have been paid: the newest, the oldest, the second newest and so on.';

create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', target.status,
      'delivery_type', target.delivery_type,
      'delivery_included', target.delivery_included,
      'delivery_fee', private.told_fee(target.id),
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'wish', target.wish,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_count', coalesce(lines.line_count, 0),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.packed_lines as packed where packed.order_id = target.id
      ), '[]'),
      'change_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.order_changes as changes where changes.order_id = target.id
      ), '[]'),
      'is_unread', target.status = 'paid' and not exists (
        select from public.seen_orders as seen where seen.order_id = target.id
      ),
      'moved_at', moved.changed_at,
      'moved_from', case when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, count(*) as line_count,
        bool_or(items.note <> '' or items.wish is not null) as has_words
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;
comment on function private.desk_card(public.orders) is
  'An order as the desk shows it: {id, number, status, delivery_type, delivery_included, delivery_fee, name, phone, '
  'window_starts_at, window_ends_at, paid_at, wish, note, item_count, line_count, has_line_words, packed_line_ids, change_ids, is_unread, moved_at, '
  'moved_from}. change_ids are of what was not there. '
  'moved_from is where one step back would lead; null: the last move cannot be taken back.';

create or replace function public.day_sheet(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(day_sheet.first_day, day_sheet.last_day);
  with sales as (
    select (payments.received_at at time zone zone)::date as day, payments.amount_cents, payments.method, orders.id,
      orders.tax_amount, orders.delivery_cost, orders.discount
    from public.payments join public.orders on orders.id = payments.order_id
    where payments.purpose = 'order' and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
  ), paid_fees as (
    select (payments.received_at at time zone zone)::date as day, payments.amount_cents, payments.method, fees.amount,
      fees.tax_amount
    from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
    where payments.purpose = 'delivery_fee'
      and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
  ), given_back as (
    select (refunds.settled_at at time zone zone)::date as day, refunds.amount_cents, refunds.tax_cents,
      payments.method
    from public.refunds
    join public.payments on payments.payment_intent_id = refunds.payment_intent_id
      and payments.purpose in ('order', 'delivery_fee')
    where refunds.status = 'succeeded' and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
  ), sold as (
    select came.day, sum(came.order_count) as order_count, sum(came.amount_cents) as sales_cents
    from (
      select sales.day, 1 as order_count, sales.amount_cents from sales
      union all
      select paid_fees.day, 0, paid_fees.amount_cents from paid_fees
    ) as came
    group by came.day
  ), returned as (
    select given_back.day, sum(given_back.amount_cents) as refunded_cents from given_back group by given_back.day
  ), best as (
    select items.product_id, max(items.product_name) as name, sum(items.quantity) as quantity,
      sum(private.line_amount(items)) as amount
    from sales join public.order_items as items on items.order_id = sales.id
    group by items.product_id
    order by amount desc, items.product_id
    limit 10
  )
  select jsonb_build_object(
    'order_count', (select count(*) from sales),
    'sales', (select coalesce(sum(sold.sales_cents), 0) / 100.0 from sold),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales)
      + (select coalesce(sum(paid_fees.tax_amount), 0) from paid_fees) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales)
      + (select coalesce(sum(paid_fees.amount), 0) from paid_fees),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from given_back),
    'refunded', (select coalesce(sum(given_back.amount_cents), 0) / 100.0 from given_back),
    'tax_returned', (select coalesce(sum(given_back.tax_cents), 0) / 100.0 from given_back),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(came.amount_cents)
          from (
            select sales.amount_cents, sales.method from sales
            union all
            select paid_fees.amount_cents, paid_fees.method from paid_fees
          ) as came
          where came.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(given_back.amount_cents) from given_back where given_back.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select day_sheet.first_day + number as day
        from generate_series(0, day_sheet.last_day - day_sheet.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;
comment on function public.day_sheet(date, date) is
  'For the owner and managers: orders paid, sales (all that came, with tax and delivery, also later), discounts, refunds that '
  'succeeded, both by method (the cash of the drawer is store_cash), each day of the range and the ten products that '
  'brought most; in dollars, by the ledger. 422 for more than a '
  'year. Security definer: one check instead of one for each row.';

create or replace function public.export_books(what text, first_day date, last_day date, skip_count integer default 0)
returns setof json
language plpgsql security definer set search_path = ''
as $$
declare
  days record;
begin
  days := private.shop_days(export_books.first_day, export_books.last_day);
  if export_books.what not in ('orders', 'lines', 'changes', 'payments', 'refunds') then
    raise sqlstate 'PT422' using message = 'There are books of orders, lines, changes, payments and refunds.';
  end if;
  if export_books.skip_count = 0 then
    perform private.add_to_history(
      'export', 'Books: ' || export_books.what, null,
      jsonb_build_object('from', export_books.first_day, 'until', export_books.last_day)
    );
  end if;
  return query
    select books.line from (
      select orders.order_number as place, payments.received_at as came_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type,
        'goods', orders.total - orders.delivery_cost - orders.tax_amount + orders.discount,
        'discount', orders.discount, 'delivery', orders.delivery_cost, 'tax', orders.tax_amount, 'total', orders.total,
        'refunded', payments.refunded_cents / 100.0
      ) as line
      from public.payments join public.orders on orders.id = payments.order_id
      where export_books.what = 'orders' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      -- A line of its own, on the day on which it came: together they are what the order brought.
      select orders.order_number, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type, 'goods', 0, 'discount', 0, 'delivery', fees.amount,
        'tax', fees.tax_amount, 'total', fees.amount + fees.tax_amount, 'refunded', payments.refunded_cents / 100.0
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.delivery_fees as fees on fees.order_id = orders.id
      where export_books.what = 'orders' and payments.purpose = 'delivery_fee'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select items.id, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', items.quantity, 'unit_price', items.unit_price,
        'discount', items.discount, 'tax_rate', items.tax_rate, 'tax', items.tax_amount,
        'amount', private.line_amount(items) + items.tax_amount, 'refunded_quantity', items.refunded_quantity
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.order_items as items on items.order_id = orders.id
      where export_books.what = 'lines' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select changes.id, changes.settled_at, json_build_object(
        'order_number', orders.order_number, 'settled_at', changes.settled_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', changes.quantity, 'kind', changes.kind,
        'replacement', coalesce(changes.replacement_name, ''),
        'replacement_size', coalesce(changes.replacement_size_label, ''),
        'replacement_quantity', changes.replacement_quantity, 'paid', changes.paid_cents / 100.0,
        'paid_tax', changes.paid_tax_cents / 100.0, 'kept', changes.kept_cents / 100.0,
        'kept_tax', changes.kept_tax_cents / 100.0, 'given_back', changes.gives_back_cents / 100.0
      )
      from public.order_changes as changes
      join public.orders on orders.id = changes.order_id
      join public.order_items as items on items.id = changes.order_item_id
      where export_books.what = 'changes'
        and changes.settled_at >= days.starts_at and changes.settled_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), payments.received_at, json_build_object(
        'payment_intent_id', payments.payment_intent_id, 'received_at', payments.received_at,
        'order_number', orders.order_number, 'purpose', payments.purpose, 'method', payments.method, 'amount', payments.amount_cents / 100.0,
        'refunded', payments.refunded_cents / 100.0
      )
      from public.payments left join public.orders on orders.id = payments.order_id
      where export_books.what = 'payments'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), refunds.settled_at, json_build_object(
        'refund_id', coalesce(refunds.provider_refund_id, ''), 'settled_at', refunds.settled_at,
        'order_number', orders.order_number, 'payment_intent_id', refunds.payment_intent_id,
        'method', coalesce((
          select payments.method from public.payments where payments.payment_intent_id = refunds.payment_intent_id
        ), 'card'), 'reason', refunds.reason,
        'amount', refunds.amount_cents / 100.0, 'tax', refunds.tax_cents / 100.0
      )
      from public.refunds left join public.orders on orders.id = refunds.order_id
      where export_books.what = 'refunds' and refunds.status = 'succeeded'
        and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
    ) as books
    order by books.came_at, books.place
    offset greatest(export_books.skip_count, 0) limit 1000;
end;
$$;
comment on function public.export_books(text, date, date, integer) is
  'For the owner and managers, a thousand lines at a time: orders (a delivery fee that was paid later is a line of its own), lines, changes (what was not there), payments (all that came, '
  'whatever for) or refunds of these days, in dollars and without customers. The first page is noted in the history. Security definer: one '
  'check instead of one for each row.';

create trigger tell_desk after insert or update of paid_at or delete on public.delivery_fees
  for each row execute function private.tell_desk();
