-- A refund of everything that an admin had asked for, and then a cancellation: when the provider's dashboard gave
-- a part back in between, the request could no longer be met, and nobody asked for the rest. What decides is
-- whether the whole was promised, not who asked first.
create or replace function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean;
  settled public.refunds;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_refund.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = paid.payment_intent_id for update;
  select refunds.id into known_id from public.refunds
  where refunds.provider_refund_id = record_refund.refund ->> 'id';
  if known_id is null then
    -- One that we gave up is not taken up again: what the provider did all the same gets a row of its own.
    select refunds.id into known_id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id'
      and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed';
  end if;
  if known_id is null then
    -- One that failed took nothing, and needs no room.
    if record_refund.refund ->> 'status' <> 'failed' then
      -- Asked for by whomever: the whole of a cancelled order was promised, and of what came too much.
      needs_rest := paid.purpose in ('duplicate', 'cancelled_order')
        or (paid.purpose = 'order' and exists (
          select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
        ));
      perform private.make_room(paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint);
    end if;
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, status, provider_refund_id)
    values (
      paid.order_id, paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, 'provider',
      case when record_refund.refund ->> 'status' = 'failed' then 'failed' else 'pending' end,
      record_refund.refund ->> 'id'
    )
    returning refunds.id into known_id;
  end if;
  settled := private.apply_refund_status(
    known_id, record_refund.refund ->> 'id', record_refund.refund ->> 'status', record_refund.refund ->> 'error'
  );
  if needs_rest and not exists (
    select 1 from public.refunds
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status = 'requested'
  ) then
    -- The whole was promised: what the other hand left is given back too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;
