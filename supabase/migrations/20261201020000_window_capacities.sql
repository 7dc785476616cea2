-- Capacity of single windows of a weekday, and saving a week only if nobody else has changed it meanwhile.
create function private.is_window_capacities(capacities jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_typeof(is_window_capacities.capacities) = 'object' and not exists (
    select from jsonb_each_text(is_window_capacities.capacities) as each (starts, capacity)
    where each.starts !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' or each.capacity !~ '^[0-9]{1,3}$'
  );
end;
$$;
comment on function private.is_window_capacities(jsonb) is 'Whether it is an object such as {"17:00": 2}.';
grant execute on function private.is_window_capacities(jsonb) to authenticated, service_role;

alter table public.window_rules
  add column window_capacities jsonb not null default '{}' check (private.is_window_capacities(window_capacities));
comment on column public.window_rules.window_capacities is
  'Capacity of single windows by the time at which they begin (store time), such as {"17:00": 2}; 0 for none at that time.';

create function private.capacity_at(rule public.window_rules, starts timestamp) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((rule.window_capacities ->> to_char(capacity_at.starts, 'HH24:MI'))::integer, rule.capacity);
end;
$$;
comment on function private.capacity_at(public.window_rules, timestamp) is
  'Returns the capacity of the window that begins then (store time).';

create function public.save_window_rules(delivery_type text, expected jsonb, rules jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function save_window_rules';
  end if;
  if jsonb_typeof(save_window_rules.expected) <> 'array' or jsonb_typeof(save_window_rules.rules) <> 'array'
    or jsonb_array_length(save_window_rules.expected) > 7 or jsonb_array_length(save_window_rules.rules) > 7 then
    raise invalid_parameter_value using message = 'The times of a week are a list of at most 7 days.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('window_rules:' || save_window_rules.delivery_type, 0));
  if save_window_rules.expected is distinct from (
    select coalesce(jsonb_agg(to_jsonb(saved) - 'delivery_type' order by saved.weekday), '[]')
    from public.window_rules as saved where saved.delivery_type = save_window_rules.delivery_type
  ) then
    raise sqlstate 'PT409' using message = 'Somebody else changed these times meanwhile.';
  end if;
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
comment on function public.save_window_rules(text, jsonb, jsonb) is
  'For the owner and managers: replaces the windows of a week, both lists of {weekday, length_minutes, capacity, '
  'preparation_minutes, cut_off, window_capacities} by weekday. PT409 if the saved ones are no longer the expected ones. '
  'Security definer: the lock and the comparison see every row.';
grant execute on function public.save_window_rules(text, jsonb, jsonb) to authenticated;

create or replace function private.windows_from(delivery_type text, ordered_at timestamptz, only_day date default null)
returns table (starts_at timestamptz, ends_at timestamptz, capacity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select span.starts_at, span.ends_at, span.capacity
  from public.store_settings as shop
  cross join lateral (select windows_from.ordered_at at time zone shop.time_zone as local) as shop_clock
  cross join lateral private.opening_spans(
    greatest(windows_from.only_day, shop_clock.local::date - 1), least(windows_from.only_day, shop_clock.local::date + 14)
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
  cross join lateral generate_series(open.opens, open.closes - rule.length, rule.length) as starts (local)
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
    and (rules.cut_off is null or open.day > shop_clock.local::date or shop_clock.local::time < rules.cut_off::time)
    and span.starts_at >= coalesce(case windows_from.delivery_type
      when 'pickup' then shop.pickup_paused_until else shop.delivery_paused_until end, '-infinity');
end;
$$;
comment on function private.windows_from(text, timestamptz, date) is
  'Lists the windows of the next two weeks for an order placed then, full or not, or those of one opening day; none'
  ' while windows are off.';

create or replace function private.hold_paid_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule public.window_rules;
  shop_zone text;
begin
  perform private.lock_window(new.delivery_type, new.window_starts_at);
  select time_zone into shop_zone from public.store_settings;
  select rules.* into rule from public.window_rules as rules
  where rules.delivery_type = new.delivery_type
    and rules.weekday = extract(dow from new.window_starts_at at time zone shop_zone);
  if new.window_starts_at < now()
    or private.capacity_at(rule, new.window_starts_at at time zone shop_zone) < private.taken_slots(
    new.delivery_type, new.window_starts_at, new.window_ends_at, null, null
  ) then
    perform private.add_alert('window_overfull', new.id, format(
      'The order was paid after its time was released: %s has one order too many, or has started. The customer was '
      'promised this time.',
      to_char(new.window_starts_at at time zone shop_zone, 'Dy Mon DD, HH12:MI AM')
    ));
  end if;
  return null;
end;
$$;
comment on function private.hold_paid_window() is
  'Keeps the window of an order whose payment arrives after its reservation expired: the window takes one order '
  'over capacity, and an alert is raised. Security definer: it counts other users'' orders.';
