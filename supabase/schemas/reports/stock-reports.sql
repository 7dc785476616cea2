-- Margin, waste, and stock value, for the owner and managers. docs/how-to/receive-and-count.md defines the figures.

-- Lists lines of orders paid in this period, without canceled ones: units and sales without tax, after discounts,
-- refunds so far, and substitutions, with the last unit cost when they were paid.
create function private.list_margin_lines(starts_at timestamptz, ends_at timestamptz)
returns table (product_id bigint, size_id bigint, quantity numeric, sales numeric, unit_cost numeric)
language sql stable as $$
  with paid as (
    -- With what a hold did not charge, because the refunds below contain it.
    select sold.order_id, sold.received_at as paid_at, payments.amount_cents
    from private.list_sales(list_margin_lines.starts_at, list_margin_lines.ends_at) as sold
    join public.orders on orders.id = sold.order_id
    join public.payments on payments.order_id = sold.order_id and payments.purpose = 'order'
    where sold.purpose = 'order' and not private.is_canceled(orders.status)
  ), line_refunds as (
    select refunds.order_id, line.order_item_id, sum(line.quantity) as quantity,
      sum(coalesce(line.amount_cents, items.unit_price * 100 * line.quantity)) as cents,
      sum(coalesce(line.tax_cents, 0)) as tax_cents
    from paid
    join public.refunds on refunds.order_id = paid.order_id and refunds.status = 'succeeded'
    cross join jsonb_to_recordset(refunds.lines)
      as line (order_item_id bigint, quantity integer, amount_cents bigint, tax_cents bigint)
    join public.order_items as items on items.id = line.order_item_id
    -- A refund for a cheaper replacement is in what the replacement costs.
    where line.quantity > 0 group by refunds.order_id, line.order_item_id
  ), refunded as (
    select lines.order_id, sum(lines.cents + lines.tax_cents) as cents
    from line_refunds as lines group by lines.order_id
  ), amount_refunds as (
    select refunds.order_id, sum(refunds.amount_cents) as cents
    from paid join public.refunds on refunds.order_id = paid.order_id
    where refunds.status = 'succeeded' and refunds.lines is null group by refunds.order_id
  ), weighed_less as (
    select items.order_id, sum(items.weight_refund + items.weight_tax_refund) * 100 as cents
    from paid join public.order_items as items on items.order_id = paid.order_id
    where items.weight_refund > 0 group by items.order_id
  ), shares as (
    -- A refund of an amount belongs to no line: it lowers all of them alike.
    select paid.order_id, paid.paid_at, 1 - least(
      1, coalesce(amount_refunds.cents / nullif(
        paid.amount_cents - coalesce(refunded.cents, 0) - coalesce(weighed_less.cents, 0), 0
      ), 0)
    ) as share
    from paid
    left join amount_refunds on amount_refunds.order_id = paid.order_id
    left join refunded on refunded.order_id = paid.order_id
    left join weighed_less on weighed_less.order_id = paid.order_id
  ), replaced as (
    select changes.order_item_id, sum(changes.quantity) as quantity, sum(changes.paid_cents) as paid_cents
    from paid join public.substitutions as changes on changes.order_id = paid.order_id
    where changes.kind = 'replaced' and changes.settled_at is not null group by changes.order_item_id
  ), lines as (
    select shares.paid_at, items.product_id, items.size_id,
      items.quantity - coalesce(gone.quantity, 0) - coalesce(replaced.quantity, 0) as quantity,
      (private.line_paid(items) * 100 - coalesce(gone.cents, 0) - coalesce(replaced.paid_cents, 0)) / 100
        * shares.share as sales
    from shares
    join public.order_items as items on items.order_id = shares.order_id
    left join line_refunds as gone on gone.order_item_id = items.id
    left join replaced on replaced.order_item_id = items.id
    union all
    select shares.paid_at, changes.replacement_product_id, changes.replacement_size_id, changes.replacement_quantity,
      changes.replacement_cents / 100.0 * shares.share
    from shares
    join public.substitutions as changes
      on changes.order_id = shares.order_id and changes.kind = 'replaced' and changes.settled_at is not null
  ), costs as (
    -- Each cost until the next delivery; the first one also before it, as private.last_cost does.
    select line.product_id, coalesce(line.size_id, 0) as size_key, line.unit_cost,
      case when row_number() over item = 1 then '-infinity' else deliveries.received_at end as starts_at,
      coalesce(lead(deliveries.received_at) over item, 'infinity') as ends_at
    from public.supplier_delivery_lines as line
    join public.supplier_deliveries as deliveries on deliveries.id = line.delivery_id
    where line.unit_cost is not null and deliveries.undone_at is null
    window item as (partition by line.product_id, line.size_id order by deliveries.received_at, line.id)
  )
  select lines.product_id, lines.size_id, lines.quantity::numeric, lines.sales, costs.unit_cost
  from lines
  left join costs on costs.product_id = lines.product_id and costs.size_key = coalesce(lines.size_id, 0)
    and lines.paid_at >= costs.starts_at and lines.paid_at < costs.ends_at
  where lines.quantity > 0 or lines.sales > 0;
$$;

create type private.product_margin as (
  product_id bigint, name text, category text, quantity numeric, sales numeric, known_sales numeric, cost numeric
);
create type private.category_margin as (
  category text, quantity numeric, sales numeric, known_sales numeric, cost numeric
);
create type private.wasted_stock as (
  kind text, name text, size_label text, quantity bigint, cost numeric, unknown_count bigint
);
comment on type private.wasted_stock is
  'Units that were removed or added without a sale. As in stock_movements: kind. May be null: size_label.';
create type private.category_stock as (category text, quantity bigint, cost numeric, unknown_count bigint);
create type private.stock_report as (
  products private.product_margin[], categories private.category_margin[], waste private.wasted_stock[],
  stock private.category_stock[]
);

create function public.report_stock(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s'
set plan_cache_mode = force_custom_plan as $$
declare
  days record;
  report private.stock_report;
begin
  perform private.require_stock_manager();
  days := private.shop_days(first_day, last_day);
  with sold as (
    select line.product_id, products.name, products.category, sum(line.quantity) as quantity, sum(line.sales) as sales,
      coalesce(sum(line.sales) filter (where line.unit_cost is not null), 0) as known_sales,
      coalesce(sum(line.quantity * line.unit_cost), 0) as cost
    from private.list_margin_lines(days.starts_at, days.ends_at) as line
    join public.products on products.id = line.product_id
    group by line.product_id, products.name, products.category
  ), stock as (
    select counted.category, coalesce(counted.stock_count, 0) as quantity,
      private.last_cost(counted.product_id, counted.size_id) as unit_cost
    from private.product_rows as counted
    where counted.availability = 'counted' and counted.size_count = 0 and not counted.is_hidden
  )
  select
    array(select sold::private.product_margin from sold order by sold.sales desc, sold.product_id limit 500) as products,
    array(
      select row(
        sold.category, sum(sold.quantity), sum(sold.sales), sum(sold.known_sales), sum(sold.cost)
      )::private.category_margin
      from sold group by sold.category order by sum(sold.sales) desc, sold.category
    ) as categories,
    array(
      select row(
        moved.kind, products.name, sizes.label, sum(moved.quantity), coalesce(sum(moved.quantity * moved.unit_cost), 0),
        coalesce(sum(abs(moved.quantity)) filter (where moved.unit_cost is null), 0)
      )::private.wasted_stock
      from public.stock_movements as moved
      join public.products on products.id = moved.product_id
      left join public.product_sizes as sizes on sizes.id = moved.size_id
      where moved.kind in ('waste', 'theft', 'own_use', 'counted', 'correction')
        and moved.moved_at >= days.starts_at and moved.moved_at < days.ends_at
        and not exists (select from public.stock_movements as undone where undone.reverses_id = moved.id)
      group by moved.kind, products.id, products.name, sizes.id, sizes.label
      order by moved.kind, sum(moved.quantity), products.name, sizes.label
    ) as waste,
    array(
      select row(
        stock.category, sum(stock.quantity), coalesce(sum(stock.quantity * stock.unit_cost), 0),
        coalesce(sum(stock.quantity) filter (where stock.unit_cost is null), 0)
      )::private.category_stock
      from stock where stock.quantity > 0
      group by stock.category order by coalesce(sum(stock.quantity * stock.unit_cost), 0) desc, stock.category
    ) as stock
  into report;
  return to_jsonb(report);
end;
$$;
comment on function public.report_stock(date, date) is 'For the owner and managers: margin by product (500 at most) '
  'and category of orders paid in these days, {quantity, sales, known_sales, cost} where known_sales are those of '
  'known cost; waste and differences in these days by kind and product; stock of now by category at last cost. '
  'Dollars. Security definer, as daily_report. JSON of private.stock_report.';
grant execute on function public.report_stock(date, date) to authenticated;
