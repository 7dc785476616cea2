-- A refund says whether the goods come back: what was missing when the order was packed is not for sale again. Only
-- somebody in the shop can know, so that no refund gives stock back unless it was asked for with these words.
alter table public.refunds add column goods_come_back boolean not null default false;
comment on column public.refunds.goods_come_back is
  'The goods of its lines, or of all that is left, are for sale again once it succeeded.';

create or replace function private.give_back_stock(order_id uuid, lines jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_stock(give_back_stock.order_id);
  with given as (
    update public.order_items as items set stock_taken = items.stock_taken - back.quantity
    from (
      select taken.id, case
        when give_back_stock.lines is null then taken.stock_taken - coalesce((
          -- Refunded because it was not there, or not good any more.
          select sum(missing.quantity)
          from public.refunds
          cross join jsonb_to_recordset(refunds.lines) as missing (order_item_id bigint, quantity integer)
          where refunds.order_id = give_back_stock.order_id and refunds.status <> 'failed'
            and not refunds.goods_come_back and refunds.lines is not null and missing.order_item_id = taken.id
        ), 0)::integer
        else least(taken.stock_taken, (
          select sum(named.quantity)
          from jsonb_to_recordset(give_back_stock.lines) as named (order_item_id bigint, quantity integer)
          where named.order_item_id = taken.id
        )::integer)
      end as quantity
      from public.order_items as taken
      where taken.order_id = give_back_stock.order_id and taken.stock_taken > 0
    ) as back
    -- Null: a line that is not among the named ones.
    where items.id = back.id and back.quantity > 0
    returning items.product_id, back.quantity
  )
  -- A product that is no longer counted may have no row, and needs none.
  update public.product_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (select given.product_id, sum(given.quantity) as quantity from given group by given.product_id) as sums
  where stock.product_id = sums.product_id;
end;
$$;
comment on function private.give_back_stock(uuid, jsonb) is
  'Gives back the named lines [{order_item_id, quantity}], or all that the order took but for what was refunded '
  'without coming back. Never more than was taken. Call it with the order locked.';

create or replace function private.apply_refund_status(
  refund_id uuid, provider_refund_id text, status text, error text
) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  known public.refunds;
  settled public.refunds;
  paid public.payments;
  target public.orders;
begin
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id;
  -- Order, payment, refund: everybody locks in this order.
  select * into target from public.orders where orders.id = known.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = known.payment_intent_id for update;
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id for update;
  update public.refunds
  set status = apply_refund_status.status,
      provider_refund_id = coalesce(refunds.provider_refund_id, apply_refund_status.provider_refund_id),
      last_error = coalesce(left(apply_refund_status.error, 500), refunds.last_error),
      settled_at = case when apply_refund_status.status in ('succeeded', 'failed')
        then coalesce(refunds.settled_at, now()) end
  where refunds.id = known.id
    -- Late news change nothing.
    and array_position(array['requested', 'pending', 'succeeded', 'failed'], apply_refund_status.status)
      >= array_position(array['requested', 'pending', 'succeeded', 'failed'], refunds.status)
  returning * into settled;
  if settled.id is null then
    return known;
  elsif settled.status = known.status then
    return settled;
  end if;

  if settled.status = 'failed' then
    perform private.add_alert('refund_failed', settled.order_id, format(
      'The refund of $%s failed: %s', to_char(settled.amount_cents / 100.0, 'FM999999990.00'),
      coalesce(settled.last_error, 'the provider gave no reason.')
    ));
  elsif settled.status = 'succeeded' and target.id is not null then
    select * into paid from public.payments where payments.payment_intent_id = settled.payment_intent_id;
    -- A cancelled order gave back what there was when it was cancelled.
    if paid.purpose = 'order' and settled.goods_come_back and target.cancelled_by is null then
      perform private.give_back_stock(target.id, settled.lines);
    end if;
    if paid.purpose = 'order' and paid.refunded_cents = paid.amount_cents and exists (
      select 1 from public.order_status_moves as moves
      where moves.from_status = target.status and moves.to_status = 'refunded'
    ) then
      update public.orders set status = 'refunded' where orders.id = target.id;
    end if;
  end if;
  return settled;
end;
$$;
comment on function private.apply_refund_status(uuid, text, text, text) is
  'Moves a refund forward, never back; a succeeded one gives back the goods that it said come back and may make the '
  'order refunded, a failed one raises an alert.';

drop function public.request_refund(uuid, bigint, jsonb, text, uuid);
create function public.request_refund(
  order_id uuid,
  amount_cents bigint default null,
  lines jsonb default null,
  reason text default 'requested_by_customer',
  request_key uuid default null,
  goods_come_back boolean default false
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
  if request_refund.amount_cents is not null and request_refund.goods_come_back then
    raise invalid_parameter_value using message = 'Goods come back by line, or with all that is left.';
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
  insert into public.refunds (
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key, goods_come_back
  )
  values (
    target.id, paid.payment_intent_id, wanted_cents, request_refund.lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key, coalesce(request_refund.goods_come_back, false)
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is
  'For admins: gives back an amount, lines [{order_item_id, quantity}], or all that is left; the goods are for sale '
  'again only where it says that they come back. The same request key returns the same refund. Security definer: '
  'nobody writes the ledger by hand.';
revoke all on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) from public, anon, service_role;
grant execute on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) to authenticated;
