-- An access token is good for an hour, and what ends its session (a log-out everywhere, a new password, a ban) does
-- not take it back. What touches money or needs an admin asks whether the session still lives.
create function private.session_lives() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from auth.sessions
    join auth.users on users.id = sessions.user_id
    where sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and sessions.user_id = (select auth.uid())
      and (sessions.not_after is null or sessions.not_after > now())
      and (users.banned_until is null or users.banned_until <= now())
  );
$$;
comment on function private.session_lives() is
  'Whether the session that the caller''s token is of was not ended, and the caller not banned. Security definer: '
  'nobody reads the sessions.';
revoke all on function private.session_lives() from public;
grant execute on function private.session_lives() to authenticated;

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.profiles
    where profiles.id = (select auth.uid()) and profiles.role = 'admin'
  ) and private.session_lives() and (
    coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
    or not exists (select 1 from private.shop_facts where name = 'admins_need_second_step')
  );
$$;
comment on function private.is_admin() is
  'Whether the caller is an admin, in a session that still lives, and has passed the second step where admins need '
  'one. Security definer, because the rules of profiles call it themselves.';

alter policy "customers read their own orders, admins read all" on public.orders
  using (
    (user_id = (select auth.uid()) and (select private.session_lives()))
    or (select private.is_admin())
  );
create or replace function private.own_order_ids() returns setof uuid
language sql stable security definer set search_path = '' rows 10
as $$
  select orders.id from public.orders
  where orders.user_id = (select auth.uid()) and (select private.session_lives());
$$;

create function private.require_living_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Without a person it is the shop's own server, or the auth service.
  if (select auth.uid()) is not null and not private.session_lives() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
  return null;
end;
$$;
comment on function private.require_living_session() is
  'Holds also for the functions that change orders with their owner''s rights. Security definer, as session_lives.';
revoke all on function private.require_living_session() from public;
create trigger require_living_session before insert or update on public.orders
  for each statement execute function private.require_living_session();
create trigger require_living_session before insert on public.order_items
  for each statement execute function private.require_living_session();
create trigger require_living_session before insert or update on public.billing_details
  for each statement execute function private.require_living_session();
create trigger require_living_session before insert on public.refunds
  for each statement execute function private.require_living_session();
