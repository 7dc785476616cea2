-- What SNAP EBT paid of each line, so that the tax report counts only the rest as taxable.
alter table public.order_items
  add column ebt_amount numeric(10, 2) not null default 0 check (ebt_amount between 0 and unit_price * quantity - discount);
comment on column public.order_items.ebt_amount is
  'What SNAP EBT paid of the line, after discount: it bears no sales tax.';

-- contract: only waive_snap_tax calls it, which is replaced below.
drop function private.snap_tax_cents(uuid, bigint);
create function private.list_ebt_lines(order_id uuid, paid_cents bigint)
returns table (order_item_id bigint, ebt_cents bigint, tax_cents bigint, is_whole boolean)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select paid.order_item_id, paid.ebt_cents,
      round(paid.tax_cents::numeric * paid.ebt_cents / paid.amount_cents)::bigint, paid.ebt_cents = paid.amount_cents
    from (
      select lines.*, greatest(0, least(lines.amount_cents, list_ebt_lines.paid_cents - coalesce(
        sum(lines.amount_cents) over (order by lines.tax_cents = 0, lines.order_item_id
          rows between unbounded preceding and 1 preceding), 0
      )))::bigint as ebt_cents
      from private.list_snap_lines(list_ebt_lines.order_id) as lines
    ) as paid
    where paid.ebt_cents > 0;
end;
$$;
comment on function private.list_ebt_lines(uuid, bigint) is
  'Lists what SNAP EBT pays of each line when it pays so much, the sales tax that is then not charged, and whether it pays '
  'the whole line.';

create or replace function private.waive_snap_tax(target public.orders, ebt_cents bigint) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  changed public.orders;
  eligible_cents bigint;
  waived_cents bigint;
begin
  eligible_cents := (select coalesce(sum(lines.amount_cents), 0) from private.list_snap_lines(target.id) as lines);
  if waive_snap_tax.ebt_cents > eligible_cents then
    raise sqlstate 'PT422' using message = format(
      'SNAP EBT can pay up to $%s of this order.', to_char(eligible_cents / 100.0, 'FM999999990.00')
    );
  end if;
  select coalesce(sum(waived.tax_cents), 0) into waived_cents
  from private.list_ebt_lines(target.id, waive_snap_tax.ebt_cents) as waived;
  -- The caller has closed the open intent: an order without one may change.
  update public.orders set payment_intent_id = null, client_secret = null
  where orders.id = target.id and orders.payment_intent_id is not null;
  perform set_config('shop.changes_order', target.id::text, true);
  update public.order_items as items
  set ebt_amount = waived.ebt_cents / 100.0, tax_amount = items.tax_amount - waived.tax_cents / 100.0,
    tax_rate = case when waived.is_whole then 0 else items.tax_rate end
  from private.list_ebt_lines(target.id, waive_snap_tax.ebt_cents) as waived
  where items.id = waived.order_item_id;
  perform set_config('shop.changes_order', '', true);
  update public.orders
  set tax_amount = orders.tax_amount - waived_cents / 100.0, total = orders.total - waived_cents / 100.0
  where orders.id = target.id
  returning * into changed;
  return changed;
end;
$$;
comment on function private.waive_snap_tax(public.orders, bigint) is
  'Takes the sales tax off what SNAP EBT pays, before the payment is recorded; 422 above the eligible lines. Call it with '
  'the order locked.';

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
    raise insufficient_privilege using message = 'Only admins can see the sales tax report.';
  end if;
  return query
    with fees as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month, sum(fees.amount) as gross,
        sum(case when fees.tax_rate > 0 then fees.amount else 0 end) as taxable, sum(fees.tax_amount) as collected
      from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
      where payments.purpose = 'delivery_fee' and payments.received_at >= starts_at and payments.received_at < ends_at
      group by 1
    ), sales as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month,
        orders.total - orders.tax_amount as gross, orders.tax_amount,
        case when orders.delivery_tax_rate > 0 then orders.delivery_cost else 0 end + coalesce((
          -- What SNAP EBT paid is exempt.
          select sum(private.line_amount(items) - items.ebt_amount) from public.order_items as items
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
    ), refunded_payments as (
      select date_trunc('month', refunds.settled_at at time zone zone)::date as month,
        sum(refunds.amount_cents) / 100.0 as refunded, sum(refunds.tax_cents) / 100.0 as returned
      from public.refunds
      join public.payments on payments.payment_intent_id = refunds.payment_intent_id
        and payments.purpose in ('order', 'tender', 'delivery_fee')
      where refunds.status = 'succeeded' and refunds.settled_at >= starts_at and refunds.settled_at < ends_at
      group by 1
    )
    select months.month, coalesce(sold.order_count, 0),
      round(coalesce(sold.gross, 0) + coalesce(fees.gross, 0) - coalesce(replacements.collected, 0), 2),
      round(
        coalesce(sold.gross - sold.taxable, 0) + coalesce(fees.gross - fees.taxable, 0)
          - coalesce(replacements.collected + replacements.taxable, 0), 2
      ),
      round(coalesce(sold.taxable, 0) + coalesce(fees.taxable, 0) + coalesce(replacements.taxable, 0), 2),
      round(coalesce(sold.collected, 0) + coalesce(fees.collected, 0) + coalesce(replacements.collected, 0), 2),
      round(coalesce(refunded_payments.refunded, 0), 2),
      round(coalesce(refunded_payments.returned, 0), 2)
    from (
      select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number
    ) as months
    left join sold on sold.month = months.month
    left join fees on fees.month = months.month
    left join replacements on replacements.month = months.month
    left join refunded_payments on refunded_payments.month = months.month
    where months.month <= (now() at time zone zone)::date
    order by months.month;
end;
$$;
comment on function public.report_sales_tax(integer) is
  'For admins: each month of a year in the store''s time zone, by the day of payment or refund. gross is sales '
  'without tax, with its exempt and taxable part; collected is the tax received; refunded is all that was refunded,'
  ' returned the tax in it. gross and collected together are the payments of orders and delivery fees. Security '
  'definer: one check instead of one per row.';
grant execute on function public.report_sales_tax(integer) to authenticated;

drop trigger guard_order_item on public.order_items;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, tax_rate, tax_amount,
  discount, choice_ids, choices, pounds_each, weight_tolerance, price_per_pound, quantity_saving, ebt_amount
  on public.order_items
  for each row execute function private.guard_order_item();
