-- Signed links in order emails open one order without an account. The server checks the link, which gives access to
-- these two functions only.
create function public.linked_order(order_id uuid, language text default 'en') returns jsonb
language sql stable security definer set search_path = '' as $$
  select (
      -- Keys are listed, so that new facts in emails are not exposed here automatically.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id, linked_order.language)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'delivery_fee', 'discount',
        'paid_amount', 'refunded_amount', 'held_amount', 'released_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at', 'paid_by', 'channel', 'pay_in_store_by', 'due_amount',
        'needs_weight', 'packing_status'
      )
    ) || jsonb_build_object(
      'can_cancel', exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = orders.status and moves.to_status = 'cancelled'
          and 'customer' = any (moves.moved_by)
      ),
      'steps', (
        select jsonb_agg(jsonb_build_object('status', steps.to_status, 'at', steps.changed_at) order by steps.id)
        from public.order_status_changes as steps where steps.order_id = orders.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', refunds.id, 'status', refunds.status, 'method', refunds.method, 'replaces_id', refunds.replaces_id,
          'amount', refunds.amount_cents / 100.0
        ) order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;
comment on function public.linked_order(uuid, text) is
  'For the server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], refunds: '
  '[{id, status, method, replaces_id, amount}]} and the products and amounts in its emails, without name, address, '
  'phone, and notes, because emails are forwarded. Null: no such order. jsonb: a part of the document that '
  'private.order_facts makes. Security definer: callers may not read the facts of an email.';
grant execute on function public.linked_order(uuid, text) to service_role;

create function public.cancel_linked_order(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = cancel_linked_order.order_id for update;
  perform private.reject_if(target.id is null, 'PT404', 'This order doesn''t exist.');
  if private.is_canceled(target.status) and target.cancelled_by = 'customer' and target.cancel_reason = 'requested' then
    -- The answer to an earlier call was lost.
    return;
  end if;
  perform private.reject_if(not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = 'cancelled' and 'customer' = any (moves.moved_by)
  ), 'PT409', 'You can no longer cancel this order.');
  perform private.cancel_and_restock(target.id, 'customer');
end;
$$;
comment on function public.cancel_linked_order(uuid) is
  'For the server, which has checked the link: cancels an order that the customer may cancel. Security definer: '
  'callers may not change orders directly.';
grant execute on function public.cancel_linked_order(uuid) to service_role;
