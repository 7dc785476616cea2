-- Separate delivery fees: when the team contacts the customer about delivery, the order is paid without a fee. The fee
-- agreed later is stored here, and the order stays unchanged: the fee is 0, or a second payment with its own intent.
-- Agreed fee of a delivery that was not included; no row: not agreed yet.
create table public.delivery_fees (
  order_id uuid primary key references public.orders (id) on delete cascade,
  amount numeric(10, 2) not null check (amount between 0 and 1000), -- Without tax; 0: free. A card pays at least $0.50.
  tax_rate numeric(6, 4) not null check (tax_rate >= 0), -- Delivery tax rate on the day of the order, in percent.
  tax_amount numeric(10, 2) not null check (tax_amount between 0 and amount),
  payment_intent_id text unique, -- Intent that pays it; null: payment not started.
  agreed_by uuid references public.profiles (id) on delete set null,
  agreed_at timestamptz not null default now(),
  paid_at timestamptz, -- From then on the fee cannot change.
  constraint fee_is_free_or_payable check (amount = 0 or amount >= 0.50)
);
create index delivery_fees_unpaid on public.delivery_fees (agreed_at) where paid_at is null and payment_intent_id is not null;

revoke all on public.delivery_fees from service_role;
grant select on public.delivery_fees to authenticated, service_role;
create policy "delivery fees are read by whoever reads their order" on public.delivery_fees
  for select to authenticated using (order_id = any (array(select private.shown_order_ids())) or (
    order_id between (select private.min_order_id()) and (select private.max_order_id())
    and amount between 0 and (select case when private.can_manage() then 99999999 end)
  ));

-- Every intent ever created for a fee: only this table, not an event, distinguishes its payments from the order's. An
-- intent that no fee refers to anymore is closed at the provider, and then no longer accepts payment.
create table private.fee_intents (
  payment_intent_id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index fee_intents_open on private.fee_intents (created_at) where closed_at is null;
create index fee_intents_order_id on private.fee_intents (order_id);

-- Returns the amount due with tax.
create function private.fee_cents(fee public.delivery_fees) returns bigint
language sql immutable set search_path = ''
as $$ select ((fee.amount + fee.tax_amount) * 100)::bigint $$;

-- For the server: attaches a payment intent to an unpaid delivery fee of exactly that amount. Call it before the
-- customer can pay: an unknown intent counts as the order's. Security definer: callers may not write fees directly.
create function public.attach_fee_intent(order_id uuid, payment_intent_id text, amount_cents bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  fee public.delivery_fees;
begin
  select * into target from public.orders where orders.id = attach_fee_intent.order_id for update;
  select * into fee from public.delivery_fees as fees where fees.order_id = target.id;
  -- The fee may have been changed, withdrawn, or paid while the provider created the intent.
  perform private.reject_if(fee.order_id is null or fee.paid_at is not null or private.is_canceled(target.status)
    or private.fee_cents(fee) <> attach_fee_intent.amount_cents
    or attach_fee_intent.payment_intent_id = target.payment_intent_id
    or exists (
      select from public.payments where payments.payment_intent_id = attach_fee_intent.payment_intent_id
    ), 'PT409', 'The delivery fee has changed.');
  insert into private.fee_intents (payment_intent_id, order_id, amount_cents)
  values (payment_intent_id, target.id, amount_cents)
  on conflict on constraint fee_intents_pkey do nothing;
  perform private.reject_if(not exists (
    select from private.fee_intents as known
    where known.payment_intent_id = attach_fee_intent.payment_intent_id and known.order_id = target.id
      and known.closed_at is null
  ), 'PT409', 'The delivery fee has changed.');
  update public.delivery_fees as fees set payment_intent_id = attach_fee_intent.payment_intent_id
  where fees.order_id = target.id;
end;
$$;
grant execute on function public.attach_fee_intent(uuid, text, bigint) to service_role;

-- For the server: intents of fees that changed or ended with their order. Security definer: callers may not read them.
create function public.list_unclosed_fee_intents(max_count integer) returns setof text
language sql stable security definer set search_path = '' as $$
  select intents.payment_intent_id from private.fee_intents as intents
  where intents.closed_at is null and not exists (
    select from public.delivery_fees as fees where fees.payment_intent_id = intents.payment_intent_id
  )
  order by intents.created_at limit list_unclosed_fee_intents.max_count;
$$;
grant execute on function public.list_unclosed_fee_intents(integer) to service_role;

-- For the server: marks the intent as closed. Security definer: callers may not write them directly.
create function public.close_fee_intent(payment_intent_id text) returns void
language sql security definer set search_path = '' as $$
  update private.fee_intents as intents set closed_at = now()
  where intents.payment_intent_id = close_fee_intent.payment_intent_id and intents.closed_at is null;
$$;
grant execute on function public.close_fee_intent(text) to service_role;
