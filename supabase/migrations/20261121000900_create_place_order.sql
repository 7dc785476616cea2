-- The one command of the cart: order and lines in one transaction, priced by the catalogue.
create function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  placed public.orders;
  current_items jsonb;
  current_total numeric;
begin
  if (select auth.uid()) is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is needed.';
  end if;
  if jsonb_typeof(place_order.items) is distinct from 'array'
    or jsonb_array_length(place_order.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (user_id, delivery_type, delivery_address, delivery_phone_number, request_key)
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key
  )
  on conflict (user_id, request_key) do nothing
  returning * into placed;
  if placed.id is null then
    select * into placed from public.orders
    where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
    return placed;
  end if;

  -- What the catalogue says now of everything in the cart; null where it is no longer for sale.
  select
    jsonb_agg(jsonb_build_object(
      'product_id', wanted.product_id,
      'name', products.name,
      'unit_price', coalesce(products.discount_price, products.price),
      'quantity', wanted.quantity
    ) order by wanted.place),
    sum(coalesce(products.discount_price, products.price) * wanted.quantity)
  into current_items, current_total
  from (
    select line.product_id, sum(line.quantity) as quantity, min(line.place) as place
    from rows from (jsonb_to_recordset(place_order.items) as (product_id bigint, quantity integer))
      with ordinality as line (product_id, quantity, place)
    group by line.product_id
  ) as wanted
  left join public.products
    on products.id = wanted.product_id and products.archived_at is null and products.pictures_ready;

  if current_total is distinct from place_order.expected_total
    or current_items @? '$[*] ? (@.name == null)' then
    raise sqlstate 'PT409' using
      message = 'The prices have changed.',
      detail = jsonb_build_object('total', current_total, 'items', current_items)::text;
  end if;

  insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, image_url)
  select placed.id, line.product_id, line.name, line.quantity, line.unit_price, ''
  from jsonb_to_recordset(current_items)
    as line (product_id bigint, name text, quantity integer, unit_price numeric);

  select * into placed from public.orders where orders.id = placed.id;
  return placed;
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid) is
  'Makes an order of [{product_id, quantity}]. The same request key returns the same order. A total other '
  'than expected_total is answered with 409 and the new prices in the details, and makes no order.';
revoke all on function public.place_order(jsonb, text, text, text, numeric, uuid) from public, anon, service_role;
grant execute on function public.place_order(jsonb, text, text, text, numeric, uuid) to authenticated;
