-- For the owner and managers: sets the agreed fee of a delivery that was not included, in dollars without tax; 0: free;
-- null: no longer agreed. It can change until paid, and the customer is notified each time. An order without an account
-- can only have a fee of 0, because it could not be paid online. Security definer: callers may not write fees directly.
create function public.set_delivery_fee(order_id uuid, amount numeric) returns public.delivery_fees
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  known public.delivery_fees;
  agreed public.delivery_fees;
  was_notified boolean;
begin
  select * into target from public.orders where orders.id = set_delivery_fee.order_id for update;
  perform private.reject_if(target.id is null or not private.can_manage(), 'PT404', 'This order doesn''t exist.');
  select * into known from public.delivery_fees as fees where fees.order_id = target.id;
  if set_delivery_fee.amount is not distinct from known.amount then
    return known;
  end if;
  perform private.reject_if(known.paid_at is not null, 'PT409', 'The delivery fee is already paid. Refund it instead.');
  perform private.reject_if(amount not between 0 and 1000 or amount <> round(amount, 2) or amount between 0.01 and 0.49,
    'PT422', 'Enter a delivery fee of $0.00, or from $0.50 to $1,000.00.');
  perform private.reject_if(amount is not null and target.delivery_included,
    'PT409', 'Delivery is already included in this order.');
  perform private.reject_if(amount is not null and not private.is_open(target.status), 'PT409',
    'The order is {status}: its delivery fee can''t change anymore.', jsonb_build_object('status', target.status));
  perform private.reject_if(amount > 0 and target.user_id is null,
    'PT409', 'This order has no account that can pay online. Collect the fee on delivery.');
  -- Only the latest unsent email is sent.
  was_notified := not private.withdraw_mail(target.id, 'delivery\_fee:%') and known.order_id is not null;
  -- The previous intent is dropped and closed at the provider.
  delete from public.delivery_fees as fees where fees.order_id = target.id;
  if amount is not null then
    insert into public.delivery_fees (order_id, amount, tax_rate, tax_amount, agreed_by)
    values (
      target.id, set_delivery_fee.amount, target.delivery_tax_rate,
      round(set_delivery_fee.amount * target.delivery_tax_rate / 100, 2), (select auth.uid())
    )
    returning * into agreed;
  end if;
  perform pg_notify('desk', target.id::text);
  perform private.add_to_audit_log(
    'fee', 'Delivery fee of order ' || target.order_number,
    case when known.order_id is not null then jsonb_build_object('amount', known.amount) end,
    case when agreed.order_id is not null then jsonb_build_object('amount', agreed.amount) end
  );
  if agreed.order_id is not null or was_notified then
    perform private.queue_mail(
      'delivery_fee', target.id, format('delivery_fee:%s:%s', target.id, extract(epoch from clock_timestamp()))
    );
  end if;
  return agreed;
end;
$$;
grant execute on function public.set_delivery_fee(uuid, numeric) to authenticated;

-- Records a successful fee payment. It pays that fee only; the money for one that ended or changed is refunded.
create function private.record_fee_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text
) returns text
language plpgsql set search_path = '' as $$
declare
  target public.orders;
  fee public.delivery_fees;
  purpose text;
begin
  select * into target from public.orders where orders.id = record_fee_payment.order_id for update;
  select * into fee from public.delivery_fees as fees
  where fees.payment_intent_id = record_fee_payment.payment_intent_id;
  purpose := case
    when fee.order_id is null or fee.paid_at is not null or private.is_canceled(target.status)
      then 'withdrawn_fee'
    when record_fee_payment.amount_cents is distinct from private.fee_cents(fee)
      or record_fee_payment.currency is distinct from 'usd' then 'mismatch'
    else 'delivery_fee'
  end;
  update private.fee_intents as intents set closed_at = coalesce(intents.closed_at, now())
  where intents.payment_intent_id = record_fee_payment.payment_intent_id;
  perform pg_notify('desk', target.id::text);
  if purpose = 'delivery_fee' then
    update public.delivery_fees as fees set paid_at = now() where fees.order_id = target.id;
  elsif purpose = 'mismatch' then
    -- Staff check it and agree on a new fee.
    delete from public.delivery_fees as fees where fees.order_id = target.id;
  end if;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose)
  values (payment_intent_id, target.id, coalesce(amount_cents, 0), coalesce(currency, ''), purpose);
  if purpose = 'mismatch' then
    perform private.add_alert(
      'amount_mismatch', target.id,
      'Payment {payment} was {amount} {currency}, but the delivery fee was {fee} USD. The fee is not paid. Request it '
      'again.', private.payment_facts(
        payment_intent_id, amount_cents, currency
      ) || jsonb_build_object('fee', private.cents_text(private.fee_cents(fee)))
    );
    return 'mismatch';
  elsif purpose = 'withdrawn_fee' then
    perform private.refund_rest(payment_intent_id, 'cancelled', null);
    return 'fee_was_withdrawn';
  end if;
  perform private.queue_mail('delivery_fee_paid', target.id, 'delivery_fee_paid:' || target.id);
  return 'fee_paid';
end;
$$;
