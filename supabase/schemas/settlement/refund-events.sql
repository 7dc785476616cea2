-- Refund events from the payment provider.

-- Moves a refund forward, never back; a succeeded one restocks returned products and may make the order refunded. A
-- failed one raises an alert, emails the customer, and sets an ended order to refund_failed.
create function private.apply_refund_status(
  refund_id uuid, provider_refund_id text, status text, error text
) returns public.refunds
language plpgsql set search_path = '' as $$
declare
  known public.refunds;
  settled public.refunds;
  paid public.payments;
  target public.orders;
begin
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id;
  -- Lock order everywhere: order, payment, refund.
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
    -- Late news changes nothing.
    and array_position(array['requested', 'pending', 'succeeded', 'failed'], apply_refund_status.status)
      >= array_position(array['requested', 'pending', 'succeeded', 'failed'], refunds.status)
  returning * into settled;
  if settled.id is null then
    return known;
  elsif settled.status = known.status then
    return settled;
  end if;

  select * into paid from public.payments where payments.payment_intent_id = settled.payment_intent_id;
  if settled.status = 'failed' then
    perform private.add_alert(
      'refund_failed', settled.order_id, 'The refund of ${amount} failed: {reason}',
      jsonb_build_object(
        'amount', private.cents_text(settled.amount_cents),
        'reason', coalesce(settled.last_error, 'the provider gave no reason.')
      ),
      refund_id => settled.id
    );
    if paid.purpose in ('order', 'tender', 'delivery_fee') then
      update public.orders set status = 'refund_failed'
      from public.order_status_moves as moves
      where orders.id = target.id and moves.from_status = orders.status and moves.to_status = 'refund_failed';
    end if;
    if settled.order_id is not null then
      perform private.queue_mail(
        'refund_failed', settled.order_id, 'refund_failed:' || settled.id,
        jsonb_build_object('refund', jsonb_build_object(
          'amount', settled.amount_cents / 100.0, 'reason', settled.reason, 'is_whole', false, 'lines', null
        ))
      );
    end if;
  elsif settled.status = 'succeeded' and target.id is not null then
    -- A canceled order was restocked when it was canceled.
    if paid.purpose in ('order', 'tender') and settled.reason = 'returned' and target.cancelled_by is null
      and not settled.is_restocked then
      perform private.return_stock(target.id, settled.lines);
      update public.refunds set is_restocked = true where refunds.id = settled.id returning * into settled;
    end if;
    if paid.purpose in ('order', 'tender', 'delivery_fee') and exists (
      select 1 from public.orders
      join public.order_status_moves as moves
        on moves.from_status = orders.status and moves.to_status = 'refunded'
      where orders.id = target.id and orders.refunded_amount = orders.paid_amount
    ) then
      update public.orders set status = 'refunded' where orders.id = target.id;
    end if;
  end if;
  return settled;
end;
$$;

-- For the owner and managers: records that a failed refund was given in cash. Idempotent; 409 if its money or products
-- were returned in another way. Security definer: callers may not write the ledger directly.
create function public.give_refund_in_cash(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  made public.refunds := private.replace_refund(refund_id, 'store_cash');
begin
  if made.status = 'requested' then
    made := private.apply_refund_status(made.id, null, 'succeeded', null);
  end if;
  return made;
end;
$$;
grant execute on function public.give_refund_in_cash(uuid) to authenticated;

-- Records the result of a claimed refund: pending, succeeded, or failed; requested with an error to retry later.
create function public.finalize_refund(
  refund_id uuid, provider_refund_id text, status text, error text default null
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  settled constant public.refunds := private.apply_refund_status(refund_id, provider_refund_id, status, error);
begin
  perform private.reject_if(settled.id is null, 'PT404', 'This refund doesn''t exist.');
  if settled.status = 'requested' and settled.attempts = 8 then
    perform private.add_alert(
      'refund_stuck', settled.order_id, 'A refund of ${amount} failed eight times: {reason}',
      jsonb_build_object(
        'amount', private.cents_text(settled.amount_cents),
        'reason', coalesce(settled.last_error, 'no answer.')
      )
    );
  end if;
  return settled;
end;
$$;
grant execute on function public.finalize_refund(uuid, text, text, text) to service_role;

create function private.log_refund(new public.refunds) returns void
language sql set search_path = '' as $$
  select private.add_to_audit_log(
    'refund',
    coalesce((select 'Order ' || orders.order_number from public.orders where orders.id = new.order_id), 'No order'),
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'amount', round(new.amount_cents / 100.0, 2), 'reason', new.reason, 'method', new.method,
      'in_place_of_a_failed_one', case when new.replaces_id is not null then true end
    ))
  );
$$;
