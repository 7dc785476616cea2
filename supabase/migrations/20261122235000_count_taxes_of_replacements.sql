-- The day sheet counts the tax in what was paid for replaced things, as the report of the months does, and the accountant
-- is given the changes.
create function private.replacement_taxes(starts_at timestamptz, ends_at timestamptz)
returns table (settled_at timestamptz, collected numeric, taxable numeric)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select changes.settled_at, (changes.kept_tax_cents - changes.paid_tax_cents) / 100.0,
      case when changes.paid_tax_cents = 0 then changes.kept_cents else 0 end / 100.0
    from public.order_changes as changes
    where changes.kept_tax_cents > changes.paid_tax_cents
      and changes.settled_at >= replacement_taxes.starts_at and changes.settled_at < replacement_taxes.ends_at;
end;
$$;
comment on function private.replacement_taxes(timestamptz, timestamptz) is
  'A taxed replacement of something that was taxed less has its tax in the price that was paid: what the books of these '
  'times count as tax and as taxable beyond the taxes of the orders.';
revoke all on function private.replacement_taxes(timestamptz, timestamptz) from public;

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
    with sales as (
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
      join public.payments on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
      where refunds.status = 'succeeded' and refunds.settled_at >= starts_at and refunds.settled_at < ends_at
      group by 1
    )
    select months.month, coalesce(sold.order_count, 0),
      round(coalesce(sold.gross, 0) - coalesce(replacements.collected, 0), 2),
      round(
        coalesce(sold.gross - sold.taxable, 0)
          - coalesce(replacements.collected + replacements.taxable, 0), 2
      ),
      round(coalesce(sold.taxable, 0) + coalesce(replacements.taxable, 0), 2),
      round(coalesce(sold.collected, 0) + coalesce(replacements.collected, 0), 2), round(coalesce(given_back.refunded, 0), 2),
      round(coalesce(given_back.returned, 0), 2)
    from (
      select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number
    ) as months
    left join sold on sold.month = months.month
    left join replacements on replacements.month = months.month
    left join given_back on given_back.month = months.month
    where months.month <= (now() at time zone zone)::date
    order by months.month;
end;
$$;

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
    select (payments.received_at at time zone zone)::date as day, payments.amount_cents, orders.id, orders.tax_amount,
      orders.delivery_cost, orders.discount
    from public.payments join public.orders on orders.id = payments.order_id
    where payments.purpose = 'order' and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
  ), given_back as (
    select (refunds.settled_at at time zone zone)::date as day, refunds.amount_cents, refunds.tax_cents
    from public.refunds
    join public.payments on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
    where refunds.status = 'succeeded' and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
  ), sold as (
    select sales.day, count(*) as order_count, sum(sales.amount_cents) as sales_cents from sales group by sales.day
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
    'sales', (select coalesce(sum(sales.amount_cents), 0) / 100.0 from sales),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from given_back),
    'refunded', (select coalesce(sum(given_back.amount_cents), 0) / 100.0 from given_back),
    'tax_returned', (select coalesce(sum(given_back.tax_cents), 0) / 100.0 from given_back),
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
        'refunded', orders.refunded_amount
      ) as line
      from public.payments join public.orders on orders.id = payments.order_id
      where export_books.what = 'orders' and payments.purpose = 'order'
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
        'order_number', orders.order_number, 'purpose', payments.purpose, 'amount', payments.amount_cents / 100.0,
        'refunded', payments.refunded_cents / 100.0
      )
      from public.payments left join public.orders on orders.id = payments.order_id
      where export_books.what = 'payments'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), refunds.settled_at, json_build_object(
        'refund_id', coalesce(refunds.provider_refund_id, ''), 'settled_at', refunds.settled_at,
        'order_number', orders.order_number, 'payment_intent_id', refunds.payment_intent_id, 'reason', refunds.reason,
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
  'For the owner and managers, a thousand lines at a time: orders, lines, changes (what was not there), payments (all that came, '
  'whatever for) or refunds of these days, in dollars and without customers. The first page is noted in the history. Security definer: one '
  'check instead of one for each row.';
