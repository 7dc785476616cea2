-- Triggers of accounts, profiles, and roles, built like those in triggers/orders.sql, and security definer as they are.

-- Security definer: the auth service that adds a user may write neither profiles nor customers.
create function private.after_user_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.profiles (id, name) values (new.id, private.name_in(new.raw_user_meta_data));
  elsif (old.email, old.phone) is distinct from (new.email, new.phone) then
    update private.customers set email = nullif(new.email, '') where customers.user_id = new.id;
    perform private.add_customer_phone(new.id, new.phone);
  end if;
  return null;
end;
$$;
create trigger after_user_write after insert or update of email, phone on auth.users
  for each row execute function private.after_user_write();

create function private.after_profile_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.create_customer(new);
    return null;
  end if;
  if old.role <> new.role then
    if old.role = 'admin' then
      delete from public.staff_invitations where staff_invitations.invited_by = new.id;
    end if;
    perform private.log_change('right', 'Role', to_jsonb(old), to_jsonb(new));
  end if;
  if old.name is distinct from new.name then
    -- The log shows the actions of staff under their name.
    if old.role = 'admin' or exists (select from public.staff where staff.user_id = new.id) then
      perform private.add_to_audit_log(
        'right', 'Name of ' || coalesce((select users.email from auth.users where users.id = new.id), 'an account'),
        jsonb_build_object('name', old.name), jsonb_build_object('name', new.name)
      );
    end if;
    update private.customers set name = btrim(coalesce(new.name, '')) where customers.user_id = new.id;
    perform private.write_order_documents(array(select orders.id from public.orders where orders.user_id = new.id));
  end if;
  return null;
end;
$$;
create trigger after_profile_write after insert or update on public.profiles
  for each row execute function private.after_profile_write();

create function private.after_role_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_change('right', 'Role', to_jsonb(old), to_jsonb(new));
  perform private.release_runs(old.user_id) where old.role is not null;
  return null;
end;
$$;
create trigger after_role_write after insert or update or delete on public.staff
  for each row execute function private.after_role_write();

-- Deletes what an account saved, except orders, before it verified its email address, which anyone may type.
create function private.after_first_verification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.identity_data ->> 'email_verified' = 'true'
    or private.verified_email(new.user_id) is distinct from new.email
    or exists (
      select from auth.identities as others
      where others.user_id = new.user_id and others.id <> new.id and others.identity_data ->> 'email_verified' = 'true'
    ) then
    return null;
  end if;
  delete from public.saved_addresses where saved_addresses.user_id = new.user_id;
  delete from public.saved_billing where saved_billing.user_id = new.user_id;
  delete from public.saved_preferences where saved_preferences.user_id = new.user_id;
  delete from public.saved_carts where saved_carts.user_id = new.user_id;
  delete from public.push_subscriptions where push_subscriptions.user_id = new.user_id;
  delete from public.back_in_stock_requests where back_in_stock_requests.user_id = new.user_id;
  delete from private.entered_discounts where entered_discounts.user_id = new.user_id;
  update public.profiles set name = private.name_in(users.raw_user_meta_data)
  from auth.users
  where users.id = new.user_id and profiles.id = users.id
    and profiles.name is distinct from private.name_in(users.raw_user_meta_data);
  return null;
end;
$$;
create trigger after_first_verification after insert or update of identity_data on auth.identities
  for each row when (new.identity_data ->> 'email_verified' = 'true')
  execute function private.after_first_verification();
