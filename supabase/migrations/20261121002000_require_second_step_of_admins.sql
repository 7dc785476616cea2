-- A shop may require its admins to sign in in two steps: then a session that has not passed the second one
-- has no admin's rights anywhere, since every row rule asks this function.
comment on table private.shop_facts is
  'is_demo: set by the demo seed; a live shop refuses to start on it. '
  'admins_need_second_step: set by the server from AUTH_ADMIN_REQUIRES_MFA; its being there counts.';

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.profiles
    where profiles.id = (select auth.uid()) and profiles.role = 'admin'
  ) and (
    coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
    or not exists (select 1 from private.shop_facts where name = 'admins_need_second_step')
  );
$$;
comment on function private.is_admin() is
  'Whether the caller is an admin, and has passed the second step where admins need one. Security definer, '
  'because the rules of profiles call it themselves.';
