-- Batches: received lines with a best-before date. What is left of each is estimated: the earliest date is sold first.

-- Returns the current day in the store's time zone.
create function private.store_day() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone store_settings.time_zone)::date from public.store_settings;
$$;

-- Lists open batches, of one item or all, by date. left_count is an estimate: what is on the shelf (stock, and units of
-- paid orders that are not picked) is of the latest dates, because the earliest are sold first. Null if not counted.
create function private.list_batches(product_id bigint default null, size_id bigint default null)
returns table (
  batch_id bigint, item_product_id bigint, item_size_id bigint, best_before date, quantity integer, unit_cost numeric,
  stock_count integer, left_count integer
)
language sql stable set search_path = '' as $$
  with lines as (
    select line.id, line.product_id, line.size_id, line.best_before, line.quantity, line.unit_cost,
      sum(line.quantity) over (
        partition by line.product_id, line.size_id order by line.best_before desc, line.id desc
      ) as quantity_from_last
    from public.supplier_delivery_lines as line
    join public.supplier_deliveries as deliveries on deliveries.id = line.delivery_id
    join public.products on products.id = line.product_id
    where line.best_before is not null and line.closed_at is null and deliveries.undone_at is null
      and products.archived_at is null
      -- Older ones are no longer on the shelf, whatever the count says.
      and line.best_before >= private.store_day() - 365
      and (list_batches.product_id is null or (
        line.product_id = list_batches.product_id and line.size_id is not distinct from list_batches.size_id
      ))
  ), items as materialized (
    select item.product_id, item.size_id, coalesce(reserved.reserved_count, 0) as reserved_count,
      -- Same stock as private.stock_left. Calling it for each item is too slow in a large store.
      case when private.is_counted(products, sizes.*) then coalesce(
        case when sizes.id is null then stock.stock_count else size_stock.stock_count end, 0
      ) end as stock_count
    from (select distinct lines.product_id, lines.size_id from lines) as item
    join public.products on products.id = item.product_id
    left join public.product_stock as stock on stock.product_id = item.product_id
    left join public.product_sizes as sizes on sizes.id = item.size_id and sizes.product_id = item.product_id
    left join public.size_stock on size_stock.size_id = sizes.id
    left join private.list_reserved(list_batches.product_id, list_batches.size_id) as reserved
      on reserved.item_product_id = item.product_id and reserved.item_size_id is not distinct from item.size_id
  )
  select lines.id, lines.product_id, lines.size_id, lines.best_before, lines.quantity, lines.unit_cost, items.stock_count,
    case when items.stock_count is not null then least(
      lines.quantity,
      greatest(0, items.stock_count + items.reserved_count - (lines.quantity_from_last - lines.quantity))
    )::integer end
  from lines
  join items on items.product_id = lines.product_id and items.size_id is not distinct from lines.size_id
  order by lines.best_before, lines.id;
$$;

create function public.list_batches(max_days integer default 14)
returns table (
  id bigint, product_id bigint, size_id bigint, name text, size_label text, has_sizes boolean, best_before date,
  days_left integer, quantity integer, stock_count integer, left_count integer, unit_cost numeric, price numeric,
  current_price numeric, offer_ends_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select private.require_stock_manager();
  select batches.batch_id, products.id, sizes.id, products.name, sizes.label, products.sizes <> '[]', batches.best_before,
    batches.best_before - private.store_day(), batches.quantity, batches.stock_count, batches.left_count,
    batches.unit_cost,
    -- The cost is for a piece, but the price of a product sold by weight is per pound.
    round(coalesce(sizes.price, products.price) * coalesce(products.pounds_each, 1), 2),
    round(private.current_price(products.id, sizes.id) * coalesce(products.pounds_each, 1), 2), (
      select max(offers.ends_at) from public.offers
      where offers.product_id = products.id and offers.ends_at > now()
    )
  from private.list_batches() as batches
  join public.products on products.id = batches.item_product_id
  left join public.product_sizes as sizes on sizes.id = batches.item_size_id
  where coalesce(batches.left_count, 1) > 0
    and batches.best_before <= private.store_day() + least(greatest(list_batches.max_days, 0), 365)
    and (sizes.id is null or sizes.archived_at is null)
  order by batches.best_before, products.name, batches.batch_id limit 500;
$$;
comment on function public.list_batches(integer) is 'For managers: batches past their date or to be sold within so '
  'many days, the earliest first. prices are for one piece, also by weight; left_count is an estimate, null if not '
  'counted; days_left is 0 on the last day, negative past it. Security definer: it reads costs and orders. May be '
  'null: size_id, size_label, stock_count, left_count, unit_cost, offer_ends_at.';
grant execute on function public.list_batches(integer) to authenticated;

create function private.lock_batch(batch_id bigint) returns public.supplier_delivery_lines
language sql set search_path = '' as $$
  select private.reject_if(not exists (
    select from public.supplier_delivery_lines as line
    where line.id = lock_batch.batch_id and line.best_before is not null
  ), 'PT404', 'This batch doesn''t exist.');
  select private.lock_products(array[line.product_id], array[line.size_id])
  from public.supplier_delivery_lines as line where line.id = lock_batch.batch_id;
  select * from public.supplier_delivery_lines as line where line.id = lock_batch.batch_id;
$$;

-- For managers: moves what is left of a batch past its date out of stock as waste, and closes the batch. The same
-- request key does so once; undo_stock_movement reverses it. Security definer: callers may not write movements.
create function public.take_off_sale(batch_id bigint, request_key uuid, out movement_id bigint, out quantity integer)
language plpgsql security definer set search_path = '' as $$
declare
  batch public.supplier_delivery_lines;
  movement public.stock_movements;
  item jsonb;
begin
  perform private.require_stock_manager();
  perform private.reject_if(request_key is null, '22023', 'A request key is required.');
  batch := private.lock_batch(batch_id);
  select * into movement from public.stock_movements as moved where moved.request_key = take_off_sale.request_key;
  movement_id := movement.id;
  quantity := -movement.quantity;
  if movement_id is not null then
    return;
  end if;
  perform private.reject_if(batch.best_before >= private.store_day(), 'PT409', 'This batch is not past its date.');
  item := jsonb_build_object('item', private.item_title(batch.product_id, batch.size_id));
  perform private.reject_if(private.stock_left(batch.product_id, batch.size_id) is null,
    'PT409', '{item} is not counted. Mark it as sold out on its product page, or count it.', item);
  quantity := (
    select least(batches.left_count, batches.stock_count)
    from private.list_batches(batch.product_id, batch.size_id) as batches where batches.batch_id = batch.id
  );
  perform private.reject_if(coalesce(quantity, 0) = 0,
    'PT409', '{item}: nothing of this batch is left in stock.', item);
  movement := private.move_stock(
    batch.product_id, batch.size_id, 'waste', -quantity, batch.unit_cost,
    'Past its date, ' || to_char(batch.best_before, 'FMMon FMDD, YYYY'), batch.id, request_key => request_key
  );
  update public.supplier_delivery_lines as line set closed_at = now() where line.id = batch.id;
  perform private.add_to_audit_log(
    'stock', item ->> 'item', null,
    jsonb_build_object('reason', 'waste', 'units', movement.quantity, 'note', movement.note)
  );
  movement_id := movement.id;
end;
$$;
grant execute on function public.take_off_sale(bigint, uuid) to authenticated;

-- For managers: states whether a batch is gone; stock does not change. Security definer, as take_off_sale.
create function public.close_batch(batch_id bigint, is_closed boolean default true) returns void
language sql security definer set search_path = '' as $$
  select private.require_stock_manager();
  update public.supplier_delivery_lines as line
  set closed_at = case when close_batch.is_closed then coalesce(line.closed_at, now()) end
  from private.lock_batch(close_batch.batch_id) as batch where line.id = batch.id;
$$;
grant execute on function public.close_batch(bigint, boolean) to authenticated;
