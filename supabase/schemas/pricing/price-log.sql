-- The audit log of prices and settings.

-- Logs a new, changed, or deleted price, also of an import or a copy. Security definer, as add_to_audit_log.
create function private.log_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  whole constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- A new store, and database administrators, add products without a request.
  if tg_op <> 'UPDATE' and coalesce(current_setting('request.jwt.claims', true), '') = '' then
    return null;
  end if;
  perform private.add_to_audit_log(
    'price',
    -- A size is named by its product and its label.
    coalesce((
      select products.name || ', size ' from public.products where products.id = (whole ->> 'product_id')::bigint
    ), '') || coalesce(whole ->> 'label', whole ->> 'name'),
    case when tg_op <> 'INSERT' then jsonb_build_object('price', old.price, 'discount_price', old.regular_discount_price) end,
    case when tg_op <> 'DELETE' then jsonb_build_object('price', new.price, 'discount_price', new.regular_discount_price) end
  );
  return null;
end;
$$;
create trigger log_price after update of price, discount_price, regular_discount_price on public.products
  for each row when (
    old.price is distinct from new.price or old.regular_discount_price is distinct from new.regular_discount_price
  ) execute function private.log_price();
create trigger log_price after update of price, discount_price, regular_discount_price on public.product_sizes
  for each row when (
    old.price is distinct from new.price or old.regular_discount_price is distinct from new.regular_discount_price
  ) execute function private.log_price();
create trigger log_new_price after insert or delete on public.products
  for each row execute function private.log_price();
create trigger log_new_price after insert or delete on public.product_sizes
  for each row execute function private.log_price();

-- Logs a new or deleted row, or the changed columns of a row.
create function private.log_change(kind text, subject text, before jsonb, after jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  -- Changes by triggers and schedules are no action of a person.
  unlogged_columns constant text[] := array[
    'updated_at', 'quotes_carts', 'has_discount_codes', 'delivery_summary', 'used_count', 'created_at', 'is_running'
  ];
  whole constant jsonb := coalesce(after, before);
  person_id constant uuid := case subject when 'Role' then coalesce(whole ->> 'user_id', whole ->> 'id')
    else whole ->> 'user_id' end;
  called constant text := case when log_change.subject <> 'Store settings' then coalesce(
    (select users.email from auth.users where users.id = person_id),
    whole ->> 'email', whole ->> 'code', whole ->> 'title', whole ->> 'name', whole ->> 'category',
    (select products.name from public.products where products.id = (whole ->> 'product_id')::bigint),
    (select tax_classes.title from public.tax_classes where tax_classes.id = (whole ->> 'class_id')::bigint)
  ) end;
begin
  before := before - unlogged_columns;
  after := after - unlogged_columns;
  if before is not null and after is not null then
    select jsonb_object_agg(old_value.key, old_value.value), jsonb_object_agg(old_value.key, after -> old_value.key)
    into before, after
    from jsonb_each(before) as old_value where old_value.value is distinct from after -> old_value.key;
    if before is null then
      return;
    end if;
  end if;
  perform private.add_to_audit_log(kind, subject || coalesce(': ' || called, ''), before, after);
end;
$$;

-- log_change with the kind and subject that the trigger names. Security definer, as add_to_audit_log.
create function private.log_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_change(tg_argv[0], tg_argv[1], to_jsonb(old), to_jsonb(new));
  return null;
end;
$$;
create trigger log_settings after update on public.store_settings
  for each row execute function private.log_row('settings', 'Store settings');
create trigger log_settings after insert or update or delete on public.tax_classes
  for each row execute function private.log_row('settings', 'Tax class');
create trigger log_settings after update on public.category_tax_classes
  for each row execute function private.log_row('settings', 'Tax class of a category');
create trigger log_settings after insert or update or delete on public.tax_exceptions
  for each row execute function private.log_row('settings', 'Tax exception');
create trigger log_settings after insert or update or delete on public.tax_exemptions
  for each row execute function private.log_row('settings', 'Tax exemption');

create trigger log_right after insert or delete or update of role, refund_limit, expires_at on public.staff_invitations
  for each row execute function private.log_row('right', 'Invitation');
