-- Staff roles. profiles.role = 'admin' is the owner; a manager does everything except money settings and staff; a
-- packer packs current orders and refunds per order only up to a limit; a driver sees only their own delivery runs.
create table public.staff (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role in ('manager', 'packer', 'driver')),
  refund_limit numeric(10, 2) check (refund_limit >= 0 and refund_limit <> 'NaN'),
  added_by uuid references public.profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  constraint packers_have_a_refund_limit check ((role = 'packer') = (refund_limit is not null))
);
comment on table public.staff is
  'One row per manager, packer, and driver; without it they are customers, from the next request on.';
comment on column public.staff.refund_limit is 'How much a packer may refund of one order in all; null for managers and drivers.';
create index staff_added_by on public.staff (added_by);

create function private.staff_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function private.staff_role() is
  'Returns owner, manager, packer, or driver, for an active session, past MFA where required; null for everyone else. '
  'Security definer, because the policies of profiles call it.';
grant execute on function private.staff_role() to anon, authenticated, service_role;

create function private.can_manage() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.staff_role() in ('owner', 'manager'), false);
end;
$$;
comment on function private.can_manage() is 'Returns whether the caller is the owner or a manager.';
grant execute on function private.can_manage() to anon, authenticated, service_role;

create function private.can_pack() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.staff_role() in ('owner', 'manager', 'packer'), false);
end;
$$;
comment on function private.can_pack() is 'Returns whether the caller is the owner, a manager, or a packer.';
grant execute on function private.can_pack() to anon, authenticated, service_role;

create function public.staff_role() returns text
language sql stable set search_path = ''
as $$
  select private.staff_role();
$$;
comment on function public.staff_role() is
  'Returns owner, manager, packer, driver, or null: the caller''s current role, as policies use it.';
grant execute on function public.staff_role() to authenticated;

-- Packers get no customer list: they see the customers of current orders, and of those of the last seven days.
create function private.packing_orders() returns table (order_id uuid, user_id uuid)
language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  if private.staff_role() is distinct from 'packer' then
    return;
  end if;
  return query
    select orders.id, orders.user_id from public.orders
    where private.is_open(orders.status)
    union
    select orders.id, orders.user_id from public.orders where orders.paid_at > now() - interval '7 days'
    union
    select orders.id, orders.user_id from public.pay_in_store_orders as chosen
    join public.orders on orders.id = chosen.order_id
    where chosen.is_waiting or chosen.chosen_at > now() - interval '7 days';
end;
$$;
comment on function private.packing_orders() is
  'For packers: the orders they may see, current ones and those paid, or chosen to be paid in the store, within the '
  'last seven days; none for everyone '
  'else. Security definer: the policies of orders call it.';
grant execute on function private.packing_orders() to authenticated;

create function private.can_handle(order_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.can_manage()
    or exists (select 1 from private.packing_orders() as packing where packing.order_id = can_handle.order_id);
end;
$$;
comment on function private.can_handle(uuid) is
  'Returns whether the caller may move and refund this order. Only called for orders that exist.';

alter table public.staff enable row level security;
revoke all on public.staff from anon, authenticated, service_role;
grant select, delete, update (role, refund_limit) on public.staff to authenticated;
grant select on public.staff to service_role;
create policy "staff read their own role, the owner reads all" on public.staff
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "the owner changes what staff may do" on public.staff
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the owner removes roles" on public.staff
  for delete to authenticated using ((select private.is_admin()));

create policy "users read their own profile, staff those of their orders" on public.profiles
  for select to authenticated
  using (
    id = (select auth.uid())
    or (select private.can_manage())
    or id = any (array(select packing.user_id from private.packing_orders() as packing))
  );
