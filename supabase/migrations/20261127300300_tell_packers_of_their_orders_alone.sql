-- Open desks of packers hear of the orders that they may see.
create or replace function public.desk_changes(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.desk_head() || jsonb_build_object(
    'read_at', now(),
    'cards', coalesce((
      select jsonb_agg(private.desk_card(orders)) from public.orders
      where orders.id = any (desk_changes.order_ids) and orders.paid_at is not null
    ), '[]'),
    -- The same orders as private.packing_orders.
    'packer_order_ids', coalesce((
      select jsonb_agg(orders.id) from public.orders
      where orders.id = any (desk_changes.order_ids) and (
        orders.status in ('paid', 'preparing', 'ready', 'out_for_delivery')
        or orders.paid_at > now() - interval '7 days'
      )
    ), '[]')
  );
end;
$$;
comment on function public.desk_changes(uuid[]) is
  'For the shop''s server, which tells open desks: private.desk_head, the cards of these orders as they are now, '
  'wherever they stand, and which of the orders packers may see. Security definer, as read_desk.';
