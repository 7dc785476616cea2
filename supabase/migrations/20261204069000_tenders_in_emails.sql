-- Repeats the facts of emails, which the migrations of tenders and of drivers both change, whichever ran last.
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
      'stops_before', private.stops_before(orders.id),
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
      'tenders', private.list_tenders(orders.id),
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
