-- One profile per account, created by a trigger on auth.users, and the role that decides what it may do.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text check (char_length(name) <= 200),
  role text not null default 'customer' check (role in ('customer', 'admin')), -- Only the service role writes it.
  created_at timestamptz not null default now()
);

grant select, update (name) on public.profiles to authenticated;

-- An access token is valid for an hour even after its session ended (log-out everywhere, a new password, a ban).
-- Functions that touch money or need an admin therefore check that the session is still active.
--
-- Functions that every statement or trigger calls are plpgsql, which caches their plans per connection
-- (docs/decisions/022-hot-functions-keep-their-plans.md).

-- Returns whether the caller's session is active, once per transaction. Security definer: callers read no sessions.
create function private.is_session_active() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
begin
  if current_setting('shop.active_claims', true) = claims then
    return true;
  end if;
  if exists (
    select 1 from auth.sessions
    join auth.users on users.id = sessions.user_id
    where sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and sessions.user_id = (select auth.uid())
      and (sessions.not_after is null or sessions.not_after > now())
      and (users.banned_until is null or users.banned_until <= now())
  ) then
    return set_config('shop.active_claims', claims, true) is not null;
  end if;
  return false;
end;
$$;
grant execute on function private.is_session_active() to authenticated;

create policy "users change their own name" on public.profiles
  for update to authenticated using (id = (select auth.uid()) and (select private.is_session_active()))
  with check (id = (select auth.uid()));

-- Returns the name in the metadata of a sign-up or a provider; null without one.
create function private.name_in(metadata jsonb) returns text
language sql immutable
return left(nullif(btrim(coalesce(
  name_in.metadata ->> 'fullName', name_in.metadata ->> 'full_name', name_in.metadata ->> 'name'
)), ''), 200);

-- For the server, which checks this before it deletes an account. Security definer: it counts hidden rows.
create function public.is_last_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and(profiles.id = is_last_admin.user_id), false) from public.profiles where profiles.role = 'admin';
$$;
grant execute on function public.is_last_admin(uuid) to service_role;

-- Returns the account's email address if verified (link, code, Google, SAML), as mails of unpaid orders need; or null.
create function private.verified_email(user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select users.email from auth.users
    where users.id = verified_email.user_id and users.email_confirmed_at is not null
      and (users.is_sso_user or exists (
        -- If the store does not require confirmation, only the identity shows whether this address was verified.
        select 1 from auth.identities
        where identities.user_id = users.id and identities.email = lower(users.email)
          and identities.identity_data ->> 'email_verified' = 'true'
      ))
  );
end;
$$;

-- A user's sessions, and ending one of them. The auth service's own calls end this one, all others, or all.
create function public.list_sessions()
returns table (id uuid, user_agent text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select sessions.id, sessions.user_agent, sessions.created_at,
    -- Hosted projects store this column without a time zone, in UTC.
    greatest(sessions.created_at, sessions.refreshed_at::timestamptz),
    sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  from auth.sessions
  where sessions.user_id = (select auth.uid()) and (select private.is_session_active())
    and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1 limit 100;
$$;
comment on function public.list_sessions() is 'Lists the caller''s sessions, the current one first; none if it has '
  'ended. Security definer: it reads sessions. May be null: user_agent.';
grant execute on function public.list_sessions() to authenticated;

-- Ends a session of the caller; PT404 for another user's. Security definer, as list_sessions.
create function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.reject_if(not private.is_session_active(), 'PT401', 'Your session has ended. Log in again.');
  delete from auth.sessions
  where sessions.id = end_session.session_id and sessions.user_id = (select auth.uid());
  perform private.reject_if(not found, 'PT404', 'This session doesn''t exist.');
end;
$$;
grant execute on function public.end_session(uuid) to authenticated;
