-- SKU, barcode, vendor, and weight of products and sizes. In a separate table, because everyone reads products and
-- their category views, and because a barcode is unique across all products and sizes.

-- Returns whether the last digit is the check digit of a GTIN (GS1 General Specifications, modulo 10).
create function private.has_check_digit(digits text) returns boolean
language sql immutable set search_path = '' as $$
  select sum((digit::integer) * case when (char_length(digits) - place) % 2 = 0 then 1 else 3 end) % 10 = 0
  from string_to_table(digits, null) with ordinality as pieces (digit, place);
$$;

-- Expands the 8 digits of a UPC-E to the 12 of its UPC-A.
create function private.upc_a_digits(upc_e text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  last constant integer := substr(upc_e, 7, 1)::integer;
begin
  return left(upc_e, 1) || case
    when last <= 2 then substr(upc_e, 2, 2) || last || '0000' || substr(upc_e, 4, 3)
    when last = 3 then substr(upc_e, 2, 3) || '00000' || substr(upc_e, 5, 2)
    when last = 4 then substr(upc_e, 2, 4) || '00000' || substr(upc_e, 6, 1)
    else substr(upc_e, 2, 5) || '0000' || last
  end || right(upc_e, 1);
end;
$$;

-- Reads a barcode: a GTIN of 8, 12, 13, or 14 digits (EAN, UPC-A, UPC-E) with its check digit, a PLU, or the store's
-- own number; null if it is none. The browser's forms apply the same rules (app/values/barcode.ts).
create function private.read_barcode(typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  plain constant text := btrim(typed);
  digits constant text := regexp_replace(plain, '[\s-]', '', 'g');
begin
  return case
    when plain = '' then ''
    -- A number like 7.3E+11 is what a spreadsheet left of a barcode.
    when digits !~ '^[0-9]+$' then
      case when plain ~ '^[A-Za-z0-9][A-Za-z0-9 ./+_-]{0,39}$' and plain !~* '^[0-9.,]+e\+[0-9]+$' then plain end
    when char_length(digits) in (12, 13, 14) then case when private.has_check_digit(digits) then digits end
    when char_length(digits) = 8 then case
      when private.has_check_digit(digits) then digits
      when digits ~ '^[01]' and private.has_check_digit(private.upc_a_digits(digits)) then digits
    end
    -- A spreadsheet removed the leading zero.
    when char_length(digits) in (7, 11) and private.has_check_digit(digits) then '0' || digits
    when char_length(digits) <= 20 then digits
  end;
end;
$$;

-- Returns one key for all forms of a barcode, such as UPC-A without its zero, and UPC-E: 14 digits of a GTIN; or null.
create function private.barcode_key(barcode text) returns text
language sql immutable
return case
  when barcode ~ '^[01][0-9]{7}$' and private.has_check_digit(private.upc_a_digits(barcode))
    then lpad(private.upc_a_digits(barcode), 14, '0')
  when barcode ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(barcode, 14, '0')
  else nullif(upper(barcode), '')
end;

-- SKU, barcode, vendor, and weight of products and sizes; no row if nothing is known.
create table public.inventory_items (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  size_id bigint, -- Null for the product itself.
  sku text not null default '' check (sku = btrim(sku) and char_length(sku) <= 60),
  -- GTIN, PLU, or the store's own number, as typed or scanned, without spaces.
  barcode text not null default ''
    constraint barcode_is_valid check (barcode is not distinct from private.read_barcode(barcode)),
  vendor text not null default '' check (vendor = btrim(vendor) and char_length(vendor) <= 100),
  weight numeric(10, 3) check (weight > 0 and weight <> 'NaN'), -- Gross weight when packed, in its unit, for delivery.
  weight_unit text check (weight_unit in ('lb', 'oz', 'g', 'kg')),
  -- The same for all forms of one barcode. Unique, also among hidden products: a barcode means one item.
  barcode_key text generated always as (private.barcode_key(barcode)) stored
    constraint one_item_per_barcode unique,
  constraint item_of_its_size foreign key (product_id, size_id)
    references public.product_sizes (product_id, id) on delete cascade,
  constraint one_item_per_size unique nulls not distinct (product_id, size_id),
  constraint weight_has_a_unit check ((weight is null) = (weight_unit is null)),
  constraint vendor_of_the_product check (size_id is null or vendor = '')
);
create index inventory_items_sku on public.inventory_items (lower(sku)) where sku <> '';

grant select on public.inventory_items to authenticated;
create policy "staff read the inventory items" on public.inventory_items
  for select to authenticated using ((select private.can_pack()));

create trigger touch_content_version after insert or update or delete or truncate on public.inventory_items
  for each statement execute function private.increment_content_version();

-- Describes an item as import_rows store it: {sku, barcode, vendor, weight}, empty texts for what is unknown.
create function private.item_image(product_id bigint, size_id bigint) returns jsonb
language sql stable
return (
  select jsonb_build_object(
    'sku', coalesce(items.sku, ''), 'barcode', coalesce(items.barcode, ''), 'vendor', coalesce(items.vendor, ''),
    'weight', coalesce(trim_scale(items.weight) || ' ' || items.weight_unit, '')
  )
  from (select) as one
  left join public.inventory_items as items
    on items.product_id = item_image.product_id and items.size_id is not distinct from item_image.size_id
);
grant execute on function private.item_image(bigint, bigint) to authenticated;

-- Reads a weight such as "2.5 lb", "40 oz", "500 g", or "1 kg"; a number alone is pounds. Null if it is none.
create function private.read_weight(typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  parts constant text[] := regexp_match(lower(btrim(typed)), '^([0-9.,]+)\s*([a-z]*)\.?$');
  value constant numeric := private.read_decimal(parts[1], 3);
  unit constant text := case
    when parts[2] in ('', 'lb', 'lbs', 'pound', 'pounds') then 'lb'
    when parts[2] in ('oz', 'ounce', 'ounces') then 'oz'
    when parts[2] in ('g', 'gram', 'grams') then 'g'
    when parts[2] in ('kg', 'kgs', 'kilogram', 'kilograms') then 'kg'
  end;
begin
  return case when value between 0.001 and 9999999.999 then trim_scale(value) || ' ' || unit end;
end;
$$;

create function private.item_title(product_id bigint, size_id bigint) returns text
language sql stable set search_path = '' as $$
  select products.name || coalesce(', size ' || (
    select sizes.label from public.product_sizes as sizes where sizes.id = item_title.size_id
  ), '') || case when products.archived_at is null then '' else ' (hidden)' end
  from public.products where products.id = item_title.product_id;
$$;

-- Names the other product or size that has a barcode, as in import_rows.reasons; null if it is free.
create function private.barcode_error(barcode text, product_id bigint, size_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'code', 'barcode_taken', 'item', private.item_title(items.product_id, items.size_id), 'barcode', barcode_error.barcode
  )
  from public.inventory_items as items
  -- Once: the planner would write its argument five times.
  where items.barcode_key = (select private.barcode_key(private.read_barcode(barcode_error.barcode)))
    and (items.product_id, coalesce(items.size_id, 0))
      is distinct from (barcode_error.product_id, coalesce(barcode_error.size_id, 0));
$$;

-- Writes columns of an item, as item_image describes them. Security definer: callers may not write items.
create function private.write_item(product_id bigint, size_id bigint, image jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written constant jsonb := private.item_image(product_id, size_id) || image;
  weight constant text := nullif(written ->> 'weight', '');
begin
  insert into public.inventory_items (product_id, size_id, sku, barcode, vendor, weight, weight_unit)
  select write_item.product_id, write_item.size_id, written ->> 'sku', written ->> 'barcode', written ->> 'vendor',
    split_part(weight, ' ', 1)::numeric, split_part(weight, ' ', 2)
  where concat(written ->> 'sku', written ->> 'barcode', written ->> 'vendor', weight) <> ''
  on conflict on constraint one_item_per_size do update
  set sku = excluded.sku, barcode = excluded.barcode, vendor = excluded.vendor, weight = excluded.weight,
    weight_unit = excluded.weight_unit;
  if not found then
    delete from public.inventory_items as items
    where items.product_id = write_item.product_id and items.size_id is not distinct from write_item.size_id;
  end if;
end;
$$;

-- For managers: saves {sku, barcode, vendor, weight} of a product or size; a missing key leaves its value unchanged.
-- 409 names the product with the barcode, or unless the expected values are saved. Security definer, as write_item.
create function public.save_inventory_item(
  product_id bigint, size_id bigint, item jsonb, expected jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  barcode constant text := coalesce(item ->> 'barcode', '');
  weight constant text := coalesce(item ->> 'weight', '');
  image jsonb := jsonb_strip_nulls(jsonb_build_object(
    'sku', btrim(item ->> 'sku'), 'barcode', private.read_barcode(item ->> 'barcode'), 'vendor', btrim(item ->> 'vendor'),
    'weight', case when btrim(item ->> 'weight') = '' then '' else private.read_weight(item ->> 'weight') end
  ));
  error jsonb;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can change products.');
  perform private.reject_if(not exists (select from public.products where products.id = save_inventory_item.product_id)
    or (save_inventory_item.size_id is not null and not exists (
      select from public.product_sizes as sizes
      where sizes.id = save_inventory_item.size_id and sizes.product_id = save_inventory_item.product_id
        and sizes.archived_at is null
    )), 'PT404', 'This product doesn''t exist.');
  if private.read_barcode(barcode) is null then
    perform private.raise_error('22023', '{barcode} is not a barcode. Its check digit is wrong.', left(barcode, 40));
  elsif btrim(weight) <> '' and private.read_weight(weight) is null then
    perform private.raise_error('22023', '"{weight}" is not a weight. Enter it like 2.5 lb.', left(weight, 40));
  end if;
  -- Serializes saves of the same item, which may have no row yet.
  perform from public.products where products.id = save_inventory_item.product_id for no key update;
  perform private.require_unchanged(expected, private.item_image(product_id, size_id));
  error := private.barcode_error(barcode, product_id, size_id);
  perform private.reject_if(
    error is not null, 'PT409', '{item} already has the barcode {barcode}.',
    jsonb_build_object('item', error -> 'item', 'barcode', barcode)
  );
  perform private.write_item(product_id, size_id, image);
exception when unique_violation then
  perform private.raise_error('PT409', 'Another product already has the barcode {barcode}.', barcode);
end;
$$;
grant execute on function public.save_inventory_item(bigint, bigint, jsonb, jsonb) to authenticated;

-- For managers: replaces a product's sizes with exactly these, in this order: [{id, label, price, discount_price,
-- availability, amount, unit, stock_count, stock_count_before, sku, barcode, weight}]; without an id a size is new. A
-- missing sku, barcode, or weight stays unchanged. A count changes only if it differs from stock_count_before and
-- nothing was sold meanwhile; returns the labels of the others. With the expected sizes, PT409 if others are saved now.
create function public.set_product_sizes(product_id bigint, sizes jsonb, expected jsonb default null) returns text[]
language plpgsql security invoker set search_path = '' as $$
declare
  size_input record;
  written bigint;
  unsaved_labels text[] := '{}';
begin
  perform private.reject_if(not private.can_manage(), '42501', 'permission denied for function set_product_sizes');
  perform private.reject_if(not private.is_list(sizes, 0, 50), '22023', 'A product can have 50 sizes at most.');
  -- Lock order everywhere: sizes, counts, product.
  perform 1 from public.product_sizes as known
  where known.product_id = set_product_sizes.product_id order by known.id for no key update;
  perform 1 from public.size_stock as stock join public.product_sizes as known on known.id = stock.size_id
  where known.product_id = set_product_sizes.product_id order by stock.size_id for update of stock;
  perform 1 from public.products where products.id = set_product_sizes.product_id for no key update;
  perform private.reject_if(not found, 'PT404', 'This product doesn''t exist.');
  perform private.require_unchanged(set_product_sizes.expected, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', known.id, 'label', known.label, 'price', known.price, 'discount_price', known.discount_price,
      'availability', known.availability, 'amount', known.amount, 'unit', known.unit
    ) || (private.item_image(known.product_id, known.id) - 'vendor') order by known.position, known.id), '[]')
    from public.product_sizes as known
    where known.product_id = set_product_sizes.product_id and known.archived_at is null
  ));
  delete from public.product_sizes as existing
  where existing.product_id = set_product_sizes.product_id and existing.archived_at is null
    and existing.id not in (
      select line.id from jsonb_to_recordset(set_product_sizes.sizes) as line (id bigint) where line.id is not null
    );
  for size_input in
    select line.*, each.place from jsonb_array_elements(set_product_sizes.sizes) with ordinality as each (value, place)
    cross join lateral jsonb_to_record(each.value) as line (
      id bigint, label text, price numeric, discount_price numeric, availability text, amount numeric, unit text,
      stock_count integer, stock_count_before integer, sku text, barcode text, weight text
    ) order by each.place
  loop
    if size_input.id is null then
      insert into public.product_sizes (
        product_id, label, position, price, discount_price, availability, amount, unit
      ) values (
        product_id, btrim(size_input.label), size_input.place, size_input.price, size_input.discount_price,
        coalesce(size_input.availability, 'available'), size_input.amount, size_input.unit
      ) returning product_sizes.id into written;
    else
      update public.product_sizes as known
      set label = btrim(size_input.label), position = size_input.place, price = size_input.price,
        discount_price = size_input.discount_price, availability = coalesce(size_input.availability, 'available'),
        amount = size_input.amount, unit = size_input.unit
      where known.id = size_input.id and known.product_id = set_product_sizes.product_id and known.archived_at is null
      returning known.id into written;
      perform private.reject_if(written is null,
        'PT409', 'Size {size} no longer exists.', jsonb_build_object('size', size_input.label));
    end if;
    -- Keeps a sale made meanwhile if the form did not touch that count.
    if size_input.availability = 'counted' and size_input.stock_count is distinct from size_input.stock_count_before then
      insert into public.size_stock (size_id, stock_count) values (written, size_input.stock_count)
      on conflict (size_id) do update set stock_count = excluded.stock_count
        where size_input.stock_count_before is null or size_stock.stock_count = size_input.stock_count_before;
      if not found then
        unsaved_labels := unsaved_labels || size_input.label;
      end if;
    end if;
    perform public.save_inventory_item(product_id, written, jsonb_build_object(
      'sku', size_input.sku, 'barcode', size_input.barcode, 'weight', size_input.weight
    ));
  end loop;
  return unsaved_labels;
end;
$$;
grant execute on function public.set_product_sizes(bigint, jsonb, jsonb) to authenticated;

-- An archived size never returns, so its barcode is free again. Security definer: callers may not write items directly.
create function private.delete_item_of_archived_size() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.inventory_items as items where items.size_id = new.id;
  return null;
end;
$$;
create trigger delete_item_of_archived_size after update of archived_at on public.product_sizes
  for each row when (new.archived_at is not null) execute function private.delete_item_of_archived_size();

create function public.list_items_by_code(code text)
returns table (product_id bigint, size_id bigint, category text, name text, size_label text, is_hidden boolean)
language plpgsql stable security definer set search_path = '' rows 5 as $$
declare
  key constant text := private.barcode_key(private.read_barcode(left(code, 60)));
begin
  perform private.reject_if(not private.can_pack(), '42501', 'Only staff can look up codes.');
  return query
    with found as materialized (
      select items.product_id, items.size_id, items.barcode_key = key is true as is_barcode
      from public.inventory_items as items
      where items.barcode_key = key or (items.sku <> '' and lower(items.sku) = lower(btrim(code)))
    )
    select found.product_id, found.size_id, products.category, products.name, sizes.label, products.archived_at is not null
    from found
    join public.products on products.id = found.product_id
    left join public.product_sizes as sizes on sizes.id = found.size_id
    -- A barcode means one item; an SKU may be the same text as another item's barcode.
    where found.is_barcode or not exists (select from found as others where others.is_barcode)
    order by products.archived_at is not null, products.name, found.product_id, found.size_id limit 10;
end;
$$;
comment on function public.list_items_by_code(text) is
  'For staff: the item with this barcode, or those with this SKU, also hidden ones. Security definer: packers see '
  'them here. As in products: category. May be null: size_id, size_label.';
grant execute on function public.list_items_by_code(text) to authenticated;

create function public.list_public_codes(product_id bigint) returns table (size_id bigint, sku text, gtin text, brand text)
language sql stable security definer set search_path = '' rows 5 as $$
  select items.size_id, items.sku, case
    -- GS1 prefixes 02, 04, and 20 to 29 are numbers that stores give out themselves.
    when items.barcode_key !~ '^[0-9]{14}$' or right(items.barcode_key, 13) ~ '^(2|0[24])' then ''
    when char_length(items.barcode) = 8 and items.barcode_key !~ '^000000' then right(items.barcode_key, 12)
    else items.barcode
  end, case when shop.has_brands then items.vendor else '' end
  from public.inventory_items as items
  join public.products on products.id = items.product_id
  cross join public.store_settings as shop
  where items.product_id = list_public_codes.product_id and products.archived_at is null and products.pictures_ready
    and (items.sku <> '' or items.barcode <> '' or (shop.has_brands and items.vendor <> ''))
  order by items.size_id nulls first;
$$;
comment on function public.list_public_codes(bigint) is
  'For everyone: SKU, GTIN, and brand of a product for sale and its sizes, for structured data; empty without one. The '
  'brand is the vendor, if the settings say so. Security definer: shoppers read no vendors. May be null: size_id.';
grant execute on function public.list_public_codes(bigint) to anon, authenticated, service_role;

-- Returns the pounds of one unit of a size: its own amount, or the product's pounds_each; null if sold by the piece.
create function private.pounds_of_size(pounds_each numeric, amount numeric, unit text) returns numeric
language sql immutable
return case when pounds_of_size.pounds_each is not null and pounds_of_size.unit = 'lb'
  then greatest(round(pounds_of_size.amount, 2), 0.01) else pounds_of_size.pounds_each end;
