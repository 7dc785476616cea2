-- What people do to an order: cancel it, move it along, give money back.
create function public.cancel_order(order_id uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid_intent text;
begin
  select * into target from public.orders where orders.id = cancel_order.order_id for update;
  if target.id is null
    or (target.user_id is distinct from (select auth.uid()) and not private.is_admin()) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = 'cancelled'
      and private.acting_as() = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using message = 'This order can no longer be cancelled.';
  end if;
  update public.orders
  set status = 'cancelled', cancelled_by = private.acting_as(), cancel_reason = 'requested'
  where orders.id = target.id
  returning * into target;
  perform private.give_back_stock(target.id);
  select payments.payment_intent_id into paid_intent from public.payments
  where payments.order_id = target.id and payments.purpose = 'order';
  if paid_intent is not null then
    perform private.refund_rest(paid_intent, 'cancelled', (select auth.uid()));
  end if;
  return target;
end;
$$;
comment on function public.cancel_order(uuid) is
  'The owner cancels what is pending or paid, an admin also what is being prepared. What was paid is given '
  'back, and so is the stock. Security definer: nobody may change orders by hand.';
revoke all on function public.cancel_order(uuid) from public, anon, service_role;
grant execute on function public.cancel_order(uuid) to authenticated;

create function public.move_order(order_id uuid, to_status text) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = move_order.order_id for update;
  if target.id is null or not private.is_admin() then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  -- A second press of the same button finds the order where it should be.
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
      message = format('An order cannot move from %s to %s.', target.status, move_order.to_status);
  end if;
  update public.orders set status = move_order.to_status where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.move_order(uuid, text) is
  'For admins: the next step of an order. Security definer: nobody may change orders by hand.';
revoke all on function public.move_order(uuid, text) from public, anon, service_role;
grant execute on function public.move_order(uuid, text) to authenticated;

create function private.price_refund_lines(order_id uuid, lines jsonb) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  line record;
  cents bigint := 0;
begin
  if jsonb_typeof(price_refund_lines.lines) <> 'array' or jsonb_array_length(price_refund_lines.lines) not between 1 and 200 then
    raise invalid_parameter_value using message = 'A refund by line needs 1 to 200 lines.';
  end if;
  for line in
    select given.order_item_id, given.quantity, given.is_positive, items.id, items.unit_price,
      items.quantity - coalesce((
        select sum(refunded.quantity)
        from public.refunds
        cross join jsonb_to_recordset(refunds.lines) as refunded (order_item_id bigint, quantity integer)
        where refunds.order_id = price_refund_lines.order_id and refunds.status <> 'failed'
          and refunds.lines is not null and refunded.order_item_id = items.id
      ), 0) as left_quantity
    from (
      select each.order_item_id, sum(each.quantity) as quantity, bool_and(each.quantity >= 1) as is_positive
      from jsonb_to_recordset(price_refund_lines.lines) as each (order_item_id bigint, quantity integer)
      group by each.order_item_id
    ) as given
    left join public.order_items as items
      on items.id = given.order_item_id and items.order_id = price_refund_lines.order_id
  loop
    if line.id is null or line.is_positive is not true then
      raise invalid_parameter_value using message = 'A line of the refund is not of this order, or has no quantity.';
    end if;
    if line.quantity > line.left_quantity then
      raise sqlstate 'PT409' using
        message = format('Only %s of this line are left to refund.', greatest(line.left_quantity, 0));
    end if;
    cents := cents + (line.unit_price * 100)::bigint * line.quantity;
  end loop;
  return cents;
end;
$$;
revoke all on function private.price_refund_lines(uuid, jsonb) from public;

create function public.request_refund(
  order_id uuid,
  amount_cents bigint default null,
  lines jsonb default null,
  reason text default 'requested_by_customer',
  request_key uuid default null
) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
  wanted_cents bigint := request_refund.amount_cents;
  left_cents bigint;
begin
  select * into target from public.orders where orders.id = request_refund.order_id for update;
  if target.id is null or not private.is_admin() then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = request_refund.request_key;
  if made.id is not null then
    return made;
  end if;
  if request_refund.amount_cents is not null and request_refund.lines is not null then
    raise invalid_parameter_value using message = 'A refund is by amount or by line.';
  end if;
  if request_refund.amount_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  if request_refund.reason is null
    or request_refund.reason not in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled') then
    raise invalid_parameter_value using message = 'There is no such reason for a refund.';
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT409' using message = 'This order was never paid.';
  end if;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if request_refund.lines is not null then
    wanted_cents := private.price_refund_lines(target.id, request_refund.lines);
  end if;
  wanted_cents := coalesce(wanted_cents, left_cents);
  if wanted_cents > left_cents or left_cents = 0 then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this order is left to refund.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  if wanted_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  insert into public.refunds (order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key)
  values (
    target.id, paid.payment_intent_id, wanted_cents, request_refund.lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid) is
  'For admins: gives back an amount, lines [{order_item_id, quantity}], or all that is left. The same request '
  'key returns the same refund. Security definer: nobody writes the ledger by hand.';
revoke all on function public.request_refund(uuid, bigint, jsonb, text, uuid) from public, anon, service_role;
grant execute on function public.request_refund(uuid, bigint, jsonb, text, uuid) to authenticated;
