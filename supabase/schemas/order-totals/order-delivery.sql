-- Delivery address and cost of an order, from the owner's zones or else store_settings.

-- Adds the delivery cost for this product total. Not included if the team contacts the customer about it.
create function private.charge_delivery(priced private.priced_order, subtotal numeric) returns private.priced_order
language plpgsql stable set search_path = '' as $$
declare
  terms record;
begin
  select * into terms from private.delivery_terms(nullif((priced.head).delivery_zip, ''));
  if charge_delivery.subtotal >= terms.free_from then
    priced.head.delivery_cost := 0;
    priced.head.delivery_included := true;
  else
    priced.head.delivery_cost := coalesce(terms.fee, 0);
    priced.head.delivery_included := terms.fee is not null;
  end if;
  return priced;
end;
$$;

-- Builds the address from its parts; one without parts contains its ZIP code. Rejects where the store does not deliver.
create function private.write_delivery_place(new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  given_zip constant text := substring(new.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  written_zip text;
begin
  new.delivery_street := btrim(new.delivery_street);
  new.delivery_unit := btrim(new.delivery_unit);
  new.delivery_city := btrim(new.delivery_city);
  -- Rejects control characters and bidirectional overrides: the driver reads this text.
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
  -- A full address on one line ends with its ZIP code, which decides the price because the driver goes there.
  written_zip := substring(new.delivery_address from '(?:^|[^0-9])([0-9]{5})(?:-[0-9]{4})?\s*$');
  if written_zip is null and given_zip is not null and new.delivery_address <> '' then
    new.delivery_address := new.delivery_address || ', ' || (
      select btrim(shop.state || ' ' || given_zip) from public.store_settings as shop
    );
  end if;
  new.delivery_zip := coalesce(written_zip, given_zip, '');
  -- The store's own programs may deliver anywhere.
  if auth.uid() is not null and not (
    select terms.is_served from private.delivery_terms(nullif(new.delivery_zip, '')) as terms
  ) then
    perform private.raise_error('PT422', case new.delivery_zip
      when '' then 'Enter the ZIP code of the delivery address.' else 'We don''t deliver to {zip}. Choose pickup.'
    end, jsonb_build_object('zip', new.delivery_zip));
  end if;
  return new;
end;
$$;

-- Raises an error if a pending order cannot be fulfilled; else reserves its slot. Call it with the order locked.
create function private.reserve_fulfillment(target public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  minimum numeric;
begin
  if target.status <> 'pending' then
    return;
  end if;
  if target.window_starts_at is not null then
    perform private.reserve_slot(target);
  end if;
  if target.delivery_type = 'pickup' then
    return;
  end if;
  select terms.min_order into minimum from private.delivery_terms(nullif(target.delivery_zip, '')) as terms;
  if minimum > (
    select sum(private.line_amount(items)) from public.order_items as items where items.order_id = target.id
  ) then
    perform private.raise_error(
      'PT422', 'The minimum order for {zip} is ${amount}.',
      jsonb_build_object('zip', target.delivery_zip, 'amount', to_char(minimum, 'FM999999990.00'))
    );
  end if;
end;
$$;

-- For the order's owner, when placing and before paying: 422 if it cannot be delivered; otherwise reserves its slot for
-- 15 more minutes, or again if still free, else 410 as reject_window. Security definer: it reads others' orders.
create function public.check_fulfillment(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.reserve_fulfillment(private.lock_own_order(order_id));
end;
$$;
grant execute on function public.check_fulfillment(uuid) to authenticated;

create trigger after_pricing_write after insert or update or delete on public.delivery_zones
  for each row execute function private.after_pricing_write('Delivery zone');
