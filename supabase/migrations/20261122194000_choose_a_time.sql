-- When an order is fetched or brought: windows, closed days, pauses. Off until the owner switches them on.
alter table public.store_settings
  add column closed_days jsonb not null default '[]',
  add column pickup_windows boolean not null default false,
  add column delivery_windows boolean not null default false,
  add column pickup_paused_until timestamptz,
  add column delivery_paused_until timestamptz,
  add column pause_reason text not null default '' check (char_length(pause_reason) <= 200),
  add constraint closed_days_have_their_shape check (
    jsonb_typeof(closed_days) = 'array' and not closed_days @? '$[*].type() ? (@ != "object")' and not closed_days @? '$[*] ? (!(
      @.day like_regex "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$" && @.reason.type() == "string"
    ))'
  );
comment on column public.store_settings.closed_days is '[{day, reason}], the day as in 2026-11-26.';
comment on column public.store_settings.pickup_windows is 'Whether pick-up is at a time that is chosen: see window_rules.';
comment on column public.store_settings.delivery_windows is 'Whether delivery is at a time that is chosen.';
comment on column public.store_settings.pickup_paused_until is 'No window that begins before is offered.';
comment on column public.store_settings.delivery_paused_until is 'No window that begins before is offered.';

alter table public.orders
  add column window_starts_at timestamptz,
  add column window_ends_at timestamptz,
  add column window_held_until timestamptz;
comment on column public.orders.window_starts_at is 'When it is fetched or brought; null where no time was chosen.';
comment on column public.orders.window_held_until is 'How long a pending order keeps its place in the window.';
create index orders_windows on public.orders (delivery_type, window_starts_at) where window_starts_at is not null;
grant insert (window_starts_at) on public.orders to authenticated;

alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull'
));

create table public.window_rules (
  delivery_type text not null check (delivery_type in ('pickup', 'delivery')),
  weekday smallint not null check (weekday between 0 and 6),
  length_minutes integer not null check (length_minutes between 15 and 720),
  room integer not null check (room between 1 and 999),
  preparation_minutes integer not null default 0 check (preparation_minutes between 0 and 2880),
  cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (delivery_type, weekday)
);
comment on table public.window_rules is 'The windows of a weekday; a weekday without a rule has none.';
comment on column public.window_rules.weekday is '0 is Sunday.';
comment on column public.window_rules.room is 'How many orders one window takes.';
comment on column public.window_rules.preparation_minutes is 'Counted while the shop is open, before the window begins.';
comment on column public.window_rules.cut_off is 'From this time on, on the shop''s clock, nothing is taken for the same day.';

alter table public.window_rules enable row level security;
revoke all on public.window_rules from anon, authenticated;
grant select, insert, update, delete on public.window_rules to authenticated;
create policy "admins read the rules of windows" on public.window_rules
  for select to authenticated using ((select private.is_admin()));
create policy "admins add rules of windows" on public.window_rules
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change rules of windows" on public.window_rules
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove rules of windows" on public.window_rules
  for delete to authenticated using ((select private.is_admin()));

create function private.has_windows(delivery_type text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case has_windows.delivery_type when 'pickup' then shop.pickup_windows else shop.delivery_windows end
    from public.store_settings as shop
  );
end;
$$;
comment on function private.has_windows(text) is 'Whether the owner has switched windows on.';
revoke all on function private.has_windows(text) from public;

create function private.weekday_of(name text) returns integer
language sql immutable set search_path = ''
as $$
  select array_position(
    array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], left(lower(btrim(weekday_of.name)), 3)
  ) - 1;
$$;
comment on function private.weekday_of(text) is '0 for "Sun" or "Sunday"; null for what is no day.';
revoke all on function private.weekday_of(text) from public;

create function private.opening_spans(first_day date, last_day date)
returns table (day date, opens timestamp, closes timestamp, opens_at timestamptz, closes_at timestamptz)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select days.day::date, span.opens, span.closes,
    span.opens at time zone shop.time_zone, span.closes at time zone shop.time_zone
  from public.store_settings as shop
  cross join generate_series(opening_spans.first_day::timestamp, opening_spans.last_day, '1 day') as days (day)
  cross join jsonb_to_recordset(shop.opening_hours) as hours (days text, opens time, closes time)
  cross join lateral (
    select days.day + hours.opens as opens,
      -- Hours that go past midnight belong to the day on which they began.
      days.day + hours.closes + case when hours.closes <= hours.opens then interval '1 day' else '0' end as closes
  ) as span
  where exists (
    -- "Mon-Sat", "Sun", "Tue, Thu" or, round the weekend, "Fri-Mon".
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
comment on function private.opening_spans(date, date) is
  'When the shop is open on these days, by the clock on its wall and as instants; closed days are left out.';
revoke all on function private.opening_spans(date, date) from public;

create function private.ready_at(minutes integer, ordered_at timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select work.starts_at + make_interval(secs => ready_at.minutes * 60 - work.done_before)
    from (
      select span.starts_at, span.seconds,
        coalesce(sum(span.seconds) over (
          order by span.starts_at rows between unbounded preceding and 1 preceding
        ), 0)::double precision as done_before
      from public.store_settings as shop
      cross join lateral (
        select greatest(open.opens_at, ready_at.ordered_at) as starts_at,
          extract(epoch from open.closes_at - greatest(open.opens_at, ready_at.ordered_at))::double precision as seconds
        from private.opening_spans(
          (ready_at.ordered_at at time zone shop.time_zone)::date - 1,
          (ready_at.ordered_at at time zone shop.time_zone)::date + 21
        ) as open
        where open.closes_at > ready_at.ordered_at
      ) as span
    ) as work
    where work.done_before + work.seconds >= ready_at.minutes * 60
    order by work.starts_at
    limit 1
  );
end;
$$;
comment on function private.ready_at(integer, timestamptz) is
  'When so many minutes of work are done: work goes on only while the shop is open.';
revoke all on function private.ready_at(integer, timestamptz) from public;

create function private.places_taken(
  delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid
) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.orders
    where orders.delivery_type = places_taken.delivery_type
      -- No window is longer than twelve hours. Rules that were changed since may have made others.
      and orders.window_starts_at between places_taken.starts_at - interval '13 hours' and places_taken.ends_at
      and orders.window_starts_at < places_taken.ends_at and orders.window_ends_at > places_taken.starts_at
      and orders.id is distinct from places_taken.leaving_out
      and case orders.status
        when 'pending' then orders.window_held_until > now() and orders.user_id is distinct from places_taken.of_person
        else orders.status not in ('cancelled', 'refunded')
      end
  );
end;
$$;
comment on function private.places_taken(text, timestamptz, timestamptz, uuid, uuid) is
  'How many orders share the time of a window: the paid ones, and pending ones while they hold it; not the one that is '
  'left out, and not the pending ones of a person, who has only one.';
revoke all on function private.places_taken(text, timestamptz, timestamptz, uuid, uuid) from public;

create function private.windows_from(delivery_type text, ordered_at timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, room integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select span.starts_at, span.ends_at, rules.room
  from public.store_settings as shop
  cross join lateral (select windows_from.ordered_at at time zone shop.time_zone as local) as asked
  cross join lateral private.opening_spans(asked.local::date - 1, asked.local::date + 14) as open
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
comment on function private.windows_from(text, timestamptz) is
  'The windows of the next two weeks that whoever orders then may have, full or not; none while windows are off.';
revoke all on function private.windows_from(text, timestamptz) from public;

create function public.list_windows(delivery_type text, max_count integer default 3)
returns table (starts_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select windows.starts_at, windows.ends_at
  from private.windows_from(list_windows.delivery_type, now()) as windows
  where windows.room > private.places_taken(
    list_windows.delivery_type, windows.starts_at, windows.ends_at, null, (select auth.uid())
  )
  order by windows.starts_at
  limit least(list_windows.max_count, 100);
$$;
comment on function public.list_windows(text, integer) is
  'For everybody: the next windows of pickup or delivery that have room; none while the owner has not switched them '
  'on. Security definer: nobody sees whose orders fill the others.';
revoke all on function public.list_windows(text, integer) from public, service_role;
grant execute on function public.list_windows(text, integer) to anon, authenticated;

create function private.refuse_window(delivery_type text, message text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT410' using message = refuse_window.message, detail = coalesce((
    select jsonb_agg(windows) from public.list_windows(refuse_window.delivery_type, 3) as windows
  ), '[]')::text;
end;
$$;
comment on function private.refuse_window(text, text) is 'Answers 410 with the next three windows.';
revoke all on function private.refuse_window(text, text) from public;

create function private.lock_window(delivery_type text, starts_at timestamptz) returns void
language sql set search_path = ''
as $$
  -- One lock for each day: windows of changed rules may overlap. The orders of a window are locked before it.
  select pg_advisory_xact_lock(hashtextextended(format(
    'window:%s:%s', lock_window.delivery_type, (lock_window.starts_at at time zone shop.time_zone)::date
  ), 0))
  from public.store_settings as shop;
$$;
comment on function private.lock_window(text, timestamptz) is 'Whoever wants a place in a window waits for the one before.';
revoke all on function private.lock_window(text, timestamptz) from public;

create function private.take_place(
  delivery_type text, starts_at timestamptz, leaving_out uuid, of_person uuid
) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  wanted record;
begin
  perform private.lock_window(take_place.delivery_type, take_place.starts_at);
  select * into wanted from private.windows_from(take_place.delivery_type, now()) as windows
  where windows.starts_at = take_place.starts_at;
  if wanted.starts_at is null or wanted.room <= private.places_taken(
    take_place.delivery_type, wanted.starts_at, wanted.ends_at, take_place.leaving_out, take_place.of_person
  ) then
    perform private.refuse_window(take_place.delivery_type, 'This time is no longer free. Please choose another one.');
  end if;
  return wanted.ends_at;
end;
$$;
comment on function private.take_place(text, timestamptz, uuid, uuid) is
  'When the window ends in which there is a place; else the next three windows, with 410.';
revoke all on function private.take_place(text, timestamptz, uuid, uuid) from public;

create function private.reserve_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.window_ends_at := null;
  new.window_held_until := null;
  if not private.has_windows(new.delivery_type) then
    new.window_starts_at := null;
    return new;
  end if;
  if new.window_starts_at is null then
    -- The shop's own programs may leave it open.
    if (select auth.uid()) is not null then
      perform private.refuse_window(new.delivery_type, 'Please choose a time for your order.');
    end if;
    return new;
  end if;
  new.window_ends_at := private.take_place(new.delivery_type, new.window_starts_at, null, new.user_id);
  new.window_held_until := now() + interval '15 minutes';
  return new;
end;
$$;
comment on function private.reserve_window() is
  'A new order holds its place for 15 minutes. Security definer: it counts the orders of others.';
revoke all on function private.reserve_window() from public;

-- The name puts it behind prepare_order, which ends the person's earlier order: its place is free by then.
create trigger reserve_window before insert on public.orders
  for each row execute function private.reserve_window();

create function private.hold_window(target public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_window(target.delivery_type, target.window_starts_at);
  if target.window_held_until <= now() and private.has_windows(target.delivery_type) then
    perform private.take_place(target.delivery_type, target.window_starts_at, target.id, target.user_id);
  end if;
  update public.orders set window_held_until = now() + interval '15 minutes' where orders.id = target.id;
end;
$$;
comment on function private.hold_window(public.orders) is 'Call it with the order locked.';
revoke all on function private.hold_window(public.orders) from public;

create function public.set_order_window(order_id uuid, starts_at timestamptz) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  new_end timestamptz;
begin
  select * into target from public.orders where orders.id = set_order_window.order_id for update;
  if target.id is null
    or (target.user_id is distinct from (select auth.uid()) and not private.is_admin()) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status not in ('pending', 'paid') then
    raise sqlstate 'PT409' using message = 'The time of this order can no longer be changed.';
  end if;
  if set_order_window.starts_at is null then
    raise invalid_parameter_value using message = 'Please choose a time for your order.';
  end if;
  new_end := private.take_place(target.delivery_type, set_order_window.starts_at, target.id, target.user_id);
  update public.orders
  set window_starts_at = set_order_window.starts_at,
      window_ends_at = new_end,
      window_held_until = case when target.status = 'pending' then now() + interval '15 minutes' end
  where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.set_order_window(uuid, timestamptz) is
  'For the order''s owner and admins until it is prepared: another window, or 410 with the next three. Security definer: '
  'nobody may change orders by hand.';
revoke all on function public.set_order_window(uuid, timestamptz) from public, anon, service_role;
grant execute on function public.set_order_window(uuid, timestamptz) to authenticated;

create function private.keep_window() returns trigger
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
  if new.window_starts_at < now() or rule.room < private.places_taken(
    new.delivery_type, new.window_starts_at, new.window_ends_at, null, null
  ) then
    perform private.add_alert('window_overfull', new.id, format(
      'The order was paid after its place was given up: %s has one order too many, or has begun. The customer was '
      'promised this time.',
      to_char(new.window_starts_at at time zone shop_zone, 'Dy Mon DD, HH12:MI AM')
    ));
  end if;
  return null;
end;
$$;
comment on function private.keep_window() is
  'Money that comes after the place was given up keeps the promise: the window holds one order over its room, and the '
  'shop is told. Security definer: it counts the orders of others.';
revoke all on function private.keep_window() from public;

create trigger keep_window after update of status on public.orders
  for each row when (
    new.status = 'paid' and old.status = 'pending' and new.cancel_reason is null and new.window_starts_at is not null
  )
  execute function private.keep_window();

create or replace function public.check_promise(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  least numeric;
begin
  select * into target from public.orders
  where orders.id = check_promise.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status <> 'pending' then
    return;
  end if;
  if target.window_starts_at is not null then
    perform private.hold_window(target);
  end if;
  if target.delivery_type = 'pickup' then
    return;
  end if;
  select terms.least_order into least from private.delivery_terms(nullif(target.delivery_zip, '')) as terms;
  if least > (
    select sum(private.line_amount(items)) from public.order_items as items where items.order_id = target.id
  ) then
    raise sqlstate 'PT422' using message = format(
      'We deliver to %s from $%s on.', target.delivery_zip, to_char(least, 'FM999999990.00')
    );
  end if;
end;
$$;
comment on function public.check_promise(uuid) is
  'For the order''s owner, when it is placed and before it is paid: what stands in the way of bringing it, as an error '
  '422; and its place in the window is held for 15 minutes more, or taken again if it is still free, else 410 with the '
  'next three windows. Security definer: it reads the zones and the orders of others.';

-- Another list of parameters makes another function: the old one goes.
drop function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb);
create function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid,
  wish text default null,
  note text default null,
  delivery_place jsonb default null,
  window_starts_at timestamptz default null
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  placed public.orders;
  cart jsonb;
  amounts jsonb;
  cannot_be_had boolean;
begin
  if (select auth.uid()) is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is needed.';
  end if;
  perform private.check_cart(place_order.items);
  if place_order.items @? '$[*] ? (
    (@.wish.type() != "string" && @.wish.type() != "null") || (@.note.type() != "string" && @.note.type() != "null")
  )' then
    raise invalid_parameter_value using message = 'The wish and the note of a line are texts.';
  end if;

  if jsonb_typeof(place_order.delivery_place) not in ('object', 'null')
    or place_order.delivery_place @? 'strict $.keyvalue() ? (@.value.type() != "string")' then
    raise invalid_parameter_value using message = 'The parts of an address are texts.';
  end if;

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (
    user_id, delivery_type, delivery_address, delivery_phone_number, request_key, wish, note,
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at
  )
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key,
    place_order.wish,
    coalesce(place_order.note, ''),
    coalesce(place_order.delivery_place ->> 'street', ''),
    coalesce(place_order.delivery_place ->> 'unit', ''),
    coalesce(place_order.delivery_place ->> 'city', ''),
    coalesce(place_order.delivery_place ->> 'zip', ''),
    coalesce(place_order.delivery_place ->> 'driver_note', ''),
    place_order.window_starts_at
  )
  on conflict (user_id, request_key) do nothing
  returning * into placed;
  if placed.id is null then
    select * into placed from public.orders
    where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
    return placed;
  end if;

  cart := private.cart_now(place_order.items);
  cannot_be_had := cart @? '$[*] ? (
    @.name == null || @.needs_size == true || @.is_sold_out == true || @.quantity_left < @.quantity
  )';
  if not cannot_be_had then
    insert into public.order_items
      (order_id, product_id, size_id, product_name, quantity, unit_price, image_url, wish, note)
    select placed.id, line.product_id, line.size_id, line.name, line.quantity, line.unit_price, '', said.wish,
      coalesce(said.note, '')
    from rows from (jsonb_to_recordset(cart)
      as (product_id bigint, size_id bigint, name text, quantity integer, unit_price numeric))
      with ordinality as line (product_id, size_id, name, quantity, unit_price, place)
    -- Lines that were added up keep all that was said of them.
    left join (
      select each.product_id, each.size_id, min(each.wish) as wish,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(place_order.items)
        as each (product_id bigint, size_id bigint, wish text, note text)
      where each.wish is not null or each.note is not null
      group by each.product_id, each.size_id
    ) as said on said.product_id = line.product_id and said.size_id is not distinct from line.size_id
    order by line.place;
    select * into placed from public.orders where orders.id = placed.id;
    if placed.delivery_type = 'delivery' then
      perform public.check_promise(placed.id);
    end if;
    if placed.total = place_order.expected_total then
      return placed;
    end if;
    -- The lines were priced by the catalogue as it was when they were written, a moment after it was asked.
    cart := private.cart_now(place_order.items);
  end if;
  amounts := public.quote_cart(place_order.items, placed.delivery_type, placed.delivery_zip);
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some things are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz) is
  'Makes an order of [{product_id, size_id, quantity, wish, note}], the size for what comes in sizes; wish (replace, '
  'contact, leave_out; null: not said, or as the order) and note say what to do about what is not there, and change no '
  'price. delivery_place {street, unit, city, zip, driver_note} makes the address. The same request key returns '
  'the same order. A total other than expected_total, or something that cannot be had, is answered with 409 and, in '
  'the details, {total, amounts, items: [{product_id, size_id, name, size, unit_price, quantity, needs_size, is_sold_out, '
  'quantity_left}]}, amounts as of quote_cart: name and price are null for what is gone, quantity_left is null for what '
  'is not counted. No order is made then. Where the shop does not deliver, or not so little, the answer is 422. '
  'While the owner has switched windows on, window_starts_at is one of list_windows; else the answer is 410, with the '
  'next three in the details, as [{starts_at, ends_at}].';
revoke all on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz)
  from public, anon, service_role;
grant execute on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz)
  to authenticated;

create or replace function private.order_facts(order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', orders.id,
    'placed_at', orders.created_at,
    'status', orders.status,
    'total', orders.total,
    'delivery_cost', orders.delivery_cost,
    'delivery_included', orders.delivery_included,
    'tax_amount', orders.tax_amount,
    'discount', orders.discount,
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'driver_note', private.one_line(orders.driver_note, 300),
    'window_starts_at', orders.window_starts_at,
    'window_ends_at', orders.window_ends_at,
    'customer_name', private.one_line(coalesce(billing.name, profiles.name), 60),
    'cancelled_by', orders.cancelled_by,
    'cancel_reason', orders.cancel_reason,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
        'unit_price', items.unit_price
      ) order by items.id)
      from public.order_items as items where items.order_id = orders.id
    ), '[]')
  )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.id = order_facts.order_id;
$$;

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- By name, so that what mails say more one day is not told here by itself.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'discount',
        'paid_amount', 'refunded_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at'
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
        select coalesce(jsonb_agg(refunds.status order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;
