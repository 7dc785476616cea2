-- The only place where the total of a cart or an order is computed.

-- Runs all steps in order.
create function private.price_order(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = '' as $$
declare
  shop record;
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
  priced.head.total := subtotal + (priced.head).delivery_cost + (priced.head).tax_amount;
  return priced;
end;
$$;

-- Writes the total of an order and the discount and tax of its lines.
create function private.sum_order(order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  priced private.priced_order;
  before private.priced_order;
  head public.orders;
begin
  select orders, array(
    select items from public.order_items as items where items.order_id = orders.id order by items.id
  )
  into priced
  from public.orders where orders.id = sum_order.order_id;
  head := priced.head;
  -- The code's uses cannot change until this order has counted its own.
  if head.discount_code_id is not null then
    perform 1 from public.discount_codes where discount_codes.id = head.discount_code_id for no key update;
  end if;
  if cardinality(priced.lines) > 200 then
    raise sqlstate 'PT422' using message = 'An order can have 200 lines at most.';
  end if;
  before := priced;
  priced := private.price_order(priced);
  head := priced.head;
  if head is distinct from before.head then
    update public.orders
    set total = head.total, discount = head.discount, discount_code = head.discount_code,
      delivery_cost = head.delivery_cost, delivery_included = head.delivery_included,
      tax_amount = head.tax_amount, delivery_tax_rate = head.delivery_tax_rate,
      delivery_tax_amount = head.delivery_tax_amount, tax_exempt_certificate = head.tax_exempt_certificate
    where orders.id = sum_order.order_id;
  end if;
  if priced.lines is distinct from before.lines then
    update public.order_items as items
    set tax_rate = line.tax_rate, tax_amount = line.tax_amount, discount = line.discount
    from unnest(priced.lines) as line where items.id = line.id;
  end if;
end;
$$;
