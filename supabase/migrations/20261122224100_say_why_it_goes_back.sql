-- A refund by line says why: missing, damaged or returned. Only what was returned is for sale again.
alter table public.refunds drop constraint refunds_reason_check;
alter table public.refunds add constraint refunds_reason_check check (reason in (
    'requested_by_customer', 'duplicate', 'sold_out', 'cancelled', 'provider', 'missing', 'damaged', 'returned'
  ));
update public.refunds set reason = 'returned' where goods_come_back;
drop function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean);
alter table public.refunds drop column goods_come_back;
comment on column public.refunds.reason is
  'missing, damaged, returned: what became of the goods of its lines, or of all that is left; those that were returned are '
  'for sale again once it succeeded. provider: it was made in the provider''s dashboard.';

create or replace function private.give_back_stock(order_id uuid, lines jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  back jsonb;
begin
  perform private.lock_stock(give_back_stock.order_id);
  with given as (
    update public.order_items as items set stock_taken = items.stock_taken - returned.quantity
    from (
      select taken.id, case
        when give_back_stock.lines is null then taken.stock_taken - coalesce((
          -- Refunded because it was not there, or not good any more.
          select sum(missing.quantity)
          from public.refunds
          cross join jsonb_to_recordset(refunds.lines) as missing (order_item_id bigint, quantity integer)
          where refunds.order_id = give_back_stock.order_id and refunds.status <> 'failed'
            and refunds.reason <> 'returned' and refunds.lines is not null and missing.order_item_id = taken.id
        ), 0)::integer
        else least(taken.stock_taken, (
          select sum(named.quantity)
          from jsonb_to_recordset(give_back_stock.lines) as named (order_item_id bigint, quantity integer)
          where named.order_item_id = taken.id
        )::integer)
      end as quantity
      from public.order_items as taken
      where taken.order_id = give_back_stock.order_id and taken.stock_taken > 0
    ) as returned
    -- Null: a line that is not among the named ones.
    where items.id = returned.id and returned.quantity > 0
    returning items.product_id, items.size_id, returned.quantity
  )
  select jsonb_agg(to_jsonb(given)) into back from given;
  -- What is no longer counted may have no row, and needs none.
  update public.product_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.product_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (product_id bigint, size_id bigint, quantity integer)
    where line.size_id is null group by line.product_id
  ) as sums
  where stock.product_id = sums.product_id;
  update public.size_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.size_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (size_id bigint, quantity integer) group by line.size_id
  ) as sums
  where stock.size_id = sums.size_id;
end;
$$;
comment on function private.give_back_stock(uuid, jsonb) is
  'Gives back the named lines [{order_item_id, quantity}], or all that the order took but for what was refunded '
  'without being returned. Never more than was taken. Call it with the order locked.';

create function private.mark_sold_out(order_id uuid, order_item_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  product_ids bigint[];
  size_ids bigint[];
begin
  select array_agg(items.product_id) filter (where items.size_id is null),
    array_agg(items.size_id) filter (where items.size_id is not null)
  into product_ids, size_ids
  from public.order_items as items
  where items.order_id = mark_sold_out.order_id and items.id = any (mark_sold_out.order_item_ids);
  -- Sizes, counts, products: everybody who needs several of them locks them in this order.
  perform 1 from public.product_sizes as sizes where sizes.id = any (size_ids) order by sizes.id for no key update;
  perform private.lock_stock(mark_sold_out.order_id);
  perform 1 from public.products
  where products.id = any (product_ids)
    or products.id in (select sizes.product_id from public.product_sizes as sizes where sizes.id = any (size_ids))
  order by products.id
  for no key update;
  update public.product_stock as stock set stock_count = 0
  where stock.product_id = any (product_ids) and stock.stock_count > 0;
  update public.size_stock as stock set stock_count = 0
  where stock.size_id = any (size_ids) and stock.stock_count > 0;
  update public.products set availability = 'sold_out'
  where products.id = any (product_ids) and products.availability = 'available';
  update public.product_sizes as sizes set availability = 'sold_out'
  where sizes.id = any (size_ids) and sizes.availability = 'available';
end;
$$;
comment on function private.mark_sold_out(uuid, bigint[]) is
  'These lines of the order were not on the shelf: what is counted has none left, everything else is sold out. Call it '
  'with the order locked.';
revoke all on function private.mark_sold_out(uuid, bigint[]) from public;

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
    if paid.purpose = 'order' and settled.reason = 'returned' and target.cancelled_by is null then
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
  'Moves a refund forward, never back; a succeeded one gives back the goods that were returned and may make the '
  'order refunded, a failed one raises an alert.';

create function public.request_refund(
  order_id uuid,
  amount_cents bigint default null,
  lines jsonb default null,
  reason text default 'requested_by_customer',
  request_key uuid default null,
  mark_sold_out boolean default false
) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
  wanted_cents bigint := request_refund.amount_cents;
  wanted_lines jsonb;
  left_cents bigint;
  is_of_goods boolean;
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
  is_of_goods := request_refund.reason in ('missing', 'damaged', 'returned');
  if request_refund.reason is null
    or not (is_of_goods or request_refund.reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled')) then
    raise invalid_parameter_value using message = 'There is no such reason for a refund.';
  end if;
  if request_refund.lines is not null and not is_of_goods then
    raise invalid_parameter_value using message = 'A refund by line says why: missing, damaged or returned.';
  end if;
  if request_refund.amount_cents is not null and is_of_goods then
    raise invalid_parameter_value using
      message = 'Goods are missing, damaged or returned by line, or with all that is left.';
  end if;
  if request_refund.mark_sold_out and request_refund.reason <> 'missing' then
    raise invalid_parameter_value using message = 'Only what is missing is sold out.';
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT409' using message = 'This order was never paid.';
  end if;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if request_refund.lines is not null then
    wanted_lines := private.price_refund_lines(target.id, request_refund.lines);
    wanted_cents := (
      select sum(line.amount_cents + line.tax_cents)
      from jsonb_to_recordset(wanted_lines) as line (amount_cents bigint, tax_cents bigint)
    );
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
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key
  )
  values (
    target.id, paid.payment_intent_id, wanted_cents, wanted_lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key
  )
  returning * into made;
  if request_refund.mark_sold_out then
    perform private.mark_sold_out(target.id, array(
      select items.id from public.order_items as items
      where items.order_id = target.id and case
        when wanted_lines is null then items.refunded_quantity < items.quantity
        else items.id in (
          select line.order_item_id from jsonb_to_recordset(wanted_lines) as line (order_item_id bigint)
        )
      end
    ));
  end if;
  return made;
end;
$$;
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is
  'For admins: gives back an amount, lines [{order_item_id, quantity}] with their tax, or all that is left. Lines say why: '
  'only what was returned is for sale again; what is missing is sold out from now on where it says so. The same request '
  'key returns the same refund. Security definer: nobody writes the ledger by hand.';
revoke all on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) from public, anon, service_role;
grant execute on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) to authenticated;
