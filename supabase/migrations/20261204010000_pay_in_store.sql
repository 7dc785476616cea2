-- Pickup orders placed online and paid at the counter: who may, until when they are held, and how they are packed.
alter table public.orders drop constraint orders_cancel_reason_check;
alter table public.orders add constraint orders_cancel_reason_check
  check (cancel_reason in ('requested', 'abandoned', 'sold_out', 'withdrawn', 'no_show')) not valid;
alter table public.orders validate constraint orders_cancel_reason_check;
comment on column public.orders.cancel_reason is
  'withdrawn: canceled before payment because its owner went on with another order, restored it to the cart, or '
  'discarded it. no_show: not picked up and paid in the store in time.';
alter table public.outgoing_mails drop constraint outgoing_mails_kind_check;
alter table public.outgoing_mails add constraint outgoing_mails_kind_check check (kind in (
  'order_paid', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled',
  'order_refunded', 'payment_failed', 'shop_order_paid', 'shop_order_cancelled', 'pay_link',
  'delivery_fee', 'delivery_fee_paid', 'refund_failed', 'window_lost', 'pay_in_store', 'shop_pay_in_store'
)) not valid;
alter table public.outgoing_mails validate constraint outgoing_mails_kind_check;

create table public.pay_in_store_settings (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  max_total numeric(10, 2) not null default 100 check (max_total between 1 and 10000),
  needs_completed_order boolean not null default true,
  grace_minutes integer not null default 60 check (grace_minutes between 0 and 1440),
  max_no_shows integer not null default 2 check (max_no_shows between 0 and 100)
);
comment on table public.pay_in_store_settings is 'One row: who may pay for pickup orders in the store.';
comment on column public.pay_in_store_settings.max_total is 'Orders that cost more are paid by card.';
comment on column public.pay_in_store_settings.needs_completed_order is
  'Only for customers with a completed order; false: for all customers.';
comment on column public.pay_in_store_settings.grace_minutes is
  'How long an order is held after its pickup time has ended.';
comment on column public.pay_in_store_settings.max_no_shows is
  'So many orders within a year that were not picked up end the right; 0: never.';

insert into public.pay_in_store_settings default values;

alter table public.pay_in_store_settings enable row level security;
revoke all on public.pay_in_store_settings from anon, authenticated;
grant select on public.pay_in_store_settings to authenticated;
grant update (is_on, max_total, needs_completed_order, grace_minutes, max_no_shows)
  on public.pay_in_store_settings to authenticated;
create policy "managers read the settings of payment in the store" on public.pay_in_store_settings
  for select to authenticated using ((select private.can_manage()));
create policy "the owner changes the settings of payment in the store" on public.pay_in_store_settings
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create trigger log_settings after update on public.pay_in_store_settings
  for each row execute function private.log_row('settings', 'Payment in the store');

create table public.pay_in_store_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  chosen_at timestamptz not null default now(),
  pay_by timestamptz not null,
  is_waiting boolean not null default true,
  packing_at timestamptz,
  ready_at timestamptz check (ready_at is null or packing_at is not null)
);
comment on table public.pay_in_store_orders is
  'Online orders whose customer pays in the store. They are packed while pending, so their steps are stored here.';
comment on column public.pay_in_store_orders.pay_by is 'Until when stock and slot are held.';
comment on column public.pay_in_store_orders.is_waiting is 'Neither paid nor canceled yet; maintained by a trigger.';
comment on column public.pay_in_store_orders.packing_at is 'When packing started before the payment.';
comment on column public.pay_in_store_orders.ready_at is 'When it was ready for pickup before the payment.';
create index pay_in_store_orders_waiting on public.pay_in_store_orders (pay_by) where is_waiting;
create index pay_in_store_orders_chosen_at on public.pay_in_store_orders (chosen_at);

alter table public.pay_in_store_orders enable row level security;
revoke all on public.pay_in_store_orders from anon, authenticated;
grant select on public.pay_in_store_orders to authenticated, service_role;
create policy "payment in the store is read by whoever reads the order" on public.pay_in_store_orders
  for select to authenticated
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.min_order_id()) and (select private.max_order_id())
      and chosen_at between '-infinity' and (select case when private.can_manage() then 'infinity'::timestamptz end)
    )
  );

create function private.pays_in_store(order_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.pay_in_store_orders as waiting
    where waiting.order_id = pays_in_store.order_id and waiting.is_waiting
  );
end;
$$;
comment on function private.pays_in_store(uuid) is
  'Returns whether this is an unpaid order that is paid in the store: its stock is taken, and it is packed.';

create function private.packing_status(target public.orders) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if target.status <> 'pending' then
    return target.status;
  end if;
  return (
    select case
      when waiting.ready_at is not null then 'ready' when waiting.packing_at is not null then 'preparing' else 'pending' end
    from public.pay_in_store_orders as waiting where waiting.order_id = target.id and waiting.is_waiting
  );
end;
$$;
comment on function private.packing_status(public.orders) is
  'Returns how far an order is packed: its status, or for an unpaid one that is paid in the store pending, preparing, '
  'or ready. Null for other unpaid orders.';

create function private.can_be_packed(target public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.is_packable(target.status)
    or (target.status = 'pending' and coalesce(private.packing_status(target) in ('pending', 'preparing'), false));
end;
$$;
comment on function private.can_be_packed(public.orders) is
  'Returns whether the order waits to be packed or is being packed, paid or to be paid in the store.';

create function private.list_unpaid_packing(board_column text) returns setof public.orders
language plpgsql stable set search_path = '' rows 20
as $$
begin
  return query
  select orders.* from public.pay_in_store_orders as waiting
  join public.orders on orders.id = waiting.order_id
  where waiting.is_waiting and orders.status = 'pending'
    and list_unpaid_packing.board_column = case
      when waiting.ready_at is not null then 'waiting' when waiting.packing_at is not null then 'packing' else 'to_pack' end;
end;
$$;
comment on function private.list_unpaid_packing(text) is
  'Lists the unpaid orders of a column of the order board that are paid in the store.';

create function private.count_no_shows(user_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.orders
    where orders.user_id = count_no_shows.user_id and orders.cancel_reason = 'no_show'
      and orders.created_at > now() - interval '1 year'
  );
end;
$$;
comment on function private.count_no_shows(uuid) is
  'Counts a customer''s orders of the last year that were to be paid in the store and were not picked up.';

create function private.pay_in_store_error(target public.orders) returns text
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
    when target.holds_payment then 'Orders with products sold by weight are paid by card.'
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

create function private.hold_until(target public.orders) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return target.window_ends_at
    + make_interval(mins => (select terms.grace_minutes from public.pay_in_store_settings as terms));
end;
$$;
comment on function private.hold_until(public.orders) is
  'Returns the end of the order''s time plus the grace time.';

create function public.check_pay_in_store(order_id uuid)
returns table (is_offered boolean, error text, pay_by timestamptz, is_chosen boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  perform private.require_session();
  select * into target from public.orders
  where orders.id = check_pay_in_store.order_id and orders.user_id = (select auth.uid());
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  is_chosen := private.pays_in_store(target.id);
  error := case when not is_chosen and (select terms.is_on from public.pay_in_store_settings as terms)
    then private.pay_in_store_error(target) end;
  is_offered := not is_chosen and error is null and (select terms.is_on from public.pay_in_store_settings as terms);
  pay_by := coalesce(
    (select waiting.pay_by from public.pay_in_store_orders as waiting where waiting.order_id = target.id),
    private.hold_until(target)
  );
  return next;
end;
$$;
comment on function public.check_pay_in_store(uuid) is
  'For the order''s owner: whether they may pay it in the store, else why not (null while the store does not offer it), '
  'until when it is held, and whether they chose it. Security definer: customers do not read the settings.';
grant execute on function public.check_pay_in_store(uuid) to authenticated;

create function public.choose_pay_in_store(order_id uuid) returns public.pay_in_store_orders
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
  insert into public.pay_in_store_orders (order_id, pay_by) values (target.id, private.hold_until(target))
  returning * into chosen;
  update public.orders set window_reserved_until = chosen.pay_by where orders.id = target.id;
  delete from private.entered_discounts
  where entered_discounts.user_id = target.user_id and entered_discounts.code_id = target.discount_code_id
    and target.discount > 0;
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

create function private.extend_store_hold() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  held_until timestamptz;
begin
  update public.pay_in_store_orders as waiting set pay_by = private.hold_until(new)
  where waiting.order_id = new.id and waiting.is_waiting
  returning waiting.pay_by into held_until;
  new.window_reserved_until := coalesce(held_until, new.window_reserved_until);
  return new;
end;
$$;
comment on function private.extend_store_hold() is
  'Holds an order that is paid in the store until its new time is over. Security definer: nobody writes holds by hand.';

create trigger extend_store_hold before update of window_starts_at, window_reserved_until on public.orders
  for each row when (new.status = 'pending' and new.window_ends_at is not null)
  execute function private.extend_store_hold();

create function private.pack_unpaid_order(target public.orders, to_status text) returns public.orders
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

create function private.undo_unpaid_step(target public.orders) returns text
language plpgsql set search_path = ''
as $$
declare
  undone public.pay_in_store_orders;
begin
  select * into undone from public.pay_in_store_orders as waiting
  where waiting.order_id = target.id and waiting.is_waiting;
  if coalesce(undone.ready_at, undone.packing_at) is null
    or coalesce(undone.ready_at, undone.packing_at) < now() - interval '15 minutes' then
    return null;
  end if;
  delete from public.outgoing_mails as mails
  where undone.ready_at is not null and mails.event_key = 'order_ready:' || target.id
    and mails.status = 'waiting' and mails.attempts = 0;
  update public.pay_in_store_orders as waiting
  set ready_at = null, packing_at = case when undone.ready_at is not null then waiting.packing_at end
  where waiting.order_id = target.id;
  perform pg_notify('desk', target.id::text);
  return case when undone.ready_at is not null then 'preparing' else 'pending' end;
end;
$$;
comment on function private.undo_unpaid_step(public.orders) is
  'Undoes the last step of an unpaid order within 15 minutes, and its email if it has not left. Returns the step before; '
  'null if nothing can be undone.';

create function private.end_store_hold() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ended public.pay_in_store_orders;
begin
  update public.pay_in_store_orders as waiting set is_waiting = false
  where waiting.order_id = new.id and waiting.is_waiting
  returning * into ended;
  if ended.order_id is null then
    return null;
  end if;
  if new.status = 'cancelled' then
    perform private.return_stock(new.id);
    delete from public.picked_lines as packed where packed.order_id = new.id;
    delete from public.acknowledged_orders as acknowledged where acknowledged.order_id = new.id;
    delete from private.pick_times as picks using public.order_items as items
    where items.order_id = new.id and picks.order_item_id = items.id;
    perform pg_notify('desk', new.id::text);
    return null;
  end if;
  -- It goes on where packing is.
  if ended.packing_at is not null then
    update public.orders set status = 'preparing' where orders.id = new.id;
  end if;
  if ended.ready_at is not null then
    update public.orders set status = 'ready' where orders.id = new.id;
  end if;
  return null;
end;
$$;
comment on function private.end_store_hold() is
  'Restocks an order that was not paid in the store; a paid one gets the status that packing has reached. Security '
  'definer: whoever pays or cancels need not be allowed to pack.';

-- Sorts after the triggers that record and report the payment.
create trigger take_over_packing after update of status on public.orders
  for each row when (old.status = 'pending' and new.status in ('paid', 'cancelled'))
  execute function private.end_store_hold();

create function private.was_packed_unpaid(order_id uuid, to_status text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.pay_in_store_orders as packed
    where packed.order_id = was_packed_unpaid.order_id and not packed.is_waiting and case was_packed_unpaid.to_status
      when 'preparing' then packed.packing_at is not null when 'ready' then packed.ready_at is not null else false end
  );
end;
$$;
comment on function private.was_packed_unpaid(uuid, text) is
  'Returns whether staff took this step before the order was paid.';

create or replace function private.taken_slots(
  delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid
) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.orders
    where orders.delivery_type = taken_slots.delivery_type
      -- No window is longer than twelve hours; rules changed since may have created others.
      and orders.window_starts_at between taken_slots.starts_at - interval '13 hours' and taken_slots.ends_at
      and orders.window_starts_at < taken_slots.ends_at and orders.window_ends_at > taken_slots.starts_at
      and orders.id is distinct from taken_slots.leaving_out
      and case orders.status
        when 'pending' then orders.window_reserved_until > now()
          and (
            orders.user_id is null or orders.user_id is distinct from taken_slots.of_person
            or private.pays_in_store(orders.id)
          )
        else not private.is_canceled(orders.status)
      end
  );
end;
$$;

comment on function private.taken_slots(text, timestamptz, timestamptz, uuid, uuid) is
  'Counts the orders of a window: paid ones, and pending ones while their reservation lasts; without the excluded '
  'order, and without this customer''s pending order, unless it is paid in the store.';

create or replace function private.hold_paid_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule public.window_rules;
  shop_zone text;
begin
  -- An order that is paid in the store is held until after its time.
  if exists (select from public.pay_in_store_orders as chosen where chosen.order_id = new.id) then
    return null;
  end if;
  perform private.lock_window(new.delivery_type, new.window_starts_at, new.window_ends_at);
  select time_zone into shop_zone from public.store_settings;
  select rules.* into rule from public.window_rules as rules
  where rules.delivery_type = new.delivery_type
    and rules.weekday = extract(dow from new.window_starts_at at time zone shop_zone);
  if new.window_starts_at < now()
    or private.capacity_at(rule, new.window_starts_at at time zone shop_zone) < private.taken_slots(
    new.delivery_type, new.window_starts_at, new.window_ends_at, null, null
  ) then
    perform private.add_alert('window_overfull', new.id, format(
      'The order was paid after its time was released: %s has one order too many, or has started. The customer was '
      'promised this time.',
      to_char(new.window_starts_at at time zone shop_zone, 'Dy Mon DD, HH12:MI AM')
    ));
  end if;
  return null;
end;
$$;

create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', coalesce(private.packing_status(target), target.status),
      'unpaid_total', case when target.status = 'pending' then target.total end,
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
  'Returns an order as the board shows it: {id, number, status, unpaid_total, delivery_type, delivery_included, delivery_fee, '
  'name, phone, window_starts_at, window_ends_at, paid_at, substitution_preference, note, item_count, line_ids, has_line_words, '
  'packed_pounds, packed_line_ids, substitution_ids, is_unread, moved_at, moved_from}. substitution_ids are its substitutions, packed_pounds '
  'the weights of weighed lines, {line id: pounds}. The status of an unpaid order is how far it is packed, and unpaid_total '
  'what it costs; null for a paid one. moved_from is '
  'the status that undo leads to; null if the last move cannot be undone.';

create or replace function private.desk_column(
  board_column text, max_count integer, after_at timestamptz default null, after_id uuid default null
) returns setof public.orders
language plpgsql stable set search_path = ''
as $$
begin
  if desk_column.board_column = 'done' then
    return query
    select orders.*
    from (
      select changes.order_id, max(changes.changed_at) as done_at
      from public.order_status_changes as changes
      where changes.to_status = 'completed' and changes.changed_at >= private.shop_day_begins_at()
      group by changes.order_id
    ) as done
    join public.orders on orders.id = done.order_id and orders.status = 'completed'
    where (done.done_at, orders.id)
      < (coalesce(desk_column.after_at, 'infinity'), coalesce(desk_column.after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by done.done_at desc, orders.id desc
    limit desk_column.max_count;
    return;
  end if;
  -- Each status in index order, then the first of all.
  return query
  select first.*
  from (
    select paid.*
    from unnest(case desk_column.board_column
      when 'to_pack' then array['paid']
      when 'packing' then array['preparing']
      when 'waiting' then array['ready', 'out_for_delivery']
    end) as column_status (status)
    cross join lateral (
      select orders.* from public.orders
      where orders.status = column_status.status
        -- Repeated for the partial index.
        and private.is_open(orders.status)
        and (coalesce(orders.window_starts_at, orders.paid_at), orders.id)
          > (coalesce(desk_column.after_at, '-infinity'), coalesce(desk_column.after_id, '00000000-0000-0000-0000-000000000000'))
      order by coalesce(orders.window_starts_at, orders.paid_at), orders.id
      limit desk_column.max_count
    ) as paid
    union all
    select unpaid.* from private.list_unpaid_packing(desk_column.board_column) as unpaid
    where (unpaid.window_starts_at, unpaid.id)
      > (coalesce(desk_column.after_at, '-infinity'), coalesce(desk_column.after_id, '00000000-0000-0000-0000-000000000000'))
  ) as first
  order by coalesce(first.window_starts_at, first.paid_at), first.id
  limit desk_column.max_count;
end;
$$;

create or replace function private.desk_header() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_count', today.order_count,
      'sales', today.sales,
      'unread_count', (
        select count(*) from (
          select from public.orders
          where orders.status = 'paid'
            and not exists (select from public.acknowledged_orders as acknowledged where acknowledged.order_id = orders.id)
          limit 1000
        ) as unread
      ) + (
        select count(*) from private.list_unpaid_packing('to_pack') as unpaid
        where not exists (select from public.acknowledged_orders as acknowledged where acknowledged.order_id = unpaid.id)
      ),
      'counts', jsonb_build_object(
        'to_pack', private.count_open('paid') + (select count(*) from private.list_unpaid_packing('to_pack')),
        'packing', private.count_open('preparing') + (select count(*) from private.list_unpaid_packing('packing')),
        'waiting', private.count_open('ready') + private.count_open('out_for_delivery')
          + (select count(*) from private.list_unpaid_packing('waiting')),
        'done', (
          select count(distinct changes.order_id) from public.order_status_changes as changes
          join public.orders on orders.id = changes.order_id and orders.status = 'completed'
          where changes.to_status = 'completed' and changes.changed_at >= private.shop_day_begins_at()
        )
      )
    )
    from private.sum_sales(private.shop_day_begins_at(), 'infinity') as today
  );
end;
$$;

create or replace function public.find_on_desk(words text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  typed constant text := btrim(private.fold_text(left(coalesce(find_on_desk.words, ''), 100)));
  query constant tsquery := private.order_query(typed);
  number constant bigint := case when typed ~ '^(order )?#? ?[0-9]{1,12}$' then regexp_replace(typed, '[^0-9]+', '', 'g')::bigint end;
begin
  perform private.require_desk('find_on_desk');
  return coalesce((
    select jsonb_agg(private.desk_card(found.target) order by found.rank, found.paid_at desc)
    from (
      select orders as target, orders.paid_at,
        case when orders.order_number = number then 0 when private.is_open(orders.status) then 1 else 2 end as rank
      from (
        select orders.id from public.orders where orders.order_number = number and private.can_handle(orders.id)
        union
        select shown.id from unnest(array['to_pack', 'packing', 'waiting', 'done']) as board_columns (board_column)
        cross join lateral private.desk_column(board_columns.board_column, 5000) as shown
        union
        -- Packers see only current orders, not a customer's past ones.
        select past.id
        from private.find_orders(
          jsonb_build_object('words', typed, 'payment_states', array['paid', 'partly_refunded', 'refunded']), null, null, false, 50
        ) as past
        where typed <> '' and private.can_manage()
      ) as candidates
      join private.order_documents as documents on documents.order_id = candidates.id and documents.document @@ query
      join public.orders on orders.id = candidates.id
        and (orders.paid_at is not null or private.pays_in_store(orders.id))
      order by rank, orders.paid_at desc
      limit 50
    ) as found
  ), '[]');
end;
$$;

create or replace function public.desk_changes(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.desk_header() || jsonb_build_object(
    'read_at', now(),
    'cards', coalesce((
      select jsonb_agg(private.desk_card(orders)) from public.orders
      where orders.id = any (desk_changes.order_ids) and (
        orders.paid_at is not null
        or exists (select from public.pay_in_store_orders as chosen where chosen.order_id = orders.id)
      )
    ), '[]'),
    -- Same orders as private.packing_orders.
    'packer_order_ids', coalesce((
      select jsonb_agg(orders.id) from public.orders
      where orders.id = any (desk_changes.order_ids) and (
        private.is_open(orders.status)
        or orders.paid_at > now() - interval '7 days'
        or exists (
          select from public.pay_in_store_orders as chosen
          where chosen.order_id = orders.id and (chosen.is_waiting or chosen.chosen_at > now() - interval '7 days')
        )
      )
    ), '[]')
  );
end;
$$;

create or replace function public.read_pick_lists(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk('read_pick_lists');
  if cardinality(read_pick_lists.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  return coalesce((
    -- Once for all lines: there are few dates, and none in a store that does not use them.
    with dates as materialized (select * from private.list_first_dates())
    select jsonb_agg(
      private.desk_card(orders) || jsonb_build_object(
        'delivery_address', orders.delivery_address,
        'driver_note', orders.driver_note,
        'lines', coalesce((
          select jsonb_agg(
            jsonb_build_object(
              'id', items.id,
              'product_id', items.product_id,
              'size_id', items.size_id,
              'name', items.product_name,
              'size', items.size_label,
              'quantity', items.quantity - items.refunded_quantity,
              'bag_quantity', greatest(
                0, items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
              ),
              'image_url', items.image_url,
              'unit_price', items.unit_price,
              'pounds_each', items.pounds_each,
              'price_per_pound', items.price_per_pound,
              'substitution_preference', items.substitution_preference,
              'note', items.note,
              'changes', private.line_substitutions(items.id, true),
              'category', products.category,
              'aisle', categories.title,
              'is_frozen', products.storage is not distinct from 'frozen',
              'best_before', dates.best_before,
              'picked_by', packers.name
            )
            order by products.storage is not distinct from 'frozen', categories.aisle, categories.prefix,
              items.product_name, items.id
          )
          from public.order_items as items
          join public.products on products.id = items.product_id
          join public.categories on categories.prefix = products.category
          left join public.picked_lines as packed on packed.order_item_id = items.id
          left join public.profiles as packers on packers.id = packed.picked_by
          left join dates
            on dates.item_product_id = items.product_id and dates.item_size_id is not distinct from items.size_id
          cross join lateral private.line_unavailable(items) as away
          where items.order_id = orders.id and (
            items.quantity > items.refunded_quantity or exists (
              -- A line that is gone as a whole is on the slip in the bag.
              select from public.substitutions as changes where changes.order_item_id = items.id
            )
          )
        ), '[]')
      )
      order by requested.place
    )
    from unnest(read_pick_lists.order_ids[1:100]) with ordinality as requested (id, place)
    join public.orders on orders.id = requested.id and private.can_handle(orders.id)
      and (orders.paid_at is not null or private.pays_in_store(orders.id))
  ), '[]');
end;
$$;

create or replace function public.acknowledge_orders(order_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk('acknowledge_orders');
  if cardinality(acknowledge_orders.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  insert into public.acknowledged_orders (order_id, acknowledged_by)
  select orders.id, (select auth.uid()) from public.orders
  where orders.id = any (acknowledge_orders.order_ids) and private.can_be_packed(orders)
  on conflict (order_id) do nothing;
end;
$$;

create or replace function public.pick_line(
  order_item_id bigint, is_packed boolean, picked_at timestamptz default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  pick_time constant timestamptz := least(coalesce(pick_line.picked_at, now()), now());
begin
  perform private.require_session();
  select orders.* into target from public.orders
  join public.order_items as items on items.order_id = orders.id
  where items.id = pick_line.order_item_id and private.can_pack()
  for update of orders;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  if not private.can_be_packed(target) then
    raise sqlstate 'PT409' using message = format('Order %s is no longer being packed.', target.order_number);
  end if;
  insert into private.pick_times as latest (order_item_id, picked_at)
  values (pick_line.order_item_id, pick_time)
  on conflict (order_item_id) do update set picked_at = excluded.picked_at
  where latest.picked_at <= excluded.picked_at;
  if not found then
    return exists (select from public.picked_lines as packed where packed.order_item_id = pick_line.order_item_id);
  end if;
  if pick_line.is_packed is not true then
    delete from public.picked_lines as packed where packed.order_item_id = pick_line.order_item_id;
    return false;
  end if;
  insert into public.picked_lines (order_item_id, order_id, picked_by)
  values (pick_line.order_item_id, target.id, (select auth.uid()))
  on conflict (order_item_id) do nothing;
  if target.status = 'paid' then
    update public.orders set status = 'preparing' where orders.id = target.id;
  elsif target.status = 'pending' and private.packing_status(target) = 'pending' then
    perform private.pack_unpaid_order(target, 'preparing');
  end if;
  return true;
end;
$$;

comment on function public.pick_line(bigint, boolean, timestamptz) is
  'For packers, while the order is to be packed or packed: marks a line as picked or not. The latest picked_at wins '
  '(now, if missing or in the future); the first pick starts packing. Returns whether it is picked now. Security '
  'definer: nobody writes picks by hand.';

create or replace function public.undo_order_moves(order_ids uuid[])
returns table (order_id uuid, status text, was_notified boolean, message text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target_id uuid;
  target public.orders;
  moved public.order_status_changes;
begin
  perform private.require_desk('undo_order_moves');
  if cardinality(undo_order_moves.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  for target_id in
    select distinct each.id from unnest(undo_order_moves.order_ids[1:200]) as each (id) order by each.id
  loop
    select * into target from public.orders where orders.id = target_id for update;
    if target.status = 'pending' and private.can_handle(target.id) then
      order_id := target.id;
      status := private.undo_unpaid_step(target);
      was_notified := status = 'preparing' and exists (
        select from public.outgoing_mails as mails where mails.event_key = 'order_ready:' || target.id
      );
      message := case when status is null then 'You can no longer undo this step.' end;
      return next;
      continue;
    end if;
    select * into moved from public.order_status_changes as changes
    where changes.order_id = target.id order by changes.id desc limit 1;
    if target.id is null or not private.can_handle(target.id)
      or not private.is_status_undo(target.id, target.status, moved.from_status)
      -- A refund on its way stays on its way.
      or exists (
        select from public.refunds
        where refunds.order_id = target.id and refunds.created_at >= moved.changed_at
      )
      -- Substitutions were finalized with this status change.
      or exists (
        select from public.substitutions as changes
        where changes.order_id = target.id and changes.settled_at >= moved.changed_at
      ) then
      order_id := target_id;
      status := null;
      was_notified := false;
      message := 'You can no longer undo this step.';
      return next;
      continue;
    end if;
    delete from public.outgoing_mails as mails
    where mails.event_key = format('order_%s:%s', target.status, target.id)
      and mails.status = 'waiting' and mails.attempts = 0;
    update public.orders set status = moved.from_status where orders.id = target.id;
    order_id := target.id;
    status := moved.from_status;
    was_notified := exists (
      select from public.outgoing_mails as mails
      where mails.event_key = format('order_%s:%s', target.status, target.id)
    );
    message := null;
    return next;
  end loop;
end;
$$;

create or replace function private.list_reserved(product_id bigint default null, size_id bigint default null)
returns table (item_product_id bigint, item_size_id bigint, reserved_count integer)
language plpgsql stable set search_path = '' rows 100
as $$
begin
  return query
    -- Few orders are open, however many there are: everything else starts from them.
    with packed as materialized (
      select orders.id from public.orders
      where private.is_open(orders.status) and private.is_packable(orders.status)
      union all
      select waiting.order_id from public.pay_in_store_orders as waiting
      where waiting.is_waiting and waiting.ready_at is null
    ), gone as (
      select line.order_item_id, sum(line.quantity) as quantity
      from packed
      join public.refunds on refunds.order_id = packed.id and refunds.status <> 'failed'
      cross join jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, quantity integer)
      where line.quantity > 0
      group by line.order_item_id
    ), changed as (
      select changes.order_item_id, sum(changes.quantity) as quantity
      from packed
      join public.substitutions as changes on changes.order_id = packed.id
      where changes.settled_at is null or changes.kind = 'replaced'
      group by changes.order_item_id
    ), lines as (
      select items.product_id, items.size_id, items.stock_taken,
        greatest(0, items.quantity - coalesce(gone.quantity, 0) - coalesce(changed.quantity, 0)) as quantity
      from packed
      join public.order_items as items on items.order_id = packed.id
      left join gone on gone.order_item_id = items.id
      left join changed on changed.order_item_id = items.id
      where not exists (select from public.picked_lines as picked where picked.order_item_id = items.id)
        and (list_reserved.product_id is null or (
          items.product_id = list_reserved.product_id and items.size_id is not distinct from list_reserved.size_id
        ))
    )
    select lines.product_id, lines.size_id, (
      case
        when private.stock_left(lines.product_id, lines.size_id) is null then sum(lines.quantity)
        else sum(least(lines.stock_taken, lines.quantity))
      end
    )::integer
    from lines group by lines.product_id, lines.size_id;
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

create or replace function private.mail_status_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('ready', 'out_for_delivery', 'completed') then
    perform private.queue_mail('order_' || new.status, new.id, format('order_%s:%s', new.status, new.id));
  elsif new.status = 'paid' and old.status = 'pending' and new.cancel_reason is null then
    -- With a cancel reason, it was canceled in the same transaction, and only that is reported.
    perform private.queue_mail('order_paid', new.id, 'order_paid:' || new.id);
    -- Staff who took the payment know about it.
    if not exists (
      select from public.payments
      where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
    ) then
      perform private.queue_mail('shop_order_paid', new.id, 'shop_order_paid:' || new.id);
    end if;
  elsif new.status = 'cancelled' and new.total > 0 and new.cancel_reason <> 'withdrawn' then
    perform private.queue_mail('order_cancelled', new.id, 'order_cancelled:' || new.id);
    if new.cancelled_by = 'customer' and (
      old.status <> 'pending'
      or exists (select from public.pay_in_store_orders as chosen where chosen.order_id = new.id)
    ) then
      perform private.queue_mail('shop_order_cancelled', new.id, 'shop_order_cancelled:' || new.id);
    end if;
  end if;
  return null;
end;
$$;

create or replace function private.queue_push_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.push_messages (subscription_id, order_id, status)
  select subscriptions.id, new.id, new.status
  from public.push_subscriptions as subscriptions
  where subscriptions.user_id = new.user_id
    -- It was reported when the order was packed, before it was paid.
    and not private.was_packed_unpaid(new.id, new.status)
  on conflict do nothing;
  return null;
end;
$$;

create or replace function public.claim_push_messages(max_count integer)
returns table (
  message_id uuid, endpoint text, p256dh text, auth_secret text, order_id uuid, order_number bigint, status text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- A status that has passed or was undone is not reported.
  delete from private.push_messages as messages
  using public.orders
  where orders.id = messages.order_id and messages.next_attempt_at <= now()
    and coalesce(private.packing_status(orders), orders.status) <> messages.status;
  return query
    with claimed as (
      update private.push_messages as messages
      set attempts = messages.attempts + 1, next_attempt_at = now() + private.retry_wait(messages.attempts + 1)
      where messages.id in (
        select due.id from private.push_messages as due
        where due.next_attempt_at <= now()
        order by due.next_attempt_at
        limit claim_push_messages.max_count
        for update skip locked
      )
      returning messages.*
    )
    select claimed.id, subscriptions.endpoint, subscriptions.p256dh, subscriptions.auth_secret,
      orders.id, orders.order_number, claimed.status
    from claimed
    join public.push_subscriptions as subscriptions on subscriptions.id = claimed.subscription_id
    join public.orders on orders.id = claimed.order_id;
end;
$$;

create or replace function public.list_abandoned_orders(max_count integer)
returns table (order_id uuid, payment_intent_id text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    (
      select orders.id, orders.payment_intent_id from public.orders
      where orders.status = 'pending' and orders.created_at < now() - interval '24 hours'
        and not private.pays_in_store(orders.id)
      order by orders.created_at
      limit list_abandoned_orders.max_count
    )
    union all
    (
      select orders.id, orders.payment_intent_id from public.pay_in_store_orders as waiting
      join public.orders on orders.id = waiting.order_id
      where waiting.is_waiting and waiting.pay_by < now()
      order by waiting.pay_by
      limit list_abandoned_orders.max_count
    );
end;
$$;

comment on function public.list_abandoned_orders(integer) is
  'Lists orders that were unpaid for 24 hours, and those not paid in the store in time.';

create or replace function public.cancel_abandoned_order(order_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  pay_by timestamptz;
begin
  perform 1 from public.orders where orders.id = cancel_abandoned_order.order_id for update;
  select waiting.pay_by into pay_by from public.pay_in_store_orders as waiting
  where waiting.order_id = cancel_abandoned_order.order_id and waiting.is_waiting;
  update public.orders
  set status = 'cancelled', cancelled_by = 'server',
    cancel_reason = case when pay_by is null then 'abandoned' else 'no_show' end
  where orders.id = cancel_abandoned_order.order_id and orders.status = 'pending'
    and case when pay_by is null then orders.created_at < now() - interval '24 hours' else pay_by < now() end;
  return found;
end;
$$;

comment on function public.cancel_abandoned_order(uuid) is
  'Cancels the order if it is still pending and old enough, or was not paid in the store in time; returns whether it '
  'did.';

create or replace function public.withdraw_order(order_id uuid, closed_intent_id text default null) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = withdraw_order.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if target.status <> 'pending' or target.payment_intent_id is distinct from withdraw_order.closed_intent_id
    or private.pays_in_store(target.id) then
    raise sqlstate 'PT409' using message = 'The order has changed. Reload the page.';
  end if;
  update public.orders set status = 'cancelled', cancel_reason = 'withdrawn' where orders.id = target.id
  returning * into target;
  return target;
end;
$$;

create or replace function public.move_order(order_id uuid, to_status text) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = move_order.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  -- A repeated press finds the order in the requested status.
  if target.status = move_order.to_status then
    return target;
  end if;
  if move_order.to_status = 'cancelled' then
    return public.cancel_order(target.id);
  end if;
  if private.pays_in_store(target.id) then
    return private.pack_unpaid_order(target, move_order.to_status);
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = move_order.to_status
      and 'admin' = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using
      message = format('This order is now "%s". Nothing was changed.', (
        select statuses.label from public.order_statuses as statuses where statuses.status = target.status
      ));
  end if;
  update public.orders set status = move_order.to_status where orders.id = target.id
  returning * into target;
  return target;
end;
$$;

create or replace function private.prepare_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  order_limit private.limits;
  started public.orders;
begin
  -- The store's own programs (no logged-in caller) set the owner themselves; point-of-sale orders have none.
  if new.channel = 'counter' then
    new.user_id := null;
    new.created_at := now();
  elsif (select auth.uid()) is not null then
    new.user_id := (select auth.uid());
    -- One lock per customer: two requests at once cannot both be the last allowed.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || new.user_id, 0));
    select * into order_limit from private.limits where name = 'orders';
    if (
      select count(*) from public.orders
      where user_id = new.user_id and created_at > now() - order_limit.period
    ) >= order_limit.max_count then
      raise sqlstate 'PT429' using message = 'Too many orders in a short time. Try again later.';
    end if;
    -- A repeated request finds its order and must not replace it. Without a key, nothing is a repeat.
    update public.orders set status = 'cancelled', cancel_reason = 'withdrawn'
    where user_id = new.user_id and status = 'pending' and payment_intent_id is null
      and (request_key = new.request_key) is not true and not private.pays_in_store(id);
    select * into started from public.orders
    where user_id = new.user_id and status = 'pending' and (request_key = new.request_key) is not true
      and not private.pays_in_store(id)
    limit 1;
    if started.id is not null then
      raise sqlstate 'PT423' using message = 'The payment of an earlier order has started.',
        detail = jsonb_build_object('order_id', started.id)::text;
    end if;
    new.created_at := now();
  end if;
  new.total := 0;
  new.status := 'pending';
  new.delivery_cost := 0;
  new.delivery_address := btrim(new.delivery_address);
  new.delivery_phone_number := btrim(new.delivery_phone_number);
  new.client_secret := null;
  new.payment_intent_id := null;
  new.failure_message := null;
  new.paid_at := null;
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

create or replace function private.price_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent public.orders;
  is_own boolean;
  product public.products;
  size public.product_sizes;
  left_count integer;
begin
  select * into parent from public.orders where id = new.order_id for update;
  is_own := parent.user_id is not distinct from (select auth.uid());
  if parent.channel = 'counter' then
    is_own := private.can_manage();
  end if;
  -- The owner check comes first, so that another user learns nothing about the order.
  if parent.id is null or ((select auth.uid()) is not null and not is_own) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "order_items"';
  end if;
  if parent.status <> 'pending' or parent.payment_intent_id is not null or private.pays_in_store(parent.id) then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  if (select count(*) from public.order_items as items where items.order_id = new.order_id) >= 200 then
    raise sqlstate 'PT422' using message = 'An order can have 200 lines at most.';
  end if;
  select * into product from public.products
  where id = new.product_id and archived_at is null and pictures_ready;
  if product.id is null then
    raise sqlstate 'PT409' using message = format('Product %s is not for sale.', new.product_id);
  end if;
  if new.size_id is null and product.sizes <> '[]' then
    raise sqlstate 'PT409' using message = format('%s comes in sizes: a line of it names one.', product.name);
  end if;
  select * into size from public.product_sizes
  where id = new.size_id and product_id = product.id and archived_at is null;
  if new.size_id is not null and size.id is null then
    raise sqlstate 'PT409' using message = format('Size %s of %s is not for sale.', new.size_id, product.name);
  end if;
  new.choice_ids := array(
    select distinct each from unnest(coalesce(new.choice_ids, private.default_choices(product.choice_groups))) as each
    where each is not null order by each
  );
  if not private.fit_choices(product.choice_groups, new.choice_ids) then
    raise sqlstate 'PT409' using message = format('Choose how we prepare %s.', product.name);
  end if;
  left_count := private.stock_left(product.id, size.id);
  if product.is_sold_out or coalesce(size.availability = 'sold_out', false) or left_count < new.quantity + coalesce((
    select sum(items.quantity) from public.order_items as items
    where items.order_id = new.order_id and items.product_id = new.product_id
      and items.size_id is not distinct from new.size_id
  ), 0) then
    raise sqlstate 'PT409' using
      message = format('%s is sold out, or fewer are left.', concat_ws(', size ', product.name, size.label));
  end if;
  new.stock_taken := 0;
  new.refunded_quantity := 0;
  new.tax_rate := 0;
  new.tax_amount := 0;
  new.discount := 0;
  new.choices := private.chosen_of(product.choice_groups, new.choice_ids);
  new.product_name := private.name_with_choices(product.name, new.choices);
  new.size_label := size.label;
  new.unit_price := private.current_price(product.id, size.id) + private.price_of_choices(new.choices);
  new.image_url := product.img1;
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
      orders.payment_intent_id is not null or orders.status <> 'pending' or private.pays_in_store(orders.id)
    )
  ) then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

create or replace function private.lock_point_of_sale_order(order_id uuid, called text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
begin
  perform private.require_point_of_sale(lock_point_of_sale_order.called);
  select * into target from public.orders
  where orders.id = lock_point_of_sale_order.order_id and (
    orders.channel = 'counter'
    or exists (select from public.pay_in_store_orders as chosen where chosen.order_id = orders.id)
  )
  for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This point-of-sale order doesn''t exist.';
  end if;
  return target;
end;
$$;

comment on function public.record_store_payment(uuid, text, uuid, text) is
  'For the owner and managers: records the full payment of an unpaid order, made at the point of sale or chosen to be '
  'paid in the store, as store_cash or '
  'store_card. Names its open intent if the caller closed it; a payment that still arrives is refunded. The same '
  'request key records it once. 409 if paid, canceled, or sold out. Security definer: nobody writes the ledger by '
  'hand.';

create or replace function public.send_pay_link(order_id uuid, how text, request_key uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  sent_to text;
begin
  target := private.lock_point_of_sale_order(send_pay_link.order_id, 'send_pay_link');
  if send_pay_link.how is null or send_pay_link.how not in ('mail', 'text', 'copy') or send_pay_link.request_key is null then
    raise invalid_parameter_value using message = 'A pay link goes by mail, text or copy, with a request key.';
  end if;
  if target.channel <> 'counter' then
    raise sqlstate 'PT404' using message = 'This point-of-sale order doesn''t exist.';
  end if;
  if target.status <> 'pending' then
    raise sqlstate 'PT409' using message = case
      when target.paid_at is null then 'This order is canceled.' else 'This order is already paid.'
    end;
  end if;
  if send_pay_link.how = 'mail' and target.customer_email is null then
    raise sqlstate 'PT422' using message = 'This order has no email address.';
  end if;
  if send_pay_link.how = 'text' and target.delivery_phone_number = '' then
    raise sqlstate 'PT422' using message = 'This order has no phone number.';
  end if;
  if send_pay_link.how in ('mail', 'text') then
    sent_to := case send_pay_link.how
      when 'mail' then lower(target.customer_email) else target.delivery_phone_number end;
    perform pg_advisory_xact_lock(hashtextextended('pay_links:' || sent_to, 0));
    if (
      select count(*) filter (where links.order_id = target.id) >= 5 or count(*) >= 10
      from private.pay_links as links
      where links.recipient = sent_to and links.sent_at > now() - interval '1 day'
    ) then
      raise sqlstate 'PT429' using
        message = 'This link was sent too often today. Copy it instead, or tell the customer the order number.';
    end if;
    insert into private.pay_links (order_id, recipient) values (target.id, sent_to);
  end if;
  if send_pay_link.how = 'mail' then
    perform private.queue_mail('pay_link', target.id, 'pay_link:' || send_pay_link.request_key);
  end if;
  perform private.add_to_audit_log(
    'counter', 'Order ' || target.order_number, null, jsonb_build_object('pay_link', send_pay_link.how)
  );
  return target;
end;
$$;

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
        'window_ends_at', orders.window_ends_at, 'channel', orders.channel
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
  'window_starts_at, window_ends_at, channel}], owed: [{refund_id, order_id, number, name, amount, method, '
  'requested_at}]}: '
  'unpaid orders to be paid in the store, and refunds to give in the store. jsonb: the page reads both lists in one round '
  'trip. Security definer: one check instead of one per row.';

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
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint
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

create or replace function private.discount_error(discount public.discount_codes, head public.orders, lines public.order_items[])
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when now() < discount.valid_from then 'This code is not valid yet.'
    when now() >= discount.valid_until then 'This code is no longer valid.'
    -- The customer's own unpaid order is this one, or is replaced by it and releases its use.
    when discount.used_count - (
      select count(*) from public.orders
      where orders.user_id = discount_error.head.user_id and orders.status = 'pending'
        and orders.discount_code_id = discount.id and orders.discount > 0
        and (orders.id = discount_error.head.id or not private.pays_in_store(orders.id))
    ) >= discount.max_uses then 'This code has reached its limit.'
    when discount.once_per_person and exists (
      select from public.orders
      where orders.user_id = discount_error.head.user_id and orders.discount_code_id = discount.id
        and orders.discount > 0 and orders.cancelled_by is null and orders.id is distinct from discount_error.head.id
        and (orders.status <> 'pending' or private.pays_in_store(orders.id))
    ) then 'You have already used this code.'
    when (
      select sum(line.unit_price * line.quantity) from unnest(discount_error.lines) as line
    ) < discount.min_subtotal then format(
      'This code requires an order of $%s or more.', to_char(discount.min_subtotal, 'FM999999990.00')
    )
    when not exists (select from private.discount_shares(discount, discount_error.lines))
      then 'This code is for other products.'
  end;
end;
$$;

create or replace function public.read_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := (select store_settings.time_zone from public.store_settings);
  local constant timestamp := now() at time zone zone;
  week_ago constant timestamptz := (local - interval '7 days') at time zone zone;
  week_ago_begins_at constant timestamptz := (local::date - 7)::timestamp at time zone zone;
  week_ago_ends_at constant timestamptz := (local::date - 6)::timestamp at time zone zone;
  tomorrow_begins_at constant timestamptz := (local::date + 1)::timestamp at time zone zone;
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can see accounting data.';
  end if;
  return jsonb_build_object(
    'read_at', now(),
    'to_pack', (
      select jsonb_build_object(
        'late_count', count(*) filter (where coalesce(orders.window_ends_at, orders.paid_at + interval '1 day') < now()),
        'today_count', count(*) filter (
          where coalesce(orders.window_ends_at, orders.paid_at + interval '1 day') >= now()
            and coalesce(orders.window_starts_at, orders.paid_at) < tomorrow_begins_at
        ),
        'later_count', count(*) filter (where orders.window_starts_at >= tomorrow_begins_at)
      )
      from (
        select packable.window_starts_at, packable.window_ends_at, packable.paid_at from public.orders as packable
        where private.is_open(packable.status) and private.is_packable(packable.status)
        union all
        select unpaid.window_starts_at, unpaid.window_ends_at, unpaid.paid_at
        from unnest(array['to_pack', 'packing']) as board_columns (board_column)
        cross join lateral private.list_unpaid_packing(board_columns.board_column) as unpaid
      ) as orders
    ),
    'windows', coalesce((
      select jsonb_agg(
        jsonb_build_object('delivery_type', each.delivery_type) || to_jsonb(windows)
        order by each.place, windows.starts_at
      )
      from unnest(array['pickup', 'delivery']) with ordinality as each (delivery_type, place)
      cross join lateral private.list_next_windows(each.delivery_type, 3) as windows
    ), '[]'),
    'sales', (select to_jsonb(sold) from private.sum_sales(private.shop_day_begins_at(), tomorrow_begins_at) as sold),
    'week_ago', (select to_jsonb(sold) from private.sum_sales(week_ago_begins_at, week_ago) as sold),
    'week_ago_whole_day', (
      select to_jsonb(sold) from private.sum_sales(week_ago_begins_at, week_ago_ends_at) as sold
    ),
    'low_stock', coalesce((
      select jsonb_agg(low order by low.left_count, low.name, low.size_label)
      from public.list_low_stock(null, 100) as low
    ), '[]'),
    'decisions', coalesce((
      select jsonb_agg(decisions order by decisions.kind) from private.list_decisions() as decisions
    ), '[]')
  );
end;
$$;

create or replace function private.packing_orders() returns table (order_id uuid, user_id uuid)
language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  if private.staff_role() is distinct from 'packer' then
    return;
  end if;
  return query
    select orders.id, orders.user_id from public.orders
    where private.is_open(orders.status)
    union
    select orders.id, orders.user_id from public.orders where orders.paid_at > now() - interval '7 days'
    union
    select orders.id, orders.user_id from public.pay_in_store_orders as chosen
    join public.orders on orders.id = chosen.order_id
    where chosen.is_waiting or chosen.chosen_at > now() - interval '7 days';
end;
$$;

comment on function private.packing_orders() is
  'For packers: the orders they may see, current ones and those paid, or chosen to be paid in the store, within the '
  'last seven days; none for everyone '
  'else. Security definer: the policies of orders call it.';
