-- Returns the lines of a cart [{product_id, size_id, quantity, choice_ids}] with current catalog data; null if no
-- longer for sale. Without choice_ids, a line has the defaults. Security definer: it returns only public data, and both
-- quote_cart (definer) and place_order (invoker) call it; PostgreSQL would plan it again for each role.
create function private.current_cart(items jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'product_id', requested.product_id,
      'size_id', requested.size_id,
      'choice_ids', requested.choice_ids,
      'pounds', requested.pounds,
      'name', private.name_with_choices(products.name, chosen.choices),
      'size', sizes.label,
      'unit_price', private.price_of_weight(
        private.price_of(products, sizes.*),
        private.pounds_of_size(products.pounds_each, sizes.amount, sizes.unit), products.weight_tolerance
      ) + private.price_of_choices(chosen.choices),
      'quantity', requested.quantity,
      'needs_size', coalesce(requested.size_id is null and products.sizes <> '[]', false),
      'needs_choice', coalesce(not private.fit_choices(products.choice_groups, chosen.ids), false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(stock.left_count = 0, false),
      'quantity_left', stock.left_count
    ) || case when requested.price is null then '{}'::jsonb else jsonb_build_object('price', requested.price) end
    order by requested.place)
    from (
      select line.product_id, line.size_id, line.choice_ids, line.pounds, line.price, sum(line.quantity) as quantity,
        min(line.place) as place,
        sum(sum(line.quantity)) over (
          partition by line.product_id, line.size_id order by min(line.place) rows unbounded preceding
        ) - sum(line.quantity) as before_count
      from rows from (jsonb_to_recordset(current_cart.items)
        as (product_id bigint, size_id bigint, quantity integer, choice_ids bigint[], pounds numeric, price numeric))
        with ordinality as line (product_id, size_id, quantity, choice_ids, pounds, price, place)
      group by line.product_id, line.size_id, line.choice_ids, line.pounds, line.price,
        case when line.pounds is not null then line.place end
    ) as requested
    left join public.product_sizes as sizes
      on sizes.id = requested.size_id and sizes.product_id = requested.product_id and sizes.archived_at is null
        -- A product that is not for sale reveals nothing about its sizes.
        and exists (
          select from public.products as sold
          where sold.id = requested.product_id and sold.archived_at is null and sold.pictures_ready
        )
    left join public.products
      on products.id = requested.product_id and products.archived_at is null and products.pictures_ready
        and (requested.size_id is null or sizes.id is not null)
    cross join lateral (
      -- Lines of one product that differ in their choices share its stock.
      select case when counted.left_count is not null
        then greatest(counted.left_count - requested.before_count, 0)::integer end as left_count
      from (
        select case when private.is_counted(products, sizes.*) then private.stock_left(products.id, sizes.id) end as left_count
        offset 0
      ) as counted
    ) as stock
    cross join lateral (
      select coalesce(requested.choice_ids, private.default_choices(products.choice_groups)) as ids
    ) as wanted
    cross join lateral (select wanted.ids, private.chosen_of(products.choice_groups, wanted.ids) as choices) as chosen
  );
end;
$$;
grant execute on function private.current_cart(jsonb) to authenticated;

-- Returns the lines of a cart if they are valid; else raises an error.
create function private.check_cart(items jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  is_wrong boolean;
  has_many_choices boolean;
begin
  if jsonb_typeof(check_cart.items) is distinct from 'array'
    or jsonb_array_length(check_cart.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;
  -- Each on its own: lines of one product are summed, and 3 and -2 would be an order of 1.
  select bool_or(line.product_id is null or coalesce(line.quantity, 0) not between 1 and 999),
    bool_or(cardinality(line.choice_ids) > 50)
  into is_wrong, has_many_choices
  from jsonb_to_recordset(check_cart.items) as line (product_id bigint, quantity integer, choice_ids bigint[]);
  if is_wrong then
    raise invalid_parameter_value using message = 'Each line needs a product and a quantity from 1 to 999.';
  end if;
  if has_many_choices then
    raise invalid_parameter_value using message = 'A line has at most 50 choices.';
  end if;
  return check_cart.items;
end;
$$;
grant execute on function private.check_cart(jsonb) to authenticated;

-- Returns what a cart would cost this customer, or a guest, with this code: what quote_cart returns, then the lines.
-- is_weighed, for the point of sale: lines with pounds are priced by that weight.
create function private.quote(
  items jsonb, delivery_type text, delivery_zip text, person uuid, code_id bigint, is_weighed boolean default false,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_code text, out discount_error text, out lines public.order_items[]
)
language plpgsql stable set search_path = '' as $$
declare
  head public.orders;
  priced private.priced_order;
  cart jsonb := private.current_cart(private.check_cart(quote.items));
begin
  if quote.is_weighed then
    cart := private.weigh_cart(cart);
  end if;
  head.user_id := quote.person;
  head.created_at := now();
  head.delivery_type := coalesce(quote.delivery_type, 'pickup');
  head.delivery_zip := substring(quote.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := quote.code_id;
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line || jsonb_build_object(
      'quantity_saving', coalesce((line ->> 'quantity_saving')::numeric, private.quantity_saving(
        (line ->> 'product_id')::bigint, (line ->> 'size_id')::bigint, (line ->> 'quantity')::bigint
      ))
    ))
    from jsonb_array_elements(cart) with ordinality as lines (line, place)
    -- A product that is no longer for sale, or lacks a size or choice by now, costs nothing: it cannot be ordered so.
    where line -> 'unit_price' <> 'null' and line -> 'needs_size' = 'false' and line -> 'needs_choice' = 'false'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  lines := priced.lines;
  subtotal := coalesce((select sum(line.unit_price * line.quantity) from unnest(priced.lines) as line), 0);
  delivery_cost := head.delivery_cost;
  delivery_included := head.delivery_included;
  tax := head.tax_amount;
  total := head.total;
  discount := coalesce(head.discount, 0);
  select codes.code, private.discount_error(codes, head, priced.lines) into discount_code, discount_error
  from public.discount_codes as codes where codes.id = head.discount_code_id;
end;
$$;

-- For everyone: what a cart would cost as an order.
create function public.quote_cart(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_code text, out discount_error text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := case when private.is_session_active() then auth.uid() end;
begin
  select * into subtotal, delivery_cost, delivery_included, tax, total, discount, discount_code, discount_error
  from private.quote(
    quote_cart.items, quote_cart.delivery_type, quote_cart.delivery_zip, person,
    (select chosen.code_id from private.entered_discounts as chosen where chosen.user_id = person)
  );
end;
$$;
comment on function public.quote_cart(jsonb, text, text) is 'Returns what [{product_id, size_id, quantity}], delivered '
  'to that ZIP code, would cost the caller now: place_order expects that total. discount_code and discount_error (code '
  'of the reason for no discount) are null unless the caller has entered a code. Security definer: it reads internal '
  'tables and reveals no stock. May be null: discount_code, discount_error.';
grant execute on function public.quote_cart(jsonb, text, text) to anon, authenticated;

create function public.quote_guest_cart(
  items jsonb, delivery_type text, delivery_zip text, code text,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_code text, out discount_error text
)
language plpgsql security definer set search_path = '' as $$
declare
  allowed private.limits;
  code_id bigint;
begin
  select * into allowed from private.limits where limits.name = 'guest_discount_codes';
  if exists (
    select from private.guest_discount_attempts as tries
    where tries.ends_at > now() and tries.wrong_count >= allowed.max_count
  ) then
    raise sqlstate 'PT429' using message = 'Too many wrong codes. Try again in an hour.';
  end if;
  select codes.id into code_id from public.discount_codes as codes
  where codes.code = private.discount_key(quote_guest_cart.code);
  if code_id is null then
    insert into private.guest_discount_attempts as tries (wrong_count, ends_at) values (1, now() + allowed.period)
    on conflict (id) do update set
      wrong_count = case when tries.ends_at <= now() then 1 else tries.wrong_count + 1 end,
      ends_at = case when tries.ends_at <= now() then excluded.ends_at else tries.ends_at end;
  end if;
  select * into subtotal, delivery_cost, delivery_included, tax, total, discount, discount_code, discount_error
  from private.quote(items, delivery_type, delivery_zip, null, code_id);
end;
$$;
comment on function public.quote_guest_cart(jsonb, text, text, text) is 'Returns what quote_cart returns, for a guest '
  'with this discount code; discount_code is null if it is unknown. Whether a person has used the code before is known '
  'only once they order. 429 after 100 wrong codes of all guests within an hour: guests have no account to count by, '
  'and orders still check the code. Security definer, as quote_cart. May be null: discount_code, discount_error.';
grant execute on function public.quote_guest_cart(jsonb, text, text, text) to anon;

-- Returns the lines of an order if they and the parts of its address are valid; else raises an error.
create function private.check_order_lines(items jsonb, delivery_place jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if private.check_cart(check_order_lines.items) @? '$[*] ? (
    (@.substitution_preference.type() != "string" && @.substitution_preference.type() != "null")
    || (@.note.type() != "string" && @.note.type() != "null")
  )' then
    raise invalid_parameter_value using message = 'The preference and the note of a line are texts.';
  end if;
  if jsonb_typeof(check_order_lines.delivery_place) not in ('object', 'null')
    or check_order_lines.delivery_place @? 'strict $.keyvalue() ? (@.value.type() != "string")' then
    raise invalid_parameter_value using message = 'The parts of an address are texts.';
  end if;
  return check_order_lines.items;
end;
$$;
grant execute on function private.check_order_lines(jsonb, jsonb) to authenticated;

-- Returns the order lines for a current cart, with the preferences and notes of the requested items.
create function private.cart_lines(cart jsonb, items jsonb) returns table (
  product_id bigint, size_id bigint, choice_ids bigint[], name text, quantity integer, unit_price numeric, pounds numeric,
  quantity_saving numeric, substitution_preference text, note text
)
language plpgsql immutable set search_path = '' as $$
begin
  return query
    select line.product_id, line.size_id, line.choice_ids, line.name, line.quantity, line.unit_price, line.pounds,
      line.quantity_saving, given.substitution_preference, coalesce(given.note, '')
    from rows from (jsonb_to_recordset(cart_lines.cart)
      as (product_id bigint, size_id bigint, choice_ids bigint[], name text, quantity integer, unit_price numeric, pounds numeric, quantity_saving numeric))
      with ordinality as line (product_id, size_id, choice_ids, name, quantity, unit_price, pounds, quantity_saving, place)
    -- Lines that were merged keep all their notes.
    left join (
      select each.product_id, each.size_id, each.choice_ids, min(each.substitution_preference) as substitution_preference,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(cart_lines.items)
        as each (product_id bigint, size_id bigint, choice_ids bigint[], substitution_preference text, note text)
      where each.substitution_preference is not null or each.note is not null
      group by each.product_id, each.size_id, each.choice_ids
    ) as given on given.product_id = line.product_id and given.size_id is not distinct from line.size_id
      and given.choice_ids is not distinct from line.choice_ids
    order by line.place;
end;
$$;
grant execute on function private.cart_lines(jsonb, jsonb) to authenticated;

-- Writes the lines of a new order and returns it with its total; raises 409 as place_order describes.
create function private.fill_order(placed public.orders, items jsonb, expected_total numeric) returns public.orders
language plpgsql security invoker set search_path = '' as $$
declare
  filled public.orders;
  is_weighed constant boolean := placed.channel = 'counter';
  cart jsonb := private.current_cart(fill_order.items);
  cannot_be_had constant boolean := cart @? '$[*] ? (
    @.name == null || @.needs_size == true || @.needs_choice == true || @.is_sold_out == true
    || @.quantity_left < @.quantity
  )';
  amounts jsonb;
begin
  if is_weighed then
    cart := private.weigh_cart(cart);
  end if;
  if not cannot_be_had then
    -- Customers may not write a weight, or a price.
    if is_weighed then
      insert into public.order_items
        (order_id, product_id, size_id, choice_ids, product_name, quantity, unit_price, image_url, substitution_preference, note, packed_pounds, quantity_saving)
      select placed.id, line.product_id, line.size_id, line.choice_ids, line.name, line.quantity, line.unit_price, '',
        line.substitution_preference, line.note, line.pounds, coalesce(line.quantity_saving, 0)
      from private.cart_lines(cart, fill_order.items) as line;
    else
      insert into public.order_items
        (order_id, product_id, size_id, choice_ids, product_name, quantity, unit_price, image_url, substitution_preference, note)
      select placed.id, line.product_id, line.size_id, line.choice_ids, line.name, line.quantity, line.unit_price, '',
        line.substitution_preference, line.note
      from private.cart_lines(cart, fill_order.items) as line;
    end if;
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
      set constraints public._100_claim_window immediate;
      return filled;
    end if;
    -- Line prices are those of the catalog when they were written, a moment after the quote.
    cart := private.current_cart(fill_order.items);
  end if;
  if placed.channel = 'counter' then
    amounts := to_jsonb(private.quote(
      fill_order.items, placed.delivery_type, placed.delivery_zip, null, placed.discount_code_id, true
    )) - 'lines';
  else
    amounts := to_jsonb(public.quote_cart(fill_order.items, placed.delivery_type, placed.delivery_zip));
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some items are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
grant execute on function private.fill_order(public.orders, jsonb, numeric) to authenticated;

-- Returns the caller's order of a request key. Security definer: policies of orders cost more than the search.
create function private.order_of_key(request_key uuid) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  placed public.orders;
begin
  select * into placed from public.orders
  where orders.user_id = auth.uid() and orders.request_key = order_of_key.request_key and private.is_session_active();
  return placed;
end;
$$;
grant execute on function private.order_of_key(uuid) to authenticated;

-- Creates an order of [{product_id, size_id, choice_ids, quantity, substitution_preference, note}], priced from the
-- catalog, with a size for products that have sizes, and with choices of their groups (by default the preselected
-- ones); substitution_preference (replace, contact, leave_out; null: not stated, or as the order) and note are for
-- substitutions. delivery_place {street, unit, city, zip, driver_note} forms the address. The same request key returns
-- the same order. A total other than expected_total, or an unavailable line, raises 409 with, in the details, {total,
-- amounts, items: [{product_id, size_id, choice_ids, name, size, unit_price, quantity, needs_size, needs_choice,
-- is_sold_out, quantity_left}]}, amounts as in quote_cart: name and price are null if deleted, quantity_left is null if
-- not counted. 422 where the store does not deliver, or below its minimum. While windows are on, window_starts_at is
-- one of list_windows; else 410 with the next three in the details, as [{starts_at, ends_at}].
create function public.place_order(
  items jsonb, delivery_type text, delivery_address text, delivery_phone_number text, expected_total numeric,
  request_key uuid, substitution_preference text default null, note text default null,
  delivery_place jsonb default null, window_starts_at timestamptz default null
) returns public.orders
language plpgsql security invoker set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  placed public.orders;
  -- Not written without its lines: they write the order's document.
  filling constant text := set_config('shop.fills_order', place_order.request_key::text, true);
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is required.';
  end if;
  items := private.check_order_lines(place_order.items, place_order.delivery_place);

  placed := private.order_of_key(place_order.request_key);
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then return its order.
  insert into public.orders (
    user_id, total, delivery_type, delivery_address, delivery_phone_number, request_key, substitution_preference, note,
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at
  )
  values (
    (select auth.uid()),
    -- The expected total is usually right. sum_order computes the total from the lines and updates the order if not.
    case when place_order.expected_total between 0 and 1000000 then place_order.expected_total else 0 end,
    coalesce(place_order.delivery_type, 'pickup'), coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''), place_order.request_key, place_order.substitution_preference,
    coalesce(place_order.note, ''), coalesce(place_order.delivery_place ->> 'street', ''),
    coalesce(place_order.delivery_place ->> 'unit', ''), coalesce(place_order.delivery_place ->> 'city', ''),
    coalesce(place_order.delivery_place ->> 'zip', ''), coalesce(place_order.delivery_place ->> 'driver_note', ''),
    place_order.window_starts_at
  )
  on conflict on constraint orders_user_id_request_key_key do nothing
  returning * into placed;
  if placed.id is null then
    return private.order_of_key(place_order.request_key);
  end if;

  return private.fill_order(placed, place_order.items, place_order.expected_total);
end;
$$;
grant execute on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz)
  to authenticated;

create type private.missing_item as (
  product_id bigint, size_id bigint, name text, size text, unit_price numeric, quantity bigint, needs_size boolean,
  is_sold_out boolean, quantity_left integer
);
comment on type private.missing_item is
  'Line of an order that is no longer available, with columns of place_order''s items. May be null: size_id, size, '
  'quantity_left.';

create function private.missing_items(order_id uuid) returns setof private.missing_item
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query
    select requested.product_id, requested.size_id, requested.name, requested.size, requested.unit_price, requested.quantity,
      coalesce(requested.size_id is null and products.sizes <> '[]', false),
      coalesce(products.is_sold_out or sizes.availability = 'sold_out', false) or coalesce(stock.left_count = 0, false),
      stock.left_count
    from (
      select items.product_id, items.size_id, max(items.product_name) as name, max(items.size_label) as size,
        max(items.unit_price) as unit_price, sum(items.quantity) as quantity, min(items.id) as place
      from public.order_items as items
      where items.order_id = missing_items.order_id
      group by items.product_id, items.size_id
    ) as requested
    -- Archived products are hidden from shoppers: deleted to them.
    left join public.product_sizes as sizes on sizes.id = requested.size_id and sizes.archived_at is null
    left join public.products
      on products.id = requested.product_id and products.archived_at is null and products.pictures_ready
        and (requested.size_id is null or sizes.id is not null)
    cross join lateral (
      -- Once a line: an offset keeps PostgreSQL from copying the call to each use.
      select private.stock_left(products.id, sizes.id) as left_count offset 0
    ) as stock
    where products.id is null or products.is_sold_out or sizes.availability = 'sold_out'
      or (requested.size_id is null and products.sizes <> '[]')
      or stock.left_count < requested.quantity
    order by requested.place;
end;
$$;
grant execute on function private.missing_items(uuid) to authenticated;

-- For the order's owner: lists the lines of a pending order that are no longer available.
create function public.check_stock(order_id uuid) returns setof private.missing_item
language plpgsql stable security invoker set search_path = '' as $$
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = check_stock.order_id and orders.user_id = (select auth.uid());
  perform private.reject_if(target.id is null, 'PT404', 'This order doesn''t exist.');
  if target.status = 'pending' then
    return query select * from private.missing_items(target.id);
  end if;
end;
$$;
grant execute on function public.check_stock(uuid) to authenticated;
