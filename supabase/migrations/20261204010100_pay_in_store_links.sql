-- Emails and their links say of an unpaid order how far it is packed.

create or replace function private.order_facts(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
      'placed_at', orders.created_at,
      'status', orders.status,
      'total', orders.total,
      'delivery_cost', orders.delivery_cost,
      'delivery_included', orders.delivery_included,
      'delivery_fee', private.fee_details(orders.id),
      'tax_amount', orders.tax_amount,
      'discount', orders.discount,
      'paid_amount', orders.paid_amount,
      'refunded_amount', orders.refunded_amount,
      'held_amount', coalesce((
        select payments.amount_cents / 100.0 from public.payments
        where payments.order_id = orders.id and payments.purpose = 'order'
          and payments.held_until is not null and payments.captured_at is null
      ), 0),
      'released_amount', coalesce((
        select sum(refunds.amount_cents) / 100.0 from public.refunds
        join public.payments
          on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
        where refunds.order_id = orders.id and refunds.method = 'release' and refunds.status = 'succeeded'
      ), 0),
      'delivery_type', orders.delivery_type,
      'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
      'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
      'driver_note', private.one_line(orders.driver_note, 300),
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'pay_in_store_by', (
        select chosen.pay_by from public.pay_in_store_orders as chosen
        where chosen.order_id = orders.id and orders.paid_at is null
      ),
      'packing_status', private.packing_status(orders),
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'pounds_each', items.pounds_each, 'price_per_pound', items.price_per_pound,
          'packed_pounds', items.packed_pounds, 'weight_refund', items.weight_refund, 'image_url', items.image_url, 'changes', private.line_substitutions(items.id)
        ) order by items.id)
        from public.order_items as items where items.order_id = orders.id
      ), '[]')
    )
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    where orders.id = order_facts.order_id
  );
end;
$$;

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- Keys are listed, so that new facts in emails are not exposed here automatically.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'delivery_fee', 'discount',
        'paid_amount', 'refunded_amount', 'held_amount', 'released_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at', 'paid_by', 'channel', 'pay_in_store_by', 'packing_status'
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

create or replace function public.check_pay_in_store(order_id uuid)
returns table (is_offered boolean, error text, pay_by timestamptz, is_chosen boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  problem text;
begin
  perform private.require_session();
  select * into target from public.orders
  where orders.id = check_pay_in_store.order_id and orders.user_id = (select auth.uid());
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  is_chosen := private.pays_in_store(target.id);
  problem := private.pay_in_store_error(target);
  is_offered := not is_chosen and problem is null;
  error := case when not is_chosen and target.delivery_type = 'pickup' and target.window_ends_at is not null
    and (select terms.is_on from public.pay_in_store_settings as terms) then problem end;
  pay_by := coalesce(
    (select waiting.pay_by from public.pay_in_store_orders as waiting where waiting.order_id = target.id),
    private.hold_until(target)
  );
  return next;
end;
$$;

comment on function public.check_pay_in_store(uuid) is
  'For the order''s owner: whether they may pay it in the store, else why not (null for orders that nobody could pay '
  'there), until when it is held, and whether they chose it. Security definer: customers do not read the settings.';
