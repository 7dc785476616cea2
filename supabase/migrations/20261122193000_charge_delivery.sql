-- What delivery costs by the owner's zones, the parts of its address, and what the driver should know.
alter table public.orders
  add column delivery_street text not null default '' check (char_length(delivery_street) <= 200),
  add column delivery_unit text not null default '' check (char_length(delivery_unit) <= 50),
  add column delivery_city text not null default '' check (char_length(delivery_city) <= 100),
  add column delivery_zip text not null default '' check (delivery_zip ~ '^([0-9]{5})?$'),
  add column driver_note text not null default '' check (char_length(driver_note) <= 300);
comment on column public.orders.delivery_street is 'Makes delivery_address, with unit, city, the shop''s state and ZIP code.';
comment on column public.orders.delivery_zip is 'Decides the zone; of an address without parts the ZIP code at its end.';
comment on column public.orders.driver_note is 'What the customer writes to whoever brings it.';
comment on column public.orders.delivery_included is
  'False for a delivery about which the team contacts the customer, by the zones and promises of that day. Kept by sum_order.';
grant insert (delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note) on public.orders to authenticated;

create function private.charge_delivery(priced private.priced_order, goods numeric) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  head public.orders := priced.head;
  terms record;
begin
  select * into terms from private.delivery_terms(nullif(head.delivery_zip, ''));
  if charge_delivery.goods >= terms.free_from then
    head.delivery_cost := 0;
    head.delivery_included := true;
  else
    head.delivery_cost := coalesce(terms.fee, 0);
    head.delivery_included := terms.fee is not null;
  end if;
  priced.head := head;
  return priced;
end;
$$;
comment on function private.charge_delivery(private.priced_order, numeric) is
  'The step of the delivery, for goods of that sum. It is not included where the team gets in touch about it.';
revoke all on function private.charge_delivery(private.priced_order, numeric) from public;

create function private.write_delivery_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given_zip constant text := substring(new.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
begin
  new.delivery_street := btrim(new.delivery_street);
  new.delivery_unit := btrim(new.delivery_unit);
  new.delivery_city := btrim(new.delivery_city);
  -- Neither control characters nor what turns the direction of writing: the driver reads what was typed.
  new.driver_note := btrim(regexp_replace(
    new.driver_note, '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', ' ', 'g'
  ), e' \n');
  if new.delivery_type = 'pickup' then
    new.delivery_street := '';
    new.delivery_unit := '';
    new.delivery_city := '';
    new.delivery_zip := '';
    new.driver_note := '';
    return new;
  end if;
  if new.delivery_street <> '' then
    new.delivery_address := concat_ws(
      ', ', new.delivery_street, nullif(new.delivery_unit, ''), nullif(new.delivery_city, ''),
      case when new.delivery_city <> '' or given_zip is not null then (
        select btrim(shop.state || ' ' || coalesce(given_zip, '')) from public.store_settings as shop
      ) end
    );
  end if;
  -- Whoever writes the whole address on one line writes the ZIP code at its end.
  new.delivery_zip := coalesce(
    given_zip, substring(new.delivery_address from '(?:^|[^0-9])([0-9]{5})(?:-[0-9]{4})?\s*$'), ''
  );
  -- The shop's own programs may send anything anywhere.
  if (select auth.uid()) is not null and not (
    select terms.is_served from private.delivery_terms(nullif(new.delivery_zip, '')) as terms
  ) then
    raise sqlstate 'PT422' using message = case new.delivery_zip
      when '' then 'Please give the ZIP code of the delivery address.'
      else format('We do not deliver to %s. Please choose pick-up.', new.delivery_zip)
    end;
  end if;
  return new;
end;
$$;
comment on function private.write_delivery_place() is
  'The parts of an address make the address, in the shop''s own state; an address without parts tells its ZIP code. '
  'Where the shop does not deliver, no order is made. Security definer: it reads the zones.';
revoke all on function private.write_delivery_place() from public;

create trigger write_delivery_place before insert on public.orders
  for each row execute function private.write_delivery_place();

create function public.check_promise(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  least numeric;
begin
  select * into target from public.orders
  where orders.id = check_promise.order_id and orders.user_id = (select auth.uid());
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.delivery_type = 'pickup' or target.status <> 'pending' then
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
  '422. Security definer: it reads the zones.';
revoke all on function public.check_promise(uuid) from public, anon, service_role;
grant execute on function public.check_promise(uuid) to authenticated;

create trigger renew_quotes_carts after insert or update or delete or truncate on public.delivery_zones
  for each statement execute function private.renew_quotes_carts();

create or replace function private.price_order(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  shop record;
  head public.orders;
  goods numeric := coalesce((
    select sum(private.line_amount(line)) from unnest(priced.lines) as line
  ), 0);
begin
  select quotes_carts into shop from public.store_settings;
  if (priced.head).delivery_type = 'pickup' then
    priced.head.delivery_cost := 0;
    priced.head.delivery_included := true;
  else
    priced := private.charge_delivery(priced, goods);
  end if;
  if shop.quotes_carts or (priced.head).tax_amount > 0 then
    priced := private.add_tax(priced);
  end if;
  head := priced.head;
  priced.head.total := goods + head.delivery_cost + head.tax_amount;
  return priced;
end;
$$;

create or replace function private.keep_quotes_carts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.quotes_carts := exists (select 1 from public.tax_rates where tax_rates.percent > 0)
    or exists (select 1 from public.delivery_zones);
  return new;
end;
$$;

-- Another list of parameters makes another function: the old ones go.
drop function public.quote_cart(jsonb, text);
drop function public.place_order(jsonb, text, text, text, numeric, uuid, text, text);
create function public.quote_cart(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
begin
  perform private.check_cart(quote_cart.items);
  head.user_id := (select auth.uid());
  head.created_at := now();
  head.delivery_type := coalesce(quote_cart.delivery_type, 'pickup');
  head.delivery_zip := substring(quote_cart.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line)
    from jsonb_array_elements(private.cart_now(quote_cart.items)) with ordinality as lines (line, place)
    -- What is no longer for sale costs nothing.
    where line -> 'unit_price' <> 'null'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  return jsonb_build_object(
    'goods', coalesce((select sum(private.line_amount(line)) from unnest(priced.lines) as line), 0),
    'delivery_cost', head.delivery_cost,
    'delivery_included', head.delivery_included,
    'tax', head.tax_amount,
    'total', head.total
  );
end;
$$;
comment on function public.quote_cart(jsonb, text, text) is
  'What [{product_id, size_id, quantity}], brought to that ZIP code, would cost the caller now, as {goods, '
  'delivery_cost, delivery_included, tax, total}: place_order takes that total. Security definer: it reads what only the '
  'shop reads, and tells no stock.';
revoke all on function public.quote_cart(jsonb, text, text) from public, service_role;
grant execute on function public.quote_cart(jsonb, text, text) to anon, authenticated;

create function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid,
  wish text default null,
  note text default null,
  delivery_place jsonb default null
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
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note
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
    coalesce(place_order.delivery_place ->> 'driver_note', '')
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
comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb) is
  'Makes an order of [{product_id, size_id, quantity, wish, note}], the size for what comes in sizes; wish (replace, '
  'contact, leave_out; null: not said, or as the order) and note say what to do about what is not there, and change no '
  'price. delivery_place {street, unit, city, zip, driver_note} makes the address. The same request key returns '
  'the same order. A total other than expected_total, or something that cannot be had, is answered with 409 and, in '
  'the details, {total, amounts, items: [{product_id, size_id, name, size, unit_price, quantity, needs_size, is_sold_out, '
  'quantity_left}]}, amounts as of quote_cart: name and price are null for what is gone, quantity_left is null for what '
  'is not counted. No order is made then. Where the shop does not deliver, or not so little, the answer is 422.';
revoke all on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb) from public, anon, service_role;
grant execute on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb) to authenticated;

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
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'driver_note', private.one_line(orders.driver_note, 300),
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

create or replace function private.wipe_order(order_id uuid) returns void
language sql set search_path = ''
as $$
  delete from public.billing_details where billing_details.order_id = wipe_order.order_id;
  update public.orders
  set delivery_address = '', delivery_street = '', delivery_unit = '', delivery_city = '', delivery_zip = '',
      driver_note = '', delivery_phone_number = '', note = ''
  where orders.id = wipe_order.order_id and (
    orders.delivery_address <> '' or orders.driver_note <> '' or orders.delivery_phone_number <> '' or orders.note <> ''
  );
  update public.order_items set note = ''
  where order_items.order_id = wipe_order.order_id and order_items.note <> '';
  update public.shop_alerts set message = replace(shop_alerts.message, mails.recipient, 'a deleted account')
  from public.outgoing_mails as mails
  where mails.order_id = wipe_order.order_id and mails.kind not like 'shop\_%'
    and shop_alerts.order_id = mails.order_id and strpos(shop_alerts.message, mails.recipient) > 0;
  -- What waits is the last that the person hears; it goes once it is sent.
  delete from public.outgoing_mails
  where outgoing_mails.order_id = wipe_order.order_id and outgoing_mails.status <> 'waiting';
$$;
