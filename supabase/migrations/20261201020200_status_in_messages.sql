-- A status change that came too late is rejected with the order's status, as the store's pages name it.
update public.order_statuses set label = 'Canceled' where status = 'cancelled';

create or replace function public.move_order(order_id uuid, to_status text) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = move_order.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  -- A repeated press finds the order in the requested status.
  if target.status = move_order.to_status then
    return target;
  end if;
  if move_order.to_status = 'cancelled' then
    return public.cancel_order(target.id);
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = move_order.to_status
      and 'admin' = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using
      message = format('This order is now "%s". Nothing was changed.', (
        select statuses.label from public.order_statuses as statuses where statuses.status = target.status
      ));
  end if;
  update public.orders set status = move_order.to_status where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.move_order(uuid, text) is
  'For staff: the next status of an order. Security definer: nobody changes orders by hand.';
grant execute on function public.move_order(uuid, text) to authenticated;
