-- The product table of the back office: products and sizes as one list (private.product_rows), and edits of cells.

-- Returns a row without names, most of the data otherwise; app/features/product-table/product-row.ts reads it.
create function private.product_cells(line private.product_rows) returns json
language sql immutable
return json_build_array(
  line.product_id, line.size_id, line.category, line.name, line.label, line.price, line.regular_discount_price,
  line.discount_price, line.availability, line.stock_count, line.is_hidden, line.pictures_ready, line.img1,
  line.storage, line.size_count, line.sku, line.barcode, line.vendor, trim_scale(line.weight) || ' ' || line.weight_unit
);

-- For managers: rows of the product table in its order, filtered by words, category, status, and stock; sizes follow
-- their product. At most 6,000, the size limit of a response. Security definer: the view contains stock.
create function public.list_product_rows(
  words text default '', category text default null, status text default 'for_sale', stock text default 'any',
  sort text default 'name', is_descending boolean default false, skip_count integer default 0,
  max_count integer default 200,
  out low_stock_at integer, out row_count bigint, out product_count bigint, out rows json
)
language plpgsql stable security definer set search_path = '' as $$
declare
  found_ids bigint[];
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can see stock.');
  perform private.reject_if(status not in ('for_sale', 'on_sale', 'hidden', 'every')
    or stock not in ('any', 'low', 'out') or sort not in ('name', 'price', 'stock', 'category', 'added'),
    '22023', 'This filter doesn''t exist.');
  if btrim(words) <> '' then
    found_ids := array(select products.id from public.find_products(list_product_rows.words) as products);
  end if;
  low_stock_at := (select store_settings.low_stock_at from public.store_settings);
  with filtered as materialized (
    select lines as line, lines.product_id, lines.size_id, lines.position, lines.name, lines.price,
      case list_product_rows.stock
        when 'any' then true
        -- A product in sizes is sold out as a whole only if staff marked it so.
        when 'out' then lines.availability = 'sold_out'
          or (lines.size_count = 0 and lines.availability = 'counted' and coalesce(lines.stock_count, 0) = 0)
        else lines.size_count = 0 and lines.availability = 'counted' and coalesce(lines.stock_count, 0) <= low_stock_at
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
  select count(*), count(distinct ordered.product_id), coalesce(
    json_agg(private.product_cells(ordered.line) order by ordered.place) filter (
      where ordered.place > list_product_rows.skip_count
        and ordered.place <= list_product_rows.skip_count + least(list_product_rows.max_count, 6000)
    ), '[]'
  )
  into row_count, product_count, rows
  from ordered;
end;
$$;
grant execute on function public.list_product_rows(text, text, text, text, text, boolean, integer, integer) to authenticated;

create type private.cell_result as (result text, reasons jsonb, "row" json);

-- Returns the result without the row. Call it with the product locked.
create function private.save_product_cell(change jsonb) returns private.cell_result
language plpgsql set search_path = '' as $$
declare
  before constant jsonb := coalesce(change -> 'before', '{}');
  after jsonb := coalesce(change -> 'after', '{}');
  product constant bigint := (change ->> 'product_id')::bigint;
  size constant bigint := (change ->> 'size_id')::bigint;
  image jsonb := case when size is null then (
    select private.product_image(products) from public.products where products.id = product
  ) else (
    select private.size_image(sizes) from public.product_sizes as sizes
    where sizes.id = size and sizes.product_id = product and sizes.archived_at is null
  ) end;
  errors jsonb[];
begin
  if image is null then
    return row('refuse', '[{"code": "removed_row"}]', null)::private.cell_result;
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
    return row('same', '[]', null)::private.cell_result;
  elsif not image @> before then
    return row('conflict', '[]', null)::private.cell_result;
  end if;
  errors := private.import_errors(size is not null, image || after);
  if char_length(after ->> 'name') > 200 then
    errors := errors || '{"code": "too_long", "column": "name", "count": 200}'::jsonb;
  end if;
  errors := array_remove(errors || private.barcode_error(after ->> 'barcode', product, size), null);
  if cardinality(errors) > 0 then
    return row('refuse', to_jsonb(errors), null)::private.cell_result;
  end if;
  -- A cell has no text that ends counting.
  after := case when after -> 'stock' = 'null' then after - 'stock' else after end;
  perform private.write_cells(array[row(product, size, after)::private.cell_change]);
  return row('change', '[]', null)::private.cell_result;
exception when data_exception or integrity_constraint_violation then
  if sqlstate = '22023' then
    raise;
  end if;
  return row('refuse', '[{"code": "not_allowed"}]', null)::private.cell_result;
end;
$$;

-- For managers: changes cells [{product_id, size_id, before, after}] of name, price, discount_price, availability,
-- stock, hidden, sku, barcode, vendor, and weight, each on its own: {result, reasons, row} is change, same, conflict
-- (no longer as before), or refuse, reasons as in import_rows, row the current one. Security definer: it reads stock.
create function public.save_product_cells(changes jsonb) returns private.cell_result[]
language plpgsql security definer set search_path = '' set statement_timeout = '15s' as $$
declare
  results private.cell_result[] := '{}';
  change jsonb;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can change products.');
  perform private.reject_if(not private.is_list(changes, 1, 500),
    '22023', 'Send 1 change at least, and 500 changes at most.');
  perform private.lock_items(changes);
  for change in select line.value from jsonb_array_elements(save_product_cells.changes) as line (value) loop
    results := results || private.save_product_cell(change);
  end loop;
  return array(
    select row(saved.result, saved.reasons, (
      select private.product_cells(lines) from private.product_rows as lines
      where lines.product_id = (line.value ->> 'product_id')::bigint
        and lines.size_id is not distinct from (line.value ->> 'size_id')::bigint
    ))::private.cell_result
    from jsonb_array_elements(save_product_cells.changes) with ordinality as line (value, place)
    join unnest(results) with ordinality as saved (result, reasons, "row", place) on saved.place = line.place
    order by line.place
  );
end;
$$;
grant execute on function public.save_product_cells(jsonb) to authenticated;
