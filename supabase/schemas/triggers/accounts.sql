-- Triggers of profiles and roles, built like those in triggers/orders.sql.
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
