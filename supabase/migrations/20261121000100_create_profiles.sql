-- The people of the shop: one profile for each account, and the role that decides what it may do.
-- `private` holds functions that no API exposes.
create schema if not exists private;
comment on schema private is 'Functions and tables of the shop that no API exposes.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
-- Hosted projects grant execute on new functions to everybody; here each function names its callers.
alter default privileges in schema private revoke execute on functions from public;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text check (char_length(name) <= 200),
  role text not null default 'customer' check (role in ('customer', 'admin')),
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'One row for each account, made by a trigger on auth.users.';
comment on column public.profiles.role is 'customer or admin; written by the service role alone.';

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.profiles
    where profiles.id = (select auth.uid()) and profiles.role = 'admin'
  );
$$;
comment on function private.is_admin() is
  'Whether the caller is an admin. Security definer, because the rules of profiles call it themselves.';
revoke all on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;
create policy "people read their own profile, admins read all" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy "people change their own name" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, name)
  values (
    new.id,
    left(nullif(btrim(coalesce(
      new.raw_user_meta_data ->> 'fullName',
      new.raw_user_meta_data ->> 'full_name',
      new.raw_user_meta_data ->> 'name'
    )), ''), 200)
  );
  return new;
end;
$$;
comment on function private.create_profile() is
  'Security definer: the auth service that adds a user may not write profiles.';
revoke all on function private.create_profile() from public;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();
