-- Saves changed columns of one row if they still have the expected values, or already the new ones. Returns {} if
-- saved; otherwise writes nothing and returns the current values of the other columns, or null if the caller can change
-- no such row. Security invoker: privileges and row policies decide as for an update.
create function public.save_changes(table_name text, key jsonb, expected jsonb, changes jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  target constant text := format('public.%I', table_name);
  columns text;
  assignments text;
  condition text;
  current_values jsonb;
  expected_values jsonb;
  new_values jsonb;
  changed_values jsonb;
  changed_count integer;
begin
  if to_regclass(target) is null or not exists (
    select from pg_catalog.pg_class as relations where relations.oid = to_regclass(target) and relations.relkind = 'r'
  ) then
    perform private.raise_error('22023', '"{table}" is not a table.', table_name);
  end if;
  select string_agg(format('saved.%1$I = named.%1$I', name), ' and ') into condition
  from jsonb_object_keys(save_changes.key) as name;
  select string_agg(format('line.%I', name), ', '), string_agg(format('%1$I = line.%1$I', name), ', ')
  into columns, assignments
  from jsonb_object_keys(save_changes.changes) as name;
  perform private.reject_if(condition is null or columns is null,
    '22023', 'A change names its row and at least one column.');
  -- Locks the row until the update. A running offer replaces the discount price; forms edit the regular one.
  execute format(
    'select to_jsonb(picked) from %1$s as saved, jsonb_populate_record(null::%1$s, $1) as named, '
    'lateral (select %2$s) as picked where %3$s for no key update of saved',
    target, (
      select string_agg(format('saved.%I as %I', case
        when (save_changes.table_name, name) = ('products', 'discount_price') then 'regular_discount_price' else name
      end, name), ', ')
      from jsonb_object_keys(save_changes.changes) as name
    ), condition
  ) into current_values using save_changes.key;
  if current_values is null then
    return null;
  end if;
  execute format(
    'select (select to_jsonb(picked) from jsonb_populate_record(null::%1$s, $1) as line, lateral (select %2$s) as picked), '
    '(select to_jsonb(picked) from jsonb_populate_record(null::%1$s, $2) as line, lateral (select %2$s) as picked)',
    target, columns
  ) into expected_values, new_values using save_changes.expected, save_changes.changes;
  changed_values := (
    select jsonb_object_agg(now.name, now.value) from jsonb_each(current_values) as now (name, value)
    where now.value not in (expected_values -> now.name, new_values -> now.name)
  );
  if changed_values is not null then
    return changed_values;
  end if;
  execute format(
    'update %1$s as saved set %2$s from jsonb_populate_record(null::%1$s, $1) as named, '
    'jsonb_populate_record(null::%1$s, $2) as line where %3$s', target, assignments, condition
  ) using save_changes.key, save_changes.changes;
  get diagnostics changed_count = row_count;
  perform private.reject_if(changed_count <> 1, '22023', 'A change names one row that the caller may change.');
  return '{}';
end;
$$;
grant execute on function public.save_changes(text, jsonb, jsonb, jsonb) to authenticated;

-- Raises PT409 with the hint "changed" unless a list that a form replaces is as the form read it; not if that is null.
create function private.require_unchanged(expected jsonb, current_value jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if expected <> current_value then
    raise sqlstate 'PT409' using
      message = 'Someone else changed this in the meantime. Reload the page.', hint = 'changed';
  end if;
end;
$$;
grant execute on function private.require_unchanged(jsonb, jsonb) to authenticated;
