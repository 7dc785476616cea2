-- What an order costs is worked out here and nowhere else, by steps that always have this order:
--
--   1. the goods      each line's price times how many
--   2. the discount   comes off the lines (private.line_amount says what is left of each)
--   3. the delivery   what it costs for what is left, and whether that is all there is to pay for it
--   4. the sales tax  of what the lines and the delivery cost by then
--   5. the total      goods - discount + delivery + tax
--
-- An order that is being made is a value: its head has what was chosen (kind of delivery, owner, day), its lines
-- what is bought. A step is one function that takes it and gives it back with its own columns filled in, so that it
-- holds in the same way for an order, for lines that are added by a plain insert, and for a cart.
create type private.priced_order as (head public.orders, lines public.order_items[]);
comment on type private.priced_order is
  'An order as it stands or would stand. Of a cart the columns that no step reads are null.';

create function private.line_amount(line public.order_items) returns numeric
language sql immutable set search_path = ''
as $$ select line.unit_price * line.quantity $$;
comment on function private.line_amount(public.order_items) is 'What a line costs, without tax.';
revoke all on function private.line_amount(public.order_items) from public;

create function private.price_order(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  head public.orders := priced.head;
  goods numeric := coalesce((
    select sum(private.line_amount(line)) from unnest(priced.lines) as line
  ), 0);
begin
  head.delivery_included := head.delivery_type = 'pickup'
    or goods + head.delivery_cost >= (select free_delivery_minimum from public.store_settings);
  head.total := goods + head.delivery_cost;
  priced.head := head;
  return priced;
end;
$$;
comment on function private.price_order(private.priced_order) is 'All steps, in their order.';
revoke all on function private.price_order(private.priced_order) from public;

create or replace function private.sum_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  summed uuid;
  priced private.priced_order;
  head public.orders;
begin
  for summed in select distinct added.order_id from added loop
    select * into head from public.orders where orders.id = summed;
    priced.head := head;
    priced.lines := array(
      select items from public.order_items as items where items.order_id = summed order by items.id
    );
    priced := private.price_order(priced);
    head := priced.head;
    update public.orders
    set total = head.total, delivery_cost = head.delivery_cost, delivery_included = head.delivery_included
    where orders.id = summed;
  end loop;
  return null;
end;
$$;
comment on function private.sum_order() is 'Security definer: the customer may not update orders.';

create or replace function private.cart_now(items jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'product_id', wanted.product_id,
    'size_id', wanted.size_id,
    'name', products.name,
    'size', sizes.label,
    'unit_price', coalesce(sizes.discount_price, sizes.price, products.discount_price, products.price),
    'quantity', wanted.quantity,
    'needs_size', coalesce(wanted.size_id is null and products.sizes <> '[]', false),
    'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
      or coalesce(private.stock_left(products.id, sizes.id) = 0, false),
    'quantity_left', private.stock_left(products.id, sizes.id)
  ) order by wanted.place)
  from (
    select line.product_id, line.size_id, sum(line.quantity) as quantity, min(line.place) as place
    from rows from (jsonb_to_recordset(cart_now.items) as (product_id bigint, size_id bigint, quantity integer))
      with ordinality as line (product_id, size_id, quantity, place)
    group by line.product_id, line.size_id
  ) as wanted
  left join public.product_sizes as sizes
    on sizes.id = wanted.size_id and sizes.product_id = wanted.product_id and sizes.archived_at is null
  left join public.products
    on products.id = wanted.product_id and products.archived_at is null and products.pictures_ready
      and (wanted.size_id is null or sizes.id is not null);
$$;
comment on function private.cart_now(jsonb) is
  'The lines of a cart [{product_id, size_id, quantity}] as the catalogue has them now; null where it is no longer for sale.';

create function private.check_cart(items jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(check_cart.items) is distinct from 'array'
    or jsonb_array_length(check_cart.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;
  -- Each for itself: lines of one product are added up, and 3 and -2 would be an order of 1.
  if exists (
    select from jsonb_to_recordset(check_cart.items) as line (product_id bigint, quantity integer)
    where line.product_id is null or coalesce(line.quantity, 0) not between 1 and 999
  ) then
    raise invalid_parameter_value using message = 'Each line needs a product and a quantity from 1 to 999.';
  end if;
end;
$$;
revoke all on function private.check_cart(jsonb) from public;
grant execute on function private.check_cart(jsonb) to authenticated;

-- What a cart would cost as an order, for everybody who has one.
create function public.quote_cart(items jsonb, delivery_type text default 'pickup') returns jsonb
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
  head.delivery_cost := 0;
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
    'total', head.total
  );
end;
$$;
comment on function public.quote_cart(jsonb, text) is
  'What [{product_id, size_id, quantity}] would cost the caller now, as {goods, delivery_cost, delivery_included, '
  'total}: place_order takes that total. Security definer: it reads what only the shop reads, and tells no stock.';
revoke all on function public.quote_cart(jsonb, text) from public, service_role;
grant execute on function public.quote_cart(jsonb, text) to anon, authenticated;

-- The one command of the cart: order and lines in one transaction, priced by the catalogue.
create or replace function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid,
  wish text default null,
  note text default null
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

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (user_id, delivery_type, delivery_address, delivery_phone_number, request_key, wish, note)
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key,
    place_order.wish,
    coalesce(place_order.note, '')
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
    if placed.total = place_order.expected_total then
      return placed;
    end if;
    -- The lines were priced by the catalogue as it was when they were written, a moment after it was asked.
    cart := private.cart_now(place_order.items);
  end if;
  amounts := public.quote_cart(place_order.items, placed.delivery_type);
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some things are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text) is
  'Makes an order of [{product_id, size_id, quantity, wish, note}], the size for what comes in sizes; wish (replace, '
  'contact, leave_out; null: not said, or as the order) and note say what to do about what is not there, and change no '
  'price. The same request key returns the same order. A total other than expected_total, or something that cannot be had, is answered with 409 and, in '
  'the details, {total, amounts, items: [{product_id, size_id, name, size, unit_price, quantity, needs_size, is_sold_out, '
  'quantity_left}]}, amounts as of quote_cart: name and price are null for what is gone, quantity_left is null for what '
  'is not counted. No order is made then.';
