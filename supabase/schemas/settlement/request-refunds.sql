-- Refunds that staff request, or that packing causes.

-- Returns the sales tax in a new refund: that of its lines, or for an amount its share of what is left.
create function private.refund_tax_cents(refund public.refunds, left_cents bigint) returns bigint
language plpgsql stable set search_path = '' as $$
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
      -- The rest of the lines' tax after the first tender's part; for a refund by amount, a proportional share.
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
    coalesce(own_tax_cents, 0), left_tax_cents - (left_cents - refund.amount_cents)
  ));
end;
$$;

-- Rejects a change of the amount, tax, or payment of a recorded refund.
create function private.guard_refund_change(old public.refunds, new public.refunds) returns void
language sql set search_path = '' as $$
  select private.reject_if(
    (old.amount_cents, old.tax_cents, old.payment_intent_id)
      is distinct from (new.amount_cents, new.tax_cents, new.payment_intent_id),
    'PT409', 'A refund keeps its amount and its payment.'
  );
$$;

create function private.guard_refund(new public.refunds) returns public.refunds
language plpgsql set search_path = '' as $$
declare
  paid public.payments;
  left_cents bigint;
begin
  -- Refunds of one payment are serialized, so that together they never exceed it.
  select * into paid from public.payments where payments.payment_intent_id = new.payment_intent_id for update;
  if new.status = 'requested' and new.method is null and paid.held_until is not null and paid.capture_cents is null then
    -- The capture leaves it out.
    new.method := 'release';
  end if;
  left_cents := private.refundable_cents(new.payment_intent_id);
  if new.status <> 'failed' and new.amount_cents > left_cents then
    perform private.raise_error(
      'PT409', 'Only ${amount} of this payment can be refunded.', private.cents_text(left_cents)
    );
  end if;
  new.tax_cents := private.refund_tax_cents(new, left_cents);
  return new;
end;
$$;

-- Returns what a staff member gave away on an order: refunds, weights that are too low, open substitutions' refunds,
-- and what replacements are worth beyond what was paid, also before the payment. Refunds contain final substitutions.
create function private.packer_cents(order_id uuid, person uuid) returns bigint
language sql stable set search_path = '' as $$
  select (
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
  ) + coalesce((
    -- A weight below the tolerance gives money away like a refund, final or not.
    select sum(greatest(0, round(
      items.price_per_pound * 100
        * (items.packed_units * items.pounds_each * (100 - items.weight_tolerance) / 100 - items.packed_pounds)
    )))::bigint
    from public.order_items as items
    where items.order_id = packer_cents.order_id and items.weighed_by = packer_cents.person
      and private.has_weight(items)
  ), 0);
$$;

-- Rejects what exceeds the calling packer's limit. Call it with the order locked.
create function private.check_packer_limit(order_id uuid, more_cents bigint) returns void
language sql stable set search_path = '' as $$
  select private.reject_if(
    more_cents + private.packer_cents(order_id, staff.user_id) > staff.refund_limit * 100, 'PT403',
    'You can refund up to ${amount} of an order. Ask a manager.',
    jsonb_build_object('amount', to_char(staff.refund_limit, 'FM999999990.00'))
  )
  from public.staff where staff.user_id = (select auth.uid()) and private.staff_role() = 'packer';
$$;

-- Applies to every refund: by line, amount, or cancellation.
create function private.limit_packer(new public.refunds) returns public.refunds
language plpgsql set search_path = '' as $$
begin
  if private.staff_role() is distinct from 'packer'
    -- Substitutions count against whoever made them, and weights were checked when they were entered.
    or new.requested_by <> (select auth.uid()) or new.reason = 'weight'
    or exists (
      -- Packers may cancel their own purchases like anyone.
      select 1 from public.orders
      where orders.id = new.order_id and orders.user_id = (select auth.uid()) and orders.cancelled_by = 'customer'
    ) then
    return new;
  end if;
  new.requested_by := auth.uid();
  perform private.check_packer_limit(new.order_id, new.amount_cents);
  return new;
end;
$$;

-- Requests a refund of an order: one row per tender, of which the first, which it returns, has the lines. What SNAP EBT
-- paid of them goes back to it, all else to cards and then cash. Call it with the order locked and this amount left.
create function private.request_refunds(
  order_id uuid, cents bigint, lines jsonb, reason text, requested_by uuid, request_key uuid default null
) returns public.refunds
language plpgsql set search_path = '' as $$
declare
  source record;
  lead public.refunds;
  made public.refunds;
  left_cents bigint := cents;
  ebt_left_cents bigint;
  ebt_cents bigint;
  part_cents bigint;
begin
  ebt_left_cents := (
    select private.refundable_cents(payments.payment_intent_id) from public.payments
    where payments.order_id = request_refunds.order_id and payments.purpose in ('order', 'tender')
      and payments.method = 'store_ebt'
  );
  if ebt_left_cents > 0 then
    -- Never in cash, even if products are not eligible anymore. Amounts go to SNAP EBT only if nothing else is left.
    ebt_cents := coalesce((
      select round(sum(line.amount_cents * items.ebt_amount / nullif(private.line_amount(items), 0)))
      from jsonb_to_recordset(request_refunds.lines) as line (order_item_id bigint, amount_cents bigint)
      join public.order_items as items on items.id = line.order_item_id
    ), 0);
    ebt_left_cents := least(ebt_left_cents, greatest(
      least(ebt_cents, cents), cents - (private.order_refundable_cents(order_id) - ebt_left_cents)
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
      order_id, source.payment_intent_id, part_cents, case when lead.id is null then lines end, reason, requested_by,
      case when lead.id is null then request_key end, lead.id, lead.id is not null
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

-- Returns the amounts and taxes of a refund's lines, ignoring amounts in the input. Three units that cost $1.00
-- together return 33 cents for the first, then 67: earlier refunds are subtracted from the cost of all refunded units.
create function private.price_refund_lines(order_id uuid, lines jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  line record;
  priced_lines jsonb := '[]';
begin
  perform private.reject_if(not private.is_list(lines, 1, 200), '22023', 'Choose 1 to 200 lines to refund.');
  for line in
    select given.quantity, given.is_positive, items.id,
      items.quantity - away.refunded_quantity - away.open_quantity as left_quantity,
      greatest(0, private.paid_for_next(
        private.line_paid(items), away.replacement_cents, items, away.refunded_quantity + given.quantity,
        away.replaced_quantity
      ) - away.refunded_cents) as amount_cents,
      greatest(0, private.paid_for_next(
        items.tax_amount - items.weight_tax_refund, away.replacement_tax_cents, items, away.refunded_quantity + given.quantity, away.replaced_quantity
      ) - away.refunded_tax_cents) as tax_cents
    from (
      select each.order_item_id, sum(each.quantity) as quantity, bool_and(each.quantity >= 1) as is_positive
      from jsonb_to_recordset(price_refund_lines.lines) as each (order_item_id bigint, quantity integer)
      group by each.order_item_id
    ) as given
    left join public.order_items as items
      on items.id = given.order_item_id and items.order_id = price_refund_lines.order_id
    cross join lateral private.line_unavailable(items) as away
  loop
    if line.id is null or line.is_positive is not true then
      raise invalid_parameter_value using message = 'A refund line is not in this order, or has no quantity.';
    end if;
    if line.quantity > line.left_quantity then
      perform private.raise_error(
        'PT409', 'Only {count} of this line can be refunded.', greatest(line.left_quantity, 0)
      );
    end if;
    priced_lines := priced_lines || jsonb_build_object(
      'order_item_id', line.id, 'quantity', line.quantity, 'amount_cents', line.amount_cents,
      'tax_cents', line.tax_cents
    );
  end loop;
  return priced_lines;
end;
$$;

create function private.check_refund_request(amount_cents bigint, lines jsonb, reason text, mark_sold_out boolean)
returns void
language plpgsql immutable set search_path = '' as $$
declare
  is_of_products constant boolean := reason in ('missing', 'damaged', 'returned');
begin
  perform private.reject_if(amount_cents is not null and lines is not null,
    '22023', 'A refund is by amount or by line.');
  perform private.reject_if(amount_cents < 1, '22023', 'Refund one cent or more.');
  perform private.reject_if(reason is null
    or not (is_of_products or reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled')),
    '22023', 'This refund reason doesn''t exist.');
  perform private.reject_if(lines is not null and not is_of_products,
    '22023', 'Choose a reason: missing, damaged, or returned.');
  perform private.reject_if(amount_cents is not null and is_of_products,
    '22023', 'Choose lines, or refund everything, for missing, damaged, or returned products.');
  perform private.reject_if(mark_sold_out and reason <> 'missing',
    '22023', 'Only missing products can be marked as sold out.');
end;
$$;

-- For staff: refunds an amount, lines [{order_item_id, quantity}] with their tax, or all that is left, including a
-- delivery fee paid later. Lines have a reason: only returned ones are restocked; missing ones can be marked as sold
-- out. The same key returns the same refund; 409 for another request. Security definer: no role may write the ledger.
create function public.request_refund(
  order_id uuid, amount_cents bigint default null, lines jsonb default null,
  reason text default 'requested_by_customer', request_key uuid default null, mark_sold_out boolean default false
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  target constant public.orders := private.lock_order(order_id);
  hash constant text := md5(jsonb_build_array(amount_cents, lines, reason, mark_sold_out)::text);
  paid public.payments;
  made public.refunds := private.find_refund(target.id, request_key, hash);
  requested_cents bigint := amount_cents;
  requested_lines jsonb;
  left_cents bigint;
  fee_intent_id text;
begin
  if made.id is not null then
    return made;
  end if;
  perform private.check_refund_request(amount_cents, lines, reason, mark_sold_out);
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  perform private.reject_if(paid.payment_intent_id is null, 'PT409', 'This order was never paid.');
  left_cents := private.order_refundable_cents(target.id);
  if lines is null and amount_cents is null then
    -- A separate delivery fee is its own payment.
    select payments.payment_intent_id into fee_intent_id from public.payments
    where payments.order_id = target.id and payments.purpose = 'delivery_fee';
    if left_cents = 0 and private.refundable_cents(fee_intent_id) > 0 then
      made := public.refund_delivery_fee(target.id, request_key);
      update public.refunds set request_hash = hash where refunds.id = made.id returning * into made;
      return made;
    end if;
  end if;
  if lines is not null then
    requested_lines := private.price_refund_lines(target.id, lines);
    requested_cents := (
      select sum(line.amount_cents + line.tax_cents)
      from jsonb_to_recordset(requested_lines) as line (amount_cents bigint, tax_cents bigint)
    );
  end if;
  requested_cents := coalesce(requested_cents, left_cents);
  perform private.reject_if(
    requested_cents > left_cents or left_cents = 0, 'PT409', 'Only ${amount} of this order can be refunded.',
    jsonb_build_object('amount', private.cents_text(left_cents))
  );
  perform private.reject_if(requested_cents < 1, '22023', 'Refund one cent or more.');
  made := private.request_refunds(
    target.id, requested_cents, requested_lines, request_refund.reason, (select auth.uid()), request_refund.request_key
  );
  update public.refunds set request_hash = hash where refunds.id = made.id returning * into made;
  perform private.refund_rest(fee_intent_id, 'requested_by_customer', (select auth.uid()));
  if mark_sold_out then
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
grant execute on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) to authenticated;

-- Creates a refund of the same amount, lines, and reason in place of a failed one, once, and resolves its alert.
create function private.replace_refund(refund_id uuid, method text) returns public.refunds
language plpgsql set search_path = '' as $$
declare
  failed public.refunds;
  made public.refunds;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only managers can replace a failed refund.');
  select * into failed from public.refunds where refunds.id = replace_refund.refund_id;
  -- Lock order everywhere: order, payment, refund.
  perform 1 from public.orders where orders.id = failed.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = failed.payment_intent_id for update;
  select * into failed from public.refunds where refunds.id = failed.id for update;
  perform private.reject_if(failed.id is null, 'PT404', 'This refund doesn''t exist.');
  select * into made from public.refunds where refunds.replaces_id = failed.id;
  if made.id is not null then
    perform private.reject_if(made.method is distinct from replace_refund.method, 'PT409', case when made.method is null
        then 'This refund was already tried again.' else 'This refund was already paid in cash.' end);
    return made;
  end if;
  perform private.reject_if(failed.status <> 'failed', 'PT409', 'This refund has not failed.');
  perform private.reject_if(exists (
    select from jsonb_to_recordset(failed.lines) as line (order_item_id bigint, quantity integer)
    join public.order_items as items on items.id = line.order_item_id
    cross join lateral private.line_unavailable(items) as away
    where line.quantity > items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
  ), 'PT409', 'These items were already refunded another way.');
  insert into public.refunds (
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, method, replaces_id, is_restocked
  )
  values (
    failed.order_id, failed.payment_intent_id, failed.amount_cents, failed.lines, failed.reason,
    (select auth.uid()), replace_refund.method, failed.id, failed.is_restocked
  )
  returning * into made;
  update public.shop_alerts set resolved_at = now()
  where shop_alerts.refund_id = failed.id and shop_alerts.resolved_at is null;
  return made;
end;
$$;

-- For managers: sends a failed refund again, once, as replace_refund. Security definer: no role may write the ledger.
create function public.retry_refund(refund_id uuid) returns public.refunds
language sql security definer set search_path = '' as $$
  select private.replace_refund(refund_id, null);
$$;
grant execute on function public.retry_refund(uuid) to authenticated;

-- Finalizes all open substitutions of an order once: the stock, and one refund per staff member who made any.
create function private.resolve_substitutions(order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  back_lines jsonb;
  back_cents bigint;
  made public.refunds;
  substitution_ids bigint[];
  person record;
begin
  perform private.price_open_substitutions(order_id);
  with settled as (
    update public.substitutions set settled_at = now()
    where substitutions.order_id = resolve_substitutions.order_id and settled_at is null returning id
  )
  select array_agg(settled.id) into substitution_ids from settled;
  if substitution_ids is null then
    return;
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
    back_cents := least(back_cents, private.order_refundable_cents(order_id));
    if back_cents > 0 then
      made := private.request_refunds(order_id, back_cents, back_lines, 'missing', person.id);
      update public.substitutions as settled set refund_id = made.id
      where settled.id = any (substitution_ids) and settled.refund_cents > 0
        and settled.changed_by is not distinct from person.id;
    end if;
  end loop;
  perform private.take_replacements(substitution_ids);
end;
$$;

-- Finalizes the weights of an order once, with one refund of the rest of the maximum; 409 while a line is not weighed.
create function private.resolve_weights(order_id uuid) returns void
language plpgsql set search_path = '' as $$
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
    where items.order_id = resolve_weights.order_id and items.pounds_each is not null and items.weighed_at is null
    order by items.id
  loop
    units := private.weigh_units(line);
    if units < 1 then
      update public.order_items as items set packed_pounds = null, weighed_at = now() where items.id = line.id;
      continue;
    end if;
    if line.packed_pounds is null or line.packed_units <> units then
      perform private.raise_error('PT409', 'Weigh {product} first.', line.product_name);
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
    back_cents := least(back_cents, private.order_refundable_cents(order_id));
    perform private.request_refunds(order_id, back_cents, back_lines, 'weight', null);
  end if;
end;
$$;
