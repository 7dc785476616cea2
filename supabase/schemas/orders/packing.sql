-- Packing: picked lines, and orders that staff have seen.
-- One row per line in the bag; deleted once the order is handed over or has ended.
create table public.picked_lines (
  order_item_id bigint primary key references public.order_items (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  picked_by uuid references public.profiles (id) on delete set null,
  picked_at timestamptz not null default now()
);
create index picked_lines_order_id on public.picked_lines (order_id);

create policy "staff read picked lines" on public.picked_lines
  for select to authenticated using ((select private.can_pack()));

-- Paid orders that staff have acknowledged; deleted together with their picks.
create table public.acknowledged_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  acknowledged_by uuid references public.profiles (id) on delete set null,
  acknowledged_at timestamptz not null default now()
);

revoke all on public.picked_lines, public.acknowledged_orders from service_role;
grant select on public.picked_lines, public.acknowledged_orders to authenticated, service_role;
create policy "staff read acknowledged orders" on public.acknowledged_orders
  for select to authenticated using ((select private.can_pack()));

-- The latest pick of a line, also if it was undone: an older one that arrives late is ignored.
create table private.pick_times (
  order_item_id bigint primary key references public.order_items (id) on delete cascade,
  picked_at timestamptz not null
);

-- Deletes what was packed of an order that ends or is handed over.
create function private.delete_picks(order_id uuid) returns void
language sql set search_path = '' as $$
  delete from public.picked_lines as packed where packed.order_id = delete_picks.order_id;
  delete from public.acknowledged_orders as acknowledged where acknowledged.order_id = delete_picks.order_id;
  delete from private.pick_times as picks using public.order_items as items
  where items.order_id = delete_picks.order_id and picks.order_item_id = items.id;
$$;
