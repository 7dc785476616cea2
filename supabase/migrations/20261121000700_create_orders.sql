-- Orders and their lines. What a browser sends as price, total, status or owner never counts:
-- triggers take them from the catalogue and the caller.
create table public.order_statuses (
  status text primary key,
  place smallint not null unique
);
comment on table public.order_statuses is 'Every status an order may have, in the order of a usual life.';
insert into public.order_statuses (status, place) values
  ('pending', 1), ('paid', 2), ('preparing', 3), ('ready', 4), ('out_for_delivery', 5),
  ('completed', 6), ('cancelled', 7), ('refunded', 8);

create table public.order_status_moves (
  from_status text not null references public.order_statuses (status),
  to_status text not null references public.order_statuses (status),
  delivery_type text check (delivery_type in ('pickup', 'delivery')),
  primary key (from_status, to_status)
);
comment on table public.order_status_moves is 'The allowed moves of an order; a trigger refuses all others.';
comment on column public.order_status_moves.delivery_type is 'The only kind of order that may make the move; null for both.';
insert into public.order_status_moves (from_status, to_status, delivery_type) values
  ('pending', 'paid', null),
  ('pending', 'cancelled', null),
  ('paid', 'preparing', null),
  ('preparing', 'ready', 'pickup'),
  ('preparing', 'out_for_delivery', 'delivery'),
  ('ready', 'completed', null),
  ('out_for_delivery', 'completed', null),
  ('paid', 'cancelled', null),
  ('preparing', 'cancelled', null),
  ('cancelled', 'refunded', null),
  ('paid', 'refunded', null),
  ('preparing', 'refunded', null),
  ('ready', 'refunded', null),
  ('out_for_delivery', 'refunded', null),
  ('completed', 'refunded', null);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  total numeric(10, 2) not null default 0 check (total >= 0),
  status text not null default 'pending' references public.order_statuses (status),
  delivery_type text not null default 'pickup' check (delivery_type in ('pickup', 'delivery')),
  delivery_address text not null default '' check (char_length(delivery_address) <= 500),
  delivery_cost numeric(10, 2) not null default 0 check (delivery_cost >= 0),
  delivery_phone_number text not null default '' check (char_length(delivery_phone_number) <= 50),
  client_secret text,
  payment_intent_id text unique,
  failure_message text,
  request_key uuid,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  constraint delivery_has_address_and_phone check (
    delivery_type = 'pickup' or (btrim(delivery_address) <> '' and btrim(delivery_phone_number) <> '')
  ),
  unique (user_id, request_key)
);
comment on table public.orders is 'One purchase; the total is the sum of its lines plus the delivery cost.';
comment on column public.orders.user_id is 'Null once the account is deleted.';
comment on column public.orders.client_secret is 'The payment intent''s secret while the order is pending; null once paid.';
comment on column public.orders.request_key is 'Chosen by the browser for one press of the button; a repeat returns the same order.';
comment on column public.orders.failure_message is 'The payment provider''s message of the last failed payment.';
create index orders_user_id on public.orders (user_id, created_at desc);
create index orders_created_at on public.orders (created_at desc);

create table public.order_items (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id bigint not null references public.products (id),
  product_name text not null,
  quantity integer not null check (quantity between 1 and 999),
  unit_price numeric(10, 2) not null check (unit_price >= 0),
  image_url text not null default ''
);
comment on table public.order_items is 'The line items of an order, with the catalogue''s name, price and picture of that moment.';
create index order_items_order_id on public.order_items (order_id);
create index order_items_product_id on public.order_items (product_id);

create table public.order_status_changes (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  from_status text,
  to_status text not null,
  changed_by uuid references public.profiles (id) on delete set null,
  changed_at timestamptz not null default now()
);
comment on table public.order_status_changes is 'Every move an order made: when, and by whom (null: the shop''s server).';
create index order_status_changes_order_id on public.order_status_changes (order_id, id);

create table private.limits (
  name text primary key,
  max_count integer not null check (max_count > 0),
  period interval not null
);
comment on table private.limits is 'How often something may be done by one person in a period; changed by the database''s owner.';
alter table private.limits enable row level security;
revoke all on private.limits from public;
insert into private.limits (name, max_count, period) values ('orders', 30, '10 minutes');

create function private.prepare_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  order_limit private.limits;
begin
  -- The shop's own programs (no signed-in caller) name the owner themselves.
  if (select auth.uid()) is not null then
    new.user_id := (select auth.uid());
    -- One lock for each person: two requests at once cannot both be the last that is allowed.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || new.user_id, 0));
    select * into order_limit from private.limits where name = 'orders';
    if (
      select count(*) from public.orders
      where user_id = new.user_id and created_at > now() - order_limit.period
    ) >= order_limit.max_count then
      raise sqlstate 'PT429' using message = 'Too many orders in a short time. Please try again later.';
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
comment on function private.prepare_order() is
  'Security definer: it counts the caller''s orders and reads private.limits.';
revoke all on function private.prepare_order() from public;
create trigger prepare_order before insert on public.orders
  for each row execute function private.prepare_order();

create function private.move_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
  ) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  if new.status = 'paid' then
    new.paid_at := now();
    new.client_secret := null;
    new.failure_message := null;
  end if;
  return new;
end;
$$;
comment on function private.move_order() is 'Security definer, so that no row rule can hide an allowed move.';
revoke all on function private.move_order() from public;
create trigger move_order before update of status on public.orders
  for each row when (old.status is distinct from new.status) execute function private.move_order();

create function private.record_status_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_status_changes (order_id, from_status, to_status, changed_by)
  values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, (select auth.uid()));
  return null;
end;
$$;
comment on function private.record_status_change() is 'Security definer: nobody may write the history by hand.';
revoke all on function private.record_status_change() from public;
create trigger record_first_status after insert on public.orders
  for each row execute function private.record_status_change();
create trigger record_status_change after update of status on public.orders
  for each row when (old.status is distinct from new.status)
  execute function private.record_status_change();

create function private.price_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent public.orders;
  product public.products;
begin
  select * into parent from public.orders where id = new.order_id for update;
  -- The owner's test comes before everything else, so that a stranger learns nothing of the order.
  if parent.id is null
    or ((select auth.uid()) is not null and parent.user_id is distinct from (select auth.uid())) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "order_items"';
  end if;
  if parent.status <> 'pending' or parent.payment_intent_id is not null then
    raise sqlstate 'PT409' using message = 'The lines of this order can no longer change.';
  end if;
  select * into product from public.products
  where id = new.product_id and archived_at is null and pictures_ready;
  if product.id is null then
    raise sqlstate 'PT409' using message = format('Product %s is not for sale.', new.product_id);
  end if;
  new.product_name := product.name;
  new.unit_price := coalesce(product.discount_price, product.price);
  new.image_url := product.img1;
  return new;
end;
$$;
comment on function private.price_order_item() is
  'Security definer: it locks the order, which the customer may not update.';
revoke all on function private.price_order_item() from public;
create trigger price_order_item before insert on public.order_items
  for each row execute function private.price_order_item();

create function private.sum_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders
  set total = orders.delivery_cost + sums.lines
  from (
    select items.order_id, sum(items.unit_price * items.quantity) as lines
    from public.order_items as items
    where items.order_id in (select added.order_id from added)
    group by items.order_id
  ) as sums
  where orders.id = sums.order_id;
  return null;
end;
$$;
comment on function private.sum_order() is 'Security definer: the customer may not update orders.';
revoke all on function private.sum_order() from public;
create trigger sum_order after insert on public.order_items
  referencing new table as added for each statement execute function private.sum_order();

create function private.archive_ordered_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.order_items where product_id = old.id) then
    return old;
  end if;
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  return null;
end;
$$;
comment on function private.archive_ordered_product() is
  'A product that was ordered is archived instead of erased. Security definer: whoever may delete a '
  'product need not be allowed to read every order.';
revoke all on function private.archive_ordered_product() from public;
create trigger archive_ordered_product before delete on public.products
  for each row execute function private.archive_ordered_product();

alter table public.order_statuses enable row level security;
revoke all on public.order_statuses from anon, authenticated;
grant select on public.order_statuses to authenticated;
create policy "signed-in people read the statuses" on public.order_statuses
  for select to authenticated using (true);

alter table public.order_status_moves enable row level security;
revoke all on public.order_status_moves from anon, authenticated;
grant select on public.order_status_moves to authenticated;
create policy "signed-in people read the allowed moves" on public.order_status_moves
  for select to authenticated using (true);

alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;
grant select on public.orders to authenticated;
-- Prices, status and owner may be named, as the specification's insert does; the trigger sets them.
grant insert (user_id, total, status, delivery_type, delivery_address, delivery_cost, delivery_phone_number, request_key)
  on public.orders to authenticated;
create policy "customers read their own orders, admins read all" on public.orders
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "customers place orders for themselves" on public.orders
  for insert to authenticated with check (user_id = (select auth.uid()));

alter table public.order_items enable row level security;
revoke all on public.order_items from anon, authenticated;
grant select on public.order_items to authenticated;
grant insert (order_id, product_id, product_name, quantity, unit_price, image_url)
  on public.order_items to authenticated;
create policy "customers read the lines of their orders, admins read all" on public.order_items
  for select to authenticated
  using (exists (select 1 from public.orders where orders.id = order_items.order_id));
create policy "customers add lines to their own orders" on public.order_items
  for insert to authenticated
  with check (exists (
    select 1 from public.orders
    where orders.id = order_items.order_id and orders.user_id = (select auth.uid())
  ));

alter table public.order_status_changes enable row level security;
revoke all on public.order_status_changes from anon, authenticated;
grant select on public.order_status_changes to authenticated;
create policy "customers read the history of their orders, admins read all" on public.order_status_changes
  for select to authenticated
  using (exists (select 1 from public.orders where orders.id = order_status_changes.order_id));
