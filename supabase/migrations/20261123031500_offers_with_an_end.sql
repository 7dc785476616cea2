-- Offers with a beginning and an end, by the database's clock.
alter table public.products add column regular_discount_price numeric(10, 2);
alter table public.product_sizes add column regular_discount_price numeric(10, 2);
-- They are no newer for it, and nobody changed a price.
alter table public.products disable trigger user;
alter table public.product_sizes disable trigger user;
update public.products set regular_discount_price = discount_price where discount_price is not null;
update public.product_sizes set regular_discount_price = discount_price where discount_price is not null;
alter table public.products enable trigger user;
alter table public.product_sizes enable trigger user;
comment on column public.products.discount_price is
  'Null when there is none; always below the price. What was written there, or what an offer makes of it while it runs.';
comment on column public.products.regular_discount_price is
  'The discount price as it was written, which stays when offers end. Kept by triggers.';
comment on column public.product_sizes.discount_price is
  'Of a size with a price of its own; always below it. What was written there, or what an offer makes of it while it runs.';
comment on column public.product_sizes.regular_discount_price is
  'The discount price as it was written, which stays when offers end. Kept by triggers.';

create or replace function private.make_category_view(prefix text) returns void
language plpgsql set search_path = ''
as $$
declare
  made public.categories;
begin
  select * into strict made from public.categories where categories.prefix = make_category_view.prefix;
  -- Replacing it would keep every column in its place, and add only at the end.
  execute format('drop view if exists public.%I', made.view_name);
  execute format(
    'create view public.%I with (security_invoker = on) as select %s from public.products
      where category = %L and archived_at is null
      with cascaded check option',
    made.view_name,
    (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
      where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname <> all (array['archived_at', 'created_at', 'pictures_ready', 'regular_discount_price'])
    ),
    made.prefix
  );
  execute format('comment on view public.%I is %L', made.view_name, made.title || ': /products/' || made.prefix || '/{id}.');
  execute format('alter view public.%I alter column category set default %L', made.view_name, made.prefix);
  execute format('revoke all on public.%I from anon, authenticated', made.view_name);
  execute format('grant select on public.%I to anon, authenticated', made.view_name);
  execute format('grant insert, update, delete on public.%I to authenticated', made.view_name);
end;
$$;

create or replace function private.show_products() returns void
language plpgsql set search_path = ''
as $$
declare
  written text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'regular_discount_price'
      ])
  );
begin
  revoke insert, update on public.products from authenticated;
  execute format('grant insert (%s), update (%s, archived_at) on public.products to authenticated', written, written);
  perform private.make_category_view(prefix) from public.categories;
end;
$$;

create table public.offers (
  id bigint generated always as identity primary key,
  product_id bigint references public.products (id) on delete cascade,
  category text references public.categories (prefix),
  percent numeric(5, 2) check (percent > 0 and percent < 100),
  price numeric(10, 2) check (price >= 0 and price <> 'NaN'),
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null check (isfinite(ends_at)),
  is_running boolean not null default false,
  created_at timestamptz not null default now(),
  constraint offer_is_for_one_thing check (num_nonnulls(product_id, category) = 1),
  constraint offer_is_a_percentage_or_a_price check (num_nonnulls(percent, price) = 1),
  constraint offer_ends_after_it_begins check (ends_at > starts_at)
);
comment on table public.offers is
  'Of several offers, and the discount price that a product has anyway, shoppers pay the lowest.';
comment on column public.offers.percent is 'What comes off the price, also off the price of sizes that have one of their own.';
comment on column public.offers.price is 'What it costs instead, where that is less; sizes with a price of their own keep it.';
comment on column public.offers.starts_at is 'From this moment on.';
comment on column public.offers.ends_at is 'From this moment on no longer.';
comment on column public.offers.is_running is 'Whether discount_price shows it; kept by triggers and the shop''s server.';
create index offers_product on public.offers (product_id, ends_at) where product_id is not null;
create index offers_category on public.offers (category, ends_at) where category is not null;

alter table public.offers enable row level security;
revoke all on public.offers from anon, authenticated;
grant select, delete on public.offers to authenticated;
grant insert (product_id, category, percent, price, starts_at, ends_at) on public.offers to authenticated;
grant update (product_id, category, percent, price, starts_at, ends_at) on public.offers to authenticated;
create policy "managers read the offers" on public.offers
  for select to authenticated using ((select private.may_manage()));
create policy "managers make offers" on public.offers
  for insert to authenticated with check ((select private.may_manage()));
create policy "managers change offers" on public.offers
  for update to authenticated
  using ((select private.may_manage())) with check ((select private.may_manage()));
create policy "managers remove offers" on public.offers
  for delete to authenticated using ((select private.may_manage()));

create function private.best_price(
  product_id bigint, category text, price numeric, discount_price numeric, is_size boolean
) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function private.best_price(bigint, text, numeric, numeric, boolean) is
  'The lowest of a price, its discount price and the offers of now. Security definer: shoppers do not read offers.';
revoke all on function private.best_price(bigint, text, numeric, numeric, boolean) from public;

create function private.price_now(product_id bigint, size_id bigint) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.best_price(
      products.id, products.category, coalesce(sizes.price, products.price),
      case when sizes.price is null then products.regular_discount_price else sizes.regular_discount_price end,
      sizes.price is not null
    )
    from public.products
    left join public.product_sizes as sizes on sizes.id = price_now.size_id and sizes.product_id = products.id
    where products.id = price_now.product_id
  );
end;
$$;
comment on function private.price_now(bigint, bigint) is
  'What one of a product, or of its size when one is named, costs at this moment: the one place where it is said. Security '
  'definer, as private.best_price.';
revoke all on function private.price_now(bigint, bigint) from public;
grant execute on function private.price_now(bigint, bigint) to authenticated;

create function private.set_offer_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  whole jsonb := to_jsonb(new);
  is_size constant boolean := tg_table_name = 'product_sizes';
  product_id bigint := case when is_size then whole ->> 'product_id' else whole ->> 'id' end;
begin
  -- Whoever writes a discount price means the regular one, unless it is the one that is shown already.
  if tg_op = 'INSERT' then
    new.regular_discount_price := new.discount_price;
  elsif new.regular_discount_price is not distinct from old.regular_discount_price
    and new.discount_price is distinct from old.discount_price then
    new.regular_discount_price := new.discount_price;
  end if;
  if new.price is null or new.regular_discount_price < 0 or new.regular_discount_price >= new.price then
    -- The check of the table says what is wrong.
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
comment on function private.set_offer_price() is 'Security definer, as private.best_price.';
revoke all on function private.set_offer_price() from public;

create trigger set_offer_price before insert or update of price, discount_price, regular_discount_price, category
  on public.products for each row execute function private.set_offer_price();
create trigger set_offer_price before insert or update of price, discount_price, regular_discount_price
  on public.product_sizes for each row execute function private.set_offer_price();

create function private.renew_offer_prices(product_id bigint, category text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  product_ids bigint[];
  size_ids bigint[];
begin
  product_ids := array(
    select products.id from public.products
    where products.id = renew_offer_prices.product_id or products.category = renew_offer_prices.category
  );
  size_ids := array(
    select sizes.id from public.product_sizes as sizes
    where sizes.product_id = any (product_ids) and sizes.price is not null
      and coalesce(sizes.discount_price, sizes.price) <> private.price_now(sizes.product_id, sizes.id)
  );
  product_ids := array(
    select products.id from public.products
    where products.id = any (product_ids)
      and coalesce(products.discount_price, products.price) <> private.price_now(products.id, null)
  );
  -- Sizes, products: everybody who needs several of them locks them in this order. Hidden ones are renewed too: they may
  -- be shown again while the offer runs.
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
comment on function private.renew_offer_prices(bigint, text) is
  'Makes discount_price of a product, or of a category, what it is at this moment. Security definer: the clock is nobody.';
revoke all on function private.renew_offer_prices(bigint, text) from public;

create function private.note_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.renew_offer_prices(new.id, null);
  return null;
end;
$$;
comment on function private.note_category() is 'Its sizes have the offers of the new category. Security definer, as above.';
revoke all on function private.note_category() from public;

create trigger note_category after update of category on public.products
  for each row when (old.category is distinct from new.category) execute function private.note_category();

create function private.set_running() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.is_running := new.starts_at <= now() and new.ends_at > now();
  return new;
end;
$$;
revoke all on function private.set_running() from public;

create trigger set_running before insert or update on public.offers
  for each row execute function private.set_running();

create function private.note_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.renew_offer_prices(old.product_id, old.category);
  end if;
  if tg_op <> 'DELETE' then
    perform private.renew_offer_prices(new.product_id, new.category);
  end if;
  return null;
end;
$$;
comment on function private.note_offer() is 'Security definer, as private.renew_offer_prices.';
revoke all on function private.note_offer() from public;

create trigger note_offer after insert or update or delete on public.offers
  for each row execute function private.note_offer();
create trigger note_price after insert or delete or update of product_id, category, percent, price, starts_at, ends_at
  on public.offers
  for each row execute function private.note_row('price', 'Offer');

create function public.renew_due_offers() returns table (renewed_count integer, next_in_ms double precision)
language plpgsql security definer set search_path = ''
as $$
begin
  update public.offers set is_running = not offers.is_running
  where offers.is_running <> (offers.starts_at <= now() and offers.ends_at > now());
  get diagnostics renewed_count = row_count;
  next_in_ms := (
    select extract(epoch from min(due.at) - clock_timestamp()) * 1000
    from public.offers cross join lateral (values (offers.starts_at), (offers.ends_at)) as due (at)
    where due.at > now()
  );
  return next;
end;
$$;
comment on function public.renew_due_offers() is
  'For the shop''s server: prices and pages follow the offers that have begun or ended; how many there were, and in how many '
  'milliseconds the next one begins or ends (null: never).';
revoke all on function public.renew_due_offers() from public, anon, authenticated;
grant execute on function public.renew_due_offers() to service_role;

create or replace function private.price_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent public.orders;
  is_own boolean;
  product public.products;
  size public.product_sizes;
  left_count integer;
begin
  select * into parent from public.orders where id = new.order_id for update;
  is_own := parent.user_id is not distinct from (select auth.uid());
  if parent.channel = 'counter' then
    is_own := private.may_manage();
  end if;
  -- The owner's test comes before everything else, so that a stranger learns nothing of the order.
  if parent.id is null or ((select auth.uid()) is not null and not is_own) then
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
  if new.size_id is null and product.sizes <> '[]' then
    raise sqlstate 'PT409' using message = format('%s comes in sizes: a line of it names one.', product.name);
  end if;
  select * into size from public.product_sizes
  where id = new.size_id and product_id = product.id and archived_at is null;
  if new.size_id is not null and size.id is null then
    raise sqlstate 'PT409' using message = format('Size %s of %s is not for sale.', new.size_id, product.name);
  end if;
  left_count := private.stock_left(product.id, size.id);
  if product.is_sold_out or coalesce(size.availability = 'sold_out', false) or left_count < new.quantity + coalesce((
    select sum(items.quantity) from public.order_items as items
    where items.order_id = new.order_id and items.product_id = new.product_id
      and items.size_id is not distinct from new.size_id
  ), 0) then
    raise sqlstate 'PT409' using
      message = format('%s is sold out, or too many are wanted.', concat_ws(', size ', product.name, size.label));
  end if;
  new.stock_taken := 0;
  new.refunded_quantity := 0;
  new.tax_rate := 0;
  new.tax_amount := 0;
  new.discount := 0;
  new.product_name := product.name;
  new.size_label := size.label;
  new.unit_price := private.price_now(product.id, size.id);
  new.image_url := product.img1;
  return new;
end;
$$;

create or replace function private.cart_now(items jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'product_id', wanted.product_id,
      'size_id', wanted.size_id,
      'name', products.name,
      'size', sizes.label,
      'unit_price', private.price_now(products.id, sizes.id),
      'quantity', wanted.quantity,
      'needs_size', coalesce(wanted.size_id is null and products.sizes <> '[]', false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(stock.left_count = 0, false),
      'quantity_left', stock.left_count
    ) order by wanted.place)
    from (
      select line.product_id, line.size_id, sum(line.quantity) as quantity, min(line.place) as place
      from rows from (jsonb_to_recordset(cart_now.items) as (product_id bigint, size_id bigint, quantity integer))
        with ordinality as line (product_id, size_id, quantity, place)
      group by line.product_id, line.size_id
    ) as wanted
    left join public.product_sizes as sizes
      on sizes.id = wanted.size_id and sizes.product_id = wanted.product_id and sizes.archived_at is null
    left join public.products
      on products.id = wanted.product_id and products.archived_at is null and products.pictures_ready
        and (wanted.size_id is null or sizes.id is not null)
    cross join lateral (select private.stock_left(products.id, sizes.id) as left_count) as stock
  );
end;
$$;

create or replace function public.change_line(
  order_item_id bigint,
  kind text,
  quantity integer,
  replacement_product_id bigint default null,
  replacement_size_id bigint default null,
  replacement_quantity integer default null,
  mark_sold_out boolean default true,
  request_key uuid default null
) returns public.order_changes
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  away record;
  product public.products;
  size public.product_sizes;
  made public.order_changes;
  left_count bigint;
begin
  select * into line from public.order_items as items where items.id = change_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  if target.id is null or not private.may_handle(target.id) then
    raise sqlstate 'PT404' using message = 'There is no such line.';
  end if;
  select * into made from public.order_changes as known
  where known.order_id = target.id and known.request_key = change_line.request_key;
  if made.id is not null then
    return made;
  end if;
  if target.status not in ('paid', 'preparing') then
    raise sqlstate 'PT409' using message = format('The order is %s: its lines are no longer changed.', target.status);
  end if;
  if change_line.kind is null or change_line.kind not in ('replaced', 'left_out')
    or coalesce(change_line.quantity, 0) < 1
    or (change_line.kind = 'replaced') <> (change_line.replacement_product_id is not null)
    or (change_line.kind = 'replaced' and coalesce(change_line.replacement_quantity, 1) not between 1 and 999) then
    raise invalid_parameter_value using message = 'A line is replaced by something, or left out, so many of it.';
  end if;
  select * into away from private.line_away(line);
  left_count := line.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity;
  if change_line.quantity > left_count then
    raise sqlstate 'PT409' using message = format('Only %s of this line are left to change.', greatest(left_count, 0));
  end if;
  if change_line.kind = 'left_out' and not exists (
    select from public.order_items as items
    cross join lateral private.line_away(items) as gone
    where items.order_id = target.id
      and items.quantity - gone.refunded_quantity - gone.left_out_quantity
        > case when items.id = line.id then change_line.quantity else 0 end
  ) then
    raise sqlstate 'PT409' using message = 'Nothing would be left of this order. Please cancel it instead.';
  end if;
  if change_line.kind = 'replaced' then
    select * into product from public.products
    where products.id = change_line.replacement_product_id and products.archived_at is null;
    select * into size from public.product_sizes as sizes
    where sizes.id = change_line.replacement_size_id and sizes.product_id = product.id and sizes.archived_at is null;
    if product.id is null or (change_line.replacement_size_id is not null and size.id is null) then
      raise sqlstate 'PT409' using message = 'The replacement is not for sale.';
    end if;
    if size.id is null and product.sizes <> '[]' then
      raise invalid_parameter_value using message = format('%s comes in sizes: please choose one.', product.name);
    end if;
    if product.id = line.product_id and size.id is not distinct from line.size_id then
      raise invalid_parameter_value using message = 'A line is not replaced by itself.';
    end if;
  end if;
  insert into public.order_changes (
    order_id, order_item_id, kind, quantity, replacement_product_id, replacement_size_id, replacement_name,
    replacement_size_label, replacement_quantity, replacement_unit_price, mark_sold_out, request_key, changed_by
  )
  values (
    target.id, line.id, change_line.kind, change_line.quantity, product.id, size.id, product.name, size.label,
    case when product.id is not null then coalesce(change_line.replacement_quantity, change_line.quantity) end,
    private.price_now(product.id, size.id),
    coalesce(change_line.mark_sold_out, true), change_line.request_key, (select auth.uid())
  )
  returning * into made;
  perform private.price_open_changes(target.id);
  select * into made from public.order_changes as known where known.id = made.id;
  return made;
end;
$$;

create or replace function public.list_replacements(order_item_id bigint, quantity integer, typed text default '')
returns table (
  product_id bigint, size_id bigint, name text, size_label text, image_url text, unit_price numeric,
  is_same_category boolean, gives_back_cents bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  own_category text;
  paid_cents bigint;
  paid_tax_cents bigint;
begin
  select * into line from public.order_items as items where items.id = list_replacements.order_item_id;
  if line.id is null or not private.may_handle(line.order_id) then
    raise sqlstate 'PT404' using message = 'There is no such line.';
  end if;
  if coalesce(list_replacements.quantity, 0) not between 1 and line.quantity then
    raise invalid_parameter_value using message = 'There are not so many of this line.';
  end if;
  select * into target from public.orders where orders.id = line.order_id;
  select products.category into own_category from public.products where products.id = line.product_id;
  paid_cents := private.paid_for_first(private.line_amount(line), line, list_replacements.quantity);
  paid_tax_cents := private.paid_for_first(line.tax_amount, line, list_replacements.quantity);
  return query
    with found as (
      select products.*, row_number() over () as place
      from public.search_products(list_replacements.typed, 40) as products
      where btrim(list_replacements.typed) <> ''
      union all
      select products.*, 0 from public.products
      where btrim(coalesce(list_replacements.typed, '')) = '' and products.category = own_category
    ), sold as (
      select found.id, sizes.id as size_id, found.name, sizes.label, found.img1, found.category, found.place,
        private.price_now(found.id, sizes.id) as unit_price
      from found
      left join public.product_sizes as sizes on sizes.product_id = found.id and sizes.archived_at is null
      where found.archived_at is null and found.pictures_ready and not found.is_sold_out
        and (sizes.id is not null or found.sizes = '[]')
        and coalesce(sizes.availability, 'available') <> 'sold_out'
        and private.stock_left(found.id, sizes.id) is distinct from 0
        and (found.id, coalesce(sizes.id, 0)) <> (line.product_id, coalesce(line.size_id, 0))
    )
    select sold.id, sold.size_id, sold.name, sold.label, sold.img1, sold.unit_price, sold.category = own_category,
      paid_cents + paid_tax_cents - priced.kept_cents - priced.kept_tax_cents
    from (
      select * from sold
      -- The same thing in another size is the closest, then what costs about the same.
      order by sold.category = own_category desc, sold.place, sold.id = line.product_id desc,
        abs(sold.unit_price - line.unit_price), sold.id
      limit 24
    ) as sold
    cross join lateral private.price_replacement(
      target, line, list_replacements.quantity, paid_cents, paid_tax_cents, sold.id,
      (sold.unit_price * 100 * list_replacements.quantity)::bigint
    ) as priced
    order by sold.category = own_category desc, sold.place, sold.id = line.product_id desc,
      abs(sold.unit_price - line.unit_price), sold.id;
end;
$$;

create or replace function private.note_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_to_history(
    'price',
    -- A size is called by its product and its label.
    coalesce((
      select products.name || ', size ' from public.products
      where products.id = (to_jsonb(new) ->> 'product_id')::bigint
    ), '') || coalesce(to_jsonb(new) ->> 'label', to_jsonb(new) ->> 'name'),
    jsonb_build_object('price', old.price, 'discount_price', old.regular_discount_price),
    jsonb_build_object('price', new.price, 'discount_price', new.regular_discount_price)
  );
  return null;
end;
$$;

create or replace function private.note_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- What triggers and the clock keep is no deed of a person.
  kept constant text[] := array[
    'updated_at', 'quotes_carts', 'has_discount_codes', 'used_count', 'created_at', 'is_running'
  ];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - kept end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - kept end;
  whole jsonb := coalesce(after, before);
  person_id uuid := (case tg_table_name when 'profiles' then whole ->> 'id' else whole ->> 'user_id' end)::uuid;
  called text := case when tg_table_name <> 'store_settings' then coalesce(
    (select users.email from auth.users where users.id = person_id),
    whole ->> 'email', whole ->> 'code', whole ->> 'title', whole ->> 'name', whole ->> 'category',
    (select products.name from public.products where products.id = (whole ->> 'product_id')::bigint),
    (select tax_classes.title from public.tax_classes where tax_classes.id = (whole ->> 'class_id')::bigint)
  ) end;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(old_value.key, old_value.value), jsonb_object_agg(old_value.key, after -> old_value.key)
    into before, after
    from jsonb_each(before) as old_value
    where old_value.value is distinct from after -> old_value.key;
    if before is null then
      return null;
    end if;
  end if;
  perform private.add_to_history(tg_argv[0], tg_argv[1] || coalesce(': ' || called, ''), before, after);
  return null;
end;
$$;

create or replace function public.duplicate_product(product_id bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  -- What shoppers see and managers write; the rest belongs to the row itself.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'name', 'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'discount_price',
        'regular_discount_price'
      ])
  );
  made_id bigint;
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'Only the owner and managers change the catalogue.';
  end if;
  execute format(
    'insert into public.products (name, archived_at, discount_price, %1$s)
      select left(''Copy of '' || name, 200), now(), regular_discount_price, %1$s from public.products where id = $1 returning id',
    columns
  ) into made_id using duplicate_product.product_id;
  if made_id is null then
    raise sqlstate 'PT404' using message = 'There is no such product.';
  end if;
  insert into public.product_sizes (product_id, label, position, price, discount_price, availability, amount, unit)
  select made_id, sizes.label, sizes.position, sizes.price, sizes.regular_discount_price, sizes.availability, sizes.amount,
    sizes.unit
  from public.product_sizes as sizes
  where sizes.product_id = duplicate_product.product_id and sizes.archived_at is null
  order by sizes.position, sizes.id;
  return made_id;
end;
$$;

create or replace function private.product_image(product public.products) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(product) || jsonb_build_object(
    'hidden', product.archived_at is not null,
    -- An offer that runs is no price of the product's own.
    'discount_price', product.regular_discount_price,
    'stock', (select stock_count from public.product_stock where product_stock.product_id = product.id)
  );
end;
$$;

create or replace function private.size_image(size public.product_sizes) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(size) || jsonb_build_object(
    'discount_price', size.regular_discount_price,
    'stock', (select stock_count from public.size_stock where size_stock.size_id = size.id)
  );
end;
$$;

create or replace function private.write_import_images(import_id bigint, is_undo boolean) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  with images as (
    select rows.product_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.verdict = 'change' and not rows.is_size
      and rows.left_alone is null
  )
  update public.products as target
  set category = written.category, name = written.name, description_header = written.description_header,
    description = written.description, price = written.price, discount_price = written.discount_price,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    img1 = written.img1, img2 = written.img2, size = written.size, availability = written.availability,
    also_called = written.also_called, storage = written.storage, origin = written.origin,
    ingredients = written.ingredients, contains = written.contains, may_contain = written.may_contain,
    fibre = written.fibre, care = written.care, heat_level = written.heat_level, amount = written.amount,
    unit = written.unit,
    archived_at = case
      when not images.image ? 'hidden' then known.archived_at
      when (images.image -> 'hidden')::boolean then coalesce(known.archived_at, now())
    end
  from images
  join public.products as known on known.id = images.product_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with images as (
    select rows.size_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.verdict = 'change' and rows.is_size
      and rows.left_alone is null
  )
  update public.product_sizes as target
  set price = written.price, discount_price = written.discount_price, availability = written.availability,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    amount = written.amount, unit = written.unit
  from images
  join public.product_sizes as known on known.id = images.size_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with counts as (
    select rows.product_id, rows.size_id, rows.is_size, case when is_undo then rows.before else rows.after end -> 'stock' as stock
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.verdict in ('add', 'change')
      and (not is_undo or rows.verdict = 'change') and rows.left_alone is null
  ), uncounted as (
    delete from public.product_stock as stock using counts
    where stock.product_id = counts.product_id and not counts.is_size and counts.stock = 'null'
  ), uncounted_sizes as (
    delete from public.size_stock as stock using counts
    where stock.size_id = counts.size_id and counts.is_size and counts.stock = 'null'
  ), counted as (
    insert into public.product_stock (product_id, stock_count)
    select counts.product_id, counts.stock::integer from counts where not counts.is_size and counts.stock <> 'null'
    on conflict (product_id) do update set stock_count = excluded.stock_count
  )
  insert into public.size_stock (size_id, stock_count)
  select counts.size_id, counts.stock::integer from counts where counts.is_size and counts.stock <> 'null'
  on conflict (size_id) do update set stock_count = excluded.stock_count;
end;
$$;

drop trigger note_price on public.products;
drop trigger note_price on public.product_sizes;
create trigger note_price after update of price, discount_price, regular_discount_price on public.products
  for each row when (
    old.price is distinct from new.price or old.regular_discount_price is distinct from new.regular_discount_price
  ) execute function private.note_price();
create trigger note_price after update of price, discount_price, regular_discount_price on public.product_sizes
  for each row when (
    old.price is distinct from new.price or old.regular_discount_price is distinct from new.regular_discount_price
  ) execute function private.note_price();

select private.show_products();
