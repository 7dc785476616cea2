-- Bulk changes: the rows selected in the product table become an import, with its preview, apply, undo, and audit log.

-- Rounds a price to the nearest cent, .99, .49 or .99 ("49"), or .x9 ("9").
create function private.round_to_ending(price numeric, ending text) returns numeric
language sql immutable
return round(case ending
  when 'cent' then price
  -- The nearest; in the middle the higher one. Never below the lowest price with that ending.
  when '99' then greatest(0.99, floor(price + 0.51) - 0.01)
  when '49' then greatest(0.49, floor(price * 2 + 0.52) / 2 - 0.01)
  when '9' then greatest(0.09, floor(price * 10 + 0.6) / 10 - 0.01)
end, 2);

-- Computes a price or discount price of a bulk change.
create function private.bulk_price(price numeric, change jsonb) returns numeric
language sql immutable
return private.round_to_ending(case change ->> 'how'
  when 'percent' then price * (100 + (change ->> 'number')::numeric) / 100
  when 'amount' then price + (change ->> 'number')::numeric
end, coalesce(change ->> 'ending', 'cent'));

-- Writes the import's cells of one selected row.
create function private.bulk_cells(line private.product_rows, change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  field constant text := change ->> 'field';
  cells jsonb := jsonb_build_object('id', line.product_id::text);
  price numeric;
begin
  if line.size_id is not null then
    cells := cells || jsonb_build_object('size_label', line.label);
  end if;
  if field in ('price', 'discount') and line.price is null then
    return cells || '{"problem": "price_of_product"}';
  elsif field = 'discount' and change ->> 'how' = 'remove' then
    return cells || '{"discount_price": ""}';
  elsif field in ('price', 'discount') then
    price := private.bulk_price(line.price, change);
    if price < 0 then
      return cells || '{"problem": "price_below_zero"}';
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

create function private.bulk_title(change jsonb) returns text
language plpgsql stable set search_path = '' as $$
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
    when 'snap' then format('SNAP EBT: %s', case value when '' then 'that of the category' else value end)
    when 'tax_class_id' then format('Tax class: %s', coalesce((
      select tax_classes.title from public.tax_classes where tax_classes.id::text = value
    ), 'that of the category'))
  end;
end;
$$;

-- For managers: previews one change of selected rows [[product_id, size_id], ...], which apply_import writes and
-- undo_import undoes. change is {field, how, number, value, ending, with_discounts}: field is price or discount (how:
-- percent, amount, or remove; a negative number lowers it; a discount counts from the price), category, hidden, stock,
-- storage, snap, or for the owner tax_class_id. Security definer, as begin_import.
create function public.create_bulk_change(selected jsonb, change jsonb) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  field constant text := change ->> 'field';
  how constant text := change ->> 'how';
  value constant text := coalesce(change ->> 'value', '');
  started bigint;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can change products.');
  perform private.reject_if(field = 'tax_class_id' and not private.is_admin(),
    '42501', 'Only the owner can change tax classes.');
  perform private.reject_if(not private.is_list(selected, 1, 4000),
    '22023', 'Select 1 row at least, and 4,000 rows at most.');
  perform private.reject_if(not coalesce(case field
    when 'price' then how in ('percent', 'amount') and jsonb_typeof(change -> 'number') = 'number'
    when 'discount' then how = 'remove' or (
      how in ('percent', 'amount') and jsonb_typeof(change -> 'number') = 'number' and (change -> 'number')::numeric < 0
    )
    when 'category' then exists (select from public.categories where categories.prefix = value)
    when 'hidden' then value in ('yes', 'no')
    when 'stock' then value in ('available', 'sold_out')
    when 'storage' then value in ('shelf', 'chilled', 'frozen')
    when 'snap' then value in ('', 'yes', 'no')
    when 'tax_class_id' then value = '' or exists (
      select from public.tax_classes where tax_classes.id::text = value
    )
  end, false)
    or coalesce(change ->> 'ending', 'cent') not in ('cent', '99', '49', '9')
    or abs((change ->> 'number')::numeric) > (case how when 'percent' then 1000 else 100000 end),
    '22023', 'This bulk change doesn''t exist.');
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
    from jsonb_array_elements(selected) with ordinality as line (value, place) group by 1, 2
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
grant execute on function public.create_bulk_change(jsonb, jsonb) to authenticated;
