-- What happens when profiles, roles, and the store's settings change, as triggers/orders.sql for orders.
create function private.after_profile_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
    perform private.log_staff_name(old, new);
    update private.customers set name = btrim(coalesce(new.name, '')) where customers.user_id = new.id;
    perform private.write_order_documents(array(select orders.id from public.orders where orders.user_id = new.id));
  end if;
  return null;
end;
$$;
comment on function private.after_profile_write() is 'Security definer, as before_order_write.';

create trigger after_profile_write after insert or update on public.profiles
  for each row execute function private.after_profile_write();

create function private.after_role_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_change('right', 'Role', to_jsonb(old), to_jsonb(new));
  if old.role is not null then
    perform private.release_runs(old.user_id);
  end if;
  return null;
end;
$$;
comment on function private.after_role_write() is 'Security definer, as before_order_write.';

create trigger after_role_write after insert or update or delete on public.staff
  for each row execute function private.after_role_write();

create function private.before_settings_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.hero_slides is distinct from new.hero_slides then
    perform private.check_hero_slides(new.hero_slides);
  end if;
  -- The list of names is read from files.
  if old.time_zone is distinct from new.time_zone then
    new.time_zone := private.read_time_zone(new.time_zone);
  end if;
  if tg_op = 'UPDATE' then
    perform private.guard_money_settings(old, new);
    new.updated_at := now();
  end if;
  new.delivery_summary := private.delivery_summary();
  return private.update_quotes_carts(new);
end;
$$;
comment on function private.before_settings_write() is
  'Stores the summary of delivery in the settings, so that a changed zone refreshes cached pages. Security definer, as '
  'before_order_write.';

create trigger before_settings_write before insert or update on public.store_settings
  for each row execute function private.before_settings_write();

create function private.after_settings_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.accepts_snap <> new.accepts_snap then
    perform private.refresh_snap_eligible(null);
  end if;
  if (old.hero_slides, old.closed_days, old.team, old.testimonials)
    is distinct from (new.hero_slides, new.closed_days, new.team, new.testimonials) then
    perform private.delete_settings_translations();
  end if;
  perform private.log_change('settings', 'Store settings', to_jsonb(old), to_jsonb(new));
  return null;
end;
$$;
comment on function private.after_settings_write() is 'Security definer, as before_order_write.';

create trigger after_settings_write after update on public.store_settings
  for each row execute function private.after_settings_write();
