-- Refunds: requested in the transaction that decides them, sent by the worker, finalized by the provider's answer.
-- Only the functions below write them.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id),
  payment_intent_id text not null references public.payments (payment_intent_id),
  amount_cents bigint not null check (amount_cents > 0),
  lines jsonb check (jsonb_typeof(lines) = 'array'),
  reason text not null check (reason in (
    'requested_by_customer', 'duplicate', 'sold_out', 'cancelled', 'provider', 'missing', 'damaged', 'returned', 'weight'
  )),
  requested_by uuid references public.profiles (id) on delete set null,
  request_key uuid,
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  tax_cents bigint not null default 0 check (tax_cents between 0 and amount_cents),
  method text check (method in ('store_cash', 'release')),
  replaces_id uuid unique references public.refunds (id),
  is_restocked boolean not null default false,
  part_of_id uuid references public.refunds (id),
  unique (order_id, request_key)
);
comment on table public.refunds is 'Every refund of every payment.';
comment on column public.refunds.lines is '[{order_item_id, quantity, amount_cents, tax_cents}] when lines were refunded; null for an amount.';
comment on column public.refunds.reason is
  'missing, damaged, returned: what happened to the products of its lines, or of everything that is left; returned '
  'ones are restocked once it succeeds. provider: made in the provider''s dashboard. weight: its lines weigh less than the most they could.';
comment on column public.refunds.tax_cents is 'Sales tax in it; computed by a trigger.';
comment on column public.refunds.requested_by is 'Null: the server, or the provider''s dashboard.';
comment on column public.refunds.next_attempt_at is 'When the worker may send it (again); postponed by a claim.';
comment on column public.refunds.method is
  'store_cash: given in cash instead; release: part of a hold that was not captured, so never paid; null: by the '
  'original payment method.';
comment on column public.refunds.replaces_id is 'The failed refund that it replaces.';
comment on column public.refunds.is_restocked is
  'Its returned products were restocked: a refund that replaces it does not restock them again.';
comment on column public.refunds.part_of_id is
  'The first refund of the same request, if this one returns another tender; the first one has the lines.';
create index refunds_part_of_id on public.refunds (part_of_id) where part_of_id is not null;
create index refunds_order_id on public.refunds (order_id);
create index refunds_payment_intent_id on public.refunds (payment_intent_id);
create index refunds_settled_at on public.refunds (settled_at) where status = 'succeeded';
create index refunds_to_send on public.refunds (next_attempt_at) where status = 'requested';

alter table public.shop_alerts
  add constraint shop_alerts_refund_id_fkey foreign key (refund_id) references public.refunds (id);
create index shop_alerts_refund_id on public.shop_alerts (refund_id) where refund_id is not null;

alter table public.refunds enable row level security;
revoke all on public.refunds from anon, authenticated, service_role;
grant select on public.refunds to authenticated, service_role;
create policy "refunds are read by whoever reads their order" on public.refunds
  for select to authenticated
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.min_order_id()) and (select private.max_order_id())
      and amount_cents between 0 and (select case when private.can_manage() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.can_manage()))
  );

create function private.refundable_cents(payment_intent_id text) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select payments.amount_cents - coalesce((
      select sum(refunds.amount_cents) from public.refunds
      where refunds.payment_intent_id = payments.payment_intent_id and refunds.status <> 'failed'
    ), 0)::bigint
    from public.payments where payments.payment_intent_id = refundable_cents.payment_intent_id
  );
end;
$$;
comment on function private.refundable_cents(text) is 'Returns what is neither refunded nor being refunded.';

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

create function private.refund_tax_cents(refund public.refunds, left_cents bigint) returns bigint
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
comment on function private.refund_tax_cents(public.refunds, bigint) is
  'Returns the sales tax in a new refund: that of its lines, or for an amount its share of what is left.';

create function private.guard_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  paid public.payments;
  left_cents bigint;
begin
  if tg_op = 'UPDATE' then
    -- Late news changes nothing: a refund that arrived is not pending again, a failed one stays failed.
    if array_position(array['requested', 'pending', 'succeeded', 'failed'], new.status)
      < array_position(array['requested', 'pending', 'succeeded', 'failed'], old.status) then
      new.status := old.status;
    end if;
    if new.amount_cents <> old.amount_cents or new.tax_cents <> old.tax_cents
      or new.payment_intent_id <> old.payment_intent_id then
      raise sqlstate 'PT409' using message = 'A refund keeps its amount and its payment.';
    end if;
    return new;
  end if;
  -- Refunds of one payment are serialized, so that together they never exceed it.
  select * into paid from public.payments where payments.payment_intent_id = new.payment_intent_id for update;
  if new.status = 'requested' and new.method is null and paid.held_until is not null and paid.capture_cents is null then
    -- The capture leaves it out.
    new.method := 'release';
  end if;
  left_cents := private.refundable_cents(new.payment_intent_id);
  if new.status <> 'failed' and new.amount_cents > left_cents then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this payment can be refunded.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  new.tax_cents := private.refund_tax_cents(new, left_cents);
  return new;
end;
$$;
comment on function private.guard_refund() is 'Security definer: it reads and locks the ledger for every caller.';

create trigger guard_refund before insert or update on public.refunds
  for each row execute function private.guard_refund();

create function private.sum_refunds() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payments
  set refunded_cents = coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.payment_intent_id = new.payment_intent_id and refunds.status = 'succeeded'
  ), 0)
  where payments.payment_intent_id = new.payment_intent_id;
  if new.lines is not null then
    update public.order_items as items
    set refunded_quantity = least(items.quantity, (
      select coalesce(sum(line.quantity), 0)
      from public.refunds
      cross join jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, quantity integer)
      where refunds.order_id = new.order_id and refunds.status = 'succeeded' and refunds.lines is not null
        and line.order_item_id = items.id
    ))
    where items.order_id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_refunds() is 'Security definer, like everything that writes money.';

create function private.packer_cents(order_id uuid, person uuid) returns bigint
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
  ) + private.weighed_away_cents(packer_cents.order_id, packer_cents.person);
end;
$$;
comment on function private.packer_cents(uuid, uuid) is
  'Returns what a staff member gave away on an order: refunds, weights that are too low, open substitutions'' refunds, '
  'and what their replacements are worth beyond what was paid, also of substitutions before the payment. Final '
  'substitutions are in the refunds.';

create function private.check_packer_limit(order_id uuid, more_cents bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  most_cents bigint;
begin
  if private.staff_role() is distinct from 'packer' then
    return;
  end if;
  most_cents := (select staff.refund_limit * 100 from public.staff where staff.user_id = (select auth.uid()));
  if check_packer_limit.more_cents + private.packer_cents(check_packer_limit.order_id, (select auth.uid())) > most_cents then
    raise sqlstate 'PT403' using message = format(
      'You can refund up to $%s of an order. Ask a manager.', to_char(most_cents / 100.0, 'FM999999990.00')
    );
  end if;
end;
$$;
comment on function private.check_packer_limit(uuid, bigint) is
  'Rejects what exceeds the calling packer''s limit. Call it with the order locked.';

create function private.limit_packer() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
  new.requested_by := (select auth.uid());
  perform private.check_packer_limit(new.order_id, new.amount_cents);
  return new;
end;
$$;
comment on function private.limit_packer() is
  'Applies to every refund: by line, amount, or cancellation. Security definer: it reads the ledger and staff '
  'limits.';

-- Sorts after guard_refund, which has locked the payment: two refunds at once cannot both use the rest of the limit.
create trigger limit_packer before insert on public.refunds
  for each row execute function private.limit_packer();

create trigger sum_first_refund after insert on public.refunds
  for each row when (new.status = 'succeeded') execute function private.sum_refunds();

create trigger sum_refunds after update of status on public.refunds
  for each row when (old.status is distinct from new.status) execute function private.sum_refunds();

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
  'EBT, everything else to cards and then cash. Returns the first. The caller has checked that this amount is left. '
  'Call it with the order locked.';

-- Requests the whole rest of a payment; nothing if nothing is left.
create function private.refund_rest(payment_intent_id text, reason text, requested_by uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  left_cents bigint;
begin
  select * into paid from public.payments
  where payments.payment_intent_id = refund_rest.payment_intent_id for update;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if left_cents > 0 then
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by)
    values (paid.order_id, paid.payment_intent_id, left_cents, refund_rest.reason, refund_rest.requested_by);
  end if;
end;
$$;
comment on function private.refund_rest(text, text, uuid) is 'Call it with the order locked.';

-- Applies what the provider says about a refund.
create function private.apply_refund_status(
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
comment on function private.apply_refund_status(uuid, text, text, text) is
  'Moves a refund forward, never back; a succeeded one restocks returned products and may make the order refunded. '
  'A failed one raises an alert, emails the customer, and sets an ended order to refund_failed.';

create function private.drop_unmet_refunds(payment_intent_id text, amount_cents bigint, is_rest_promised boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  unsent public.refunds;
begin
  for unsent in
    select * from public.refunds
    where refunds.payment_intent_id = drop_unmet_refunds.payment_intent_id and refunds.status = 'requested'
    order by refunds.created_at desc
    for update
  loop
    exit when private.refundable_cents(drop_unmet_refunds.payment_intent_id) >= drop_unmet_refunds.amount_cents;
    update public.refunds
    set status = 'failed', settled_at = now(), last_error = 'The payment was refunded in the provider''s dashboard.'
    where refunds.id = unsent.id
    returning * into unsent;
    -- The rest is requested again if it was promised; otherwise an alert tells staff that this refund will not arrive.
    if not is_rest_promised then
      perform private.add_alert('refund_failed', unsent.order_id, format(
        'The refund of $%s failed: %s', to_char(unsent.amount_cents / 100.0, 'FM999999990.00'), unsent.last_error
      ));
    end if;
  end loop;
end;
$$;
comment on function private.drop_unmet_refunds(text, bigint, boolean) is
  'Drops requested refunds that can no longer be met because of a refund made in the provider''s dashboard, with an'
  ' alert unless the rest is requested again. The provider rejects them too if one is on its way. Call it with the '
  'order locked.';

-- After a partial refund in the provider's dashboard, our requests may no longer be met, and the rest is requested
-- again if the whole amount was promised, no matter which refund came first.
create function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean := false;
  settled public.refunds;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_refund.payment_intent_id;
  if paid.held_until is not null and record_refund.refund ->> 'is_release' = 'true' then
    return 'released';
  elsif paid.payment_intent_id is null or (paid.held_until is not null and paid.captured_at is null) then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = paid.payment_intent_id for update;
  select refunds.id into known_id from public.refunds
  where refunds.provider_refund_id = record_refund.refund ->> 'id';
  if known_id is null then
    -- A refund we gave up is not resumed: what the provider did all the same gets its own row.
    select refunds.id into known_id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id'
      and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed';
  end if;
  if known_id is null then
    -- A failed refund took nothing.
    if record_refund.refund ->> 'status' <> 'failed' then
      needs_rest := private.is_rest_promised(paid);
      perform private.drop_unmet_refunds(
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
    -- The whole amount was promised: the rest is refunded too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;
comment on function private.record_refund(text, jsonb) is
  'Records what the provider says about a refund: ours, or one made in its dashboard.';

create function private.record_charge_refund(payment_intent_id text, refunded_cents bigint) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_charge_refund.payment_intent_id;
  if paid.payment_intent_id is null or (paid.held_until is not null and paid.captured_at is null) then
    return 'waits_for_payment';
  end if;
  if record_charge_refund.refunded_cents <= (
    select coalesce(sum(refunds.amount_cents), 0) from public.refunds
    -- Our refund being sent may be the one in the charge.
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  ) then
    return 'ignored';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  update public.payments set refunds_unread = true where payments.payment_intent_id = paid.payment_intent_id;
  return 'refund_awaited';
end;
$$;
comment on function private.record_charge_refund(text, bigint) is
  'A charge only says how much was refunded in total. If known refunds do not explain it, the worker reads them.';

-- Three units that cost $1.00 together return 33 cents for the first and 67 for the other two: the amount refunded so
-- far is subtracted from the cost of that many.
create function private.price_refund_lines(order_id uuid, lines jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  line record;
  priced_lines jsonb := '[]';
begin
  if jsonb_typeof(price_refund_lines.lines) <> 'array' or jsonb_array_length(price_refund_lines.lines) not between 1 and 200 then
    raise invalid_parameter_value using message = 'Choose 1 to 200 lines to refund.';
  end if;
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
      raise sqlstate 'PT409' using message = format(
        'Only %s of this line can be refunded.', greatest(line.left_quantity, 0)
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
comment on function private.price_refund_lines(uuid, jsonb) is
  'Returns the amounts and taxes of a refund''s lines, ignoring amounts in the input.';

create function public.request_refund(
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
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is
  'For staff: refunds an amount, lines [{order_item_id, quantity}] with their tax, or all that is left, including a '
  'delivery fee paid later. Lines have a reason: only returned ones are restocked; missing ones can be marked as sold '
  'out. The same request key returns the same refund. Security definer: callers may not write the ledger directly.';
grant execute on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) to authenticated;

create function public.refund_delivery_fee(order_id uuid, request_key uuid default null) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
begin
  select * into target from public.orders where orders.id = refund_delivery_fee.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = refund_delivery_fee.request_key;
  if made.id is not null then
    return made;
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'delivery_fee' for update;
  if coalesce(private.refundable_cents(paid.payment_intent_id), 0) = 0 then
    raise sqlstate 'PT409' using message = 'The delivery fee is already refunded.';
  end if;
  insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by, request_key)
  values (
    target.id, paid.payment_intent_id, private.refundable_cents(paid.payment_intent_id), 'requested_by_customer',
    (select auth.uid()), refund_delivery_fee.request_key
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.refund_delivery_fee(uuid, uuid) is
  'For staff: refunds what is left of a delivery fee paid later, with its tax. The same request key returns the same '
  'refund. Security definer: callers may not write the ledger directly.';
grant execute on function public.refund_delivery_fee(uuid, uuid) to authenticated;

create function private.replace_refund(refund_id uuid, method text) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  failed public.refunds;
  made public.refunds;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only managers can replace a failed refund.';
  end if;
  select * into failed from public.refunds where refunds.id = replace_refund.refund_id;
  -- Lock order everywhere: order, payment, refund.
  perform 1 from public.orders where orders.id = failed.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = failed.payment_intent_id for update;
  select * into failed from public.refunds where refunds.id = failed.id for update;
  if failed.id is null then
    raise sqlstate 'PT404' using message = 'This refund doesn''t exist.';
  end if;
  select * into made from public.refunds where refunds.replaces_id = failed.id;
  if made.id is not null then
    if made.method is distinct from replace_refund.method then
      raise sqlstate 'PT409' using message = case when made.method is null
        then 'This refund was already tried again.' else 'This refund was already paid in cash.' end;
    end if;
    return made;
  end if;
  if failed.status <> 'failed' then
    raise sqlstate 'PT409' using message = 'This refund has not failed.';
  end if;
  if exists (
    select from jsonb_to_recordset(failed.lines) as line (order_item_id bigint, quantity integer)
    join public.order_items as items on items.id = line.order_item_id
    cross join lateral private.line_unavailable(items) as away
    where line.quantity > items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
  ) then
    raise sqlstate 'PT409' using message = 'These items were already refunded another way.';
  end if;
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
comment on function private.replace_refund(uuid, text) is
  'Creates a refund of the same amount, lines, and reason in place of a failed one, once, and resolves its alert.';

create function public.retry_refund(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
begin
  return private.replace_refund(retry_refund.refund_id, null);
end;
$$;
comment on function public.retry_refund(uuid) is
  'For the owner and managers: sends a failed refund again. Idempotent; 409 if its money or products were returned in '
  'another way. Security definer: callers may not write the ledger directly.';
grant execute on function public.retry_refund(uuid) to authenticated;

create function public.give_refund_in_cash(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
declare
  made public.refunds;
begin
  made := private.replace_refund(give_refund_in_cash.refund_id, 'store_cash');
  if made.status = 'requested' then
    made := private.apply_refund_status(made.id, null, 'succeeded', null);
  end if;
  return made;
end;
$$;
comment on function public.give_refund_in_cash(uuid) is
  'For the owner and managers: records that a failed refund was given in cash. Idempotent; 409 if its money or '
  'products were returned in another way. Security definer: callers may not write the ledger directly.';
grant execute on function public.give_refund_in_cash(uuid) to authenticated;

create function public.refund_unmatched_payment(payment_intent_id text) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
declare
  paid public.payments;
  made public.refunds;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only managers can refund a payment without an order.';
  end if;
  select * into paid from public.payments
  where payments.payment_intent_id = refund_unmatched_payment.payment_intent_id and payments.purpose = 'unknown_order'
  for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT404' using message = 'There is no such payment without an order.';
  end if;
  perform private.refund_rest(paid.payment_intent_id, 'cancelled', (select auth.uid()));
  update public.shop_alerts set resolved_at = now()
  where shop_alerts.payment_intent_id = paid.payment_intent_id and shop_alerts.resolved_at is null;
  select * into made from public.refunds
  where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  order by refunds.created_at desc limit 1;
  return made;
end;
$$;
comment on function public.refund_unmatched_payment(text) is
  'For the owner and managers: refunds what is left of a payment whose order the database does not have, and resolves '
  'its alert. A repeated call returns the same refund. Security definer: callers may not write the ledger directly.';
grant execute on function public.refund_unmatched_payment(text) to authenticated;

create trigger require_active_session before insert on public.refunds
  for each statement execute function private.require_active_session();
