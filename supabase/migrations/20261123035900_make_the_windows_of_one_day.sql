-- The windows of a day are made for whoever asks for that day, instead of two weeks of them for everybody.
create or replace function private.ready_at(minutes integer, ordered_at timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  today date := (
    select (ready_at.ordered_at at time zone shop.time_zone)::date from public.store_settings as shop
  );
  left_seconds double precision := ready_at.minutes * 60;
  span record;
begin
  -- One day after the other: most work is done today or tomorrow.
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

drop function private.windows_from(text, timestamptz);

create function private.windows_from(delivery_type text, ordered_at timestamptz, only_day date default null)
returns table (starts_at timestamptz, ends_at timestamptz, room integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select span.starts_at, span.ends_at, rules.room
  from public.store_settings as shop
  cross join lateral (select windows_from.ordered_at at time zone shop.time_zone as local) as asked
  cross join lateral private.opening_spans(
    greatest(windows_from.only_day, asked.local::date - 1), least(windows_from.only_day, asked.local::date + 14)
  ) as open
  join public.window_rules as rules
    on rules.delivery_type = windows_from.delivery_type and rules.weekday = extract(dow from open.day)
  join (
    select each.preparation_minutes, private.ready_at(each.preparation_minutes, windows_from.ordered_at) as ready_at
    from (
      select distinct window_rules.preparation_minutes from public.window_rules
      where window_rules.delivery_type = windows_from.delivery_type
    ) as each
    -- Worked out once, not for each window.
    offset 0
  ) as prepared on prepared.preparation_minutes = rules.preparation_minutes
  cross join lateral (select make_interval(mins => rules.length_minutes) as length) as rule
  cross join lateral generate_series(open.opens, open.closes - rule.length, rule.length) as starts (local)
  cross join lateral (
    select starts.local at time zone shop.time_zone as starts_at,
      (starts.local + rule.length) at time zone shop.time_zone as ends_at
  ) as span
  where (select private.has_windows(windows_from.delivery_type))
    -- An hour that the clock leaves out in spring is no window.
    and span.ends_at > span.starts_at
    and span.starts_at >= prepared.ready_at
    and (rules.cut_off is null or open.day > asked.local::date or asked.local::time < rules.cut_off::time)
    and span.starts_at >= coalesce(case windows_from.delivery_type
      when 'pickup' then shop.pickup_paused_until else shop.delivery_paused_until end, '-infinity');
end;
$$;
comment on function private.windows_from(text, timestamptz, date) is
  'The windows of the next two weeks that whoever orders then may have, full or not, or those of one day of opening '
  'alone; none while windows are off.';
revoke all on function private.windows_from(text, timestamptz, date) from public;

create or replace function public.list_windows(delivery_type text, max_count integer default 3)
returns table (starts_at timestamptz, ends_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  candidate record;
  wanted_count integer := least(list_windows.max_count, 100);
  today date := (select (now() at time zone shop.time_zone)::date from public.store_settings as shop);
begin
  if wanted_count < 1 then
    return;
  end if;
  -- One after the other: nobody makes the days, or counts the places, of windows that are not told.
  for ahead in -1 .. 14 loop
    for candidate in
      select windows.* from private.windows_from(list_windows.delivery_type, now(), today + ahead) as windows
      order by windows.starts_at
    loop
      if candidate.room > private.places_taken(
        list_windows.delivery_type, candidate.starts_at, candidate.ends_at, null, (select auth.uid())
      ) then
        starts_at := candidate.starts_at;
        ends_at := candidate.ends_at;
        return next;
        wanted_count := wanted_count - 1;
        if wanted_count = 0 then
          return;
        end if;
      end if;
    end loop;
  end loop;
end;
$$;

create or replace function private.take_place(
  delivery_type text, starts_at timestamptz, leaving_out uuid, of_person uuid
) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  wanted record;
  its_day date := (
    select (take_place.starts_at at time zone shop.time_zone)::date from public.store_settings as shop
  );
begin
  perform private.lock_window(take_place.delivery_type, take_place.starts_at);
  -- Hours that go past midnight belong to the day on which they began.
  select windows.* into wanted
  from generate_series(0, 1) as back
  cross join lateral private.windows_from(take_place.delivery_type, now(), its_day - back) as windows
  where windows.starts_at = take_place.starts_at;
  if wanted.starts_at is null or wanted.room <= private.places_taken(
    take_place.delivery_type, wanted.starts_at, wanted.ends_at, take_place.leaving_out, take_place.of_person
  ) then
    perform private.refuse_window(take_place.delivery_type, 'This time is no longer free. Please choose another one.');
  end if;
  return wanted.ends_at;
end;
$$;
