-- Substitutions and weights of orders that are paid in the store, before the payment: what is due follows them.
alter table public.pay_in_store_orders
  add column due_total numeric(10, 2) not null default 0 check (due_total >= 0),
  add column needs_weight boolean not null default false,
  add column changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array');
update public.pay_in_store_orders as waiting set due_total = orders.total
from public.orders where orders.id = waiting.order_id;
alter table public.pay_in_store_orders alter column due_total drop default;
comment on column public.pay_in_store_orders.due_total is
  'What is due with substitutions and weights while it is not paid; maintained by triggers.';
comment on column public.pay_in_store_orders.needs_weight is
  'A line is not weighed yet: due_total is the most that the order can cost.';
comment on column public.pay_in_store_orders.changes is
  'What was replaced or left out before the payment: [{kind, quantity, name, size, replacement_name, replacement_size, '
  'replacement_quantity, less, changed_by, given_cents}].';

create function private.list_due_lines(order_id uuid)
returns table (
  order_item_id bigint, substitution_id bigint, product_id bigint, units bigint, unit_cents bigint, amount_cents bigint,
  tax_cents bigint, is_weighed boolean, needs_weight boolean
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with bag as (
      select items.*, items.quantity - coalesce(open.quantity, 0) as bag_units,
        round(private.line_amount(items) * 100)::bigint - coalesce(open.paid_cents, 0)::bigint as paid_cents,
        round(items.tax_amount * 100)::bigint - coalesce(open.paid_tax_cents, 0)::bigint as paid_tax_cents
      from public.order_items as items
      left join lateral (
        select sum(changes.quantity) as quantity, sum(changes.paid_cents) as paid_cents,
          sum(changes.paid_tax_cents) as paid_tax_cents
        from public.substitutions as changes
        where changes.order_item_id = items.id and changes.settled_at is null
      ) as open on true
      where items.order_id = list_due_lines.order_id
    ), weighed as (
      select bag.*, private.weighed_cents(items, bag.bag_units)::bigint as weighed_cents
      from bag join public.order_items as items on items.id = bag.id
    ), priced as (
      select weighed.*, weighed.pounds_each is not null and weighed.weighed_at is null and weighed.bag_units > 0 as is_open,
        weighed.packed_units = weighed.bag_units as has_weight,
        round(weighed.paid_cents * weighed.weighed_cents / nullif(weighed.unit_price * 100 * weighed.bag_units, 0))::bigint
          as less_cents
      from weighed
    )
    select priced.id, null::bigint, priced.product_id, priced.bag_units,
      case when priced.is_open and priced.has_weight then ceil(priced.weighed_cents::numeric / priced.bag_units)
        else priced.unit_price * 100 end::bigint,
      due.amount_cents,
      case when due.amount_cents = priced.paid_cents then priced.paid_tax_cents
        else round(priced.paid_tax_cents::numeric * due.amount_cents / priced.paid_cents)::bigint end,
      priced.is_open and coalesce(priced.has_weight, false), priced.is_open and priced.has_weight is not true
    from priced
    cross join lateral (
      select case when priced.is_open and priced.has_weight then coalesce(priced.less_cents, 0) else priced.paid_cents end
        as amount_cents
    ) as due
    union all
    select null, changes.id, changes.replacement_product_id, changes.replacement_quantity,
      (changes.replacement_unit_price * 100)::bigint, changes.replacement_cents, changes.replacement_tax_cents, false, false
    from public.substitutions as changes
    where changes.order_id = list_due_lines.order_id and changes.settled_at is null and changes.kind = 'replaced';
end;
$$;
comment on function private.list_due_lines(uuid) is
  'Lists what is in the bag of an unpaid order: its lines without what is out of stock, as weighed, and the replacements. '
  'needs_weight: the amount is the most that the line can cost.';

create function private.update_due(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.pay_in_store_orders as waiting
  set due_total = due.cents / 100.0 + orders.delivery_cost + orders.delivery_tax_amount, needs_weight = due.needs_weight
  from public.orders, (
    select coalesce(sum(lines.amount_cents + lines.tax_cents), 0) as cents, coalesce(bool_or(lines.needs_weight), false) as needs_weight
    from private.list_due_lines(update_due.order_id) as lines
  ) as due
  where waiting.order_id = update_due.order_id and waiting.is_waiting and orders.id = waiting.order_id;
end;
$$;
comment on function private.update_due(uuid) is
  'Sets what is due for an unpaid order that is paid in the store. Security definer: nobody writes it by hand.';

create function private.update_due_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed_id constant uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  if private.pays_in_store(changed_id) then
    perform private.update_due(changed_id);
  end if;
  return null;
end;
$$;
comment on function private.update_due_of_row() is 'Security definer, as update_due.';

create trigger update_due after insert or update or delete on public.substitutions
  for each row execute function private.update_due_of_row();
create trigger update_due after update of packed_pounds, packed_units on public.order_items
  for each row when ((old.packed_pounds, old.packed_units) is distinct from (new.packed_pounds, new.packed_units))
  execute function private.update_due_of_row();

create function private.due_total(target public.orders) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select waiting.due_total from public.pay_in_store_orders as waiting
    where waiting.order_id = target.id and waiting.is_waiting
  ), target.total);
end;
$$;
comment on function private.due_total(public.orders) is
  'Returns what an unpaid order costs with its substitutions and weights: at most so much while a line is not weighed.';

create function private.require_weights(order_id uuid, purpose text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  name text;
begin
  select items.product_name into name
  from private.list_due_lines(require_weights.order_id) as lines
  join public.order_items as items on items.id = lines.order_item_id
  where lines.needs_weight order by items.id limit 1;
  if name is not null then
    raise sqlstate 'PT409' using message = case require_weights.purpose
      when 'payment' then format('Weigh %s before you take the payment.', name)
      else format('Weigh %s first.', name)
    end;
  end if;
end;
$$;
comment on function private.require_weights(uuid, text) is
  'Rejects the payment, or the step, of an unpaid order while a line is not weighed.';

create function private.record_unpaid_changes(target public.orders, substitution_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.pay_in_store_orders as waiting
  set changes = waiting.changes || coalesce((
    select jsonb_agg(jsonb_build_object(
      'kind', changes.kind, 'quantity', changes.quantity, 'name', items.product_name, 'size', items.size_label,
      'replacement_name', changes.replacement_name, 'replacement_size', changes.replacement_size_label,
      'replacement_quantity', changes.replacement_quantity, 'less', changes.refund_cents / 100.0,
      'changed_by', changes.changed_by, 'given_cents', changes.refund_cents + greatest(0, coalesce(
        round(changes.replacement_unit_price * 100 * changes.replacement_quantity)::bigint - changes.paid_cents, 0
      ))
    ) order by changes.id)
    from public.substitutions as changes join public.order_items as items on items.id = changes.order_item_id
    where changes.id = any (record_unpaid_changes.substitution_ids)
  ), '[]')
  where waiting.order_id = target.id;
end;
$$;
comment on function private.record_unpaid_changes(public.orders, bigint[]) is
  'Stores what was replaced or left out with the order, before its lines become what is paid.';

create function private.add_replacement_line(head public.orders, change public.substitutions) returns void
language plpgsql set search_path = ''
as $$
declare
  line public.order_items;
  added_id bigint;
begin
  select * into line from public.order_items as items where items.id = change.order_item_id;
  line.product_id := change.replacement_product_id;
  line.unit_price := change.replacement_cents / 100.0;
  line.quantity := 1;
  line.discount := 0;
  head.delivery_cost := 0;
  insert into public.order_items (
    order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, choice_ids, discount,
    tax_rate, tax_amount, stock_taken
  )
  select head.id, products.id, change.replacement_name, change.replacement_quantity, change.replacement_unit_price,
    products.img1, change.replacement_size_id, change.replacement_size_label, '{}',
    change.replacement_unit_price * change.replacement_quantity - change.replacement_cents / 100.0,
    case when head.tax_exempt_certificate is null then coalesce((
      select shares.percent from private.tax_shares(head, array[line]) as shares where shares.place = 1
    ), 0) else 0 end,
    change.replacement_tax_cents / 100.0, change.stock_taken
  from public.products where products.id = change.replacement_product_id
  returning id into added_id;
  insert into public.picked_lines (order_item_id, order_id, picked_by)
  select added_id, head.id, change.changed_by
  where private.packing_status(head) = 'ready' or exists (
    select from public.picked_lines as packed where packed.order_item_id = change.order_item_id
  );
end;
$$;
comment on function private.add_replacement_line(public.orders, public.substitutions) is
  'Adds the replacement to the lines of an unpaid order, at what it costs of the original''s price.';

create function private.apply_unpaid_changes(target public.orders) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  due record;
  change public.substitutions;
  substitution_ids bigint[];
  gone_ids bigint[] := '{}';
  changed public.orders;
begin
  if not private.pays_in_store(target.id) then
    return target;
  end if;
  perform private.require_weights(target.id, 'payment');
  substitution_ids := array(
    select changes.id from public.substitutions as changes
    where changes.order_id = target.id and changes.settled_at is null order by changes.id
  );
  if substitution_ids = '{}'
    and not exists (select from private.list_due_lines(target.id) as lines where lines.is_weighed) then
    return target;
  end if;
  -- The caller has closed the open intent: an order without one may change.
  update public.orders set payment_intent_id = null, client_secret = null
  where orders.id = target.id and orders.payment_intent_id is not null;
  perform set_config('shop.changes_order', target.id::text, true);
  perform private.take_replacements(substitution_ids);
  for due in select * from private.list_due_lines(target.id) as lines where lines.order_item_id is not null loop
    if due.units = 0 then
      gone_ids := gone_ids || due.order_item_id;
      continue;
    end if;
    update public.order_items as items
    set quantity = due.units, unit_price = due.unit_cents / 100.0, tax_amount = due.tax_cents / 100.0,
      discount = (due.unit_cents * due.units - due.amount_cents) / 100.0,
      quantity_saving = least(
        (due.unit_cents * due.units - due.amount_cents) / 100.0,
        round(items.quantity_saving * due.units / items.quantity, 2)
      ),
      stock_taken = least(items.stock_taken, due.units),
      weighed_at = case when items.pounds_each is not null then coalesce(items.weighed_at, now()) end
    where items.id = due.order_item_id;
  end loop;
  perform private.record_unpaid_changes(target, substitution_ids);
  for change in
    select * from public.substitutions as changes
    where changes.id = any (substitution_ids) and changes.kind = 'replaced' order by changes.id
  loop
    perform private.add_replacement_line(target, change);
  end loop;
  delete from public.substitutions as changes where changes.id = any (substitution_ids);
  delete from public.order_items as items where items.id = any (gone_ids);
  perform set_config('shop.changes_order', '', true);
  update public.orders
  set total = lines.amount + lines.tax + orders.delivery_cost + orders.delivery_tax_amount,
    tax_amount = lines.tax + orders.delivery_tax_amount, discount = lines.discount, holds_payment = false
  from (
    select sum(private.line_amount(items)) as amount, sum(items.tax_amount) as tax, sum(items.discount) as discount
    from public.order_items as items where items.order_id = target.id
  ) as lines
  where orders.id = target.id
  returning orders.* into changed;
  perform private.add_to_audit_log(
    'counter', 'Order ' || target.order_number, jsonb_build_object('total', target.total),
    jsonb_build_object('total', changed.total)
  );
  return changed;
end;
$$;
comment on function private.apply_unpaid_changes(public.orders) is
  'Makes lines, tax, and total of an unpaid order that is paid in the store what is in the bag, before its payment is '
  'recorded; 409 while a line is not weighed. Call it with the order locked.';

create or replace function private.guard_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from public.orders
    where orders.id = old.order_id and (
      orders.payment_intent_id is not null or orders.status <> 'pending' or (
        private.pays_in_store(orders.id)
        -- record_store_tenders applies substitutions and weights, and takes the tax off what SNAP EBT pays.
        and current_setting('shop.changes_order', true) is distinct from orders.id::text
      )
    )
  ) then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_order_item() is
  'Security definer: it reads the order for every caller. Also applies to the server.';

create or replace function private.list_snap_lines(order_id uuid)
returns table (order_item_id bigint, amount_cents bigint, tax_cents bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select lines.order_item_id, lines.amount_cents, lines.tax_cents
    from private.list_due_lines(list_snap_lines.order_id) as lines
    where lines.units > 0 and private.is_snap_eligible(lines.product_id)
    -- Replacements become lines after the others.
    order by lines.tax_cents = 0, lines.order_item_id, lines.substitution_id;
end;
$$;
comment on function private.list_snap_lines(uuid) is
  'Lists the lines of an unpaid order that SNAP EBT may pay, after discounts and without tax, taxed ones first: EBT pays '
  'them in this order. A replacement has no line yet.';

create or replace function private.waive_snap_tax(target public.orders, ebt_cents bigint) returns public.orders
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
  perform set_config('shop.changes_order', target.id::text, true);
  update public.order_items as items
  set tax_amount = items.tax_amount - waived.tax_cents / 100.0,
    tax_rate = case when waived.is_whole then 0 else items.tax_rate end
  from private.snap_tax_cents(target.id, waive_snap_tax.ebt_cents) as waived
  where items.id = waived.order_item_id;
  perform set_config('shop.changes_order', '', true);
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

create or replace function public.record_store_tenders(
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
  target := private.apply_unpaid_changes(target);
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
grant execute on function public.record_store_tenders(uuid, jsonb, uuid, text) to authenticated;

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
        'method', record_store_payment.method, 'amount_cents', (private.due_total(orders) * 100)::bigint
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
grant execute on function public.record_store_payment(uuid, text, uuid, text) to authenticated;

create or replace function public.read_point_of_sale() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_point_of_sale('read_point_of_sale');
  return jsonb_build_object(
    'unpaid', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', orders.id, 'number', orders.order_number,
        'name', coalesce(nullif(orders.customer_name, ''), billing.name, profiles.name, ''),
        'total', private.due_total(orders), 'needs_weight', coalesce(waiting.needs_weight, false),
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
      left join public.pay_in_store_orders as waiting on waiting.order_id = orders.id and waiting.is_waiting
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
  'For the owner and managers: {unpaid: [{id, number, name, total, needs_weight, placed_at, phone, email, delivery_type, '
  'window_starts_at, window_ends_at, channel, snap_lines: [{amount, tax}]}], owed: [{refund_id, order_id, number, name, amount, method, '
  'requested_at}]}: '
  'unpaid orders to be paid in the store, and refunds to give in the store. jsonb: the page reads both lists in one round '
  'trip. Security definer: one check instead of one per row.';
grant execute on function public.read_point_of_sale() to authenticated;

create or replace function public.substitute_line(
  order_item_id bigint,
  kind text,
  quantity integer,
  replacement_product_id bigint default null,
  replacement_size_id bigint default null,
  replacement_quantity integer default null,
  mark_sold_out boolean default true,
  request_key uuid default null
) returns public.substitutions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  away record;
  product public.products;
  size public.product_sizes;
  made public.substitutions;
  left_count bigint;
begin
  select * into line from public.order_items as items where items.id = substitute_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  select * into made from public.substitutions as known
  where known.order_id = target.id and known.request_key = substitute_line.request_key;
  if made.id is not null then
    return made;
  end if;
  if not private.can_be_packed(target) then
    raise sqlstate 'PT409' using message = format(
      'The order is %s: its lines can''t change anymore.', coalesce(private.packing_status(target), target.status)
    );
  end if;
  if substitute_line.kind is null or substitute_line.kind not in ('replaced', 'left_out')
    or coalesce(substitute_line.quantity, 0) < 1
    or (substitute_line.kind = 'replaced') <> (substitute_line.replacement_product_id is not null)
    or (substitute_line.kind = 'replaced' and coalesce(substitute_line.replacement_quantity, 1) not between 1 and 999) then
    raise invalid_parameter_value using message = 'Choose a replacement or leave the product out, and enter a quantity.';
  end if;
  select * into away from private.line_unavailable(line);
  left_count := line.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity;
  if substitute_line.quantity > left_count then
    raise sqlstate 'PT409' using message = format('You can change %s of this line at most.', greatest(left_count, 0));
  end if;
  if substitute_line.kind = 'left_out' and not exists (
    select from public.order_items as items
    cross join lateral private.line_unavailable(items) as gone
    where items.order_id = target.id
      and items.quantity - gone.refunded_quantity - gone.left_out_quantity
        > case when items.id = line.id then substitute_line.quantity else 0 end
  ) then
    raise sqlstate 'PT409' using message = 'This would leave the order empty. Cancel it instead.';
  end if;
  if substitute_line.kind = 'replaced' then
    select * into product from public.products
    where products.id = substitute_line.replacement_product_id and products.archived_at is null;
    select * into size from public.product_sizes as sizes
    where sizes.id = substitute_line.replacement_size_id and sizes.product_id = product.id and sizes.archived_at is null;
    if product.id is null or (substitute_line.replacement_size_id is not null and size.id is null) then
      raise sqlstate 'PT409' using message = 'This replacement is not for sale.';
    end if;
    if size.id is null and product.sizes <> '[]' then
      raise invalid_parameter_value using message = format('%s comes in sizes. Choose one.', product.name);
    end if;
    if product.id = line.product_id and size.id is not distinct from line.size_id then
      raise invalid_parameter_value using message = 'A product can''t replace itself.';
    end if;
  end if;
  insert into public.substitutions (
    order_id, order_item_id, kind, quantity, replacement_product_id, replacement_size_id, replacement_name,
    replacement_size_label, replacement_quantity, replacement_unit_price, mark_sold_out, request_key, changed_by
  )
  values (
    target.id, line.id, substitute_line.kind, substitute_line.quantity, product.id, size.id, product.name, size.label,
    case when product.id is not null then coalesce(substitute_line.replacement_quantity, substitute_line.quantity) end,
    private.unit_price(product.id, size.id),
    coalesce(substitute_line.mark_sold_out, true), substitute_line.request_key, (select auth.uid())
  )
  returning * into made;
  perform private.price_open_substitutions(target.id);
  perform private.check_packer_limit(target.id, 0);
  select * into made from public.substitutions as known where known.id = made.id;
  return made;
end;
$$;
comment on function public.substitute_line(bigint, text, integer, bigint, bigint, integer, boolean, uuid) is
  'For staff, while an order is packed: replaces or removes this many of a line. The customer never pays'
  ' more; the difference is refunded when the order is ready or leaves, or lowers what is due in the store. The same request key makes the same change.'
  ' Security definer: nobody writes substitutions by hand.';
grant execute on function public.substitute_line(bigint, text, integer, bigint, bigint, integer, boolean, uuid)
  to authenticated;

create or replace function public.undo_substitution(substitution_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = (select known.order_id from public.substitutions as known where known.id = undo_substitution.substitution_id)
  for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This substitution doesn''t exist.';
  end if;
  if not private.can_be_packed(target) then
    raise sqlstate 'PT409' using message = 'You can no longer undo this substitution.';
  end if;
  delete from public.substitutions as known
  where known.id = undo_substitution.substitution_id and known.settled_at is null;
  if not found then
    raise sqlstate 'PT409' using message = 'You can no longer undo this substitution.';
  end if;
  perform private.price_open_substitutions(target.id);
end;
$$;
comment on function public.undo_substitution(bigint) is
  'For staff: undoes a substitution. Security definer, as substitute_line.';
grant execute on function public.undo_substitution(bigint) to authenticated;

create or replace function private.delete_open_substitutions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.status = 'pending' then
    -- Missing units were never on the shelf, so they cannot be restocked.
    update public.order_items as items set stock_taken = greatest(0, items.stock_taken - away.quantity)
    from (
      select changes.order_item_id, sum(changes.quantity) as quantity from public.substitutions as changes
      where changes.order_id = new.id and changes.settled_at is null group by changes.order_item_id
    ) as away
    where items.id = away.order_item_id;
  end if;
  delete from public.substitutions where order_id = new.id and settled_at is null;
  return null;
end;
$$;
comment on function private.delete_open_substitutions() is
  'Deletes open substitutions of an order that ends otherwise. Security definer, as substitute_line.';

create or replace function public.weigh_line(order_item_id bigint, pounds numeric, is_confirmed boolean default false)
returns table (packed_pounds numeric, amount numeric)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  units bigint;
  expected numeric;
begin
  perform private.require_session();
  select * into line from public.order_items as items where items.id = weigh_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  select * into line from public.order_items as items where items.id = line.id;
  if line.pounds_each is null then
    raise invalid_parameter_value using message = format('%s is not sold by weight.', line.product_name);
  end if;
  if not private.can_be_packed(target) or line.weighed_at is not null then
    raise sqlstate 'PT409' using message = 'The weight of this line can''t change anymore.';
  end if;
  if weigh_line.pounds <= 0 or weigh_line.pounds > 9999 or weigh_line.pounds = 'NaN' then
    raise invalid_parameter_value using message = 'Enter a weight above 0 lb.';
  end if;
  units := private.weigh_units(line);
  expected := trim_scale(units * line.pounds_each);
  if weigh_line.pounds is not null and units < 1 then
    raise sqlstate 'PT409' using message = 'Nothing of this line is left to weigh.';
  end if;
  if weigh_line.pounds is not null and not coalesce(weigh_line.is_confirmed, false)
    and abs(weigh_line.pounds - expected) > expected * line.weight_tolerance / 100 then
    raise sqlstate 'PT422' using
      message = format('%s should weigh about %s lb.', line.product_name, expected),
      detail = jsonb_build_object('expected_pounds', expected)::text;
  end if;
  update public.order_items as items
  set packed_pounds = round(weigh_line.pounds, 3), packed_units = case when weigh_line.pounds is not null then units end,
    weighed_by = case when weigh_line.pounds is not null then (select auth.uid()) end
  where items.id = line.id
  returning * into line;
  perform private.check_packer_weights(target.id);
  packed_pounds := line.packed_pounds;
  amount := private.weighed_cents(line, units) / 100.0;
  return next;
end;
$$;
comment on function public.weigh_line(bigint, numeric, boolean) is
  'For staff, while an order is packed: sets what a line weighs together, or null to weigh it again. 422 with '
  '{expected_pounds} if the weight is outside of the tolerance and not confirmed. Returns the weight and what it costs, '
  'before discount and tax. Security definer: nobody writes lines by hand.';
grant execute on function public.weigh_line(bigint, numeric, boolean) to authenticated;

create or replace function private.packer_cents(order_id uuid, person uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(refunds.amount_cents), 0)::bigint from public.refunds
    where refunds.order_id = packer_cents.order_id and refunds.requested_by = packer_cents.person
      and refunds.status <> 'failed'
  ) + (
    select coalesce(sum(
      case when changes.settled_at is null then changes.refund_cents else 0 end
      + greatest(0, coalesce(
        round(changes.replacement_unit_price * 100 * changes.replacement_quantity)::bigint - changes.paid_cents, 0
      ))
    ), 0)::bigint
    from public.substitutions as changes
    where changes.order_id = packer_cents.order_id and changes.changed_by = packer_cents.person
  ) + (
    select coalesce(sum(change.given_cents), 0)::bigint from public.pay_in_store_orders as chosen
    cross join jsonb_to_recordset(chosen.changes) as change (changed_by uuid, given_cents bigint)
    where chosen.order_id = packer_cents.order_id and change.changed_by = packer_cents.person
  );
end;
$$;
comment on function private.packer_cents(uuid, uuid) is
  'Returns what a staff member gave away on an order: refunds, open substitutions'' refunds, and what their '
  'replacements are worth beyond what was paid, also of substitutions before the payment. Final substitutions are in the refunds.';

create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', coalesce(private.packing_status(target), target.status),
      'unpaid_total', case when target.status = 'pending' then coalesce(unpaid.due_total, target.total) end,
      'needs_weight', coalesce(unpaid.needs_weight, false),
      'delivery_type', target.delivery_type,
      'delivery_included', target.delivery_included,
      'delivery_fee', private.fee_details(target.id),
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'substitution_preference', target.substitution_preference,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_ids', coalesce(lines.line_ids, '[]'),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_pounds', coalesce(lines.packed_pounds, '{}'),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.picked_lines as packed where packed.order_id = target.id
      ), '[]'),
      'substitution_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'answers', coalesce((
        select jsonb_agg(questions.substitution_id || ':' || questions.answer order by questions.substitution_id)
        from public.substitution_questions as questions
        where questions.order_id = target.id and questions.answer is not null
      ), '[]'),
      'is_unread', private.packing_status(target) in ('pending', 'paid') and not exists (
        select from public.acknowledged_orders as acknowledged where acknowledged.order_id = target.id
      ),
      'moved_at', coalesce(unpaid.ready_at, unpaid.packing_at, moved.changed_at),
      'moved_from', case
        when unpaid.ready_at is not null then 'preparing' when unpaid.packing_at is not null then 'pending' when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join public.pay_in_store_orders as unpaid on unpaid.order_id = target.id and unpaid.is_waiting
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, jsonb_agg(items.id order by items.id) as line_ids,
        bool_or(items.note <> '' or items.substitution_preference is not null) as has_words,
        jsonb_object_agg(items.id, items.packed_pounds) filter (
          where items.packed_pounds is not null and private.has_weight(items)
        ) as packed_pounds
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;
comment on function private.desk_card(public.orders) is
  'Returns an order as the board shows it: {id, number, status, unpaid_total, needs_weight, delivery_type, delivery_included, delivery_fee, '
  'name, phone, window_starts_at, window_ends_at, paid_at, substitution_preference, note, item_count, line_ids, has_line_words, '
  'packed_pounds, packed_line_ids, substitution_ids, answers, is_unread, moved_at, moved_from}. substitution_ids are its substitutions, answers what its customer '
  'answered about them, packed_pounds '
  'the weights of weighed lines, {line id: pounds}. The status of an unpaid order is how far it is packed, and unpaid_total '
  'what is due, at most so much if needs_weight; null for a paid one. moved_from is '
  'the status that undo leads to; null if the last move cannot be undone.';

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
      'due_amount', private.due_total(orders),
      'needs_weight', coalesce((
        select waiting.needs_weight from public.pay_in_store_orders as waiting
        where waiting.order_id = orders.id and waiting.is_waiting
      ), false),
      'packing_status', private.packing_status(orders),
      'tenders', private.list_tenders(orders.id),
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'pounds_each', items.pounds_each, 'price_per_pound', items.price_per_pound,
          'packed_pounds', items.packed_pounds, 'weight_refund', items.weight_refund, 'image_url', items.image_url, 'changes', private.line_substitutions(
            items.id, orders.status = 'pending' and coalesce(private.packing_status(orders) = 'ready', false)
          )
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
        'window_starts_at', 'window_ends_at', 'paid_by', 'channel', 'pay_in_store_by', 'due_amount',
        'needs_weight', 'packing_status'
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
comment on function public.linked_order(uuid) is
  'For the server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], refunds: '
  '[{id, status, method, replaces_id, amount}]} and what its emails say about products and money, without name, '
  'address, phone, and notes, because emails are forwarded. Null: no such order. jsonb: a part of the document '
  'that private.order_facts makes. Security definer: nobody else reads the facts of an email.';
grant execute on function public.linked_order(uuid) to service_role;

create or replace function private.pay_in_store_error(target public.orders) returns text
language plpgsql stable set search_path = ''
as $$
declare
  terms public.pay_in_store_settings;
begin
  select * into terms from public.pay_in_store_settings;
  return case
    when not terms.is_on then 'You can''t pay in the store right now.'
    when target.status <> 'pending' or target.channel <> 'online' or target.total = 0
      then 'This order can''t be paid in the store anymore.'
    when target.delivery_type <> 'pickup' then 'Only pickup orders can be paid in the store.'
    when target.window_ends_at is null then 'Choose a pickup time to pay in the store.'
    when target.total > terms.max_total then format(
      'Orders over $%s are paid by card.', to_char(terms.max_total, 'FM999999990.00')
    )
    when private.verified_email(target.user_id) is null and not exists (
      select from auth.users where users.id = target.user_id and users.phone_confirmed_at is not null
    ) then 'Confirm your email address or phone number to pay in the store.'
    when terms.needs_completed_order and not exists (
      select from public.orders where orders.user_id = target.user_id and orders.status = 'completed'
    ) then 'You can pay in the store once you have completed an order.'
    when terms.max_no_shows > 0 and private.count_no_shows(target.user_id) >= terms.max_no_shows
      then 'Earlier orders were not picked up, so this one is paid by card.'
    when exists (
      select from public.pay_in_store_orders as waiting
      join public.orders on orders.id = waiting.order_id
      where waiting.is_waiting and orders.user_id = target.user_id and orders.id <> target.id
    ) then 'You already have an order to pay in the store. Pay this one by card.'
  end;
end;
$$;
comment on function private.pay_in_store_error(public.orders) is
  'Returns why the customer of this order may not pay it in the store; null if they may.';

create or replace function public.choose_pay_in_store(order_id uuid) returns public.pay_in_store_orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  chosen public.pay_in_store_orders;
  problem text;
begin
  perform private.require_session();
  -- The customer's lock comes first, as in prepare_order: two orders at once cannot both be the only one.
  perform pg_advisory_xact_lock(hashtextextended('orders:' || (select auth.uid()), 0));
  select * into target from public.orders
  where orders.id = choose_pay_in_store.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  select * into chosen from public.pay_in_store_orders as waiting where waiting.order_id = target.id;
  if chosen.is_waiting then
    return chosen;
  end if;
  problem := private.pay_in_store_error(target);
  if problem is not null then
    raise sqlstate 'PT409' using message = problem;
  end if;
  if not private.take_stock(target.id) then
    raise sqlstate 'PT409' using message = 'Some items are no longer available.';
  end if;
  -- The slot may be taken meanwhile: 410 with the next three windows.
  perform private.reserve_slot(target);
  insert into public.pay_in_store_orders (order_id, pay_by, due_total)
  values (target.id, private.hold_until(target), target.total);
  perform private.update_due(target.id);
  select * into chosen from public.pay_in_store_orders as waiting where waiting.order_id = target.id;
  update public.orders set window_reserved_until = chosen.pay_by where orders.id = target.id;
  delete from private.entered_discounts
  where entered_discounts.user_id = target.user_id and entered_discounts.code_id = target.discount_code_id
    and target.discount_code is not null;
  perform private.queue_mail('pay_in_store', target.id, 'pay_in_store:' || target.id);
  perform private.queue_mail('shop_pay_in_store', target.id, 'shop_pay_in_store:' || target.id);
  perform pg_notify('desk', target.id::text);
  return chosen;
end;
$$;
comment on function public.choose_pay_in_store(uuid) is
  'For the order''s owner: their pending pickup order is paid in the store. Takes its stock, and holds its slot until its '
  'time is over plus the grace time. Idempotent; 409 if they may not, 410 if the time is taken. Security definer: nobody '
  'changes orders by hand.';
grant execute on function public.choose_pay_in_store(uuid) to authenticated;

create or replace function private.pack_unpaid_order(target public.orders, to_status text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  current_step constant text := private.packing_status(target);
begin
  if current_step = pack_unpaid_order.to_status then
    return target;
  elsif current_step = 'pending' and pack_unpaid_order.to_status = 'preparing' then
    update public.pay_in_store_orders as waiting set packing_at = now() where waiting.order_id = target.id;
  elsif current_step = 'preparing' and pack_unpaid_order.to_status = 'ready' then
    perform private.require_weights(target.id, 'ready');
    update public.pay_in_store_orders as waiting set ready_at = now() where waiting.order_id = target.id;
    perform private.queue_mail('order_ready', target.id, 'order_ready:' || target.id);
    insert into private.push_messages (subscription_id, order_id, status)
    select subscriptions.id, target.id, 'ready' from public.push_subscriptions as subscriptions
    where subscriptions.user_id = target.user_id
    on conflict do nothing;
  else
    raise sqlstate 'PT409' using message = case pack_unpaid_order.to_status
      when 'completed' then format('Order %s is not paid. Take the payment first.', target.order_number)
      else 'This order has changed. Nothing was changed.'
    end;
  end if;
  perform pg_notify('desk', target.id::text);
  return target;
end;
$$;
comment on function private.pack_unpaid_order(public.orders, text) is
  'Takes the next step, preparing or ready, of an unpaid order that is paid in the store; its status stays pending. Call '
  'it with the order locked.';

drop trigger price_order_item on public.order_items;
create trigger price_order_item before insert on public.order_items
  for each row when (current_setting('shop.changes_order', true) is distinct from new.order_id::text)
  execute function private.price_order_item();
drop trigger set_line_weight on public.order_items;
create trigger set_line_weight before insert on public.order_items
  for each row when (current_setting('shop.changes_order', true) is distinct from new.order_id::text)
  execute function private.set_line_weight();
drop trigger set_quantity_saving on public.order_items;
create trigger set_quantity_saving before insert on public.order_items
  for each row when (current_setting('shop.changes_order', true) is distinct from new.order_id::text)
  execute function private.set_quantity_saving();
drop trigger sum_order on public.order_items;
create trigger sum_order after insert on public.order_items
  referencing new table as added for each statement
  when (coalesce(current_setting('shop.changes_order', true), '') = '') execute function private.sum_order();
