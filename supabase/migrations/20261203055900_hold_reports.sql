-- Emails, order links, and the daily report name what a hold has not charged.
create or replace function private.order_facts(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
      'placed_at', orders.created_at,
      'status', orders.status,
      'total', orders.total,
      'delivery_cost', orders.delivery_cost,
      'delivery_included', orders.delivery_included,
      'delivery_fee', private.fee_details(orders.id),
      'tax_amount', orders.tax_amount,
      'discount', orders.discount,
      'paid_amount', orders.paid_amount,
      'refunded_amount', orders.refunded_amount,
      'held_amount', coalesce((
        select payments.amount_cents / 100.0 from public.payments
        where payments.order_id = orders.id and payments.purpose = 'order'
          and payments.held_until is not null and payments.captured_at is null
      ), 0),
      'released_amount', coalesce((
        select sum(refunds.amount_cents) / 100.0 from public.refunds
        join public.payments
          on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
        where refunds.order_id = orders.id and refunds.method = 'release' and refunds.status = 'succeeded'
      ), 0),
      'delivery_type', orders.delivery_type,
      'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
      'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
      'driver_note', private.one_line(orders.driver_note, 300),
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'pounds_each', items.pounds_each, 'price_per_pound', items.price_per_pound,
          'packed_pounds', items.packed_pounds, 'weight_refund', items.weight_refund, 'image_url', items.image_url, 'changes', private.line_substitutions(items.id)
        ) order by items.id)
        from public.order_items as items where items.order_id = orders.id
      ), '[]')
    )
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    where orders.id = order_facts.order_id
  );
end;
$$;

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- Keys are listed, so that new facts in emails are not exposed here automatically.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'delivery_fee', 'discount',
        'paid_amount', 'refunded_amount', 'held_amount', 'released_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at', 'paid_by', 'channel'
      )
    ) || jsonb_build_object(
      'can_cancel', exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = orders.status and moves.to_status = 'cancelled'
          and 'customer' = any (moves.moved_by)
      ),
      'steps', (
        select jsonb_agg(jsonb_build_object('status', steps.to_status, 'at', steps.changed_at) order by steps.id)
        from public.order_status_changes as steps where steps.order_id = orders.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', refunds.id, 'status', refunds.status, 'method', refunds.method, 'replaces_id', refunds.replaces_id,
          'amount', refunds.amount_cents / 100.0
        ) order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;

create or replace function public.daily_report(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(daily_report.first_day, daily_report.last_day);
  with came_in as (
    select (sold.received_at at time zone zone)::date as day, sold.order_id, sold.purpose, sold.method, sold.amount_cents
    from private.list_sales(days.starts_at, days.ends_at) as sold
  ), sales as (
    select came_in.day, came_in.amount_cents, came_in.method, orders.id, orders.tax_amount, orders.delivery_cost,
      orders.discount
    from came_in join public.orders on orders.id = came_in.order_id
    where came_in.purpose = 'order'
  ), paid_fees as (
    select fees.amount, fees.tax_amount
    from came_in join public.delivery_fees as fees on fees.order_id = came_in.order_id
    where came_in.purpose = 'delivery_fee'
  ), refunded_payments as (
    select (refunded.settled_at at time zone zone)::date as day, refunded.amount_cents, refunded.tax_cents,
      refunded.method
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
  ), sold as (
    select came_in.day, count(*) filter (where came_in.purpose = 'order') as order_count,
      sum(came_in.amount_cents) as sales_cents
    from came_in group by came_in.day
  ), returned as (
    select refunded_payments.day, sum(refunded_payments.amount_cents) as refunded_cents
    from refunded_payments group by refunded_payments.day
  ), best as (
    select items.product_id,
      coalesce(max(items.product_name) filter (where items.choices = '[]'), (
        select products.name from public.products where products.id = items.product_id
      )) as name,
      sum(items.quantity) as quantity,
      sum(private.line_paid(items)) as amount
    from sales join public.order_items as items on items.order_id = sales.id
    group by items.product_id
    order by amount desc, items.product_id
    limit 10
  )
  select jsonb_build_object(
    'order_count', (select count(*) from sales),
    'sales', (select coalesce(sum(sold.sales_cents), 0) / 100.0 from sold),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales)
      + (select coalesce(sum(paid_fees.tax_amount), 0) from paid_fees) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales)
      + (select coalesce(sum(paid_fees.amount), 0) from paid_fees),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from refunded_payments),
    'refunded', (select coalesce(sum(refunded_payments.amount_cents), 0) / 100.0 from refunded_payments),
    'tax_returned', (select coalesce(sum(refunded_payments.tax_cents), 0) / 100.0 from refunded_payments),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(came_in.amount_cents) from came_in where came_in.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(refunded_payments.amount_cents) from refunded_payments where refunded_payments.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card', 'release']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select daily_report.first_day + number as day
        from generate_series(0, daily_report.last_day - daily_report.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;
comment on function public.daily_report(date, date) is
  'For the owner and managers: orders paid, sales (all money in, with tax and delivery, also later), discounts, '
  'succeeded refunds, both by method (cash is store_cash; release is what a hold did not charge), each day of the '
  'range, and the ten products with the most sales; in dollars, from the ledger. 422 for more than a year. jsonb: '
  'totals and three lists of one snapshot; tables would take four calls. Security definer: one check instead of one '
  'per row.';

create or replace function public.read_store_metrics() returns table (name text, label text, value double precision)
language sql stable security definer set search_path = ''
as $$
  with due (kind, created_at) as (
    select 'email', outgoing_mails.created_at from public.outgoing_mails where outgoing_mails.status = 'waiting'
    union all
    select 'refund', refunds.created_at from public.refunds
    -- Staff give back what was paid in the store.
    where refunds.status = 'requested' and exists (
      select from public.payments
      where payments.payment_intent_id = refunds.payment_intent_id and payments.method = 'card'
    )
    union all
    select 'push', push_messages.next_attempt_at from private.push_messages
    where push_messages.next_attempt_at <= now()
    union all
    select 'payment_event', payment_events.received_at from public.payment_events
    where payment_events.outcome = 'waits_for_payment'
      -- An intent that was declined before it was canceled never has a payment.
      and payment_events.type <> 'payment_intent.canceled'
  ), kinds as (
    select kinds.kind, count(due.kind) as due_count,
      coalesce(extract(epoch from now() - min(due.created_at)), 0) as oldest_seconds
    from unnest(array['email', 'refund', 'push', 'payment_event']) as kinds (kind)
    left join due on due.kind = kinds.kind
    group by kinds.kind
  )
  select 'due', kinds.kind, kinds.due_count::double precision from kinds
  union all
  select 'oldest_due_seconds', kinds.kind, kinds.oldest_seconds::double precision from kinds
  union all
  select 'open_orders', order_statuses.status, (
    select count(*) from public.orders
    where orders.status = order_statuses.status and private.is_open(orders.status)
  )
  from public.order_statuses where order_statuses.is_open
  union all
  select 'orders_placed_last_hour', '', (select count(*) from public.orders where orders.created_at > now() - interval '1 hour')
  union all
  select 'orders_paid_last_hour', '', (select count(*) from public.orders where orders.paid_at > now() - interval '1 hour')
  union all
  select 'open_alerts', '', (select count(*) from public.shop_alerts where shop_alerts.resolved_at is null)
  union all
  select 'dead_emails', '', (select count(*) from public.outgoing_mails where outgoing_mails.status = 'dead');
$$;
