-- Sizes of products (S, M; 2 lb, 5 lb), each with price, amount, and stock. Live ones are also in products.sizes.
create table public.product_sizes (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  label text not null check (btrim(label) <> '' and char_length(label) <= 40),
  position integer not null default 0, -- Sizes are shown by position, smallest first.
  price numeric(10, 2) check (price >= 0 and price <> 'NaN'), -- Null: the product's price and discount.
  discount_price numeric(10, 2), -- Lower than a size's own price: the regular one, or that of a running offer.
  -- available: unlimited; sold_out: none; counted: as many as size_stock says.
  availability text not null default 'available' check (availability in ('available', 'sold_out', 'counted')),
  amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'),
  unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')),
  archived_at timestamptz, -- Set instead of deleting a size that an order names.
  regular_discount_price numeric(10, 2), -- The discount price outside of offers. Maintained by triggers.
  constraint size_discount_below_price check (
    discount_price is null or coalesce(discount_price >= 0 and discount_price < price, false)
  ),
  constraint size_amount_has_a_unit check ((amount is null) = (unit is null)),
  -- Lets order lines reference product and size together.
  constraint size_of_its_product unique (product_id, id)
);
create unique index product_sizes_label on public.product_sizes (product_id, lower(label)) where archived_at is null;

grant select on public.product_sizes to anon, authenticated;
grant delete, insert (product_id, label, position, price, discount_price, availability, amount, unit),
  update (label, position, price, discount_price, availability, amount, unit) on public.product_sizes to authenticated;
create policy "shoppers see sizes of what is for sale" on public.product_sizes
  for select to anon, authenticated
  using (archived_at is null and exists (select from public.products where products.id = product_sizes.product_id));
create policy "managers manage sizes" on public.product_sizes
  for all to authenticated using ((select private.can_manage()));

-- Stock of each counted size, separate for the same reason as product_stock; a missing row means none.
create table public.size_stock (
  size_id bigint primary key references public.product_sizes (id) on delete cascade,
  stock_count integer not null check (stock_count >= 0)
);

grant select, insert, update, delete on public.size_stock to authenticated;
create policy "managers count sizes" on public.size_stock
  for all to authenticated using ((select private.can_manage()));

-- Returns what shoppers see of a count: itself from the low-stock threshold down, else null.
create function private.shown_stock(stock_count integer) returns integer
language sql stable set search_path = '' as $$
  select shown_stock.stock_count from public.store_settings
  where shown_stock.stock_count <= greatest(store_settings.low_stock_at, 0)
$$;

-- Returns the value of products.sizes. Security definer: a caller who may change a product may not read the stock.
create function private.current_sizes(product_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', sizes.id, 'label', sizes.label, 'price', sizes.price, 'discount_price', sizes.discount_price,
      'amount', sizes.amount, 'unit', sizes.unit, 'is_sold_out', sizes.availability = 'sold_out'
        or (sizes.availability = 'counted' and coalesce(stock.stock_count, 0) = 0),
      'few_left', case when sizes.availability = 'counted' then nullif(private.shown_stock(stock.stock_count), 0) end
    ) order by sizes.position, sizes.id), '[]')
    from public.product_sizes as sizes left join public.size_stock as stock on stock.size_id = sizes.id
    where sizes.product_id = current_sizes.product_id and sizes.archived_at is null
  );
end;
$$;

-- Security definer: a sale may not change products.
create function private.refresh_sizes(product_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  -- Locks first: the second caller reads the sizes as the first left them.
  perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
  -- The row trigger writes both columns. One statement for all products invalidates pages once, when it has all locks.
  update public.products set sizes = private.current_sizes(products.id)
  where products.id = any (product_ids) and products.sizes is distinct from private.current_sizes(products.id);
end;
$$;

-- Security definer, as private.refresh_sizes.
create function private.record_sizes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.refresh_sizes(array(select distinct product_id from sizes_after));
  elsif tg_op = 'DELETE' then
    perform private.refresh_sizes(array(select distinct product_id from sizes_before));
  else
    perform private.refresh_sizes(array(select product_id from sizes_before union select product_id from sizes_after));
  end if;
  return null;
end;
$$;
create trigger record_new_sizes after insert on public.product_sizes
  referencing new table as sizes_after for each statement execute function private.record_sizes();

create trigger record_sizes after update on public.product_sizes
  referencing old table as sizes_before new table as sizes_after
  for each statement execute function private.record_sizes();

create trigger record_deleted_sizes after delete on public.product_sizes
  referencing old table as sizes_before for each statement execute function private.record_sizes();

-- Security definer, as private.refresh_sizes.
create function private.record_size_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select size_id from counts_after);
  else
    ids := array(
      select size_id from counts_before as before join counts_after as after using (size_id)
      where private.shown_stock(before.stock_count) is distinct from private.shown_stock(after.stock_count)
    );
  end if;
  perform private.refresh_sizes(array(
    select distinct sizes.product_id from public.product_sizes as sizes where sizes.id = any (ids)
  ));
  return null;
end;
$$;
create trigger record_new_size_stock after insert on public.size_stock
  referencing new table as counts_after for each statement execute function private.record_size_stock();

create trigger record_size_stock after update on public.size_stock
  referencing old table as counts_before new table as counts_after
  for each statement execute function private.record_size_stock();
