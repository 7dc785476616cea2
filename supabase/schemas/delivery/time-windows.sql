-- Pickup and delivery windows within opening hours, each for so many orders. Off until the owner turns either on.

-- Returns whether it is an object such as {"17:00": 2}.
create function private.is_window_capacities(capacities jsonb) returns boolean
language sql immutable
return jsonb_typeof(is_window_capacities.capacities) = 'object' and not exists (
  select from jsonb_each_text(is_window_capacities.capacities) as each (starts, capacity)
  where each.starts !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' or each.capacity !~ '^[0-9]{1,3}$'
);
grant execute on function private.is_window_capacities(jsonb) to authenticated, service_role;

-- Windows of a weekday; a weekday without a rule has none.
create table public.window_rules (
  delivery_type text not null check (delivery_type in ('pickup', 'delivery')),
  weekday smallint not null check (weekday between 0 and 6), -- 0 is Sunday.
  length_minutes integer not null check (length_minutes between 15 and 720),
  capacity integer not null check (capacity between 1 and 999), -- Capacity: how many orders one window takes.
  -- Preparation time before the window begins, counted in opening hours.
  preparation_minutes integer not null default 0 check (preparation_minutes between 0 and 2880),
  cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), -- From this store time on, no same-day orders.
  -- Capacity of single windows by the store time at which they begin, such as {"17:00": 2}; 0: none then.
  window_capacities jsonb not null default '{}' check (private.is_window_capacities(window_capacities)),
  primary key (delivery_type, weekday)
);

grant select, insert, update, delete on public.window_rules to authenticated;
create policy "managers manage the rules of windows" on public.window_rules
  for all to authenticated using ((select private.can_manage()));

create trigger log_settings after insert or update or delete on public.window_rules
  for each row execute function private.log_row('settings', 'Times of pick-up and delivery');

-- Returns the capacity of the window that begins then (store time).
create function private.capacity_at(rule public.window_rules, starts timestamp) returns integer
language sql immutable
return coalesce((rule.window_capacities ->> to_char(capacity_at.starts, 'HH24:MI'))::integer, rule.capacity);

-- For managers: replaces the windows of a week, both lists of {weekday, length_minutes, capacity, preparation_minutes,
-- cut_off, window_capacities}. PT409 unless the expected ones are saved. Security definer: it sees all rows.
create function public.save_window_rules(delivery_type text, expected jsonb, rules jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_manager('save_window_rules');
  perform private.reject_if(not private.is_list(rules, 0, 7),
    '22023', 'The times of a week are a list of at most 7 days.');
  perform pg_advisory_xact_lock(hashtextextended('window_rules:' || delivery_type, 0));
  perform private.require_unchanged(coalesce(save_window_rules.expected, 'null'), (
    select coalesce(jsonb_agg(to_jsonb(saved) - 'delivery_type' order by saved.weekday), '[]')
    from public.window_rules as saved where saved.delivery_type = save_window_rules.delivery_type
  ));
  delete from public.window_rules as saved
  where saved.delivery_type = save_window_rules.delivery_type and not exists (
    select from jsonb_to_recordset(save_window_rules.rules) as each (weekday smallint)
    where each.weekday = saved.weekday
  );
  insert into public.window_rules as saved (
    delivery_type, weekday, length_minutes, capacity, preparation_minutes, cut_off, window_capacities
  )
  select save_window_rules.delivery_type, each.weekday, each.length_minutes, each.capacity, each.preparation_minutes,
    each.cut_off, each.window_capacities
  from jsonb_to_recordset(save_window_rules.rules) as each (
    weekday smallint, length_minutes integer, capacity integer, preparation_minutes integer, cut_off text,
    window_capacities jsonb
  )
  on conflict on constraint window_rules_pkey do update
  set length_minutes = excluded.length_minutes, capacity = excluded.capacity,
      preparation_minutes = excluded.preparation_minutes, cut_off = excluded.cut_off,
      window_capacities = excluded.window_capacities
  where (saved.length_minutes, saved.capacity, saved.preparation_minutes, saved.cut_off, saved.window_capacities)
    is distinct from (excluded.length_minutes, excluded.capacity, excluded.preparation_minutes, excluded.cut_off,
      excluded.window_capacities);
end;
$$;
grant execute on function public.save_window_rules(text, jsonb, jsonb) to authenticated;

-- Returns whether the owner has switched windows on.
create function private.has_windows(delivery_type text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case has_windows.delivery_type when 'pickup' then shop.pickup_windows else shop.delivery_windows end
    from public.store_settings as shop
  );
end;
$$;

-- Returns the number of a weekday: 0 for "Sun" or "Sunday"; null for any other text.
create function private.weekday_of(name text) returns integer
language sql immutable
return array_position(
  array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], left(lower(btrim(weekday_of.name)), 3)
) - 1;

-- Returns the opening hours of these days, as store time and as instants; closed days are left out.
create function private.opening_spans(first_day date, last_day date)
returns table (day date, opens timestamp, closes timestamp, opens_at timestamptz, closes_at timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select days.day::date, span.opens, span.closes,
    span.opens at time zone shop.time_zone, span.closes at time zone shop.time_zone
  from public.store_settings as shop
  cross join generate_series(opening_spans.first_day::timestamp, opening_spans.last_day, '1 day') as days (day)
  cross join jsonb_to_recordset(shop.opening_hours) as hours (days text, opens time, closes time)
  cross join lateral (
    select days.day + hours.opens as opens,
      -- Opening hours past midnight belong to the day on which they start.
      days.day + hours.closes + case when hours.closes <= hours.opens then interval '1 day' else '0' end as closes
  ) as span
  where exists (
    -- "Mon-Sat", "Sun", "Tue, Thu" or, across the weekend, "Fri-Mon".
    select from regexp_split_to_table(hours.days, ',') as part
    cross join lateral (
      select private.weekday_of(split_part(part, '-', 1)) as first,
        private.weekday_of(coalesce(nullif(split_part(part, '-', 2), ''), part)) as last
    ) as named
    where mod(extract(dow from days.day)::integer - named.first + 7, 7) <= mod(named.last - named.first + 7, 7)
  )
  and not exists (
    select from jsonb_to_recordset(shop.closed_days) as closed (day text)
    where closed.day = to_char(days.day, 'YYYY-MM-DD')
  );
end;
$$;

-- Returns when this many minutes of work are done, counting only opening hours.
create function private.ready_at(minutes integer, ordered_at timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  today date := (select (ready_at.ordered_at at time zone shop.time_zone)::date from public.store_settings as shop);
  left_seconds double precision := minutes * 60;
  span record;
begin
  -- Day by day, because most work is done today or tomorrow.
  for ahead in -1 .. 21 loop
    for span in
      select begins.at as starts_at, extract(epoch from open.closes_at - begins.at)::double precision as seconds
      from private.opening_spans(today + ahead, today + ahead) as open
      cross join lateral (select greatest(open.opens_at, ready_at.ordered_at) as at) as begins
      where open.closes_at > ready_at.ordered_at
      order by begins.at
    loop
      if span.seconds >= left_seconds then
        return span.starts_at + make_interval(secs => left_seconds);
      end if;
      left_seconds := left_seconds - span.seconds;
    end loop;
  end loop;
  return null;
end;
$$;

-- Counts the paid and reserved orders of a window, without an excluded one and a customer's own pending online one.
create function private.taken_slots(
  delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid
) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from public.orders
    where orders.delivery_type = taken_slots.delivery_type
      -- No window is longer than twelve hours; rules changed since may have created others.
      and orders.window_starts_at between taken_slots.starts_at - interval '13 hours' and taken_slots.ends_at
      and orders.window_starts_at < taken_slots.ends_at and orders.window_ends_at > taken_slots.starts_at
      and orders.id is distinct from taken_slots.leaving_out
      and case orders.status
        when 'pending' then orders.window_reserved_until > now()
          and (orders.user_id is null or orders.user_id is distinct from taken_slots.of_person or orders.pays_in_store)
        else not private.is_canceled(orders.status)
      end
  );
end;
$$;

-- Lists the windows of two weeks for an order placed then, full or not; or those of one day, or that start then.
create function private.windows_from(
  delivery_type text, ordered_at timestamptz, only_day date default null, only_start timestamptz default null
)
returns table (starts_at timestamptz, ends_at timestamptz, capacity integer)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select span.starts_at, span.ends_at, span.capacity
  from public.store_settings as shop
  cross join lateral (select windows_from.ordered_at at time zone shop.time_zone as local) as shop_clock
  cross join lateral (
    -- Opening hours past midnight belong to the day on which they start.
    select (windows_from.only_start at time zone shop.time_zone)::date - 1 as first,
      (windows_from.only_start at time zone shop.time_zone)::date as last
  ) as around
  cross join lateral private.opening_spans(
    greatest(windows_from.only_day, around.first, shop_clock.local::date - 1),
    least(windows_from.only_day, around.last, shop_clock.local::date + 14)
  ) as open
  join public.window_rules as rules
    on rules.delivery_type = windows_from.delivery_type and rules.weekday = extract(dow from open.day)
  join (
    select each.preparation_minutes, private.ready_at(each.preparation_minutes, windows_from.ordered_at) as ready_at
    from (
      select distinct window_rules.preparation_minutes from public.window_rules
      where window_rules.delivery_type = windows_from.delivery_type
    ) as each
    -- Computed once, not per window.
    offset 0
  ) as prepared on prepared.preparation_minutes = rules.preparation_minutes
  cross join lateral (select make_interval(mins => rules.length_minutes) as length) as rule
  cross join lateral (
    select each.local from generate_series(open.opens, open.closes - rule.length, rule.length) as each (local)
    -- The instants are compared, because daylight saving skips a local time and repeats another.
    where windows_from.only_start is null or each.local at time zone shop.time_zone = windows_from.only_start
    offset 0
  ) as starts
  cross join lateral (
    select starts.local at time zone shop.time_zone as starts_at,
      (starts.local + rule.length) at time zone shop.time_zone as ends_at,
      private.capacity_at(rules, starts.local) as capacity
  ) as span
  where (select private.has_windows(windows_from.delivery_type))
    -- Skip times that do not exist when daylight saving starts.
    and span.ends_at > span.starts_at
    and span.capacity > 0
    and span.starts_at >= prepared.ready_at
    and (rules.cut_off is null or shop_clock.local < open.day + rules.cut_off::time)
    and span.starts_at >= coalesce(case windows_from.delivery_type
      when 'pickup' then shop.pickup_paused_until else shop.delivery_paused_until end, '-infinity');
end;
$$;

-- Returns the capacity of the window that begins then; null outside of the opening hours or without a rule.
create function private.window_capacity(delivery_type text, starts_at timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.capacity_at(rules, begins.local)
    from public.store_settings as shop
    cross join lateral (select window_capacity.starts_at at time zone shop.time_zone as local) as begins
    -- Opening hours past midnight belong to the day on which they start.
    cross join lateral private.opening_spans(begins.local::date - 1, begins.local::date) as open
    join public.window_rules as rules
      on rules.delivery_type = window_capacity.delivery_type and rules.weekday = extract(dow from open.day)
    where begins.local >= open.opens and begins.local < open.closes
    order by open.day desc limit 1
  );
end;
$$;

-- For everyone: the next windows with capacity; none while they are off. Security definer: it reads others' orders.
create function public.list_windows(delivery_type text, max_count integer default 3)
returns table (starts_at timestamptz, ends_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  candidate record;
  remaining_count integer := least(max_count, 100);
  today date := (select (now() at time zone shop.time_zone)::date from public.store_settings as shop);
begin
  if remaining_count < 1 then
    return;
  end if;
  -- Day by day: windows that are not listed are neither generated nor counted.
  for ahead in -1 .. 14 loop
    for candidate in
      select windows.* from private.windows_from(list_windows.delivery_type, now(), today + ahead) as windows
      order by windows.starts_at
    loop
      if candidate.capacity > private.taken_slots(
        list_windows.delivery_type, candidate.starts_at, candidate.ends_at, null, (select auth.uid())
      ) then
        starts_at := candidate.starts_at;
        ends_at := candidate.ends_at;
        return next;
        remaining_count := remaining_count - 1;
        if remaining_count = 0 then
          return;
        end if;
      end if;
    end loop;
  end loop;
end;
$$;
grant execute on function public.list_windows(text, integer) to anon, authenticated;

-- Raises 410 with the next three windows.
create function private.reject_window(delivery_type text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT410' using message = reject_window.message, detail = coalesce((
    select jsonb_agg(windows) from public.list_windows(reject_window.delivery_type, 3) as windows
  ), '[]')::text;
end;
$$;

-- Serializes reservations of a window and of those that overlap it.
create function private.lock_window(delivery_type text, starts_at timestamptz, ends_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  -- Windows of changed rules may overlap: each half hour has a lock, taken in the order of time, after the orders.
  perform pg_advisory_xact_lock(hashtextextended(format('window:%s:%s', lock_window.delivery_type, half_hour), 0))
  from generate_series(
    floor(extract(epoch from lock_window.starts_at) / 1800)::bigint,
    ceil(extract(epoch from lock_window.ends_at) / 1800)::bigint - 1
  ) as half_hour;
end;
$$;

-- Returns the end of the window if it has a free slot; else raises 410 with the next three windows.
create function private.require_slot(
  delivery_type text, starts_at timestamptz, leaving_out uuid, of_person uuid
) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  chosen record;
begin
  select windows.* into chosen
  from private.windows_from(require_slot.delivery_type, now(), only_start => require_slot.starts_at) as windows;
  if chosen.ends_at is null or chosen.capacity <= private.taken_slots(
    delivery_type, starts_at, chosen.ends_at, leaving_out, of_person
  ) then
    perform private.reject_window(delivery_type, 'This time is no longer available. Choose another one.');
  end if;
  return chosen.ends_at;
end;
$$;

-- Counts the orders of a window under its lock, which lasts until the transaction ends; 410 if it is full.
create function private.take_slot(
  delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid
) returns void
language plpgsql set search_path = '' as $$
declare
  -- Before the lock, for which others may wait.
  capacity constant integer := private.window_capacity(delivery_type, starts_at);
begin
  perform private.lock_window(delivery_type, starts_at, ends_at);
  if capacity is null or capacity <= private.taken_slots(delivery_type, starts_at, ends_at, leaving_out, of_person) then
    perform private.reject_window(delivery_type, 'This time is no longer available. Choose another one.');
  end if;
end;
$$;

-- Takes a slot of a window that orders may choose now and returns its end; else raises 410 with the next three windows.
create function private.claim_slot(
  delivery_type text, starts_at timestamptz, leaving_out uuid, of_person uuid
) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  ends_at constant timestamptz := private.require_slot(delivery_type, starts_at, leaving_out, of_person);
begin
  perform private.take_slot(delivery_type, starts_at, ends_at, leaving_out, of_person);
  return ends_at;
end;
$$;

-- Returns until when a pending order's slot is reserved: 15 minutes from now, at most an hour after the customer's
-- first unpaid order for that time. Point-of-sale orders are reserved as long as their pay link is valid.
create function private.slot_reserved_until(head public.orders) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if head.channel = 'counter' then
    return now() + interval '24 hours';
  end if;
  return least(now() + interval '15 minutes', interval '1 hour' + least(now(), head.created_at, (
    select min(unpaid.created_at) from public.orders as unpaid
    where unpaid.user_id = head.user_id and unpaid.paid_at is null
      and unpaid.delivery_type = head.delivery_type and unpaid.window_starts_at = head.window_starts_at
      and unpaid.created_at > now() - interval '1 day'
  )));
end;
$$;

-- Gives a new order its window if that looks free, and a plain insert the next one; claim_window counts under the lock.
create function private.reserve_window(new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
begin
  new.window_ends_at := null;
  new.window_reserved_until := null;
  if not private.has_windows(new.delivery_type) then
    new.window_starts_at := null;
    return new;
  end if;
  -- A plain insert, without the request key of place_order, knows no times.
  if new.window_starts_at is null and new.request_key is null and auth.uid() is not null
    and new.channel = 'online' then
    new.window_starts_at := (select windows.starts_at from public.list_windows(new.delivery_type, 1) as windows);
  end if;
  if new.window_starts_at is null then
    -- The store's own programs may leave the time open; at the counter, products are taken along.
    if auth.uid() is not null and not (new.channel = 'counter' and new.delivery_type = 'pickup') then
      perform private.reject_window(new.delivery_type, 'Choose a time for your order.');
    end if;
    return new;
  end if;
  new.window_ends_at := private.require_slot(new.delivery_type, new.window_starts_at, null, new.user_id);
  new.window_reserved_until := private.slot_reserved_until(new);
  return new;
end;
$$;

-- Call it with the order locked.
create function private.reserve_slot(target public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_window(target.delivery_type, target.window_starts_at, target.window_ends_at);
  if target.window_reserved_until <= now() and private.has_windows(target.delivery_type) then
    perform private.claim_slot(target.delivery_type, target.window_starts_at, target.id, target.user_id);
  end if;
  update public.orders
  set window_reserved_until = greatest(window_reserved_until, private.slot_reserved_until(target)) where orders.id = target.id;
end;
$$;

-- For the owner and staff until it is prepared: another window, or 410. Security definer: callers may not write orders.
create function public.set_order_window(order_id uuid, starts_at timestamptz) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.lock_order(order_id, is_for_owner => true);
  new_end timestamptz;
begin
  perform private.reject_if(not private.is_changeable(target.status),
    'PT409', 'You can no longer change the time of this order.');
  perform private.reject_if(starts_at is null, '22023', 'Choose a time for your order.');
  new_end := private.claim_slot(target.delivery_type, starts_at, target.id, target.user_id);
  target.window_starts_at := starts_at;
  update public.orders
  set window_starts_at = set_order_window.starts_at,
      window_ends_at = new_end,
      window_reserved_until = case when target.status = 'pending' then private.slot_reserved_until(target) end
  where orders.id = target.id returning * into target;
  return target;
end;
$$;
grant execute on function public.set_order_window(uuid, timestamptz) to authenticated;

-- Keeps the window of an order paid after its reservation expired: raises an alert if that is one order too many.
create function private.hold_paid_window(new public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  -- An order that is paid in the store is held until after its time.
  if exists (select from public.pay_in_store_orders as chosen where chosen.order_id = new.id) then
    return;
  end if;
  perform private.lock_window(new.delivery_type, new.window_starts_at, new.window_ends_at);
  if new.window_starts_at < now()
    or private.window_capacity(new.delivery_type, new.window_starts_at)
      < private.taken_slots(new.delivery_type, new.window_starts_at, new.window_ends_at, null, null) then
    perform private.add_alert(
      'window_overfull', new.id,
      'The order was paid after its time was released: {time} has one order too many, or has started. The customer was '
      'promised this time.',
      jsonb_build_object(
        'time', to_char(new.window_starts_at at time zone shop.time_zone, 'Dy Mon DD, HH12:MI AM'),
        'starts_at', new.window_starts_at, 'ends_at', new.window_ends_at
      )
    )
    from public.store_settings as shop;
  end if;
end;
$$;

-- Returns whether the store is closed or paused during an order's window, or no longer takes orders on its weekday.
create function private.is_window_lost(target public.orders) returns boolean
language sql stable set search_path = '' as $$
  select target.window_starts_at < (
    select case target.delivery_type when 'pickup' then shop.pickup_paused_until else shop.delivery_paused_until end
    from public.store_settings as shop
  ) is true or not exists (
    select
    from public.store_settings as shop
    cross join lateral (select (target.window_starts_at at time zone shop.time_zone)::date as day) as local
    -- Opening hours past midnight belong to the day on which they start.
    cross join lateral private.opening_spans(local.day - 1, local.day) as open
    where open.opens_at <= target.window_starts_at and open.closes_at >= target.window_ends_at
      and (not private.has_windows(target.delivery_type) or exists (
        select from public.window_rules as rules
        where rules.delivery_type = target.delivery_type and rules.weekday = extract(dow from open.day)
      ))
  );
$$;
