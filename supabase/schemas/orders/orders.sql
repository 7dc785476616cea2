-- Orders and their lines. Triggers take price, total, status, and owner from catalog and caller, not from the browser.
-- These functions define each order status; tables, indexes, and app/features/orders/order-status.ts follow them.
-- Without search_path, PostgreSQL inlines them into index conditions; "return" bodies resolve names at once.

-- Returns whether the order is paid and not yet with the customer; packers see it.
create function private.is_open(status text) returns boolean
language sql immutable parallel safe
return status in ('paid', 'preparing', 'ready', 'out_for_delivery');
grant execute on function private.is_open(text) to authenticated, service_role;

-- Returns whether the customer may still change time and substitution preferences.
create function private.is_changeable(status text) returns boolean
language sql immutable parallel safe
return status in ('pending', 'paid');
grant execute on function private.is_changeable(text) to authenticated, service_role;

-- Returns whether the order is waiting to be packed or being packed.
create function private.is_packable(status text) returns boolean
language sql immutable parallel safe
return status in ('paid', 'preparing');
grant execute on function private.is_packable(text) to authenticated, service_role;

-- Returns whether the money has arrived and is with the store.
create function private.is_paid(status text) returns boolean
language sql immutable parallel safe
return status in ('paid', 'preparing', 'ready', 'out_for_delivery', 'completed');
grant execute on function private.is_paid(text) to authenticated, service_role;

-- Returns whether the order ended without a sale.
create function private.is_canceled(status text) returns boolean
language sql immutable parallel safe
return status in ('cancelled', 'refunded', 'refund_failed');
grant execute on function private.is_canceled(text) to authenticated, service_role;

-- Returns whether the order is paid and the products are still in the store.
create function private.is_in_store(status text) returns boolean
language sql immutable parallel safe
return status in ('paid', 'preparing', 'ready');
grant execute on function private.is_in_store(text) to authenticated, service_role;

-- Returns whether the order is packed and not yet with the customer, who knows: substitutions and weights are final.
create function private.is_packed(status text) returns boolean
language sql immutable parallel safe
return status in ('ready', 'out_for_delivery');
grant execute on function private.is_packed(text) to authenticated, service_role;

-- Returns whether nothing more is expected: picks are deleted, and personal data if the account is.
create function private.is_ended(status text) returns boolean
language sql immutable parallel safe
return status in ('completed', 'cancelled', 'refunded');
grant execute on function private.is_ended(text) to authenticated, service_role;

-- Every status an order may have, in the usual sequence, with its meaning. docs/how-to/add-a-status.md adds one.
create table public.order_statuses (
  status text primary key,
  place smallint not null unique,
  label text not null,
  is_changeable boolean not null generated always as (private.is_changeable(status)) stored,
  is_packable boolean not null generated always as (private.is_packable(status)) stored,
  is_open boolean not null generated always as (private.is_open(status)) stored,
  is_paid boolean not null generated always as (private.is_paid(status)) stored,
  is_canceled boolean not null generated always as (private.is_canceled(status)) stored,
  is_in_store boolean not null generated always as (private.is_in_store(status)) stored,
  is_packed boolean not null generated always as (private.is_packed(status)) stored,
  is_ended boolean not null generated always as (private.is_ended(status)) stored,
  board_column text check (board_column in ('to_pack', 'packing', 'waiting', 'done')) -- Null: not on the board.
);

insert into public.order_statuses (status, place, label, board_column) values
  ('pending', 1, 'Pending', null),
  ('paid', 2, 'Paid', 'to_pack'),
  ('preparing', 3, 'Preparing', 'packing'),
  ('ready', 4, 'Ready for pickup', 'waiting'),
  ('out_for_delivery', 5, 'Out for delivery', 'waiting'),
  ('completed', 6, 'Completed', 'done'),
  ('cancelled', 7, 'Canceled', null),
  ('refunded', 8, 'Refunded', null),
  ('refund_failed', 9, 'Refund failed', null);

grant select on public.order_statuses to authenticated;
create policy "signed-in users read the statuses" on public.order_statuses for select to authenticated using (true);

-- One purchase; private.price_order computes its total.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null, -- Null: account deleted, or point of sale.
  total numeric(10, 2) not null default 0 check (total >= 0),
  status text not null default 'pending' references public.order_statuses (status),
  delivery_type text not null default 'pickup' check (delivery_type in ('pickup', 'delivery')),
  delivery_address text not null default '' check (char_length(delivery_address) <= 500),
  delivery_cost numeric(10, 2) not null default 0 check (delivery_cost >= 0),
  delivery_phone_number text not null default '' check (char_length(delivery_phone_number) <= 50),
  client_secret text, -- The payment intent's secret while the order is pending; null once paid.
  payment_intent_id text unique,
  failure_message text, -- The payment provider's message of the last failed payment.
  request_key uuid, -- Generated by the browser for each click of the button; a repeated key returns the same order.
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  -- Amount paid or held for the order and its delivery, less the uncharged part of a hold; maintained by triggers.
  paid_amount numeric(10, 2) not null default 0 check (paid_amount >= 0),
  -- Sum of refunds of it; maintained by triggers.
  refunded_amount numeric(10, 2) not null default 0 check (refunded_amount between 0 and paid_amount),
  cancelled_by text check (cancelled_by in ('customer', 'admin', 'server')),
  -- withdrawn: by its owner before payment. no_show: not picked up and paid in the store in time.
  cancel_reason text check (cancel_reason in ('requested', 'abandoned', 'sold_out', 'withdrawn', 'no_show')),
  intent_closed_at timestamptz, -- When the intent of a canceled order was closed at the provider, or there was none.
  -- False for a delivery about which the team contacts the customer, by the zones of that day. Set by sum_order.
  delivery_included boolean not null default true,
  -- Substitution preference; null: not stated.
  substitution_preference text check (substitution_preference in ('replace', 'contact', 'leave_out')),
  note text not null default '' check (char_length(note) <= 300), -- Customer's note for the packer; a few lines.
  tax_amount numeric(10, 2) not null default 0 check (tax_amount >= 0), -- Sales tax of all lines and the delivery.
  delivery_tax_rate numeric(6, 4) not null default 0 check (delivery_tax_rate >= 0), -- Percent that day; 0: exempt.
  delivery_tax_amount numeric(10, 2) not null default 0 check (delivery_tax_amount between 0 and tax_amount),
  -- Number of the customer's exemption certificate on the day of the order.
  tax_exempt_certificate text check (char_length(tax_exempt_certificate) <= 60),
  -- Forms delivery_address, with unit, city, the store's state, and ZIP code.
  delivery_street text not null default '' check (char_length(delivery_street) <= 200),
  delivery_unit text not null default '' check (char_length(delivery_unit) <= 50),
  delivery_city text not null default '' check (char_length(delivery_city) <= 100),
  -- Decides the zone; for an address without parts, the ZIP code at its end.
  delivery_zip text not null default '' check (delivery_zip ~ '^([0-9]{5})?$'),
  driver_note text not null default '' check (char_length(driver_note) <= 300), -- Customer's note for the driver.
  discount numeric(10, 2) not null default 0 check (discount >= 0), -- On the lines: by quantity, and by the code.
  discount_code text, -- Code at that time; null if it gave no discount.
  discount_code_id bigint references public.discount_codes (id), -- Code entered, whether or not it gave a discount.
  window_starts_at timestamptz, -- Pickup or delivery time; null if none was chosen.
  window_ends_at timestamptz,
  window_reserved_until timestamptz, -- Until when a pending order's slot is reserved.
  order_number bigint generated always as identity (start with 1001) unique, -- For people; APIs and URLs use the id.
  channel text not null default 'online' check (channel in ('online', 'counter')), -- counter: made by staff for them.
  -- For point-of-sale orders, and orders paid in the store; other online orders have billing details.
  customer_name text not null default '' check (char_length(customer_name) <= 200),
  customer_email private.email_address, -- For point-of-sale orders, if the customer gave one.
  holds_payment boolean not null default false, -- Whether the card is only held until packing, if a hold lasts.
  -- Two letters: the language of the page that placed it, for its messages.
  language text not null default private.request_language() check (language ~ '^[a-z]{2}$'),
  pays_in_store boolean not null default false, -- Unpaid until the store is paid; its stock is taken, it is packed.
  constraint delivery_has_address_and_phone check (
    delivery_type = 'pickup' or user_id is null
    or (btrim(delivery_address) <> '' and btrim(delivery_phone_number) <> '')
  ),
  unique (user_id, request_key)
);
create index orders_user_id on public.orders (user_id, created_at desc);
-- Orders of one instant are sorted by number, so that a page can continue after any of them.
create index orders_created_at on public.orders (created_at desc, order_number desc);
create index orders_pending on public.orders (user_id, created_at) where status = 'pending';
create index orders_unclosed_intents on public.orders (created_at)
  where status = 'cancelled' and intent_closed_at is null and payment_intent_id is not null;
create index orders_discount_code_id on public.orders (discount_code_id, user_id) where discount_code_id is not null;
create index orders_windows on public.orders (delivery_type, window_starts_at, window_ends_at) where window_starts_at is not null;
-- A repeated request key returns the same order.
create unique index orders_counter_request_key on public.orders (request_key) where channel = 'counter';
-- For the dashboard: paid orders first, latest payment first, then pending ones.
create index orders_paid_first on public.orders (paid_at desc nulls last, created_at desc);

grant select, insert (
  user_id, total, status, delivery_type, delivery_address, delivery_cost, delivery_phone_number, request_key,
  substitution_preference, note, delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note,
  window_starts_at
) on public.orders to authenticated;
create policy "customers place orders for themselves" on public.orders
  for insert to authenticated with check (user_id = (select auth.uid()));

-- Online orders whose customer pays in the store. They are packed while pending, so their steps are stored here.
create table public.pay_in_store_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  chosen_at timestamptz not null default now(),
  pay_by timestamptz not null, -- Until when stock and slot are held.
  is_waiting boolean not null default true, -- Neither paid nor canceled yet; maintained by a trigger.
  packing_at timestamptz, -- When packing started before the payment.
  ready_at timestamptz check (ready_at is null or packing_at is not null), -- When it was ready before the payment.
  due_total numeric(10, 2) not null check (due_total >= 0), -- With substitutions and weights; by triggers.
  needs_weight boolean not null default false, -- Whether a line is not weighed yet; due_total is then the maximum.
  -- Substitutions before the payment: [{kind, quantity, name, size, replacement_name, replacement_size,
  -- replacement_quantity, less, changed_by, given_cents}].
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  packing_by uuid references public.profiles (id) on delete set null, -- Who started packing before the payment.
  ready_by uuid references public.profiles (id) on delete set null -- Staff member who made it ready before the payment.
);
create index pay_in_store_orders_packing_by on public.pay_in_store_orders (packing_by) where packing_by is not null;
create index pay_in_store_orders_ready_by on public.pay_in_store_orders (ready_by) where ready_by is not null;
create index pay_in_store_orders_waiting on public.pay_in_store_orders (pay_by) where is_waiting;
create index pay_in_store_orders_chosen_at on public.pay_in_store_orders (chosen_at);

grant select on public.pay_in_store_orders to authenticated, service_role;

-- Packers get no customer list: they see the customers of current orders, and of those of the last seven days.
-- For packers: the orders they may see, current ones and those paid, or chosen to be paid in the store, within the last
-- seven days; none for everyone else. Security definer: the policies of orders call it.
create function private.packing_orders() returns table (order_id uuid, user_id uuid)
language plpgsql stable security definer set search_path = '' rows 50 as $$
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
grant execute on function private.packing_orders() to authenticated;
create policy "users read their orders, packers open ones, managers all" on public.orders
  for select to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_session_active()))
    or (select private.can_manage())
    or id = any (array(select packing.order_id from private.packing_orders() as packing))
  );

-- Returns whether the caller may move and refund this order. Only called for orders that exist.
create function private.can_handle(order_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select private.can_manage()
    or exists (select 1 from private.packing_orders() as packing where packing.order_id = can_handle.order_id);
$$;

-- Locks an order that the caller may move and refund, or owns if is_for_owner; else PT404, or PT401 if logged out.
create function private.lock_order(order_id uuid, is_for_owner boolean default false) returns public.orders
language plpgsql set search_path = '' as $$
declare
  target public.orders;
begin
  perform private.require_session() where is_for_owner;
  select * into target from public.orders where orders.id = lock_order.order_id for update;
  perform private.reject_if(target.id is null or not private.can_handle(target.id)
    and not (is_for_owner and target.user_id is not distinct from (select auth.uid())),
    'PT404', 'This order doesn''t exist.');
  return target;
end;
$$;

-- Locks an order of the caller; PT401 after the session ended, PT404 for others.
create function private.lock_own_order(order_id uuid) returns public.orders
language plpgsql set search_path = '' as $$
declare
  target public.orders;
begin
  perform private.require_session();
  select * into target from public.orders
  where orders.id = lock_own_order.order_id and orders.user_id = (select auth.uid()) for update;
  perform private.reject_if(target.id is null, 'PT404', 'This order doesn''t exist.');
  return target;
end;
$$;

create policy "users read their own profile, staff those of their orders" on public.profiles
  for select to authenticated using (
    (id = (select auth.uid()) and (select private.is_session_active()))
    or (select private.can_manage())
    or id = any (array(select packing.user_id from private.packing_orders() as packing))
  );

-- Allowed moves of an order; a trigger rejects all others.
create table public.order_status_moves (
  from_status text not null references public.order_statuses (status),
  to_status text not null references public.order_statuses (status),
  delivery_type text check (delivery_type in ('pickup', 'delivery')), -- Which orders may move so; null: both.
  -- Callers allowed: customer (through cancel_order), admin, server (payment events, the worker).
  moved_by text[] not null default '{}'
    check (moved_by <@ array['customer', 'admin', 'server']),
  can_undo boolean not null default false, -- A step for many orders at once, and undone within 15 minutes.
  primary key (from_status, to_status)
);

insert into public.order_status_moves (from_status, to_status, delivery_type, moved_by, can_undo) values
  ('pending', 'paid', null, array['server'], false),
  ('pending', 'cancelled', null, array['customer', 'admin', 'server'], false),
  ('paid', 'preparing', null, array['admin'], true),
  ('paid', 'completed', 'pickup', array['server'], true),
  ('preparing', 'ready', 'pickup', array['admin'], true),
  ('preparing', 'out_for_delivery', 'delivery', array['admin'], true),
  ('ready', 'completed', null, array['admin'], true),
  ('out_for_delivery', 'completed', null, array['admin'], true),
  ('paid', 'cancelled', null, array['customer', 'admin', 'server'], false),
  ('preparing', 'cancelled', null, array['admin'], false),
  ('cancelled', 'refunded', null, array['server'], false),
  ('paid', 'refunded', null, array['server'], false),
  ('preparing', 'refunded', null, array['server'], false),
  ('ready', 'refunded', null, array['server'], false),
  ('out_for_delivery', 'refunded', null, array['server'], false),
  ('completed', 'refunded', null, array['server'], false),
  ('cancelled', 'refund_failed', null, array['server'], false),
  ('refunded', 'refund_failed', null, array['server'], false),
  ('refund_failed', 'refunded', null, array['server'], false);

grant select on public.order_status_moves to authenticated;
create policy "signed-in users read the allowed moves" on public.order_status_moves
  for select to authenticated using (true);

-- Line items of an order, with the catalog's name, price, and image of that moment.
create table public.order_items (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id bigint not null references public.products (id),
  product_name text not null,
  quantity integer not null check (quantity between 1 and 999),
  unit_price numeric(10, 2) not null check (unit_price >= 0),
  image_url text not null default '',
  -- How many of this line are currently taken from stock.
  stock_taken integer not null default 0 check (stock_taken between 0 and quantity),
  -- How many of this line were refunded by line; maintained by a trigger on refunds.
  refunded_quantity integer not null default 0 check (refunded_quantity between 0 and quantity),
  size_id bigint references public.product_sizes (id), -- Null for a product without sizes.
  size_label text, -- Label of the size when it was bought.
  -- Substitution preference of this line; null: as the order's.
  substitution_preference text check (substitution_preference in ('replace', 'contact', 'leave_out')),
  note text not null default '' check (char_length(note) <= 120), -- Customer's note, such as "very ripe plantain".
  tax_rate numeric(6, 4) not null default 0 check (tax_rate >= 0), -- Percent on the day of the order; 0 if exempt.
  tax_amount numeric(10, 2) not null default 0 check (tax_amount >= 0), -- Sales tax of the whole line.
  -- Discount on the whole line: by quantity, and by the code.
  discount numeric(10, 2) not null default 0 check (discount between 0 and unit_price * quantity),
  choice_ids bigint[] not null, -- Ids of public.choices, ascending; inserted as null, the defaults of the product.
  choices jsonb not null default '[]', -- [{id, group, label, price}] when ordered; in product_name and unit_price.
  pounds_each numeric(6, 2), -- About how many pounds one weighs; unit_price is the maximum. Null: by the piece.
  weight_tolerance smallint, -- Percent by which it may weigh more or less; null: by the piece.
  price_per_pound numeric(10, 2), -- Price on the day of the order; null: sold by the piece.
  packed_pounds numeric(7, 3) check (packed_pounds > 0), -- What the line weighs in the bag; null until it is weighed.
  packed_units integer, -- How many were weighed together; if another number goes into the bag, it is weighed again.
  weighed_by uuid references public.profiles (id) on delete set null, -- Staff member who weighed it.
  weighed_at timestamptz, -- When the weight became final; null: it can still change.
  -- Amount refunded because the line weighs less than its maximum, after discount and without tax.
  weight_refund numeric(10, 2) not null default 0 check (weight_refund >= 0),
  weight_tax_refund numeric(10, 2) not null default 0 check (weight_tax_refund >= 0), -- Sales tax refunded with it.
  -- Part of the discount: what a price by quantity saved when it was ordered.
  quantity_saving numeric(10, 2) not null default 0 check (quantity_saving between 0 and unit_price * quantity),
  -- Part of the line that SNAP EBT paid, after discount; no sales tax applies to it.
  ebt_amount numeric(10, 2) not null default 0 check (ebt_amount between 0 and unit_price * quantity - discount),
  pack_size text not null default '' -- Package when bought, such as "20 lb"; empty with sizes, and in older orders.
);
create index order_items_order_id on public.order_items (order_id);
create index order_items_product_id on public.order_items (product_id);
create index order_items_weighed_by on public.order_items (weighed_by) where weighed_by is not null;
create index order_items_size_id on public.order_items (size_id) where size_id is not null;

grant select, insert (
  order_id, product_id, product_name, quantity, unit_price, image_url, size_id, substitution_preference, note, choice_ids
) on public.order_items to authenticated;
create policy "customers add lines to their own orders" on public.order_items
  for insert to authenticated with check (exists (
    select 1 from public.orders
    where orders.id = order_items.order_id and orders.user_id = (select auth.uid())
  ));

-- Row policies of an order's details (lines, payments, refunds, status changes, billing) could check each row's
-- order, which takes seconds at a million orders. Instead each statement reads the caller's orders once and finds
-- their rows by the index on order_id.
--
-- Managers read all. An "or can_manage()" would prevent the index, because it holds for every row or for none and the
-- planner cannot know; a range from the minimum to the maximum id can use it like a list of ids. For everyone else both
-- ends are null and the range is empty. The range covers two columns, so that the planner expects few rows.

-- Returns the caller's orders. Security definer: otherwise the policies of orders would run again for each.
create function private.own_order_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' rows 10 as $$
begin
  return query
  select orders.id from public.orders
  where orders.user_id = (select auth.uid()) and (select private.is_session_active());
end;
$$;
grant execute on function private.own_order_ids() to authenticated;

-- Returns the status of an order of the caller; null for others. Security definer, as private.own_order_ids.
create function public.own_order_status(order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select orders.status from public.orders
    where orders.id = own_order_status.order_id and orders.user_id = auth.uid() and private.is_session_active()
  );
end;
$$;
grant execute on function public.own_order_status(uuid) to authenticated;

-- Returns the caller's orders, and for a packer those to be packed. Details of all others are for managers.
create function private.shown_order_ids() returns setof uuid
language plpgsql stable set search_path = '' rows 10 as $$
begin
  return query select private.own_order_ids();
  return query select packing.order_id from private.packing_orders() as packing;
end;
$$;
grant execute on function private.shown_order_ids() to authenticated;

-- For managers: the first order they may read; null for everyone else.
create function private.min_order_id() returns uuid
language sql stable
return case when private.can_manage() then '00000000-0000-0000-0000-000000000000'::uuid end;
grant execute on function private.min_order_id() to authenticated;

-- For managers: the last order they may read; null for everyone else.
create function private.max_order_id() returns uuid
language sql stable
return case when private.can_manage() then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end;
grant execute on function private.max_order_id() to authenticated;
create policy "lines are read by whoever reads their order" on public.order_items
  for select to authenticated using (order_id = any (array(select private.shown_order_ids())) or (
    order_id between (select private.min_order_id()) and (select private.max_order_id())
    and id between 0 and (select case when private.can_manage() then 9223372036854775807 end)
  ));
create policy "payment in the store is read by whoever reads the order" on public.pay_in_store_orders
  for select to authenticated using (order_id = any (array(select private.shown_order_ids())) or (
    order_id between (select private.min_order_id()) and (select private.max_order_id())
    and chosen_at between '-infinity' and (select case when private.can_manage() then 'infinity'::timestamptz end)
  ));

-- Every status change of an order: when, and by whom (null: the server).
create table public.order_status_changes (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  from_status text references public.order_statuses (status),
  to_status text not null references public.order_statuses (status),
  changed_by uuid references public.profiles (id) on delete set null,
  changed_at timestamptz not null default now()
);
create index order_status_changes_order_id on public.order_status_changes (order_id, id);

grant select on public.order_status_changes to authenticated;
create policy "status changes are read by whoever reads its order" on public.order_status_changes
  for select to authenticated using (order_id = any (array(select private.shown_order_ids())) or (
    order_id between (select private.min_order_id()) and (select private.max_order_id())
    and id between 0 and (select case when private.can_manage() then 9223372036854775807 end)
  ));

create function private.write_delivery_phone(new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  digits text := private.phone_digits(new.delivery_phone_number);
begin
  -- The table's check decides whether a number is needed. An unreadable one that shoppers confirm stays as typed.
  if digits is not null then
    new.delivery_phone_number := regexp_replace(digits, '^(...)(...)(....)$', '(\1) \2-\3');
  elsif new.channel = 'counter' and btrim(new.delivery_phone_number) <> '' then
    raise invalid_parameter_value using message = 'Phone number must be 10 digits';
  end if;
  return new;
end;
$$;

create function private.prepare_order(new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  is_one_too_many boolean;
  has_pending boolean;
  started public.orders;
begin
  -- The store's own programs (no logged-in caller) set the owner themselves; point-of-sale orders have none.
  if new.channel = 'counter' then
    new.user_id := null;
    new.created_at := now();
  elsif auth.uid() is not null then
    new.user_id := auth.uid();
    -- One lock per customer: two requests at once cannot both be the last allowed.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || new.user_id, 0));
    select
      (
        select count(*) from public.orders where user_id = new.user_id and created_at > now() - limits.period
      ) >= limits.max_count,
      exists (select from public.orders where user_id = new.user_id and status = 'pending')
    into is_one_too_many, has_pending
    from private.limits where limits.name = 'orders';
    if is_one_too_many then
      raise sqlstate 'PT429' using message = 'Too many orders in a short time. Try again later.';
    end if;
    if has_pending then
      -- A repeated request finds its order and must not replace it. Without a key, nothing is a repeat.
      update public.orders set status = 'cancelled', cancel_reason = 'withdrawn'
      where user_id = new.user_id and status = 'pending' and payment_intent_id is null
        and (request_key = new.request_key) is not true and not pays_in_store;
      select * into started from public.orders
      where user_id = new.user_id and status = 'pending' and (request_key = new.request_key) is not true
        and not pays_in_store
      limit 1;
      if started.id is not null then
        raise sqlstate 'PT423' using message = 'The payment of an earlier order has started.',
          detail = jsonb_build_object('order_id', started.id)::text;
      end if;
    end if;
    new.created_at := now();
  end if;
  -- place_order adds the lines, for which sum_order then computes the total, in the same transaction.
  if (current_setting('shop.fills_order', true) = new.request_key::text) is not true then
    new.total := 0;
  end if;
  new.status := 'pending';
  new.delivery_cost := 0;
  new.delivery_address := btrim(new.delivery_address);
  new.delivery_phone_number := btrim(new.delivery_phone_number);
  new.client_secret := null;
  new.payment_intent_id := null;
  new.failure_message := null;
  new.paid_at := null;
  -- Money, whatever values the insert contains.
  new.paid_amount := 0;
  new.refunded_amount := 0;
  new.cancelled_by := null;
  new.cancel_reason := null;
  new.intent_closed_at := null;
  new.tax_amount := 0;
  new.delivery_tax_rate := 0;
  new.delivery_tax_amount := 0;
  new.tax_exempt_certificate := null;
  new.holds_payment := false;
  new.pays_in_store := false;
  return new;
end;
$$;

-- Returns whether this undoes staff's last move within 15 minutes. Security definer, as guard_order_move.
create function private.is_status_undo(order_id uuid, from_status text, to_status text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.acting_as() = 'admin' and exists (
    select from (
      select * from public.order_status_changes as changes
      where changes.order_id = is_status_undo.order_id order by changes.id desc limit 1
    ) as moved
    -- An undo is not itself an allowed move, so it cannot be undone.
    join public.order_status_moves as moves
      on moves.from_status = moved.from_status and moves.to_status = moved.to_status and moves.can_undo
    where moved.from_status = is_status_undo.to_status and moved.to_status = is_status_undo.from_status
      and moved.changed_by is not null and moved.changed_at > now() - interval '15 minutes'
  );
$$;

create function private.protect_paid_order(old public.orders) returns void
language sql stable set search_path = '' as $$
  select private.reject_if(old.payment_intent_id is not null, 'PT409', 'An order with a payment cannot be erased.');
$$;

-- Keeps what was ordered and its price. Also applies to the server.
create function private.guard_order_item(old public.order_items, new public.order_items) returns void
language plpgsql set search_path = '' as $$
declare
  changing constant text[] := array[
    'substitution_preference', 'note', 'stock_taken', 'refunded_quantity', 'packed_pounds', 'packed_units', 'weighed_by',
    'weighed_at', 'weight_refund', 'weight_tax_refund'
  ];
begin
  if to_jsonb(old) - changing is distinct from to_jsonb(new) - changing and exists (
    select 1 from public.orders
    where orders.id = old.order_id and (
      orders.payment_intent_id is not null or orders.status <> 'pending' or (
        orders.pays_in_store
        -- record_store_tenders applies substitutions and weights, and takes the tax off what SNAP EBT pays.
        and current_setting('shop.changes_order', true) is distinct from orders.id::text
      )
    )
  ) then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
end;
$$;

-- Fixes what a line saves when it is ordered, like its price.
create function private.set_quantity_saving(new public.order_items) returns public.order_items
language plpgsql set search_path = '' as $$
begin
  -- At the point of sale, staff may have given a lower price; from anyone else the saving is not read.
  if new.quantity_saving <> 0 then
    if exists (select from public.orders where orders.id = new.order_id and orders.channel = 'counter') then
      return new;
    end if;
  end if;
  new.quantity_saving := private.quantity_saving(new.product_id, new.size_id, new.quantity);
  return new;
end;
$$;
