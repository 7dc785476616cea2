-- SKU, barcode, vendor, and weight of products and sizes. In a table of their own, because everyone reads products and
-- their category views, and because a barcode means one product or size of the whole store.
create function private.has_check_digit(digits text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select sum((digit::integer) * case when (char_length(digits) - place) % 2 = 0 then 1 else 3 end) % 10 = 0
    from string_to_table(digits, null) with ordinality as pieces (digit, place)
  );
end;
$$;
comment on function private.has_check_digit(text) is
  'Whether the last digit is the check digit of a GTIN (GS1 General Specifications, modulo 10).';

create function private.upc_a_digits(upc_e text) returns text
language plpgsql immutable set search_path = ''
as $$
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
comment on function private.upc_a_digits(text) is 'Expands the 8 digits of a UPC-E to the 12 of its UPC-A.';

create function private.read_barcode(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain constant text := btrim(typed);
  digits constant text := regexp_replace(plain, '[\s-]', '', 'g');
begin
  if plain = '' then
    return '';
  elsif digits !~ '^[0-9]+$' then
    -- A number like 7.3E+11 is what a spreadsheet left of a barcode.
    return case when plain ~ '^[A-Za-z0-9][A-Za-z0-9 ./+_-]{0,39}$' and plain !~* '^[0-9.,]+e\+[0-9]+$' then plain end;
  elsif char_length(digits) in (12, 13, 14) then
    return case when private.has_check_digit(digits) then digits end;
  elsif char_length(digits) = 8 then
    return case
      when private.has_check_digit(digits) then digits
      when digits like '0%' and private.has_check_digit(private.upc_a_digits(digits)) then digits
    end;
  elsif char_length(digits) in (7, 11) and private.has_check_digit(digits) then
    -- A spreadsheet removed the leading zero.
    return '0' || digits;
  end if;
  return case when char_length(digits) <= 20 then digits end;
end;
$$;
comment on function private.read_barcode(text) is
  'Reads a barcode: a GTIN of 8, 12, 13, or 14 digits (EAN, UPC-A, UPC-E) with its check digit, a PLU, or the store''s '
  'own number; null if it is none. The forms of the browser read by the same rules (app/values/barcode.ts).';

create function private.barcode_key(barcode text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when barcode ~ '^0[0-9]{7}$' and private.has_check_digit(private.upc_a_digits(barcode))
      then lpad(private.upc_a_digits(barcode), 14, '0')
    when barcode ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(barcode, 14, '0')
    else nullif(upper(barcode), '')
  end;
end;
$$;
comment on function private.barcode_key(text) is
  'Returns what barcodes of the same item have in common: scanners read a UPC-A with and without its leading zero, or '
  'shortened as a UPC-E. 14 digits for a GTIN; null for none.';

create function private.read_weight(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
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
comment on function private.read_weight(text) is
  'Reads a weight such as "2.5 lb", "40 oz", "500 g", or "1 kg"; a number alone is pounds. Null if it is none.';

create table public.inventory_items (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  size_id bigint,
  sku text not null default '' check (sku = btrim(sku) and char_length(sku) <= 60),
  barcode text not null default ''
    constraint barcode_is_valid check (barcode is not distinct from private.read_barcode(barcode)),
  vendor text not null default '' check (vendor = btrim(vendor) and char_length(vendor) <= 100),
  weight numeric(10, 3) check (weight > 0 and weight <> 'NaN'),
  weight_unit text check (weight_unit in ('lb', 'oz', 'g', 'kg')),
  barcode_key text generated always as (private.barcode_key(barcode)) stored
    constraint one_item_per_barcode unique,
  constraint item_of_its_size foreign key (product_id, size_id)
    references public.product_sizes (product_id, id) on delete cascade,
  constraint one_item_per_size unique nulls not distinct (product_id, size_id),
  constraint weight_has_a_unit check ((weight is null) = (weight_unit is null)),
  constraint vendor_of_the_product check (size_id is null or vendor = '')
);
comment on table public.inventory_items is
  'SKU, barcode, vendor, and weight of products and sizes; no row if nothing is known.';
comment on column public.inventory_items.size_id is 'Null for the product itself.';
comment on column public.inventory_items.barcode is 'As typed or scanned, without spaces: GTIN, PLU, or the store''s own number.';
comment on column public.inventory_items.barcode_key is
  'The same for all forms of one barcode. Unique, also among hidden products: a barcode means one item.';
comment on column public.inventory_items.weight is 'Gross weight of the packed item in its unit, for delivery.';
create index inventory_items_sku on public.inventory_items (lower(sku)) where sku <> '';

alter table public.inventory_items enable row level security;
revoke all on public.inventory_items from anon, authenticated;
grant select on public.inventory_items to authenticated;
create policy "staff read the inventory items" on public.inventory_items
  for select to authenticated using ((select private.staff_role()) is not null);

create function private.delete_item_of_archived_size() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.inventory_items as items where items.size_id = new.id;
  return null;
end;
$$;
comment on function private.delete_item_of_archived_size() is
  'An archived size never returns, so its barcode is free again. Security definer: nobody writes items by hand.';

create trigger delete_item_of_archived_size after update of archived_at on public.product_sizes
  for each row when (new.archived_at is not null) execute function private.delete_item_of_archived_size();

create function private.item_title(product_id bigint, size_id bigint) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select products.name || coalesce(', size ' || (
      select sizes.label from public.product_sizes as sizes where sizes.id = item_title.size_id
    ), '') || case when products.archived_at is null then '' else ' (hidden)' end
    from public.products where products.id = item_title.product_id
  );
end;
$$;

create function private.barcode_error(barcode text, product_id bigint, size_id bigint) returns text
language plpgsql stable set search_path = ''
as $$
declare
  owner record;
begin
  select items.product_id, items.size_id into owner
  from public.inventory_items as items
  where items.barcode_key = private.barcode_key(private.read_barcode(barcode_error.barcode))
    and (items.product_id, coalesce(items.size_id, 0))
      is distinct from (barcode_error.product_id, coalesce(barcode_error.size_id, 0));
  return case when found then
    format('%s has the barcode %s already.', private.item_title(owner.product_id, owner.size_id), barcode_error.barcode) end;
end;
$$;
comment on function private.barcode_error(text, bigint, bigint) is
  'Names the other product or size that has a barcode; null if it is free.';

create function private.item_image(product_id bigint, size_id bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  item public.inventory_items;
begin
  select * into item from public.inventory_items as items
  where items.product_id = item_image.product_id and items.size_id is not distinct from item_image.size_id;
  return jsonb_build_object(
    'sku', coalesce(item.sku, ''), 'barcode', coalesce(item.barcode, ''), 'vendor', coalesce(item.vendor, ''),
    'weight', coalesce(trim_scale(item.weight) || ' ' || item.weight_unit, '')
  );
end;
$$;
comment on function private.item_image(bigint, bigint) is
  'Describes an item as an import plans it: {sku, barcode, vendor, weight}, empty texts for what is unknown.';

create function private.write_item(product_id bigint, size_id bigint, image jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  written constant jsonb := private.item_image(write_item.product_id, write_item.size_id) || write_item.image;
  weight constant text := nullif(written ->> 'weight', '');
begin
  insert into public.inventory_items (product_id, size_id, sku, barcode, vendor, weight, weight_unit)
  select write_item.product_id, write_item.size_id, written ->> 'sku', written ->> 'barcode', written ->> 'vendor',
    split_part(weight, ' ', 1)::numeric, split_part(weight, ' ', 2)
  where concat(written ->> 'sku', written ->> 'barcode', written ->> 'vendor', weight) <> ''
  on conflict (product_id, size_id) do update
  set sku = excluded.sku, barcode = excluded.barcode, vendor = excluded.vendor, weight = excluded.weight,
    weight_unit = excluded.weight_unit;
  if not found then
    delete from public.inventory_items as items
    where items.product_id = write_item.product_id and items.size_id is not distinct from write_item.size_id;
  end if;
end;
$$;
comment on function private.write_item(bigint, bigint, jsonb) is
  'Writes the columns of an item that the image has, as private.item_image describes them. Security definer: nobody '
  'writes items by hand.';

create function public.save_inventory_item(product_id bigint, size_id bigint, item jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  barcode constant text := coalesce(item ->> 'barcode', '');
  weight constant text := coalesce(item ->> 'weight', '');
  image jsonb := jsonb_strip_nulls(jsonb_build_object(
    'sku', btrim(item ->> 'sku'), 'barcode', private.read_barcode(item ->> 'barcode'), 'vendor', btrim(item ->> 'vendor'),
    'weight', case when btrim(item ->> 'weight') = '' then '' else private.read_weight(item ->> 'weight') end
  ));
  error text;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change products.';
  end if;
  if not exists (select from public.products where products.id = save_inventory_item.product_id)
    or (save_inventory_item.size_id is not null and not exists (
      select from public.product_sizes as sizes
      where sizes.id = save_inventory_item.size_id and sizes.product_id = save_inventory_item.product_id
        and sizes.archived_at is null
    )) then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  if private.read_barcode(barcode) is null then
    raise invalid_parameter_value using message = format('%s is no barcode: its check digit is wrong.', left(barcode, 40));
  elsif btrim(weight) <> '' and private.read_weight(weight) is null then
    raise invalid_parameter_value using message = format('"%s" is no weight, such as 2.5 lb.', left(weight, 40));
  end if;
  error := private.barcode_error(barcode, save_inventory_item.product_id, save_inventory_item.size_id);
  if error is not null then
    raise sqlstate 'PT409' using message = error;
  end if;
  perform private.write_item(save_inventory_item.product_id, save_inventory_item.size_id, image);
exception when unique_violation then
  raise sqlstate 'PT409' using message = format('Another product has the barcode %s already.', barcode);
end;
$$;
comment on function public.save_inventory_item(bigint, bigint, jsonb) is
  'For managers: saves {sku, barcode, vendor, weight} of a product, or of one of its sizes; a missing key leaves its '
  'value unchanged. 409 names the product that has the barcode. Security definer: nobody writes items by hand.';
grant execute on function public.save_inventory_item(bigint, bigint, jsonb) to authenticated;

create function public.list_items_by_code(code text)
returns table (product_id bigint, size_id bigint, category text, name text, size_label text, is_hidden boolean)
language plpgsql stable security definer set search_path = '' rows 5
as $$
#variable_conflict use_column
declare
  key constant text := private.barcode_key(private.read_barcode(left(code, 60)));
begin
  if private.staff_role() is null then
    raise insufficient_privilege using message = 'Only staff can look up codes.';
  end if;
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
    order by products.archived_at is not null, products.name, found.product_id, found.size_id
    limit 10;
end;
$$;
comment on function public.list_items_by_code(text) is
  'For staff: the product or size with this barcode; without one, those with this SKU. Security definer: packers see '
  'the names of hidden products, too.';
grant execute on function public.list_items_by_code(text) to authenticated;

create function public.list_public_codes(product_id bigint) returns table (size_id bigint, sku text, gtin text)
language plpgsql stable security definer set search_path = '' rows 5
as $$
#variable_conflict use_column
begin
  return query
    select items.size_id, items.sku, case
      -- GS1 prefixes 02, 04, and 20 to 29 are numbers that stores give out themselves.
      when items.barcode_key !~ '^[0-9]{14}$' or right(items.barcode_key, 13) ~ '^(2|0[24])' then ''
      when char_length(items.barcode) = 8 and items.barcode_key !~ '^000000' then right(items.barcode_key, 12)
      else items.barcode
    end
    from public.inventory_items as items
    join public.products on products.id = items.product_id
    where items.product_id = list_public_codes.product_id and products.archived_at is null and products.pictures_ready
      and (items.sku, items.barcode) <> ('', '')
    order by items.size_id nulls first;
end;
$$;
comment on function public.list_public_codes(bigint) is
  'For everyone: SKU and GTIN of a product for sale and its sizes, for its structured data; empty without one. '
  'Security definer: shoppers read neither vendors nor weights.';
grant execute on function public.list_public_codes(bigint) to anon, authenticated, service_role;

create trigger touch_content_version after insert or update or delete or truncate on public.inventory_items
  for each statement execute function private.increment_content_version();

create or replace function public.find_products(words text) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 20
as $$
declare
  query_words constant text[] := string_to_array(btrim(regexp_replace(
    private.fold_text(left(find_products.words, 100)), '\s+', ' ', 'g'
  )), ' ');
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function find_products';
  end if;
  return query
    select products.* from public.products
    cross join lateral (select private.fold_text(concat_ws(' ', products.name, products.also_called)) as text) as folded
    where (select bool_and(strpos(folded.text, word) > 0) from unnest(query_words) as word)
      or products.id in (select items.product_id from public.list_items_by_code(find_products.words) as items);
end;
$$;
comment on function public.find_products(text) is
  'For managers: all products, hidden ones too, whose name or alternate names contain each of these words or parts,'
  ' and those with this barcode or SKU.'
  ' Security definer: it calls a function that nobody else may call.';

create or replace function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200, "sku": 60, "vendor": 100}';
  found_values jsonb := '{}';
  errors text[] := '{}';
  typed record;
  parsed jsonb;
  error text;
begin
  for typed in
    select given.key as name, private.plain_cell(given.value) as cell
    from jsonb_each_text(read_import_cells.cells) as given
    where not is_size
      or given.key in (
        'price', 'discount_price', 'availability', 'stock', 'amount', 'unit', 'sku', 'barcode', 'weight', 'problem'
      )
    order by given.key
  loop
    parsed := 'null';
    error := null;
    if longest ? typed.name then
      parsed := to_jsonb(typed.cell);
      if char_length(typed.cell) > (longest ->> typed.name)::integer then
        error := format('The %s is longer than %s characters.', replace(typed.name, '_', ' '), longest ->> typed.name);
      end if;
    elsif typed.name in ('price', 'discount_price') then
      parsed := to_jsonb(private.read_price(typed.cell));
      if typed.cell <> '' and parsed is null then
        error := format('"%s" is no price, such as 4.99.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'availability' then
      parsed := to_jsonb(case
        when lower(typed.cell) in ('available', 'in stock', 'yes', 'true', '1') then 'available'
        when lower(typed.cell) in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
        when lower(typed.cell) = 'counted' then 'counted'
      end);
      if parsed is null and typed.cell <> '' then
        error := format('"%s" is not available, sold_out or counted.', left(typed.cell, 40));
      elsif parsed is null then
        continue;
      end if;
    elsif typed.name = 'stock' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^([0-9]{1,8}|[0-9]{1,3}(,[0-9]{3}){1,2})$' and replace(typed.cell, ',', '')::integer <= 1000000 then
        parsed := to_jsonb(replace(typed.cell, ',', '')::integer);
      else
        error := format('"%s" is no count: a whole number from 0 to a million.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'hidden' then
      if typed.cell = '' then
        continue;
      elsif lower(typed.cell) in ('yes', 'true', '1', 'no', 'false', '0') then
        parsed := to_jsonb(lower(typed.cell) in ('yes', 'true', '1'));
      else
        error := format('Hidden must be yes or no, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'storage' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if typed.cell <> '' and lower(typed.cell) not in ('shelf', 'chilled', 'frozen') then
        error := 'Storage must be shelf, chilled, or frozen.';
      end if;
    elsif typed.name in ('contains', 'may_contain') then
      parsed := to_jsonb(array(
        select replace(btrim(lower(word)), ' ', '_') from regexp_split_to_table(typed.cell, '[,;|]') as words (word)
        where btrim(word) <> ''
      ));
      if not parsed <@ '["milk", "egg", "fish", "crustacean_shellfish", "tree_nut", "peanut", "wheat", "soy", "sesame"]' then
        error := format('"%s" has a word that is no allergen of the shop.', left(typed.cell, 80));
      end if;
    elsif typed.name = 'heat_level' then
      if typed.cell ~ '^[1-5]$' then
        parsed := to_jsonb(typed.cell::integer);
      elsif typed.cell <> '' then
        error := 'The heat level must be a number from 1 to 5.';
      end if;
    elsif typed.name = 'amount' then
      if private.read_decimal(typed.cell, 3) between 0.001 and 9999999.999 then
        parsed := to_jsonb(private.read_decimal(typed.cell, 3));
      elsif typed.cell <> '' then
        error := format('"%s" is no amount, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'unit' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if lower(typed.cell) not in ('', 'lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then
        error := format('"%s" is no unit: lb, oz, fl oz, ct, yd or each.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'barcode' then
      parsed := to_jsonb(private.read_barcode(typed.cell));
      if parsed is null then
        error := case
          when typed.cell ~* '^[0-9.,]+e\+[0-9]+$'
            then format('"%s" is what a spreadsheet left of a barcode. Format the column as text.', left(typed.cell, 40))
          when regexp_replace(typed.cell, '[\s-]', '', 'g') ~ '^([0-9]{8}|[0-9]{12,14})$'
            then format('The check digit of barcode %s is wrong.', typed.cell)
          else format('"%s" is no barcode.', left(typed.cell, 40))
        end;
      end if;
    elsif typed.name = 'weight' then
      parsed := to_jsonb(case when typed.cell = '' then '' else private.read_weight(typed.cell) end);
      if parsed is null then
        error := format('"%s" is no weight, such as 2.5 lb or 500 g.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'tax_class_id' then
      if typed.cell ~ '^[0-9]{1,18}$' then
        parsed := to_jsonb(typed.cell::bigint);
      elsif typed.cell <> '' then
        error := 'This tax class doesn''t exist.';
      end if;
    elsif typed.name = 'problem' then
      errors := errors || left(typed.cell, 200);
      continue;
    else
      continue;
    end if;
    errors := errors || error;
    found_values := found_values || jsonb_build_object(typed.name, parsed);
  end loop;
  if found_values ? 'stock' and not found_values ? 'availability' then
    found_values := found_values || '{"availability": "counted"}';
  elsif found_values ->> 'availability' <> 'counted' then
    found_values := found_values - 'stock';
  end if;
  return jsonb_build_object('values', found_values, 'errors', array_remove(errors, null));
end;
$$;
comment on function private.read_import_cells(jsonb, boolean) is
  '{values, errors}: values of a product or size by column, and the errors found. Cells of other columns are '
  'ignored; a reader of another shop''s file may add its own problem.';

create or replace function private.product_image(product public.products) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(product) || private.item_image(product.id, null) || jsonb_build_object(
    'hidden', product.archived_at is not null,
    -- A running offer is not the product's own price.
    'discount_price', product.regular_discount_price,
    'stock', (select stock_count from public.product_stock where product_stock.product_id = product.id),
    'tax_class_id', (select class_id from public.tax_exceptions where tax_exceptions.product_id = product.id),
    'offers', (
      select coalesce(jsonb_agg(private.offer_image(offers) order by offers.id), '[]')
      from public.offers where offers.product_id = product.id and offers.price is not null
    )
  );
end;
$$;

create or replace function private.size_image(size public.product_sizes) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(size) || private.item_image(size.product_id, size.id) || jsonb_build_object(
    'discount_price', size.regular_discount_price,
    'stock', (select stock_count from public.size_stock where size_stock.size_id = size.id)
  );
end;
$$;

create or replace function private.validate_import_rows(import_id bigint)
returns table (
  place integer, result text, reason text, is_size boolean, product_place integer, product_id bigint, size_id bigint,
  before jsonb, after jsonb
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  line record;
  image jsonb;
  new_values jsonb;
  sale jsonb;
  started_at constant timestamptz := (select created_at from public.imports where imports.id = validate_import_rows.import_id);
  errors text[];
  notes text[];
  rejected_places integer[] := '{}';
  barcode_rows jsonb := '{}';
  barcode_key text;
  picture text;
begin
  for line in
    with given as materialized (
      select rows.place, rows.row_number, rows.cells,
        private.plain_cell(coalesce(rows.cells ->> 'id', '')) as typed_id,
        private.plain_cell(coalesce(rows.cells ->> 'category', '')) as typed_category,
        private.plain_cell(coalesce(rows.cells ->> 'name', '')) as name,
        private.plain_cell(coalesce(rows.cells ->> 'size_label', '')) as label
      from public.import_rows as rows where rows.import_id = validate_import_rows.import_id
    ), named as materialized (
      select given.*, categories.prefix as category,
        case when given.typed_id ~ '^[0-9]{1,18}$' then given.typed_id::bigint end as id
      from given left join public.categories
        on lower(given.typed_category) in (categories.prefix, lower(categories.title))
    ), found as materialized (
      select named.*, known.id as known_id, coalesce(known.found_count, 0) as found_count
      from named
      left join lateral (
        select min(products.id) as id, count(*) as found_count from (
          select products.id, products.archived_at is null as is_live,
            bool_or(products.archived_at is null) over () as is_any_live
          from (
            select by_id.id, by_id.archived_at from public.products as by_id where by_id.id = named.id
            union all
            select by_name.id, by_name.archived_at from public.products as by_name
            where named.typed_id = '' and by_name.category = named.category
              -- The index expression, which is private.name_key for a role that may not call it.
              and lower(btrim(regexp_replace(
                normalize(by_name.name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g'
              ))) = private.name_key(named.name)
          ) as products
        ) as products
        -- Products for sale before hidden ones.
        where products.is_live or not products.is_any_live
      ) as known on named.typed_id <> '' or named.category is not null
    ), keyed as (
      select found.*,
        coalesce('id ' || found.known_id, 'new ' || found.category || ' ' || private.name_key(found.name)) as product_key,
        private.name_key(found.label) as label_key
      from found
    )
    select keyed.*, first_value(keyed.row_number) over same_thing as first_row,
      first_value(keyed.place) over same_thing as first_place,
      min(case when keyed.label = '' then keyed.place end) over (partition by keyed.product_key) as product_place,
      known_product, known_size
    from keyed
    left join public.products as known_product on known_product.id = keyed.known_id
    left join public.product_sizes as known_size on keyed.label <> '' and known_size.product_id = keyed.known_id
      and known_size.archived_at is null and private.name_key(known_size.label) = keyed.label_key
    window same_thing as (partition by keyed.product_key, keyed.label_key order by keyed.place)
    -- Each size after its product, wherever the rows are.
    order by keyed.label <> '', keyed.place
  loop
    place := line.place;
    is_size := line.label <> '';
    product_id := line.known_id;
    product_place := null;
    size_id := null;
    before := null;
    after := null;
    notes := '{}';
    new_values := private.read_import_cells(line.cells, is_size);
    errors := array(select jsonb_array_elements_text(new_values -> 'errors'));
    new_values := new_values -> 'values';
    if line.typed_id <> '' and line.known_id is null then
      errors := errors || format('Product %s doesn''t exist.', left(line.typed_id, 40));
    elsif line.typed_id = '' and line.name = '' then
      errors := errors || 'Name is required.'::text;
    elsif line.typed_category <> '' and line.category is null then
      errors := errors || format('"%s" is none of the shop''s categories.', left(line.typed_category, 80));
    elsif line.typed_id = '' and line.category is null then
      errors := errors || 'Category is required.'::text;
    elsif line.found_count > 1 then
      product_id := null;
      errors := errors || format('%s products have this name. Add the id to choose one.', line.found_count);
    elsif line.first_place <> line.place then
      errors := errors || format('Row %s says the same %s already.', line.first_row,
        case when is_size then 'size' else 'product' end);
    elsif is_size and line.product_place = any (rejected_places) then
      errors := errors || 'Its product has an error.'::text;
    elsif is_size and line.known_id is null and line.product_place is null then
      errors := errors || 'No product has this name in the store or in the file.'::text;
    end if;
    if is_size then
      if char_length(line.label) > 40 then
        errors := errors || 'The name of the size is longer than 40 characters.'::text;
      end if;
      image := case when (line.known_size).id is not null then private.size_image(line.known_size) end;
      size_id := (line.known_size).id;
      if line.known_id is null then
        product_place := line.product_place;
      end if;
    else
      image := case when (line.known_product).id is not null then private.product_image(line.known_product) end;
      if line.category is not null then
        new_values := new_values || jsonb_build_object('category', line.category);
      end if;
      if not new_values ? 'name' and image is null then
        new_values := new_values || jsonb_build_object('name', line.name);
      end if;
      for picture in select name from unnest(array['picture', 'second_picture']) as names (name)
        where private.plain_cell(coalesce(line.cells ->> name, '')) <> '' order by name
      loop
        new_values := new_values || jsonb_build_object(
          case picture when 'picture' then 'img1' else 'img2' end,
          regexp_replace(private.plain_cell(line.cells ->> picture), '^https?://[^/]+(/storage/)', '\1')
        );
      end loop;
      for picture in select name from unnest(array['img1', 'img2']) as names (name)
        where new_values ? name and new_values -> name is distinct from image -> name
          and (private.picture_name(new_values ->> name) is null or not private.picture_exists(private.picture_name(new_values ->> name)))
      loop
        -- The server fetches no address that a file names.
        new_values := new_values - picture;
        if not 'Its image was not imported. Add it on the product''s card.' = any (notes) then
          notes := notes || 'Its image was not imported. Add it on the product''s card.'::text;
        end if;
      end loop;
    end if;
    if private.plain_cell(coalesce(line.cells ->> 'sale_price', '')) <> '' then
      sale := private.sale_of_cells(line.cells, is_size, started_at);
      errors := errors || (sale ->> 'problem');
      notes := notes || (sale ->> 'note');
      new_values := new_values || (sale - '{problem,note,offer}'::text[]);
      if sale ? 'offer' and not coalesce(image -> 'offers', '[]') @> jsonb_build_array(sale -> 'offer') then
        new_values := new_values || jsonb_build_object('offers', coalesce(image -> 'offers', '[]') || (sale -> 'offer'));
      end if;
      errors := array_remove(errors, null);
      notes := array_remove(notes, null);
    end if;
    -- Added or removed whitespace is no change.
    select coalesce(jsonb_object_agg(cell.key, cell.value), '{}') into new_values
    from jsonb_each(new_values) as cell
    where cell.value is distinct from image -> cell.key
      and (jsonb_typeof(cell.value) <> 'string'
        or cell.value #>> '{}' is distinct from private.plain_cell(image ->> cell.key));
    if new_values ? 'tax_class_id' then
      -- Taxes are the owner's.
      if not private.is_admin() then
        errors := errors || 'Only the owner can change tax classes.'::text;
      elsif image is null then
        errors := errors || 'Add the product before you set its tax class.'::text;
      elsif new_values ->> 'tax_class_id' is not null and not exists (
        select from public.tax_classes where tax_classes.id = (new_values ->> 'tax_class_id')::bigint
      ) then
        errors := errors || 'This tax class doesn''t exist.'::text;
      end if;
    end if;
    barcode_key := private.barcode_key(new_values ->> 'barcode');
    if barcode_key is not null then
      errors := errors || array_remove(array[
        -- A new size has no id yet, and is not its product.
        private.barcode_error(new_values ->> 'barcode', product_id, case when is_size then coalesce(size_id, -1) end),
        case when barcode_rows ? barcode_key
          then format('Row %s has the barcode %s, too.', barcode_rows ->> barcode_key, new_values ->> 'barcode') end
      ], null);
      barcode_rows := jsonb_build_object(barcode_key, line.row_number) || barcode_rows;
    end if;
    if cardinality(errors) = 0 then
      errors := private.import_errors(is_size, coalesce(image, '{}') || new_values);
    end if;
    if cardinality(errors) > 0 then
      result := 'refuse';
      reason := array_to_string(errors, ' ');
      product_place := null;
      if not is_size then
        rejected_places := rejected_places || line.place;
      end if;
    else
      result := case when image is null then 'add' when new_values = '{}' then 'same' else 'change' end;
      reason := array_to_string(notes, ' ');
      if result = 'change' then
        select jsonb_object_agg(cell.key, image -> cell.key) into before from jsonb_each(new_values) as cell;
      end if;
      if result <> 'same' then
        after := new_values;
      end if;
    end if;
    return next;
  end loop;
end;
$$;
comment on function private.validate_import_rows(bigint) is
  'Validates each row against the current catalog. Validation and import both call it, so that they cannot differ.';

create or replace function private.write_import_images(import_id bigint, is_undo boolean) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  if is_undo then
    delete from public.offers using public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
      and rows.after ? 'offers' and offers.product_id = rows.product_id
      and not rows.before -> 'offers' @> jsonb_build_array(private.offer_image(offers))
      and rows.after -> 'offers' @> jsonb_build_array(private.offer_image(offers));
  else
    insert into public.offers (product_id, price, starts_at, ends_at)
    select rows.product_id, (offer ->> 'price')::numeric, (offer ->> 'starts_at')::timestamptz, (offer ->> 'ends_at')::timestamptz
    from public.import_rows as rows cross join lateral jsonb_array_elements(rows.after -> 'offers') as offer
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change') and rows.after ? 'offers'
      and not coalesce(rows.before -> 'offers', '[]') @> jsonb_build_array(offer);
  end if;

  with classes as (
    select rows.product_id, (case when is_undo then rows.before else rows.after end ->> 'tax_class_id')::bigint as class_id
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
      and rows.after ? 'tax_class_id'
  ), ended as (
    delete from public.tax_exceptions as exceptions using classes
    where exceptions.product_id = classes.product_id and classes.class_id is null
  )
  insert into public.tax_exceptions (product_id, class_id)
  select classes.product_id, classes.class_id from classes where classes.class_id is not null
  on conflict (product_id) do update set class_id = excluded.class_id;

  perform private.write_item(
    rows.product_id, case when rows.is_size then rows.size_id end, case when is_undo then rows.before else rows.after end
  )
  from public.import_rows as rows
  where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change')
    and (not is_undo or rows.result = 'change') and rows.undo_skip_reason is null
    and rows.after ?| array['sku', 'barcode', 'vendor', 'weight'];

  with images as (
    select rows.product_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and not rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.products as target
  set category = written.category, name = written.name, description_header = written.description_header,
    description = written.description, price = written.price, discount_price = written.discount_price,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    img1 = written.img1, img2 = written.img2, size = written.size, availability = written.availability,
    also_called = written.also_called, storage = written.storage, origin = written.origin,
    ingredients = written.ingredients, contains = written.contains, may_contain = written.may_contain,
    fibre = written.fibre, care = written.care, heat_level = written.heat_level, amount = written.amount,
    unit = written.unit,
    archived_at = case
      when not images.image ? 'hidden' then known.archived_at
      when (images.image -> 'hidden')::boolean then coalesce(known.archived_at, now())
    end
  from images
  join public.products as known on known.id = images.product_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with images as (
    select rows.size_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.product_sizes as target
  set price = written.price, discount_price = written.discount_price, availability = written.availability,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    amount = written.amount, unit = written.unit
  from images
  join public.product_sizes as known on known.id = images.size_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with counts as (
    select rows.product_id, rows.size_id, rows.is_size, case when is_undo then rows.before else rows.after end -> 'stock' as stock
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change')
      and (not is_undo or rows.result = 'change') and rows.undo_skip_reason is null
  ), uncounted as (
    delete from public.product_stock as stock using counts
    where stock.product_id = counts.product_id and not counts.is_size and counts.stock = 'null'
  ), uncounted_sizes as (
    delete from public.size_stock as stock using counts
    where stock.size_id = counts.size_id and counts.is_size and counts.stock = 'null'
  ), counted as (
    insert into public.product_stock (product_id, stock_count)
    select counts.product_id, counts.stock::integer from counts where not counts.is_size and counts.stock <> 'null'
    on conflict (product_id) do update set stock_count = excluded.stock_count
  )
  insert into public.size_stock (size_id, stock_count)
  select counts.size_id, counts.stock::integer from counts where counts.is_size and counts.stock <> 'null'
  on conflict (size_id) do update set stock_count = excluded.stock_count;
end;
$$;
comment on function private.write_import_images(bigint, boolean) is
  'Writes the values after the import, or those before it. Call it with the import and its products locked.';

create or replace function public.undo_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s'
as $$
#variable_conflict use_column
declare
  undone public.imports := private.lock_import(undo_import.import_id);
begin
  if undone.undone_at is not null then
    return undone;
  end if;
  if undone.applied_at is null then
    raise sqlstate 'PT409' using message = 'This import was not applied.';
  end if;
  if undone.applied_at <= now() - interval '24 hours' then
    raise sqlstate 'PT410' using message = 'You can undo it for 24 hours only.';
  end if;
  if not private.is_admin() and exists (
    select from public.import_rows as rows
    where rows.import_id = undo_import.import_id and rows.after ? 'tax_class_id'
  ) then
    raise insufficient_privilege using message = 'Only the owner can change tax classes.';
  end if;
  perform private.lock_import_products(undo_import.import_id);
  update public.import_rows as rows set undo_skip_reason = case
    when images.image is null then 'It was removed since.' else 'It was sold or changed since.' end
  from (
    select known.place, case when known.is_size then (
      select private.size_image(sizes) from public.product_sizes as sizes
      where sizes.id = known.size_id and sizes.archived_at is null
    ) else (select private.product_image(products) from public.products where products.id = known.product_id) end as image
    from public.import_rows as known
    where known.import_id = undo_import.import_id and known.result in ('add', 'change')
  ) as images
  where rows.import_id = undo_import.import_id and rows.place = images.place
    and images.image @> rows.after is not true;
  update public.import_rows as rows set undo_skip_reason = 'Its tax class was deleted since.'
  where rows.import_id = undo_import.import_id and rows.undo_skip_reason is null
    and rows.before ->> 'tax_class_id' is not null and not exists (
      select from public.tax_classes where tax_classes.id = (rows.before ->> 'tax_class_id')::bigint
    );
  update public.import_rows as rows set undo_skip_reason = 'Another product has its barcode since.'
  where rows.import_id = undo_import.import_id and rows.result = 'change' and rows.undo_skip_reason is null
    and private.barcode_error(
      rows.before ->> 'barcode', rows.product_id, case when rows.is_size then rows.size_id end
    ) is not null;
  -- An added row stays if anything refers to it since.
  update public.import_rows as rows set undo_skip_reason = 'One of its sizes was changed or added since.'
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and exists (
      select from public.product_sizes as sizes
      left join public.import_rows as made on made.import_id = undo_import.import_id and made.size_id = sizes.id
      where sizes.product_id = rows.product_id and sizes.archived_at is null
        and (made.place is null or made.undo_skip_reason is not null)
    );
  update public.import_rows as rows set undo_skip_reason = 'Its product was changed since.'
  from public.import_rows as owners
  where rows.import_id = undo_import.import_id and rows.result = 'add' and rows.is_size and rows.undo_skip_reason is null
    and owners.import_id = rows.import_id and owners.place = rows.product_place and owners.undo_skip_reason is not null;

  perform private.write_import_images(undo_import.import_id, true);
  delete from public.product_sizes as sizes using public.import_rows as rows
  where rows.import_id = undo_import.import_id and rows.result = 'add' and rows.is_size and rows.undo_skip_reason is null
    and sizes.id = rows.size_id;
  delete from public.products using public.import_rows as rows
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and products.id = rows.product_id;
  update public.import_rows as rows set undo_skip_reason = 'It was ordered since, so it is hidden instead of deleted.'
  from public.products
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and products.id = rows.product_id;
  update public.imports set undone_at = now() where imports.id = undo_import.import_id
  returning imports.* into undone;
  perform private.add_to_audit_log('import', 'Taken back: ' || undone.file_name, null, jsonb_build_object(
    'left alone', (
      select count(*) from public.import_rows as rows
      where rows.import_id = undo_import.import_id and rows.undo_skip_reason is not null
    )
  ));
  return undone;
end;
$$;
comment on function public.undo_import(bigint) is
  'For managers, for 24 hours: restores everything except what was sold or changed since, which '
  'import_rows.undo_skip_reason names. Security definer, as begin_import.';

create or replace function public.set_product_sizes(product_id bigint, sizes jsonb) returns text[]
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  size_input record;
  written bigint;
  unsaved_labels text[] := '{}';
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_product_sizes';
  end if;
  if jsonb_typeof(set_product_sizes.sizes) is distinct from 'array'
    or jsonb_array_length(set_product_sizes.sizes) > 50 then
    raise invalid_parameter_value using message = 'A product can have 50 sizes at most.';
  end if;
  -- Lock order everywhere: sizes, counts, product.
  perform 1 from public.product_sizes as known
  where known.product_id = set_product_sizes.product_id
  order by known.id
  for no key update;
  perform 1 from public.size_stock as stock
  where stock.size_id in (
    select known.id from public.product_sizes as known where known.product_id = set_product_sizes.product_id
  )
  order by stock.size_id
  for update;
  perform 1 from public.products where products.id = set_product_sizes.product_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  delete from public.product_sizes as existing
  where existing.product_id = set_product_sizes.product_id and existing.archived_at is null
    and existing.id not in (
      select line.id from jsonb_to_recordset(set_product_sizes.sizes) as line (id bigint) where line.id is not null
    );
  for size_input in
    select line.* from rows from (jsonb_to_recordset(set_product_sizes.sizes) as (
      id bigint, label text, price numeric, discount_price numeric, availability text, amount numeric, unit text,
      stock_count integer, stock_count_before integer, sku text, barcode text, weight text
    )) with ordinality as line (
      id, label, price, discount_price, availability, amount, unit, stock_count, stock_count_before, sku, barcode, weight,
      place
    ) order by line.place
  loop
    if size_input.id is null then
      insert into public.product_sizes (
        product_id, label, position, price, discount_price, availability, amount, unit
      ) values (
        set_product_sizes.product_id, btrim(size_input.label), size_input.place, size_input.price, size_input.discount_price,
        coalesce(size_input.availability, 'available'), size_input.amount, size_input.unit
      ) returning product_sizes.id into written;
    else
      update public.product_sizes as known
      set label = btrim(size_input.label), position = size_input.place, price = size_input.price,
        discount_price = size_input.discount_price, availability = coalesce(size_input.availability, 'available'),
        amount = size_input.amount, unit = size_input.unit
      where known.id = size_input.id and known.product_id = set_product_sizes.product_id and known.archived_at is null
      returning known.id into written;
      if written is null then
        raise sqlstate 'PT409' using message = format('Size %s no longer exists.', size_input.label);
      end if;
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
    perform public.save_inventory_item(set_product_sizes.product_id, written, jsonb_build_object(
      'sku', size_input.sku, 'barcode', size_input.barcode, 'weight', size_input.weight
    ));
  end loop;
  return unsaved_labels;
end;
$$;
comment on function public.set_product_sizes(bigint, jsonb) is
  'For managers: replaces a product''s sizes with exactly these, in this order: [{id, label, price, discount_price,'
  ' availability, amount, unit, stock_count, stock_count_before, sku, barcode, weight}]; without an id a size is new. '
  'A missing sku, barcode, or weight stays. A count changes only if it differs from stock_count_before and nobody bought meanwhile; returns the labels of the others.';

create or replace view private.product_rows as
select products.id as product_id, null::bigint as size_id, products.category, products.name, products.size as label,
  products.price, products.regular_discount_price, products.discount_price, products.availability, stock.stock_count,
  products.archived_at is not null as is_hidden, products.pictures_ready, products.img1, products.storage,
  jsonb_array_length(products.sizes) as size_count, -1 as position, items.sku, items.barcode, items.vendor, items.weight,
  items.weight_unit
from public.products
left join public.product_stock as stock on stock.product_id = products.id
left join public.inventory_items as items on items.product_id = products.id and items.size_id is null
union all
select products.id, sizes.id, products.category, products.name, sizes.label,
  sizes.price, sizes.regular_discount_price, sizes.discount_price, sizes.availability, stock.stock_count,
  products.archived_at is not null, products.pictures_ready, products.img1, products.storage, 0, sizes.position, items.sku,
  items.barcode, items.vendor, items.weight, items.weight_unit
from public.product_sizes as sizes
join public.products on products.id = sizes.product_id
left join public.size_stock as stock on stock.size_id = sizes.id
left join public.inventory_items as items on items.product_id = sizes.product_id and items.size_id = sizes.id
where sizes.archived_at is null;

create or replace function private.product_cells(line private.product_rows) returns json
language plpgsql immutable set search_path = ''
as $$
begin
  return json_build_array(
    line.product_id, line.size_id, line.category, line.name, line.label, line.price, line.regular_discount_price,
    line.discount_price, line.availability, line.stock_count, line.is_hidden, line.pictures_ready, line.img1,
    line.storage, line.size_count, line.sku, line.barcode, line.vendor, trim_scale(line.weight) || ' ' || line.weight_unit
  );
end;
$$;
comment on function private.product_cells(private.product_rows) is
  'Writes a row without the names of its columns, which would be most of a list of ten thousand; '
  'app/features/product-table/product-row.ts reads it.';

create or replace function private.save_product_cell(change jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  before constant jsonb := coalesce(change -> 'before', '{}');
  after jsonb := coalesce(change -> 'after', '{}');
  product constant bigint := (change ->> 'product_id')::bigint;
  size constant bigint := (change ->> 'size_id')::bigint;
  image jsonb;
  errors text[];
begin
  if size is null then
    image := (select private.product_image(products) from public.products where products.id = product);
  else
    image := (
      select private.size_image(sizes) from public.product_sizes as sizes
      where sizes.id = size and sizes.product_id = product and sizes.archived_at is null
    );
  end if;
  if image is null then
    return jsonb_build_object('result', 'refuse', 'reason', 'It was removed. Reload the page.');
  elsif exists (
    select from jsonb_object_keys(after) as name
    where name not in ('price', 'discount_price', 'availability', 'stock', 'sku', 'barcode', 'weight')
      and (size is not null or name not in ('name', 'hidden', 'vendor'))
  ) then
    raise invalid_parameter_value using message = 'This cell can''t be edited.';
  end if;
  if after ? 'barcode' then
    after := after || jsonb_build_object('barcode', private.read_barcode(after ->> 'barcode'));
  end if;
  if nullif(after ->> 'weight', '') is not null then
    after := after || jsonb_build_object('weight', private.read_weight(after ->> 'weight'));
  end if;
  if image @> after then
    return '{"result": "same"}';
  elsif not image @> before then
    return '{"result": "conflict"}';
  end if;
  errors := private.import_errors(size is not null, image || after);
  if char_length(after ->> 'name') > 200 then
    errors := errors || 'The name is longer than 200 characters.'::text;
  end if;
  errors := array_remove(errors || private.barcode_error(after ->> 'barcode', product, size), null);
  if cardinality(errors) > 0 then
    return jsonb_build_object('result', 'refuse', 'reason', array_to_string(errors, ' '));
  end if;
  if after ->> 'stock' is not null and size is null then
    insert into public.product_stock (product_id, stock_count) values (product, (after ->> 'stock')::integer)
    on conflict (product_id) do update set stock_count = excluded.stock_count;
  elsif after ->> 'stock' is not null then
    insert into public.size_stock (size_id, stock_count) values (size, (after ->> 'stock')::integer)
    on conflict (size_id) do update set stock_count = excluded.stock_count;
  end if;
  if size is null then
    update public.products as target
    set name = written.name, price = written.price, discount_price = written.discount_price,
      regular_discount_price = case
        when after ? 'discount_price' then written.discount_price else known.regular_discount_price
      end,
      availability = written.availability,
      archived_at = case
        when not after ? 'hidden' then known.archived_at
        when (after -> 'hidden')::boolean then coalesce(known.archived_at, now())
      end
    from public.products as known cross join lateral jsonb_populate_record(known, after) as written
    where known.id = product and target.id = known.id;
  else
    update public.product_sizes as target
    set price = written.price, discount_price = written.discount_price,
      regular_discount_price = case
        when after ? 'discount_price' then written.discount_price else known.regular_discount_price
      end,
      availability = written.availability
    from public.product_sizes as known cross join lateral jsonb_populate_record(known, after) as written
    where known.id = size and target.id = known.id;
  end if;
  if after ?| array['sku', 'barcode', 'vendor', 'weight'] then
    perform private.write_item(product, size, after);
  end if;
  return '{"result": "change"}';
exception when data_exception or integrity_constraint_violation then
  if sqlstate = '22023' then
    raise;
  end if;
  return '{"result": "refuse", "reason": "This value isn''t allowed."}';
end;
$$;
comment on function private.save_product_cell(jsonb) is 'Call it with the product locked.';

create or replace function public.save_product_cells(changes jsonb) returns json
language plpgsql security definer set search_path = '' set statement_timeout = '15s'
as $$
declare
  results jsonb := '[]';
  change jsonb;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change products.';
  end if;
  if jsonb_typeof(save_product_cells.changes) is distinct from 'array'
    or jsonb_array_length(save_product_cells.changes) not between 1 and 500 then
    raise invalid_parameter_value using message = 'Send 1 change at least, and 500 changes at most.';
  end if;
  perform private.lock_products(
    array(
      select (line.value ->> 'product_id')::bigint from jsonb_array_elements(save_product_cells.changes) as line (value)
    ),
    array(
      select (line.value ->> 'size_id')::bigint from jsonb_array_elements(save_product_cells.changes) as line (value)
      where line.value ->> 'size_id' is not null
    )
  );
  for change in select line.value from jsonb_array_elements(save_product_cells.changes) as line (value) loop
    results := results || jsonb_build_array(private.save_product_cell(change));
  end loop;
  return (
    select json_agg(json_build_object(
      'result', results -> line.place::integer - 1 ->> 'result',
      'reason', coalesce(results -> line.place::integer - 1 ->> 'reason', ''),
      'row', (
        select private.product_cells(lines) from private.product_rows as lines
        where lines.product_id = (line.value ->> 'product_id')::bigint
          and lines.size_id is not distinct from (line.value ->> 'size_id')::bigint
      )
    ) order by line.place)
    from jsonb_array_elements(save_product_cells.changes) with ordinality as line (value, place)
  );
end;
$$;
comment on function public.save_product_cells(jsonb) is
  'For managers: changes cells [{product_id, size_id, before, after}] of name, price, discount_price, availability, stock, '
  'hidden, sku, barcode, vendor, and weight, each on its own: {result, reason, row} is change, same (nothing to write), conflict (it is no longer as '
  'in before), or refuse with a reason; row is the current one. Security definer: it locks and reads stock.';

create or replace function public.duplicate_product(product_id bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  -- Columns that shoppers see and managers write; the rest belongs to the row itself.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'name', 'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'discount_price',
        'regular_discount_price'
      ])
  );
  made_id bigint;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change the catalog.';
  end if;
  execute format(
    'insert into public.products (name, archived_at, discount_price, %1$s)
      select left(''Copy of '' || name, 200), now(), regular_discount_price, %1$s from public.products where id = $1 returning id',
    columns
  ) into made_id using duplicate_product.product_id;
  if made_id is null then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  insert into public.product_sizes (product_id, label, position, price, discount_price, availability, amount, unit)
  select made_id, sizes.label, sizes.position, sizes.price, sizes.regular_discount_price, sizes.availability, sizes.amount,
    sizes.unit
  from public.product_sizes as sizes
  where sizes.product_id = duplicate_product.product_id and sizes.archived_at is null
  order by sizes.position, sizes.id;
  -- Barcode and SKU are those of one product.
  insert into public.inventory_items (product_id, size_id, vendor, weight, weight_unit)
  select made_id, made_sizes.id, items.vendor, items.weight, items.weight_unit
  from public.inventory_items as items
  left join public.product_sizes as sizes on sizes.id = items.size_id
  left join public.product_sizes as made_sizes
    on made_sizes.product_id = made_id and lower(made_sizes.label) = lower(sizes.label)
  where items.product_id = duplicate_product.product_id and (items.vendor <> '' or items.weight is not null);
  insert into public.product_pictures (product_id, position, address, alt)
  select made_id, pictures.position, pictures.address, pictures.alt
  from public.product_pictures as pictures
  where pictures.product_id = duplicate_product.product_id;
  return made_id;
end;
$$;
comment on function public.duplicate_product(bigint) is
  'For managers: creates a hidden copy with images and sizes, without a stock count, and returns its id. Security '
  'definer: a copy must be hidden from the first moment, which an insert cannot express.';
