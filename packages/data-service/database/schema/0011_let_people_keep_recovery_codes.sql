-- The way in for who lost their authenticator app: some codes on paper, each good once.
create table auth.mfa_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, hash)
);
comment on column auth.mfa_recovery_codes.hash is 'The SHA-256 of the code''s eighty random bits; whoever reads the table cannot sign in.';
alter table auth.mfa_recovery_codes owner to supabase_auth_admin;

-- Whichever way the last authenticator app goes: its codes would open the next one's account.
create function auth.drop_recovery_codes() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from auth.mfa_recovery_codes
  where user_id = old.user_id and not exists (
    select 1 from auth.mfa_factors where user_id = old.user_id and status = 'verified'
  );
  return null;
end;
$$;
alter function auth.drop_recovery_codes() owner to supabase_auth_admin;
create trigger drop_recovery_codes after delete on auth.mfa_factors
  for each row execute function auth.drop_recovery_codes();
