-- Products and sizes that an import adds get their ids in the order of the file.
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

  -- In the order of the file, as if they had been added one by one.
  update public.import_rows as rows set product_id = numbered.id
  from (
    select added.place, nextval(pg_get_serial_sequence('public.products', 'id')) as id
    from (
      select each.place from public.import_rows as each
      where each.import_id = apply_import.import_id and each.result = 'add' and not each.is_size
      order by each.place
    ) as added
  ) as numbered
  where rows.import_id = apply_import.import_id and rows.place = numbered.place;
  insert into public.products (
    id, category, name, description_header, description, price, discount_price, img1, img2, size, availability,
    also_called, storage, origin, ingredients, contains, may_contain, fibre, care, heat_level, amount, unit, pounds_each,
    weight_tolerance, snap, archived_at
  ) overriding system value
  select rows.product_id, made.category, made.name, made.description_header, made.description, made.price,
    made.discount_price, made.img1, made.img2, made.size, made.availability, made.also_called, made.storage,
    made.origin, made.ingredients, made.contains, made.may_contain, made.fibre, made.care, made.heat_level,
    made.amount, made.unit, made.pounds_each, made.weight_tolerance, made.snap,
    case when (rows.after -> 'hidden')::boolean then now() end
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.products, '{
    "description_header": "", "description": "", "img1": "", "size": "", "availability": "available",
    "also_called": "", "origin": "", "ingredients": "", "contains": [], "may_contain": [], "fibre": "", "care": "",
    "weight_tolerance": 10
  }' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size
  order by rows.place;

  update public.import_rows as rows
  set product_id = coalesce(rows.product_id, (
      select owners.product_id from public.import_rows as owners
      where owners.import_id = rows.import_id and owners.place = rows.product_place
    )),
    size_id = numbered.id
  from (
    select added.place, nextval(pg_get_serial_sequence('public.product_sizes', 'id')) as id
    from (
      select each.place from public.import_rows as each
      where each.import_id = apply_import.import_id and each.result = 'add' and each.is_size
      order by each.place
    ) as added
  ) as numbered
  where rows.import_id = apply_import.import_id and rows.place = numbered.place;
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
comment on function public.apply_import(bigint) is
  'For managers: writes the validated import in one transaction, once. 409 if validation would give another result '
  'by now. Security definer, as begin_import.';
grant execute on function public.apply_import(bigint) to authenticated;
