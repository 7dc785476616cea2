-- Sales and refunds, defined once for all figures: the order board, Today, the daily report, the charts, and the tax
-- report. Sales are money in for orders and delivery fees at the moment it arrived; a hold is money in once it is
-- captured, with the captured amount. Refunds are those of sales at the moment they succeeded; what a hold did not
-- charge is none. An order counts with its sale, also if it is refunded later. Functions that return rows set no
-- search_path, so that PostgreSQL inlines them and plans a report for their rows.

-- Lists payments of orders (one each, and tenders) and delivery fees that arrived in this period, and captured holds.
create function private.list_sales(starts_at timestamptz, ends_at timestamptz)
returns table (order_id uuid, purpose text, method text, amount_cents bigint, received_at timestamptz)
language sql stable as $$
  select payments.order_id, payments.purpose, payments.method,
    case when payments.held_until is null then payments.amount_cents else payments.capture_cents end,
    coalesce(payments.captured_at, payments.received_at)
  from public.payments
  where payments.purpose in ('order', 'tender', 'delivery_fee')
    and (payments.held_until is null or (payments.captured_at is not null and payments.capture_cents > 0))
    and coalesce(payments.captured_at, payments.received_at) >= list_sales.starts_at
    and coalesce(payments.captured_at, payments.received_at) < list_sales.ends_at;
$$;

-- Lists refunds of sales that succeeded in this period.
create function private.list_refunds(starts_at timestamptz, ends_at timestamptz)
returns table (order_id uuid, reason text, method text, amount_cents bigint, tax_cents bigint, settled_at timestamptz)
language sql stable as $$
  select payments.order_id, refunds.reason, coalesce(refunds.method, payments.method), refunds.amount_cents,
    refunds.tax_cents, refunds.settled_at
  from public.refunds
  join public.payments on payments.payment_intent_id = refunds.payment_intent_id
    and payments.purpose in ('order', 'tender', 'delivery_fee')
  where refunds.status = 'succeeded' and refunds.method is distinct from 'release'
    and refunds.settled_at >= list_refunds.starts_at and refunds.settled_at < list_refunds.ends_at;
$$;

-- Returns orders paid in this period and its sales, in dollars.
create function private.sum_sales(starts_at timestamptz, ends_at timestamptz, out order_count bigint, out sales numeric)
language sql stable set search_path = '' as $$
  select count(*) filter (where sold.purpose = 'order'), coalesce(sum(sold.amount_cents), 0) / 100.0
  from private.list_sales(sum_sales.starts_at, sum_sales.ends_at) as sold;
$$;

-- Returns what an order's hold did not charge, the tax in it, and the part of it that is taxed, without this tax.
create function private.released_of(order_id uuid) returns table (cents bigint, tax_cents bigint, taxable_cents bigint)
language sql stable as $$
  select coalesce(sum(refunds.amount_cents), 0), coalesce(sum(refunds.tax_cents), 0),
    coalesce(sum(case
      when refunds.tax_cents = 0 then 0
      when refunds.lines is not null then least(refunds.amount_cents - refunds.tax_cents, (
        select sum(line.amount_cents) from jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, amount_cents bigint)
        join public.order_items as items on items.id = line.order_item_id and items.tax_rate > 0
      ))
      -- An amount contains its share of everything that is taxed.
      else round(taxed.cents * refunds.tax_cents / taxed.tax_cents)
    end), 0)::bigint
  from public.refunds
  join public.payments
    on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
  cross join lateral (
    select orders.tax_amount * 100 as tax_cents,
      case when orders.delivery_tax_rate > 0 then orders.delivery_cost * 100 else 0 end + coalesce((
        select sum(private.line_amount(items)) * 100 from public.order_items as items
        where items.order_id = orders.id and items.tax_rate > 0
      ), 0) as cents
    from public.orders where orders.id = refunds.order_id
  ) as taxed
  where refunds.order_id = released_of.order_id and refunds.method = 'release' and refunds.status = 'succeeded';
$$;
