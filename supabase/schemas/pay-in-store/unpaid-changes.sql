-- Changes by staff to an unpaid order that is paid in the store: lines that are out of stock, and weights. Until the
-- payment, only the amount due changes, because a card payment of the total may still arrive. When staff take the
-- payment, lines and total are changed to match it, before it is recorded.

-- Lists what is in the bag of an unpaid order, as weighed, with replacements; needs_weight: the amount is a maximum.
create function private.list_due_lines(order_id uuid)
returns table (
  order_item_id bigint, substitution_id bigint, product_id bigint, units bigint, unit_cents bigint, amount_cents bigint,
  tax_cents bigint, is_weighed boolean, needs_weight boolean
)
language sql stable set search_path = '' as $$
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
$$;

-- Sets what is due for an order if it is unpaid and paid in the store. Security definer: callers may not write it.
create function private.update_due(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.pay_in_store_orders as waiting
    where waiting.order_id = update_due.order_id and waiting.is_waiting
  ) then
    return;
  end if;
  update public.pay_in_store_orders as waiting
  set due_total = due.cents / 100.0 + orders.delivery_cost + orders.delivery_tax_amount, needs_weight = due.needs_weight
  from public.orders, (
    select coalesce(sum(lines.amount_cents + lines.tax_cents), 0) as cents, coalesce(bool_or(lines.needs_weight), false) as needs_weight
    from private.list_due_lines(update_due.order_id) as lines
  ) as due
  where waiting.order_id = update_due.order_id and orders.id = waiting.order_id;
end;
$$;

-- Returns the cost of an unpaid order with its substitutions and weights; its maximum while a line is not weighed.
create function private.due_total(target public.orders) returns numeric
language sql stable set search_path = '' as $$
  select coalesce((
    select waiting.due_total from public.pay_in_store_orders as waiting
    where waiting.order_id = target.id and waiting.is_waiting
  ), target.total);
$$;

-- Rejects the payment, or the step, of an unpaid order while a line is not weighed.
create function private.require_weights(order_id uuid, purpose text) returns void
language sql stable set search_path = '' as $$
  select private.raise_error('PT409', case purpose
    when 'payment' then 'Weigh {product} before you take the payment.' else 'Weigh {product} first.'
  end, line.product_name)
  from (
    select items.product_name
    from private.list_due_lines(require_weights.order_id) as lines
    join public.order_items as items on items.id = lines.order_item_id
    where lines.needs_weight order by items.id limit 1
  ) as line;
$$;

-- Adds the replacement to the lines of an unpaid order, at what it costs of the original's price.
create function private.add_replacement_line(head public.orders, change public.substitutions) returns void
language plpgsql set search_path = '' as $$
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
    order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, pack_size, choice_ids, discount,
    tax_rate, tax_amount, stock_taken
  )
  select head.id, products.id, change.replacement_name, change.replacement_quantity, change.replacement_unit_price,
    products.img1, change.replacement_size_id, change.replacement_size_label,
    case when change.replacement_size_id is null then products.size else '' end, '{}',
    change.replacement_unit_price * change.replacement_quantity - change.replacement_cents / 100.0,
    case when head.tax_exempt_certificate is null then coalesce((
      select shares.percent from private.tax_shares(head, array[line]) as shares where shares.place = 1
    ), 0) else 0 end,
    change.replacement_tax_cents / 100.0, change.stock_taken
  from public.products where products.id = change.replacement_product_id
  returning id into added_id;
  insert into public.picked_lines (order_item_id, order_id, picked_by)
  select added_id, head.id, change.changed_by
  where private.is_packed(private.packing_status(head)) or exists (
    select from public.picked_lines as packed where packed.order_item_id = change.order_item_id
  );
end;
$$;

-- Changes lines, tax, and total of an unpaid order that is paid in the store to match the bag, before its payment is
-- recorded; 409 while a line is not weighed. Call it with the order locked.
create function private.apply_unpaid_changes(target public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  substitution_ids bigint[];
  gone_ids bigint[];
  changed public.orders;
begin
  if not target.pays_in_store then
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
  gone_ids := array(select lines.order_item_id from private.list_due_lines(target.id) as lines where lines.units = 0);
  update public.order_items as items
  set quantity = due.units, unit_price = due.unit_cents / 100.0, tax_amount = due.tax_cents / 100.0,
    discount = (due.unit_cents * due.units - due.amount_cents) / 100.0,
    quantity_saving = least(
      (due.unit_cents * due.units - due.amount_cents) / 100.0,
      round(items.quantity_saving * due.units / items.quantity, 2)
    ),
    stock_taken = least(items.stock_taken, due.units),
    weighed_at = case when items.pounds_each is not null then coalesce(items.weighed_at, now()) end
  from private.list_due_lines(target.id) as due where items.id = due.order_item_id and due.units > 0;
  -- The order keeps its substitutions.
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
    where changes.id = any (substitution_ids)
  ), '[]')
  where waiting.order_id = target.id;
  perform private.add_replacement_line(target, changes) from public.substitutions as changes
  where changes.id = any (substitution_ids) and changes.kind = 'replaced' order by changes.id;
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
  where orders.id = target.id returning orders.* into changed;
  perform private.add_to_audit_log(
    'counter', 'Order ' || target.order_number, jsonb_build_object('total', target.total),
    jsonb_build_object('total', changed.total)
  );
  return changed;
end;
$$;
