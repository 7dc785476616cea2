#!/bin/bash
# Runs once in a new primary: creates the roles of the standby and the pooler. The store creates its own roles.
set -euo pipefail
psql --username postgres --dbname calabash --set ON_ERROR_STOP=1 \
  --set replication="$REPLICATION_PASSWORD" --set pooler="$POOLER_PASSWORD" <<'SQL'
create role replicator login replication password :'replication';
select pg_create_physical_replication_slot('standby');
create role pgbouncer login password :'pooler';
-- PgBouncer reads the password hashes of the store's two roles with this function.
create schema pgbouncer authorization postgres;
create function pgbouncer.get_auth(role_name text) returns table (name text, hash text)
  language sql security definer set search_path = ''
  as $$ select rolname::text, rolpassword from pg_catalog.pg_authid
    where rolname = role_name and rolname in ('authenticator', 'supabase_auth_admin') $$;
revoke all on function pgbouncer.get_auth from public;
grant usage on schema pgbouncer to pgbouncer;
grant execute on function pgbouncer.get_auth to pgbouncer;
SQL
