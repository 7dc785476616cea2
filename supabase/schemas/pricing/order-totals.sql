-- The total of an order is computed here only, by steps in this order:
--
--   1. the subtotal   each line's price times how many
--   2. the discount   comes off the lines: by quantity, then by the code (private.line_amount says what is left of each)
--   3. the delivery   what it costs for what is left, and whether that is all there is to pay for it
--   4. the sales tax  of what the lines and the delivery cost by then
--   5. the total      subtotal - discount + delivery + tax
--
-- An order being priced is a value: its head holds the choices (kind of delivery, owner, day), its lines the
-- products. A step is a function that takes it and returns it with its own columns set, so that it works the same for
-- an order, for lines added by a plain insert, and for a cart.
create type private.priced_order as (head public.orders, lines public.order_items[]);
comment on type private.priced_order is
  'An order as it is or would be. For a cart, columns that no step reads are null.';

create function private.line_amount(line public.order_items) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return line.unit_price * line.quantity - coalesce(line.discount, 0);
end;
$$;
comment on function private.line_amount(public.order_items) is 'Returns a line''s cost after discount, without tax.';

create function private.line_before_code(line public.order_items) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return line.unit_price * line.quantity - coalesce(line.quantity_saving, 0);
end;
$$;
comment on function private.line_before_code(public.order_items) is
  'Returns a line''s cost with its price by quantity, before a discount code.';

create function private.line_paid(line public.order_items) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return private.line_amount(line) - line.weight_refund;
end;
$$;
comment on function private.line_paid(public.order_items) is
  'Returns what a line cost in the end, without tax: line_amount, minus what it weighed less.';

create function private.price_order(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  shop record;
  head public.orders;
  line public.order_items;
  subtotal numeric := 0;
begin
  priced := private.use_discount(priced);
  foreach line in array priced.lines loop
    subtotal := subtotal + private.line_amount(line);
  end loop;
  select quotes_carts into shop from public.store_settings;
  if (priced.head).delivery_type = 'pickup' then
    priced.head.delivery_cost := 0;
    priced.head.delivery_included := true;
  else
    priced := private.charge_delivery(priced, subtotal);
  end if;
  if shop.quotes_carts or (priced.head).tax_amount > 0 then
    priced := private.add_tax(priced);
  end if;
  head := priced.head;
  priced.head.total := subtotal + head.delivery_cost + head.tax_amount;
  return priced;
end;
$$;
comment on function private.price_order(private.priced_order) is 'Runs all steps in order.';

-- A store without configuration skips all steps, here and in the cart.
create function private.update_quotes_carts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.has_discount_codes := exists (select 1 from public.discount_codes);
  new.quotes_carts := new.has_discount_codes
    or exists (select 1 from public.tax_rates where tax_rates.percent > 0)
    or exists (select 1 from public.delivery_zones)
    or exists (select 1 from public.quantity_prices where quantity_prices.ends_at > now());
  return new;
end;
$$;
comment on function private.update_quotes_carts() is
  'Stores whether any step besides the products has something to do, and whether codes exist. Security definer: it '
  'reads internal tables.';

create trigger update_quotes_carts before insert or update on public.store_settings
  for each row execute function private.update_quotes_carts();

create function private.update_quotes_carts_on_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.store_settings set quotes_carts = quotes_carts;
  return null;
end;
$$;
comment on function private.update_quotes_carts_on_change() is
  'Trigger on every table that update_quotes_carts reads. Security definer, as it.';

create function private.sum_order() returns trigger
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
    if head.discount_code_id is not null then
      perform 1 from public.discount_codes where discount_codes.id = head.discount_code_id for no key update;
    end if;
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

-- Not for the replacements of an unpaid order, which cost what apply_unpaid_changes says.
create trigger sum_order after insert on public.order_items
  referencing new table as added for each statement
  when (coalesce(current_setting('shop.changes_order', true), '') = '') execute function private.sum_order();
