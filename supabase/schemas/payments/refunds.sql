-- Refunds of every payment: requested, sent by the worker, finalized by the provider's answer; only by functions below.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id),
  payment_intent_id text not null references public.payments (payment_intent_id),
  amount_cents bigint not null check (amount_cents > 0),
  -- [{order_item_id, quantity, amount_cents, tax_cents}] when lines were refunded; null for an amount.
  lines jsonb check (jsonb_typeof(lines) = 'array'),
  -- missing, damaged, returned: what happened to the products of its lines, or of all that is left; returned ones are
  -- restocked. provider: made in the provider's dashboard. weight: its lines weigh less than the most they could.
  reason text not null check (reason in (
    'requested_by_customer', 'duplicate', 'sold_out', 'cancelled', 'provider', 'missing', 'damaged', 'returned', 'weight'
  )),
  requested_by uuid references public.profiles (id) on delete set null, -- Null: the server, or the provider.
  request_key uuid,
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(), -- When the worker may send it (again); postponed by a claim.
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  tax_cents bigint not null default 0 check (tax_cents between 0 and amount_cents), -- In it; computed by a trigger.
  -- store_cash: given in cash; release: part of a hold that was never captured; null: by the original method.
  method text check (method in ('store_cash', 'release')),
  replaces_id uuid unique references public.refunds (id), -- The failed refund that it replaces.
  is_restocked boolean not null default false, -- Products were restocked: its replacement does not restock them.
  -- The first refund of the same request, if this one returns another tender; the first one has the lines.
  part_of_id uuid references public.refunds (id),
  request_hash text, -- Distinguishes a repeated request from a different one with the same key.
  unique (order_id, request_key)
);
create index refunds_part_of_id on public.refunds (part_of_id) where part_of_id is not null;
create index refunds_order_id on public.refunds (order_id);
create index refunds_payment_intent_id on public.refunds (payment_intent_id);
create index refunds_settled_at on public.refunds (settled_at) where status = 'succeeded';
create index refunds_to_send on public.refunds (next_attempt_at) where status = 'requested';

revoke all on public.refunds from service_role;
grant select on public.refunds to authenticated, service_role;
create policy "refunds are read by whoever reads their order" on public.refunds
  for select to authenticated using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.min_order_id()) and (select private.max_order_id())
      and amount_cents between 0 and (select case when private.can_manage() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.can_manage()))
  );

-- Returns the named lines [{order_item_id, quantity}] to stock, or everything the order took except what was refunded
-- without being returned. Never more than was taken. Call it with the order locked.
create function private.return_stock(order_id uuid, lines jsonb default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_stock(order_id);
  with restocked as (
    update public.order_items as items set stock_taken = items.stock_taken - returned.quantity
    from (
      select taken.id, case
        when return_stock.lines is null then taken.stock_taken - coalesce((
          -- Refunded as missing or damaged: not restocked.
          select sum(missing.quantity)
          from public.refunds
          cross join jsonb_to_recordset(refunds.lines) as missing (order_item_id bigint, quantity integer)
          where refunds.order_id = return_stock.order_id and refunds.status <> 'failed'
            and refunds.reason <> 'returned' and refunds.lines is not null and missing.order_item_id = taken.id
        ), 0)::integer
        -- Lines that are not named return nothing: least() ignores nulls.
        else least(taken.stock_taken, coalesce((
          select sum(named.quantity)
          from jsonb_to_recordset(return_stock.lines) as named (order_item_id bigint, quantity integer)
          where named.order_item_id = taken.id
        ), 0)::integer)
      end as quantity
      from public.order_items as taken
      where taken.order_id = return_stock.order_id and taken.stock_taken > 0
    ) as returned
    where items.id = returned.id and returned.quantity > 0
    returning items.product_id, items.size_id, returned.quantity
  ), product_counts as (
    -- No longer counted: there may be no row, and none is needed.
    update public.product_stock as stock set stock_count = stock.stock_count + sums.quantity
    from (
      select restocked.product_id, sum(restocked.quantity) as quantity from restocked
      where restocked.size_id is null group by restocked.product_id
    ) as sums
    where stock.product_id = sums.product_id
  )
  update public.size_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select restocked.size_id, sum(restocked.quantity) as quantity from restocked group by restocked.size_id
  ) as sums
  where stock.size_id = sums.size_id;
end;
$$;

-- Returns what was paid, or is held, for an order and its delivery, and the part of it that was refunded, in dollars.
-- Amounts released from a hold count as neither paid nor refunded. PostgreSQL inlines it.
create function private.sum_order_money(order_id uuid) returns table (paid numeric, refunded numeric)
language sql stable as $$
  select coalesce(sum(payments.amount_cents - released.cents), 0) / 100.0,
    coalesce(sum(payments.refunded_cents - released.cents), 0) / 100.0
  from public.payments
  cross join lateral (
    select coalesce(sum(refunds.amount_cents), 0) as cents from public.refunds
    where refunds.payment_intent_id = payments.payment_intent_id and refunds.method = 'release'
      and refunds.status = 'succeeded'
  ) as released
  where payments.order_id = sum_order_money.order_id and payments.purpose in ('order', 'tender', 'delivery_fee');
$$;

create function private.sum_payments(new public.payments) returns void
language sql set search_path = '' as $$
  update public.orders set paid_amount = money.paid, refunded_amount = money.refunded
  from private.sum_order_money(new.order_id) as money
  where orders.id = new.order_id and new.purpose in ('order', 'tender', 'delivery_fee');
$$;

alter table public.shop_alerts
  add constraint shop_alerts_refund_id_fkey foreign key (refund_id) references public.refunds (id);
create index shop_alerts_refund_id on public.shop_alerts (refund_id) where refund_id is not null;

-- Returns what is neither refunded nor being refunded.
create function private.refundable_cents(payment_intent_id text) returns bigint
language sql stable set search_path = '' as $$
  select payments.amount_cents - coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.payment_intent_id = payments.payment_intent_id and refunds.status <> 'failed'
  ), 0)::bigint
  from public.payments where payments.payment_intent_id = refundable_cents.payment_intent_id;
$$;

-- Returns what is left of all tenders of an order, without a separate delivery fee.
create function private.order_refundable_cents(order_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(private.refundable_cents(payments.payment_intent_id)), 0)::bigint from public.payments
  where payments.order_id = order_refundable_cents.order_id and payments.purpose in ('order', 'tender');
$$;

create function private.sum_refunds(new public.refunds) returns void
language plpgsql set search_path = '' as $$
begin
  update public.payments
  set refunded_cents = coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.payment_intent_id = new.payment_intent_id and refunds.status = 'succeeded'
  ), 0)
  where payments.payment_intent_id = new.payment_intent_id;
  update public.order_items as items
  set refunded_quantity = least(items.quantity, (
    select coalesce(sum(line.quantity), 0)
    from public.refunds
    cross join jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, quantity integer)
    where refunds.order_id = new.order_id and refunds.status = 'succeeded' and refunds.lines is not null
      and line.order_item_id = items.id
  ))
  where items.order_id = new.order_id and new.lines is not null;
end;
$$;

-- Requests the whole rest of a payment, if any. Call it with the order locked.
create function private.refund_rest(payment_intent_id text, reason text, requested_by uuid) returns void
language plpgsql set search_path = '' as $$
declare
  paid public.payments;
  left_cents bigint;
begin
  select * into paid from public.payments
  where payments.payment_intent_id = refund_rest.payment_intent_id for update;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if left_cents > 0 then
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by)
    values (paid.order_id, paid.payment_intent_id, left_cents, reason, requested_by);
  end if;
end;
$$;

-- Drops requested refunds that can no longer be met because of a refund made in the provider's dashboard, with an alert
-- unless the rest is requested again. The provider rejects one on its way, too. Call it with the order locked.
create function private.drop_unmet_refunds(payment_intent_id text, amount_cents bigint, is_rest_promised boolean) returns void
language plpgsql set search_path = '' as $$
declare
  unsent public.refunds;
begin
  for unsent in
    select * from public.refunds
    where refunds.payment_intent_id = drop_unmet_refunds.payment_intent_id and refunds.status = 'requested'
    order by refunds.created_at desc
    for update
  loop
    exit when private.refundable_cents(payment_intent_id) >= amount_cents;
    update public.refunds
    set status = 'failed', settled_at = now(), last_error = 'The payment was refunded in the provider''s dashboard.'
    where refunds.id = unsent.id
    returning * into unsent;
    -- The rest is requested again if it was promised; otherwise an alert tells staff that this refund will not arrive.
    if not is_rest_promised then
      perform private.add_alert(
        'refund_failed', unsent.order_id, 'The refund of ${amount} failed: {reason}',
        jsonb_build_object('amount', private.cents_text(unsent.amount_cents), 'reason', unsent.last_error)
      );
    end if;
  end loop;
end;
$$;

-- A charge only says how much was refunded in total. If known refunds do not explain it, the worker reads them.
create function private.record_charge_refund(payment_intent_id text, refunded_cents bigint) returns text
language plpgsql set search_path = '' as $$
declare
  paid public.payments;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_charge_refund.payment_intent_id;
  if paid.payment_intent_id is null or (paid.held_until is not null and paid.captured_at is null) then
    return 'waits_for_payment';
  end if;
  if record_charge_refund.refunded_cents <= (
    select coalesce(sum(refunds.amount_cents), 0) from public.refunds
    -- Our refund being sent may be the one in the charge.
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  ) then
    return 'ignored';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  update public.payments set refunds_unread = true where payments.payment_intent_id = paid.payment_intent_id;
  return 'refund_awaited';
end;
$$;

-- Returns the refund of a request key; 409 with the refunded amount if the key came with another request.
create function private.find_refund(order_id uuid, request_key uuid, hash text) returns public.refunds
language plpgsql stable set search_path = '' as $$
declare
  known public.refunds;
begin
  select * into known from public.refunds
  where refunds.order_id = find_refund.order_id and refunds.request_key = find_refund.request_key;
  perform private.reject_if(known.request_hash <> hash, 'PT409', 'This was already recorded, as ${amount}.', (
    -- One transaction makes all refunds of a request: of its tenders and of the delivery fee.
    select jsonb_build_object('amount', private.cents_text(sum(refunds.amount_cents)::bigint)) from public.refunds
    where refunds.order_id = known.order_id and refunds.created_at = known.created_at
  ));
  return known;
end;
$$;

-- For staff: refunds what is left of a delivery fee paid later, with its tax. The same request key returns the same
-- refund; 409 if the key belongs to another request. Security definer: callers may not write the ledger directly.
create function public.refund_delivery_fee(order_id uuid, request_key uuid default null) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  target constant public.orders := private.lock_order(order_id);
  hash constant text := 'delivery_fee';
  paid public.payments;
  made public.refunds := private.find_refund(target.id, request_key, hash);
begin
  if made.id is not null then
    return made;
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'delivery_fee' for update;
  perform private.reject_if(coalesce(private.refundable_cents(paid.payment_intent_id), 0) = 0,
    'PT409', 'The delivery fee is already refunded.');
  insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by, request_key, request_hash)
  values (
    target.id, paid.payment_intent_id, private.refundable_cents(paid.payment_intent_id), 'requested_by_customer',
    (select auth.uid()), refund_delivery_fee.request_key, hash
  )
  returning * into made;
  return made;
end;
$$;
grant execute on function public.refund_delivery_fee(uuid, uuid) to authenticated;

-- For the owner and managers: refunds what is left of a payment whose order the database does not have, and resolves
-- its alert. A repeated call returns the same refund. Security definer: callers may not write the ledger directly.
create function public.refund_unmatched_payment(payment_intent_id text) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  paid public.payments;
  made public.refunds;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only managers can refund a payment without an order.');
  select * into paid from public.payments
  where payments.payment_intent_id = refund_unmatched_payment.payment_intent_id and payments.purpose = 'unknown_order'
  for update;
  perform private.reject_if(paid.payment_intent_id is null, 'PT404', 'There is no such payment without an order.');
  perform private.refund_rest(paid.payment_intent_id, 'cancelled', (select auth.uid()));
  update public.shop_alerts set resolved_at = now()
  where shop_alerts.payment_intent_id = paid.payment_intent_id and shop_alerts.resolved_at is null;
  select * into made from public.refunds
  where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  order by refunds.created_at desc limit 1;
  return made;
end;
$$;
grant execute on function public.refund_unmatched_payment(text) to authenticated;
