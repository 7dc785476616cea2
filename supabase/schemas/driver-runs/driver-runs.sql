-- Delivery runs: deliveries that one staff member makes in one trip, stop by stop. A driver sees their own open runs
-- and nothing else of the store. Off until a manager creates the first run. Only the functions of this file write them.
create table public.delivery_runs (
  id bigint generated always as identity primary key,
  driver_id uuid not null references public.profiles (id) on delete cascade,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz -- When its last stop was finished; null while one is left.
);
create index delivery_runs_driver_id on public.delivery_runs (driver_id);
create index delivery_runs_created_by on public.delivery_runs (created_by);
create index delivery_runs_open on public.delivery_runs (created_at) where ended_at is null;

grant select on public.delivery_runs to authenticated;
create policy "managers read all runs, drivers their own until an hour after" on public.delivery_runs
  for select to authenticated using (
    (select private.can_manage())
    or (
      driver_id = (select auth.uid()) and (select private.staff_role()) is not null
      and coalesce(ended_at > now() - interval '1 hour', true)
    )
  );

-- Orders of a run, in the order of position.
create table public.run_stops (
  run_id bigint not null references public.delivery_runs (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  outcome text check (outcome in ('delivered', 'not_home')),
  received_by text not null default '' check (char_length(received_by) <= 100), -- Who took it, or where it was left.
  finished_at timestamptz,
  finished_by uuid references public.profiles (id) on delete set null,
  photo text unique, -- Name of the photo of the delivery in the bucket delivery_photos; null without one.
  primary key (run_id, order_id)
);
create index run_stops_order_id on public.run_stops (order_id);
create index run_stops_finished_by on public.run_stops (finished_by);

create function private.is_in_open_run(order_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.run_stops as stops
    join public.delivery_runs as runs on runs.id = stops.run_id
    where stops.order_id = is_in_open_run.order_id and runs.ended_at is null
  );
$$;

create function public.list_waiting_deliveries()
returns table (
  order_id uuid, number bigint, name text, status text, window_starts_at timestamptz, window_ends_at timestamptz,
  street text, zip text, miles numeric, item_count bigint
)
language sql stable security definer set search_path = '' as $$
  select private.require_manager('list_waiting_deliveries');
  select orders.id, orders.order_number, coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name, ''),
    orders.status, orders.window_starts_at, orders.window_ends_at,
    coalesce(nullif(orders.delivery_street, ''), orders.delivery_address), orders.delivery_zip,
    private.zip_miles(orders.delivery_zip),
    (
      select coalesce(sum(items.quantity - items.refunded_quantity), 0)
      from public.order_items as items where items.order_id = orders.id
    )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.delivery_type = 'delivery' and private.is_open(orders.status)
    and not private.is_in_open_run(orders.id)
  order by coalesce(orders.window_starts_at, orders.paid_at), orders.order_number limit 200;
$$;
comment on function public.list_waiting_deliveries() is
  'For managers: paid deliveries that are in no open run, by time; at most 200. Security definer: it reads names as '
  'the order board does. As in orders: status, window_starts_at, window_ends_at. May be null: miles.';
grant execute on function public.list_waiting_deliveries() to authenticated;

-- For managers: who can take a run, drivers first; packers cannot. Security definer: managers do not read the staff.
create function public.list_drivers() returns table (user_id uuid, name text, role text)
language sql stable security definer set search_path = '' as $$
  select private.require_manager('list_drivers');
  select profiles.id, coalesce(profiles.name, ''), case when profiles.role = 'admin' then 'owner' else staff.role end
  from public.profiles left join public.staff on staff.user_id = profiles.id
  where profiles.role = 'admin' or staff.role in ('manager', 'driver')
  order by staff.role is distinct from 'driver', profiles.name, profiles.id;
$$;
grant execute on function public.list_drivers() to authenticated;

create function private.can_take_runs(user_id uuid) returns boolean
language sql stable
return coalesce(private.role_of(user_id) in ('owner', 'manager', 'driver'), false);

create function private.require_driver(user_id uuid) returns void
language sql stable set search_path = '' as $$
  select private.reject_if(not private.can_take_runs(user_id), 'PT422', 'Choose a driver, a manager, or the owner.');
$$;

-- For managers: makes a run of these deliveries, the nearest first; returns its id. 409 if one is not waiting. Security
-- definer: callers may not write runs.
create function public.create_run(driver_id uuid, order_ids uuid[]) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  wrong public.orders;
  made_id bigint;
begin
  perform private.require_manager('create_run');
  perform private.reject_if(coalesce(cardinality(order_ids), 0) not between 1 and 50,
    '22023', 'A run has at least 1 and at most 50 deliveries.');
  perform private.require_driver(driver_id);
  perform 1 from public.orders where orders.id = any (create_run.order_ids) order by orders.id for update;
  select * into wrong from public.orders
  where orders.id = any (create_run.order_ids)
    and (orders.delivery_type <> 'delivery' or not private.is_open(orders.status)
      or private.is_in_open_run(orders.id))
  order by orders.order_number limit 1;
  perform private.reject_if(
    wrong.id is not null, 'PT409', 'Order {order} is not waiting for delivery, or is in another run.',
    jsonb_build_object('order', wrong.order_number)
  );
  insert into public.delivery_runs (driver_id, created_by) values (create_run.driver_id, (select auth.uid()))
  returning delivery_runs.id into made_id;
  insert into public.run_stops (run_id, order_id, position)
  select made_id, orders.id, row_number() over (
    order by private.zip_miles(orders.delivery_zip) nulls last, orders.delivery_zip, orders.order_number
  )
  from public.orders where orders.id = any (create_run.order_ids);
  perform private.reject_if(not found, 'PT404', 'These orders don''t exist.');
  perform pg_notify('desk', orders.id::text) from public.orders where orders.id = any (create_run.order_ids);
  return made_id;
end;
$$;
grant execute on function public.create_run(uuid, uuid[]) to authenticated;

-- Locks a run and its orders for its driver, until the day after its end, or a manager; 404 for everyone else.
create function private.lock_run(run_id bigint) returns public.delivery_runs
language plpgsql set search_path = '' as $$
declare
  target public.delivery_runs;
begin
  perform private.require_session();
  -- Lock order everywhere: orders, then their run.
  perform 1 from public.orders where orders.id in (
    select stops.order_id from public.run_stops as stops where stops.run_id = lock_run.run_id
  ) order by orders.id for update;
  select * into target from public.delivery_runs as runs where runs.id = lock_run.run_id for no key update;
  perform private.reject_if(target.id is null or not (
    private.can_manage() or (private.staff_role() is not null and target.driver_id = (select auth.uid()))
  ), 'PT404', 'This run doesn''t exist.');
  perform private.reject_if(target.ended_at < private.shop_day_begins_at() and not private.can_manage(),
    'PT403', 'Only managers can change a delivery of an earlier day.');
  return target;
end;
$$;

-- For its driver and managers: sorts the stops; 409 unless they are as expected. Security definer, as create_run.
create function public.sort_run(run_id bigint, order_ids uuid[], expected jsonb default null) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(cardinality(order_ids) > 50, '22023', 'A run has at most 50 deliveries.');
  select private.lock_run(run_id);
  select private.require_unchanged(sort_run.expected, (
    select jsonb_agg(stops.order_id order by stops.position, stops.order_id) from public.run_stops as stops
    where stops.run_id = sort_run.run_id
  ));
  select private.reject_if(
    array(select stops.order_id from public.run_stops as stops where stops.run_id = sort_run.run_id order by stops.order_id)
      <> array(select id from unnest(sort_run.order_ids) as id order by id),
    'PT409', 'This run has changed. Reload the page.'
  );
  update public.run_stops as stops set position = sorted.place
  from unnest(sort_run.order_ids) with ordinality as sorted (id, place)
  where stops.run_id = sort_run.run_id and stops.order_id = sorted.id;
$$;
grant execute on function public.sort_run(bigint, uuid[], jsonb) to authenticated;

-- For managers: deletes a run of which nothing was delivered; its orders wait again. Security definer, as create_run.
create function public.delete_run(run_id bigint) returns void
language sql security definer set search_path = '' as $$
  select private.require_manager('delete_run');
  select private.lock_run(run_id);
  select private.reject_if(exists (
    select from public.run_stops as stops where stops.run_id = delete_run.run_id and stops.outcome is not null
  ), 'PT409', 'This run has deliveries already.');
  delete from public.delivery_runs as runs where runs.id = delete_run.run_id;
$$;
grant execute on function public.delete_run(bigint) to authenticated;

-- For managers: gives an open run, also a started one, to another driver. Security definer, as create_run.
create function public.assign_run(run_id bigint, driver_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require_manager('assign_run');
  select private.reject_if((private.lock_run(run_id)).ended_at is not null, 'PT409', 'This run is finished.');
  select private.require_driver(driver_id);
  update public.delivery_runs as runs set driver_id = assign_run.driver_id where runs.id = assign_run.run_id;
$$;
grant execute on function public.assign_run(bigint, uuid) to authenticated;

-- Ends a run whose stops are all finished, and opens it again otherwise.
create function private.end_run(run_id bigint) returns void
language sql set search_path = '' as $$
  update public.delivery_runs as runs set ended_at = case when not stops.has_open then now() end
  from (
    select exists (
      select from public.run_stops where run_stops.run_id = end_run.run_id and run_stops.outcome is null
    ) as has_open
  ) as stops
  where runs.id = end_run.run_id and (runs.ended_at is null) <> stops.has_open;
$$;

-- Lets the open deliveries of somebody who may no longer drive wait for another run.
create function private.release_runs(user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  released bigint;
begin
  if private.can_take_runs(user_id) then
    return;
  end if;
  for released in
    select runs.id from public.delivery_runs as runs
    where runs.driver_id = release_runs.user_id and runs.ended_at is null order by runs.id for update
  loop
    delete from public.run_stops as stops where stops.run_id = released and stops.outcome is null;
    delete from public.delivery_runs as runs
    where runs.id = released and not exists (select from public.run_stops as stops where stops.run_id = released);
    perform private.end_run(released);
  end loop;
end;
$$;

-- For the owner: removes a staff role. Open runs go to the next driver, or else wait. Security definer, as create_run.
create function public.remove_staff(user_id uuid, next_driver_id uuid default null) returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  select private.reject_if(not private.is_admin(), '42501', 'Only owners can remove staff.');
  -- Lock order everywhere: orders, then their run.
  select from public.orders where remove_staff.next_driver_id is not null and orders.id in (
    select stops.order_id from public.run_stops as stops
    join public.delivery_runs as runs on runs.id = stops.run_id
    where runs.driver_id = remove_staff.user_id and runs.ended_at is null
  ) order by orders.id for update;
  update public.delivery_runs as runs set driver_id = remove_staff.next_driver_id
  where remove_staff.next_driver_id is not null and runs.driver_id = remove_staff.user_id and runs.ended_at is null;
  select private.reject_if(not exists (
    select from public.staff where staff.user_id = remove_staff.user_id for update
  ), 'PT404', 'This person is no longer on staff. Reload the page.');
  delete from public.staff where staff.user_id = remove_staff.user_id;
  -- Now, so that the removed person is no choice.
  select private.require_driver(next_driver_id) where next_driver_id is not null;
$$;
grant execute on function public.remove_staff(uuid, uuid) to authenticated;

-- Updates the stop of an order to its new status: delivered, open again, or deleted with a canceled order.
create function private.settle_run_stop(new public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  changed constant bigint := (select max(stops.run_id) from public.run_stops as stops where stops.order_id = new.id);
begin
  if new.status = 'completed' then
    update public.run_stops as stops
    set outcome = 'delivered', finished_at = now(), finished_by = (select auth.uid())
    where stops.run_id = changed and stops.order_id = new.id and stops.outcome is distinct from 'delivered';
  elsif new.status = 'out_for_delivery' then
    update public.run_stops as stops set outcome = null, finished_at = null, finished_by = null, received_by = ''
    where stops.run_id = changed and stops.order_id = new.id and stops.outcome = 'delivered';
  else
    delete from public.run_stops as stops
    where stops.run_id = changed and stops.order_id = new.id and stops.outcome is null;
  end if;
  perform private.end_run(changed);
end;
$$;

-- For driver and managers: all its orders leave; 409 while one is not packed. Security definer: callers move no orders.
create function public.start_run(run_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.delivery_runs := private.lock_run(run_id);
  taken public.orders;
  missing_name text;
begin
  if target.started_at is not null then
    return;
  end if;
  -- First, so that the customer's email says which stop they are.
  update public.delivery_runs as runs set started_at = now() where runs.id = target.id;
  for taken in
    select orders.* from public.orders join public.run_stops as stops on stops.order_id = orders.id
    where stops.run_id = target.id and orders.status <> 'out_for_delivery' order by stops.position
  loop
    perform private.reject_if(taken.status <> 'preparing',
      'PT409', 'Order {order} is not packed yet.', jsonb_build_object('order', taken.order_number));
    select items.product_name into missing_name from public.order_items as items
    where items.order_id = taken.id and private.units_to_pack(items) > 0
      and not exists (select from public.picked_lines as packed where packed.order_item_id = items.id)
    order by items.id limit 1;
    perform private.reject_if(
      missing_name is not null, 'PT409', 'Order {order} is not packed yet: {product} is not in the bag.',
      jsonb_build_object('order', taken.order_number, 'product', missing_name)
    );
    update public.orders set status = 'out_for_delivery' where orders.id = taken.id;
  end loop;
end;
$$;
grant execute on function public.start_run(bigint) to authenticated;

-- For its driver and managers: a stop is delivered, or not_home, which raises an alert; null opens it again.
-- received_by says who took it. Repeating it changes nothing more. Security definer, as start_run.
create function public.finish_stop(
  run_id bigint, order_id uuid, outcome text, received_by text default '', finished_at timestamptz default now()
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.delivery_runs := private.lock_run(run_id);
  stop public.run_stops;
  taken public.orders;
begin
  select * into stop from public.run_stops as stops
  where stops.run_id = target.id and stops.order_id = finish_stop.order_id;
  perform private.reject_if(stop.order_id is null, 'PT404', 'This stop is not in the run anymore.');
  perform private.reject_if(target.started_at is null, 'PT409', 'Start the run first.');
  perform private.reject_if(exists (
    select from public.run_stops as newer where newer.order_id = stop.order_id and newer.run_id > target.id
  ), 'PT409', 'This order is in another run now.');
  perform private.reject_if(stop.finished_at < private.shop_day_begins_at() and not private.can_manage(),
    'PT403', 'Only managers can change a delivery of an earlier day.');
  perform private.reject_if(outcome not in ('delivered', 'not_home'),
    '22023', 'A stop is delivered, or nobody was home.');
  select * into taken from public.orders where orders.id = stop.order_id;
  perform private.reject_if(taken.status not in ('out_for_delivery', 'completed'), 'PT409',
    'Order {order} is not out for delivery anymore. Bring it back to the store.',
    jsonb_build_object('order', taken.order_number));
  update public.orders
  set status = case when finish_stop.outcome = 'delivered' then 'completed' else 'out_for_delivery' end
  where orders.id = taken.id and (orders.status = 'completed') <> (finish_stop.outcome is not distinct from 'delivered');
  update public.run_stops as stops
  set outcome = finish_stop.outcome,
    received_by = case when finish_stop.outcome = 'delivered'
      then left(btrim(coalesce(finish_stop.received_by, '')), 100) else '' end,
    -- A device without a network says later when it was.
    finished_at = case when finish_stop.outcome is not null
      then greatest(target.started_at, least(now(), coalesce(finish_stop.finished_at, now()))) end,
    finished_by = case when finish_stop.outcome is not null then (select auth.uid()) end
  where stops.run_id = target.id and stops.order_id = taken.id;
  -- Whether it came back is on the order board.
  perform pg_notify('desk', taken.id::text);
  if finish_stop.outcome = 'not_home' and stop.outcome is distinct from 'not_home' then
    perform private.add_alert(
      'not_delivered', taken.id, 'Order {number} was not delivered: nobody was home. Call the customer.',
      jsonb_build_object('number', taken.order_number)
    );
  elsif finish_stop.outcome is distinct from 'not_home' then
    update public.shop_alerts as alerts set resolved_at = now()
    where alerts.order_id = taken.id and alerts.kind = 'not_delivered' and alerts.resolved_at is null;
  end if;
  perform private.end_run(target.id);
end;
$$;
grant execute on function public.finish_stop(bigint, uuid, text, text, timestamptz) to authenticated;

create function public.list_run_stops(run_ids bigint[])
returns table (
  run_id bigint, order_id uuid, number bigint, place integer, status text, outcome text, received_by text,
  finished_at timestamptz, name text, phone text, street text, unit text, city text, zip text, driver_note text,
  window_starts_at timestamptz, window_ends_at timestamptz, item_count bigint, frozen_count bigint, pounds numeric,
  unweighed_count bigint, has_photo boolean
)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select private.reject_if(cardinality(run_ids) > 50, '22023', 'Read at most 50 runs at once.');
  select runs.id, orders.id, orders.order_number, stops.position, orders.status, stops.outcome, stops.received_by,
    stops.finished_at, coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name, ''),
    coalesce(nullif(orders.delivery_phone_number, ''), billing.phone, ''),
    coalesce(nullif(orders.delivery_street, ''), orders.delivery_address), orders.delivery_unit,
    orders.delivery_city, orders.delivery_zip, orders.driver_note, orders.window_starts_at, orders.window_ends_at,
    bag.item_count, bag.frozen_count, bag.pounds, bag.unweighed_count, stops.photo is not null
  from unnest(list_run_stops.run_ids) as requested (id)
  join public.delivery_runs as runs on runs.id = requested.id
  join public.run_stops as stops on stops.run_id = runs.id
  join public.orders on orders.id = stops.order_id
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  cross join lateral (
    select coalesce(sum(each.quantity), 0)::bigint as item_count,
      coalesce(sum(each.quantity) filter (where each.is_frozen), 0)::bigint as frozen_count,
      round(coalesce(sum(each.pounds), 0), 1) as pounds,
      coalesce(sum(each.quantity) filter (where each.pounds is null), 0)::bigint as unweighed_count
    from (
      select items.quantity - items.refunded_quantity as quantity, products.storage is not distinct from 'frozen' as is_frozen,
        coalesce(
          items.packed_pounds,
          (items.quantity - items.refunded_quantity) * coalesce(
            items.pounds_each,
            codes.weight * case codes.weight_unit when 'lb' then 1 when 'oz' then 1 / 16.0 when 'kg' then 2.20462
              when 'g' then 0.00220462 end
          )
        ) as pounds
      from public.order_items as items
      left join public.products on products.id = items.product_id
      left join public.inventory_items as codes
        on codes.product_id = items.product_id and codes.size_id is not distinct from items.size_id
      where items.order_id = orders.id and items.quantity > items.refunded_quantity
    ) as each
  ) as bag
  where private.can_manage() or (
    private.staff_role() is not null and runs.driver_id = (select auth.uid())
    and coalesce(runs.ended_at > now() - interval '1 hour', true)
  )
  order by runs.id, stops.position;
$$;
comment on function public.list_run_stops(bigint[]) is 'For its driver and managers: the stops of at most 50 runs. '
  'pounds is the weight as far as it is known, without unweighed_count items. Security definer: drivers read no '
  'orders. As in orders: status, window_starts_at, window_ends_at. As in run_stops: outcome, finished_at.';
grant execute on function public.list_run_stops(bigint[]) to authenticated;

-- Returns how many stops the driver has left before this order; null if no driver is on the way with it.
create function private.stops_before(order_id uuid) returns integer
language sql stable set search_path = '' as $$
  select (
    select count(*) from public.run_stops as earlier
    where earlier.run_id = stops.run_id and earlier.outcome is null and earlier.position < stops.position
  )::integer
  from public.run_stops as stops join public.delivery_runs as runs on runs.id = stops.run_id
  where stops.order_id = stops_before.order_id and stops.outcome is null
    and runs.started_at is not null and runs.ended_at is null;
$$;

-- For the order's owner: stops_before of their order. Security definer: customers read no runs.
create function public.count_stops_before(order_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select private.stops_before(orders.id) from public.orders
  where orders.id = count_stops_before.order_id and orders.user_id = (select auth.uid()) and private.is_session_active();
$$;
grant execute on function public.count_stops_before(uuid) to authenticated;
