-- Prices by quantity, such as "2 for $5.00": what a line saves is a part of its discount.
alter table public.products add column quantity_prices jsonb not null default '[]';
comment on column public.products.quantity_prices is
  'Set from the table quantity_prices: [{size_id, pieces, price}] that run now, by pieces.';
create or replace function private.show_products() returns void
language plpgsql set search_path = ''
as $$
declare
  written text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'regular_discount_price',
        'choice_groups', 'is_snap_eligible', 'quantity_prices'
      ])
  );
begin
  revoke insert, update on public.products from authenticated;
  execute format('grant insert (%s), update (%s, archived_at) on public.products to authenticated', written, written);
  perform private.make_category_view(prefix) from public.categories;
end;
$$;
select private.show_products();
create or replace function public.duplicate_product(product_id bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  -- Columns that shoppers see and managers write; the rest belongs to the row itself.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'name', 'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'discount_price',
        'regular_discount_price', 'choice_groups', 'quantity_prices'
      ])
  );
  made_id bigint;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change the catalog.';
  end if;
  execute format(
    'insert into public.products (name, archived_at, discount_price, %1$s)
      select left(''Copy of '' || name, 200), now(), regular_discount_price, %1$s from public.products where id = $1 returning id',
    columns
  ) into made_id using duplicate_product.product_id;
  if made_id is null then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  insert into public.product_sizes (product_id, label, position, price, discount_price, availability, amount, unit)
  select made_id, sizes.label, sizes.position, sizes.price, sizes.regular_discount_price, sizes.availability, sizes.amount,
    sizes.unit
  from public.product_sizes as sizes
  where sizes.product_id = duplicate_product.product_id and sizes.archived_at is null
  order by sizes.position, sizes.id;
  -- Barcode and SKU are those of one product.
  insert into public.inventory_items (product_id, size_id, vendor, weight, weight_unit)
  select made_id, made_sizes.id, items.vendor, items.weight, items.weight_unit
  from public.inventory_items as items
  left join public.product_sizes as sizes on sizes.id = items.size_id
  left join public.product_sizes as made_sizes
    on made_sizes.product_id = made_id and lower(made_sizes.label) = lower(sizes.label)
  where items.product_id = duplicate_product.product_id and (items.vendor <> '' or items.weight is not null);
  insert into public.product_choice_groups (product_id, group_id, position)
  select made_id, used.group_id, used.position
  from public.product_choice_groups as used where used.product_id = duplicate_product.product_id;
  perform private.refresh_choice_groups(array[made_id]);
  insert into public.product_pictures (product_id, position, address, alt)
  select made_id, pictures.position, pictures.address, pictures.alt
  from public.product_pictures as pictures
  where pictures.product_id = duplicate_product.product_id;
  return made_id;
end;
$$;

alter table public.order_items
  add column quantity_saving numeric(10, 2) not null default 0 check (quantity_saving between 0 and unit_price * quantity);
comment on column public.order_items.discount is 'Discount on the whole line: by quantity, and by the code.';
comment on column public.order_items.quantity_saving is
  'Part of the discount: what a price by quantity saved when it was ordered.';
comment on column public.orders.discount is 'Discount on the lines: by quantity, and by the code.';
drop trigger guard_order_item on public.order_items;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, tax_rate, tax_amount,
  discount, choice_ids, choices, pounds_each, weight_tolerance, price_per_pound, quantity_saving
  on public.order_items
  for each row execute function private.guard_order_item();

-- Prices by quantity: so many pieces of a product for so much, such as "2 for $5.00", from a start to an end. What a line
-- saves is a part of its discount; the pieces that are left over cost their price.
create table public.quantity_prices (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  size_id bigint,
  pieces integer not null check (pieces between 2 and 999),
  price numeric(10, 2) not null check (price > 0 and price <> 'NaN'),
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null check (isfinite(ends_at)),
  is_running boolean not null default false,
  created_at timestamptz not null default now(),
  constraint quantity_price_ends_after_it_begins check (ends_at > starts_at),
  constraint quantity_price_size_of_its_product foreign key (product_id, size_id)
    references public.product_sizes (product_id, id) on delete cascade
);
comment on table public.quantity_prices is 'Prices of so many pieces of a product together. Never for products sold by weight.';
comment on column public.quantity_prices.size_id is 'Only for pieces of this size; null: for each size of its own.';
comment on column public.quantity_prices.pieces is 'How many pieces cost the price together.';
comment on column public.quantity_prices.price is 'Of all of them, without choices such as the cut.';
comment on column public.quantity_prices.starts_at is 'Start, inclusive.';
comment on column public.quantity_prices.ends_at is 'End, exclusive.';
comment on column public.quantity_prices.is_running is
  'Whether products.quantity_prices shows it; maintained by triggers and the server.';
create index quantity_prices_product on public.quantity_prices (product_id, ends_at);
create index quantity_prices_size on public.quantity_prices (product_id, size_id) where size_id is not null;

alter table public.quantity_prices enable row level security;
revoke all on public.quantity_prices from anon, authenticated;
grant select, delete on public.quantity_prices to authenticated;
grant insert (product_id, size_id, pieces, price, starts_at, ends_at) on public.quantity_prices to authenticated;
grant update (product_id, size_id, pieces, price, starts_at, ends_at) on public.quantity_prices to authenticated;
create policy "managers read the prices by quantity" on public.quantity_prices
  for select to authenticated using ((select private.can_manage()));
create policy "managers make prices by quantity" on public.quantity_prices
  for insert to authenticated with check ((select private.can_manage()));
create policy "managers change prices by quantity" on public.quantity_prices
  for update to authenticated
  using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove prices by quantity" on public.quantity_prices
  for delete to authenticated using ((select private.can_manage()));

create function private.quantity_saving(product_id bigint, size_id bigint, quantity bigint) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function private.quantity_saving(bigint, bigint, bigint) is
  'Returns what so many pieces of a product or size save now: by the price by quantity that saves most, for as many full '
  'sets of it as there are. Security definer: shoppers do not read the table.';

create function private.set_quantity_saving() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.quantity_saving := private.quantity_saving(new.product_id, new.size_id, new.quantity);
  return new;
end;
$$;
comment on function private.set_quantity_saving() is
  'Fixes what a line saves when it is ordered, like its price. Security definer, as quantity_saving.';

-- Its order does not matter: it reads the catalog, not the line's price.
create trigger set_quantity_saving before insert on public.order_items
  for each row execute function private.set_quantity_saving();

create function private.check_quantity_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.products where products.id = new.product_id and products.pounds_each is not null) then
    raise sqlstate 'PT409' using message = 'This product is sold by weight. Only pieces have a price by quantity.';
  end if;
  return new;
end;
$$;
comment on function private.check_quantity_price() is 'Security definer: it reads hidden products, too.';

create trigger check_quantity_price before insert or update of product_id on public.quantity_prices
  for each row execute function private.check_quantity_price();
create trigger set_running before insert or update on public.quantity_prices
  for each row execute function private.set_running();

create function private.refresh_quantity_prices(product_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.refresh_quantity_prices(bigint) is
  'Writes the running prices by quantity to their product. Security definer: scheduled runs have no user.';

create function private.apply_quantity_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.refresh_quantity_prices(old.product_id);
  end if;
  if tg_op <> 'DELETE' then
    perform private.refresh_quantity_prices(new.product_id);
  end if;
  return null;
end;
$$;
comment on function private.apply_quantity_price() is 'Security definer, as refresh_quantity_prices.';

create trigger apply_quantity_price after insert or update or delete on public.quantity_prices
  for each row execute function private.apply_quantity_price();
create trigger log_price after insert or delete or update of product_id, size_id, pieces, price, starts_at, ends_at
  on public.quantity_prices
  for each row execute function private.log_row('price', 'Price by quantity');
create trigger update_quotes_carts_on_change after insert or update or delete or truncate on public.quantity_prices
  for each statement execute function private.update_quotes_carts_on_change();

create function private.line_before_code(line public.order_items) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return line.unit_price * line.quantity - coalesce(line.quantity_saving, 0);
end;
$$;
comment on function private.line_before_code(public.order_items) is
  'Returns a line''s cost with its price by quantity, before a discount code.';
create or replace function private.update_quotes_carts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.has_discount_codes := exists (select 1 from public.discount_codes);
  new.quotes_carts := new.has_discount_codes
    or exists (select 1 from public.tax_rates where tax_rates.percent > 0)
    or exists (select 1 from public.delivery_zones)
    or exists (select 1 from public.quantity_prices where quantity_prices.ends_at > now());
  return new;
end;
$$;
create or replace function private.discount_shares(discount public.discount_codes, lines public.order_items[])
returns table (place integer, cents bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with priced as (
      select subscript as place,
        round(private.line_before_code(discount_shares.lines[subscript]) * 100) as cents,
        cardinality(discount.categories) = 0 or exists (
          select from public.products
          where products.id = (discount_shares.lines[subscript]).product_id
            and products.category = any (discount.categories)
        ) as is_meant
      from generate_subscripts(discount_shares.lines, 1) as subscript
    ), sums as (
      select sum(priced.cents) as in_all, sum(priced.cents) filter (where priced.is_meant) as meant from priced
    ), whole as (
      select sums.meant, greatest(0, least(
        coalesce(round(sums.meant * discount.percent / 100), discount.amount * 100), sums.meant,
        -- Card payments have a minimum.
        sums.in_all - 50
      )) as cents
      from sums where sums.in_all >= discount.min_subtotal * 100 and sums.meant > 0
    ), parts as (
      select priced.place, whole.cents as whole, priced.cents * whole.cents / whole.meant as exact
      from priced, whole where priced.is_meant and whole.cents > 0
    )
    select parts.place, (floor(parts.exact) + case
      when row_number() over (order by parts.exact - floor(parts.exact) desc, parts.place)
        <= parts.whole - sum(floor(parts.exact)) over () then 1
      else 0
    end)::bigint
    from parts;
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
        and orders.discount_code_id = discount.id and orders.discount_code is not null
        and (orders.id = discount_error.head.id or not private.pays_in_store(orders.id))
    ) >= discount.max_uses then 'This code has reached its limit.'
    when discount.once_per_person and exists (
      select from public.orders
      where orders.user_id = discount_error.head.user_id and orders.discount_code_id = discount.id
        and orders.discount_code is not null and orders.cancelled_by is null and orders.id is distinct from discount_error.head.id
        and (orders.status <> 'pending' or private.pays_in_store(orders.id))
    ) then 'You have already used this code.'
    when (
      select sum(private.line_before_code(line)) from unnest(discount_error.lines) as line
    ) < discount.min_subtotal then format(
      'This code requires an order of $%s or more.', to_char(discount.min_subtotal, 'FM999999990.00')
    )
    when not exists (select from private.discount_shares(discount, discount_error.lines))
      then 'This code is for other products.'
  end;
end;
$$;
create or replace function private.use_discount(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  head public.orders := priced.head;
  lines public.order_items[] := priced.lines;
  discount public.discount_codes;
  share record;
begin
  head.discount := 0;
  head.discount_code := null;
  for place in 1 .. coalesce(cardinality(lines), 0) loop
    lines[place].discount := coalesce(lines[place].quantity_saving, 0);
    head.discount := head.discount + lines[place].discount;
  end loop;
  if head.discount_code_id is not null then
    select * into discount from public.discount_codes where discount_codes.id = head.discount_code_id;
    if private.discount_error(discount, head, lines) is null then
      head.discount_code := discount.code;
      for share in select * from private.discount_shares(discount, lines) loop
        lines[share.place].discount := lines[share.place].discount + share.cents / 100.0;
        head.discount := head.discount + share.cents / 100.0;
      end loop;
    end if;
  end if;
  return (head, lines)::private.priced_order;
end;
$$;
comment on function private.use_discount(private.priced_order) is 'Adds the discount, of each line and of the order: what prices by quantity save, then the code.';
create or replace function private.count_discount() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  change integer := 0;
begin
  -- A price by quantity is a discount without a code.
  if tg_op <> 'DELETE' and new.discount_code is not null and new.cancelled_by is null then
    change := change + 1;
  end if;
  if old.discount_code is not null and old.cancelled_by is null then
    change := change - 1;
  end if;
  if change <> 0 then
    update public.discount_codes set used_count = used_count + change where id = old.discount_code_id;
  end if;
  return null;
end;
$$;
drop trigger delete_used_discount on public.orders;
create trigger delete_used_discount after update of status on public.orders
  for each row when (new.status = 'paid' and old.status = 'pending' and new.discount_code is not null)
  execute function private.delete_used_discount();
create or replace function private.quote(
  items jsonb, delivery_type text, delivery_zip text, person uuid, code_id bigint, is_weighed boolean default false,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_code text, out discount_error text
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
  cart jsonb;
begin
  perform private.check_cart(quote.items);
  cart := private.current_cart(quote.items);
  if quote.is_weighed then
    cart := private.weigh_cart(cart);
  end if;
  head.user_id := quote.person;
  head.created_at := now();
  head.delivery_type := coalesce(quote.delivery_type, 'pickup');
  head.delivery_zip := substring(quote.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := quote.code_id;
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line || jsonb_build_object(
      'quantity_saving', private.quantity_saving(
        (line ->> 'product_id')::bigint, (line ->> 'size_id')::bigint, (line ->> 'quantity')::bigint
      )
    ))
    from jsonb_array_elements(cart) with ordinality as lines (line, place)
    -- A product that is no longer for sale, or lacks a size or choice by now, costs nothing: it cannot be ordered so.
    where line -> 'unit_price' <> 'null' and line -> 'needs_size' = 'false' and line -> 'needs_choice' = 'false'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  subtotal := coalesce((select sum(line.unit_price * line.quantity) from unnest(priced.lines) as line), 0);
  delivery_cost := head.delivery_cost;
  delivery_included := head.delivery_included;
  tax := head.tax_amount;
  total := head.total;
  discount := coalesce(head.discount, 0);
  select codes.code, private.discount_error(codes, head, priced.lines) into discount_code, discount_error
  from public.discount_codes as codes where codes.id = head.discount_code_id;
end;
$$;
create or replace function public.choose_pay_in_store(order_id uuid) returns public.pay_in_store_orders
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
    and target.discount_code is not null;
  perform private.queue_mail('pay_in_store', target.id, 'pay_in_store:' || target.id);
  perform private.queue_mail('shop_pay_in_store', target.id, 'shop_pay_in_store:' || target.id);
  perform pg_notify('desk', target.id::text);
  return chosen;
end;
$$;
create or replace function public.refresh_due_offers() returns table (refreshed_count integer, next_in_ms double precision)
language plpgsql security definer set search_path = ''
as $$
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
comment on function public.refresh_due_offers() is
  'For the server: updates prices and pages for offers and prices by quantity that started or ended; returns how many, and in how many ms '
  'the next one starts or ends (null: never).';
