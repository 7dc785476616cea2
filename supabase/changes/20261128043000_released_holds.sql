-- orders.paid_amount and refunded_amount no longer contain what a hold did not charge.
alter table public.orders disable trigger user;
update public.orders
set paid_amount = orders.paid_amount - released.amount, refunded_amount = orders.refunded_amount - released.amount
from (
  select refunds.order_id, sum(refunds.amount_cents) / 100.0 as amount
  from public.refunds
  join public.payments on payments.payment_intent_id = refunds.payment_intent_id
    and payments.purpose in ('order', 'tender', 'delivery_fee')
  where refunds.method = 'release' and refunds.status = 'succeeded'
  group by refunds.order_id
) as released
where orders.id = released.order_id;
alter table public.orders enable trigger user;

comment on column public.orders.paid_amount is
  'What was paid, or is held, for the order and its delivery, without what a hold did not charge; maintained by triggers.';
comment on column private.customers.order_count is 'Paid orders, also those whose payment is only held.';
comment on column private.customers.spend is
  'Payments of orders, also those that are only held, minus refunds and what a hold did not charge.';
