-- Reports from the ledger for the owner and the accountant: what came in and was refunded, by days of the store.

-- Returns when these days start and end, and the store's time zone; rejects everyone but managers and the server.
create function private.shop_days(
  first_day date, last_day date, out starts_at timestamptz, out ends_at timestamptz, out zone text
)
language sql stable set search_path = '' as $$
  select private.reject_if(not private.can_manage() and coalesce((select auth.jwt()) ->> 'role', '') <> 'service_role',
    '42501', 'Only owners and managers can see accounting data.');
  select private.reject_if(first_day is null or last_day is null or last_day not between first_day and first_day + 366,
    'PT422', 'Choose a range of one year at most, start date first.');
  select first_day::timestamp at time zone shop.time_zone, (last_day + 1)::timestamp at time zone shop.time_zone,
    shop.time_zone
  from public.store_settings as shop;
$$;

create type private.best_seller as (product_id bigint, name text, quantity bigint, amount numeric);

-- Lists the ten products with the most sales among the orders paid in this period, without tax and delivery.
create function private.list_top_products(starts_at timestamptz, ends_at timestamptz) returns setof private.best_seller
language sql stable as $$
  select items.product_id,
    coalesce(max(items.product_name) filter (where items.choices = '[]'), (
      select products.name from public.products where products.id = items.product_id
    )),
    sum(items.quantity), sum(private.line_paid(items)) as amount
  from private.list_sales(list_top_products.starts_at, list_top_products.ends_at) as sold
  join public.order_items as items on items.order_id = sold.order_id
  where sold.purpose = 'order'
  group by items.product_id order by amount desc, items.product_id limit 10;
$$;

create type private.method_sales as (method text, sales numeric, refunded numeric);
comment on type private.method_sales is 'Payments with a method. As in payments: method.';
create type private.day_sales as (day date, order_count bigint, sales numeric, refunded numeric);
create type private.daily_report as (
  order_count bigint, sales numeric, tax numeric, delivery numeric, discount numeric, held numeric, refund_count bigint,
  refunded numeric, tax_returned numeric, methods private.method_sales[], days private.day_sales[],
  drawers private.counted_drawer[], best private.best_seller[]
);

-- For managers: orders paid, sales (all money in, with tax and delivery, also later), discounts, succeeded refunds,
-- both by method (cash is store_cash), what of the days' holds may still be charged, each day of the range, drawers
-- closed on them, and the ten products with the most sales; dollars, from the ledger. 422 beyond a year. Security
-- definer: one check.
create function public.daily_report(first_day date, last_day date) returns private.daily_report
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s'
set plan_cache_mode = force_custom_plan as $$
declare
  days record := private.shop_days(first_day, last_day);
  sheet private.daily_report;
begin
  with came_in as (
    select (sold.received_at at time zone days.zone)::date as day, sold.order_id, sold.purpose, sold.method, sold.amount_cents
    from private.list_sales(days.starts_at, days.ends_at) as sold
  ), sales as (
    select orders.id, orders.tax_amount - released.tax_cents / 100.0 as tax_amount, orders.delivery_cost, orders.discount
    from came_in join public.orders on orders.id = came_in.order_id
    cross join lateral private.released_of(orders.id) as released
    where came_in.purpose = 'order'
  ), paid_fees as (
    select fees.amount, fees.tax_amount
    from came_in join public.delivery_fees as fees on fees.order_id = came_in.order_id
    where came_in.purpose = 'delivery_fee'
  ), refunded_payments as (
    select (refunded.settled_at at time zone days.zone)::date as day, refunded.amount_cents, refunded.tax_cents,
      refunded.method
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
  )
  select
    (select count(*) from sales) as order_count,
    (select coalesce(sum(came_in.amount_cents), 0) / 100.0 from came_in) as sales,
    (select coalesce(sum(sales.tax_amount), 0) from sales)
      + (select coalesce(sum(paid_fees.tax_amount), 0) from paid_fees) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0) as tax,
    (select coalesce(sum(sales.delivery_cost), 0) from sales)
      + (select coalesce(sum(paid_fees.amount), 0) from paid_fees) as delivery,
    (select coalesce(sum(sales.discount), 0) from sales) as discount,
    (
      select coalesce(sum(private.refundable_cents(payments.payment_intent_id)), 0) / 100.0 from public.payments
      where payments.purpose = 'order' and payments.held_until is not null and payments.captured_at is null
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
    ) as held,
    (select count(*) from refunded_payments) as refund_count,
    (select coalesce(sum(refunded_payments.amount_cents), 0) / 100.0 from refunded_payments) as refunded,
    (select coalesce(sum(refunded_payments.tax_cents), 0) / 100.0 from refunded_payments) as tax_returned,
    array(
      select row(
        each.method,
        coalesce((select sum(came_in.amount_cents) from came_in where came_in.method = each.method), 0) / 100.0,
        coalesce((
          select sum(refunded_payments.amount_cents) from refunded_payments where refunded_payments.method = each.method
        ), 0) / 100.0
      )::private.method_sales
      from unnest(array['card', 'store_cash', 'store_card', 'store_ebt']) with ordinality as each (method, place)
      order by each.place
    ) as methods,
    array(
      select row(
        each.day, sum(each.order_count), sum(each.sales_cents) / 100.0, sum(each.refunded_cents) / 100.0
      )::private.day_sales
      from (
        select first_day + number, 0, 0, 0 from generate_series(0, last_day - first_day) as number
        union all
        select came_in.day, (came_in.purpose = 'order')::integer, came_in.amount_cents, 0 from came_in
        union all
        select refunded_payments.day, 0, 0, refunded_payments.amount_cents from refunded_payments
      ) as each (day, order_count, sales_cents, refunded_cents)
      group by each.day order by each.day
    ) as days,
    array(select private.list_drawers(days.starts_at, days.ends_at)) as drawers,
    array(select top from private.list_top_products(days.starts_at, days.ends_at) as top) as best
  into sheet;
  return sheet;
end;
$$;
grant execute on function public.daily_report(date, date) to authenticated, service_role;

create function public.list_slow_products(max_count integer default 20)
returns table (product_id bigint, name text, category text, last_sold_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can see accounting data.');
  select products.id, products.name, products.category, (
    select max(orders.paid_at) from public.order_items as items join public.orders on orders.id = items.order_id
    where items.product_id = products.id
  )
  from public.products
  where products.archived_at is null and products.created_at < now() - interval '30 days'
    and products.id not in (
      select items.product_id from public.orders join public.order_items as items on items.order_id = orders.id
      where orders.paid_at > now() - interval '30 days'
    )
  order by products.created_at, products.id limit least(list_slow_products.max_count, 100);
$$;
comment on function public.list_slow_products(integer) is 'For managers: products for sale for 30 days without a sale, '
  'oldest first. Security definer, as daily_report. As in products: category. May be null: last_sold_at.';
grant execute on function public.list_slow_products(integer) to authenticated;

create type private.low_stock as (product_id bigint, name text, size_label text, category text, left_count integer);
comment on type private.low_stock is 'Counted product or size. As in products: category. May be null: size_label.';

-- For managers: counted items with at most this many left (default: store_settings). Security definer, as daily_report.
create function public.list_low_stock(threshold integer default null, max_count integer default 20)
returns setof private.low_stock
language sql stable security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can see stock.');
  select low.product_id, low.name, case when low.size_id is not null then low.label end, low.category,
    coalesce(low.stock_count, 0)
  from private.product_rows as low
  where low.availability = 'counted' and low.size_count = 0 and not low.is_hidden
    and coalesce(low.stock_count, 0)
      <= coalesce(list_low_stock.threshold, (select store_settings.low_stock_at from public.store_settings))
  order by 5, low.name, 3 limit least(list_low_stock.max_count, 500);
$$;
grant execute on function public.list_low_stock(integer, integer) to authenticated;

-- Lists the lines of the books of changes, payments, and refunds.
create function private.list_booked_money(what text, starts_at timestamptz, ends_at timestamptz)
returns table (place bigint, came_at timestamptz, line json)
language sql stable as $$
  select changes.id, changes.settled_at, json_build_object(
    'order_number', orders.order_number, 'settled_at', changes.settled_at, 'product', items.product_name,
    'size', coalesce(items.size_label, ''), 'quantity', changes.quantity, 'kind', changes.kind,
    'replacement', coalesce(changes.replacement_name, ''),
    'replacement_size', coalesce(changes.replacement_size_label, ''),
    'replacement_quantity', changes.replacement_quantity, 'paid', changes.paid_cents / 100.0,
    'paid_tax', changes.paid_tax_cents / 100.0, 'charged', changes.replacement_cents / 100.0,
    'charged_tax', changes.replacement_tax_cents / 100.0, 'refunded', changes.refund_cents / 100.0
  )
  from public.substitutions as changes
  join public.orders on orders.id = changes.order_id
  join public.order_items as items on items.id = changes.order_item_id
  where list_booked_money.what = 'changes'
    and changes.settled_at >= list_booked_money.starts_at and changes.settled_at < list_booked_money.ends_at
  union all
  select coalesce(orders.order_number, 0), arrived.received_at, json_build_object(
    'payment_intent_id', payments.payment_intent_id, 'received_at', arrived.received_at,
    'order_number', orders.order_number, 'purpose', payments.purpose, 'method', payments.method,
    'amount', arrived.cents / 100.0,
    'refunded', (payments.refunded_cents - payments.amount_cents + arrived.cents) / 100.0
  )
  from public.payments
  left join public.orders on orders.id = payments.order_id
  cross join lateral (
    select coalesce(payments.captured_at, payments.received_at) as received_at,
      case when payments.captured_at is null then payments.amount_cents else payments.capture_cents end as cents
    where payments.held_until is null or (payments.captured_at is not null and payments.capture_cents > 0)
  ) as arrived
  where list_booked_money.what = 'payments'
    and arrived.received_at >= list_booked_money.starts_at and arrived.received_at < list_booked_money.ends_at
  union all
  select coalesce(orders.order_number, 0), refunds.settled_at, json_build_object(
    'refund_id', coalesce(refunds.provider_refund_id, ''), 'settled_at', refunds.settled_at,
    'order_number', orders.order_number, 'payment_intent_id', refunds.payment_intent_id,
    'method', coalesce(refunds.method, (
      select payments.method from public.payments where payments.payment_intent_id = refunds.payment_intent_id
    ), 'card'), 'reason', refunds.reason,
    'amount', refunds.amount_cents / 100.0, 'tax', refunds.tax_cents / 100.0
  )
  from public.refunds left join public.orders on orders.id = refunds.order_id
  where list_booked_money.what = 'refunds' and refunds.status = 'succeeded'
    and refunds.method is distinct from 'release'
    and refunds.settled_at >= list_booked_money.starts_at and refunds.settled_at < list_booked_money.ends_at;
$$;

-- For managers, a thousand lines per page: orders (a delivery fee paid later is its own line), lines, changes
-- (substitutions), payments, or refunds of these days, in dollars and without customers. The first page is logged in
-- the audit log. json: each export has its own columns. Security definer, as daily_report.
create function public.export_accounting(what text, first_day date, last_day date, skip_count integer default 0)
returns setof json
language plpgsql security definer set search_path = '' set statement_timeout = '30s'
set plan_cache_mode = force_custom_plan as $$
declare
  days record := private.shop_days(first_day, last_day);
begin
  perform private.reject_if(what not in ('orders', 'lines', 'changes', 'payments', 'refunds'),
    'PT422', 'There are books of orders, lines, changes, payments and refunds.');
  -- The pages after it are read by the same export.
  if coalesce(skip_count, 0) < 1000 then
    perform private.add_to_audit_log(
      'export', 'Accounting export: ' || what, null, jsonb_build_object('from', first_day, 'until', last_day)
    );
  end if;
  return query
    select exported.line from (
      select orders.order_number as place, sold.received_at as came_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', sold.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type,
        -- Without what a hold did not charge.
        'subtotal', orders.total - orders.delivery_cost - orders.tax_amount + orders.discount
          - (released.cents - released.tax_cents) / 100.0,
        'discount', orders.discount, 'delivery', orders.delivery_cost,
        'tax', orders.tax_amount - released.tax_cents / 100.0, 'total', orders.total - released.cents / 100.0,
        'refunded', (
          select sum(tenders.refunded_cents) / 100.0 from public.payments as tenders
          where tenders.order_id = orders.id and tenders.purpose in ('order', 'tender')
        ) - released.cents / 100.0
      ) as line
      from private.list_sales(days.starts_at, days.ends_at) as sold
      join public.orders on orders.id = sold.order_id
      cross join lateral private.released_of(orders.id) as released
      where export_accounting.what = 'orders' and sold.purpose = 'order'
      union all
      -- Its own line, on the day it came in: together they are what the order brought.
      select orders.order_number, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type, 'subtotal', 0, 'discount', 0, 'delivery', fees.amount,
        'tax', fees.tax_amount, 'total', fees.amount + fees.tax_amount, 'refunded', payments.refunded_cents / 100.0
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.delivery_fees as fees on fees.order_id = orders.id
      where export_accounting.what = 'orders' and payments.purpose = 'delivery_fee'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select items.id, sold.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', sold.received_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', items.quantity, 'packed_pounds', items.packed_pounds,
        'unit_price', items.unit_price,
        'discount', items.discount, 'tax_rate', items.tax_rate, 'tax', items.tax_amount,
        'amount', private.line_amount(items) + items.tax_amount - case when exists (
          select from public.payments as holds
          where holds.order_id = orders.id and holds.purpose = 'order' and holds.held_until is not null
        ) then items.weight_refund + items.weight_tax_refund else 0 end,
        'refunded_quantity', items.refunded_quantity
      )
      from private.list_sales(days.starts_at, days.ends_at) as sold
      join public.orders on orders.id = sold.order_id
      join public.order_items as items on items.order_id = orders.id
      where export_accounting.what = 'lines' and sold.purpose = 'order'
      union all
      select money.place, money.came_at, money.line
      from private.list_booked_money(export_accounting.what, days.starts_at, days.ends_at) as money
    ) as exported
    -- The tenders of an order arrive at once.
    order by exported.came_at, exported.place, exported.line::text
    offset greatest(export_accounting.skip_count, 0) limit 1000;
end;
$$;
grant execute on function public.export_accounting(text, date, date, integer) to authenticated;
