-- What hangs on orders (lines, payments, refunds, status changes, billing details) asked for each row whether its
-- order may be read: seconds at a million orders. Now a statement asks once which orders are the caller's own, and
-- finds their rows by the index on order_id.
--
-- Admins read all. An "or is_admin()" would forbid the index, because it holds for every row or for none and the
-- planner cannot know which; a range from the least to the greatest id can be looked up in the index like the list
-- of own ids. For everybody but admins its ends are null, and nothing lies between them. The range stands there
-- over two columns, so that the planner takes it for small.
create function private.own_order_ids() returns setof uuid
language sql stable security definer set search_path = '' rows 10
as $$
  select orders.id from public.orders where orders.user_id = (select auth.uid());
$$;
comment on function private.own_order_ids() is
  'The orders of the caller. Security definer: the rules of orders would be worked out for each of them again.';

create function private.least_order_id() returns uuid
language sql stable set search_path = ''
as $$ select case when private.is_admin() then '00000000-0000-0000-0000-000000000000'::uuid end $$;
comment on function private.least_order_id() is 'For admins, from which order on they may read; null for everybody else.';

create function private.greatest_order_id() returns uuid
language sql stable set search_path = ''
as $$ select case when private.is_admin() then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end $$;
comment on function private.greatest_order_id() is 'For admins, up to which order they may read; null for everybody else.';

revoke all on function private.own_order_ids(), private.least_order_id(), private.greatest_order_id() from public;
grant execute on function private.own_order_ids(), private.least_order_id(), private.greatest_order_id()
  to authenticated;

alter policy "customers read the lines of their orders, admins read all" on public.order_items
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and id between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
  );

alter policy "customers read the history of their orders, admins read all" on public.order_status_changes
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and id between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
  );

-- Payments and refunds of unknown orders have none, and are the admins'.
alter policy "customers read the payments of their orders, admins read all" on public.payments
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and amount_cents between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.is_admin()))
  );

alter policy "customers read the refunds of their orders, admins read all" on public.refunds
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and amount_cents between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.is_admin()))
  );

alter policy "owners of the order and admins read billing details" on public.billing_details
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and created_at between '-infinity' and (select case when private.is_admin() then 'infinity'::timestamptz end)
    )
  );
