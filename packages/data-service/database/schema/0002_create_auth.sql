-- The auth schema, named and shaped as Supabase's: the part that the service uses.
create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, shop_owner;

create function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
$$;
create function auth.uid() returns uuid
language sql stable
as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid; $$;
create function auth.role() returns text
language sql stable
as $$ select auth.jwt() ->> 'role'; $$;
create function auth.email() returns text
language sql stable
as $$ select auth.jwt() ->> 'email'; $$;

create table auth.users (
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (char_length(email) <= 255),
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone text unique,
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  banned_until timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email on auth.users (email) where not is_sso_user;
comment on column auth.users.encrypted_password is 'An argon2id hash in its standard text form.';

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on auth.sessions (user_id);

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token text not null unique,
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  parent text,
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.refresh_tokens.token is 'The SHA-256 of the token; whoever reads the table cannot sign in.';
create index refresh_tokens_session_id on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_user_id on auth.refresh_tokens (user_id);

-- Counters of rate-limiter-flexible, shared by all processes.
create table auth.rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

do $$
declare
  name text;
begin
  foreach name in array array['users', 'identities', 'sessions', 'mfa_amr_claims', 'refresh_tokens', 'rate_limits'] loop
    execute format('alter table auth.%I owner to supabase_auth_admin', name);
  end loop;
end;
$$;
alter function auth.jwt() owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;
-- The shop's migrations hang a trigger and a foreign key on the users, as they may on a hosted project.
grant select, references, trigger on auth.users to shop_owner;
