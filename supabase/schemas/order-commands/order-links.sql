-- Signed links in order emails open one order without an account. The server checks them before these functions.
create type private.linked_line as (
  name text, size text, pack_size text, quantity integer, unit_price numeric, pounds_each numeric,
  price_per_pound numeric, packed_pounds numeric, packed_units integer, choices jsonb, weight_refund numeric,
  weight_tax_refund numeric, image_url text, changes private.line_substitution[]
);
comment on type private.linked_line is
  'Line of private.order_facts. As in order_items: pounds_each, price_per_pound, packed_pounds, packed_units, image_url. '
  'May be null: size.';
create type private.order_step as (status text, at timestamptz);
comment on type private.order_step is 'Status change of an order. As in orders: status.';
create type private.linked_refund as (id uuid, status text, method text, replaces_id uuid, amount numeric);
comment on type private.linked_refund is 'Refund in dollars. As in refunds: status, method. May be null: replaces_id.';
create type private.linked_order as (
  order_id uuid, order_number bigint, placed_at timestamptz, status text, total numeric, delivery_cost numeric,
  delivery_included boolean, tax_amount numeric, delivery_fee private.fee_details, discount numeric, paid_amount numeric,
  refunded_amount numeric, held_amount numeric, released_amount numeric, delivery_type text, cancel_reason text,
  stops_before integer, window_starts_at timestamptz, window_ends_at timestamptz, paid_by text, channel text,
  pay_in_store_by timestamptz, due_amount numeric, needs_weight boolean, packing_status text,
  items private.linked_line[], can_cancel boolean, steps private.order_step[], refunds private.linked_refund[]
);
comment on type private.linked_order is
  'Facts of an order without name, address, phone, and notes, because emails are forwarded. As in orders: status, '
  'delivery_type, cancel_reason, window_starts_at, window_ends_at, channel. May be null: delivery_fee, stops_before, '
  'paid_by, pay_in_store_by, packing_status.';

create function public.linked_order(order_id uuid, language text default 'en') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts constant jsonb := private.order_facts(order_id, language);
begin
  perform private.reject_if(facts is null, 'PT404', 'This order doesn''t exist.');
  -- Only facts that the type lists: new facts in emails are not exposed here automatically.
  return to_jsonb(jsonb_populate_record(null::private.linked_order, facts || jsonb_build_object(
    'can_cancel', exists (
      select 1 from public.order_status_moves as moves
      where moves.from_status = facts ->> 'status' and moves.to_status = 'cancelled'
        and 'customer' = any (moves.moved_by)
    ),
    'steps', array(
      select row(steps.to_status, steps.changed_at)::private.order_step
      from public.order_status_changes as steps where steps.order_id = linked_order.order_id order by steps.id
    ),
    'refunds', array(
      select row(
        refunds.id, refunds.status, refunds.method, refunds.replaces_id, refunds.amount_cents / 100.0
      )::private.linked_refund
      from public.refunds where refunds.order_id = linked_order.order_id order by refunds.created_at
    )
  )));
end;
$$;
comment on function public.linked_order(uuid, text) is 'For the server, which has checked the link: an order now, or '
  '404, as JSON of private.linked_order. Security definer: callers may not read the facts of an email.';
grant execute on function public.linked_order(uuid, text) to service_role;

-- For the server, which has checked the link: cancels an order as its customer. Security definer, as cancel_order.
create function public.cancel_linked_order(order_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not exists (
    select from public.orders where orders.id = cancel_linked_order.order_id
  ), 'PT404', 'This order doesn''t exist.');
  select private.cancel_and_restock(target, 'customer')
  from (select * from public.orders where orders.id = cancel_linked_order.order_id for update) as target;
$$;
grant execute on function public.cancel_linked_order(uuid) to service_role;
