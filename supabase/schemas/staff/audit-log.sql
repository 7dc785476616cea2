-- Audit log of what staff did to money, prices, settings, exports, and roles: written by triggers in the same
-- transaction, read by the owner, never changed.
create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  kind text not null check (kind in (
    'refund', 'price', 'settings', 'export', 'right', 'counter', 'import', 'fee', 'customer', 'stock'
  )),
  subject text not null,
  actor_id uuid,
  actor text not null,
  before jsonb,
  after jsonb,
  actor_email text,
  actor_role text
);
comment on table public.audit_log is 'Actions of staff, with person and time; append-only, also for the server.';
comment on column public.audit_log.subject is 'Subject of the action, under its name at that moment.';
comment on column public.audit_log.actor_id is 'No foreign key: an entry outlives the account. Null: no person.';
comment on column public.audit_log.actor is 'Name of the person at that moment.';
comment on column public.audit_log.actor_email is
  'Email or phone of the account at that moment, because anyone can choose a display name. Null: no person.';
comment on column public.audit_log.actor_role is
  'owner, manager, packer or customer, as the account''s role was at that moment. Null: no person.';
comment on column public.audit_log.before is 'Changed values before; null if there were none.';
comment on column public.audit_log.after is 'Changed values after; null if none are left.';
create index audit_log_kind on public.audit_log (kind, id);

alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "the owner reads the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

create function private.protect_audit_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = 'Nobody can change the audit log.';
end;
$$;

create trigger protect_audit_log before update or delete on public.audit_log
  for each row execute function private.protect_audit_log();
create trigger protect_whole_audit_log before truncate on public.audit_log
  for each statement execute function private.protect_audit_log();

create function private.add_to_audit_log(kind text, subject text, before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select auth.uid());
  account record;
begin
  select nullif(btrim(profiles.name), '') as name, coalesce(nullif(users.email, ''), users.phone) as email,
    case when profiles.role = 'admin' then 'owner' else coalesce(staff.role, 'customer') end as role
  into account
  from auth.users as users
  left join public.profiles on profiles.id = users.id
  left join public.staff on staff.user_id = users.id
  where users.id = person;
  insert into public.audit_log (kind, subject, actor_id, actor, actor_email, actor_role, before, after)
  values (
    add_to_audit_log.kind, add_to_audit_log.subject, person,
    case when person is null then 'The shop''s server' else coalesce(account.name, account.email, person::text) end,
    account.email, account.role, add_to_audit_log.before, add_to_audit_log.after
  );
end;
$$;
comment on function private.add_to_audit_log(text, text, jsonb, jsonb) is
  'Security definer: callers may not write the audit log directly.';

create function private.log_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_to_audit_log(
    'refund',
    coalesce((select 'Order ' || orders.order_number from public.orders where orders.id = new.order_id), 'No order'),
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'amount', round(new.amount_cents / 100.0, 2), 'reason', new.reason, 'method', new.method,
      'in_place_of_a_failed_one', case when new.replaces_id is not null then true end
    ))
  );
  return null;
end;
$$;
comment on function private.log_refund() is 'Security definer, as add_to_audit_log.';

create trigger log_refund after insert on public.refunds
  for each row execute function private.log_refund();

create function private.log_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.log_price() is
  'Logs a new, changed, or deleted price, also of an import or a copy. Security definer, as add_to_audit_log.';

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

create function private.log_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Changes by triggers and schedules are no action of a person.
  unlogged_columns constant text[] := array[
    'updated_at', 'quotes_carts', 'has_discount_codes', 'delivery_summary', 'used_count', 'created_at', 'is_running'
  ];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - unlogged_columns end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - unlogged_columns end;
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
  perform private.add_to_audit_log(tg_argv[0], tg_argv[1] || coalesce(': ' || called, ''), before, after);
  return null;
end;
$$;
comment on function private.log_row() is
  'Logs the changed columns of a row, with the kind and subject that the trigger names. Security definer, as '
  'add_to_audit_log.';

create trigger log_settings after update on public.store_settings
  for each row execute function private.log_row('settings', 'Store settings');
create trigger log_settings after insert or update or delete on public.tax_classes
  for each row execute function private.log_row('settings', 'Tax class');
create trigger log_settings after insert or update or delete on public.tax_rates
  for each row execute function private.log_row('settings', 'Tax rate');
create trigger log_settings after update on public.category_tax_classes
  for each row execute function private.log_row('settings', 'Tax class of a category');
create trigger log_settings after insert or update or delete on public.tax_exceptions
  for each row execute function private.log_row('settings', 'Tax exception');
create trigger log_settings after insert or update or delete on public.tax_exemptions
  for each row execute function private.log_row('settings', 'Tax exemption');
create trigger log_settings after insert or delete or update of
  code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses
  on public.discount_codes
  for each row execute function private.log_row('settings', 'Discount code');
create trigger log_settings after insert or update or delete on public.delivery_zones
  for each row execute function private.log_row('settings', 'Delivery zone');
create trigger log_settings after insert or update or delete on public.window_rules
  for each row execute function private.log_row('settings', 'Times of pick-up and delivery');

create trigger log_right after insert or update or delete on public.staff
  for each row execute function private.log_row('right', 'Role');
create trigger log_right after update of role on public.profiles
  for each row when (old.role is distinct from new.role) execute function private.log_row('right', 'Role');

create function private.log_staff_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.role = 'admin' or exists (select from public.staff where staff.user_id = new.id) then
    perform private.add_to_audit_log(
      'right',
      'Name of ' || coalesce((select users.email from auth.users where users.id = new.id), 'an account'),
      jsonb_build_object('name', old.name), jsonb_build_object('name', new.name)
    );
  end if;
  return null;
end;
$$;
comment on function private.log_staff_name() is
  'Records a staff member''s change of name, because the log shows their actions under that name. Security definer, as '
  'add_to_audit_log.';

create trigger log_staff_name after update of name on public.profiles
  for each row when (old.name is distinct from new.name) execute function private.log_staff_name();

create function public.log_export(subject text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can export data.';
  end if;
  if log_export.subject is null or btrim(log_export.subject) = '' or char_length(log_export.subject) > 200 then
    raise invalid_parameter_value using message = 'An export has a name.';
  end if;
  perform private.add_to_audit_log('export', btrim(log_export.subject), null, null);
end;
$$;
comment on function public.log_export(text) is
  'For managers: logs an export that they are about to make. Security definer, as add_to_audit_log.';
grant execute on function public.log_export(text) to authenticated;
