-- Clearer reasons of rejected rows and of rows that an undo leaves unchanged.

create or replace function private.barcode_error(barcode text, product_id bigint, size_id bigint) returns text
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
    format('%s already has the barcode %s.', private.item_title(owner.product_id, owner.size_id), barcode_error.barcode) end;
end;
$$;

create or replace function private.sale_of_cells(cells jsonb, is_size boolean, started_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  sale constant numeric := private.read_price(cells ->> 'sale_price');
  starts constant text := private.plain_cell(coalesce(cells ->> 'sale_starts', ''));
  ends constant text := private.plain_cell(coalesce(cells ->> 'sale_ends', ''));
  starts_at constant timestamptz := private.read_sale_time(starts, false);
  ends_at constant timestamptz := private.read_sale_time(ends, true);
begin
  if sale is null then
    return jsonb_build_object('problem', format('"%s" is not a price. Enter a number such as 4.99.', left(cells ->> 'sale_price', 40)));
  elsif (starts <> '' and starts_at is null) or (ends <> '' and ends_at is null) then
    return jsonb_build_object('problem', format('"%s" is not a date. Enter it like 2026-12-24.',
      left(case when starts <> '' and starts_at is null then starts else ends end, 40)));
  elsif starts_at >= ends_at then
    return jsonb_build_object('problem', 'The sale ends before it starts.');
  elsif ends_at <= now() then
    return jsonb_build_object('note', 'The sale has ended, so its price was not imported.');
  elsif ends_at is null and starts_at <= now() then
    return jsonb_build_object('discount_price', sale);
  elsif is_size then
    return jsonb_build_object(
      'note', 'Sizes can''t have a sale price with dates, so it was not imported. Add an offer instead.'
    );
  end if;
  return jsonb_build_object('offer', jsonb_build_object(
    'price', sale, 'starts_at', private.utc_text(coalesce(starts_at, started_at)),
    'ends_at', private.utc_text(coalesce(ends_at, '2100-01-01'))
  )) || case when ends_at is null then '{"note": "The sale has no end: remove its offer when it is over."}' else '{}'::jsonb end;
end;
$$;

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
        error := format('"%s" is not a price. Enter a number such as 4.99.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'availability' then
      parsed := to_jsonb(case
        when lower(typed.cell) in ('available', 'in stock', 'yes', 'true', '1') then 'available'
        when lower(typed.cell) in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
        when lower(typed.cell) = 'counted' then 'counted'
      end);
      if parsed is null and typed.cell <> '' then
        error := format('Availability must be available, sold_out, or counted, not "%s".', left(typed.cell, 40));
      elsif parsed is null then
        continue;
      end if;
    elsif typed.name = 'stock' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^([0-9]{1,8}|[0-9]{1,3}(,[0-9]{3}){1,2})$' and replace(typed.cell, ',', '')::integer <= 1000000 then
        parsed := to_jsonb(replace(typed.cell, ',', '')::integer);
      else
        error := format('Stock must be a whole number from 0 to 1,000,000, not "%s".', left(typed.cell, 40));
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
        error := format('"%s" has a word that is not one of the store''s allergens.', left(typed.cell, 80));
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
        error := format('"%s" is not an amount. Enter a number such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'pounds_each' then
      if private.read_decimal(typed.cell, 2) between 0.01 and 9999.99 then
        parsed := to_jsonb(private.read_decimal(typed.cell, 2));
      elsif typed.cell <> '' then
        error := format('"%s" is not a weight in pounds. Enter a number such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'weight_tolerance' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^[0-9]{1,2}$' and typed.cell::integer <= 50 then
        parsed := to_jsonb(typed.cell::integer);
      else
        error := format('The weight tolerance must be a whole number from 0 to 50 percent, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'snap' then
      parsed := to_jsonb(case
        when lower(typed.cell) in ('yes', 'true', '1') then 'yes' when lower(typed.cell) in ('no', 'false', '0') then 'no'
      end);
      if parsed is null and typed.cell <> '' then
        error := format('SNAP must be yes, no, or empty, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'unit' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if lower(typed.cell) not in ('', 'lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then
        error := format('The unit must be lb, oz, fl oz, ct, yd, or each, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'barcode' then
      parsed := to_jsonb(private.read_barcode(typed.cell));
      if parsed is null then
        error := case
          when typed.cell ~* '^[0-9.,]+e\+[0-9]+$'
            then format('A spreadsheet changed this barcode to "%s". Format the column as text.', left(typed.cell, 40))
          when regexp_replace(typed.cell, '[\s-]', '', 'g') ~ '^([0-9]{8}|[0-9]{12,14})$'
            then format('The check digit of barcode %s is wrong.', typed.cell)
          else format('"%s" is not a barcode.', left(typed.cell, 40))
        end;
      end if;
    elsif typed.name = 'weight' then
      parsed := to_jsonb(case when typed.cell = '' then '' else private.read_weight(typed.cell) end);
      if parsed is null then
        error := format('"%s" is not a weight. Enter it like 2.5 lb or 500 g.', left(typed.cell, 40));
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
      errors := errors || format('"%s" is not one of the store''s categories.', left(line.typed_category, 80));
    elsif line.typed_id = '' and line.category is null then
      errors := errors || 'Category is required.'::text;
    elsif line.found_count > 1 then
      product_id := null;
      errors := errors || format('%s products have this name. Add the id to choose one.', line.found_count);
    elsif line.first_place <> line.place then
      errors := errors || format(
        case when is_size then 'Row %s already lists this size.' else 'Row %s already lists this product.' end,
        line.first_row
      );
    elsif is_size and line.product_place = any (rejected_places) then
      errors := errors || 'The row of its product has an error.'::text;
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
          then format('Row %s has the same barcode, %s.', barcode_rows ->> barcode_key, new_values ->> 'barcode') end
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
    when images.image is null then 'It has been removed since.' else 'It has been sold or changed since.' end
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
  update public.import_rows as rows set undo_skip_reason = 'Its tax class has been deleted since.'
  where rows.import_id = undo_import.import_id and rows.undo_skip_reason is null
    and rows.before ->> 'tax_class_id' is not null and not exists (
      select from public.tax_classes where tax_classes.id = (rows.before ->> 'tax_class_id')::bigint
    );
  update public.import_rows as rows set undo_skip_reason = 'Another product has taken its barcode since.'
  where rows.import_id = undo_import.import_id and rows.result = 'change' and rows.undo_skip_reason is null
    and private.barcode_error(
      rows.before ->> 'barcode', rows.product_id, case when rows.is_size then rows.size_id end
    ) is not null;
  -- An added row stays if anything refers to it since.
  update public.import_rows as rows set undo_skip_reason = 'One of its sizes has been changed or added since.'
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and exists (
      select from public.product_sizes as sizes
      left join public.import_rows as made on made.import_id = undo_import.import_id and made.size_id = sizes.id
      where sizes.product_id = rows.product_id and sizes.archived_at is null
        and (made.place is null or made.undo_skip_reason is not null)
    );
  update public.import_rows as rows set undo_skip_reason = 'Its product has been changed since.'
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
  update public.import_rows as rows set undo_skip_reason = 'It has been ordered since, so it is hidden instead of deleted.'
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
