-- The people of the shop: one profile for each account, and the role that decides what it may do.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text check (char_length(name) <= 200),
  role text not null default 'customer' check (role in ('customer', 'admin')),
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'One row for each account, made by a trigger on auth.users.';
comment on column public.profiles.role is 'customer or admin; written by the service role alone.';

-- An access token is good for an hour, and what ends its session (a log-out everywhere, a new password, a ban) does
-- not take it back. What touches money or needs an admin asks whether the session still lives.
--
-- What each statement and each trigger asks is written in plpgsql, here and in the files that follow: it keeps its plan
-- for the connection, where a function in plain SQL that cannot be inlined is planned anew by every statement
-- (docs/decisions/022-hot-functions-keep-their-plans.md).
create function private.is_session_active() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (
      select 1 from auth.sessions
      join auth.users on users.id = sessions.user_id
      where sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
        and sessions.user_id = (select auth.uid())
        and (sessions.not_after is null or sessions.not_after > now())
        and (users.banned_until is null or users.banned_until <= now())
    )
  );
end;
$$;
comment on function private.is_session_active() is
  'Whether the session that the caller''s token is of was not ended, and the caller not banned. Security definer: '
  'nobody reads the sessions.';
grant execute on function private.is_session_active() to authenticated;

create function private.is_admin() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.staff_role() = 'owner', false);
end;
$$;
comment on function private.is_admin() is
  'Whether the caller is an admin, the shop''s owner: see staff_role, in staff/staff.sql with all that staff may do.';
grant execute on function private.is_admin() to anon, authenticated, service_role;

create function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$
  select private.is_admin();
$$;
comment on function public.is_admin() is
  'Whether the caller has an admin''s rights now: the role alone is not enough where admins need a second step.';
grant execute on function public.is_admin() to authenticated;

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;
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

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function public.is_last_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.profiles where profiles.id = is_last_admin.user_id and profiles.role = 'admin'
  ) and not exists (
    select 1 from public.profiles where profiles.id <> is_last_admin.user_id and profiles.role = 'admin'
  );
$$;
comment on function public.is_last_admin(uuid) is
  'For the shop''s server, which says so before it tries. Security definer: it counts whatever the row rules show.';
grant execute on function public.is_last_admin(uuid) to service_role;

create function private.acting_as() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when auth.uid() is null then 'server'
    when private.can_pack() then 'admin'
    else 'customer'
  end;
end;
$$;
comment on function private.acting_as() is
  'customer, admin (the owner and all staff) or server, as order_status_moves names them. Security definer: triggers of '
  'everybody call it.';

-- Nobody sends mail in the shop's name to whom they like. Until money came, an order's mails go only to an address
-- that the account has shown to be its own; what a person typed is one line without links; nobody gets mail without end.
create function private.verified_email(user_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select users.email from auth.users
    where users.id = verified_email.user_id and users.email_confirmed_at is not null
      and (users.is_sso_user or exists (
        -- Where addresses count unconfirmed, only the identity tells whether this one was ever shown.
        select 1 from auth.identities
        where identities.user_id = users.id and identities.email = lower(users.email)
          and identities.identity_data ->> 'email_verified' = 'true'
      ))
  );
end;
$$;
comment on function private.verified_email(uuid) is
  'The account''s address when somebody has shown that it is theirs (a link, a code, Google, their company); else null.';

create function private.require_active_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Without a person it is the shop's own server, or the auth service.
  if (select auth.uid()) is not null and not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
  return null;
end;
$$;
comment on function private.require_active_session() is
  'Holds also for the functions that change orders with their owner''s rights. Security definer, as is_session_active.';

-- Where a person is signed in, and the end of one of these sessions. The auth service's own calls end this one, all
-- others or all.
create function public.list_sessions()
returns table (id uuid, user_agent text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select sessions.id, sessions.user_agent, sessions.created_at,
    -- A hosted project keeps this one without its zone, in UTC.
    greatest(sessions.created_at, sessions.refreshed_at::timestamptz),
    sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  from auth.sessions
  where sessions.user_id = (select auth.uid()) and (select private.is_session_active())
    and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1
  limit 100;
$$;
comment on function public.list_sessions() is
  'The caller''s own sessions, this one first. Security definer: nobody reads the sessions. Nothing for a session that '
  'has ended.';
grant execute on function public.list_sessions() to authenticated;

create function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
  delete from auth.sessions
  where sessions.id = end_session.session_id and sessions.user_id = (select auth.uid());
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such session.';
  end if;
end;
$$;
comment on function public.end_session(uuid) is
  'Ends one of the caller''s own sessions: it is not refreshed any more, and does nothing with orders or as an admin. '
  'Anybody else''s is PT404. Security definer, as list_sessions.';
grant execute on function public.end_session(uuid) to authenticated;
