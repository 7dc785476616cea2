-- Sales tax to report, from the ledger: actual payments and refunds.
-- For admins: each month of a year in the store's time zone, by the day of payment or refund. gross is sales without
-- tax, with its exempt and taxable part; collected is the tax received; refunded is all that was refunded, returned the
-- tax in it. gross and collected together are the payments of orders and delivery fees. Security definer: one check.
create function public.report_sales_tax(year integer)
returns table (
  month date, order_count bigint, gross numeric, exempt numeric, taxable numeric, collected numeric,
  refunded numeric, returned numeric
)
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  starts_at timestamptz := make_date(report_sales_tax.year, 1, 1)::timestamp at time zone zone;
  ends_at timestamptz := make_date(report_sales_tax.year + 1, 1, 1)::timestamp at time zone zone;
begin
  perform private.reject_if(not private.is_admin(), '42501', 'Only admins can see the sales tax report.');
  return query
    with fees as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month, sum(fees.amount) as gross,
        sum(case when fees.tax_rate > 0 then fees.amount else 0 end) as taxable, sum(fees.tax_amount) as collected
      from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
      where payments.purpose = 'delivery_fee' and payments.received_at >= starts_at and payments.received_at < ends_at
      group by 1
    ), sales as (
      select date_trunc('month', paid.received_at at time zone zone)::date as month,
        orders.total - orders.tax_amount - (released.cents - released.tax_cents) / 100.0 as gross,
        orders.tax_amount - released.tax_cents / 100.0 as tax_amount,
        case when orders.delivery_tax_rate > 0 then orders.delivery_cost else 0 end + coalesce((
          -- What SNAP EBT paid is exempt.
          select sum(private.line_amount(items) - items.ebt_amount) from public.order_items as items
          where items.order_id = orders.id and items.tax_rate > 0
        ), 0) - released.taxable_cents / 100.0 as taxable
      from private.list_sales(starts_at, ends_at) as paid
      join public.orders on orders.id = paid.order_id
      cross join lateral private.sum_released(orders.id) as released
      where paid.purpose = 'order'
    ), replacements as (
      select date_trunc('month', taxes.settled_at at time zone zone)::date as month,
        sum(taxes.collected) as collected, sum(taxes.taxable) as taxable
      from private.replacement_taxes(starts_at, ends_at) as taxes group by 1
    ), sold as (
      select sales.month, count(*) as order_count, sum(sales.gross) as gross, sum(sales.taxable) as taxable,
        sum(sales.tax_amount) as collected
      from sales group by sales.month
    ), refunded_payments as (
      select date_trunc('month', given.settled_at at time zone zone)::date as month,
        sum(given.amount_cents) / 100.0 as refunded, sum(given.tax_cents) / 100.0 as returned
      from private.list_refunds(starts_at, ends_at) as given group by 1
    )
    select months.month, coalesce(sold.order_count, 0),
      round(coalesce(sold.gross, 0) + coalesce(fees.gross, 0) - coalesce(replacements.collected, 0), 2),
      round(
        coalesce(sold.gross - sold.taxable, 0) + coalesce(fees.gross - fees.taxable, 0)
          - coalesce(replacements.collected + replacements.taxable, 0), 2
      ),
      round(coalesce(sold.taxable, 0) + coalesce(fees.taxable, 0) + coalesce(replacements.taxable, 0), 2),
      round(coalesce(sold.collected, 0) + coalesce(fees.collected, 0) + coalesce(replacements.collected, 0), 2),
      round(coalesce(refunded_payments.refunded, 0), 2), round(coalesce(refunded_payments.returned, 0), 2)
    from (select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number) as months
    left join sold on sold.month = months.month
    left join fees on fees.month = months.month
    left join replacements on replacements.month = months.month
    left join refunded_payments on refunded_payments.month = months.month
    where months.month <= (now() at time zone zone)::date order by months.month;
end;
$$;
grant execute on function public.report_sales_tax(integer) to authenticated;
