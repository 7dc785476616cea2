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
  where sessions.user_id = (select auth.uid()) and (select private.session_lives())
    and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1
  limit 100;
$$;
comment on function public.list_sessions() is
  'The caller''s own sessions, this one first. Security definer: nobody reads the sessions. Nothing for a session that '
  'has ended.';
revoke all on function public.list_sessions() from public, anon, authenticated, service_role;
grant execute on function public.list_sessions() to authenticated;

create function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.session_lives() then
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
revoke all on function public.end_session(uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_session(uuid) to authenticated;
