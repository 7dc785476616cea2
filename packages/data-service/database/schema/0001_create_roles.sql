-- The roles of a Supabase project. `authenticator` may only become one of the three API roles;
-- `shop_owner` owns the shop's own tables, as `postgres` does on a hosted project, and is no superuser.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator login noinherit nocreatedb nocreaterole nosuperuser;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin login noinherit nocreatedb nocreaterole nosuperuser;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then
    create role supabase_storage_admin nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'shop_owner') then
    create role shop_owner nologin bypassrls;
  end if;
end;
$$;
grant anon, authenticated, service_role to authenticator;
grant supabase_storage_admin to shop_owner;
do $$
begin
  -- Whoever brings up the database acts as its owners; a superuser already may.
  execute format('grant shop_owner, supabase_auth_admin, supabase_storage_admin to %I', current_user);
  execute format('grant create, temporary on database %I to shop_owner', current_database());
end;
$$;

grant usage, create on schema public to shop_owner;
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
-- As on a hosted project: what the shop does not revoke, the API roles may do.
alter default privileges for role shop_owner in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role shop_owner in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role shop_owner in schema public
  grant execute on functions to anon, authenticated, service_role;

-- A request that runs away is ended; the shop's own reads take milliseconds.
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '5s';
alter role authenticator set idle_in_transaction_session_timeout = '20s';
