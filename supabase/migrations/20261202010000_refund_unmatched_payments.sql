-- The alert of a payment without an order names the payment, and managers refund it.
alter table public.shop_alerts add column payment_intent_id text;
comment on column public.shop_alerts.payment_intent_id is
  'The payment without an order, which can be refunded; null for every other alert.';
alter table public.shop_alerts
  add constraint shop_alerts_payment_intent_id_fkey
  foreign key (payment_intent_id) references public.payments (payment_intent_id);
create index shop_alerts_payment_intent_id on public.shop_alerts (payment_intent_id) where payment_intent_id is not null;

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
  -- The store's own record of the intent decides, whatever the event names: a fee never pays an order.
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
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose, method, recorded_by)
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose, record_payment.method,
    case when record_payment.method <> 'card' then (select auth.uid()) end
  );

  if purpose = 'unknown_order' then
    insert into public.shop_alerts (kind, payment_intent_id, message)
    values ('unknown_order', record_payment.payment_intent_id, left(format(
      'Payment %s of %s %s matches no order.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ), 1000));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'Payment %s was %s %s, but the order total is %s USD. The order is not paid.', record_payment.payment_intent_id,
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
  -- Another payment was faster: this one is refunded.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;

create function public.refund_unmatched_payment(payment_intent_id text) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
declare
  paid public.payments;
  made public.refunds;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only managers can refund a payment without an order.';
  end if;
  select * into paid from public.payments
  where payments.payment_intent_id = refund_unmatched_payment.payment_intent_id and payments.purpose = 'unknown_order'
  for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT404' using message = 'There is no such payment without an order.';
  end if;
  perform private.refund_rest(paid.payment_intent_id, 'cancelled', (select auth.uid()));
  update public.shop_alerts set resolved_at = now()
  where shop_alerts.payment_intent_id = paid.payment_intent_id and shop_alerts.resolved_at is null;
  select * into made from public.refunds
  where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  order by refunds.created_at desc limit 1;
  return made;
end;
$$;
comment on function public.refund_unmatched_payment(text) is
  'For the owner and managers: refunds what is left of a payment whose order the database does not have, and resolves '
  'its alert. A repeated call returns the same refund. Security definer: nobody writes the ledger by hand.';
grant execute on function public.refund_unmatched_payment(text) to authenticated;
