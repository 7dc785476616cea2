-- The desk counts only lines that are still to be packed, and only orders whose money is in the day's sum.
create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', target.status,
      'delivery_type', target.delivery_type,
      'delivery_included', target.delivery_included,
      'delivery_fee', private.told_fee(target.id),
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'wish', target.wish,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_ids', coalesce(lines.line_ids, '[]'),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.packed_lines as packed where packed.order_id = target.id
      ), '[]'),
      'change_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.order_changes as changes where changes.order_id = target.id
      ), '[]'),
      'is_unread', target.status = 'paid' and not exists (
        select from public.seen_orders as seen where seen.order_id = target.id
      ),
      'moved_at', moved.changed_at,
      'moved_from', case when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, jsonb_agg(items.id order by items.id) as line_ids,
        bool_or(items.note <> '' or items.wish is not null) as has_words
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;
comment on function private.desk_card(public.orders) is
  'An order as the desk shows it: {id, number, status, delivery_type, delivery_included, delivery_fee, name, phone, '
  'window_starts_at, window_ends_at, paid_at, wish, note, item_count, line_ids, has_line_words, packed_line_ids, change_ids, is_unread, moved_at, '
  'moved_from}. change_ids are of what was not there. '
  'moved_from is where one step back would lead; null: the last move cannot be taken back.';

create or replace function private.desk_head() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_count', today.order_count,
      'sales', today.sales,
      'unread_count', (
        select count(*) from (
          select from public.orders
          where orders.status = 'paid'
            and not exists (select from public.seen_orders as seen where seen.order_id = orders.id)
          limit 1000
        ) as unread
      ),
      'counts', jsonb_build_object(
        'to_pack', private.count_open('paid'),
        'packing', private.count_open('preparing'),
        'waiting', private.count_open('ready') + private.count_open('out_for_delivery'),
        'done', (
          select count(distinct changes.order_id) from public.order_status_changes as changes
          join public.orders on orders.id = changes.order_id and orders.status = 'completed'
          where changes.to_status = 'completed' and changes.changed_at >= private.shop_day_begins_at()
        )
      )
    )
    from (
      select count(*) filter (where orders.paid_amount > orders.refunded_amount) as order_count,
        coalesce(sum(orders.paid_amount - orders.refunded_amount), 0) as sales
      from public.orders where orders.paid_at >= private.shop_day_begins_at()
    ) as today
  );
end;
$$;
comment on function private.desk_head() is
  'Orders that were paid today on the shop''s clock and not refunded whole, what they brought less refunds, and how many '
  'orders stand where: '
  '{order_count, sales, unread_count, counts: {to_pack, packing, waiting, done}}. Counts of what is open end at 1,000.';
