-- For pick lists: how much of an order SNAP EBT may pay.
create function public.list_snap_amounts(order_ids uuid[]) returns table (order_id uuid, amount numeric)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk('list_snap_amounts');
  if cardinality(list_snap_amounts.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  return query
    select orders.id, private.snap_amount(orders.id)
    from unnest(list_snap_amounts.order_ids[1:100]) as requested (id)
    join public.orders on orders.id = requested.id and private.can_handle(orders.id);
end;
$$;
comment on function public.list_snap_amounts(uuid[]) is
  'For packers: private.snap_amount of the orders that they may see, at most 100. Security definer, as read_pick_lists.';
grant execute on function public.list_snap_amounts(uuid[]) to authenticated;
