-- Products sold by weight: their price is per pound, and each one weighs about products.pounds_each. An order is paid
-- at the maximum weight of its lines; the weight when they are packed decides the final price. Off until the owner
-- gives a product a weight.

-- Returns the maximum price of one unit: its price, or for a product sold by weight the price per pound times the
-- maximum weight. app/features/catalog/sold-by-weight.ts computes the same.
create function private.price_of_weight(price numeric, pounds_each numeric, tolerance_percent integer) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  if price_of_weight.pounds_each is null then
    return price_of_weight.price;
  end if;
  return round(
    price_of_weight.price * price_of_weight.pounds_each * (100 + price_of_weight.tolerance_percent) / 100, 2
  );
end;
$$;

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

-- Gives a line of a product sold by weight its price per pound, and as its unit price the most that one can cost. The
-- card payment of its order is only held. A line weighed at the point of sale has the exact price, and its weight is
-- final.
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

create type private.cart_line as (
  product_id bigint, size_id bigint, choice_ids bigint[], name text, size text, unit_price numeric, quantity bigint,
  needs_size boolean, needs_choice boolean, is_sold_out boolean, quantity_left integer, pounds numeric, price numeric,
  quantity_saving numeric
);
comment on type private.cart_line is
  'Line of a cart with current catalog data; name, size, and unit_price are null if it is no longer for sale. pounds and '
  'price are what staff entered at the till, quantity_saving what that price saves.';

-- Gives the lines of a cart that were weighed at the point of sale their exact price, and those with a lower price that
-- staff gave what it saves. Never for a customer's cart. Security definer, as private.current_cart.
create function private.weigh_cart(cart private.cart_line[]) returns private.cart_line[]
language plpgsql stable security definer set search_path = '' as $$
declare
  line private.cart_line;
  weighed private.cart_line[] := '{}';
begin
  perform private.reject_if(exists (
    select from unnest(weigh_cart.cart) as given left join public.products on products.id = given.product_id
    where given.pounds is not null and given.name is not null
      and (products.pounds_each is null or given.quantity <> 1 or round(given.pounds, 3) not between 0.001 and 9999)
  ), '22023', 'Enter a weight up to 9,999 lb, for one piece of a product sold by weight.');
  foreach line in array weigh_cart.cart loop
    if line.name is not null and line.pounds is not null then
      -- Instead of the most that it could weigh.
      line.unit_price := line.unit_price - private.unit_price(line.product_id, line.size_id)
        + round(private.current_price(line.product_id, line.size_id) * round(line.pounds, 3), 2);
    end if;
    if line.name is not null and line.price is not null then
      line.quantity_saving := (line.unit_price - round(line.price, 2)) * line.quantity;
      if line.quantity_saving < 0 then
        raise sqlstate 'PT422' using message = 'A price can only be lowered here. Change it in the product table.';
      end if;
    end if;
    weighed := weighed || line;
  end loop;
  return weighed;
end;
$$;

-- Returns how many of a line go into the bag and are weighed.
create function private.weigh_units(line public.order_items) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.units_to_pack(line) - away.replaced_quantity - (away.open_quantity - away.left_out_quantity)
    from private.line_unavailable(line) as away
  );
end;
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

-- Returns the worth of what a person's weights on an order are below the tolerance, final or not: like a refund, it
-- gives money away.
create function private.weighed_away_cents(order_id uuid, person uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select sum(greatest(0, round(
      items.price_per_pound * 100
        * (items.packed_units * items.pounds_each * (100 - items.weight_tolerance) / 100 - items.packed_pounds)
    )))::bigint
    from public.order_items as items
    join public.orders on orders.id = items.order_id
    where items.order_id = weighed_away_cents.order_id and items.weighed_by = weighed_away_cents.person
      and private.has_weight(items)
      -- What was weighed before it was ordered is charged as it is.
      and items.weighed_at is distinct from orders.created_at
  ), 0);
end;
$$;
