-- The audit log records account and role beside the display name, which its owner may change, and such changes.
alter table public.shop_history add column actor_email text, add column actor_role text;
comment on column public.shop_history.actor_email is
  'Email or phone number of the account at that moment: a display name may be anybody''s. Null: no person.';
comment on column public.shop_history.actor_role is
  'owner, manager, packer or customer, as the account''s role was at that moment. Null: no person.';

create or replace function private.add_to_history(kind text, subject text, before jsonb, after jsonb) returns void
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
  insert into public.shop_history (kind, subject, actor_id, actor, actor_email, actor_role, before, after)
  values (
    add_to_history.kind, add_to_history.subject, person,
    case when person is null then 'The shop''s server' else coalesce(account.name, account.email, person::text) end,
    account.email, account.role, add_to_history.before, add_to_history.after
  );
end;
$$;

create function private.note_staff_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.role = 'admin' or exists (select from public.staff where staff.user_id = new.id) then
    perform private.add_to_history(
      'right',
      'Name of ' || coalesce((select users.email from auth.users where users.id = new.id), 'an account'),
      jsonb_build_object('name', old.name), jsonb_build_object('name', new.name)
    );
  end if;
  return null;
end;
$$;
comment on function private.note_staff_name() is
  'Records that somebody on staff changed their name, under which the log shows what they do. Security definer, as '
  'add_to_history.';
revoke all on function private.note_staff_name() from public;

create trigger note_staff_name after update of name on public.profiles
  for each row when (old.name is distinct from new.name) execute function private.note_staff_name();
