-- Guards of an order: what may change, and from which status to which.

-- Also applies to the server.
create function private.guard_order(old public.orders, new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  is_stolen boolean := false;
  is_changed constant boolean := old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.discount <> old.discount or new.discount_code_id is distinct from old.discount_code_id
    or new.tax_amount <> old.tax_amount or new.delivery_tax_amount <> old.delivery_tax_amount
    or new.delivery_tax_rate <> old.delivery_tax_rate
    or new.tax_exempt_certificate is distinct from old.tax_exempt_certificate
    or new.created_at <> old.created_at or new.holds_payment <> old.holds_payment
  );
  is_moved constant boolean := old.payment_intent_id is not null and new.user_id is not null
    and new.user_id is distinct from old.user_id;
begin
  if is_moved then
    -- merge_customers has recorded that the new owner's account took over the old one's.
    is_stolen := not exists (
      select 1 from private.customers where customers.user_id = old.user_id and customers.merged_into = new.user_id
    );
  end if;
  if is_changed or is_stolen then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    perform private.raise_error('PT409', 'The order is {status}.', old.status);
  end if;
  -- Paid and refunded amounts come from the ledger, whatever the update says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select money.paid, money.refunded into new.paid_amount, new.refunded_amount
    from private.sum_order_money(new.id) as money;
  end if;
  return new;
end;
$$;

create function private.guard_order_move(old public.orders, new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  who text := private.acting_as();
  is_paid_in_store boolean;
  paid_cents bigint;
begin
  -- Only money makes an order paid or refunded, also in the store: record_store_payment has checked who took it.
  if old.status = 'pending' and new.status = 'paid' or new.status = 'refunded' then
    select coalesce(bool_or(payments.purpose = 'order' and payments.method <> 'card'), false),
      sum(payments.amount_cents) filter (
        where payments.purpose = 'order' and payments.payment_intent_id = new.payment_intent_id and payments.currency = 'usd'
      ) + coalesce(sum(payments.amount_cents) filter (where payments.purpose = 'tender'), 0)
    into is_paid_in_store, paid_cents
    from public.payments where payments.order_id = new.id;
    if not is_paid_in_store and new.status = 'refunded' then
      is_paid_in_store := exists (
        select from public.refunds where refunds.order_id = new.id and refunds.method = 'store_cash'
      );
    end if;
    if is_paid_in_store then
      who := 'server';
    end if;
  end if;
  -- record_sale: the customer takes the products along.
  if current_setting('shop.completes_sale', true) = new.id::text then
    who := 'server';
  elsif private.is_packable(old.status) and private.was_packed_unpaid(new.id, new.status) then
    who := 'admin';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and who = any (moves.moved_by)
  ) and not private.is_status_undo(old.id, old.status, new.status) then
    perform private.raise_error(
      'PT409', 'An order cannot move from {from} to {to}.', jsonb_build_object('from', old.status, 'to', new.status)
    );
  end if;
  -- Undoing "completed" brings nothing back into the store.
  if (private.is_packed(new.status) or new.status = 'completed') and old.status <> 'completed' then
    if exists (
      select 1 from public.shop_alerts as alerts
      where alerts.order_id = new.id and alerts.kind = 'payment_disputed' and alerts.resolved_at is null
    ) then
      raise sqlstate 'PT409' using
        message = 'The bank disputes this payment. A manager must resolve the alert before the order leaves.';
    end if;
  end if;
  if new.status = 'paid' and old.status = 'pending' then
    if paid_cents is distinct from new.total * 100 then
      raise sqlstate 'PT409' using message = 'An order is paid only by a payment of its own amount.';
    end if;
    new.paid_at := now();
    new.failure_message := null;
  elsif new.status = 'refunded' and (
    select bool_and(payments.refunded_cents = payments.amount_cents) from public.payments
    where payments.order_id = new.id and payments.purpose in ('order', 'tender', 'delivery_fee')
  ) is not true then
    raise sqlstate 'PT409' using message = 'An order counts as refunded only after a full refund.';
  elsif new.status = 'refund_failed'
    and not exists (select from public.refunds where refunds.order_id = new.id and refunds.status = 'failed') then
    raise sqlstate 'PT409' using message = 'This order has no failed refund.';
  elsif new.status = 'cancelled' then
    new.cancelled_by := coalesce(new.cancelled_by, private.acting_as());
    new.cancel_reason := coalesce(new.cancel_reason, 'requested');
    if old.status <> 'pending' or new.payment_intent_id is null then
      new.intent_closed_at := now();
    end if;
  end if;
  -- No payment for an order that is no longer pending.
  new.client_secret := null;
  return new;
end;
$$;
