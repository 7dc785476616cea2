-- Staff roles, one row per manager, packer, and driver; without it they are customers, from the next request on.
-- profiles.role = 'admin' is the owner; a manager does everything except money settings and staff; a packer packs
-- current orders and refunds per order only up to a limit; a driver sees only their own delivery runs.
create table public.staff (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role in ('manager', 'packer', 'driver')),
  -- How much a packer may refund of one order in all; null for managers and drivers.
  refund_limit numeric(10, 2) check (refund_limit >= 0 and refund_limit <> 'NaN'),
  added_by uuid references public.profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  constraint packers_have_a_refund_limit check ((role = 'packer') = (refund_limit is not null))
);
create index staff_added_by on public.staff (added_by);

revoke all on public.staff from service_role;
grant select, delete, update (role, refund_limit) on public.staff to authenticated;
grant select on public.staff to service_role;

-- Returns owner, manager, packer, or driver; null for everyone else.
create function private.role_of(user_id uuid) returns text
language sql stable set search_path = '' as $$
  select case when profiles.role = 'admin' then 'owner' else staff.role end
  from public.profiles left join public.staff on staff.user_id = profiles.id where profiles.id = role_of.user_id;
$$;

-- Returns role_of the caller in an active session, past MFA if required. Security definer: policies of profiles use it.
create function private.staff_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when profiles.role = 'admin' then 'owner' else staff.role end
    from public.profiles left join public.staff on staff.user_id = profiles.id
    where profiles.id = (select auth.uid()) and (profiles.role = 'admin' or staff.role is not null)
      and private.is_session_active() and (
        coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
        or not exists (select 1 from private.shop_facts where name = 'admins_need_second_step')
      )
  );
end;
$$;
grant execute on function private.staff_role() to anon, authenticated, service_role;

-- Returns whether the caller is an admin (the owner).
create function private.is_admin() returns boolean
language sql stable
return coalesce(private.staff_role() = 'owner', false);
grant execute on function private.is_admin() to anon, authenticated, service_role;
create policy "staff read their own role, the owner reads all" on public.staff
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_session_active())) or (select private.is_admin()));
create policy "the owner changes what staff may do" on public.staff
  for update to authenticated using ((select private.is_admin()));
create policy "the owner removes roles" on public.staff for delete to authenticated using ((select private.is_admin()));

-- Returns whether the caller has admin rights now; where admins need MFA, the role alone is not enough.
create function public.is_admin() returns boolean
language sql stable
return private.is_admin();
grant execute on function public.is_admin() to authenticated;

-- Returns who acts, in the words of order_status_moves: customer, admin (owner and staff), or server.
create function private.acting_as() returns text
language sql stable
return case when auth.uid() is null then 'server' when private.staff_role() is not null then 'admin' else 'customer' end;

-- Returns whether the caller is the owner or a manager.
create function private.can_manage() returns boolean
language sql stable
return coalesce(private.staff_role() in ('owner', 'manager'), false);
grant execute on function private.can_manage() to anon, authenticated, service_role;

-- Returns whether the caller is the owner, a manager, or a packer.
create function private.can_pack() returns boolean
language sql stable
return coalesce(private.staff_role() in ('owner', 'manager', 'packer'), false);
grant execute on function private.can_pack() to anon, authenticated, service_role;

-- Returns owner, manager, packer, driver, or null: the caller's current role, as policies use it.
create function public.staff_role() returns text
language sql stable
return private.staff_role();
grant execute on function public.staff_role() to authenticated;

-- Raises 401, not 403, for an ended session, so that picks stored on a device are sent after the next login.
create function private.require_session() returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is not null and not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
end;
$$;

-- Rejects callers who may not pack.
create function private.require_desk(called text) returns void
language sql stable set search_path = '' as $$
  select private.require_session();
  select private.reject_if(not private.can_pack(), '42501', 'permission denied for function ' || called);
$$;

-- Rejects callers who are neither the owner nor a manager.
create function private.require_manager(called text) returns void
language sql stable set search_path = '' as $$
  select private.require_session();
  select private.reject_if(not private.can_manage(), '42501', 'permission denied for function ' || called);
$$;
