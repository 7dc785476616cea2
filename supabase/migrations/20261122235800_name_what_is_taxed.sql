-- The history says which product, or which class, a change of the sales tax is about.
create or replace function private.note_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- What triggers and the clock keep is no deed of a person.
  kept constant text[] := array[
    'updated_at', 'quotes_carts', 'has_discount_codes', 'used_count', 'created_at'
  ];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - kept end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - kept end;
  whole jsonb := coalesce(after, before);
  person_id uuid := (case tg_table_name when 'profiles' then whole ->> 'id' else whole ->> 'user_id' end)::uuid;
  called text := case when tg_table_name <> 'store_settings' then coalesce(
    (select users.email from auth.users where users.id = person_id),
    whole ->> 'email', whole ->> 'code', whole ->> 'title', whole ->> 'name', whole ->> 'category',
    (select products.name from public.products where products.id = (whole ->> 'product_id')::bigint),
    (select tax_classes.title from public.tax_classes where tax_classes.id = (whole ->> 'class_id')::bigint)
  ) end;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(old_value.key, old_value.value), jsonb_object_agg(old_value.key, after -> old_value.key)
    into before, after
    from jsonb_each(before) as old_value
    where old_value.value is distinct from after -> old_value.key;
    if before is null then
      return null;
    end if;
  end if;
  perform private.add_to_history(tg_argv[0], tg_argv[1] || coalesce(': ' || called, ''), before, after);
  return null;
end;
$$;
