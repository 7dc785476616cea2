-- The page Today: what the owner and managers look at first, in one snapshot.

create type private.decision as (kind text, decision_count bigint, order_id uuid);
comment on type private.decision is 'Decisions that staff must make; the order of a single one. May be null: order_id.';

create type private.orders_to_pack as (late_count bigint, today_count bigint, later_count bigint);
create type private.next_window as (
  delivery_type text, starts_at timestamptz, ends_at timestamptz, capacity integer, taken_count bigint
);
comment on type private.next_window is 'Window that has not ended. As in orders: delivery_type.';
create type private.sold as (order_count bigint, sales numeric);

-- For managers: orders to pack by promise (late: the window is over, or paid a day ago without one), the next windows
-- of each kind, sales so far as in the daily report and a week ago until the same time of day, low stock (100 at most),
-- and what needs a decision. Security definer, as daily_report.
create function public.read_today(
  out read_at timestamptz, out to_pack private.orders_to_pack, out windows private.next_window[],
  out sales private.sold, out week_ago private.sold, out week_ago_whole_day private.sold,
  out low_stock private.low_stock[], out decisions private.decision[]
)
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := (select store_settings.time_zone from public.store_settings);
  local constant timestamp := now() at time zone zone;
  week_ago_begins_at constant timestamptz := (local::date - 7)::timestamp at time zone zone;
  tomorrow_begins_at constant timestamptz := (local::date + 1)::timestamp at time zone zone;
begin
  perform private.require_session();
  perform private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can see accounting data.');
  read_at := now();
  select count(*) filter (where coalesce(orders.window_ends_at, orders.paid_at + interval '1 day') < now()),
    count(*) filter (
      where coalesce(orders.window_ends_at, orders.paid_at + interval '1 day') >= now()
        and coalesce(orders.window_starts_at, orders.paid_at) < tomorrow_begins_at
    ),
    count(*) filter (where orders.window_starts_at >= tomorrow_begins_at)
  into to_pack
  from (
    select packable.window_starts_at, packable.window_ends_at, packable.paid_at from public.orders as packable
    where private.is_open(packable.status) and private.is_packable(packable.status)
    union all
    select unpaid.window_starts_at, unpaid.window_ends_at, unpaid.paid_at
    from unnest(array['to_pack', 'packing']) as board_columns (board_column)
    cross join lateral private.list_unpaid_packing(board_columns.board_column) as unpaid
  ) as orders;
  windows := array(
    select row(
      each.delivery_type, next.starts_at, next.ends_at, next.capacity,
      private.taken_slots(each.delivery_type, next.starts_at, next.ends_at, null, null)
    )::private.next_window
    from unnest(array['pickup', 'delivery']) with ordinality as each (delivery_type, place)
    cross join lateral (
      -- For an order of a week ago, because staff also see windows that take no more orders.
      select soon.* from generate_series(-1, 7) as ahead
      cross join lateral private.windows_from(each.delivery_type, now() - interval '7 days', local::date + ahead) as soon
      where soon.ends_at > now() order by soon.starts_at limit 3
    ) as next
    order by each.place, next.starts_at
  );
  sales := private.sum_sales(private.shop_day_begins_at(), tomorrow_begins_at);
  week_ago := private.sum_sales(week_ago_begins_at, (local - interval '7 days') at time zone zone);
  week_ago_whole_day := private.sum_sales(week_ago_begins_at, (local::date - 6)::timestamp at time zone zone);
  low_stock := array(select public.list_low_stock(null, 100));
  decisions := array(
    select row(open.kind, count(*), case when count(*) = 1 then (array_agg(open.order_id))[1] end)::private.decision
    from (
      select alerts.kind, alerts.order_id from public.shop_alerts as alerts where alerts.resolved_at is null
      union all
      select 'fee_to_agree', orders.id from public.orders
      where private.is_open(orders.status) and orders.delivery_type = 'delivery' and not orders.delivery_included
        and not exists (select from public.delivery_fees as fees where fees.order_id = orders.id)
      union all
      select 'window_lost', lost.id from public.list_lost_windows() as lost
      union all
      select 'past_date', null from private.list_batches() as batches
      where batches.best_before < private.store_day() and coalesce(batches.left_count, 1) > 0
    ) as open
    group by open.kind order by open.kind
  );
end;
$$;
grant execute on function public.read_today() to authenticated;
