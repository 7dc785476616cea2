-- Products sold by weight: their price is per pound, and each weighs about products.pounds_each. An order is paid at
-- the maximum weight of its lines; the weight when packed decides the final price. Off without such a product.

-- Returns the maximum price of one unit, by weight with the tolerance, as app/features/catalog/sold-by-weight.ts.
create function private.price_of_weight(price numeric, pounds_each numeric, tolerance_percent integer) returns numeric
language sql immutable
return case when pounds_each is null then price else round(price * pounds_each * (100 + tolerance_percent) / 100, 2) end;

-- Returns the current maximum price of one unit of a product or size. Security definer, as private.current_price.
create function private.unit_price(product_id bigint, size_id bigint) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.price_of_weight(
      private.current_price(products.id, unit_price.size_id),
      private.pounds_of_size(products.pounds_each, sizes.amount, sizes.unit), products.weight_tolerance
    )
    from public.products
    left join public.product_sizes as sizes on sizes.id = unit_price.size_id
    where products.id = unit_price.product_id
  );
end;
$$;

-- Gives a line sold by weight its price per pound, and as its unit price the most that one can cost; the card payment
-- is then only held. A line weighed at the point of sale has its final weight and price.
create function private.set_line_weight(new public.order_items) returns public.order_items
language plpgsql set search_path = '' as $$
declare
  -- Only the point of sale weighs before it orders; from anyone else the weight of the bag is not read.
  pounds numeric;
begin
  if new.packed_pounds is not null then
    pounds := case when exists (
      select from public.orders where orders.id = new.order_id and orders.channel = 'counter'
    ) then round(new.packed_pounds, 3) end;
  end if;
  new.price_per_pound := null;
  new.packed_pounds := null;
  new.packed_units := null;
  new.weighed_by := null;
  new.weighed_at := null;
  new.weight_refund := 0;
  new.weight_tax_refund := 0;
  if new.pounds_each is not null then
    new.pounds_each := coalesce((
      select private.pounds_of_size(new.pounds_each, sizes.amount, sizes.unit)
      from public.product_sizes as sizes where sizes.id = new.size_id
    ), new.pounds_each);
    new.price_per_pound := private.current_price(new.product_id, new.size_id);
    if pounds is not null then
      new.unit_price := round(new.price_per_pound * pounds, 2) + private.price_of_choices(new.choices);
      new.packed_pounds := pounds;
      new.packed_units := new.quantity;
      new.weighed_by := auth.uid();
      new.weighed_at := now();
    else
      new.unit_price := private.price_of_weight(new.price_per_pound, new.pounds_each, new.weight_tolerance)
        + private.price_of_choices(new.choices);
      update public.orders set holds_payment = true where orders.id = new.order_id and not orders.holds_payment;
    end if;
  end if;
  return new;
end;
$$;

-- Gives the lines of a cart that were weighed at the point of sale their exact price, and those with a lower price that
-- staff gave what it saves. Never for a customer's cart. Security definer, as private.current_cart.
create function private.weigh_cart(cart jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  weighed jsonb;
begin
  perform private.reject_if(exists (
    select from jsonb_to_recordset(weigh_cart.cart) as line (product_id bigint, name text, quantity integer, pounds numeric)
    left join public.products on products.id = line.product_id
    where line.pounds is not null and line.name is not null
      and (products.pounds_each is null or line.quantity <> 1 or round(line.pounds, 3) not between 0.001 and 9999)
  ), '22023', 'Enter a weight up to 9,999 lb, for one piece of a product sold by weight.');
  weighed := (
    select jsonb_agg(
      exact.line || case when lines.line ->> 'price' is null or lines.line ->> 'name' is null then '{}' else jsonb_build_object(
        'quantity_saving', ((exact.line ->> 'unit_price')::numeric - round((lines.line ->> 'price')::numeric, 2))
          * (lines.line ->> 'quantity')::integer
      ) end
      order by place
    )
    from jsonb_array_elements(weigh_cart.cart) with ordinality as lines (line, place)
    left join public.products on products.id = (line ->> 'product_id')::bigint
    cross join lateral (select private.current_price(products.id, (line ->> 'size_id')::bigint) as price) as current
    cross join lateral (
      select case when line ->> 'pounds' is null or line ->> 'name' is null then line
      -- Instead of the most that it could weigh.
      else line || jsonb_build_object(
        'unit_price', (line ->> 'unit_price')::numeric
          - private.unit_price(products.id, (line ->> 'size_id')::bigint)
          + round(current.price * round((line ->> 'pounds')::numeric, 3), 2)
      ) end as line
    ) as exact
  );
  perform private.reject_if(weighed @? '$[*] ? (@.quantity_saving < 0)',
    'PT422', 'A price can only be lowered here. Change it in the product table.');
  return weighed;
end;
$$;

-- Returns how many of a line go into the bag and are weighed.
create function private.weigh_units(line public.order_items) returns bigint
language sql stable set search_path = '' as $$
  select private.units_to_pack(line) - away.replaced_quantity - (away.open_quantity - away.left_out_quantity)
  from private.line_unavailable(line) as away;
$$;

-- Returns whether a line's weight is that of the units now in the bag.
create function private.has_weight(line public.order_items) returns boolean
language sql stable
return line.packed_pounds is not null
  and (line.weighed_at is not null or line.packed_units = private.weigh_units(line));

-- Returns the cost of this many units of a weighed line, before discount and tax; never more than their maximum.
create function private.weighed_cents(line public.order_items, units bigint) returns bigint
language sql immutable
return least(
  line.unit_price * weighed_cents.units * 100,
  round(line.price_per_pound * line.packed_pounds * 100)
    + private.price_of_choices(line.choices) * weighed_cents.units * 100
);

-- Returns the part of a line's maximum that its weight costs, while the weight is not final; 1 for other lines.
create function private.weighed_share(line public.order_items) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  units constant bigint := private.weigh_units(line);
begin
  return case
    -- line_paid is without what a final weight took off.
    when line.weighed_at is null and line.unit_price > 0 and units > 0 and private.has_weight(line)
      then private.weighed_cents(line, units) / (line.unit_price * units * 100)
    else 1
  end;
end;
$$;
