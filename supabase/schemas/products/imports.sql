-- CSV imports: rows are stored as typed, validated by the database, written in one transaction, and can be undone for a
-- day. The validated result is stored, and an import writes exactly that or nothing. Kept for 30 days.
create table public.imports (
  id bigint generated always as identity primary key,
  file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 200),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  validated_at timestamptz,
  applied_at timestamptz,
  undone_at timestamptz,
  add_count integer not null default 0,
  change_count integer not null default 0,
  same_count integer not null default 0,
  rejected_count integer not null default 0,
  is_bulk_change boolean not null default false -- Of rows selected in the product table; file_name describes it.
);
create index imports_created_by on public.imports (created_by);

grant select on public.imports to authenticated;
create policy "managers read the imports" on public.imports
  for select to authenticated using ((select private.can_manage()));

-- One product or one size each. The first columns hold the input, the others the validation result.
create table public.import_rows (
  import_id bigint not null references public.imports (id) on delete cascade,
  place integer not null check (place between 1 and 5000),
  row_number integer not null check (row_number >= 1), -- In the file; a product's variant may be in the same row.
  -- Texts by column name; an absent column leaves its value unchanged.
  cells jsonb not null check (jsonb_typeof(cells) = 'object' and char_length(cells::text) <= 40000),
  result text check (result in ('add', 'change', 'same', 'refuse')),
  reason text not null default '', -- Unused: the version after 1.0.0 drops it.
  is_size boolean not null default false,
  product_place integer, -- For a size whose product is added by the same import: that row's place.
  product_id bigint,
  size_id bigint,
  before jsonb, -- Values before the change.
  after jsonb, -- Values after the change.
  undo_skip_reason text, -- Code of the reason why undoing the import left it unchanged.
  -- Why it is rejected, otherwise notes: [{code, …values}]; texts: app/features/product-import/import-reasons.ts.
  reasons jsonb not null default '[]',
  primary key (import_id, place)
);

grant select on public.import_rows to authenticated;
create policy "managers read the rows of imports" on public.import_rows
  for select to authenticated using ((select private.can_manage()));

-- Returns a cell in one Unicode form (NFC), trimmed, and with LF line breaks.
create function private.plain_cell(cell text) returns text
language sql immutable
return btrim(replace(normalize(cell), E'\r\n', E'\n'), E' \t\n\r' || chr(160));

-- Returns the key shared by names that look the same: one Unicode form, one kind of space, lower case.
create function private.name_key(name text) returns text
language sql immutable parallel safe
return lower(btrim(regexp_replace(normalize(name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g')));

-- A row without an id is matched by category and name.
create index products_category_name on public.products
  (category, lower(btrim(regexp_replace(normalize(name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g'))));

-- Parses a day, or a day and a time, in the store's time zone; the end of a sale includes its day. Null for others.
create function private.read_sale_time(cell text, is_end boolean) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if cell !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?$' then
    return null;
  end if;
  return (
    select (case when is_end and cell !~ ':' then cell::date + 1 else cell::timestamp end)::timestamp
      at time zone store_settings.time_zone
    from public.store_settings
  );
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end;
$$;

-- Formats an instant in UTC, regardless of the session's time zone.
create function private.utc_text(at timestamptz) returns text
language sql immutable
return to_char(utc_text.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- Returns a reason of import_rows.reasons: the cell of a column can't be read.
create function private.cell_problem(name text, cell text) returns jsonb
language sql immutable
return jsonb_build_object('code', case
  when name = 'barcode' and cell ~* '^[0-9.,]+e\+[0-9]+$' then 'reformatted_barcode'
  when name = 'barcode' and regexp_replace(cell, '[\s-]', '', 'g') ~ '^([0-9]{8}|[0-9]{12,14})$' then 'wrong_check_digit'
  else 'invalid_' || name
end, 'value', left(cell, 40));

-- Returns what a sale price with dates becomes if imported now: {discount_price}, {offer}, or nothing, with a {note};
-- or the {problem} as in import_rows.reasons. A sale without a start date starts with its import.
create function private.sale_of_cells(cells jsonb, is_size boolean, started_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sale constant numeric := private.read_decimal(cells ->> 'sale_price', 2);
  starts constant text := private.plain_cell(coalesce(cells ->> 'sale_starts', ''));
  ends constant text := private.plain_cell(coalesce(cells ->> 'sale_ends', ''));
  starts_at constant timestamptz := private.read_sale_time(starts, false);
  ends_at constant timestamptz := private.read_sale_time(ends, true);
begin
  if sale is null then
    return jsonb_build_object('problem', private.cell_problem('price', cells ->> 'sale_price'));
  elsif (starts <> '' and starts_at is null) or (ends <> '' and ends_at is null) then
    return jsonb_build_object(
      'problem', private.cell_problem('date', case when starts <> '' and starts_at is null then starts else ends end)
    );
  elsif starts_at >= ends_at then
    return '{"problem": {"code": "sale_ends_before_start"}}';
  elsif ends_at <= now() then
    return '{"note": {"code": "sale_over"}}';
  elsif ends_at is null and starts_at <= now() then
    return jsonb_build_object('discount_price', sale);
  elsif is_size then
    return '{"note": {"code": "sale_of_size"}}';
  end if;
  return jsonb_build_object('offer', jsonb_build_object(
    'price', sale, 'starts_at', private.utc_text(coalesce(starts_at, started_at)),
    'ends_at', private.utc_text(coalesce(ends_at, '2100-01-01'))
  )) || case when ends_at is null then '{"note": {"code": "sale_without_end"}}' else '{}'::jsonb end;
end;
$$;

-- Returns the value of a cell that is not plain text; null if it is empty or cannot be read.
create function private.read_import_cell(name text, cell text) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := lower(cell);
begin
  return case
    when name in ('price', 'discount_price') then to_jsonb(private.read_decimal(cell, 2))
    when name = 'availability' then to_jsonb(case
      when typed in ('available', 'in stock', 'yes', 'true', '1') then 'available'
      when typed in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
      when typed = 'counted' then 'counted'
    end)
    when name = 'stock' then case
      when cell ~ '^([0-9]{1,8}|[0-9]{1,3}(,[0-9]{3}){1,2})$' and replace(cell, ',', '')::integer <= 1000000
        then to_jsonb(replace(cell, ',', '')::integer)
    end
    when name = 'hidden' then
      case when typed in ('yes', 'true', '1', 'no', 'false', '0') then to_jsonb(typed in ('yes', 'true', '1')) end
    when name = 'snap' then
      to_jsonb(case when typed in ('yes', 'true', '1') then 'yes' when typed in ('no', 'false', '0') then 'no' end)
    when name = 'storage' then case when typed in ('shelf', 'chilled', 'frozen') then to_jsonb(typed) end
    when name = 'unit' then case when typed in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then to_jsonb(typed) end
    when name in ('contains', 'may_contain') then (
      select case
        when found.words <@ '["milk", "egg", "fish", "crustacean_shellfish", "tree_nut", "peanut", "wheat", "soy", "sesame"]'
          then found.words
      end
      from (
        select to_jsonb(array(
          select replace(btrim(word), ' ', '_') from regexp_split_to_table(typed, '[,;|]') as words (word)
          where btrim(word) <> ''
        )) as words
      ) as found
    )
    when name = 'heat_level' then case when cell ~ '^[1-5]$' then to_jsonb(cell::integer) end
    when name = 'amount' then case
      when private.read_decimal(cell, 3) between 0.001 and 9999999.999 then to_jsonb(private.read_decimal(cell, 3))
    end
    when name = 'pounds_each' then
      case when private.read_decimal(cell, 2) between 0.01 and 9999.99 then to_jsonb(private.read_decimal(cell, 2)) end
    when name = 'weight_tolerance' then
      case when cell ~ '^[0-9]{1,2}$' and cell::integer <= 50 then to_jsonb(cell::integer) end
    when name = 'barcode' then to_jsonb(private.read_barcode(cell))
    when name = 'weight' then to_jsonb(case when cell = '' then '' else private.read_weight(cell) end)
    when name = 'tax_class_id' then case when cell ~ '^[0-9]{1,18}$' then to_jsonb(cell::bigint) end
  end;
end;
$$;

-- Returns {values, errors}: values of a product or size by column, and the errors found. Cells of other columns are
-- ignored; a parser of another store's file may add its own error as "problem", a text or a code.
create function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200, "sku": 60, "vendor": 100}';
  typed_columns constant text[] := array[
    'price', 'discount_price', 'availability', 'stock', 'hidden', 'storage', 'contains', 'may_contain', 'heat_level',
    'amount', 'pounds_each', 'weight_tolerance', 'snap', 'unit', 'barcode', 'weight', 'tax_class_id'
  ];
  found_values jsonb := '{}';
  errors jsonb := '[]';
  typed record;
  parsed jsonb;
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
    if typed.name = 'problem' then
      errors := errors || jsonb_build_object('code', left(typed.cell, 200));
      continue;
    elsif longest ? typed.name then
      parsed := to_jsonb(typed.cell);
      if char_length(typed.cell) > (longest ->> typed.name)::integer then
        errors := errors || jsonb_build_object('code', 'too_long', 'column', typed.name, 'count', longest -> typed.name);
      end if;
    -- An empty cell of these changes nothing.
    elsif typed.name <> all (typed_columns)
      or typed.cell = '' and typed.name in ('availability', 'stock', 'hidden', 'weight_tolerance') then
      continue;
    else
      parsed := private.read_import_cell(typed.name, typed.cell);
      if parsed is null and typed.cell <> '' then
        errors := errors || private.cell_problem(typed.name, typed.cell);
      end if;
    end if;
    found_values := found_values || jsonb_build_object(typed.name, parsed);
  end loop;
  if found_values ? 'stock' and not found_values ? 'availability' then
    found_values := found_values || '{"availability": "counted"}';
  elsif found_values ->> 'availability' <> 'counted' then
    found_values := found_values - 'stock';
  end if;
  return jsonb_build_object('values', found_values, 'errors', errors);
end;
$$;

-- Describes an offer with a price as import_rows.before and after store it.
create function private.offer_image(offer public.offers) returns jsonb
language sql immutable
return jsonb_build_object(
  'price', offer.price, 'starts_at', private.utc_text(offer.starts_at), 'ends_at', private.utc_text(offer.ends_at)
);

create function private.product_image(product public.products) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(product) || private.item_image(product.id, null) || jsonb_build_object(
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
$$;

create function private.size_image(size public.product_sizes) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(size) || private.item_image(size.product_id, size.id) || jsonb_build_object(
    'discount_price', size.regular_discount_price,
    'stock', (select stock_count from public.size_stock where size_stock.size_id = size.id)
  );
$$;

-- Lists the rules that a product, or one of its sizes, breaks, as in import_rows.reasons.
create function private.import_errors(is_size boolean, image jsonb) returns jsonb[]
language sql immutable set search_path = '' as $$
  select array(
    select jsonb_build_object('code', rules.code)
    from (values
      ('name_required', not is_size and coalesce(image ->> 'name', '') = ''),
      ('price_required', not is_size and image ->> 'price' is null),
      ('size_price_required', is_size and image ->> 'price' is null and image ->> 'discount_price' is not null),
      ('discount_too_high', (image ->> 'discount_price')::numeric >= (image ->> 'price')::numeric),
      ('unit_required', (image ->> 'amount' is null) <> (image ->> 'unit' is null)),
      ('allergen_twice', exists (
        select from jsonb_array_elements_text(coalesce(image -> 'contains', '[]')) as word
        where coalesce(image -> 'may_contain', '[]') ? word
      ))
    ) as rules (code, is_broken)
    where rules.is_broken
  );
$$;

-- Returns the addresses of images in the store's bucket as img1 and img2; dropped: others were ignored.
create function private.read_import_pictures(cells jsonb, image jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select jsonb_object_agg(
      case when given.is_kept then given.name else 'dropped' end, case when given.is_kept then given.address else '' end
    )
    from (
      select typed.name, typed.address,
        typed.address is not distinct from image ->> typed.name
        -- The server fetches no address that a file names.
        or private.picture_name(typed.address) is not null and private.picture_exists(private.picture_name(typed.address))
          as is_kept
      from (
        select columns.name,
          regexp_replace(private.plain_cell(cells ->> columns.typed), '^https?://[^/]+(/storage/)', '\1') as address
        from (values ('picture', 'img1'), ('second_picture', 'img2')) as columns (typed, name)
        where private.plain_cell(coalesce(cells ->> columns.typed, '')) <> ''
      ) as typed
    ) as given
  ), '{}');
$$;

create function private.changed_cells(cells jsonb, image jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce((
    select jsonb_object_agg(cell.key, cell.value) from jsonb_each(cells) as cell
    where cell.value is distinct from image -> cell.key
      -- Added or removed whitespace is no change.
      and (jsonb_typeof(cell.value) <> 'string'
        or cell.value #>> '{}' is distinct from private.plain_cell(image ->> cell.key))
  ), '{}');
$$;

-- Finds the product and size of each row, the row of its product, or the problem of the row.
create function private.match_import_rows(import_id bigint)
returns table (
  place integer, row_number integer, cells jsonb, label text, name text, category text, known_id bigint,
  found_count bigint, product_place integer, known_product public.products, known_size public.product_sizes, problem jsonb
)
language sql stable set search_path = '' as $$
  with given as materialized (
    select rows.place, rows.row_number, rows.cells,
      private.plain_cell(coalesce(rows.cells ->> 'id', '')) as typed_id,
      private.plain_cell(coalesce(rows.cells ->> 'category', '')) as typed_category,
      private.plain_cell(coalesce(rows.cells ->> 'name', '')) as name,
      private.plain_cell(coalesce(rows.cells ->> 'size_label', '')) as label
    from public.import_rows as rows where rows.import_id = match_import_rows.import_id
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
  ), matched as (
    select keyed.*, first_value(keyed.row_number) over same_item as first_row,
      first_value(keyed.place) over same_item as first_place,
      min(case when keyed.label = '' then keyed.place end) over (partition by keyed.product_key) as product_place
    from keyed
    window same_item as (partition by keyed.product_key, keyed.label_key order by keyed.place)
  )
  select matched.place, matched.row_number, matched.cells, matched.label, matched.name, matched.category, matched.known_id,
    matched.found_count, matched.product_place, known_product, known_size,
    case
      when matched.typed_id <> '' and matched.known_id is null
        then private.cell_problem('id', matched.typed_id)
      when matched.typed_id = '' and matched.name = '' then '{"code": "name_required"}'
      when matched.typed_category <> '' and matched.category is null
        then private.cell_problem('category', matched.typed_category)
      when matched.typed_id = '' and matched.category is null then '{"code": "category_required"}'
      when matched.found_count > 1 then jsonb_build_object('code', 'same_name', 'count', matched.found_count)
      when matched.first_place <> matched.place then jsonb_build_object(
        'code', case when matched.label <> '' then 'size_listed' else 'product_listed' end, 'row', matched.first_row
      )
      when matched.label <> '' and matched.known_id is null and matched.product_place is null
        then '{"code": "no_product"}'
    end
  from matched
  left join public.products as known_product on known_product.id = matched.known_id
  left join public.product_sizes as known_size on matched.label <> '' and known_size.product_id = matched.known_id
    and known_size.archived_at is null and private.name_key(known_size.label) = matched.label_key
  -- Each size after its product, wherever the rows are.
  order by matched.label <> '', matched.place;
$$;

-- Validates each row against the current catalog. Validation and import both call it, so that they cannot differ.
create function private.validate_import_rows(import_id bigint)
returns table (
  place integer, result text, reasons jsonb, is_size boolean, product_place integer, product_id bigint, size_id bigint,
  before jsonb, after jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  line record;
  image jsonb;
  new_values jsonb;
  sale jsonb;
  started_at constant timestamptz := (select created_at from public.imports where imports.id = validate_import_rows.import_id);
  errors jsonb[];
  notes jsonb[];
  rejected_places integer[] := '{}';
  barcode_rows jsonb := '{}';
  barcode_key text;
begin
  for line in select * from private.match_import_rows(validate_import_rows.import_id) loop
    place := line.place;
    is_size := line.label <> '';
    product_id := case when line.found_count < 2 then line.known_id end;
    product_place := case when is_size and line.known_id is null then line.product_place end;
    size_id := (line.known_size).id;
    before := null;
    after := null;
    notes := '{}';
    new_values := private.read_import_cells(line.cells, is_size);
    errors := array(select jsonb_array_elements(new_values -> 'errors')) || array[
      coalesce(line.problem, case
        when is_size and line.product_place = any (rejected_places) then '{"code": "product_rejected"}'::jsonb
      end),
      case when char_length(line.label) > 40 then '{"code": "size_too_long"}'::jsonb end
    ];
    new_values := new_values -> 'values';
    if is_size then
      image := case when (line.known_size).id is not null then private.size_image(line.known_size) end;
    else
      image := case when (line.known_product).id is not null then private.product_image(line.known_product) end;
      new_values := new_values || jsonb_strip_nulls(jsonb_build_object(
        'category', line.category, 'name', case when image is null then coalesce(new_values ->> 'name', line.name) end
      )) || private.read_import_pictures(line.cells, image);
      if new_values ? 'dropped' then
        notes := notes || '{"code": "image_dropped"}'::jsonb;
        new_values := new_values - 'dropped';
      end if;
    end if;
    if private.plain_cell(coalesce(line.cells ->> 'sale_price', '')) <> '' then
      sale := private.sale_of_cells(line.cells, is_size, started_at);
      errors := errors || (sale -> 'problem');
      notes := array_remove(notes || (sale -> 'note'), null);
      new_values := new_values || (sale - '{problem,note,offer}'::text[]);
      if sale ? 'offer' and not coalesce(image -> 'offers', '[]') @> jsonb_build_array(sale -> 'offer') then
        new_values := new_values || jsonb_build_object('offers', coalesce(image -> 'offers', '[]') || (sale -> 'offer'));
      end if;
    end if;
    new_values := private.changed_cells(new_values, image);
    if new_values ? 'tax_class_id' then
      errors := errors || case
        when not private.is_admin() then '{"code": "tax_class_of_owner"}'::jsonb
        when image is null then '{"code": "tax_class_of_new_product"}'
        when not exists (select from public.tax_classes where tax_classes.id = (new_values ->> 'tax_class_id')::bigint)
          and new_values ->> 'tax_class_id' is not null then '{"code": "invalid_tax_class_id"}'
      end;
    end if;
    barcode_key := private.barcode_key(new_values ->> 'barcode');
    if barcode_key is not null then
      errors := errors || array[
        -- A new size has no id yet, and is not its product.
        private.barcode_error(new_values ->> 'barcode', product_id, case when is_size then coalesce(size_id, -1) end),
        case when barcode_rows ? barcode_key then jsonb_build_object(
          'code', 'same_barcode', 'row', barcode_rows -> barcode_key, 'barcode', new_values -> 'barcode'
        ) end
      ];
      barcode_rows := jsonb_build_object(barcode_key, line.row_number) || barcode_rows;
    end if;
    errors := array_remove(errors, null);
    if cardinality(errors) = 0 then
      errors := private.import_errors(is_size, coalesce(image, '{}') || new_values);
    end if;
    if cardinality(errors) > 0 then
      result := 'refuse';
      reasons := to_jsonb(errors);
      product_place := null;
      if not is_size then
        rejected_places := rejected_places || line.place;
      end if;
    else
      result := case when image is null then 'add' when new_values = '{}' then 'same' else 'change' end;
      reasons := to_jsonb(notes);
      if result = 'change' then
        select jsonb_object_agg(cell.key, image -> cell.key) into before from jsonb_each(new_values) as cell;
      end if;
      after := case when result <> 'same' then new_values end;
    end if;
    return next;
  end loop;
end;
$$;

-- For managers: creates an import for stage_import_rows, returns its id. Security definer: callers may not write it.
create function public.begin_import(file_name text) returns bigint
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can import products.');
  delete from public.imports
  where imports.created_at < now() - case when imports.applied_at is null then interval '1 day' else interval '30 days' end;
  insert into public.imports (file_name, created_by)
  values (coalesce(nullif(left(btrim(begin_import.file_name), 200), ''), 'A pasted table'), (select auth.uid()))
  returning imports.id;
$$;
grant execute on function public.begin_import(text) to authenticated;

create function private.lock_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' as $$
declare
  locked public.imports;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can import products.');
  select * into locked from public.imports where imports.id = lock_import.import_id for update;
  perform private.reject_if(locked.id is null, 'PT404', 'This import doesn''t exist.');
  return locked;
end;
$$;

-- For managers: adds rows [{place, row_number, cells}] to an import that has not been validated, 500 per call and 5,000
-- in all; returns the count so far. cells are texts by column: id, category, name, size_label (a size of that product),
-- and the columns of the export. Security definer, as begin_import.
create function public.stage_import_rows(import_id bigint, rows jsonb) returns integer
language sql security definer set search_path = '' as $$
  select private.reject_if((private.lock_import(import_id)).validated_at is not null,
    'PT409', 'This import already has all its rows.');
  select private.reject_if(
    not private.is_list(rows, 0, 500) or rows @? 'strict $[*].cells.keyvalue() ? (@.value.type() != "string")',
    '22023', 'Send 500 text rows at most.'
  );
  -- Idempotent: a repeated call with the same rows changes nothing, because a response may have been lost.
  insert into public.import_rows (import_id, place, row_number, cells)
  select stage_import_rows.import_id, line.place, line.row_number, line.cells
  from jsonb_to_recordset(stage_import_rows.rows) as line (place integer, row_number integer, cells jsonb)
  on conflict (import_id, place) do update set row_number = excluded.row_number, cells = excluded.cells;
  select count(*) from public.import_rows as staged where staged.import_id = stage_import_rows.import_id;
$$;
grant execute on function public.stage_import_rows(bigint, jsonb) to authenticated;

-- For managers: validates each row, again after the catalog changed. Security definer, as begin_import.
create function public.validate_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  planned public.imports := private.lock_import(import_id);
begin
  if planned.applied_at is not null then
    return planned;
  end if;
  update public.import_rows as rows
  set result = validated.result, reasons = validated.reasons, is_size = validated.is_size,
    product_place = validated.product_place, product_id = validated.product_id, size_id = validated.size_id,
    before = validated.before, after = validated.after
  from private.validate_import_rows(validate_import.import_id) as validated
  where rows.import_id = validate_import.import_id and rows.place = validated.place;
  update public.imports
  set validated_at = now(), add_count = counted.added, change_count = counted.changed, same_count = counted.same,
    rejected_count = counted.rejected
  from (
    select count(*) filter (where result = 'add') as added, count(*) filter (where result = 'change') as changed,
      count(*) filter (where result = 'same') as same, count(*) filter (where result = 'refuse') as rejected
    from public.import_rows as rows where rows.import_id = validate_import.import_id
  ) as counted
  where imports.id = validate_import.import_id returning imports.* into planned;
  return planned;
end;
$$;
grant execute on function public.validate_import(bigint) to authenticated;

-- Cells of a product, or one of its sizes, to write. May be null: size_id.
create type private.cell_change as (product_id bigint, size_id bigint, cells jsonb);

-- Writes counts, SKUs, barcodes, vendors, and weights. Call it with the products locked.
create function private.write_stock_cells(changes private.cell_change[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.write_item(changed.product_id, changed.size_id, changed.cells)
  from unnest(changes) as changed where changed.cells ?| array['sku', 'barcode', 'vendor', 'weight'];
  with counts as (
    select changed.product_id, changed.size_id, changed.cells -> 'stock' as stock
    from unnest(changes) as changed where changed.cells ? 'stock'
  ), uncounted as (
    delete from public.product_stock as stock using counts
    where stock.product_id = counts.product_id and counts.size_id is null and counts.stock = 'null'
  ), uncounted_sizes as (
    delete from public.size_stock as stock using counts where stock.size_id = counts.size_id and counts.stock = 'null'
  ), counted as (
    insert into public.product_stock (product_id, stock_count)
    select counts.product_id, counts.stock::integer from counts where counts.size_id is null and counts.stock <> 'null'
    on conflict (product_id) do update set stock_count = excluded.stock_count
  )
  insert into public.size_stock (size_id, stock_count)
  select counts.size_id, counts.stock::integer from counts where counts.size_id is not null and counts.stock <> 'null'
  on conflict (size_id) do update set stock_count = excluded.stock_count;
end;
$$;

-- Writes cells of products and sizes, as jsonb_populate_record reads them. Call it with the products locked.
create function private.write_cells(changes private.cell_change[]) returns void
language plpgsql set search_path = '' as $$
begin
  with classes as (
    select changed.product_id, (changed.cells ->> 'tax_class_id')::bigint as class_id
    from unnest(changes) as changed where changed.cells ? 'tax_class_id'
  ), ended as (
    delete from public.tax_exceptions as exceptions using classes
    where exceptions.product_id = classes.product_id and classes.class_id is null
  )
  insert into public.tax_exceptions (product_id, class_id)
  select classes.product_id, classes.class_id from classes where classes.class_id is not null
  on conflict (product_id) do update set class_id = excluded.class_id;

  execute format(
    'update public.products as target set (regular_discount_price, archived_at, %1$s) = (
      select
        case when changed.cells ? ''discount_price'' then discount_price else regular_discount_price end,
        case
          when not changed.cells ? ''hidden'' then archived_at
          when (changed.cells -> ''hidden'')::boolean then coalesce(archived_at, now())
        end, %1$s
      from jsonb_populate_record(known, changed.cells)
    )
    from unnest($1) as changed
    join public.products as known on known.id = changed.product_id and changed.size_id is null
    where target.id = known.id', private.product_columns()
  ) using changes;

  update public.product_sizes as target
  set price = written.price, discount_price = written.discount_price, availability = written.availability,
    regular_discount_price = case
      when changed.cells ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    amount = written.amount, unit = written.unit
  from unnest(changes) as changed
  join public.product_sizes as known on known.id = changed.size_id
  cross join lateral jsonb_populate_record(known, changed.cells) as written
  where target.id = known.id;
  perform private.write_stock_cells(changes);
end;
$$;

-- Writes the values after the import, or those before it. Call it with the import and its products locked.
create function private.write_import_images(import_id bigint, is_undo boolean) returns void
language plpgsql set search_path = '' as $$
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
  perform private.write_cells(array(
    select row(rows.product_id, rows.size_id, case when is_undo then rows.before else rows.after end)::private.cell_change
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
  ));
  perform private.write_stock_cells(array(
    select row(rows.product_id, rows.size_id, rows.after)::private.cell_change from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'add' and not is_undo
  ));
end;
$$;

-- For managers: writes the validated import once; 409 if its result changed. Security definer, as begin_import.
create function public.apply_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  applied public.imports := private.lock_import(import_id);
begin
  if applied.applied_at is not null then
    return applied;
  end if;
  perform private.reject_if(applied.validated_at is null, 'PT409', 'Preview this import before you apply it.');
  -- Two imports that add the same product run one after the other.
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  -- Without statistics of rows that were just added, PostgreSQL plans for one row, and 5,000 take minutes.
  analyze public.import_rows (import_id, place, result);
  perform private.lock_products(array_agg(rows.product_id), array_agg(rows.size_id))
  from public.import_rows as rows where rows.import_id = apply_import.import_id;
  perform set_config('shop.import_id', import_id::text, true);
  perform private.reject_if(exists (
    select from public.import_rows as rows
    join private.validate_import_rows(apply_import.import_id) as validated on validated.place = rows.place
    where rows.import_id = apply_import.import_id
      and (validated.result, validated.reasons, validated.product_place, validated.product_id, validated.size_id, validated.before, validated.after)
        is distinct from
        (rows.result, rows.reasons, rows.product_place, rows.product_id, rows.size_id, rows.before, rows.after)
  ), 'PT409', 'Products were sold or changed in the meantime. Check the list again.');

  -- In the order of the file, as if they had been added one by one.
  update public.import_rows as rows
  set product_id = case when rows.is_size then rows.product_id else numbered.id end,
    size_id = case when rows.is_size then numbered.id end
  from (
    select added.place, nextval(pg_get_serial_sequence(added.written_to, 'id')) as id
    from (
      select each.place, case when each.is_size then 'public.product_sizes' else 'public.products' end as written_to
      from public.import_rows as each
      where each.import_id = apply_import.import_id and each.result = 'add'
      order by each.place
    ) as added
  ) as numbered
  where rows.import_id = apply_import.import_id and rows.place = numbered.place;
  update public.import_rows as rows set product_id = owners.product_id
  from public.import_rows as owners
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.product_id is null
    and owners.import_id = rows.import_id and owners.place = rows.product_place;
  execute format(
    'insert into public.products (id, archived_at, %1$s) overriding system value
      select rows.product_id, case when (rows.after -> ''hidden'')::boolean then now() end, made.*
      from public.import_rows as rows
      cross join lateral (select %1$s from jsonb_populate_record(null::public.products, $2 || rows.after)) as made
      where rows.import_id = $1 and rows.result = ''add'' and not rows.is_size order by rows.place',
    private.product_columns()
  ) using import_id, '{
    "description_header": "", "description": "", "img1": "", "img1_alt": "", "img2_alt": "", "size": "",
    "availability": "available", "also_called": "", "origin": "", "ingredients": "", "contains": [], "may_contain": [],
    "fibre": "", "care": "", "weight_tolerance": 10
  }'::jsonb;

  insert into public.product_sizes (
    id, product_id, label, position, price, discount_price, availability, amount, unit
  ) overriding system value
  select rows.size_id, rows.product_id, private.plain_cell(rows.cells ->> 'size_label'),
    coalesce((
      select max(sizes.position) from public.product_sizes as sizes where sizes.product_id = rows.product_id
    ), 0) + row_number() over (partition by rows.product_id order by rows.place),
    made.price, made.discount_price, made.availability, made.amount, made.unit
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.product_sizes, '{"availability": "available"}' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size
  order by rows.place;

  perform private.write_import_images(import_id, false);
  update public.imports set applied_at = now() where imports.id = apply_import.import_id
  returning imports.* into applied;
  perform set_config('shop.import_id', '', true);
  perform private.add_to_audit_log(
    'import', case when applied.is_bulk_change then 'Bulk change: ' else 'Import of ' end || applied.file_name, null,
    jsonb_build_object('added', applied.add_count, 'changed', applied.change_count, 'refused', applied.rejected_count)
  );
  return applied;
end;
$$;
grant execute on function public.apply_import(bigint) to authenticated;

-- For managers, for 24 hours: restores all but what was sold or changed since. Security definer, as begin_import.
create function public.undo_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  undone public.imports := private.lock_import(import_id);
begin
  if undone.undone_at is not null then
    return undone;
  end if;
  perform private.reject_if(undone.applied_at is null, 'PT409', 'This import was not applied.');
  perform private.reject_if(undone.applied_at <= now() - interval '24 hours',
    'PT410', 'You can undo it for 24 hours only.');
  perform private.reject_if(not private.is_admin() and exists (
    select from public.import_rows as rows
    where rows.import_id = undo_import.import_id and rows.after ? 'tax_class_id'
  ), '42501', 'Only the owner can change tax classes.');
  perform private.lock_products(array_agg(rows.product_id), array_agg(rows.size_id))
  from public.import_rows as rows where rows.import_id = undo_import.import_id;
  perform set_config('shop.import_id', import_id::text, true);
  update public.import_rows as rows set undo_skip_reason = case
    when images.image is null then 'removed'
    when images.image @> rows.after is not true then 'sold_or_changed'
    when rows.before ->> 'tax_class_id' is not null and not exists (
      select from public.tax_classes where tax_classes.id = (rows.before ->> 'tax_class_id')::bigint
    ) then 'tax_class_deleted'
    when private.barcode_error(rows.before ->> 'barcode', rows.product_id, rows.size_id) is not null
      then 'barcode_taken_since'
  end
  from (
    select known.place, case when known.is_size then (
      select private.size_image(sizes) from public.product_sizes as sizes
      where sizes.id = known.size_id and sizes.archived_at is null
    ) else (select private.product_image(products) from public.products where products.id = known.product_id) end as image
    from public.import_rows as known
    where known.import_id = undo_import.import_id and known.result in ('add', 'change') offset 0
  ) as images
  where rows.import_id = undo_import.import_id and rows.place = images.place;
  -- An added row stays if anything refers to it since.
  update public.import_rows as rows set undo_skip_reason = 'size_changed'
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and exists (
      select from public.product_sizes as sizes
      left join public.import_rows as made on made.import_id = undo_import.import_id and made.size_id = sizes.id
      where sizes.product_id = rows.product_id and sizes.archived_at is null
        and (made.place is null or made.undo_skip_reason is not null)
    );
  update public.import_rows as rows set undo_skip_reason = 'product_changed'
  from public.import_rows as owners
  where rows.import_id = undo_import.import_id and rows.result = 'add' and rows.is_size and rows.undo_skip_reason is null
    and owners.import_id = rows.import_id and owners.place = rows.product_place and owners.undo_skip_reason is not null;

  perform private.write_import_images(import_id, true);
  delete from public.product_sizes as sizes using public.import_rows as rows
  where rows.import_id = undo_import.import_id and rows.result = 'add' and rows.is_size and rows.undo_skip_reason is null
    and sizes.id = rows.size_id;
  delete from public.products using public.import_rows as rows
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and products.id = rows.product_id;
  update public.import_rows as rows set undo_skip_reason = 'hidden_instead'
  from public.products
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and products.id = rows.product_id;
  update public.imports set undone_at = now() where imports.id = undo_import.import_id
  returning imports.* into undone;
  perform set_config('shop.import_id', '', true);
  perform private.add_to_audit_log('import', 'Taken back: ' || undone.file_name, null, jsonb_build_object(
    'left alone', (
      select count(*) from public.import_rows as rows
      where rows.import_id = undo_import.import_id and rows.undo_skip_reason is not null
    )
  ));
  return undone;
end;
$$;
grant execute on function public.undo_import(bigint) to authenticated;
