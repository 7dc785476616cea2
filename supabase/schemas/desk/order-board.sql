-- The order board: every paid order until it is handed over, its picked lines, and whether staff have acknowledged it.
-- Sorted by promise: the chosen time, or else the payment.
create index orders_open on public.orders (status, (coalesce(window_starts_at, paid_at)), order_number)
  where private.is_open(status);
create index order_status_changes_completed on public.order_status_changes (changed_at, order_id)
  where to_status = 'completed';

create type private.desk_card as (
  id uuid, number bigint, status text, unpaid_total numeric, needs_weight boolean, delivery_type text,
  delivery_included boolean, delivery_fee private.fee_details, name text, phone text, language text,
  window_starts_at timestamptz, window_ends_at timestamptz, paid_at timestamptz, substitution_preference text, note text,
  item_count bigint, line_ids bigint[], has_line_words boolean, packed_pounds jsonb, packed_line_ids bigint[],
  substitution_ids bigint[], answers text[], came_back boolean, is_unread boolean, moved_at timestamptz,
  moved_from text
);
comment on type private.desk_card is 'Order as the board shows it. The status of an unpaid order is how far it is '
  'packed, and unpaid_total the amount due, or its maximum if needs_weight. packed_pounds: weights of weighed lines by '
  'id. answers: what the customer answered about substitutions. moved_from: the status that undo leads to. As in '
  'orders: status, delivery_type, substitution_preference, window_starts_at, window_ends_at, paid_at. May be null: '
  'unpaid_total, delivery_fee, name, phone, moved_at, moved_from.';

create function private.desk_card(target public.orders) returns private.desk_card
language plpgsql stable set search_path = '' as $$
declare
  card private.desk_card;
begin
  select target.id, target.order_number as number, coalesce(private.packing_status(target), target.status) as status,
    case when target.status = 'pending' then coalesce(unpaid.due_total, target.total) end as unpaid_total,
    coalesce(unpaid.needs_weight, false) as needs_weight, target.delivery_type, target.delivery_included,
    case when not target.delivery_included then private.fee_details(target.id) end as delivery_fee,
    coalesce(billing.name, nullif(target.customer_name, ''), profiles.name) as name,
    coalesce(nullif(target.delivery_phone_number, ''), billing.phone, (
      select customers.phone from private.customers where customers.user_id = target.user_id
    )) as phone,
    target.language, target.window_starts_at, target.window_ends_at, target.paid_at, target.substitution_preference,
    target.note, coalesce(lines.item_count, 0) as item_count, coalesce(lines.line_ids, '{}') as line_ids,
    coalesce(lines.has_words, false) as has_line_words, coalesce(lines.packed_pounds, '{}') as packed_pounds,
    array(
      select packed.order_item_id from public.picked_lines as packed
      where packed.order_id = target.id order by packed.order_item_id
    ) as packed_line_ids,
    array(
      select changes.id from public.substitutions as changes where changes.order_id = target.id order by changes.id
    ) as substitution_ids,
    array(
      select questions.substitution_id || ':' || questions.answer from public.substitution_questions as questions
      where questions.order_id = target.id and questions.answer is not null order by questions.substitution_id
    ) as answers,
    target.status = 'out_for_delivery' and (
      select bool_or(stops.outcome = 'not_home') and bool_and(stops.outcome is not null)
      from public.run_stops as stops where stops.order_id = target.id
    ) is true as came_back,
    private.is_changeable(private.packing_status(target)) and not exists (
      select from public.acknowledged_orders as acknowledged where acknowledged.order_id = target.id
    ) as is_unread,
    coalesce(unpaid.ready_at, unpaid.packing_at, moved.changed_at) as moved_at,
    case
      when unpaid.ready_at is not null then 'preparing'
      when unpaid.packing_at is not null then 'pending'
      when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status and moves.can_undo
      ) then moved.from_status
    end as moved_from
  into card
  from (
    select exists (select from public.substitutions as made where made.order_id = target.id)
      or exists (select from public.refunds as made where made.order_id = target.id) as has_changes
  ) as changed
  left join public.billing_details as billing on billing.order_id = target.id
  left join public.profiles on profiles.id = target.user_id
  left join public.pay_in_store_orders as unpaid on unpaid.order_id = target.id and unpaid.is_waiting
  left join lateral (
    select sum(bag.units) as item_count, array_agg(items.id order by items.id) as line_ids,
      bool_or(items.note <> '' or items.substitution_preference is not null) as has_words,
      jsonb_object_agg(items.id, items.packed_pounds) filter (
        where items.packed_pounds is not null and private.has_weight(items)
      ) as packed_pounds
    from public.order_items as items
    cross join lateral (
      select case when changed.has_changes then private.units_to_pack(items) else items.quantity end as units
    ) as bag
    where items.order_id = target.id and bag.units > 0
  ) as lines on true
  left join lateral (
    select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
    from public.order_status_changes as changes
    where changes.order_id = target.id order by changes.id desc limit 1
  ) as moved on true;
  return card;
end;
$$;

-- Lists orders of to_pack, packing, or waiting, the earliest promise first; or of done: today's, the latest first. Orders
-- of one time are sorted by number.
-- Volatile, for a fresh snapshot: a call that waited for an upgrade, which rewrites order_statuses, would see no status.
create function private.desk_column(
  board_column text, max_count integer, after_at timestamptz default null, after_id uuid default null
) returns setof public.orders
language plpgsql volatile set search_path = '' as $$
declare
  after_number constant bigint := (select orders.order_number from public.orders where orders.id = desk_column.after_id);
begin
  if board_column = 'done' then
    return query
    select orders.*
    from (
      select changes.order_id, max(changes.changed_at) as done_at from public.order_status_changes as changes
      where changes.to_status = 'completed' and changes.changed_at >= private.shop_day_begins_at()
        -- Sold at the till: never on the board.
        and changes.from_status <> 'paid'
      group by changes.order_id
    ) as done
    join public.orders on orders.id = done.order_id and orders.status = 'completed'
    where (done.done_at, orders.order_number)
      < (coalesce(desk_column.after_at, 'infinity'), coalesce(after_number, 9223372036854775807))
    order by done.done_at desc, orders.order_number desc limit desk_column.max_count;
    return;
  end if;
  -- Each status in index order, then the first of all.
  return query
  select first.*
  from (
    select paid.*
    from public.order_statuses as column_status
    cross join lateral (
      select orders.* from public.orders
      where orders.status = column_status.status
        -- Repeated for the partial index.
        and private.is_open(orders.status)
        and (coalesce(orders.window_starts_at, orders.paid_at), orders.order_number)
          > (coalesce(desk_column.after_at, '-infinity'), coalesce(after_number, 0))
      order by coalesce(orders.window_starts_at, orders.paid_at), orders.order_number limit desk_column.max_count
    ) as paid
    where column_status.board_column = desk_column.board_column
    union all
    select unpaid.* from private.list_unpaid_packing(desk_column.board_column) as unpaid
    where (unpaid.window_starts_at, unpaid.order_number)
      > (coalesce(desk_column.after_at, '-infinity'), coalesce(after_number, 0))
  ) as first
  order by coalesce(first.window_starts_at, first.paid_at), first.order_number limit desk_column.max_count;
end;
$$;

-- Counts open orders of a column, of each status up to 1,000, to stay fast. Volatile, as desk_column.
create function private.count_column(board_column text) returns bigint
language plpgsql volatile set search_path = '' as $$
begin
  return (
    select sum(counted.order_count) from public.order_statuses as statuses
    cross join lateral (
      select count(*) as order_count from (
        select from public.orders where orders.status = statuses.status and private.is_open(orders.status) limit 1000
      ) as open
    ) as counted
    where statuses.board_column = count_column.board_column
  ) + (select count(*) from private.list_unpaid_packing(count_column.board_column));
end;
$$;

create type private.board_counts as (to_pack bigint, packing bigint, waiting bigint, done bigint);
create type private.desk_header as (
  order_count bigint, sales numeric, unread_count bigint, counts private.board_counts
);

-- Lists the new orders of the board: up to 1,000 paid ones, and unpaid ones, that nobody has acknowledged.
create function private.list_new_orders() returns setof uuid
language sql stable set search_path = '' as $$
  (
    select orders.id from public.orders
    where orders.status = 'paid'
      and not exists (select from public.acknowledged_orders as acknowledged where acknowledged.order_id = orders.id)
    limit 1000
  )
  union all
  select unpaid.id from private.list_unpaid_packing('to_pack') as unpaid
  where not exists (select from public.acknowledged_orders as acknowledged where acknowledged.order_id = unpaid.id);
$$;

-- Returns today's orders and sales, as in the daily report, and the orders in each column; open ones up to 1,000.
create function private.board_header() returns private.desk_header
language plpgsql stable set search_path = '' as $$
begin
  return (
    select row(
      today.order_count, today.sales,
      (select count(*) from private.list_new_orders()),
      row(
        private.count_column('to_pack'), private.count_column('packing'), private.count_column('waiting'), (
          select count(distinct changes.order_id) from public.order_status_changes as changes
          join public.orders on orders.id = changes.order_id and orders.status = 'completed'
          where changes.to_status = 'completed' and changes.changed_at >= private.shop_day_begins_at()
            and changes.from_status <> 'paid'
        )
      )::private.board_counts
    )::private.desk_header
    from private.sum_sales(private.shop_day_begins_at(), 'infinity') as today
  );
end;
$$;

-- Form of 0.1.0, for calls that run while the database is upgraded.
create function private.desk_header() returns jsonb
language sql stable
return to_jsonb(private.board_header());

create type private.desk as (
  order_count bigint, sales numeric, unread_count bigint, counts private.board_counts, read_at timestamptz,
  cards private.desk_card[]
);

create function public.read_desk(max_count integer default 50) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require_desk('read_desk');
  select to_jsonb(row(header.*, now(), array(
    select private.desk_card(shown)
    from unnest(array['to_pack', 'packing', 'waiting', 'done']) as board_columns (board_column)
    cross join lateral private.desk_column(board_columns.board_column, least(greatest(read_desk.max_count, 1), 200)) as shown
  ))::private.desk)
  from private.board_header() as header;
$$;
comment on function public.read_desk(integer) is 'For packers: private.board_header, and up to this many cards of each '
  'column, as JSON of private.desk. Security definer: names and phone numbers are in other tables.';
grant execute on function public.read_desk(integer) to authenticated;

-- For packers: cards of a column after the one with this promise (done: end) and id. Security definer, as read_desk.
create function public.list_desk(
  board_column text, after_at timestamptz, after_id uuid, max_count integer default 50
) returns private.desk_card[]
language sql stable security definer set search_path = '' as $$
  select private.require_desk('list_desk');
  select array(
    select private.desk_card(shown)
    from private.desk_column(board_column, least(greatest(max_count, 1), 200), after_at, after_id) as shown
  );
$$;
grant execute on function public.list_desk(text, timestamptz, uuid, integer) to authenticated;

-- For packers: cards on the board that match private.order_query or this number, at most 50; managers search every paid
-- order, current ones first, then the latest. Security definer, as read_desk.
create function public.find_on_desk(words text) returns private.desk_card[]
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant text := btrim(private.fold_text(left(coalesce(words, ''), 100)));
  query constant tsquery := private.order_query(typed);
  number constant bigint := case when typed ~ '^(order )?#? ?[0-9]{1,12}$' then regexp_replace(typed, '[^0-9]+', '', 'g')::bigint end;
begin
  perform private.require_desk('find_on_desk');
  return array(
    select private.desk_card(found.target)
    from (
      select orders as target, orders.paid_at,
        case when orders.order_number = number then 0 when private.is_open(orders.status) then 1 else 2 end as rank
      from (
        select orders.id from public.orders where orders.order_number = number and private.can_handle(orders.id)
        union
        select shown.id from unnest(array['to_pack', 'packing', 'waiting', 'done']) as board_columns (board_column)
        cross join lateral private.desk_column(board_columns.board_column, 5000) as shown
        union
        -- Packers see only current orders, not a customer's past ones.
        select past.id
        from private.find_orders(
          jsonb_build_object('words', typed, 'payment_states', array['paid', 'partly_refunded', 'refunded']), null, null, false, 50
        ) as past
        where typed <> '' and private.can_manage()
      ) as candidates
      join private.order_documents as documents on documents.order_id = candidates.id and documents.document @@ query
      join public.orders on orders.id = candidates.id
        and (orders.paid_at is not null or orders.pays_in_store)
      order by rank, orders.paid_at desc limit 50
    ) as found
    order by found.rank, found.paid_at desc
  );
end;
$$;
grant execute on function public.find_on_desk(text) to authenticated;

create type private.desk_changes as (
  order_count bigint, sales numeric, unread_count bigint, counts private.board_counts, read_at timestamptz,
  cards private.desk_card[], packer_order_ids uuid[]
);

create function public.desk_changes(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_jsonb(row(
      header.*, now(),
      array(
        select private.desk_card(orders) from public.orders
        where orders.id = any (desk_changes.order_ids) and (
          orders.paid_at is not null
          or exists (select from public.pay_in_store_orders as chosen where chosen.order_id = orders.id)
        )
      ),
      -- Same orders as private.packing_orders.
      array(
        select orders.id from public.orders
        where orders.id = any (desk_changes.order_ids) and (
          private.is_open(orders.status)
          or orders.paid_at > now() - interval '7 days'
          or exists (
            select from public.pay_in_store_orders as chosen
            where chosen.order_id = orders.id and (chosen.is_waiting or chosen.chosen_at > now() - interval '7 days')
          )
        )
      )
    )::private.desk_changes)
    from private.board_header() as header
  );
end;
$$;
comment on function public.desk_changes(uuid[]) is 'For the server, for open boards: private.board_header, the cards '
  'of these orders, and which of them packers see, as JSON of private.desk_changes. Security definer, as read_desk.';
grant execute on function public.desk_changes(uuid[]) to service_role;

create type private.pick_line as (
  id bigint, product_id bigint, size_id bigint, name text, size text, pack_size text, quantity bigint,
  bag_quantity bigint, image_url text, unit_price numeric, pounds_each numeric, price_per_pound numeric,
  is_weight_final boolean, substitution_preference text, note text, changes private.line_substitution[], category text,
  aisle text, is_frozen boolean, best_before date, picked_by text
);
comment on type private.pick_line is
  'Line of a pick list: quantity is what was not refunded (0 if left out), bag_quantity what of it is neither replaced '
  'nor missing, aisle the title of the category in English. As in order_items: substitution_preference. May be null: '
  'size_id, size, pounds_each, price_per_pound, best_before, picked_by.';
create type private.pick_list as (
  id uuid, number bigint, status text, unpaid_total numeric, needs_weight boolean, delivery_type text,
  delivery_included boolean, delivery_fee private.fee_details, name text, phone text, language text,
  window_starts_at timestamptz, window_ends_at timestamptz, paid_at timestamptz, substitution_preference text, note text,
  item_count bigint, line_ids bigint[], has_line_words boolean, packed_pounds jsonb, packed_line_ids bigint[],
  substitution_ids bigint[], answers text[], came_back boolean, is_unread boolean, moved_at timestamptz,
  moved_from text, delivery_address text, driver_note text, lines private.pick_line[]
);
comment on type private.pick_list is 'Card of an order with its lines in aisle order, frozen ones last. As in orders: '
  'status, delivery_type, substitution_preference, window_starts_at, window_ends_at, paid_at. May be null: '
  'unpaid_total, delivery_fee, name, phone, moved_at, moved_from.';

-- For packers: the pick lists of these orders. Security definer, as read_desk.
create function public.read_pick_lists(order_ids uuid[]) returns private.pick_list[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk('read_pick_lists');
  perform private.reject_if(cardinality(order_ids) > 1000, '22023', '1,000 orders at most at once.');
  return array(
    -- The earliest best-before date on the shelf of each item, once for all lines: there are few dates, if any.
    with dates as materialized (
      select batches.item_product_id, batches.item_size_id, min(batches.best_before) as best_before
      from private.list_batches() as batches where coalesce(batches.left_count, 1) > 0
      group by batches.item_product_id, batches.item_size_id
    )
    select row(
      card.*, orders.delivery_address, orders.driver_note, array(
        select line::private.pick_line from (
          select items.id, items.product_id, items.size_id, items.product_name as name, items.size_label as size,
            items.pack_size, items.quantity - items.refunded_quantity as quantity,
            greatest(
              0, items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
            ) as bag_quantity,
            items.image_url, items.unit_price, items.pounds_each, items.price_per_pound,
            items.weighed_at is not null as is_weight_final, items.substitution_preference, items.note,
            array(select made from private.line_substitutions(items.id, true) as made) as changes,
            products.category, categories.title as aisle,
            products.storage is not distinct from 'frozen' as is_frozen, dates.best_before, packers.name as picked_by
          from public.order_items as items
          join public.products on products.id = items.product_id
          join public.categories on categories.prefix = products.category
          left join public.picked_lines as packed on packed.order_item_id = items.id
          left join public.profiles as packers on packers.id = packed.picked_by
          left join dates
            on dates.item_product_id = items.product_id and dates.item_size_id is not distinct from items.size_id
          cross join lateral private.line_unavailable(items) as away
          where items.order_id = orders.id and (
            items.quantity > items.refunded_quantity or exists (
              -- A line that is gone as a whole is on the slip in the bag.
              select from public.substitutions as changes where changes.order_item_id = items.id
            )
          )
          order by products.storage is not distinct from 'frozen', categories.aisle, categories.prefix,
            items.product_name, items.id
        ) as line
      )
    )::private.pick_list
    from unnest(read_pick_lists.order_ids) with ordinality as requested (id, place)
    join public.orders on orders.id = requested.id and private.can_handle(orders.id)
      and (orders.paid_at is not null or orders.pays_in_store)
    cross join lateral private.desk_card(orders) as card
    order by requested.place
  );
end;
$$;
grant execute on function public.read_pick_lists(uuid[]) to authenticated;

-- For packers: acknowledges these orders, or without ids all new ones. Security definer: callers may not write it.
create function public.acknowledge_orders(order_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  select private.require_desk('acknowledge_orders');
  select private.reject_if(cardinality(order_ids) > 1000, '22023', '1,000 orders at most at once.');
  with acknowledged as (
    insert into public.acknowledged_orders (order_id, acknowledged_by)
    select orders.id, (select auth.uid()) from public.orders
    where orders.id = any (coalesce(acknowledge_orders.order_ids, array(select private.list_new_orders())))
      and private.can_be_packed(orders)
    on conflict (order_id) do nothing
    returning order_id
  )
  select pg_notify('desk', acknowledged.order_id::text) from acknowledged;
$$;
grant execute on function public.acknowledge_orders(uuid[]) to authenticated;

-- For packers, while the order is packed: marks a line as picked or not, and returns which. The latest picked_at wins
-- (now, if missing or in the future); the first pick starts packing. Security definer: callers may not write picks.
create function public.pick_line(
  order_item_id bigint, is_packed boolean, picked_at timestamptz default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
begin
  perform private.require_session();
  select orders.* into target from public.orders
  join public.order_items as items on items.order_id = orders.id
  where items.id = pick_line.order_item_id and private.can_pack() for update of orders;
  perform private.reject_if(target.id is null, 'PT404', 'This line doesn''t exist.');
  perform private.reject_if(not private.can_be_packed(target),
    'PT409', 'Order {order} is no longer being packed.', jsonb_build_object('order', target.order_number));
  insert into private.pick_times as latest (order_item_id, picked_at)
  values (order_item_id, least(coalesce(picked_at, now()), now()))
  on conflict on constraint pick_times_pkey do update set picked_at = excluded.picked_at
  where latest.picked_at <= excluded.picked_at;
  if not found then
    return exists (select from public.picked_lines as packed where packed.order_item_id = pick_line.order_item_id);
  end if;
  perform pg_notify('desk', target.id::text);
  if is_packed is not true then
    delete from public.picked_lines as packed where packed.order_item_id = pick_line.order_item_id;
    return false;
  end if;
  insert into public.picked_lines (order_item_id, order_id, picked_by)
  values (pick_line.order_item_id, target.id, (select auth.uid()))
  on conflict on constraint picked_lines_pkey do nothing;
  if target.status = 'paid' then
    update public.orders set status = 'preparing' where orders.id = target.id;
  elsif target.status = 'pending' and private.packing_status(target) = 'pending' then
    perform private.pack_unpaid_order(target, 'preparing');
  end if;
  return true;
end;
$$;
grant execute on function public.pick_line(bigint, boolean, timestamptz) to authenticated;

create function public.move_orders(moves jsonb)
returns table (order_id uuid, status text, message text, details text)
language plpgsql security definer set search_path = '' as $$
declare
  move record;
begin
  perform private.require_desk('move_orders');
  perform private.reject_if(not private.is_list(move_orders.moves, 0, 200) or exists (
    select from jsonb_to_recordset(move_orders.moves) as each (to_status text)
    where not exists (
      select from public.order_status_moves as moves where moves.to_status = each.to_status and moves.can_undo
    )
  ), '22023', 'The moves are a list of at most 200 {order_id, to_status}.');
  -- In one order for every caller, so that two boards cannot deadlock.
  for move in
    select each.order_id, each.to_status
    from jsonb_to_recordset(move_orders.moves) as each (order_id uuid, to_status text) order by each.order_id
  loop
    order_id := move.order_id;
    message := null;
    details := null;
    begin
      status := (public.move_order(move.order_id, move.to_status)).status;
      -- Within ten seconds undo_order_moves also cancels the email.
      update public.outgoing_mails as mails set next_attempt_at = now() + interval '10 seconds'
      where mails.order_id = move.order_id and mails.created_at = now() and mails.status = 'waiting';
    -- Last, because missing products could refund more than a packer may.
    exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT403' then
      status := null;
      get stacked diagnostics message = message_text, details = pg_exception_detail;
    end;
    return next;
  end loop;
end;
$$;
comment on function public.move_orders(jsonb) is 'For packers: the next status of [{order_id, to_status}], each on its '
  'own; message and details are the error of a rejected one. Emails wait ten seconds. Security definer, as move_order. '
  'As in orders: status. May be null: status, message, details.';
grant execute on function public.move_orders(jsonb) to authenticated;

create function public.undo_order_moves(order_ids uuid[])
returns table (order_id uuid, status text, was_notified boolean, message text)
language plpgsql security definer set search_path = '' as $$
declare
  target_id uuid;
  target public.orders;
  moved public.order_status_changes;
begin
  perform private.require_desk('undo_order_moves');
  perform private.reject_if(cardinality(order_ids) > 1000, '22023', '1,000 orders at most at once.');
  for target_id in
    select distinct each.id from unnest(undo_order_moves.order_ids[1:200]) as each (id) order by each.id
  loop
    select * into target from public.orders where orders.id = target_id for update;
    order_id := target_id;
    status := null;
    was_notified := false;
    if target.status = 'pending' and private.can_handle(target.id) then
      status := private.undo_unpaid_step(target);
      was_notified := coalesce(status = 'preparing', false) and exists (
        select from public.outgoing_mails as mails where mails.event_key = 'order_ready:' || target.id
      );
    else
      select * into moved from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1;
      if private.can_handle(target.id) and private.is_status_undo(target.id, target.status, moved.from_status)
        -- A refund on its way stays on its way.
        and not exists (
          select from public.refunds
          where refunds.order_id = target.id and refunds.created_at >= moved.changed_at
        )
        -- Substitutions were finalized with this status change.
        and not exists (
          select from public.substitutions as changes
          where changes.order_id = target.id and changes.settled_at >= moved.changed_at
        ) then
        perform private.withdraw_mail(target.id, format('order_%s:%%', target.status));
        update public.orders set status = moved.from_status where orders.id = target.id;
        status := moved.from_status;
        was_notified := exists (
          select from public.outgoing_mails as mails
          where mails.event_key = format('order_%s:%s', target.status, target.id)
        );
      end if;
    end if;
    message := case when status is null then 'You can no longer undo this step.' end;
    return next;
  end loop;
end;
$$;
comment on function public.undo_order_moves(uuid[]) is
  'For packers: undoes the last move of each order, within 15 minutes, and its email if it has not left; was_notified: '
  'the customer has the email. Security definer, as move_order. As in orders: status. May be null: status, message.';
grant execute on function public.undo_order_moves(uuid[]) to authenticated;

-- For managers: sorts the categories; 422 unless all are given, 409 unless the expected sequence is saved. Security
-- definer: it locks them.
create function public.order_aisles(prefixes text[], expected jsonb default null) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can sort the aisles.');
  -- Serialized.
  select from public.categories order by categories.prefix for update;
  select private.require_unchanged(order_aisles.expected, (
    select jsonb_agg(categories.prefix order by categories.aisle, categories.prefix) from public.categories
  ));
  select private.reject_if(
    array(select categories.prefix from public.categories order by categories.prefix)
      <> array(select given.prefix from unnest(order_aisles.prefixes) as given (prefix) order by given.prefix),
    'PT422', 'List each category exactly once.'
  );
  update public.categories set aisle = given.place * 10
  from unnest(order_aisles.prefixes) with ordinality as given (prefix, place)
  where categories.prefix = given.prefix and categories.aisle <> given.place * 10;
$$;
grant execute on function public.order_aisles(text[], jsonb) to authenticated;
