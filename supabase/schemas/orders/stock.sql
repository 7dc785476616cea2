-- Stock of counted products; a missing row means none. In a table of its own, so that a sale does not invalidate every
-- page: only a change of what shoppers see, is_sold_out and few_left, touches products.
create table public.product_stock (
  product_id bigint primary key references public.products (id) on delete cascade,
  stock_count integer not null check (stock_count >= 0)
);

grant select, insert, update, delete on public.product_stock to authenticated;
create policy "managers count products" on public.product_stock
  for all to authenticated using ((select private.can_manage()));

-- Security definer: a caller who may change parts of a product may lack the right to read the stock.
create function private.set_sold_out() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  left_count integer;
begin
  new.sizes := private.current_sizes(new.id);
  new.few_left := null;
  if new.sizes <> '[]' then
    -- Each size has its own stock.
    new.is_sold_out := new.availability = 'sold_out' or not new.sizes @? '$[*] ? (@.is_sold_out == false)';
  elsif new.availability <> 'counted' then
    new.is_sold_out := new.availability = 'sold_out';
  else
    if tg_op = 'INSERT' or old.availability <> 'counted' then
      -- Waits for a concurrent change of the count: one of the two sees the other.
      perform 1 from public.product_stock where product_id = new.id for share;
    end if;
    left_count := coalesce((select stock_count from public.product_stock where product_id = new.id), 0);
    new.is_sold_out := left_count = 0;
    new.few_left := nullif(private.shown_stock(left_count), 0);
  end if;
  return new;
end;
$$;
create trigger set_sold_out before insert or update of availability, is_sold_out, sizes on public.products
  for each row execute function private.set_sold_out();

create function private.refresh_sold_out(product_ids bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  if cardinality(refresh_sold_out.product_ids) = 0 then
    return;
  end if;
  -- The row trigger writes both columns. One statement for all products invalidates pages once, when it has all locks.
  update public.products set is_sold_out = not is_sold_out
  where products.id = any (refresh_sold_out.product_ids) and products.availability = 'counted'
    and case when products.is_sold_out then 0 else products.few_left end is distinct from private.shown_stock(coalesce(
      (select stock_count from public.product_stock where product_id = products.id), 0
    ));
end;
$$;

-- Security definer: a sale may not change products.
create function private.record_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.refresh_sold_out(array(select product_id from counts_after));
  else
    perform private.refresh_sold_out(array(
      select product_id from counts_before as before join counts_after as after using (product_id)
      where private.shown_stock(before.stock_count) is distinct from private.shown_stock(after.stock_count)
    ));
  end if;
  return null;
end;
$$;
create trigger record_new_stock after insert on public.product_stock
  referencing new table as counts_after for each statement execute function private.record_stock();

create trigger record_stock after update on public.product_stock
  referencing old table as counts_before new table as counts_after
  for each statement execute function private.record_stock();

-- The row trigger of products computes few_left. Security definer, as private.record_stock.
create function private.refresh_few_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products set is_sold_out = is_sold_out where availability = 'counted' or sizes <> '[]';
  return null;
end;
$$;
create trigger refresh_few_left after update of low_stock_at on public.store_settings
  for each row when (old.low_stock_at <> new.low_stock_at) execute function private.refresh_few_left();

-- Returns whether the stock of a product, or of its size, is counted.
create function private.is_counted(product public.products, size public.product_sizes) returns boolean
language sql immutable
return coalesce(size.availability, product.availability) = 'counted';

-- Returns the stock of a counted product, or of a size; null if not counted. Security definer: place_order reads it.
create function private.stock_left(product_id bigint, size_id bigint) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when not private.is_counted(products, sizes.*) then null
      when sizes.id is null then coalesce(stock.stock_count, 0)
      else coalesce(size_stock.stock_count, 0)
    end
    from public.products
    left join public.product_stock as stock on stock.product_id = products.id
    left join public.product_sizes as sizes on sizes.id = stock_left.size_id and sizes.product_id = products.id
    left join public.size_stock on size_stock.size_id = sizes.id
    where products.id = stock_left.product_id
  );
end;
$$;
grant execute on function private.stock_left(bigint, bigint) to authenticated;

-- Call it with the order locked.
create function private.lock_stock(order_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- The ledger of stock movements records what people change, not sales.
  perform set_config('shop.stock_source', 'order', true);
  -- Locks all counts of the order, always in this order, so that two orders cannot deadlock.
  perform 1 from public.product_stock as stock
  where stock.product_id in (
    select items.product_id from public.order_items as items
    where items.order_id = lock_stock.order_id and items.size_id is null
  )
  order by stock.product_id
  for update;
  perform 1 from public.size_stock as stock
  where stock.size_id in (
    select items.size_id from public.order_items as items where items.order_id = lock_stock.order_id
  )
  order by stock.size_id
  for update;
  -- The last M and the last L of a dress change the same product row.
  perform 1 from public.products
  where products.id in (
    select items.product_id from public.order_items as items
    where items.order_id = lock_stock.order_id and items.size_id is not null
  )
  order by products.id
  for no key update;
end;
$$;

-- Takes all counted lines of an order from stock; false if one is out of stock. Call it with the order locked.
create function private.take_stock(order_id uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  needs_count boolean;
begin
  select bool_or(products.availability <> 'available' or sizes.availability <> 'available') into needs_count
  from public.order_items as items
  join public.products on products.id = items.product_id
  left join public.product_sizes as sizes on sizes.id = items.size_id
  where items.order_id = take_stock.order_id;
  if needs_count is not true then
    return true;
  end if;
  perform private.lock_stock(take_stock.order_id);
  if exists (
    select 1
    from (
      select items.product_id, items.size_id, sum(items.quantity) as quantity from public.order_items as items
      where items.order_id = take_stock.order_id group by items.product_id, items.size_id
    ) as requested
    join public.products on products.id = requested.product_id
    left join public.product_sizes as sizes on sizes.id = requested.size_id
    where products.availability = 'sold_out' or sizes.availability = 'sold_out'
      or private.stock_left(requested.product_id, requested.size_id) < requested.quantity
  ) then
    return false;
  end if;
  update public.order_items as items set stock_taken = items.quantity
  where items.order_id = take_stock.order_id and private.stock_left(items.product_id, items.size_id) is not null;
  update public.product_stock as stock set stock_count = stock.stock_count - taken.quantity
  from (
    select items.product_id, sum(items.stock_taken) as quantity from public.order_items as items
    where items.order_id = take_stock.order_id and items.size_id is null group by items.product_id
  ) as taken
  where stock.product_id = taken.product_id and taken.quantity > 0;
  update public.size_stock as stock set stock_count = stock.stock_count - taken.quantity
  from (
    select items.size_id, sum(items.stock_taken) as quantity from public.order_items as items
    where items.order_id = take_stock.order_id group by items.size_id
  ) as taken
  where stock.size_id = taken.size_id and taken.quantity > 0;
  return true;
end;
$$;

-- Locks products without sizes, and sizes of others, before their stock changes.
create function private.lock_products(product_ids bigint[], size_ids bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- Lock order everywhere: sizes, counts, products.
  perform 1 from public.product_sizes as sizes where sizes.id = any (size_ids) order by sizes.id for no key update;
  perform 1 from public.product_stock as stock
  where stock.product_id = any (product_ids) order by stock.product_id for update;
  perform 1 from public.size_stock as stock where stock.size_id = any (size_ids) order by stock.size_id for update;
  perform 1 from public.products
  where products.id = any (product_ids)
    or products.id in (select sizes.product_id from public.product_sizes as sizes where sizes.id = any (size_ids))
  order by products.id
  for no key update;
end;
$$;

-- Marks products without sizes, and sizes, as out of stock: count 0, or sold_out. Call it with the order locked.
create function private.mark_sold_out(product_ids bigint[], size_ids bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(cardinality(product_ids), 0) + coalesce(cardinality(size_ids), 0) = 0 then
    return;
  end if;
  perform private.lock_products(product_ids, size_ids);
  update public.product_stock as stock set stock_count = 0
  where stock.product_id = any (product_ids) and stock.stock_count > 0;
  update public.size_stock as stock set stock_count = 0
  where stock.size_id = any (size_ids) and stock.stock_count > 0;
  update public.products set availability = 'sold_out'
  where products.id = any (product_ids) and products.availability = 'available';
  update public.product_sizes as sizes set availability = 'sold_out'
  where sizes.id = any (size_ids) and sizes.availability = 'available';
end;
$$;

-- Rejects lines for sold-out products, or for more units than are left, before the shopper can pay.
create function private.price_order_item(new public.order_items) returns public.order_items
language plpgsql set search_path = '' as $$
declare
  parent public.orders;
  is_own boolean;
  product public.products;
  size public.product_sizes;
  left_count integer;
begin
  select * into parent from public.orders where id = new.order_id for update;
  is_own := parent.user_id is not distinct from auth.uid();
  if parent.channel = 'counter' then
    is_own := private.can_manage();
  end if;
  -- The owner check comes first, so that another user learns nothing about the order.
  if parent.id is null or (auth.uid() is not null and not is_own) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "order_items"';
  end if;
  if parent.status <> 'pending' or parent.payment_intent_id is not null or parent.pays_in_store then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  select * into product from public.products
  where id = new.product_id and archived_at is null and pictures_ready;
  if product.id is null then
    perform private.raise_error('PT409', 'Product {id} is not for sale.', new.product_id);
  end if;
  if new.size_id is null and product.sizes <> '[]' then
    perform private.raise_error('PT409', '{product} comes in sizes. Choose one.', product.name);
  end if;
  if new.size_id is not null then
    select * into size from public.product_sizes
    where id = new.size_id and product_id = product.id and archived_at is null;
    if size.id is null then
      perform private.raise_error(
        'PT409', 'Size {size} of {product} is not for sale.',
        jsonb_build_object('size', new.size_id, 'product', product.name)
      );
    end if;
  end if;
  new.choice_ids := coalesce(new.choice_ids, private.default_choices(product.choice_groups));
  if new.choice_ids <> '{}' then
    new.choice_ids := array(
      select distinct each from unnest(new.choice_ids) as each where each is not null order by each
    );
  end if;
  if not private.fit_choices(product.choice_groups, new.choice_ids) then
    perform private.raise_error('PT409', 'Choose how we prepare {product}.', product.name);
  end if;
  if private.is_counted(product, size) then
    left_count := private.stock_left(product.id, size.id) - coalesce((
      select sum(items.quantity) from public.order_items as items
      where items.order_id = new.order_id and items.product_id = new.product_id
        and items.size_id is not distinct from new.size_id
    ), 0);
  end if;
  if product.is_sold_out or coalesce(size.availability = 'sold_out', false) or left_count < new.quantity then
    perform private.raise_error(
      'PT409', '{product} is sold out, or fewer are left.', concat_ws(', size ', product.name, size.label)
    );
  end if;
  new.stock_taken := 0;
  new.refunded_quantity := 0;
  new.tax_rate := 0;
  new.tax_amount := 0;
  new.discount := 0;
  new.choices := private.chosen_of(product.choice_groups, new.choice_ids);
  new.product_name := private.name_with_choices(product.name, new.choices);
  new.size_label := size.label;
  new.pack_size := case when size.id is null then product.size else '' end;
  new.unit_price := private.price_of(product, size) + private.price_of_choices(new.choices);
  new.image_url := product.img1;
  new.pounds_each := product.pounds_each;
  new.weight_tolerance := case when product.pounds_each is not null then product.weight_tolerance end;
  return new;
end;
$$;

-- Each product, and each of its sizes, with its stock. Only functions read it.
create view private.product_rows as
select products.id as product_id, null::bigint as size_id, products.category, products.name, products.size as label,
  products.price, products.regular_discount_price, products.discount_price, products.availability, stock.stock_count,
  products.archived_at is not null as is_hidden, products.pictures_ready, products.img1, products.storage,
  jsonb_array_length(products.sizes) as size_count, -1 as position, items.sku, items.barcode, items.vendor, items.weight,
  items.weight_unit
from public.products
left join public.product_stock as stock on stock.product_id = products.id
left join public.inventory_items as items on items.product_id = products.id and items.size_id is null
union all
select products.id, sizes.id, products.category, products.name, sizes.label,
  sizes.price, sizes.regular_discount_price, sizes.discount_price, sizes.availability, stock.stock_count,
  products.archived_at is not null, products.pictures_ready, products.img1, products.storage, 0, sizes.position, items.sku,
  items.barcode, items.vendor, items.weight, items.weight_unit
from public.product_sizes as sizes
join public.products on products.id = sizes.product_id
left join public.size_stock as stock on stock.size_id = sizes.id
left join public.inventory_items as items on items.product_id = sizes.product_id and items.size_id = sizes.id
where sizes.archived_at is null;
