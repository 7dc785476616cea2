-- Stock movements: one append-only ledger of what staff did to stock, with cost. Order lines have the sales.
-- Deliveries that the store received from suppliers; written by receive_delivery.
create table public.supplier_deliveries (
  id bigint generated always as identity primary key,
  supplier_id bigint references public.suppliers (id),
  reference text not null default '' check (char_length(reference) <= 60), -- Number of the invoice or delivery note.
  note text not null default '' check (char_length(note) <= 300),
  request_key uuid not null unique,
  request_hash text not null default '', -- Distinguishes a repeated request from a different one with the same key.
  received_at timestamptz not null default now(),
  received_by uuid references public.profiles (id) on delete set null,
  undone_at timestamptz, -- When it was undone; its lines then no longer count.
  undone_by uuid references public.profiles (id) on delete set null
);
create index supplier_deliveries_supplier on public.supplier_deliveries (supplier_id);
create index supplier_deliveries_received_by on public.supplier_deliveries (received_by);
create index supplier_deliveries_undone_by on public.supplier_deliveries (undone_by);

create policy "managers read the deliveries" on public.supplier_deliveries
  for select to authenticated using ((select private.can_manage()));

-- Products and sizes of a delivery. A line with a best-before date is a batch.
create table public.supplier_delivery_lines (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references public.supplier_deliveries (id),
  product_id bigint not null references public.products (id),
  size_id bigint,
  quantity integer not null check (quantity between 1 and 99999),
  unit_cost numeric(10, 2) check (unit_cost >= 0 and unit_cost <> 'NaN'), -- Dollars for one unit; null if unknown.
  best_before date, -- Last day on which it may be sold; null: none.
  -- Set if counting started with this line: what the product was before.
  availability_before text check (availability_before in ('available', 'sold_out')),
  closed_at timestamptz, -- When staff stated that nothing of the batch is left.
  constraint received_size_of_its_product foreign key (product_id, size_id)
    references public.product_sizes (product_id, id)
);
create index supplier_delivery_lines_delivery on public.supplier_delivery_lines (delivery_id);
create index supplier_delivery_lines_item on public.supplier_delivery_lines (product_id, size_id, id);
create index supplier_delivery_lines_batches on public.supplier_delivery_lines (product_id, size_id, best_before)
  where best_before is not null and closed_at is null;

create policy "managers read the lines of deliveries" on public.supplier_delivery_lines
  for select to authenticated using ((select private.can_manage()));

-- Accepted counts of stock; written by accept_stock_count.
create table public.stock_counts (
  id bigint generated always as identity primary key,
  note text not null default '' check (char_length(note) <= 300),
  request_key uuid not null unique,
  request_hash text not null default '', -- Distinguishes a repeated request from a different one with the same key.
  accepted_at timestamptz not null default now(),
  accepted_by uuid references public.profiles (id) on delete set null
);
create index stock_counts_accepted_by on public.stock_counts (accepted_by);

create policy "managers read the counts" on public.stock_counts
  for select to authenticated using ((select private.can_manage()));

-- Counted products and sizes, also those without a difference.
create table public.stock_count_lines (
  id bigint generated always as identity primary key,
  count_id bigint not null references public.stock_counts (id),
  product_id bigint not null references public.products (id),
  size_id bigint,
  counted integer not null check (counted between 0 and 99999),
  -- Units on the shelf by the store's books when the line was counted, with those of paid orders not picked yet.
  expected integer not null check (expected >= 0),
  unit_cost numeric(10, 2) check (unit_cost >= 0 and unit_cost <> 'NaN'), -- Last cost at that time; null if unknown.
  constraint one_line_per_counted_item unique nulls not distinct (count_id, product_id, size_id),
  constraint counted_size_of_its_product foreign key (product_id, size_id)
    references public.product_sizes (product_id, id)
);
create index stock_count_lines_item on public.stock_count_lines (product_id, size_id);

create policy "managers read the lines of counts" on public.stock_count_lines
  for select to authenticated using ((select private.can_manage()));

-- Append-only ledger: deliveries, counts, waste, theft, own use, corrections, edits of the count, and what was undone.
create table public.stock_movements (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  size_id bigint,
  -- edited: the count was typed in the product form, the product table, or an import, or set to zero while packing.
  kind text not null check (kind in (
    'received', 'undone', 'counted', 'waste', 'theft', 'own_use', 'correction', 'edited'
  )),
  quantity integer not null check (quantity <> 0), -- Units in (positive) or out (negative).
  stock_change integer not null, -- Of the count: the quantity; 0 if not counted; less if it would fall below zero.
  stock_after integer check (stock_after >= 0), -- Stock after it; null if the product is not counted.
  -- Cost of one unit in dollars, of the delivery or the last one; null if unknown.
  unit_cost numeric(10, 2) check (unit_cost >= 0 and unit_cost <> 'NaN'),
  note text not null default '' check (char_length(note) <= 300),
  delivery_line_id bigint references public.supplier_delivery_lines (id), -- Of a delivery, or batch taken off sale.
  count_id bigint references public.stock_counts (id),
  reverses_id bigint unique references public.stock_movements (id), -- The movement that it undoes.
  request_key uuid unique,
  staff_id uuid references public.profiles (id) on delete set null,
  staff_name text not null, -- Name of the person at that moment.
  moved_at timestamptz not null default now(),
  constraint moved_size_of_its_product foreign key (product_id, size_id)
    references public.product_sizes (product_id, id) on delete cascade
);
create index stock_movements_item on public.stock_movements (product_id, size_id, id);
create index stock_movements_moved_at on public.stock_movements (moved_at);
create index stock_movements_staff on public.stock_movements (staff_id);
create index stock_movements_delivery_line on public.stock_movements (delivery_line_id);
create index stock_movements_count on public.stock_movements (count_id);

revoke all on public.supplier_deliveries, public.supplier_delivery_lines, public.stock_counts, public.stock_count_lines,
  public.stock_movements from service_role;
grant select on public.supplier_deliveries, public.supplier_delivery_lines, public.stock_counts, public.stock_count_lines,
  public.stock_movements to authenticated;
create policy "managers read the stock movements" on public.stock_movements
  for select to authenticated using ((select private.can_manage()));

create trigger protect_stock_movements
  before update of id, product_id, size_id, kind, quantity, stock_change, stock_after, unit_cost, delivery_line_id, count_id,
    reverses_id, staff_name, moved_at on public.stock_movements
  for each row execute function private.reject_change(
    'PT409', 'Stock movements can''t be changed. Undo them, or add a correction.'
  );

-- Archives what was ordered, received, or counted instead of deleting it. Security definer: it reads every order.
create function private.archive_used_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  item constant text := case tg_table_name when 'products' then 'product_id' else 'size_id' end;
  is_used boolean;
begin
  execute format('select exists (select from public.order_items where %1$I = $1)
    or exists (select from public.substitutions where replacement_%1$s = $1)
    or exists (select from public.stock_movements where %1$I = $1 and kind <> ''edited'')
    or exists (select from public.stock_count_lines where %1$I = $1)', item) into is_used using old.id;
  if not is_used then
    return old;
  end if;
  execute format('update public.%I set archived_at = now() where id = $1 and archived_at is null', tg_table_name)
  using old.id;
  return null;
end;
$$;
create trigger archive_used_item before delete on public.products
  for each row execute function private.archive_used_item();
create trigger archive_used_item before delete on public.product_sizes
  for each row execute function private.archive_used_item();

create function private.require_stock_manager() returns void
language sql stable set search_path = '' as $$
  select private.require_session();
  select private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can see stock and costs.');
$$;

-- Returns name or address of the caller, for entries that outlive the account. Security definer: it reads accounts.
create function private.caller_name() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select coalesce(nullif(btrim(profiles.name), ''), nullif(users.email, ''), users.phone)
    from auth.users as users left join public.profiles on profiles.id = users.id
    where users.id = (select auth.uid())
  ), 'The store''s server');
$$;

-- Returns the last unit cost before a time, or else the first after it; null if none is known. Only for managers.
create function private.last_cost(product_id bigint, size_id bigint, at timestamptz default null) returns numeric
language sql stable
return (
  select lines.unit_cost
  from public.supplier_delivery_lines as lines
  join public.supplier_deliveries as deliveries on deliveries.id = lines.delivery_id
  where lines.product_id = last_cost.product_id and lines.size_id is not distinct from last_cost.size_id
    and lines.unit_cost is not null and deliveries.undone_at is null
  order by deliveries.received_at > last_cost.at is true,
    case when deliveries.received_at > last_cost.at then deliveries.received_at end,
    deliveries.received_at desc, lines.id desc
  limit 1
);

-- Lists units of paid orders that are not picked, of one item or all: on the shelf, but no longer in the count.
create function private.list_reserved(product_id bigint default null, size_id bigint default null)
returns table (item_product_id bigint, item_size_id bigint, reserved_count integer)
language sql stable rows 100 as $$
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
    where line.quantity > 0 group by line.order_item_id
  ), changed as (
    select changes.order_item_id, sum(changes.quantity) as quantity
    from packed join public.substitutions as changes on changes.order_id = packed.id
    where changes.settled_at is null or changes.kind = 'replaced' group by changes.order_item_id
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
$$;

-- Raises an error if stock of this product and size can't move.
create function private.require_size(product_id bigint, size_id bigint) returns void
language plpgsql stable set search_path = '' as $$
declare
  product public.products;
begin
  select * into product from public.products where products.id = require_size.product_id;
  if product.id is null then
    raise sqlstate 'PT404' using message = 'A product no longer exists. Remove its line.';
  elsif size_id is null and product.sizes <> '[]' then
    perform private.raise_error('PT404', '{product} comes in sizes. Choose one.', product.name);
  elsif require_size.size_id is not null and not exists (
    select from public.product_sizes as sizes
    where sizes.id = require_size.size_id and sizes.product_id = product.id and sizes.archived_at is null
  ) then
    perform private.raise_error('PT404', 'This size of {product} no longer exists. Remove its line.', product.name);
  end if;
end;
$$;

-- Locks [{product_id, size_id}] before their stock moves.
create function private.lock_items(items jsonb) returns void
language sql set search_path = '' as $$
  select private.lock_products(array_agg(line.product_id), array_agg(line.size_id))
  from jsonb_to_recordset(lock_items.items) as line (product_id bigint, size_id bigint);
$$;

-- Writes a count for a movement. Call it with the item locked.
create function private.write_stock(product_id bigint, size_id bigint, stock_count integer) returns void
language plpgsql set search_path = '' as $$
begin
  -- The trigger after_stock_write records every other change.
  perform set_config('shop.stock_source', 'movement', true);
  if size_id is null then
    insert into public.product_stock as stock (product_id, stock_count)
    values (product_id, stock_count)
    on conflict on constraint product_stock_pkey do update set stock_count = excluded.stock_count;
  else
    insert into public.size_stock as stock (size_id, stock_count) values (size_id, stock_count)
    on conflict on constraint size_stock_pkey do update set stock_count = excluded.stock_count;
  end if;
  perform set_config('shop.stock_source', '', true);
end;
$$;

-- Changes availability and returns what it was. Call it with the item locked.
create function private.set_availability(product_id bigint, size_id bigint, availability text) returns text
language plpgsql set search_path = '' as $$
declare
  before text;
begin
  if size_id is null then
    before := (select products.availability from public.products where products.id = set_availability.product_id);
    update public.products set availability = set_availability.availability
    where products.id = set_availability.product_id;
  else
    before := (select sizes.availability from public.product_sizes as sizes where sizes.id = set_availability.size_id);
    update public.product_sizes as sizes set availability = set_availability.availability
    where sizes.id = set_availability.size_id;
  end if;
  return before;
end;
$$;

-- Writes a movement and changes the count by it; by stock_change, if that is given. 409 below zero, unless clamped.
-- Call it with the item locked. Security definer: callers may not write movements directly.
create function private.move_stock(
  product_id bigint, size_id bigint, kind text, quantity integer, unit_cost numeric default null, note text default null,
  delivery_line_id bigint default null, count_id bigint default null, reverses_id bigint default null,
  request_key uuid default null, stock_change integer default null, is_clamped boolean default false
) returns public.stock_movements
language plpgsql security definer set search_path = '' as $$
declare
  moved public.stock_movements;
  left_count constant integer := private.stock_left(product_id, size_id);
  change constant integer := case when left_count is null then 0 else coalesce(
    stock_change, case when is_clamped then greatest(quantity, -left_count) else quantity end
  ) end;
begin
  if left_count + change < 0 then
    perform private.raise_error('PT409', '{item}: only {count} in stock.', jsonb_build_object(
      'item', private.item_title(product_id, size_id), 'count', left_count
    ));
  end if;
  if change <> 0 then
    perform private.write_stock(product_id, size_id, left_count + change);
  end if;
  insert into public.stock_movements (
    product_id, size_id, kind, quantity, stock_change, stock_after, unit_cost, note, delivery_line_id, count_id,
    reverses_id, request_key, staff_id, staff_name
  ) values (
    move_stock.product_id, move_stock.size_id, move_stock.kind, move_stock.quantity, change, left_count + change,
    coalesce(move_stock.unit_cost, private.last_cost(move_stock.product_id, move_stock.size_id)),
    coalesce(btrim(move_stock.note), ''), move_stock.delivery_line_id, move_stock.count_id, move_stock.reverses_id,
    move_stock.request_key, (select auth.uid()), private.caller_name()
  ) returning * into moved;
  return moved;
end;
$$;

-- Undoes a movement with one of its own. Call it with the item locked.
create function private.reverse_movement(moved public.stock_movements) returns public.stock_movements
language sql
return private.move_stock(
  moved.product_id, moved.size_id, 'undone', -moved.quantity, moved.unit_cost,
  delivery_line_id => moved.delivery_line_id, reverses_id => moved.id, stock_change => -moved.stock_change
);

-- Records a count that a person changed, unless shop.stock_source is set. Security definer, as private.move_stock.
create function private.after_stock_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  before constant integer := case when tg_op = 'INSERT' then 0 else old.stock_count end;
  after constant integer := case when tg_op = 'DELETE' then 0 else new.stock_count end;
  product bigint := (row ->> 'product_id')::bigint;
  size constant bigint := (row ->> 'size_id')::bigint;
begin
  if size is not null then
    product := (select sizes.product_id from public.product_sizes as sizes where sizes.id = size);
  end if;
  -- record_stock and record_size_stock do so for all new and updated rows at once.
  if tg_op = 'DELETE' and size is null then
    perform private.refresh_sold_out(array[product]);
  elsif tg_op = 'DELETE' then
    perform private.refresh_sizes(array[product]);
  end if;
  if before = after or auth.uid() is null or current_setting('shop.stock_source', true) <> ''
    -- The count of a deleted product goes with it.
    or not exists (select from public.products where products.id = product) then
    return null;
  end if;
  insert into public.stock_movements (
    product_id, size_id, kind, quantity, stock_change, stock_after, unit_cost, staff_id, staff_name
  ) values (
    product, size, 'edited', after - before, after - before, after, private.last_cost(product, size),
    (select auth.uid()), private.caller_name()
  );
  return null;
end;
$$;
create trigger after_stock_write after insert or update or delete on public.product_stock
  for each row execute function private.after_stock_write();
create trigger after_stock_write after insert or update or delete on public.size_stock
  for each row execute function private.after_stock_write();

create type private.stock_item as (
  product_id bigint, size_id bigint, name text, size_label text, category text, image_url text, is_hidden boolean,
  price numeric, stock_count integer, reserved_count integer, last_cost numeric, last_movement_id bigint
);
comment on type private.stock_item is
  'Stock of a product or size. May be null: size_id, size_label, stock_count, last_cost, last_movement_id.';

-- For managers: stock of [{product_id, size_id}] now. stock_count is null if not counted; reserved_count is what of
-- paid orders is still on the shelf; accept_stock_count takes last_movement_id. Security definer: it reads costs.
create function public.read_stock_items(items jsonb) returns setof private.stock_item
language sql stable security definer set search_path = '' as $$
  select private.require_stock_manager();
  select private.reject_if(not private.is_list(items, 0, 500), '22023', '500 products at most at once.');
  select products.id, sizes.id, products.name, sizes.label, products.category, products.img1,
    products.archived_at is not null, private.current_price(products.id, sizes.id),
    private.stock_left(products.id, sizes.id), coalesce(reserved.reserved_count, 0),
    private.last_cost(products.id, sizes.id), (
      select max(moved.id) from public.stock_movements as moved
      where moved.product_id = products.id and moved.size_id is not distinct from sizes.id
    )
  from rows from (jsonb_to_recordset(read_stock_items.items) as (product_id bigint, size_id bigint))
    with ordinality as requested (product_id, size_id, place)
  join public.products on products.id = requested.product_id
  left join public.product_sizes as sizes
    on sizes.product_id = products.id and sizes.id = requested.size_id and sizes.archived_at is null
  left join private.list_reserved() as reserved
    on reserved.item_product_id = products.id and reserved.item_size_id is not distinct from sizes.id
  where (requested.size_id is null and products.sizes = '[]') or sizes.id is not null
  order by requested.place;
$$;
grant execute on function public.read_stock_items(jsonb) to authenticated;

-- For managers: items with these words in their name, this barcode, or SKU. Security definer, as read_stock_items.
create function public.find_stock_items(words text) returns setof private.stock_item
language sql stable security definer set search_path = '' as $$
  select private.require_stock_manager();
  select * from public.read_stock_items((
    select coalesce(jsonb_agg(to_jsonb(rows) order by rows.name, rows.product_id, rows.position), '[]')
    from (
      select products.id as product_id, sizes.id as size_id, products.name, sizes.position
      from (
        select matches.* from public.find_products(find_stock_items.words) as matches
        order by matches.archived_at is not null, matches.name limit 12
      ) as products
      left join public.product_sizes as sizes on sizes.product_id = products.id and sizes.archived_at is null
      where sizes.id is not null or products.sizes = '[]'
      order by products.name, sizes.position limit 40
    ) as rows
  ));
$$;
grant execute on function public.find_stock_items(text) to authenticated;

-- For managers: moves units out of stock (negative) as waste, theft, or own_use, or either way as a correction. Returns
-- the movement, the same for a request key; 409 below zero, or for another request. Security definer, as move_stock.
create function public.adjust_stock(
  product_id bigint, size_id bigint, kind text, quantity integer, note text, request_key uuid
) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  movement public.stock_movements;
begin
  perform private.require_stock_manager();
  perform private.reject_if(request_key is null, '22023', 'A request key is required.');
  perform private.reject_if(coalesce(kind, '') not in ('waste', 'theft', 'own_use', 'correction'),
    '22023', 'Choose a reason.');
  perform private.reject_if(coalesce(quantity, 0) = 0 or abs(quantity) > 99999
    or (kind <> 'correction' and quantity > 0), '22023', 'Enter a number of units, 99,999 at most.');
  perform private.reject_if(char_length(note) > 300, '22023', '300 characters at most.');
  perform private.require_size(product_id, size_id);
  perform private.lock_products(array[product_id], array[size_id]);
  select * into movement from public.stock_movements as moved where moved.request_key = adjust_stock.request_key;
  if (movement.product_id, coalesce(movement.size_id, 0), movement.kind, movement.quantity, movement.note) <> (
    product_id, coalesce(size_id, 0), kind, quantity, coalesce(btrim(note), '')
  ) then
    raise sqlstate 'PT409' using message = 'This was saved before your last change. Check the stock history.';
  elsif movement.id is not null then
    return movement.id;
  end if;
  movement := private.move_stock(product_id, size_id, kind, quantity, note => note, request_key => request_key);
  perform private.add_to_audit_log(
    'stock', private.item_title(movement.product_id, movement.size_id), null,
    jsonb_build_object('reason', movement.kind, 'units', movement.quantity, 'note', movement.note)
  );
  return movement.id;
end;
$$;
grant execute on function public.adjust_stock(bigint, bigint, text, integer, text, uuid) to authenticated;

-- For managers: reverses what adjust_stock and take_off_sale moved, once; reopens the batch. Security definer, as they.
create function public.undo_stock_movement(movement_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.stock_movements;
  reversal public.stock_movements;
begin
  perform private.require_stock_manager();
  select * into target from public.stock_movements as moved where moved.id = undo_stock_movement.movement_id;
  perform private.reject_if(target.id is null or target.kind not in ('waste', 'theft', 'own_use', 'correction'),
    'PT404', 'This entry can''t be undone.');
  perform private.lock_products(array[target.product_id], array[target.size_id]);
  if exists (select from public.stock_movements as moved where moved.reverses_id = target.id) then
    return;
  end if;
  reversal := private.reverse_movement(target);
  update public.supplier_delivery_lines as lines set closed_at = null where lines.id = target.delivery_line_id;
  perform private.add_to_audit_log(
    'stock', private.item_title(target.product_id, target.size_id), null,
    jsonb_build_object('reason', 'undone', 'units', reversal.quantity)
  );
end;
$$;
grant execute on function public.undo_stock_movement(bigint) to authenticated;
