-- Figures of the charts: the sales and refunds of the daily report, split in several ways.
create type private.zero_result_search as (words text, search_count bigint);

create type private.hour_sales as (hour integer, order_count bigint, sales numeric);
create type private.fulfillment_sales as (delivery_type text, order_count bigint, sales numeric);
comment on type private.fulfillment_sales is 'Sales of pickup or delivery. As in orders: delivery_type.';
create type private.customer_sales as (kind text, order_count bigint, sales numeric);
create type private.category_sales as (category text, quantity bigint, amount numeric);
create type private.reason_refunds as (reason text, refund_count bigint, refunded numeric);
comment on type private.reason_refunds is 'Refunds for a reason. As in refunds: reason.';
create type private.sales_report as (
  hours private.hour_sales[], fulfillments private.fulfillment_sales[], customers private.customer_sales[],
  best private.best_seller[], categories private.category_sales[], refund_reasons private.reason_refunds[],
  zero_result_searches private.zero_result_search[]
);

create function public.report_sales(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s'
set plan_cache_mode = force_custom_plan as $$
declare
  days record := private.shop_days(first_day, last_day);
  report private.sales_report;
begin
  with sales as (
    select sold.order_id, (sold.purpose = 'order')::integer as order_count, sold.amount_cents, orders.delivery_type,
      extract(hour from sold.received_at at time zone days.zone) as hour,
      case
        when orders.user_id is null then 'no_account'
        when exists (
          select from public.orders as earlier
          where earlier.user_id = orders.user_id and earlier.paid_at < orders.paid_at
        ) then 'returning'
        else 'new'
      end as kind
    from private.list_sales(days.starts_at, days.ends_at) as sold
    join public.orders on orders.id = sold.order_id
  )
  select
    array(
      select row(
        each.hour, coalesce(sum(sales.order_count), 0), coalesce(sum(sales.amount_cents), 0) / 100.0
      )::private.hour_sales
      from generate_series(0, 23) as each (hour) left join sales on sales.hour = each.hour
      group by each.hour order by each.hour
    ) as hours,
    array(
      select row(
        each.delivery_type, coalesce(sum(sales.order_count), 0), coalesce(sum(sales.amount_cents), 0) / 100.0
      )::private.fulfillment_sales
      from unnest(array['pickup', 'delivery']) with ordinality as each (delivery_type, place)
      left join sales on sales.delivery_type = each.delivery_type
      group by each.delivery_type, each.place order by each.place
    ) as fulfillments,
    array(
      select row(
        each.kind, coalesce(sum(sales.order_count), 0), coalesce(sum(sales.amount_cents), 0) / 100.0
      )::private.customer_sales
      from unnest(array['new', 'returning', 'no_account']) with ordinality as each (kind, place)
      left join sales on sales.kind = each.kind
      group by each.kind, each.place order by each.place
    ) as customers,
    array(select top from private.list_top_products(days.starts_at, days.ends_at) as top) as best,
    array(
      select row(products.category, sum(items.quantity), sum(private.line_paid(items)))::private.category_sales
      from sales join public.order_items as items on items.order_id = sales.order_id
      join public.products on products.id = items.product_id
      where sales.order_count = 1
      group by products.category order by sum(private.line_paid(items)) desc, products.category
    ) as categories,
    array(
      select row(refunded.reason, count(*), sum(refunded.amount_cents) / 100.0)::private.reason_refunds
      from private.list_refunds(days.starts_at, days.ends_at) as refunded
      group by refunded.reason order by sum(refunded.amount_cents) desc, refunded.reason
    ) as refund_reasons,
    array(
      select row(searches.words, sum(searches.search_count))::private.zero_result_search
      from public.zero_result_searches as searches
      where searches.month between date_trunc('month', report_sales.first_day)::date and report_sales.last_day
      group by searches.words order by sum(searches.search_count) desc, searches.words limit 10
    ) as zero_result_searches
  into report;
  return to_jsonb(report);
end;
$$;
comment on function public.report_sales(date, date) is 'For managers: sales of the daily report by hour of the '
  'store''s clock, by pickup or delivery, and by new and returning customers (new: their first paid order); products '
  'and categories without tax and delivery; refunds by reason; searches without a result in these months. Dollars. '
  'Security definer, as daily_report. JSON of private.sales_report.';
grant execute on function public.report_sales(date, date) to authenticated;
