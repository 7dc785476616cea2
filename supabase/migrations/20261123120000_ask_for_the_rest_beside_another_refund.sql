-- A cancelled order's money stayed with the shop when the provider's dashboard gave a cent back while a smaller
-- refund was still to be sent: the request for the rest was dropped, and not made again, because another one was open.
-- A dropped request of which nobody asks anew raises an alert now.
drop function private.make_room(text, bigint);

create function private.make_room(payment_intent_id text, amount_cents bigint, is_rest_promised boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  unsent public.refunds;
begin
  for unsent in
    select * from public.refunds
    where refunds.payment_intent_id = make_room.payment_intent_id and refunds.status = 'requested'
    order by refunds.created_at desc
    for update
  loop
    exit when private.refundable_cents(make_room.payment_intent_id) >= make_room.amount_cents;
    update public.refunds
    set status = 'failed', settled_at = now(), last_error = 'The money was given back in the provider''s dashboard.'
    where refunds.id = unsent.id
    returning * into unsent;
    -- Where the rest is promised it is asked for again; else somebody must know that this one does not come.
    if not is_rest_promised then
      perform private.add_alert('refund_failed', unsent.order_id, format(
        'The refund of $%s failed: %s', to_char(unsent.amount_cents / 100.0, 'FM999999990.00'), unsent.last_error
      ));
    end if;
  end loop;
end;
$$;
comment on function private.make_room(text, bigint, boolean) is
  'The provider gave money back by another hand: requests of ours that can no longer be met are dropped, with an '
  'alert unless the rest is asked for anew. The provider refuses them too, should one be on its way. Call it with '
  'the order locked.';
revoke all on function private.make_room(text, bigint, boolean) from public;

-- When the provider's dashboard gave a part back, requests of ours may no longer be met, and the rest is asked for
-- anew. What decides is whether the whole was promised: not who asked first, nor whether another request goes on.
create or replace function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean := false;
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
      needs_rest := paid.purpose in ('duplicate', 'cancelled_order', 'withdrawn_fee')
        or (paid.purpose in ('order', 'delivery_fee') and exists (
          select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
        ));
      perform private.make_room(
        paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, needs_rest
      );
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
  if needs_rest then
    -- The whole was promised: what the other hand left is given back too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;
comment on function private.record_refund(text, jsonb) is
  'What the provider says of a refund: one of ours, or one made in its dashboard.';
revoke all on function private.record_refund(text, jsonb) from public;
