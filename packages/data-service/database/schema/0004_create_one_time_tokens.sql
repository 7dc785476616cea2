-- What proves that somebody reads a mailbox, and what ties a link to the browser that asked for it (PKCE):
-- named and shaped as Supabase's, the part that the service uses.
alter table auth.users add column recovery_sent_at timestamptz;

create type auth.code_challenge_method as enum ('s256', 'plain');
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  auth_code text unique,
  code_challenge text not null,
  code_challenge_method auth.code_challenge_method not null,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.flow_state.auth_code is 'The SHA-256 of the code; whoever reads the table cannot sign in.';
create index flow_state_user_id on auth.flow_state (user_id, authentication_method);
create index flow_state_expires_at on auth.flow_state (expires_at);

create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null unique,
  code_hash text not null,
  relates_to text not null,
  flow_state_id uuid references auth.flow_state (id) on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);
comment on column auth.one_time_tokens.token_hash is 'The SHA-256 of the token in the link.';
comment on column auth.one_time_tokens.code_hash is
  'A keyed hash of the six digits beside the link: a plain one could be searched in a second.';
comment on column auth.one_time_tokens.relates_to is 'The address that the message went to.';
create index one_time_tokens_flow_state_id on auth.one_time_tokens (flow_state_id);
create index one_time_tokens_expires_at on auth.one_time_tokens (expires_at);

alter table auth.flow_state owner to supabase_auth_admin;
alter table auth.one_time_tokens owner to supabase_auth_admin;
alter type auth.code_challenge_method owner to supabase_auth_admin;
alter type auth.one_time_token_type owner to supabase_auth_admin;
