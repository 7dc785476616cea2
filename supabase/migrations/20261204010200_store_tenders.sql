-- Several tenders for one order in the store: each is a payment, and refunds go back by tender.
alter table public.payments drop constraint payments_purpose_check;
alter table public.payments add constraint payments_purpose_check check (purpose in (
  'order', 'tender', 'delivery_fee', 'duplicate', 'cancelled_order', 'withdrawn_fee', 'mismatch', 'unknown_order'
)) not valid;
alter table public.payments validate constraint payments_purpose_check;
alter table public.payments
  add column cash_received_cents bigint,
  add constraint only_cash_has_change check (
    cash_received_cents is null or (method = 'store_cash' and cash_received_cents >= amount_cents)
  );
comment on column public.payments.cash_received_cents is
  'What the customer handed over; less the amount, it is the change. Null: not recorded.';
comment on column public.payments.purpose is
  'order: paid the order, or the first tender of it; tender: a further one; delivery_fee: paid the fee that was agreed afterwards; duplicate: the order was paid before; '
  'cancelled_order: it was cancelled before; withdrawn_fee: the fee was changed, withdrawn, or ended with its order; '
  'mismatch: amount or currency are not the order''s, or the fee''s; unknown_order: no such order.';
drop index public.payments_received_at;
create index payments_received_at on public.payments (received_at) where purpose in ('order', 'tender', 'delivery_fee');
alter table public.refunds add column part_of_id uuid references public.refunds (id);
comment on column public.refunds.part_of_id is
  'The refund of which this is the part of another tender; its lines are there.';
create index refunds_part_of_id on public.refunds (part_of_id) where part_of_id is not null;
alter table public.payments drop constraint payments_method_check;
alter table public.payments add constraint payments_method_check
  check (method in ('card', 'store_cash', 'store_card', 'store_ebt')) not valid;
alter table public.payments validate constraint payments_method_check;
comment on column public.payments.method is
  'card: through the provider. store_cash, store_card, store_ebt (SNAP EBT): at the counter, unknown to the provider.';

create or replace function private.resolve_substitutions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  back_lines jsonb;
  back_cents bigint;
  made public.refunds;
  substitution_ids bigint[];
  person record;
begin
  perform private.price_open_substitutions(new.id);
  with settled as (
    update public.substitutions set settled_at = now() where order_id = new.id and settled_at is null returning id
  )
  select array_agg(settled.id) into substitution_ids from settled;
  if substitution_ids is null then
    return new;
  end if;
  for person in
    select settled.changed_by as id from public.substitutions as settled
    where settled.id = any (substitution_ids) and settled.refund_cents > 0
    group by settled.changed_by order by min(settled.id)
  loop
    select jsonb_agg(to_jsonb(line)), coalesce(sum(line.amount_cents + line.tax_cents), 0) into back_lines, back_cents
    from (
      -- A cheaper replacement removes nothing from the order and refunds part of its price.
      select settled.order_item_id, coalesce(sum(settled.quantity) filter (where settled.kind = 'left_out'), 0) as quantity,
        sum(settled.refund_cents - greatest(0, settled.paid_tax_cents - settled.replacement_tax_cents)) as amount_cents,
        sum(greatest(0, settled.paid_tax_cents - settled.replacement_tax_cents)) as tax_cents
      from public.substitutions as settled
      where settled.id = any (substitution_ids) and settled.refund_cents > 0
        and settled.changed_by is not distinct from person.id
      group by settled.order_item_id, settled.kind
    ) as line;
    -- Staff may have refunded an amount before: together never more than was paid.
    back_cents := least(back_cents, private.order_refundable_cents(new.id));
    if back_cents > 0 then
      made := private.request_refunds(new.id, back_cents, back_lines, 'missing', person.id);
      update public.substitutions as settled set refund_id = made.id
      where settled.id = any (substitution_ids) and settled.refund_cents > 0
        and settled.changed_by is not distinct from person.id;
    end if;
  end loop;
  perform private.take_replacements(substitution_ids);
  return new;
end;
$$;

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

create or replace function private.mail_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.order_id is null or exists (
    -- The email sent when the order was ready or left reported the substitutions and their refund.
    select 1 from public.substitutions as settled
    join public.outgoing_mails as mail on mail.order_id = settled.order_id and mail.created_at = settled.settled_at
    where settled.refund_id = new.id
  ) then
    return null;
  end if;
  perform private.queue_mail(
    'order_refunded', new.order_id, 'order_refunded:' || new.id,
    jsonb_build_object('refund', jsonb_build_object(
      'amount', new.amount_cents / 100.0,
      'reason', new.reason,
      'method', new.method,
      'purpose', (
        select payments.purpose from public.payments where payments.payment_intent_id = new.payment_intent_id
      ),
      -- Everything paid has been refunded; pending refunds do not count.
      'is_whole', (
        select case
          when payments.purpose in ('order', 'tender', 'delivery_fee') then orders.refunded_amount = orders.paid_amount
          else payments.refunded_cents = payments.amount_cents
        end
        from public.payments join public.orders on orders.id = payments.order_id
        where payments.payment_intent_id = new.payment_intent_id
      ),
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', line.quantity
        ) order by items.id)
        from jsonb_to_recordset(new.lines) as line (order_item_id bigint, quantity integer)
        join public.order_items as items on items.id = line.order_item_id
        where line.quantity > 0
      )
    ))
  );
  return null;
end;
$$;

create or replace function private.cancel_and_restock(order_id uuid, cancelled_by text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  paid_intent text;
begin
  update public.orders
  set status = 'cancelled', cancelled_by = cancel_and_restock.cancelled_by, cancel_reason = 'requested'
  where orders.id = cancel_and_restock.order_id
  returning * into target;
  perform private.return_stock(target.id);
  for paid_intent in
    select payments.payment_intent_id from public.payments
    where payments.order_id = target.id and payments.purpose in ('order', 'tender', 'delivery_fee')
    order by payments.received_at
  loop
    perform private.refund_rest(paid_intent, 'cancelled', (select auth.uid()));
  end loop;
  return target;
end;
$$;

create or replace function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.discount <> old.discount or new.discount_code_id is distinct from old.discount_code_id
    or new.tax_amount <> old.tax_amount or new.delivery_tax_amount <> old.delivery_tax_amount
    or new.delivery_tax_rate <> old.delivery_tax_rate
    or new.tax_exempt_certificate is distinct from old.tax_exempt_certificate
    or new.created_at <> old.created_at or new.holds_payment <> old.holds_payment
    or (
      new.user_id is not null and new.user_id is distinct from old.user_id
      -- merge_customers has recorded that the new owner's account took over the old one's.
      and not exists (
        select 1 from private.customers where customers.user_id = old.user_id and customers.merged_into = new.user_id
      )
    )
  ) then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', old.status);
  end if;
  -- Paid and refunded amounts come from the ledger, whatever the update says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select coalesce(sum(payments.amount_cents), 0) / 100.0, coalesce(sum(payments.refunded_cents), 0) / 100.0
    into new.paid_amount, new.refunded_amount
    from public.payments where payments.order_id = new.id and payments.purpose in ('order', 'tender', 'delivery_fee');
  end if;
  return new;
end;
$$;

create or replace function private.guard_order_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  who text := private.acting_as();
begin
  -- Only money makes an order paid or refunded, also in the store: record_store_payment has checked who took it.
  if (old.status = 'pending' and new.status = 'paid' or new.status = 'refunded') and exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
  ) or new.status = 'refunded' and exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.method = 'store_cash'
  ) then
    who := 'server';
  elsif old.status in ('paid', 'preparing') and new.status in ('preparing', 'ready')
    and private.was_packed_unpaid(new.id, new.status) then
    who := 'admin';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and who = any (moves.moved_by)
  ) and not private.is_status_undo(old.id, old.status, new.status) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  -- Undoing "completed" brings nothing back into the store.
  if new.status in ('ready', 'out_for_delivery', 'completed') and old.status <> 'completed' and exists (
    select 1 from public.shop_alerts as alerts
    where alerts.order_id = new.id and alerts.kind = 'payment_disputed' and alerts.resolved_at is null
  ) then
    raise sqlstate 'PT409' using
      message = 'The bank disputes this payment. A manager must resolve the alert before the order leaves.';
  end if;
  if new.status = 'paid' and old.status = 'pending' then
    if not exists (
      select 1 from public.payments
      where payments.order_id = new.id and payments.purpose = 'order'
        and payments.payment_intent_id = new.payment_intent_id
        and payments.amount_cents + private.tendered_cents(new.id) = new.total * 100 and payments.currency = 'usd'
    ) then
      raise sqlstate 'PT409' using message = 'An order is paid only by a payment of its own amount.';
    end if;
    new.paid_at := now();
    new.failure_message := null;
  end if;
  if new.status = 'refunded' and (
    select bool_and(payments.refunded_cents = payments.amount_cents) from public.payments
    where payments.order_id = new.id and payments.purpose in ('order', 'tender', 'delivery_fee')
  ) is not true then
    raise sqlstate 'PT409' using message = 'An order counts as refunded only after a full refund.';
  end if;
  if new.status = 'refund_failed' and not exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.status = 'failed'
  ) then
    raise sqlstate 'PT409' using message = 'This order has no failed refund.';
  end if;
  if new.status = 'cancelled' then
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

create or replace function private.guard_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from public.orders
    where orders.id = old.order_id and (
      orders.payment_intent_id is not null or orders.status <> 'pending' or (
        private.pays_in_store(orders.id)
        -- record_store_tenders takes the tax off what SNAP EBT pays.
        and current_setting('shop.waives_tax_of', true) is distinct from orders.id::text
      )
    )
  ) then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

create function private.tendered_cents(order_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select sum(payments.amount_cents) from public.payments
    where payments.order_id = tendered_cents.order_id and payments.purpose = 'tender'
  ), 0);
end;
$$;

comment on function private.tendered_cents(uuid) is
  'Returns what the tenders beyond the first one pay of an order; 0 for an order that is paid at once.';

create function private.list_tenders(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'method', payments.method, 'amount', payments.amount_cents / 100.0,
      'cash_received', payments.cash_received_cents / 100.0
    ) order by payments.payment_intent_id)
    from public.payments
    where payments.order_id = list_tenders.order_id and payments.purpose in ('order', 'tender')
      and payments.method <> 'card'
  ), '[]');
end;
$$;

comment on function private.list_tenders(uuid) is
  'Returns what was taken in the store for an order: [{method, amount, cash_received}], in dollars.';

create function private.check_tenders(tenders jsonb, total_cents bigint) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(check_tenders.tenders) is distinct from 'array'
    or jsonb_array_length(check_tenders.tenders) not between 1 and 3
    or exists (
      select from jsonb_to_recordset(check_tenders.tenders)
        as each (method text, amount_cents bigint, cash_received_cents bigint)
      where each.method is null or each.method not in ('store_cash', 'store_card', 'store_ebt')
        or coalesce(each.amount_cents, 0) < 1
        or (each.cash_received_cents is not null and each.method <> 'store_cash')
    ) or (
      select count(distinct each.method) < count(*)
      from jsonb_to_recordset(check_tenders.tenders) as each (method text)
    ) then
    raise invalid_parameter_value using
      message = 'The tenders are [{method, amount_cents, cash_received_cents}], each method once.';
  end if;
  if exists (
    select from jsonb_to_recordset(check_tenders.tenders) as each (amount_cents bigint, cash_received_cents bigint)
    where each.cash_received_cents < each.amount_cents
  ) then
    raise sqlstate 'PT422' using message = 'The cash received is less than its part of the total.';
  end if;
  if check_tenders.total_cents is distinct from (
    select sum(each.amount_cents) from jsonb_to_recordset(check_tenders.tenders) as each (amount_cents bigint)
  ) then
    raise sqlstate 'PT409' using message = format(
      'The tenders don''t add up to $%s. Nothing was recorded.', to_char(check_tenders.total_cents / 100.0, 'FM999999990.00')
    );
  end if;
end;
$$;

comment on function private.check_tenders(jsonb, bigint) is
  'Rejects tenders that are not exactly the total: cash, the card terminal, and SNAP EBT, each once, cash with what was '
  'received.';

create function private.list_snap_lines(order_id uuid)
returns table (order_item_id bigint, amount_cents bigint, tax_cents bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select items.id, (private.line_amount(items) * 100)::bigint, (items.tax_amount * 100)::bigint
    from public.order_items as items
    where items.order_id = list_snap_lines.order_id and private.is_snap_eligible(items.product_id)
    order by items.tax_amount = 0, items.id;
end;
$$;

comment on function private.list_snap_lines(uuid) is
  'Lists the lines that SNAP EBT may pay, after discounts and without tax, taxed ones first: EBT pays them in this order.';

create function private.snap_tax_cents(order_id uuid, ebt_cents bigint)
returns table (order_item_id bigint, tax_cents bigint, is_whole boolean)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select paid.order_item_id, round(paid.tax_cents::numeric * paid.ebt_cents / paid.amount_cents)::bigint,
      paid.ebt_cents = paid.amount_cents
    from (
      select lines.*, greatest(0, least(lines.amount_cents, snap_tax_cents.ebt_cents - coalesce(
        sum(lines.amount_cents) over (order by lines.tax_cents = 0, lines.order_item_id
          rows between unbounded preceding and 1 preceding), 0
      )))::bigint as ebt_cents
      from private.list_snap_lines(snap_tax_cents.order_id) as lines
    ) as paid
    where paid.tax_cents > 0 and paid.ebt_cents > 0;
end;
$$;

comment on function private.snap_tax_cents(uuid, bigint) is
  'Returns the sales tax of each line that is not charged when SNAP EBT pays so much, and whether it pays the whole line.';

create function private.waive_snap_tax(target public.orders, ebt_cents bigint) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  changed public.orders;
  eligible_cents bigint;
  waived_cents bigint;
begin
  eligible_cents := (select coalesce(sum(lines.amount_cents), 0) from private.list_snap_lines(target.id) as lines);
  if waive_snap_tax.ebt_cents > eligible_cents then
    raise sqlstate 'PT422' using message = format(
      'SNAP EBT can pay up to $%s of this order.', to_char(eligible_cents / 100.0, 'FM999999990.00')
    );
  end if;
  select coalesce(sum(waived.tax_cents), 0) into waived_cents
  from private.snap_tax_cents(target.id, waive_snap_tax.ebt_cents) as waived;
  if waived_cents = 0 then
    return target;
  end if;
  -- The caller has closed the open intent: an order without one may change.
  update public.orders set payment_intent_id = null, client_secret = null
  where orders.id = target.id and orders.payment_intent_id is not null;
  perform set_config('shop.waives_tax_of', target.id::text, true);
  update public.order_items as items
  set tax_amount = items.tax_amount - waived.tax_cents / 100.0,
    tax_rate = case when waived.is_whole then 0 else items.tax_rate end
  from private.snap_tax_cents(target.id, waive_snap_tax.ebt_cents) as waived
  where items.id = waived.order_item_id;
  perform set_config('shop.waives_tax_of', '', true);
  update public.orders
  set tax_amount = orders.tax_amount - waived_cents / 100.0, total = orders.total - waived_cents / 100.0
  where orders.id = target.id
  returning * into changed;
  return changed;
end;
$$;

comment on function private.waive_snap_tax(public.orders, bigint) is
  'Takes the sales tax off what SNAP EBT pays, before the payment is recorded; 422 above the eligible lines. Call it with '
  'the order locked.';

create function public.record_store_tenders(
  order_id uuid, tenders jsonb, request_key uuid, closed_intent_id text default null
) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  payment_id constant text := 'store_' || record_store_tenders.request_key;
  tender record;
  first_cents bigint;
  first_method text;
  outcome text;
begin
  perform private.require_point_of_sale('record_store_tenders');
  if jsonb_typeof(record_store_tenders.tenders) = 'array' and jsonb_array_length(record_store_tenders.tenders) > 3 then
    raise invalid_parameter_value using message = 'An order has 3 tenders at most.';
  end if;
  target := private.lock_point_of_sale_order(record_store_tenders.order_id, 'record_store_tenders');
  if record_store_tenders.request_key is null then
    raise invalid_parameter_value using message = 'A request key is required.';
  end if;
  if exists (
    select from public.payments
    where payments.payment_intent_id = payment_id and payments.order_id = target.id
  ) then
    return target;
  end if;
  if target.status <> 'pending' then
    raise sqlstate 'PT409' using message = case
      when target.paid_at is null then 'This order is canceled. Don''t take payment for it.'
      else 'This order is already paid.'
    end;
  end if;
  if target.payment_intent_id is distinct from record_store_tenders.closed_intent_id then
    raise sqlstate 'PT409' using message = 'Someone just opened the pay link. Try again.';
  end if;
  if record_store_tenders.tenders @? '$[*] ? (@.method == "store_ebt")' then
    target := private.waive_snap_tax(target, (
      select sum(each.amount_cents)
      from jsonb_to_recordset(record_store_tenders.tenders) as each (method text, amount_cents bigint)
      where each.method = 'store_ebt'
    )::bigint);
  end if;
  perform private.check_tenders(record_store_tenders.tenders, (target.total * 100)::bigint);
  for tender in
    select each.method, each.amount_cents, each.place
    from rows from (jsonb_to_recordset(record_store_tenders.tenders) as (method text, amount_cents bigint))
      with ordinality as each (method, amount_cents, place)
  loop
    if tender.place = 1 then
      first_cents := tender.amount_cents;
      first_method := tender.method;
    else
      insert into public.payment_events
        (id, type, order_id, payment_intent_id, amount_cents, currency, outcome, payload)
      values (
        payment_id || '_' || tender.place, 'store_payment.taken', target.id, payment_id || '_' || tender.place,
        tender.amount_cents, 'usd', 'tender',
        jsonb_build_object('method', tender.method, 'recorded_by', (select auth.uid()))
      );
      insert into public.payments (
        payment_intent_id, order_id, amount_cents, currency, purpose, method, recorded_by
      )
      values (
        payment_id || '_' || tender.place, target.id, tender.amount_cents, 'usd', 'tender', tender.method,
        (select auth.uid())
      );
    end if;
  end loop;
  outcome := public.apply_payment_event(
    payment_id, 'store_payment.taken', target.id, payment_id, first_cents, 'usd', null,
    jsonb_build_object('method', first_method, 'recorded_by', (select auth.uid()))
  );
  -- No payment for products that are out of stock: nothing has happened then.
  if outcome <> 'paid' then
    raise sqlstate 'PT409' using message = case outcome
      when 'sold_out' then 'An item of this order is no longer available. Don''t take payment for it.'
      else 'You can''t pay this order.'
    end;
  end if;
  update public.payments set cash_received_cents = (
    select each.cash_received_cents
    from jsonb_to_recordset(record_store_tenders.tenders) as each (method text, cash_received_cents bigint)
    where each.method = 'store_cash'
  )
  where payments.order_id = target.id and payments.purpose in ('order', 'tender') and payments.method = 'store_cash';
  for tender in
    select each.method, each.amount_cents
    from jsonb_to_recordset(record_store_tenders.tenders) as each (method text, amount_cents bigint)
  loop
    perform private.add_to_audit_log(
      'counter', 'Order ' || target.order_number, null,
      jsonb_build_object('paid', round(tender.amount_cents / 100.0, 2), 'method', tender.method)
    );
  end loop;
  select * into target from public.orders where orders.id = target.id;
  return target;
end;
$$;

comment on function public.record_store_tenders(uuid, jsonb, uuid, text) is
  'For the owner and managers: records the payment of an unpaid order, made at the point of sale or chosen to be paid in '
  'the store, by tenders [{method, amount_cents, cash_received_cents}] that add up to its total, without the sales tax of '
  'what store_ebt pays. Each is a payment. Names its open intent if the caller closed it; a payment that still arrives is refunded. The same request key records them '
  'once. 409 if paid, canceled, or sold out. Security definer: nobody writes the ledger by hand.';

create or replace function public.record_store_payment(
  order_id uuid, method text, request_key uuid, closed_intent_id text default null
) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if record_store_payment.method is null or record_store_payment.method not in ('store_cash', 'store_card') then
    perform private.require_point_of_sale('record_store_payment');
    raise invalid_parameter_value using message = 'In the store people pay store_cash or store_card, with a request key.';
  end if;
  return public.record_store_tenders(
    record_store_payment.order_id,
    (
      select jsonb_build_array(jsonb_build_object(
        'method', record_store_payment.method, 'amount_cents', (orders.total * 100)::bigint
      ))
      from public.orders where orders.id = record_store_payment.order_id
    ),
    record_store_payment.request_key, record_store_payment.closed_intent_id
  );
end;
$$;

comment on function public.record_store_payment(uuid, text, uuid, text) is
  'For the owner and managers: like record_store_tenders, with the full total as store_cash or store_card. Security '
  'definer: nobody writes the ledger by hand.';

create or replace function public.read_point_of_sale() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_point_of_sale('read_point_of_sale');
  return jsonb_build_object(
    'unpaid', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', orders.id, 'number', orders.order_number,
        'name', coalesce(nullif(orders.customer_name, ''), billing.name, profiles.name, ''), 'total', orders.total,
        'placed_at', orders.created_at, 'phone', coalesce(nullif(orders.delivery_phone_number, ''), billing.phone, ''),
        'email', orders.customer_email,
        'delivery_type', orders.delivery_type, 'window_starts_at', orders.window_starts_at,
        'window_ends_at', orders.window_ends_at, 'channel', orders.channel,
        'snap_lines', coalesce((
          select jsonb_agg(jsonb_build_object('amount', lines.amount_cents / 100.0, 'tax', lines.tax_cents / 100.0))
          from private.list_snap_lines(orders.id) as lines
        ), '[]')
      ) order by orders.created_at desc)
      from (
        select made.id from public.orders as made where made.status = 'pending' and made.channel = 'counter'
        union all
        select waiting.order_id from public.pay_in_store_orders as waiting where waiting.is_waiting
      ) as unpaid
      join public.orders on orders.id = unpaid.id
      left join public.billing_details as billing on billing.order_id = orders.id
      left join public.profiles on profiles.id = orders.user_id
    ), '[]'),
    'owed', coalesce((
      select jsonb_agg(jsonb_build_object(
        'refund_id', refunds.id, 'order_id', orders.id, 'number', orders.order_number, 'name', orders.customer_name,
        'amount', refunds.amount_cents / 100.0, 'method', payments.method, 'requested_at', refunds.created_at
      ) order by refunds.created_at)
      from public.refunds
      join public.payments
        on payments.payment_intent_id = refunds.payment_intent_id and payments.method <> 'card'
      join public.orders on orders.id = refunds.order_id
      where refunds.status = 'requested'
    ), '[]')
  );
end;
$$;

comment on function public.read_point_of_sale() is
  'For the owner and managers: {unpaid: [{id, number, name, total, placed_at, phone, email, delivery_type, '
  'window_starts_at, window_ends_at, channel, snap_lines: [{amount, tax}]}], owed: [{refund_id, order_id, number, name, amount, method, '
  'requested_at}]}: '
  'unpaid orders to be paid in the store, and refunds to give in the store. jsonb: the page reads both lists in one round '
  'trip. Security definer: one check instead of one per row.';

create or replace function private.is_rest_promised(paid public.payments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- Requested by anyone: the whole of a canceled order, and of surplus payments, was promised.
  return paid.purpose in ('duplicate', 'cancelled_order', 'withdrawn_fee')
    or (paid.purpose in ('order', 'tender', 'delivery_fee') and exists (
      select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
    ));
end;
$$;

create or replace function private.sum_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.purpose in ('order', 'tender', 'delivery_fee') then
    update public.orders set paid_amount = came.cents / 100.0, refunded_amount = came.refunded_cents / 100.0
    from (
      select sum(payments.amount_cents) as cents, sum(payments.refunded_cents) as refunded_cents
      from public.payments
      where payments.order_id = new.order_id and payments.purpose in ('order', 'tender', 'delivery_fee')
    ) as came
    where orders.id = new.order_id;
  end if;
  return null;
end;
$$;

create or replace function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text, method text,
  held_until timestamptz default null
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  purpose text;
  fee_order_id uuid;
begin
  if exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id) then
    -- A read of the intent knows when the bank ends the hold; an event does not.
    update public.payments
    set held_until = record_payment.held_until,
      capture_at = least(payments.capture_at, record_payment.held_until - interval '1 day')
    where payments.payment_intent_id = record_payment.payment_intent_id and payments.captured_at is null
      and payments.capture_cents is null and payments.held_until > record_payment.held_until;
    return 'already_recorded';
  end if;
  -- The store's own record of the intent decides, whatever the event names: a fee never pays an order.
  select intents.order_id into fee_order_id from private.fee_intents as intents
  where intents.payment_intent_id = record_payment.payment_intent_id;
  if fee_order_id is not null then
    return private.record_fee_payment(
      fee_order_id, record_payment.payment_intent_id, record_payment.amount_cents, record_payment.currency
    );
  end if;
  select * into target from public.orders where orders.id = record_payment.order_id for update;
  purpose := case
    when target.id is null then 'unknown_order'
    when target.status = 'cancelled' and target.paid_at is null then 'cancelled_order'
    when target.status <> 'pending' then 'duplicate'
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint - private.tendered_cents(target.id)
      or record_payment.currency is distinct from 'usd' or target.total = 0 then 'mismatch'
    else 'order'
  end;
  insert into public.payments (
    payment_intent_id, order_id, amount_cents, currency, purpose, method, recorded_by, held_until, capture_at
  )
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose, record_payment.method,
    case when record_payment.method <> 'card' then (select auth.uid()) end,
    -- A hold is captured before it ends, whatever becomes of its order.
    record_payment.held_until, record_payment.held_until - interval '1 day'
  );

  if purpose = 'unknown_order' then
    insert into public.shop_alerts (kind, payment_intent_id, message)
    values ('unknown_order', record_payment.payment_intent_id, left(format(
      'Payment %s of %s %s matches no order.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ), 1000));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'Payment %s was %s %s, but the order total is %s USD. The order is not paid.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency),
      to_char(target.total, 'FM999999990.00')
    ));
    return 'mismatch';
  elsif purpose = 'cancelled_order' then
    perform private.refund_rest(record_payment.payment_intent_id, 'cancelled', null);
    update public.orders set intent_closed_at = coalesce(intent_closed_at, now())
    where orders.id = target.id and orders.payment_intent_id = record_payment.payment_intent_id;
    return 'cancelled_order';
  elsif purpose = 'duplicate' then
    perform private.refund_rest(record_payment.payment_intent_id, 'duplicate', null);
    return 'paid_twice';
  end if;

  if private.pays_in_store(target.id) or private.take_stock(target.id) then
    update public.orders set status = 'paid', payment_intent_id = record_payment.payment_intent_id
    where orders.id = target.id;
    return 'paid';
  end if;
  -- Another payment was faster: this one is refunded.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;

create function private.order_refundable_cents(order_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select sum(private.refundable_cents(payments.payment_intent_id)) from public.payments
    where payments.order_id = order_refundable_cents.order_id and payments.purpose in ('order', 'tender')
  ), 0);
end;
$$;

comment on function private.order_refundable_cents(uuid) is
  'Returns what is left of all tenders of an order, without a separate delivery fee.';

create or replace function private.refund_tax_cents(refund public.refunds, left_cents bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  left_tax_cents bigint;
  own_tax_cents bigint;
  is_of_order boolean;
begin
  if refund.status = 'failed' then
    return 0;
  end if;
  -- A duplicate payment, or one for a canceled order, was never a sale: it contains no tax.
  select case payments.purpose
    when 'delivery_fee'
      then (select (fees.tax_amount * 100)::bigint from public.delivery_fees as fees where fees.order_id = orders.id)
    else (orders.tax_amount * 100)::bigint + coalesce((
      -- A taxed replacement of an exempt product has its tax in the price that was paid.
      select sum(settled.replacement_tax_cents - settled.paid_tax_cents) from public.substitutions as settled
      where settled.order_id = orders.id and settled.settled_at is not null
        and settled.replacement_tax_cents > settled.paid_tax_cents
    ), 0)
  end - coalesce((
    -- The tenders of an order share its tax.
    select sum(others.tax_cents) from public.refunds as others
    join public.payments as sources on sources.payment_intent_id = others.payment_intent_id
    where others.order_id = orders.id and others.status <> 'failed' and (
      sources.payment_intent_id = payments.payment_intent_id
      or (payments.purpose in ('order', 'tender') and sources.purpose in ('order', 'tender'))
    )
  ), 0), payments.purpose in ('order', 'tender')
  into left_tax_cents, is_of_order
  -- SNAP EBT pays no tax.
  from (select * from public.payments where payments.method <> 'store_ebt') as payments
  join public.orders on orders.id = payments.order_id
  where payments.payment_intent_id = refund.payment_intent_id
    and payments.purpose in ('order', 'tender', 'delivery_fee');
  if coalesce(left_tax_cents, 0) = 0 then
    return 0;
  end if;
  if is_of_order then
    left_cents := (
      select sum(private.refundable_cents(payments.payment_intent_id)) from public.payments
      where payments.order_id = refund.order_id and payments.purpose in ('order', 'tender')
        and payments.method <> 'store_ebt'
    );
  end if;
  own_tax_cents := case
    when refund.part_of_id is not null then (
      -- What the first tender's part leaves of the lines' tax; of an amount, a share like any other.
      select case when lead.lines is null
        then round(left_tax_cents::numeric * refund.amount_cents / refund_tax_cents.left_cents)
        else greatest(0, (select sum(line.tax_cents) from jsonb_to_recordset(lead.lines) as line (tax_cents bigint)) - (
          select sum(parts.tax_cents) from public.refunds as parts where lead.id in (parts.id, parts.part_of_id)
        )) end
      from public.refunds as lead where lead.id = refund.part_of_id
    )
    when refund.lines is null then round(left_tax_cents::numeric * refund.amount_cents / refund_tax_cents.left_cents)
    else (select sum(line.tax_cents) from jsonb_to_recordset(refund.lines) as line (tax_cents bigint))
  end;
  -- Never more than the tax that is left, nor so little that the rest would be more tax than money.
  return least(refund.amount_cents, left_tax_cents, greatest(
    coalesce(own_tax_cents, 0), left_tax_cents - (refund_tax_cents.left_cents - refund.amount_cents)
  ));
end;
$$;

create function private.request_refunds(
  order_id uuid, cents bigint, lines jsonb, reason text, requested_by uuid, request_key uuid default null
) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  source record;
  lead public.refunds;
  made public.refunds;
  left_cents bigint := request_refunds.cents;
  ebt_left_cents bigint;
  eligible_cents bigint;
  part_cents bigint;
begin
  ebt_left_cents := (
    select private.refundable_cents(payments.payment_intent_id) from public.payments
    where payments.order_id = request_refunds.order_id and payments.purpose in ('order', 'tender')
      and payments.method = 'store_ebt'
  );
  if ebt_left_cents > 0 then
    -- Eligible lines go back to SNAP EBT, never in cash; amounts only if nothing else is left.
    eligible_cents := coalesce((
      select sum(line.amount_cents)
      from jsonb_to_recordset(request_refunds.lines) as line (order_item_id bigint, amount_cents bigint)
      join public.order_items as items on items.id = line.order_item_id
      where private.is_snap_eligible(items.product_id)
    ), 0);
    ebt_left_cents := least(ebt_left_cents, greatest(
      least(eligible_cents, request_refunds.cents),
      request_refunds.cents - (private.order_refundable_cents(request_refunds.order_id) - ebt_left_cents)
    ));
  end if;
  for source in
    select payments.payment_intent_id, payments.method from public.payments
    where payments.order_id = request_refunds.order_id and payments.purpose in ('order', 'tender')
    -- SNAP EBT last: the first refund has the lines, and their tax was not paid with it.
    order by array_position(array['card', 'store_card', 'store_cash', 'store_ebt'], payments.method),
      payments.payment_intent_id
    for update
  loop
    part_cents := case source.method when 'store_ebt' then left_cents
      else least(left_cents - coalesce(ebt_left_cents, 0), private.refundable_cents(source.payment_intent_id)) end;
    continue when part_cents < 1;
    insert into public.refunds (
      order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key, part_of_id, is_restocked
    )
    values (
      request_refunds.order_id, source.payment_intent_id, part_cents,
      case when lead.id is null then request_refunds.lines end, request_refunds.reason, request_refunds.requested_by,
      case when lead.id is null then request_refunds.request_key end, lead.id, lead.id is not null
    )
    returning * into made;
    if lead.id is null then
      lead := made;
    end if;
    left_cents := left_cents - part_cents;
  end loop;
  return lead;
end;
$$;

comment on function private.request_refunds(uuid, bigint, jsonb, text, uuid, uuid) is
  'Requests a refund of an order: one row per tender, of which the first has the lines. Eligible lines go back to SNAP '
  'EBT, everything else to cards and then cash. Returns the first. '
  'The caller has checked that so much is left. Call it with the order locked.';

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
    insert into public.shop_alerts (kind, order_id, refund_id, message)
    values ('refund_failed', settled.order_id, settled.id, left(format(
      'The refund of $%s failed: %s', to_char(settled.amount_cents / 100.0, 'FM999999990.00'),
      coalesce(settled.last_error, 'the provider gave no reason.')
    ), 1000));
    if paid.purpose in ('order', 'tender', 'delivery_fee') then
      update public.orders set status = 'refund_failed'
      where orders.id = target.id and orders.status in ('cancelled', 'refunded');
    end if;
    perform private.mail_failed_refund(settled);
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

create or replace function public.request_refund(
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
  requested_cents bigint := request_refund.amount_cents;
  requested_lines jsonb;
  left_cents bigint;
  is_of_products boolean;
  fee_intent_id text;
begin
  select * into target from public.orders where orders.id = request_refund.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
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
    raise invalid_parameter_value using message = 'Refund one cent or more.';
  end if;
  is_of_products := request_refund.reason in ('missing', 'damaged', 'returned');
  if request_refund.reason is null
    or not (is_of_products or request_refund.reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled')) then
    raise invalid_parameter_value using message = 'This refund reason doesn''t exist.';
  end if;
  if request_refund.lines is not null and not is_of_products then
    raise invalid_parameter_value using message = 'Choose a reason: missing, damaged, or returned.';
  end if;
  if request_refund.amount_cents is not null and is_of_products then
    raise invalid_parameter_value using
      message = 'Choose lines, or refund everything, for missing, damaged, or returned products.';
  end if;
  if request_refund.mark_sold_out and request_refund.reason <> 'missing' then
    raise invalid_parameter_value using message = 'Only missing products can be marked as sold out.';
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT409' using message = 'This order was never paid.';
  end if;
  left_cents := private.order_refundable_cents(target.id);
  if request_refund.lines is null and request_refund.amount_cents is null then
    -- A separate delivery fee is its own payment.
    select payments.payment_intent_id into fee_intent_id from public.payments
    where payments.order_id = target.id and payments.purpose = 'delivery_fee';
    if left_cents = 0 and private.refundable_cents(fee_intent_id) > 0 then
      return public.refund_delivery_fee(target.id, request_refund.request_key);
    end if;
  end if;
  if request_refund.lines is not null then
    requested_lines := private.price_refund_lines(target.id, request_refund.lines);
    requested_cents := (
      select sum(line.amount_cents + line.tax_cents)
      from jsonb_to_recordset(requested_lines) as line (amount_cents bigint, tax_cents bigint)
    );
  end if;
  requested_cents := coalesce(requested_cents, left_cents);
  if requested_cents > left_cents or left_cents = 0 then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this order can be refunded.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  if requested_cents < 1 then
    raise invalid_parameter_value using message = 'Refund one cent or more.';
  end if;
  made := private.request_refunds(
    target.id, requested_cents, requested_lines, request_refund.reason, (select auth.uid()), request_refund.request_key
  );
  if fee_intent_id is not null then
    perform private.refund_rest(fee_intent_id, 'requested_by_customer', (select auth.uid()));
  end if;
  if request_refund.mark_sold_out then
    perform private.mark_sold_out(
      array_agg(items.product_id) filter (where items.size_id is null),
      array_agg(items.size_id) filter (where items.size_id is not null)
    )
    from public.order_items as items
    where items.order_id = target.id and case
      when requested_lines is null then items.refunded_quantity < items.quantity
      else items.id in (
        select line.order_item_id from jsonb_to_recordset(requested_lines) as line (order_item_id bigint)
      )
    end;
  end if;
  return made;
end;
$$;

create or replace function public.daily_report(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(daily_report.first_day, daily_report.last_day);
  with came_in as (
    select (sold.received_at at time zone zone)::date as day, sold.order_id, sold.purpose, sold.method, sold.amount_cents
    from private.list_sales(days.starts_at, days.ends_at) as sold
  ), sales as (
    select came_in.day, came_in.amount_cents, came_in.method, orders.id, orders.tax_amount, orders.delivery_cost,
      orders.discount
    from came_in join public.orders on orders.id = came_in.order_id
    where came_in.purpose = 'order'
  ), paid_fees as (
    select fees.amount, fees.tax_amount
    from came_in join public.delivery_fees as fees on fees.order_id = came_in.order_id
    where came_in.purpose = 'delivery_fee'
  ), refunded_payments as (
    select (refunded.settled_at at time zone zone)::date as day, refunded.amount_cents, refunded.tax_cents,
      refunded.method
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
  ), sold as (
    select came_in.day, count(*) filter (where came_in.purpose = 'order') as order_count,
      sum(came_in.amount_cents) as sales_cents
    from came_in group by came_in.day
  ), returned as (
    select refunded_payments.day, sum(refunded_payments.amount_cents) as refunded_cents
    from refunded_payments group by refunded_payments.day
  ), best as (
    select items.product_id,
      coalesce(max(items.product_name) filter (where items.choices = '[]'), (
        select products.name from public.products where products.id = items.product_id
      )) as name,
      sum(items.quantity) as quantity,
      sum(private.line_paid(items)) as amount
    from sales join public.order_items as items on items.order_id = sales.id
    group by items.product_id
    order by amount desc, items.product_id
    limit 10
  )
  select jsonb_build_object(
    'order_count', (select count(*) from sales),
    'sales', (select coalesce(sum(sold.sales_cents), 0) / 100.0 from sold),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales)
      + (select coalesce(sum(paid_fees.tax_amount), 0) from paid_fees) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales)
      + (select coalesce(sum(paid_fees.amount), 0) from paid_fees),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from refunded_payments),
    'refunded', (select coalesce(sum(refunded_payments.amount_cents), 0) / 100.0 from refunded_payments),
    'tax_returned', (select coalesce(sum(refunded_payments.tax_cents), 0) / 100.0 from refunded_payments),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(came_in.amount_cents) from came_in where came_in.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(refunded_payments.amount_cents) from refunded_payments where refunded_payments.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card', 'store_ebt', 'release']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select daily_report.first_day + number as day
        from generate_series(0, daily_report.last_day - daily_report.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;

create or replace function public.export_accounting(what text, first_day date, last_day date, skip_count integer default 0)
returns setof json
language plpgsql security definer set search_path = ''
as $$
declare
  days record;
begin
  days := private.shop_days(export_accounting.first_day, export_accounting.last_day);
  if export_accounting.what not in ('orders', 'lines', 'changes', 'payments', 'refunds') then
    raise sqlstate 'PT422' using message = 'There are books of orders, lines, changes, payments and refunds.';
  end if;
  if export_accounting.skip_count = 0 then
    perform private.add_to_audit_log(
      'export', 'Accounting export: ' || export_accounting.what, null,
      jsonb_build_object('from', export_accounting.first_day, 'until', export_accounting.last_day)
    );
  end if;
  return query
    select exported.line from (
      select orders.order_number as place, payments.received_at as came_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type,
        'subtotal', orders.total - orders.delivery_cost - orders.tax_amount + orders.discount,
        'discount', orders.discount, 'delivery', orders.delivery_cost, 'tax', orders.tax_amount, 'total', orders.total,
        'refunded', (
          select sum(tenders.refunded_cents) / 100.0 from public.payments as tenders
          where tenders.order_id = orders.id and tenders.purpose in ('order', 'tender')
        )
      ) as line
      from public.payments join public.orders on orders.id = payments.order_id
      where export_accounting.what = 'orders' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      -- Its own line, on the day it came in: together they are what the order brought.
      select orders.order_number, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type, 'subtotal', 0, 'discount', 0, 'delivery', fees.amount,
        'tax', fees.tax_amount, 'total', fees.amount + fees.tax_amount, 'refunded', payments.refunded_cents / 100.0
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.delivery_fees as fees on fees.order_id = orders.id
      where export_accounting.what = 'orders' and payments.purpose = 'delivery_fee'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select items.id, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', items.quantity, 'packed_pounds', items.packed_pounds,
        'unit_price', items.unit_price,
        'discount', items.discount, 'tax_rate', items.tax_rate, 'tax', items.tax_amount,
        'amount', private.line_amount(items) + items.tax_amount, 'refunded_quantity', items.refunded_quantity
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.order_items as items on items.order_id = orders.id
      where export_accounting.what = 'lines' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select changes.id, changes.settled_at, json_build_object(
        'order_number', orders.order_number, 'settled_at', changes.settled_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', changes.quantity, 'kind', changes.kind,
        'replacement', coalesce(changes.replacement_name, ''),
        'replacement_size', coalesce(changes.replacement_size_label, ''),
        'replacement_quantity', changes.replacement_quantity, 'paid', changes.paid_cents / 100.0,
        'paid_tax', changes.paid_tax_cents / 100.0, 'charged', changes.replacement_cents / 100.0,
        'charged_tax', changes.replacement_tax_cents / 100.0, 'refunded', changes.refund_cents / 100.0
      )
      from public.substitutions as changes
      join public.orders on orders.id = changes.order_id
      join public.order_items as items on items.id = changes.order_item_id
      where export_accounting.what = 'changes'
        and changes.settled_at >= days.starts_at and changes.settled_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), payments.received_at, json_build_object(
        'payment_intent_id', payments.payment_intent_id, 'received_at', payments.received_at,
        'order_number', orders.order_number, 'purpose', payments.purpose, 'method', payments.method, 'amount', payments.amount_cents / 100.0,
        'refunded', payments.refunded_cents / 100.0
      )
      from public.payments left join public.orders on orders.id = payments.order_id
      where export_accounting.what = 'payments'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), refunds.settled_at, json_build_object(
        'refund_id', coalesce(refunds.provider_refund_id, ''), 'settled_at', refunds.settled_at,
        'order_number', orders.order_number, 'payment_intent_id', refunds.payment_intent_id,
        'method', coalesce(refunds.method, (
          select payments.method from public.payments where payments.payment_intent_id = refunds.payment_intent_id
        ), 'card'), 'reason', refunds.reason,
        'amount', refunds.amount_cents / 100.0, 'tax', refunds.tax_cents / 100.0
      )
      from public.refunds left join public.orders on orders.id = refunds.order_id
      where export_accounting.what = 'refunds' and refunds.status = 'succeeded'
        and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
    ) as exported
    -- The tenders of an order arrive at once.
    order by exported.came_at, exported.place, exported.line::text
    offset greatest(export_accounting.skip_count, 0) limit 1000;
end;
$$;

create or replace function public.report_sales_tax(year integer)
returns table (
  month date, order_count bigint, gross numeric, exempt numeric, taxable numeric, collected numeric,
  refunded numeric, returned numeric
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  starts_at timestamptz := make_date(report_sales_tax.year, 1, 1)::timestamp at time zone zone;
  ends_at timestamptz := make_date(report_sales_tax.year + 1, 1, 1)::timestamp at time zone zone;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only admins can see the sales tax report.';
  end if;
  return query
    with fees as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month, sum(fees.amount) as gross,
        sum(case when fees.tax_rate > 0 then fees.amount else 0 end) as taxable, sum(fees.tax_amount) as collected
      from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
      where payments.purpose = 'delivery_fee' and payments.received_at >= starts_at and payments.received_at < ends_at
      group by 1
    ), sales as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month,
        orders.total - orders.tax_amount as gross, orders.tax_amount,
        case when orders.delivery_tax_rate > 0 then orders.delivery_cost else 0 end + coalesce((
          select sum(private.line_amount(items)) from public.order_items as items
          where items.order_id = orders.id and items.tax_rate > 0
        ), 0) as taxable
      from public.payments join public.orders on orders.id = payments.order_id
      where payments.purpose = 'order' and payments.received_at >= starts_at and payments.received_at < ends_at
    ), replacements as (
      select date_trunc('month', taxes.settled_at at time zone zone)::date as month,
        sum(taxes.collected) as collected, sum(taxes.taxable) as taxable
      from private.replacement_taxes(starts_at, ends_at) as taxes
      group by 1
    ), sold as (
      select sales.month, count(*) as order_count, sum(sales.gross) as gross, sum(sales.taxable) as taxable,
        sum(sales.tax_amount) as collected
      from sales group by sales.month
    ), refunded_payments as (
      select date_trunc('month', refunds.settled_at at time zone zone)::date as month,
        sum(refunds.amount_cents) / 100.0 as refunded, sum(refunds.tax_cents) / 100.0 as returned
      from public.refunds
      join public.payments on payments.payment_intent_id = refunds.payment_intent_id
        and payments.purpose in ('order', 'tender', 'delivery_fee')
      where refunds.status = 'succeeded' and refunds.settled_at >= starts_at and refunds.settled_at < ends_at
      group by 1
    )
    select months.month, coalesce(sold.order_count, 0),
      round(coalesce(sold.gross, 0) + coalesce(fees.gross, 0) - coalesce(replacements.collected, 0), 2),
      round(
        coalesce(sold.gross - sold.taxable, 0) + coalesce(fees.gross - fees.taxable, 0)
          - coalesce(replacements.collected + replacements.taxable, 0), 2
      ),
      round(coalesce(sold.taxable, 0) + coalesce(fees.taxable, 0) + coalesce(replacements.taxable, 0), 2),
      round(coalesce(sold.collected, 0) + coalesce(fees.collected, 0) + coalesce(replacements.collected, 0), 2),
      round(coalesce(refunded_payments.refunded, 0), 2),
      round(coalesce(refunded_payments.returned, 0), 2)
    from (
      select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number
    ) as months
    left join sold on sold.month = months.month
    left join fees on fees.month = months.month
    left join replacements on replacements.month = months.month
    left join refunded_payments on refunded_payments.month = months.month
    where months.month <= (now() at time zone zone)::date
    order by months.month;
end;
$$;

create or replace function private.list_sales(starts_at timestamptz, ends_at timestamptz)
returns table (order_id uuid, purpose text, method text, amount_cents bigint, received_at timestamptz)
language sql stable set search_path = ''
as $$
  select payments.order_id, payments.purpose, payments.method, payments.amount_cents, payments.received_at
  from public.payments
  where payments.purpose in ('order', 'tender', 'delivery_fee')
    and payments.received_at >= list_sales.starts_at and payments.received_at < list_sales.ends_at;
$$;

comment on function private.list_sales(timestamptz, timestamptz) is
  'Lists payments of orders and delivery fees that arrived in this period. Each payment of purpose order is one order; a tender is a part of one.';

create or replace function private.list_refunds(starts_at timestamptz, ends_at timestamptz)
returns table (
  order_id uuid, reason text, method text, amount_cents bigint, tax_cents bigint, settled_at timestamptz
)
language sql stable set search_path = ''
as $$
  select payments.order_id, refunds.reason, coalesce(refunds.method, payments.method), refunds.amount_cents,
    refunds.tax_cents, refunds.settled_at
  from public.refunds
  join public.payments on payments.payment_intent_id = refunds.payment_intent_id
    and payments.purpose in ('order', 'tender', 'delivery_fee')
  where refunds.status = 'succeeded'
    and refunds.settled_at >= list_refunds.starts_at and refunds.settled_at < list_refunds.ends_at;
$$;

create or replace function private.resolve_weights() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line public.order_items;
  away record;
  units bigint;
  most_cents bigint;
  paid_cents bigint;
  paid_tax_cents bigint;
  left_cents bigint;
  left_tax_cents bigint;
  back_lines jsonb := '[]';
  back_cents bigint := 0;
begin
  for line in
    select * from public.order_items as items
    where items.order_id = new.id and items.pounds_each is not null and items.weighed_at is null
    order by items.id
  loop
    units := private.weigh_units(line);
    if units < 1 then
      update public.order_items as items set packed_pounds = null, weighed_at = now() where items.id = line.id;
      continue;
    end if;
    if line.packed_pounds is null or line.packed_units <> units then
      raise sqlstate 'PT409' using message = format('Weigh %s first.', line.product_name);
    end if;
    select * into away from private.line_unavailable(line);
    most_cents := line.unit_price * 100 * units;
    paid_cents := greatest(0, private.paid_for_first(
      private.line_amount(line), line, line.quantity - away.replaced_quantity
    ) - away.refunded_cents);
    paid_tax_cents := greatest(0, private.paid_for_first(
      line.tax_amount, line, line.quantity - away.replaced_quantity
    ) - away.refunded_tax_cents);
    left_cents := case when most_cents = 0 then 0
      else round(paid_cents::numeric * private.weighed_cents(line, units) / most_cents) end;
    left_tax_cents := case when paid_cents = 0 then 0
      else round(paid_tax_cents::numeric * left_cents / paid_cents) end;
    update public.order_items as items
    set weighed_at = now(), weight_refund = (paid_cents - left_cents) / 100.0,
      weight_tax_refund = (paid_tax_cents - left_tax_cents) / 100.0
    where items.id = line.id;
    if paid_cents + paid_tax_cents > left_cents + left_tax_cents then
      back_lines := back_lines || jsonb_build_object(
        'order_item_id', line.id, 'quantity', 0, 'amount_cents', paid_cents - left_cents,
        'tax_cents', paid_tax_cents - left_tax_cents
      );
      back_cents := back_cents + paid_cents - left_cents + paid_tax_cents - left_tax_cents;
    end if;
  end loop;
  if back_cents > 0 then
    -- Staff may have refunded an amount before: together never more than was paid.
    back_cents := least(back_cents, private.order_refundable_cents(new.id));
    perform private.request_refunds(new.id, back_cents, back_lines, 'weight', null);
  end if;
  return new;
end;
$$;
grant execute on function public.record_store_tenders(uuid, jsonb, uuid, text) to authenticated;
