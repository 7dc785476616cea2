-- A refund may fail after it had succeeded: the order says so, its customer is told, and the shop tries again or gives
-- cash.
insert into public.order_statuses (status, place) values ('refund_failed', 9);
insert into public.order_status_moves (from_status, to_status, delivery_type, moved_by) values
  ('cancelled', 'refund_failed', null, array['server']),
  ('refunded', 'refund_failed', null, array['server']),
  ('refund_failed', 'refunded', null, array['server']);

alter table public.refunds
  add column method text check (method = 'store_cash'),
  add column replaces_id uuid unique references public.refunds (id),
  add column is_restocked boolean not null default false;
comment on column public.refunds.method is 'store_cash: given in cash instead; null: in the way in which it was paid.';
comment on column public.refunds.replaces_id is 'The failed refund that it makes up for.';
comment on column public.refunds.is_restocked is
  'Its returned goods are for sale again: a refund that replaces it does not restock them twice.';
update public.refunds set is_restocked = true where reason = 'returned' and status = 'succeeded';

alter table public.shop_alerts add column refund_id uuid;
comment on column public.shop_alerts.refund_id is
  'The refund that failed, while it can be tried again or given in cash; null for every other alert.';
alter table public.shop_alerts
  add constraint shop_alerts_refund_id_fkey foreign key (refund_id) references public.refunds (id);
create index shop_alerts_refund_id on public.shop_alerts (refund_id) where refund_id is not null;

alter table public.outgoing_mails drop constraint outgoing_mails_kind_check;
alter table public.outgoing_mails add constraint outgoing_mails_kind_check check (kind in (
    'order_paid', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled',
    'order_refunded', 'payment_failed', 'shop_order_paid', 'shop_order_cancelled', 'pay_link', 'delivery_fee',
    'delivery_fee_paid', 'refund_failed'
  ));

create or replace function private.guard_order_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  who text := private.acting_as();
begin
  -- Money makes an order paid or refunded, also where people's hands took it: take_store_payment has asked whose.
  if (old.status = 'pending' and new.status = 'paid' or new.status = 'refunded') and exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
  ) or new.status = 'refunded' and exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.method = 'store_cash'
  ) then
    who := 'server';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and who = any (moves.moved_by)
  ) and not private.is_step_back(old.id, old.status, new.status) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  if new.status = 'paid' and old.status = 'pending' then
    if not exists (
      select 1 from public.payments
      where payments.order_id = new.id and payments.purpose = 'order'
        and payments.payment_intent_id = new.payment_intent_id
        and payments.amount_cents = new.total * 100 and payments.currency = 'usd'
    ) then
      raise sqlstate 'PT409' using message = 'An order is paid only by a payment of its own amount.';
    end if;
    new.paid_at := now();
    new.failure_message := null;
  end if;
  if new.status = 'refunded' and (
    select bool_and(payments.refunded_cents = payments.amount_cents) from public.payments
    where payments.order_id = new.id and payments.purpose in ('order', 'delivery_fee')
  ) is not true then
    raise sqlstate 'PT409' using message = 'An order is refunded only when everything that was paid was given back.';
  end if;
  if new.status = 'refund_failed' and not exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.status = 'failed'
  ) then
    raise sqlstate 'PT409' using message = 'None of this order''s refunds has failed.';
  end if;
  if new.status = 'cancelled' then
    new.cancelled_by := coalesce(new.cancelled_by, private.acting_as());
    new.cancel_reason := coalesce(new.cancel_reason, 'requested');
    if old.status <> 'pending' or new.payment_intent_id is null then
      new.intent_closed_at := now();
    end if;
  end if;
  -- Nobody pays an order that left pending.
  new.client_secret := null;
  return new;
end;
$$;

create or replace function private.places_taken(
  delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid
) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.orders
    where orders.delivery_type = places_taken.delivery_type
      -- No window is longer than twelve hours. Rules that were changed since may have made others.
      and orders.window_starts_at between places_taken.starts_at - interval '13 hours' and places_taken.ends_at
      and orders.window_starts_at < places_taken.ends_at and orders.window_ends_at > places_taken.starts_at
      and orders.id is distinct from places_taken.leaving_out
      and case orders.status
        when 'pending' then orders.window_held_until > now()
          and (orders.user_id is null or orders.user_id is distinct from places_taken.of_person)
        else orders.status not in ('cancelled', 'refunded', 'refund_failed')
      end
  );
end;
$$;

create or replace function public.attach_fee_intent(
  order_id uuid, payment_intent_id text, amount_cents bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  fee public.delivery_fees;
begin
  select * into target from public.orders where orders.id = attach_fee_intent.order_id for update;
  select * into fee from public.delivery_fees as fees where fees.order_id = target.id;
  -- It may have been changed, withdrawn or paid while the provider made the intent.
  if fee.order_id is null or fee.paid_at is not null or target.status in ('cancelled', 'refunded', 'refund_failed')
    or private.fee_cents(fee) <> attach_fee_intent.amount_cents
    or attach_fee_intent.payment_intent_id = target.payment_intent_id
    or exists (
      select from public.payments where payments.payment_intent_id = attach_fee_intent.payment_intent_id
    ) then
    raise sqlstate 'PT409' using message = 'The delivery fee has changed.';
  end if;
  insert into private.fee_intents (payment_intent_id, order_id, amount_cents)
  values (attach_fee_intent.payment_intent_id, target.id, attach_fee_intent.amount_cents)
  on conflict (payment_intent_id) do nothing;
  if not exists (
    select from private.fee_intents as known
    where known.payment_intent_id = attach_fee_intent.payment_intent_id and known.order_id = target.id
      and known.closed_at is null
  ) then
    raise sqlstate 'PT409' using message = 'The delivery fee has changed.';
  end if;
  update public.delivery_fees as fees set payment_intent_id = attach_fee_intent.payment_intent_id
  where fees.order_id = target.id;
end;
$$;

create or replace function private.record_fee_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  fee public.delivery_fees;
  purpose text;
begin
  select * into target from public.orders where orders.id = record_fee_payment.order_id for update;
  select * into fee from public.delivery_fees as fees
  where fees.payment_intent_id = record_fee_payment.payment_intent_id;
  purpose := case
    when fee.order_id is null or fee.paid_at is not null or target.status in ('cancelled', 'refunded', 'refund_failed')
      then 'withdrawn_fee'
    when record_fee_payment.amount_cents is distinct from private.fee_cents(fee)
      or record_fee_payment.currency is distinct from 'usd' then 'mismatch'
    else 'delivery_fee'
  end;
  update private.fee_intents as intents set closed_at = coalesce(intents.closed_at, now())
  where intents.payment_intent_id = record_fee_payment.payment_intent_id;
  if purpose = 'delivery_fee' then
    update public.delivery_fees as fees set paid_at = now() where fees.order_id = target.id;
  elsif purpose = 'mismatch' then
    -- Somebody of the shop looks at it, and agrees anew.
    delete from public.delivery_fees as fees where fees.order_id = target.id;
  end if;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose)
  values (
    record_fee_payment.payment_intent_id, target.id, coalesce(record_fee_payment.amount_cents, 0),
    coalesce(record_fee_payment.currency, ''), purpose
  );
  if purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'The payment %s brought %s %s; the delivery fee was %s USD. It is not paid; please agree on it again.',
      record_fee_payment.payment_intent_id,
      to_char(record_fee_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_fee_payment.currency),
      to_char(private.fee_cents(fee) / 100.0, 'FM999999990.00')
    ));
    return 'mismatch';
  elsif purpose = 'withdrawn_fee' then
    perform private.refund_rest(record_fee_payment.payment_intent_id, 'cancelled', null);
    return 'fee_was_withdrawn';
  end if;
  perform private.queue_mail('delivery_fee_paid', target.id, 'delivery_fee_paid:' || target.id);
  return 'fee_paid';
end;
$$;

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
  -- Order, payment, refund: everybody locks in this order.
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
    -- Late news change nothing.
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
    if paid.purpose in ('order', 'delivery_fee') then
      update public.orders set status = 'refund_failed'
      where orders.id = target.id and orders.status in ('cancelled', 'refunded');
    end if;
    perform private.mail_failed_refund(settled);
  elsif settled.status = 'succeeded' and target.id is not null then
    -- A cancelled order gave back what there was when it was cancelled.
    if paid.purpose = 'order' and settled.reason = 'returned' and target.cancelled_by is null
      and not settled.is_restocked then
      perform private.give_back_stock(target.id, settled.lines);
      update public.refunds set is_restocked = true where refunds.id = settled.id returning * into settled;
    end if;
    if paid.purpose in ('order', 'delivery_fee') and exists (
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
  'Moves a refund forward, never back; a succeeded one gives back the goods that were returned and may make the '
  'order refunded. A failed one raises an alert, tells the customer, and an order that had ended is refund_failed.';

create function private.replace_refund(refund_id uuid, method text) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  failed public.refunds;
  made public.refunds;
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'Only managers replace a failed refund.';
  end if;
  select * into failed from public.refunds where refunds.id = replace_refund.refund_id;
  -- Order, payment, refund: everybody locks in this order.
  perform 1 from public.orders where orders.id = failed.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = failed.payment_intent_id for update;
  select * into failed from public.refunds where refunds.id = failed.id for update;
  if failed.id is null then
    raise sqlstate 'PT404' using message = 'There is no such refund.';
  end if;
  select * into made from public.refunds where refunds.replaces_id = failed.id;
  if made.id is not null then
    if made.method is distinct from replace_refund.method then
      raise sqlstate 'PT409' using message = case when made.method is null
        then 'This refund was already tried again.' else 'This refund was already given in cash.' end;
    end if;
    return made;
  end if;
  if failed.status <> 'failed' then
    raise sqlstate 'PT409' using message = 'This refund has not failed.';
  end if;
  if exists (
    select from jsonb_to_recordset(failed.lines) as line (order_item_id bigint, quantity integer)
    join public.order_items as items on items.id = line.order_item_id
    cross join lateral private.line_away(items) as away
    where line.quantity > items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
  ) then
    raise sqlstate 'PT409' using message = 'These items were refunded in another way meanwhile.';
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
  'Makes a refund of the same amount, lines and reason in place of a failed one, once, and resolves its alert.';
revoke all on function private.replace_refund(uuid, text) from public;

create function public.retry_refund(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
begin
  return private.replace_refund(retry_refund.refund_id, null);
end;
$$;
comment on function public.retry_refund(uuid) is
  'For the owner and managers: sends a failed refund again. Twice is as once; 409 where its money or its items went back '
  'in another way. Security definer: nobody writes the ledger by hand.';
revoke all on function public.retry_refund(uuid) from public, anon, service_role;
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
  'For the owner and managers: the money of a failed refund is in the customer''s hands. Twice is as once; 409 where its '
  'money or its items went back in another way. Security definer: nobody writes the ledger by hand.';
revoke all on function public.give_refund_in_cash(uuid) from public, anon, service_role;
grant execute on function public.give_refund_in_cash(uuid) to authenticated;

create or replace function private.mail_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.order_id is null or exists (
    -- The mail that was written when the order was ready, or left, told of the changes and their money.
    select 1 from public.order_changes as settled
    join public.outgoing_mails as told on told.order_id = settled.order_id and told.created_at = settled.settled_at
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
      -- All that was paid is back now; what is still on its way does not count.
      'is_whole', (
        select case
          when payments.purpose in ('order', 'delivery_fee') then orders.refunded_amount = orders.paid_amount
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

create function private.mail_failed_refund(refund public.refunds) returns void
language plpgsql set search_path = ''
as $$
begin
  if refund.order_id is not null then
    perform private.queue_mail(
      'refund_failed', refund.order_id, 'refund_failed:' || refund.id,
      jsonb_build_object('refund', jsonb_build_object(
        'amount', refund.amount_cents / 100.0, 'reason', refund.reason, 'is_whole', false, 'lines', null
      ))
    );
  end if;
end;
$$;
comment on function private.mail_failed_refund(public.refunds) is 'Tells the customer that their money did not arrive.';
revoke all on function private.mail_failed_refund(public.refunds) from public;

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- By name, so that what mails say more one day is not told here by itself.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'delivery_fee', 'discount',
        'paid_amount', 'refunded_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at', 'paid_by', 'channel'
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
  'For the shop''s server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], '
  'refunds: [{id, status, method, replaces_id, amount}]} and what its mails say of things and money, but not name, address, phone and notes, because mails '
  'are forwarded. Null: no such order. Security definer: nobody else asks for the facts of a mail.';

create or replace function public.count_sales() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
  counts bigint[];
begin
  select array_agg(changed.product_id), array_agg(changed.count)
  into ids, counts
  from (
    select document.product_id, coalesce(sold.count, 0) as count
    from private.search_documents as document
    left join (
      select items.product_id, sum(items.quantity) as count
      from public.orders
      join public.order_items as items on items.order_id = orders.id
      where orders.paid_at > now() - interval '90 days' and orders.status not in ('cancelled', 'refunded', 'refund_failed')
      group by items.product_id
    ) as sold on sold.product_id = document.product_id
    where document.sold_count <> coalesce(sold.count, 0)
  ) as changed;
  perform private.lock_documents(ids);
  update private.search_documents as document set sold_count = changed.count
  from unnest(ids, counts) as changed (product_id, count)
  where document.product_id = changed.product_id;
  if cardinality(ids) > 0 then
    -- Kept pages of searches show another order now.
    update public.content_version set version = version + 1;
  end if;
  return coalesce(cardinality(ids), 0);
end;
$$;

create or replace function public.count_bought_together() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed_count integer;
begin
  -- Of two at once the second finds what the first wrote.
  lock table private.bought_together in share row exclusive mode;
  -- The newest are enough to know by, and whoever carries half the shop away says nothing of pairs: so it ends in time.
  with recent as materialized (
    select orders.id, orders.user_id from public.orders
    where orders.paid_at > now() - interval '180 days' and orders.status not in ('cancelled', 'refunded', 'refund_failed')
      and orders.user_id is not null
    order by orders.paid_at desc limit 10000
  ), bought as materialized (
    select distinct recent.id as order_id, recent.user_id, items.product_id
    from recent
    join public.order_items as items on items.order_id = recent.id
    where (select count(*) from public.order_items as line where line.order_id = recent.id) <= 40
  ), pairs as (
    -- Each pair once, and each person once for it.
    select distinct one.product_id as first_id, other.product_id as second_id, one.user_id
    from bought as one
    join bought as other on other.order_id = one.order_id and other.product_id > one.product_id
  ), counted as (
    select pairs.first_id, pairs.second_id, count(*) as people
    from pairs
    group by pairs.first_id, pairs.second_id
    -- Three people are three orders, too; three orders may be one person.
    having count(*) >= 3
  ), ranked as (
    select both_ways.product_id, both_ways.other_id, row_number() over (
      partition by both_ways.product_id order by both_ways.people desc, both_ways.other_id
    ) as place
    from (
      select counted.first_id as product_id, counted.second_id as other_id, counted.people from counted
      union all
      select counted.second_id, counted.first_id, counted.people from counted
    ) as both_ways
  ), kept as materialized (
    select ranked.product_id, ranked.place::smallint, ranked.other_id from ranked where ranked.place <= 8
  ), gone as (
    delete from private.bought_together as known
    where not exists (
      select from kept where kept.product_id = known.product_id and kept.place = known.place
    )
    returning 1
  ), written as (
    insert into private.bought_together as known (product_id, place, other_id)
    select kept.product_id, kept.place, kept.other_id from kept
    on conflict (product_id, place) do update set other_id = excluded.other_id
    where known.other_id <> excluded.other_id
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from written) into changed_count;
  -- Product pages show it.
  if changed_count > 0 then
    update public.content_version set version = version + 1;
  end if;
  return changed_count;
end;
$$;

create or replace function private.note_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_to_history(
    'refund',
    coalesce((select 'Order ' || orders.order_number from public.orders where orders.id = new.order_id), 'No order'),
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'amount', round(new.amount_cents / 100.0, 2), 'reason', new.reason, 'method', new.method,
      'in_place_of_a_failed_one', case when new.replaces_id is not null then true end
    ))
  );
  return null;
end;
$$;

create or replace function public.day_sheet(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(day_sheet.first_day, day_sheet.last_day);
  with sales as (
    select (payments.received_at at time zone zone)::date as day, payments.amount_cents, payments.method, orders.id,
      orders.tax_amount, orders.delivery_cost, orders.discount
    from public.payments join public.orders on orders.id = payments.order_id
    where payments.purpose = 'order' and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
  ), paid_fees as (
    select (payments.received_at at time zone zone)::date as day, payments.amount_cents, payments.method, fees.amount,
      fees.tax_amount
    from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
    where payments.purpose = 'delivery_fee'
      and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
  ), given_back as (
    select (refunds.settled_at at time zone zone)::date as day, refunds.amount_cents, refunds.tax_cents,
      coalesce(refunds.method, payments.method) as method
    from public.refunds
    join public.payments on payments.payment_intent_id = refunds.payment_intent_id
      and payments.purpose in ('order', 'delivery_fee')
    where refunds.status = 'succeeded' and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
  ), sold as (
    select came.day, sum(came.order_count) as order_count, sum(came.amount_cents) as sales_cents
    from (
      select sales.day, 1 as order_count, sales.amount_cents from sales
      union all
      select paid_fees.day, 0, paid_fees.amount_cents from paid_fees
    ) as came
    group by came.day
  ), returned as (
    select given_back.day, sum(given_back.amount_cents) as refunded_cents from given_back group by given_back.day
  ), best as (
    select items.product_id, max(items.product_name) as name, sum(items.quantity) as quantity,
      sum(private.line_amount(items)) as amount
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
    'refund_count', (select count(*) from given_back),
    'refunded', (select coalesce(sum(given_back.amount_cents), 0) / 100.0 from given_back),
    'tax_returned', (select coalesce(sum(given_back.tax_cents), 0) / 100.0 from given_back),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(came.amount_cents)
          from (
            select sales.amount_cents, sales.method from sales
            union all
            select paid_fees.amount_cents, paid_fees.method from paid_fees
          ) as came
          where came.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(given_back.amount_cents) from given_back where given_back.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select day_sheet.first_day + number as day
        from generate_series(0, day_sheet.last_day - day_sheet.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;

create or replace function public.export_books(what text, first_day date, last_day date, skip_count integer default 0)
returns setof json
language plpgsql security definer set search_path = ''
as $$
declare
  days record;
begin
  days := private.shop_days(export_books.first_day, export_books.last_day);
  if export_books.what not in ('orders', 'lines', 'changes', 'payments', 'refunds') then
    raise sqlstate 'PT422' using message = 'There are books of orders, lines, changes, payments and refunds.';
  end if;
  if export_books.skip_count = 0 then
    perform private.add_to_history(
      'export', 'Books: ' || export_books.what, null,
      jsonb_build_object('from', export_books.first_day, 'until', export_books.last_day)
    );
  end if;
  return query
    select books.line from (
      select orders.order_number as place, payments.received_at as came_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type,
        'goods', orders.total - orders.delivery_cost - orders.tax_amount + orders.discount,
        'discount', orders.discount, 'delivery', orders.delivery_cost, 'tax', orders.tax_amount, 'total', orders.total,
        'refunded', payments.refunded_cents / 100.0
      ) as line
      from public.payments join public.orders on orders.id = payments.order_id
      where export_books.what = 'orders' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      -- A line of its own, on the day on which it came: together they are what the order brought.
      select orders.order_number, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type, 'goods', 0, 'discount', 0, 'delivery', fees.amount,
        'tax', fees.tax_amount, 'total', fees.amount + fees.tax_amount, 'refunded', payments.refunded_cents / 100.0
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.delivery_fees as fees on fees.order_id = orders.id
      where export_books.what = 'orders' and payments.purpose = 'delivery_fee'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select items.id, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', items.quantity, 'unit_price', items.unit_price,
        'discount', items.discount, 'tax_rate', items.tax_rate, 'tax', items.tax_amount,
        'amount', private.line_amount(items) + items.tax_amount, 'refunded_quantity', items.refunded_quantity
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.order_items as items on items.order_id = orders.id
      where export_books.what = 'lines' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select changes.id, changes.settled_at, json_build_object(
        'order_number', orders.order_number, 'settled_at', changes.settled_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', changes.quantity, 'kind', changes.kind,
        'replacement', coalesce(changes.replacement_name, ''),
        'replacement_size', coalesce(changes.replacement_size_label, ''),
        'replacement_quantity', changes.replacement_quantity, 'paid', changes.paid_cents / 100.0,
        'paid_tax', changes.paid_tax_cents / 100.0, 'kept', changes.kept_cents / 100.0,
        'kept_tax', changes.kept_tax_cents / 100.0, 'given_back', changes.gives_back_cents / 100.0
      )
      from public.order_changes as changes
      join public.orders on orders.id = changes.order_id
      join public.order_items as items on items.id = changes.order_item_id
      where export_books.what = 'changes'
        and changes.settled_at >= days.starts_at and changes.settled_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), payments.received_at, json_build_object(
        'payment_intent_id', payments.payment_intent_id, 'received_at', payments.received_at,
        'order_number', orders.order_number, 'purpose', payments.purpose, 'method', payments.method, 'amount', payments.amount_cents / 100.0,
        'refunded', payments.refunded_cents / 100.0
      )
      from public.payments left join public.orders on orders.id = payments.order_id
      where export_books.what = 'payments'
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
      where export_books.what = 'refunds' and refunds.status = 'succeeded'
        and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
    ) as books
    order by books.came_at, books.place
    offset greatest(export_books.skip_count, 0) limit 1000;
end;
$$;

update public.orders set status = 'refund_failed'
where orders.status = 'refunded' and orders.refunded_amount < orders.paid_amount;
