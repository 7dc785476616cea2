-- The product table of the back office, and bulk changes of selected rows, which are imports.
alter table public.imports add column is_bulk_change boolean not null default false;
comment on column public.imports.is_bulk_change is
  'Whether its rows were selected in the product table; file_name then describes the change.';

create or replace function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200}';
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
      or given.key in ('price', 'discount_price', 'availability', 'stock', 'amount', 'unit', 'problem')
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

create or replace function private.product_image(product public.products) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(product) || jsonb_build_object(
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

create or replace function public.apply_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s'
as $$
#variable_conflict use_column
declare
  applied public.imports := private.lock_import(apply_import.import_id);
begin
  if applied.applied_at is not null then
    return applied;
  end if;
  if applied.validated_at is null then
    raise sqlstate 'PT409' using message = 'Preview this import before you apply it.';
  end if;
  -- Two imports that add the same product run one after the other.
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  perform private.lock_import_products(apply_import.import_id);
  if exists (
    select from public.import_rows as rows
    join private.validate_import_rows(apply_import.import_id) as judged on judged.place = rows.place
    where rows.import_id = apply_import.import_id
      and (judged.result, judged.reason, judged.product_place, judged.product_id, judged.size_id, judged.before, judged.after)
        is distinct from
        (rows.result, rows.reason, rows.product_place, rows.product_id, rows.size_id, rows.before, rows.after)
  ) then
    raise sqlstate 'PT409' using
      message = 'Products were sold or changed in the meantime. Check the list again.';
  end if;

  update public.import_rows as rows set product_id = nextval(pg_get_serial_sequence('public.products', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size;
  insert into public.products (
    id, category, name, description_header, description, price, discount_price, img1, img2, size, availability,
    also_called, storage, origin, ingredients, contains, may_contain, fibre, care, heat_level, amount, unit, archived_at
  ) overriding system value
  select rows.product_id, made.category, made.name, made.description_header, made.description, made.price,
    made.discount_price, made.img1, made.img2, made.size, made.availability, made.also_called, made.storage,
    made.origin, made.ingredients, made.contains, made.may_contain, made.fibre, made.care, made.heat_level,
    made.amount, made.unit, case when (rows.after -> 'hidden')::boolean then now() end
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.products, '{
    "description_header": "", "description": "", "img1": "", "size": "", "availability": "available",
    "also_called": "", "origin": "", "ingredients": "", "contains": [], "may_contain": [], "fibre": "", "care": ""
  }' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size
  order by rows.place;

  update public.import_rows as rows
  set product_id = coalesce(rows.product_id, (
      select owners.product_id from public.import_rows as owners
      where owners.import_id = rows.import_id and owners.place = rows.product_place
    )),
    size_id = nextval(pg_get_serial_sequence('public.product_sizes', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size;
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

  perform private.write_import_images(apply_import.import_id, false);
  update public.imports set applied_at = now() where imports.id = apply_import.import_id
  returning imports.* into applied;
  perform private.add_to_audit_log(
    'import', case when applied.is_bulk_change then 'Bulk change: ' else 'Import of ' end || applied.file_name, null,
    jsonb_build_object(
      'added', applied.add_count, 'changed', applied.change_count, 'refused', applied.rejected_count
    )
  );
  return applied;
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

-- The product table of the back office: products and their sizes as one list, and edits of single cells.
create view private.product_rows as
select products.id as product_id, null::bigint as size_id, products.category, products.name, products.size as label,
  products.price, products.regular_discount_price, products.discount_price, products.availability, stock.stock_count,
  products.archived_at is not null as is_hidden, products.pictures_ready, products.img1, products.storage,
  jsonb_array_length(products.sizes) as size_count, -1 as position
from public.products
left join public.product_stock as stock on stock.product_id = products.id
union all
select products.id, sizes.id, products.category, products.name, sizes.label,
  sizes.price, sizes.regular_discount_price, sizes.discount_price, sizes.availability, stock.stock_count,
  products.archived_at is not null, products.pictures_ready, products.img1, products.storage, 0, sizes.position
from public.product_sizes as sizes
join public.products on products.id = sizes.product_id
left join public.size_stock as stock on stock.size_id = sizes.id
where sizes.archived_at is null;
comment on view private.product_rows is
  'Rows of the product table: each product, and each of its sizes. Nobody but functions reads it: it contains stock.';

create function private.product_cells(line private.product_rows) returns json
language plpgsql immutable set search_path = ''
as $$
begin
  return json_build_array(
    line.product_id, line.size_id, line.category, line.name, line.label, line.price, line.regular_discount_price,
    line.discount_price, line.availability, line.stock_count, line.is_hidden, line.pictures_ready, line.img1,
    line.storage, line.size_count
  );
end;
$$;
comment on function private.product_cells(private.product_rows) is
  'Writes a row without the names of its columns, which would be most of a list of ten thousand; '
  'app/features/product-table/product-row.ts reads it.';

create function public.list_product_rows(
  words text default '',
  category text default null,
  status text default 'for_sale',
  stock text default 'any',
  sort text default 'name',
  is_descending boolean default false,
  skip_count integer default 0,
  max_count integer default 200
) returns json
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  low_at constant integer := (select store_settings.low_stock_at from public.store_settings);
  found_ids bigint[];
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can see stock.';
  end if;
  if list_product_rows.status not in ('for_sale', 'on_sale', 'hidden', 'every')
    or list_product_rows.stock not in ('any', 'low', 'out')
    or list_product_rows.sort not in ('name', 'price', 'stock', 'category', 'added') then
    raise invalid_parameter_value using message = 'This filter doesn''t exist.';
  end if;
  if btrim(list_product_rows.words) <> '' then
    found_ids := array(select products.id from public.find_products(list_product_rows.words) as products);
  end if;
  return (
    with filtered as materialized (
      select lines as line, lines.product_id, lines.size_id, lines.position, lines.name, lines.price,
        case list_product_rows.stock
          when 'any' then true
          -- A product in sizes is sold out as a whole only if staff marked it so.
          when 'out' then lines.availability = 'sold_out'
            or (lines.size_count = 0 and lines.availability = 'counted' and coalesce(lines.stock_count, 0) = 0)
          else lines.size_count = 0 and lines.availability = 'counted' and coalesce(lines.stock_count, 0) <= low_at
        end as is_match,
        case when lines.size_count = 0 then case lines.availability
          when 'sold_out' then 0 when 'counted' then coalesce(lines.stock_count, 0)
        end end as left_count
      from private.product_rows as lines
      where (list_product_rows.category is null or lines.category = list_product_rows.category)
        and case list_product_rows.status
          when 'for_sale' then not lines.is_hidden
          when 'on_sale' then not lines.is_hidden and (
            select products.discount_price is not null or products.sizes @? '$[*] ? (@.discount_price != null)'
            from public.products where products.id = lines.product_id
          )
          when 'hidden' then lines.is_hidden
          else true
        end
        and (found_ids is null or lines.product_id = any (found_ids))
    ), matched as materialized (
      select filtered.line, filtered.product_id, filtered.size_id, filtered.position, lower(filtered.name) as name,
        case list_product_rows.sort
          when 'price' then min(filtered.price) over one_product
          when 'stock' then min(filtered.left_count) over one_product
          when 'added' then filtered.product_id
        end as rank,
        case when list_product_rows.sort = 'category' then (
          select categories.title from public.categories where categories.prefix = (filtered.line).category
        ) else '' end as title,
        filtered.is_match or (filtered.size_id is null and bool_or(filtered.is_match) over one_product) as is_shown
      from filtered
      window one_product as (partition by filtered.product_id)
    ), ordered as (
      select matched.line, matched.product_id, row_number() over (
        order by
          case when list_product_rows.is_descending then -matched.rank else matched.rank end nulls last,
          case when not list_product_rows.is_descending then matched.title end,
          case when list_product_rows.is_descending then matched.title end desc,
          case when list_product_rows.is_descending and list_product_rows.sort = 'name' then '' else matched.name end,
          case when list_product_rows.is_descending and list_product_rows.sort = 'name' then matched.name end desc,
          matched.product_id, matched.position, matched.size_id nulls first
      ) as place
      from matched where matched.is_shown
    )
    select json_build_object(
      'low_stock_at', low_at,
      'row_count', (select count(*) from ordered),
      'product_count', (select count(distinct ordered.product_id) from ordered),
      'rows', coalesce((
        select json_agg(private.product_cells(ordered.line) order by ordered.place) from ordered
        where ordered.place > list_product_rows.skip_count
          and ordered.place <= list_product_rows.skip_count + least(list_product_rows.max_count, 6000)
      ), '[]')
    )
  );
end;
$$;
comment on function public.list_product_rows(text, text, text, text, text, boolean, integer, integer) is
  'For managers: rows of the product table by words, category, status, and stock, in their order; sizes follow their '
  'product. Returns {low_stock_at, row_count, product_count, rows}, at most 6,000 rows, which stay below the size of an '
  'answer. Security definer: the view contains stock.';
grant execute on function public.list_product_rows(text, text, text, text, text, boolean, integer, integer) to authenticated;

create function private.save_product_cell(change jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  before constant jsonb := coalesce(change -> 'before', '{}');
  after constant jsonb := coalesce(change -> 'after', '{}');
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
    where name not in ('price', 'discount_price', 'availability', 'stock')
      and (size is not null or name not in ('name', 'hidden'))
  ) then
    raise invalid_parameter_value using message = 'This cell can''t be edited.';
  elsif image @> after then
    return '{"result": "same"}';
  elsif not image @> before then
    return '{"result": "conflict"}';
  end if;
  errors := private.import_errors(size is not null, image || after);
  if char_length(after ->> 'name') > 200 then
    errors := errors || 'The name is longer than 200 characters.'::text;
  end if;
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
  return '{"result": "change"}';
exception when data_exception or integrity_constraint_violation then
  if sqlstate = '22023' then
    raise;
  end if;
  return '{"result": "refuse", "reason": "This value isn''t allowed."}';
end;
$$;
comment on function private.save_product_cell(jsonb) is 'Call it with the product locked.';

create function public.save_product_cells(changes jsonb) returns json
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
  'and hidden, each on its own: {result, reason, row} is change, same (nothing to write), conflict (it is no longer as '
  'in before), or refuse with a reason; row is the current one. Security definer: it locks and reads stock.';
grant execute on function public.save_product_cells(jsonb) to authenticated;

-- Bulk changes: the rows that staff selected in the product table become an import, so that preview, apply, undo, and
-- the audit log are those of imports.
create function private.round_to_ending(price numeric, ending text) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return round(case ending
    when 'cent' then price
    -- The nearest; in the middle the higher one. Never below the lowest price with that ending.
    when '99' then greatest(0.99, floor(price + 0.51) - 0.01)
    when '49' then greatest(0.49, floor(price * 2 + 0.52) / 2 - 0.01)
    when '9' then greatest(0.09, floor(price * 10 + 0.6) / 10 - 0.01)
  end, 2);
end;
$$;
comment on function private.round_to_ending(numeric, text) is
  'Rounds a price to the nearest cent, .99, .49 or .99 ("49"), or .x9 ("9").';

create function private.bulk_price(price numeric, change jsonb) returns numeric
language plpgsql immutable set search_path = ''
as $$
declare
  number constant numeric := (change ->> 'number')::numeric;
begin
  return private.round_to_ending(
    case change ->> 'how' when 'percent' then price * (100 + number) / 100 when 'amount' then price + number end,
    coalesce(change ->> 'ending', 'cent')
  );
end;
$$;
comment on function private.bulk_price(numeric, jsonb) is 'Computes a price or discount price of a bulk change.';

create function private.bulk_cells(line private.product_rows, change jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  field constant text := change ->> 'field';
  cells jsonb := jsonb_build_object('id', line.product_id::text);
  price numeric;
begin
  if line.size_id is not null then
    cells := cells || jsonb_build_object('size_label', line.label);
  end if;
  if field in ('price', 'discount') and line.price is null then
    return cells || '{"problem": "It costs what its product costs. Change the product''s price."}';
  elsif field = 'discount' and change ->> 'how' = 'remove' then
    return cells || '{"discount_price": ""}';
  elsif field in ('price', 'discount') then
    price := private.bulk_price(line.price, change);
    if price < 0 then
      return cells || '{"problem": "The price would be below zero."}';
    elsif field = 'discount' then
      return cells || jsonb_build_object('discount_price', price::text);
    elsif (change -> 'with_discounts')::boolean and line.regular_discount_price is not null then
      cells := cells || jsonb_build_object(
        'discount_price', greatest(0, private.bulk_price(line.regular_discount_price, change))::text
      );
    end if;
    return cells || jsonb_build_object('price', price::text);
  end if;
  return cells || jsonb_build_object(
    case field when 'stock' then 'availability' else field end, coalesce(change ->> 'value', '')
  );
end;
$$;
comment on function private.bulk_cells(private.product_rows, jsonb) is 'Writes the import''s cells of one selected row.';

create function private.bulk_title(change jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  field constant text := change ->> 'field';
  value constant text := change ->> 'value';
  number constant text := to_char(abs((change ->> 'number')::numeric), 'FM999999990.##');
  direction constant text := case when (change ->> 'number')::numeric < 0 then 'down' else 'up' end;
  measure constant text := case change ->> 'how'
    when 'percent' then rtrim(number, '.') || '%'
    else '$' || to_char(abs((change ->> 'number')::numeric), 'FM999999990.00')
  end;
begin
  return case field
    when 'price' then format('Prices %s by %s', direction, measure)
    when 'discount' then case change ->> 'how' when 'remove' then 'Discounts removed' else format('Discount of %s', measure) end
    when 'category' then format('Category: %s', (
      select categories.title from public.categories where categories.prefix = value
    ))
    when 'hidden' then case value when 'yes' then 'Products hidden' else 'Products shown' end
    when 'stock' then case value when 'sold_out' then 'Marked sold out' else 'Marked available' end
    when 'storage' then format('Storage: %s', value)
    when 'tax_class_id' then format('Tax class: %s', coalesce((
      select tax_classes.title from public.tax_classes where tax_classes.id::text = value
    ), 'that of the category'))
  end;
end;
$$;

create function public.create_bulk_change(selected jsonb, change jsonb) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s'
as $$
#variable_conflict use_column
declare
  field constant text := change ->> 'field';
  how constant text := change ->> 'how';
  value constant text := coalesce(change ->> 'value', '');
  started bigint;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change products.';
  end if;
  if field = 'tax_class_id' and not private.is_admin() then
    raise insufficient_privilege using message = 'Only the owner can change tax classes.';
  end if;
  if jsonb_typeof(selected) is distinct from 'array' or jsonb_array_length(selected) not between 1 and 4000 then
    raise invalid_parameter_value using message = 'Select 1 row at least, and 4,000 rows at most.';
  end if;
  if not coalesce(case field
    when 'price' then how in ('percent', 'amount') and jsonb_typeof(change -> 'number') = 'number'
    when 'discount' then how = 'remove' or (
      how in ('percent', 'amount') and jsonb_typeof(change -> 'number') = 'number' and (change -> 'number')::numeric < 0
    )
    when 'category' then exists (select from public.categories where categories.prefix = value)
    when 'hidden' then value in ('yes', 'no')
    when 'stock' then value in ('available', 'sold_out')
    when 'storage' then value in ('shelf', 'chilled', 'frozen')
    when 'tax_class_id' then value = '' or exists (
      select from public.tax_classes where tax_classes.id::text = value
    )
  end, false)
    or coalesce(change ->> 'ending', 'cent') not in ('cent', '99', '49', '9')
    or abs((change ->> 'number')::numeric) > (case how when 'percent' then 1000 else 100000 end) then
    raise invalid_parameter_value using message = 'This bulk change doesn''t exist.';
  end if;
  started := public.begin_import(private.bulk_title(change));
  update public.imports set is_bulk_change = true where imports.id = started;
  insert into public.import_rows (import_id, place, row_number, cells)
  select started, row_number() over (order by chosen.place), row_number() over (order by chosen.place),
    private.bulk_cells(lines, change)
  from (
    select (line.value ->> 0)::bigint as product_id,
      -- What a size does not have is changed of its product.
      case when field in ('price', 'discount', 'stock') then (line.value ->> 1)::bigint end as size_id,
      min(line.place) as place
    from jsonb_array_elements(selected) with ordinality as line (value, place)
    group by 1, 2
  ) as chosen
  join private.product_rows as lines
    on lines.product_id = chosen.product_id and lines.size_id is not distinct from chosen.size_id
  -- A size without a price of its own changes with its product, if that is selected, too.
  where lines.size_id is null or lines.price is not null or field not in ('price', 'discount') or not exists (
    select from jsonb_array_elements(selected) as line (value)
    where (line.value ->> 0)::bigint = lines.product_id and line.value ->> 1 is null
  );
  return public.validate_import(started);
end;
$$;
comment on function public.create_bulk_change(jsonb, jsonb) is
  'For managers: previews one change of selected rows [[product_id, size_id], ...], which apply_import writes and '
  'undo_import undoes. change is {field, how, number, value, ending, with_discounts}: field is price or discount (how: '
  'percent, amount, or remove; a negative number lowers it; a discount counts from the price), category, hidden, stock, '
  'storage, or for the owner tax_class_id. Security definer, as begin_import.';
grant execute on function public.create_bulk_change(jsonb, jsonb) to authenticated;
