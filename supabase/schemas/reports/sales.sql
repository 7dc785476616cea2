-- Sales and refunds, defined once for all figures: the order board, Today, the daily report, and the charts. Sales
-- are money in for orders and delivery fees at the moment it arrived; refunds are those of it at the moment they
-- succeeded. An order counts when it is paid, also if it is refunded later.
create function private.list_sales(starts_at timestamptz, ends_at timestamptz)
returns table (order_id uuid, purpose text, method text, amount_cents bigint, received_at timestamptz)
language sql stable set search_path = ''
as $$
  select payments.order_id, payments.purpose, payments.method, payments.amount_cents, payments.received_at
  from public.payments
  where payments.purpose in ('order', 'tender', 'delivery_fee')
    and payments.received_at >= list_sales.starts_at and payments.received_at < list_sales.ends_at;
$$;
comment on function private.list_sales(timestamptz, timestamptz) is
  'Lists payments of orders and delivery fees that arrived in this period. Each payment of purpose order is one order; a tender is a part of one.';

create function private.list_refunds(starts_at timestamptz, ends_at timestamptz)
returns table (
  order_id uuid, reason text, method text, amount_cents bigint, tax_cents bigint, settled_at timestamptz
)
language sql stable set search_path = ''
as $$
  select payments.order_id, refunds.reason, coalesce(refunds.method, payments.method), refunds.amount_cents,
    refunds.tax_cents, refunds.settled_at
  from public.refunds
  join public.payments on payments.payment_intent_id = refunds.payment_intent_id
    and payments.purpose in ('order', 'tender', 'delivery_fee')
  where refunds.status = 'succeeded'
    and refunds.settled_at >= list_refunds.starts_at and refunds.settled_at < list_refunds.ends_at;
$$;
comment on function private.list_refunds(timestamptz, timestamptz) is
  'Lists refunds of sales that succeeded in this period.';

create function private.sum_sales(
  starts_at timestamptz, ends_at timestamptz, out order_count bigint, out sales numeric
)
language sql stable set search_path = ''
as $$
  select count(*) filter (where sold.purpose = 'order'), coalesce(sum(sold.amount_cents), 0) / 100.0
  from private.list_sales(sum_sales.starts_at, sum_sales.ends_at) as sold;
$$;
comment on function private.sum_sales(timestamptz, timestamptz) is
  'Returns orders paid in this period and its sales, in dollars.';
