-- What the auth service keeps of sign-ups, invitations and changes that wait to be confirmed: named as
-- Supabase's, the part that the service uses. Tokens and codes themselves lie in auth.one_time_tokens.
alter table auth.users
  add column invited_at timestamptz,
  add column confirmation_sent_at timestamptz,
  add column email_change text not null default '' check (char_length(email_change) <= 255),
  add column email_change_sent_at timestamptz,
  add column email_change_confirm_status smallint not null default 0 check (email_change_confirm_status in (0, 1)),
  add column phone_change text not null default '' check (char_length(phone_change) <= 15),
  add column phone_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz;
comment on column auth.users.email_change_confirm_status is
  '1 when one of the two addresses has confirmed the change, and the other has yet to.';
create index users_created_at on auth.users (created_at desc, id);

-- Counters are written with every sign-in, and may start again from nothing after a crash. Those that are over
-- are removed by their time.
alter table auth.rate_limits set unlogged;
create index rate_limits_expire on auth.rate_limits (expire);
