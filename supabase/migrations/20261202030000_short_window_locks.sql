-- Orders wait for each other as briefly as possible: a new order takes its window last and only for its own half
-- hours, and a code is locked when the lines have their prices.

drop function private.windows_from(text, timestamptz, date);
create function private.windows_from(
  delivery_type text, ordered_at timestamptz, only_day date default null, only_start timestamptz default null
)
returns table (starts_at timestamptz, ends_at timestamptz, capacity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
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
    where windows_from.only_start is null or each.local = windows_from.only_start at time zone shop.time_zone
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
    and (rules.cut_off is null or open.day > shop_clock.local::date or shop_clock.local::time < rules.cut_off::time)
    and span.starts_at >= coalesce(case windows_from.delivery_type
      when 'pickup' then shop.pickup_paused_until else shop.delivery_paused_until end, '-infinity');
end;
$$;
comment on function private.windows_from(text, timestamptz, date, timestamptz) is
  'Lists the windows of the next two weeks for an order placed then, full or not; or those of one opening day, or the '
  'one that begins then. None while windows are off.';

create function private.window_capacity(delivery_type text, starts_at timestamptz) returns integer
language plpgsql stable set search_path = ''
as $$
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
    order by open.day desc
    limit 1
  );
end;
$$;
comment on function private.window_capacity(text, timestamptz) is
  'Returns the capacity of the window that begins then; null outside of the opening hours or without a rule.';

drop function private.lock_window(text, timestamptz);
create function private.lock_window(delivery_type text, starts_at timestamptz, ends_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Windows of changed rules may overlap, so each half hour has a lock. All take them in the order of time, and a
  -- window's orders are locked before them.
  perform pg_advisory_xact_lock(hashtextextended(format('window:%s:%s', lock_window.delivery_type, half_hour), 0))
  from generate_series(
    floor(extract(epoch from lock_window.starts_at) / 1800)::bigint,
    ceil(extract(epoch from lock_window.ends_at) / 1800)::bigint - 1
  ) as half_hour;
end;
$$;
comment on function private.lock_window(text, timestamptz, timestamptz) is
  'Serializes reservations of a window and of those that overlap it.';

create function private.require_slot(
  delivery_type text, starts_at timestamptz, leaving_out uuid, of_person uuid
) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  chosen record;
begin
  select windows.* into chosen
  from private.windows_from(require_slot.delivery_type, now(), only_start => require_slot.starts_at) as windows
  -- An hour that is repeated when daylight saving ends has one local time.
  where windows.starts_at = require_slot.starts_at;
  if chosen.ends_at is null or chosen.capacity <= private.taken_slots(
    require_slot.delivery_type, require_slot.starts_at, chosen.ends_at, require_slot.leaving_out, require_slot.of_person
  ) then
    perform private.reject_window(require_slot.delivery_type, 'This time is no longer available. Choose another one.');
  end if;
  return chosen.ends_at;
end;
$$;
comment on function private.require_slot(text, timestamptz, uuid, uuid) is
  'Returns the end of the window if it has a free slot; else raises 410 with the next three windows.';

create function private.take_slot(
  delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid
) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Before the lock, for which others may wait.
  capacity constant integer := private.window_capacity(take_slot.delivery_type, take_slot.starts_at);
begin
  perform private.lock_window(take_slot.delivery_type, take_slot.starts_at, take_slot.ends_at);
  if capacity is null or capacity <= private.taken_slots(
    take_slot.delivery_type, take_slot.starts_at, take_slot.ends_at, take_slot.leaving_out, take_slot.of_person
  ) then
    perform private.reject_window(take_slot.delivery_type, 'This time is no longer available. Choose another one.');
  end if;
end;
$$;
comment on function private.take_slot(text, timestamptz, timestamptz, uuid, uuid) is
  'Counts the orders of a window under its lock, which lasts until the transaction ends; 410 if it is full.';

create or replace function private.claim_slot(
  delivery_type text, starts_at timestamptz, leaving_out uuid, of_person uuid
) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  ends_at constant timestamptz := private.require_slot(
    claim_slot.delivery_type, claim_slot.starts_at, claim_slot.leaving_out, claim_slot.of_person
  );
begin
  perform private.take_slot(
    claim_slot.delivery_type, claim_slot.starts_at, ends_at, claim_slot.leaving_out, claim_slot.of_person
  );
  return ends_at;
end;
$$;
comment on function private.claim_slot(text, timestamptz, uuid, uuid) is
  'Takes a slot of a window that orders may choose now and returns its end; else raises 410 with the next three windows.';

create or replace function private.reserve_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.window_ends_at := null;
  new.window_reserved_until := null;
  if not private.has_windows(new.delivery_type) then
    new.window_starts_at := null;
    return new;
  end if;
  if new.window_starts_at is null then
    -- The store's own programs may leave the time open; at the counter, products are taken along.
    if (select auth.uid()) is not null and not (new.channel = 'counter' and new.delivery_type = 'pickup') then
      perform private.reject_window(new.delivery_type, 'Choose a time for your order.');
    end if;
    return new;
  end if;
  new.window_ends_at := private.require_slot(new.delivery_type, new.window_starts_at, null, new.user_id);
  new.window_reserved_until := private.slot_reserved_until(new);
  return new;
end;
$$;
comment on function private.reserve_window() is
  'Gives a new order its window if that looks free; claim_window counts again under the lock. Security definer: it '
  'counts other users'' orders.';

create function private.claim_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_slot(
    new.delivery_type, new.window_starts_at, new.window_ends_at, new.id, new.user_id
  );
  return null;
end;
$$;
comment on function private.claim_window() is
  'Takes the slot of a new order. Security definer: it counts other users'' orders.';

-- Deferred: place_order checks it last, so that the lock is held from there to the commit only.
create constraint trigger claim_window after insert on public.orders
  deferrable initially deferred
  for each row when (new.window_starts_at is not null) execute function private.claim_window();

create or replace function private.reserve_slot(target public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_window(target.delivery_type, target.window_starts_at, target.window_ends_at);
  if target.window_reserved_until <= now() and private.has_windows(target.delivery_type) then
    perform private.claim_slot(target.delivery_type, target.window_starts_at, target.id, target.user_id);
  end if;
  update public.orders
  set window_reserved_until = greatest(window_reserved_until, private.slot_reserved_until(target)) where orders.id = target.id;
end;
$$;
comment on function private.reserve_slot(public.orders) is 'Call it with the order locked.';

create or replace function private.hold_paid_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule public.window_rules;
  shop_zone text;
begin
  perform private.lock_window(new.delivery_type, new.window_starts_at, new.window_ends_at);
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

create or replace function private.lock_discounts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := coalesce((select auth.uid()), new.user_id);
  code_ids bigint[];
begin
  new.discount := 0;
  new.discount_code := null;
  if new.channel = 'counter' then
    return new;
  end if;
  new.discount_code_id := (select chosen.code_id from private.entered_discounts as chosen where chosen.user_id = person);
  if new.discount_code_id is not null then
    -- The customer's lock comes first, as in prepare_order.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || person, 0));
    perform 1 from public.orders where orders.user_id = person and orders.status = 'pending' for update;
    code_ids := array(
      select new.discount_code_id
      union
      select orders.discount_code_id from public.orders
      where orders.user_id = person and orders.status = 'pending' and orders.discount_code_id is not null
    );
    if cardinality(code_ids) > 1 then
      perform 1 from public.discount_codes as codes where codes.id = any (code_ids) order by codes.id for no key update;
    end if;
  end if;
  return new;
end;
$$;
comment on function private.lock_discounts() is
  'Gives an order the code that its customer has entered; sum_order locks it when the lines have their prices. An '
  'order that replaces one with another code locks both here, by id, so that two orders never wait for each other. '
  'Security definer: customers read no codes. Sorts before prepare_order, which releases the use of a replaced order.';

create or replace function private.sum_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  summed uuid;
  priced private.priced_order;
  before private.priced_order;
  head public.orders;
begin
  for summed in select distinct added.order_id from added loop
    select * into head from public.orders where orders.id = summed;
    -- The code's uses cannot change until this order has counted its own.
    perform 1 from public.discount_codes where discount_codes.id = head.discount_code_id for no key update;
    priced.head := head;
    priced.lines := array(
      select items from public.order_items as items where items.order_id = summed order by items.id
    );
    before := priced;
    priced := private.price_order(priced);
    head := priced.head;
    update public.orders
    set total = head.total, discount = head.discount, discount_code = head.discount_code,
      delivery_cost = head.delivery_cost, delivery_included = head.delivery_included,
      tax_amount = head.tax_amount, delivery_tax_rate = head.delivery_tax_rate,
      delivery_tax_amount = head.delivery_tax_amount, tax_exempt_certificate = head.tax_exempt_certificate
    where orders.id = summed;
    if priced.lines is distinct from before.lines then
      update public.order_items as items
      set tax_rate = line.tax_rate, tax_amount = line.tax_amount, discount = line.discount
      from unnest(priced.lines) as line where items.id = line.id;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.sum_order() is 'Security definer: the customer may not update orders.';

create or replace function private.fill_order(placed public.orders, items jsonb, expected_total numeric) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  filled public.orders;
  cart jsonb := private.current_cart(fill_order.items);
  cannot_be_had constant boolean := cart @? '$[*] ? (
    @.name == null || @.needs_size == true || @.is_sold_out == true || @.quantity_left < @.quantity
  )';
  amounts jsonb;
begin
  if not cannot_be_had then
    insert into public.order_items
      (order_id, product_id, size_id, product_name, quantity, unit_price, image_url, substitution_preference, note)
    select placed.id, line.product_id, line.size_id, line.name, line.quantity, line.unit_price, '',
      said.substitution_preference, coalesce(said.note, '')
    from rows from (jsonb_to_recordset(cart)
      as (product_id bigint, size_id bigint, name text, quantity integer, unit_price numeric))
      with ordinality as line (product_id, size_id, name, quantity, unit_price, place)
    -- Lines that were merged keep all their notes.
    left join (
      select each.product_id, each.size_id, min(each.substitution_preference) as substitution_preference,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(fill_order.items)
        as each (product_id bigint, size_id bigint, substitution_preference text, note text)
      where each.substitution_preference is not null or each.note is not null
      group by each.product_id, each.size_id
    ) as said on said.product_id = line.product_id and said.size_id is not distinct from line.size_id
    order by line.place;
    select * into filled from public.orders where orders.id = placed.id;
    if filled.delivery_type = 'delivery' then
      if filled.channel = 'counter' then
        perform private.reserve_fulfillment(filled);
      else
        perform public.check_fulfillment(filled.id);
      end if;
    end if;
    if filled.total = fill_order.expected_total then
      -- The last step, because all orders of a day wait for its lock.
      set constraints public.claim_window immediate;
      return filled;
    end if;
    -- Line prices are those of the catalog when they were written, a moment after the quote.
    cart := private.current_cart(fill_order.items);
  end if;
  if placed.channel = 'counter' then
    amounts := to_jsonb(private.quote(
      fill_order.items, placed.delivery_type, placed.delivery_zip, null, placed.discount_code_id
    ));
  else
    amounts := to_jsonb(public.quote_cart(fill_order.items, placed.delivery_type, placed.delivery_zip));
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some items are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
comment on function private.fill_order(public.orders, jsonb, numeric) is
  'Writes the lines of a new order and returns it with its total; raises 409 as place_order describes.';
