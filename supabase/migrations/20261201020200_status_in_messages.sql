-- A step that somebody else has overtaken is rejected with the order's status in words.
create function private.status_text(status text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case status_text.status
    when 'pending' then 'not paid yet'
    when 'paid' then 'waiting to be packed'
    when 'preparing' then 'being packed'
    when 'ready' then 'ready for pickup'
    when 'out_for_delivery' then 'out for delivery'
    when 'completed' then 'handed over'
    when 'cancelled' then 'canceled'
    else status_text.status
  end;
end;
$$;
comment on function private.status_text(text) is 'Returns an order''s status as staff read it, within a sentence.';

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
      message = format('This order is %s now, so it stays as it is.', private.status_text(target.status));
  end if;
  update public.orders set status = move_order.to_status where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.move_order(uuid, text) is
  'For staff: the next status of an order. Security definer: nobody changes orders by hand.';
grant execute on function public.move_order(uuid, text) to authenticated;
