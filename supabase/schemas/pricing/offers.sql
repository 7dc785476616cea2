-- Offers with a start and an end by the database clock, for a product or a category. Shoppers pay the lowest price
-- among offers and the product's own discount; discount_price, which pages show, follows within moments.
create table public.offers (
  id bigint generated always as identity primary key,
  product_id bigint references public.products (id) on delete cascade,
  category text references public.categories (prefix),
  percent numeric(5, 2) check (percent > 0 and percent < 100), -- Percentage off, also for sizes with their own price.
  price numeric(10, 2) check (price >= 0 and price <> 'NaN'), -- Fixed, if lower; sizes with their own price keep it.
  starts_at timestamptz not null default now(), -- Start, inclusive.
  ends_at timestamptz not null check (isfinite(ends_at)), -- End, exclusive.
  is_running boolean not null default false, -- Whether discount_price shows it; maintained by triggers and the server.
  created_at timestamptz not null default now(),
  constraint offer_is_for_one_thing check (num_nonnulls(product_id, category) = 1),
  constraint offer_is_a_percentage_or_a_price check (num_nonnulls(percent, price) = 1),
  constraint offer_ends_after_it_begins check (ends_at > starts_at)
);
create index offers_product on public.offers (product_id, ends_at) where product_id is not null;
create index offers_category on public.offers (category, ends_at) where category is not null;

grant select, delete, insert (product_id, category, percent, price, starts_at, ends_at),
  update (product_id, category, percent, price, starts_at, ends_at) on public.offers to authenticated;
create policy "managers manage the offers" on public.offers
  for all to authenticated using ((select private.can_manage()));

create trigger log_price after insert or delete or update of product_id, category, percent, price, starts_at, ends_at
  on public.offers for each row execute function private.log_row('price', 'Offer');

-- Returns the lowest of a price, its discount price, and current offers. Security definer: shoppers do not read offers.
create function private.best_price(
  product_id bigint, category text, price numeric, discount_price numeric, is_size boolean
) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return least(best_price.price, best_price.discount_price, (
    select min(coalesce(offers.price, round(best_price.price * (100 - offers.percent) / 100, 2)))
    from public.offers
    where (offers.product_id = best_price.product_id or offers.category = best_price.category)
      and offers.starts_at <= now() and offers.ends_at > now()
      and (offers.price is null or not best_price.is_size)
  ));
end;
$$;

-- Returns the current price of a product, or of its size. Without search_path, as private.is_open.
create function private.price_of(product public.products, size public.product_sizes) returns numeric
language sql stable
return private.best_price(
  product.id, product.category, coalesce(size.price, product.price),
  case when size.price is null then product.regular_discount_price else size.regular_discount_price end,
  size.price is not null
);

create function private.current_price(product_id bigint, size_id bigint) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.price_of(products, sizes.*)
    from public.products
    left join public.product_sizes as sizes on sizes.id = current_price.size_id and sizes.product_id = products.id
    where products.id = current_price.product_id
  );
end;
$$;

-- For everyone: the earliest end of a product's current offers, or null. Security definer: shoppers do not read offers.
create function public.find_offer_end(product_id bigint) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(offers.ends_at)
  from public.products
  join public.offers on offers.product_id = products.id or offers.category = products.category
  where products.id = find_offer_end.product_id and products.archived_at is null
    and offers.starts_at <= now() and offers.ends_at > now();
$$;
grant execute on function public.find_offer_end(bigint) to anon, authenticated, service_role;

-- Security definer, as private.best_price.
create function private.set_offer_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  whole jsonb := to_jsonb(new);
  is_size constant boolean := tg_table_name = 'product_sizes';
  product_id bigint := case when is_size then whole ->> 'product_id' else whole ->> 'id' end;
begin
  -- A written discount price is the regular one, unless it is the one that is shown already.
  if tg_op = 'INSERT' or new.regular_discount_price is not distinct from old.regular_discount_price
    and new.discount_price is distinct from old.discount_price then
    new.regular_discount_price := new.discount_price;
  end if;
  if new.price is null or new.regular_discount_price < 0 or new.regular_discount_price >= new.price then
    -- The table's check reports what is wrong.
    new.discount_price := new.regular_discount_price;
    return new;
  end if;
  new.discount_price := nullif(private.best_price(
    product_id,
    case when is_size then (select products.category from public.products where products.id = product_id)
      else whole ->> 'category' end,
    new.price, new.regular_discount_price, is_size
  ), new.price);
  return new;
end;
$$;
create trigger set_offer_price before insert or update of price, discount_price, regular_discount_price, category
  on public.products for each row execute function private.set_offer_price();
create trigger set_offer_price before insert or update of price, discount_price, regular_discount_price
  on public.product_sizes for each row execute function private.set_offer_price();

-- Sets discount_price of a product, or a category, to its current value. Security definer: scheduled runs have no user.
create function private.refresh_offer_prices(product_id bigint, category text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product_ids bigint[] := array(
    select products.id from public.products
    where products.id = refresh_offer_prices.product_id or products.category = refresh_offer_prices.category
  );
  size_ids constant bigint[] := array(
    select sizes.id from public.product_sizes as sizes
    where sizes.product_id = any (product_ids) and sizes.price is not null
      and coalesce(sizes.discount_price, sizes.price) <> private.current_price(sizes.product_id, sizes.id)
  );
begin
  product_ids := array(
    select products.id from public.products
    where products.id = any (product_ids)
      and coalesce(products.discount_price, products.price) <> private.current_price(products.id, null)
  );
  -- Lock order everywhere: sizes, products. Hidden ones, too: they may be shown again while the offer runs.
  if cardinality(size_ids) > 0 then
    perform 1 from public.product_sizes as sizes where sizes.id = any (size_ids) order by sizes.id for no key update;
    update public.product_sizes as sizes set discount_price = sizes.discount_price where sizes.id = any (size_ids);
  end if;
  if cardinality(product_ids) > 0 then
    perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
    update public.products set discount_price = products.discount_price where products.id = any (product_ids);
  end if;
end;
$$;

-- Applies the offers of a product's new category. Security definer, as private.refresh_offer_prices.
create function private.apply_category_offers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_offer_prices(new.id, null);
  return null;
end;
$$;
create trigger apply_category_offers after update of category on public.products
  for each row when (old.category is distinct from new.category) execute function private.apply_category_offers();

create function private.set_running() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_running := new.starts_at <= now() and new.ends_at > now();
  return new;
end;
$$;
create trigger set_running before insert or update on public.offers for each row execute function private.set_running();

-- Security definer, as private.refresh_offer_prices.
create function private.apply_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_offer_prices(old.product_id, old.category);
  perform private.refresh_offer_prices(new.product_id, new.category);
  return null;
end;
$$;
create trigger apply_offer after insert or update or delete on public.offers
  for each row execute function private.apply_offer();
