-- Prices by quantity: a number of pieces for one price, such as "2 for $5.00", from a start to an end; never by weight.
-- The savings of a line are part of its discount; the remaining pieces cost their usual price.
create table public.quantity_prices (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  size_id bigint, -- Only for pieces of this size; null: for each size of its own.
  pieces integer not null check (pieces between 2 and 999), -- How many pieces cost the price together.
  price numeric(10, 2) not null check (price > 0 and price <> 'NaN'), -- Of all pieces, without choices such as the cut.
  starts_at timestamptz not null default now(), -- Start, inclusive.
  ends_at timestamptz not null check (isfinite(ends_at)), -- End, exclusive.
  is_running boolean not null default false, -- Whether products.quantity_prices shows it; by triggers and the server.
  created_at timestamptz not null default now(),
  constraint quantity_price_ends_after_it_begins check (ends_at > starts_at),
  constraint quantity_price_size_of_its_product foreign key (product_id, size_id)
    references public.product_sizes (product_id, id) on delete cascade
);
create index quantity_prices_product on public.quantity_prices (product_id, ends_at);
create index quantity_prices_size on public.quantity_prices (product_id, size_id) where size_id is not null;

grant select, delete, insert (product_id, size_id, pieces, price, starts_at, ends_at),
  update (product_id, size_id, pieces, price, starts_at, ends_at) on public.quantity_prices to authenticated;
create policy "managers manage the prices by quantity" on public.quantity_prices
  for all to authenticated using ((select private.can_manage()));

create trigger set_running before insert or update on public.quantity_prices
  for each row execute function private.set_running();

create trigger log_price after insert or delete or update of product_id, size_id, pieces, price, starts_at, ends_at
  on public.quantity_prices for each row execute function private.log_row('price', 'Price by quantity');

create function public.refresh_due_offers() returns table (refreshed_count integer, next_in_ms double precision)
language plpgsql security definer set search_path = '' as $$
declare
  quantity_count integer;
begin
  update public.offers set is_running = not offers.is_running
  where offers.is_running <> (offers.starts_at <= now() and offers.ends_at > now());
  get diagnostics refreshed_count = row_count;
  -- Its triggers run once per statement: without one due, pages would be rendered again for nothing.
  if exists (
    select from public.quantity_prices as prices
    where prices.is_running <> (prices.starts_at <= now() and prices.ends_at > now())
  ) then
    update public.quantity_prices as prices set is_running = not prices.is_running
    where prices.is_running <> (prices.starts_at <= now() and prices.ends_at > now());
    get diagnostics quantity_count = row_count;
    refreshed_count := refreshed_count + quantity_count;
  end if;
  next_in_ms := (
    select extract(epoch from min(due.at) - clock_timestamp()) * 1000
    from (
      select offers.starts_at, offers.ends_at from public.offers
      union all
      select prices.starts_at, prices.ends_at from public.quantity_prices as prices
    ) as timed cross join lateral (values (timed.starts_at), (timed.ends_at)) as due (at)
    where due.at > now()
  );
  return next;
end;
$$;
comment on function public.refresh_due_offers() is 'For the server: updates prices and pages for offers and prices by '
  'quantity that started or ended; returns how many, and in how many ms the next does. May be null: next_in_ms.';
grant execute on function public.refresh_due_offers() to service_role;

-- Returns what these pieces save now by full sets of the best price by quantity. Security definer: it reads that table.
create function private.quantity_saving(product_id bigint, size_id bigint, quantity bigint) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select max((quantity_saving.quantity / prices.pieces) * (prices.pieces * base.price - prices.price))
    from public.quantity_prices as prices
    join public.products on products.id = prices.product_id and products.pounds_each is null
    cross join lateral (select private.current_price(products.id, quantity_saving.size_id) as price) as base
    where prices.product_id = quantity_saving.product_id
      and (prices.size_id is null or prices.size_id = quantity_saving.size_id)
      and prices.starts_at <= now() and prices.ends_at > now() and prices.price < prices.pieces * base.price
  ), 0);
end;
$$;

-- Security definer: it reads hidden products, too.
create function private.check_quantity_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.reject_if(exists (
    select from public.products where products.id = new.product_id and products.pounds_each is not null
  ), 'PT409', 'This product is sold by weight, so it can''t have a price by quantity.');
  return new;
end;
$$;
create trigger check_quantity_price before insert or update of product_id on public.quantity_prices
  for each row execute function private.check_quantity_price();

-- Writes the running prices by quantity to their product. Security definer: scheduled runs have no user.
create function private.refresh_quantity_prices(product_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shown jsonb;
begin
  perform 1 from public.products where products.id = refresh_quantity_prices.product_id for no key update;
  shown := coalesce((
    select jsonb_agg(
      jsonb_build_object('size_id', prices.size_id, 'pieces', prices.pieces, 'price', prices.price)
      order by prices.pieces, prices.id
    )
    from public.quantity_prices as prices
    where prices.product_id = refresh_quantity_prices.product_id and prices.is_running
  ), '[]');
  update public.products set quantity_prices = shown
  where products.id = refresh_quantity_prices.product_id and products.quantity_prices <> shown;
end;
$$;

-- Security definer, as refresh_quantity_prices.
create function private.apply_quantity_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_quantity_prices(old.product_id);
  perform private.refresh_quantity_prices(new.product_id);
  return null;
end;
$$;
create trigger apply_quantity_price after insert or update or delete on public.quantity_prices
  for each row execute function private.apply_quantity_price();
