-- Point-of-sale orders: made by the owner and managers for customers at the counter or on the phone. They have no
-- account, and are paid in the store or through their pay link; both go through apply_payment_event like all money.

-- Returns the code that the customer named; null for none, 422 for an unknown one.
create function private.named_discount(code text) returns bigint
language sql stable set search_path = '' as $$
  select private.reject_if(btrim(named_discount.code) <> '' and not exists (
    select from public.discount_codes as codes where codes.code = private.discount_key(named_discount.code)
  ), 'PT422', 'That code doesn''t exist.');
  select codes.id from public.discount_codes as codes where codes.code = private.discount_key(named_discount.code);
$$;

-- For managers: creates an order like place_order, with its prices, windows, and errors, for {name, phone, email}
-- instead of the caller. Deliveries need a phone number, orders for later a time. The same request key returns the same
-- order. An item may have a lower price with a price_reason. Security definer: callers may not create such orders.
create function public.create_point_of_sale_order(
  items jsonb, delivery_type text, customer jsonb, expected_total numeric, request_key uuid,
  substitution_preference text default null, note text default null, delivery_place jsonb default null,
  window_starts_at timestamptz default null, discount_code text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  made public.orders;
  place constant jsonb := delivery_place;
  customer_name constant text := btrim(coalesce(customer ->> 'name', ''));
  phone constant text := btrim(coalesce(customer ->> 'phone', ''));
begin
  perform private.require_manager('create_point_of_sale_order');
  perform private.reject_if(request_key is null, '22023', 'A request key is required.');
  items := private.check_order_lines(items, place);
  perform private.reject_if(customer_name = '', 'PT422', 'Enter the customer''s name.');
  perform private.reject_if(delivery_type = 'delivery' and (phone = '' or coalesce(btrim(place ->> 'street'), '') = ''),
    'PT422', 'Delivery requires an address and a phone number.');
  -- The reason goes to the audit log.
  perform private.reject_if(exists (
    select from jsonb_to_recordset(create_point_of_sale_order.items) as each (price numeric, price_reason text)
    where each.price is not null and (each.price < 0 or btrim(coalesce(each.price_reason, '')) = '')
  ), 'PT422', 'A changed price needs a reason.');

  -- The unique key makes a simultaneous repeat wait for the first and then return its order.
  insert into public.orders (
    channel, customer_name, customer_email, delivery_type, delivery_phone_number, request_key, substitution_preference, note,
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at, discount_code_id
  )
  values (
    'counter', customer_name, nullif(lower(btrim(customer ->> 'email')), ''), coalesce(delivery_type, 'pickup'), phone,
    request_key, substitution_preference, coalesce(note, ''), coalesce(place ->> 'street', ''),
    coalesce(place ->> 'unit', ''), coalesce(place ->> 'city', ''), coalesce(place ->> 'zip', ''),
    coalesce(place ->> 'driver_note', ''), window_starts_at, private.named_discount(discount_code)
  )
  on conflict (request_key) where channel = 'counter' do nothing returning * into made;
  if made.id is null then
    select * into made from public.orders
    where orders.request_key = create_point_of_sale_order.request_key and orders.channel = 'counter';
    return made;
  end if;
  made := private.fill_order(made, items, expected_total);
  perform private.add_to_audit_log(
    'counter', 'Order ' || made.order_number, null, jsonb_build_object('made_at_the_counter', made.total)
  );
  perform private.add_to_audit_log(
    'counter', 'Order ' || made.order_number, null,
    jsonb_build_object('price', each.price, 'product_id', each.product_id, 'reason', left(btrim(each.price_reason), 200))
  )
  from jsonb_to_recordset(create_point_of_sale_order.items)
    as each (product_id bigint, price numeric, price_reason text)
  where each.price is not null;
  return made;
end;
$$;
grant execute on function public.create_point_of_sale_order(jsonb, text, jsonb, numeric, uuid, text, text, jsonb,
  timestamptz, text) to authenticated;

create function private.lock_point_of_sale_order(order_id uuid, called text) returns public.orders
language plpgsql set search_path = '' as $$
declare
  target public.orders;
begin
  perform private.require_manager(called);
  select * into target from public.orders
  where orders.id = lock_point_of_sale_order.order_id and (
    orders.channel = 'counter'
    or exists (select from public.pay_in_store_orders as chosen where chosen.order_id = orders.id)
  )
  for update;
  perform private.reject_if(target.id is null, 'PT404', 'This point-of-sale order doesn''t exist.');
  return target;
end;
$$;

-- Rejects tenders that are not exactly the total: cash with what was received, card terminal, and SNAP EBT, each once.
create function private.check_tenders(tenders jsonb, total_cents bigint) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.reject_if(not private.is_list(check_tenders.tenders, 1, 3) or (
    select count(distinct each.method) < count(*) or bool_or(
      coalesce(each.method, '') not in ('store_cash', 'store_card', 'store_ebt') or coalesce(each.amount_cents, 0) < 1
      or (each.cash_received_cents is not null and each.method <> 'store_cash')
    )
    from jsonb_to_recordset(check_tenders.tenders)
      as each (method text, amount_cents bigint, cash_received_cents bigint)
  ), '22023', 'The tenders are [{method, amount_cents, cash_received_cents}], each method once.');
  perform private.reject_if(exists (
    select from jsonb_to_recordset(check_tenders.tenders) as each (amount_cents bigint, cash_received_cents bigint)
    where each.cash_received_cents < each.amount_cents
  ), 'PT422', 'The cash received is less than its part of the total.');
  perform private.reject_if(exists (
    select from jsonb_to_recordset(check_tenders.tenders) as each (amount_cents bigint, cash_received_cents bigint)
    -- More change than this is a typing mistake.
    where each.cash_received_cents > each.amount_cents + 100000
  ), 'PT422', 'The cash received is more than $1,000.00 above its part of the total.');
  perform private.reject_if(check_tenders.total_cents is distinct from (
    select sum(each.amount_cents) from jsonb_to_recordset(check_tenders.tenders) as each (amount_cents bigint)
  ), 'PT409', 'The tenders don''t add up to ${amount}. Nothing was recorded.',
    jsonb_build_object('amount', private.cents_text(check_tenders.total_cents)));
end;
$$;

-- Lists unpaid lines that SNAP EBT may pay, after discounts and without tax, taxed ones first, as EBT pays them.
create function private.list_snap_lines(order_id uuid)
returns table (order_item_id bigint, amount_cents bigint, tax_cents bigint)
language sql stable set search_path = '' as $$
  select lines.order_item_id, lines.amount_cents, lines.tax_cents
  from private.list_due_lines(list_snap_lines.order_id) as lines
  where lines.units > 0 and private.is_snap_eligible(lines.product_id)
  -- Replacements become lines after the others.
  order by lines.tax_cents = 0, lines.order_item_id, lines.substitution_id;
$$;

-- Lists what SNAP EBT pays of each line if it pays this amount, the tax not charged then, and whether it pays all.
create function private.list_ebt_lines(order_id uuid, paid_cents bigint)
returns table (order_item_id bigint, ebt_cents bigint, tax_cents bigint, is_whole boolean)
language sql stable set search_path = '' as $$
  select paid.order_item_id, paid.ebt_cents,
    round(paid.tax_cents::numeric * paid.ebt_cents / paid.amount_cents)::bigint, paid.ebt_cents = paid.amount_cents
  from (
    select lines.*, greatest(0, least(lines.amount_cents, list_ebt_lines.paid_cents - coalesce(
      sum(lines.amount_cents) over (order by lines.tax_cents = 0, lines.order_item_id
        rows between unbounded preceding and 1 preceding), 0
    )))::bigint as ebt_cents
    from private.list_snap_lines(list_ebt_lines.order_id) as lines
  ) as paid
  where paid.ebt_cents > 0;
$$;

-- Removes the sales tax of what SNAP EBT pays; 422 above the eligible lines. Call it with the order locked.
create function private.waive_snap_tax(target public.orders, ebt_cents bigint) returns public.orders
language plpgsql set search_path = '' as $$
declare
  changed public.orders;
  eligible_cents bigint;
  waived_cents bigint;
begin
  eligible_cents := (select coalesce(sum(lines.amount_cents), 0) from private.list_snap_lines(target.id) as lines);
  perform private.reject_if(
    ebt_cents > eligible_cents, 'PT422', 'SNAP EBT can pay up to ${amount} of this order.',
    jsonb_build_object('amount', private.cents_text(eligible_cents))
  );
  select coalesce(sum(waived.tax_cents), 0) into waived_cents
  from private.list_ebt_lines(target.id, waive_snap_tax.ebt_cents) as waived;
  -- The caller has closed the open intent: an order without one may change.
  update public.orders set payment_intent_id = null, client_secret = null
  where orders.id = target.id and orders.payment_intent_id is not null;
  perform set_config('shop.changes_order', target.id::text, true);
  update public.order_items as items
  set ebt_amount = waived.ebt_cents / 100.0, tax_amount = items.tax_amount - waived.tax_cents / 100.0,
    tax_rate = case when waived.is_whole then 0 else items.tax_rate end
  from private.list_ebt_lines(target.id, waive_snap_tax.ebt_cents) as waived
  where items.id = waived.order_item_id;
  perform set_config('shop.changes_order', '', true);
  update public.orders
  set tax_amount = orders.tax_amount - waived_cents / 100.0, total = orders.total - waived_cents / 100.0
  where orders.id = target.id returning * into changed;
  return changed;
end;
$$;

-- Records all tenders but the first, whose payment makes the order paid.
create function private.record_further_tenders(order_id uuid, payment_id text, tenders jsonb) returns void
language sql set search_path = '' as $$
  with taken as (
    select record_further_tenders.payment_id || '_' || each.place as id, each.method, each.amount_cents
    from rows from (jsonb_to_recordset(record_further_tenders.tenders) as (method text, amount_cents bigint))
      with ordinality as each (method, amount_cents, place)
    where each.place > 1
  ), recorded as (
    insert into public.payment_events (id, type, order_id, payment_intent_id, amount_cents, currency, outcome, payload)
    select taken.id, 'store_payment.taken', record_further_tenders.order_id, taken.id, taken.amount_cents, 'usd',
      'tender', jsonb_build_object('method', taken.method, 'recorded_by', auth.uid())
    from taken
  )
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose, method, recorded_by)
  select taken.id, record_further_tenders.order_id, taken.amount_cents, 'usd', 'tender', taken.method, auth.uid()
  from taken order by taken.id;
$$;

-- For managers: records the payment of an unpaid order, made at the point of sale or to be paid in the store, by
-- tenders [{method, amount_cents, cash_received_cents}] that add up to its total, without the sales tax of what
-- store_ebt pays. Each is a payment. Pass its payment intent if it was closed at the provider; a later payment is
-- refunded. The same key records them once. 409 if paid, canceled, or sold out. Security definer, as
-- apply_payment_event.
create function public.record_store_tenders(
  order_id uuid, tenders jsonb, request_key uuid, closed_intent_id text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  payment_id constant text := 'store_' || request_key;
  outcome text;
begin
  perform private.require_manager('record_store_tenders');
  perform private.reject_if(jsonb_typeof(tenders) = 'array' and jsonb_array_length(tenders) > 3,
    '22023', 'An order has 3 tenders at most.');
  target := private.lock_point_of_sale_order(order_id, 'record_store_tenders');
  perform private.reject_if(request_key is null, '22023', 'A request key is required.');
  if exists (
    select from public.payments
    where payments.payment_intent_id = payment_id and payments.order_id = target.id
  ) then
    return target;
  end if;
  perform private.reject_if(target.status <> 'pending', 'PT409', case
      when target.paid_at is null then 'This order is canceled. Don''t take payment for it.'
      else 'This order is already paid.'
    end);
  perform private.reject_if(target.payment_intent_id is distinct from record_store_tenders.closed_intent_id,
    'PT409', 'Someone just opened the pay link. Try again.');
  target := private.apply_unpaid_changes(target);
  if tenders @? '$[*] ? (@.method == "store_ebt")' then
    target := private.waive_snap_tax(target, (
      select sum(each.amount_cents)
      from jsonb_to_recordset(record_store_tenders.tenders) as each (method text, amount_cents bigint)
      where each.method = 'store_ebt'
    )::bigint);
  end if;
  perform private.check_tenders(tenders, (target.total * 100)::bigint);
  perform private.record_further_tenders(target.id, payment_id, tenders);
  outcome := public.apply_payment_event(
    payment_id, 'store_payment.taken', target.id, payment_id,
    (record_store_tenders.tenders -> 0 ->> 'amount_cents')::bigint, 'usd', null,
    jsonb_build_object('method', record_store_tenders.tenders -> 0 ->> 'method', 'recorded_by', (select auth.uid()))
  );
  -- No payment for products that are out of stock: nothing has happened then.
  perform private.reject_if(outcome <> 'paid', 'PT409', case outcome
      when 'sold_out' then 'An item of this order is no longer available. Don''t take payment for it.'
      else 'You can''t pay this order.'
    end);
  update public.payments set cash_received_cents = (
    select each.cash_received_cents
    from jsonb_to_recordset(record_store_tenders.tenders) as each (method text, cash_received_cents bigint)
    where each.method = 'store_cash'
  )
  where payments.order_id = target.id and payments.purpose in ('order', 'tender') and payments.method = 'store_cash';
  perform private.add_to_audit_log(
    'counter', 'Order ' || target.order_number, null,
    jsonb_build_object('paid', round(tender.amount_cents / 100.0, 2), 'method', tender.method)
  )
  from jsonb_to_recordset(record_store_tenders.tenders) as tender (method text, amount_cents bigint);
  select * into target from public.orders where orders.id = target.id;
  return target;
end;
$$;
grant execute on function public.record_store_tenders(uuid, jsonb, uuid, text) to authenticated;

-- For managers: record_store_tenders with the full total as store_cash or store_card. Security definer, as it.
create function public.record_store_payment(
  order_id uuid, method text, request_key uuid, closed_intent_id text default null
) returns public.orders
language sql security definer set search_path = '' as $$
  select private.require_manager('record_store_payment');
  select private.reject_if(coalesce(method not in ('store_cash', 'store_card'), true),
    '22023', 'In the store people pay store_cash or store_card, with a request key.');
  select public.record_store_tenders(order_id, (
    select jsonb_build_array(jsonb_build_object(
      'method', record_store_payment.method, 'amount_cents', (private.due_total(orders) * 100)::bigint
    ))
    from public.orders where orders.id = record_store_payment.order_id
  ), request_key, closed_intent_id);
$$;
grant execute on function public.record_store_payment(uuid, text, uuid, text) to authenticated;

-- For managers: records that a refund was given in the store. Idempotent. Security definer, as record_store_tenders.
create function public.refund_in_store(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  known public.refunds;
  given public.refunds;
  paid public.payments;
begin
  perform private.require_manager('refund_in_store');
  select * into known from public.refunds where refunds.id = refund_in_store.refund_id;
  -- Lock order everywhere: order, payment, refund.
  perform 1 from public.orders where orders.id = known.order_id for update;
  select * into paid from public.payments
  where payments.payment_intent_id = known.payment_intent_id and payments.method <> 'card' for update;
  perform private.reject_if(paid.payment_intent_id is null, 'PT404', 'This in-store refund doesn''t exist.');
  select * into known from public.refunds where refunds.id = known.id for update;
  if known.status = 'succeeded' then
    return known;
  end if;
  given := private.apply_refund_status(known.id, null, 'succeeded', null);
  perform private.add_to_audit_log(
    'counter', coalesce((select 'Order ' || orders.order_number from public.orders where orders.id = given.order_id), ''),
    null,
    jsonb_build_object('given_back', round(given.amount_cents / 100.0, 2), 'method', paid.method)
  );
  return given;
end;
$$;
grant execute on function public.refund_in_store(uuid) to authenticated;

-- For managers: sends the pay link of an unpaid point-of-sale order by email (written here), SMS, or copy (made by the
-- server). At most five a day per order and ten per recipient. Security definer: callers may not write emails.
create function public.send_pay_link(order_id uuid, how text, request_key uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.lock_point_of_sale_order(order_id, 'send_pay_link');
  sent_to text;
begin
  perform private.reject_if(coalesce(how not in ('mail', 'text', 'copy'), true) or request_key is null,
    '22023', 'A pay link goes by mail, text or copy, with a request key.');
  perform private.reject_if(target.channel <> 'counter', 'PT404', 'This point-of-sale order doesn''t exist.');
  if exists (
    select from private.pay_links as links
    where links.order_id = target.id and links.request_key = send_pay_link.request_key
  ) then
    return target;
  end if;
  perform private.reject_if(target.status <> 'pending', 'PT409', case
      when target.paid_at is null then 'This order is canceled.' else 'This order is already paid.'
    end);
  perform private.reject_if(how = 'mail' and target.customer_email is null,
    'PT422', 'This order has no email address.');
  perform private.reject_if(how = 'text' and target.delivery_phone_number = '',
    'PT422', 'This order has no phone number.');
  if how in ('mail', 'text') then
    sent_to := case how when 'mail' then lower(target.customer_email) else target.delivery_phone_number end;
    perform pg_advisory_xact_lock(hashtextextended('pay_links:' || sent_to, 0));
    perform private.reject_if((
      select count(*) filter (where links.order_id = target.id) >= 5 or count(*) >= 10
      from private.pay_links as links
      where links.recipient = sent_to and links.sent_at > now() - interval '1 day'
    ), 'PT429', 'This link was sent too often today. Copy it instead, or tell the customer the order number.');
    insert into private.pay_links (order_id, recipient, request_key)
    values (target.id, sent_to, case when how = 'mail' then request_key end);
  end if;
  perform private.queue_mail('pay_link', target.id, 'pay_link:' || request_key) where how = 'mail';
  perform private.add_to_audit_log(
    'counter', 'Order ' || target.order_number, null, jsonb_build_object('pay_link', how)
  );
  return target;
end;
$$;
grant execute on function public.send_pay_link(uuid, text, uuid) to authenticated;

-- Payment attempts through pay links in the period that ends at ends_at, by open_linked_payment, for all processes.
create table private.link_attempts (
  order_id uuid primary key references public.orders (id) on delete cascade,
  attempts integer not null check (attempts > 0),
  ends_at timestamptz not null
);

create function public.open_linked_payment(
  order_id uuid, max_count integer, seconds integer, out status text, out total numeric, out payment_intent_id text,
  out is_held boolean, out wait_seconds integer, out missing private.missing_item[]
)
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  counted private.link_attempts;
begin
  select * into target from public.orders
  where orders.id = open_linked_payment.order_id and orders.channel = 'counter' for update;
  perform private.reject_if(target.id is null, 'PT404', 'This order doesn''t exist.');
  if target.status = 'pending' then
    insert into private.link_attempts as known (order_id, attempts, ends_at)
    values (target.id, 1, now() + make_interval(secs => seconds))
    on conflict on constraint link_attempts_pkey do update set
      attempts = case when known.ends_at <= now() then 1 else known.attempts + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning * into counted;
    if counted.attempts <= max_count then
      perform private.reserve_fulfillment(target);
    end if;
  end if;
  select target.status, target.total, target.payment_intent_id, private.is_hold_possible(target)
  into status, total, payment_intent_id, is_held;
  wait_seconds := case when counted.attempts > open_linked_payment.max_count
    then greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer else 0 end;
  missing := array(select private.missing_items(target.id) where target.status = 'pending');
end;
$$;
comment on function public.open_linked_payment(uuid, integer, integer) is
  'For the server, which has checked a pay link: the order, with its slot reserved; wait_seconds after too many '
  'attempts, 410 and 422 as check_fulfillment. Security definer: it writes counts. May be null: payment_intent_id.';
grant execute on function public.open_linked_payment(uuid, integer, integer) to service_role;
