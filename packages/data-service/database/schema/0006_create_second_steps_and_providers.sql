-- The second step of signing in, and signing in through other providers: named and shaped as Supabase's, the
-- part that the service uses.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null check (char_length(friendly_name) <= 200),
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  secret text not null,
  last_used_step bigint not null default 0,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, friendly_name)
);
comment on column auth.mfa_factors.secret is 'Sealed with a key that the database does not hold.';
comment on column auth.mfa_factors.last_used_step is
  'The thirty seconds whose code was used last: a code that was seen over a shoulder is worth nothing.';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address inet,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at on auth.mfa_challenges (created_at);

alter table auth.sessions add column factor_id uuid references auth.mfa_factors (id) on delete set null;
create index sessions_factor_id on auth.sessions (factor_id);
comment on column auth.sessions.factor_id is 'The factor that raised the session to aal2.';

-- A way through another provider begins before its user is known, and without PKCE it has no challenge.
alter table auth.flow_state alter column code_challenge drop not null;
alter table auth.flow_state alter column code_challenge_method drop not null;

create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null,
  request_id text not null,
  redirect_to text not null,
  flow_state_id uuid references auth.flow_state (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index saml_relay_states_flow_state_id on auth.saml_relay_states (flow_state_id);
create index saml_relay_states_created_at on auth.saml_relay_states (created_at);
comment on column auth.saml_relay_states.sso_provider_id is 'A provider of the settings, which are not in the database.';

alter table auth.mfa_factors owner to supabase_auth_admin;
alter table auth.mfa_challenges owner to supabase_auth_admin;
alter table auth.saml_relay_states owner to supabase_auth_admin;
alter type auth.factor_type owner to supabase_auth_admin;
alter type auth.factor_status owner to supabase_auth_admin;
