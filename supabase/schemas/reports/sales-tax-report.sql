-- Sales tax to report, from the ledger: actual payments and refunds.
-- For admins: each month of a year in the store's time zone, by the day of payment or refund. gross is sales without
-- tax, with its exempt and taxable part; collected is the tax received; refunded is all that was refunded, returned the
-- tax in it. gross and collected together are the payments of orders and delivery fees. Security definer: one check.
create function public.report_sales_tax(year integer)
returns table (
  month date, order_count bigint, gross numeric, exempt numeric, taxable numeric, collected numeric,
  refunded numeric, returned numeric
)
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s'
set plan_cache_mode = force_custom_plan as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  starts_at timestamptz := make_date(year, 1, 1)::timestamp at time zone zone;
  ends_at timestamptz := make_date(year + 1, 1, 1)::timestamp at time zone zone;
begin
  perform private.reject_if(not private.is_admin(), '42501', 'Only admins can see the sales tax report.');
  return query
    with money (came_at, order_count, gross, taxable, collected, refunded, returned) as (
      select sold.received_at, 1,
        orders.total - orders.tax_amount - (released.cents - released.tax_cents) / 100.0,
        case when orders.delivery_tax_rate > 0 then orders.delivery_cost else 0 end + coalesce((
          -- What SNAP EBT paid is exempt.
          select sum(private.line_amount(items) - items.ebt_amount) from public.order_items as items
          where items.order_id = orders.id and items.tax_rate > 0
        ), 0) - released.taxable_cents / 100.0,
        orders.tax_amount - released.tax_cents / 100.0, 0, 0
      from private.list_sales(starts_at, ends_at) as sold
      join public.orders on orders.id = sold.order_id
      cross join lateral private.released_of(orders.id) as released
      where sold.purpose = 'order'
      union all
      select payments.received_at, 0, fees.amount, case when fees.tax_rate > 0 then fees.amount else 0 end,
        fees.tax_amount, 0, 0
      from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
      where payments.purpose = 'delivery_fee' and payments.received_at >= starts_at and payments.received_at < ends_at
      union all
      select taxes.settled_at, 0, -taxes.collected, taxes.taxable, taxes.collected, 0, 0
      from private.replacement_taxes(starts_at, ends_at) as taxes
      union all
      select given.settled_at, 0, 0, 0, 0, given.amount_cents / 100.0, given.tax_cents / 100.0
      from private.list_refunds(starts_at, ends_at) as given
    )
    select months.month, coalesce(sum(money.order_count), 0), round(coalesce(sum(money.gross), 0), 2),
      round(coalesce(sum(money.gross - money.taxable), 0), 2), round(coalesce(sum(money.taxable), 0), 2),
      round(coalesce(sum(money.collected), 0), 2), round(coalesce(sum(money.refunded), 0), 2),
      round(coalesce(sum(money.returned), 0), 2)
    from (select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number) as months
    left join money on date_trunc('month', money.came_at at time zone zone)::date = months.month
    where months.month <= (now() at time zone zone)::date group by months.month order by months.month;
end;
$$;
grant execute on function public.report_sales_tax(integer) to authenticated;
