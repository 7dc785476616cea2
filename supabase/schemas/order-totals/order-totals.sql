-- The total of an order is computed here only, by steps in this order:
--
--   1. the subtotal   each line's price times how many
--   2. the discount   comes off the lines: by quantity, then by the code (private.line_amount says what is left of each)
--   3. the delivery   what it costs for what is left, and whether that is all there is to pay for it
--   4. the sales tax  of what the lines and the delivery cost by then
--   5. the total      subtotal - discount + delivery + tax
--
-- An order being priced is a value: its head holds the choices (kind of delivery, owner, day), its lines the products.
-- A step takes it and returns it with its own columns set, and works the same for an order, added lines, and a cart.
create type private.priced_order as (head public.orders, lines public.order_items[]);
comment on type private.priced_order is
  'An order as it is or would be. For a cart, columns that no step reads are null.';

-- Returns a line's cost after discount, without tax.
create function private.line_amount(line public.order_items) returns numeric
language sql immutable
return line.unit_price * line.quantity - coalesce(line.discount, 0);

-- Returns a line's cost with its price by quantity, before a discount code.
create function private.line_before_code(line public.order_items) returns numeric
language sql immutable
return line.unit_price * line.quantity - coalesce(line.quantity_saving, 0);

-- Returns what a line cost in the end, without tax: line_amount, minus what it weighed less.
create function private.line_paid(line public.order_items) returns numeric
language sql immutable
return private.line_amount(line) - line.weight_refund;

-- Stores whether any step besides the products has something to do (otherwise orders and carts skip them), whether
-- codes exist, and the summary of the zones, so that its change refreshes pages. Security definer: it reads all tables.
create function private.update_quotes_carts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.delivery_summary := to_jsonb(private.delivery_summary());
  new.has_discount_codes := exists (select 1 from public.discount_codes);
  new.quotes_carts := new.has_discount_codes
    or exists (select 1 from public.tax_rates where tax_rates.percent > 0)
    or exists (select 1 from public.delivery_zones)
    or exists (select 1 from public.quantity_prices where quantity_prices.ends_at > now());
  return new;
end;
$$;
create trigger update_quotes_carts before insert or update on public.store_settings
  for each row execute function private.update_quotes_carts();

-- For the tables that update_quotes_carts reads; logs the change under the name given. Security definer, as log_row.
create function private.after_pricing_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_nargs > 0 then
    perform private.log_change('settings', tg_argv[0], to_jsonb(old), to_jsonb(new));
  end if;
  update public.store_settings set quotes_carts = quotes_carts;
  return null;
end;
$$;
create trigger after_pricing_write after insert or update or delete on public.tax_rates
  for each row execute function private.after_pricing_write('Tax rate');

create trigger update_quotes_carts_on_change after insert or update or delete or truncate on public.quantity_prices
  for each statement execute function private.after_pricing_write();
