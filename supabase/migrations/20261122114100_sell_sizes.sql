-- Sizes: a product may come in several, each with a price, an amount and a stock of its own.
alter table public.products add column sizes jsonb not null default '[]';
comment on column public.products.sizes is
  'Set by triggers from product_sizes: [{id, label, price, discount_price, amount, unit, is_sold_out}], in their order.';

create or replace function private.make_category_view(prefix text) returns void
language plpgsql set search_path = ''
as $$
declare
  made public.categories;
begin
  select * into strict made from public.categories where categories.prefix = make_category_view.prefix;
  execute format(
    'create or replace view public.%I with (security_invoker = on) as
      select id, name, description_header, description, price, discount_price, img1, img2, size, category,
        availability, is_sold_out, also_called, storage, origin, ingredients, contains, may_contain, fibre, care,
        heat_level, amount, unit, sizes
      from public.products
      where category = %L and archived_at is null
      with cascaded check option',
    made.view_name, made.prefix
  );
  execute format('comment on view public.%I is %L', made.view_name, made.title || ': /products/' || made.prefix || '/{id}.');
  execute format('alter view public.%I alter column category set default %L', made.view_name, made.prefix);
  execute format('revoke all on public.%I from anon, authenticated', made.view_name);
  execute format('grant select on public.%I to anon, authenticated', made.view_name);
  execute format('grant insert, update, delete on public.%I to authenticated', made.view_name);
end;
$$;

select private.make_category_view(prefix) from public.categories;

-- Sizes: a product may come in several (S, M, L; 2 lb, 5 lb), each with a price, an amount and a stock of its own.
-- Whoever buys it names one. A product without sizes knows nothing of all this.
create table public.product_sizes (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  label text not null check (btrim(label) <> '' and char_length(label) <= 40),
  position integer not null default 0,
  price numeric(10, 2) check (price >= 0 and price <> 'NaN'),
  discount_price numeric(10, 2),
  availability text not null default 'available' check (availability in ('available', 'sold_out', 'counted')),
  amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'),
  unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')),
  archived_at timestamptz,
  constraint size_discount_below_price check (
    discount_price is null or coalesce(discount_price >= 0 and discount_price < price, false)
  ),
  constraint size_amount_has_a_unit check ((amount is null) = (unit is null))
);
comment on table public.product_sizes is 'What a product comes in; each live size is also told by products.sizes.';
comment on column public.product_sizes.position is 'Sizes are shown from the least to the greatest.';
comment on column public.product_sizes.price is 'Null: what the product costs, with its discount.';
comment on column public.product_sizes.discount_price is 'Of a size with a price of its own; always below it.';
comment on column public.product_sizes.availability is
  'available: as many as are wanted; sold_out: none; counted: as many as size_stock holds.';
comment on column public.product_sizes.archived_at is 'Set instead of a deletion when an order names the size.';
create index product_sizes_product_id on public.product_sizes (product_id);
create unique index product_sizes_label on public.product_sizes (product_id, lower(label)) where archived_at is null;

alter table public.product_sizes enable row level security;
revoke all on public.product_sizes from anon, authenticated;
grant select on public.product_sizes to anon, authenticated;
grant insert (product_id, label, position, price, discount_price, availability, amount, unit)
  on public.product_sizes to authenticated;
grant update (label, position, price, discount_price, availability, amount, unit)
  on public.product_sizes to authenticated;
grant delete on public.product_sizes to authenticated;
create policy "everybody sees the sizes of what is for sale, admins see all" on public.product_sizes
  for select to anon, authenticated
  using (
    (archived_at is null and exists (select 1 from public.products where products.id = product_sizes.product_id))
    or (select private.is_admin())
  );
create policy "admins add sizes" on public.product_sizes
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change sizes" on public.product_sizes
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove sizes" on public.product_sizes
  for delete to authenticated using ((select private.is_admin()));

-- Apart from the sizes, for the reason that product_stock is apart from products.
create table public.size_stock (
  size_id bigint primary key references public.product_sizes (id) on delete cascade,
  stock_count integer not null check (stock_count >= 0)
);
comment on table public.size_stock is 'How many are left of each counted size; a missing row means none.';

alter table public.size_stock enable row level security;
revoke all on public.size_stock from anon, authenticated;
grant select, insert, update, delete on public.size_stock to authenticated;
create policy "admins read the stock of sizes" on public.size_stock
  for select to authenticated using ((select private.is_admin()));
create policy "admins begin to count a size" on public.size_stock
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins count a size" on public.size_stock
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins stop counting a size" on public.size_stock
  for delete to authenticated using ((select private.is_admin()));

create function private.sizes_now(product_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', sizes.id,
    'label', sizes.label,
    'price', sizes.price,
    'discount_price', sizes.discount_price,
    'amount', sizes.amount,
    'unit', sizes.unit,
    'is_sold_out', sizes.availability = 'sold_out'
      or (sizes.availability = 'counted' and coalesce(stock.stock_count, 0) = 0)
  ) order by sizes.position, sizes.id), '[]')
  from public.product_sizes as sizes
  left join public.size_stock as stock on stock.size_id = sizes.id
  where sizes.product_id = sizes_now.product_id and sizes.archived_at is null;
$$;
comment on function private.sizes_now(bigint) is
  'What products.sizes says. Security definer: whoever may change a product in part need not be allowed to read the stock.';
revoke all on function private.sizes_now(bigint) from public;

create function private.renew_sizes(product_ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked first: whoever comes second reads the sizes as the first left them.
  perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
  -- The row trigger of products writes them, and whether all are sold out. One statement for all: it renews the
  -- pages once, and waits for them only when it holds every product that it needs.
  update public.products set sizes = private.sizes_now(products.id)
  where products.id = any (product_ids) and products.sizes is distinct from private.sizes_now(products.id);
end;
$$;
comment on function private.renew_sizes(bigint[]) is 'Security definer: a sale may not change products.';
revoke all on function private.renew_sizes(bigint[]) from public;

create function private.note_sizes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.renew_sizes(array(select distinct product_id from sizes_after));
  elsif tg_op = 'DELETE' then
    perform private.renew_sizes(array(select distinct product_id from sizes_before));
  else
    perform private.renew_sizes(array(
      select product_id from sizes_before union select product_id from sizes_after
    ));
  end if;
  return null;
end;
$$;
comment on function private.note_sizes() is 'Security definer, as private.renew_sizes.';
revoke all on function private.note_sizes() from public;

create trigger note_new_sizes after insert on public.product_sizes
  referencing new table as sizes_after for each statement execute function private.note_sizes();

create trigger note_sizes after update on public.product_sizes
  referencing old table as sizes_before new table as sizes_after
  for each statement execute function private.note_sizes();

create trigger note_lost_sizes after delete on public.product_sizes
  referencing old table as sizes_before for each statement execute function private.note_sizes();

create function private.note_size_stock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select size_id from counts_after);
  elsif tg_op = 'DELETE' then
    ids := array(select size_id from counts_before);
  else
    ids := array(
      select size_id from counts_before as before full join counts_after as after using (size_id)
      where (before.stock_count = 0) is distinct from (after.stock_count = 0)
    );
  end if;
  if cardinality(ids) > 0 then
    perform private.renew_sizes(array(
      select distinct sizes.product_id from public.product_sizes as sizes where sizes.id = any (ids)
    ));
  end if;
  return null;
end;
$$;
comment on function private.note_size_stock() is 'Security definer, as private.renew_sizes.';
revoke all on function private.note_size_stock() from public;

create trigger note_new_size_stock after insert on public.size_stock
  referencing new table as counts_after for each statement execute function private.note_size_stock();

create trigger note_size_stock after update on public.size_stock
  referencing old table as counts_before new table as counts_after
  for each statement execute function private.note_size_stock();

create trigger note_lost_size_stock after delete on public.size_stock
  referencing old table as counts_before for each statement execute function private.note_size_stock();

-- What the shopkeeper's form says of all sizes of a product, at once.
create function public.set_product_sizes(product_id bigint, sizes jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  given record;
  written bigint;
  left_alone jsonb := '[]';
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for function set_product_sizes';
  end if;
  if jsonb_typeof(set_product_sizes.sizes) is distinct from 'array'
    or jsonb_array_length(set_product_sizes.sizes) > 50 then
    raise invalid_parameter_value using message = 'A product has at most 50 sizes.';
  end if;
  -- Counts before the product: as every sale locks them.
  perform 1 from public.size_stock as stock
  where stock.size_id in (
    select known.id from public.product_sizes as known where known.product_id = set_product_sizes.product_id
  )
  order by stock.size_id
  for update;
  perform 1 from public.products where products.id = set_product_sizes.product_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such product.';
  end if;
  delete from public.product_sizes as kept
  where kept.product_id = set_product_sizes.product_id and kept.archived_at is null
    and kept.id not in (
      select line.id from jsonb_to_recordset(set_product_sizes.sizes) as line (id bigint) where line.id is not null
    );
  for given in
    select line.* from rows from (jsonb_to_recordset(set_product_sizes.sizes) as (
      id bigint, label text, price numeric, discount_price numeric, availability text, amount numeric, unit text,
      stock_count integer, stock_count_before integer
    )) with ordinality as line (
      id, label, price, discount_price, availability, amount, unit, stock_count, stock_count_before, place
    ) order by line.place
  loop
    if given.id is null then
      insert into public.product_sizes (
        product_id, label, position, price, discount_price, availability, amount, unit
      ) values (
        set_product_sizes.product_id, btrim(given.label), given.place, given.price, given.discount_price,
        coalesce(given.availability, 'available'), given.amount, given.unit
      ) returning product_sizes.id into written;
    else
      update public.product_sizes as known
      set label = btrim(given.label), position = given.place, price = given.price,
        discount_price = given.discount_price, availability = coalesce(given.availability, 'available'),
        amount = given.amount, unit = given.unit
      where known.id = given.id and known.product_id = set_product_sizes.product_id and known.archived_at is null
      returning known.id into written;
      if written is null then
        raise sqlstate 'PT409' using message = format('Size %s is no longer there.', given.label);
      end if;
    end if;
    -- A sale meanwhile is not undone by a form that nobody touched there.
    if given.availability = 'counted' and given.stock_count is distinct from given.stock_count_before then
      insert into public.size_stock (size_id, stock_count) values (written, given.stock_count)
      on conflict (size_id) do update set stock_count = excluded.stock_count
        where given.stock_count_before is null or size_stock.stock_count = given.stock_count_before;
      if not found then
        left_alone := left_alone || to_jsonb(given.label);
      end if;
    end if;
  end loop;
  return left_alone;
end;
$$;
comment on function public.set_product_sizes(bigint, jsonb) is
  'For admins: a product comes in exactly these sizes, in this order: [{id, label, price, discount_price, '
  'availability, amount, unit, stock_count, stock_count_before}]; without an id a size is new. A count changes only '
  'where it differs from stock_count_before and nobody bought meanwhile; the labels of the others are answered.';
revoke all on function public.set_product_sizes(bigint, jsonb) from public, anon, service_role;
grant execute on function public.set_product_sizes(bigint, jsonb) to authenticated;

create or replace function private.set_sold_out() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.sizes := private.sizes_now(new.id);
  if new.sizes <> '[]' then
    -- Each size has its own stock.
    new.is_sold_out := new.availability = 'sold_out' or not new.sizes @? '$[*] ? (@.is_sold_out == false)';
    return new;
  end if;
  if new.availability <> 'counted' then
    new.is_sold_out := new.availability = 'sold_out';
    return new;
  end if;
  if tg_op = 'INSERT' or old.availability <> 'counted' then
    -- A change of the count that is under way ends first: one of the two sees the other.
    perform 1 from public.product_stock where product_id = new.id for share;
  end if;
  new.is_sold_out := coalesce(
    (select stock_count from public.product_stock where product_id = new.id), 0
  ) = 0;
  return new;
end;
$$;

drop trigger set_sold_out on public.products;
create trigger set_sold_out before insert or update of availability, is_sold_out, sizes on public.products
  for each row execute function private.set_sold_out();

drop function private.stock_left(bigint);
create function private.stock_left(product_id bigint, size_id bigint) returns integer
language sql stable security definer set search_path = ''
as $$
  select case
    when coalesce(sizes.availability, products.availability) <> 'counted' then null
    when sizes.id is null then coalesce(stock.stock_count, 0)
    else coalesce(size_stock.stock_count, 0)
  end
  from public.products
  left join public.product_stock as stock on stock.product_id = products.id
  left join public.product_sizes as sizes on sizes.id = stock_left.size_id and sizes.product_id = products.id
  left join public.size_stock on size_stock.size_id = sizes.id
  where products.id = stock_left.product_id;
$$;
comment on function private.stock_left(bigint, bigint) is
  'How many are left of a counted product, or of its size when one is named; null when it is not counted. Security '
  'definer: place_order and check_stock, which tell it, run with the shopper''s rights.';
revoke all on function private.stock_left(bigint, bigint) from public;
grant execute on function private.stock_left(bigint, bigint) to authenticated;

create or replace function private.lock_stock(order_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- All of the order's counts, always in this order: two orders of the same things wait, and never for each other.
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
  -- The last M and the last L of a dress change the same product, and the pages after it.
  perform 1 from public.products
  where products.id in (
    select items.product_id from public.order_items as items
    where items.order_id = lock_stock.order_id and items.size_id is not null
  )
  order by products.id
  for no key update;
end;
$$;

create or replace function private.take_stock(order_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_stock(take_stock.order_id);
  if exists (
    select 1
    from (
      select items.product_id, items.size_id, sum(items.quantity) as quantity from public.order_items as items
      where items.order_id = take_stock.order_id group by items.product_id, items.size_id
    ) as wanted
    join public.products on products.id = wanted.product_id
    left join public.product_sizes as sizes on sizes.id = wanted.size_id
    where products.availability = 'sold_out' or sizes.availability = 'sold_out'
      or private.stock_left(wanted.product_id, wanted.size_id) < wanted.quantity
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

create or replace function private.give_back_stock(order_id uuid, lines jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  back jsonb;
begin
  perform private.lock_stock(give_back_stock.order_id);
  with given as (
    update public.order_items as items set stock_taken = items.stock_taken - returned.quantity
    from (
      select taken.id, case
        when give_back_stock.lines is null then taken.stock_taken - coalesce((
          -- Refunded because it was not there, or not good any more.
          select sum(missing.quantity)
          from public.refunds
          cross join jsonb_to_recordset(refunds.lines) as missing (order_item_id bigint, quantity integer)
          where refunds.order_id = give_back_stock.order_id and refunds.status <> 'failed'
            and not refunds.goods_come_back and refunds.lines is not null and missing.order_item_id = taken.id
        ), 0)::integer
        else least(taken.stock_taken, (
          select sum(named.quantity)
          from jsonb_to_recordset(give_back_stock.lines) as named (order_item_id bigint, quantity integer)
          where named.order_item_id = taken.id
        )::integer)
      end as quantity
      from public.order_items as taken
      where taken.order_id = give_back_stock.order_id and taken.stock_taken > 0
    ) as returned
    -- Null: a line that is not among the named ones.
    where items.id = returned.id and returned.quantity > 0
    returning items.product_id, items.size_id, returned.quantity
  )
  select jsonb_agg(to_jsonb(given)) into back from given;
  -- What is no longer counted may have no row, and needs none.
  update public.product_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.product_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (product_id bigint, size_id bigint, quantity integer)
    where line.size_id is null group by line.product_id
  ) as sums
  where stock.product_id = sums.product_id;
  update public.size_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.size_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (size_id bigint, quantity integer) group by line.size_id
  ) as sums
  where stock.size_id = sums.size_id;
end;
$$;

alter table public.order_items
  add column size_id bigint references public.product_sizes (id),
  add column size_label text;
comment on column public.order_items.size_id is 'Null for a product without sizes.';
comment on column public.order_items.size_label is 'What the size was called when it was bought.';
create index order_items_size_id on public.order_items (size_id) where size_id is not null;
grant insert (size_id) on public.order_items to authenticated;

create or replace function private.price_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent public.orders;
  product public.products;
  size public.product_sizes;
  left_count integer;
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
  new.product_name := product.name;
  new.size_label := size.label;
  new.unit_price := coalesce(size.discount_price, size.price, product.discount_price, product.price);
  new.image_url := product.img1;
  return new;
end;
$$;

drop trigger guard_order_item on public.order_items;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label on public.order_items
  for each row execute function private.guard_order_item();

create function private.archive_ordered_size() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.order_items where size_id = old.id) then
    return old;
  end if;
  update public.product_sizes set archived_at = now() where id = old.id and archived_at is null;
  return null;
end;
$$;
comment on function private.archive_ordered_size() is
  'A size that was ordered is archived instead of erased. Security definer, as private.archive_ordered_product.';
revoke all on function private.archive_ordered_size() from public;

create trigger archive_ordered_size before delete on public.product_sizes
  for each row execute function private.archive_ordered_size();

create or replace function private.cart_now(items jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'total', sum(
      coalesce(sizes.discount_price, sizes.price, products.discount_price, products.price) * wanted.quantity
    ),
    'items', jsonb_agg(jsonb_build_object(
      'product_id', wanted.product_id,
      'size_id', wanted.size_id,
      'name', products.name,
      'size', sizes.label,
      'unit_price', coalesce(sizes.discount_price, sizes.price, products.discount_price, products.price),
      'quantity', wanted.quantity,
      'needs_size', coalesce(wanted.size_id is null and products.sizes <> '[]', false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(private.stock_left(products.id, sizes.id) = 0, false),
      'quantity_left', private.stock_left(products.id, sizes.id)
    ) order by wanted.place)
  )
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
      and (wanted.size_id is null or sizes.id is not null);
$$;
comment on function private.cart_now(jsonb) is
  '{total, items} of a cart [{product_id, size_id, quantity}] as the catalogue has it now; null where it is no longer for sale.';

create or replace function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  placed public.orders;
  cart jsonb;
  cannot_be_had boolean;
begin
  if (select auth.uid()) is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is needed.';
  end if;
  if jsonb_typeof(place_order.items) is distinct from 'array'
    or jsonb_array_length(place_order.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;
  -- Each for itself: lines of one product are added up, and 3 and -2 would be an order of 1.
  if exists (
    select from jsonb_to_recordset(place_order.items) as line (product_id bigint, quantity integer)
    where line.product_id is null or coalesce(line.quantity, 0) not between 1 and 999
  ) then
    raise invalid_parameter_value using message = 'Each line needs a product and a quantity from 1 to 999.';
  end if;

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (user_id, delivery_type, delivery_address, delivery_phone_number, request_key)
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key
  )
  on conflict (user_id, request_key) do nothing
  returning * into placed;
  if placed.id is null then
    select * into placed from public.orders
    where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
    return placed;
  end if;

  cart := private.cart_now(place_order.items);
  cannot_be_had := cart @? '$.items[*] ? (
    @.name == null || @.needs_size == true || @.is_sold_out == true || @.quantity_left < @.quantity
  )';
  if not cannot_be_had and (cart ->> 'total')::numeric is not distinct from place_order.expected_total then
    insert into public.order_items (order_id, product_id, size_id, product_name, quantity, unit_price, image_url)
    select placed.id, line.product_id, line.size_id, line.name, line.quantity, line.unit_price, ''
    from jsonb_to_recordset(cart -> 'items')
      as line (product_id bigint, size_id bigint, name text, quantity integer, unit_price numeric);
    select * into placed from public.orders where orders.id = placed.id;
    -- The lines are priced by the catalogue as it is when they are written, which may be a moment later.
    if placed.total = place_order.expected_total then
      return placed;
    end if;
    cart := private.cart_now(place_order.items);
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some things are no longer available.'
      else 'The prices have changed.' end,
    detail = cart::text;
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid) is
  'Makes an order of [{product_id, size_id, quantity}], the size for what comes in sizes. The same request key returns '
  'the same order. A total other than expected_total, or something that cannot be had, is answered with 409 and, in '
  'the details, {total, items: [{product_id, size_id, name, size, unit_price, quantity, needs_size, is_sold_out, '
  'quantity_left}]}: name and price are null for what is gone, quantity_left is null for what is not counted. No order '
  'is made then.';

create or replace function public.check_stock(order_id uuid) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = check_stock.order_id and orders.user_id = (select auth.uid());
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status <> 'pending' then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'product_id', wanted.product_id,
      'size_id', wanted.size_id,
      'name', wanted.name,
      'size', wanted.size,
      'unit_price', wanted.unit_price,
      'quantity', wanted.quantity,
      'needs_size', coalesce(wanted.size_id is null and products.sizes <> '[]', false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(private.stock_left(products.id, sizes.id) = 0, false),
      'quantity_left', private.stock_left(products.id, sizes.id)
    ) order by wanted.place)
    from (
      select items.product_id, items.size_id, max(items.product_name) as name, max(items.size_label) as size,
        max(items.unit_price) as unit_price, sum(items.quantity) as quantity, min(items.id) as place
      from public.order_items as items
      where items.order_id = target.id
      group by items.product_id, items.size_id
    ) as wanted
    -- What is archived is hidden from the shopper: gone.
    left join public.product_sizes as sizes on sizes.id = wanted.size_id and sizes.archived_at is null
    left join public.products
      on products.id = wanted.product_id and products.archived_at is null
        and (wanted.size_id is null or sizes.id is not null)
    where products.id is null or products.is_sold_out or sizes.availability = 'sold_out'
      or (wanted.size_id is null and products.sizes <> '[]')
      or private.stock_left(products.id, sizes.id) < wanted.quantity
  ), '[]');
end;
$$;

create or replace function private.order_facts(order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', orders.id,
    'placed_at', orders.created_at,
    'status', orders.status,
    'total', orders.total,
    'delivery_cost', orders.delivery_cost,
    'delivery_included', orders.delivery_included,
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'customer_name', private.one_line(coalesce(billing.name, profiles.name), 60),
    'cancelled_by', orders.cancelled_by,
    'cancel_reason', orders.cancel_reason,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
        'unit_price', items.unit_price
      ) order by items.id)
      from public.order_items as items where items.order_id = orders.id
    ), '[]')
  )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.id = order_facts.order_id;
$$;

create or replace function private.mail_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.order_id is null then
    return null;
  end if;
  perform private.queue_mail(
    'order_refunded', new.order_id, 'order_refunded:' || new.id,
    jsonb_build_object('refund', jsonb_build_object(
      'amount', new.amount_cents / 100.0,
      'reason', new.reason,
      -- The whole payment is back now; what is still on its way does not count.
      'is_whole', (
        select payments.refunded_cents = payments.amount_cents from public.payments
        where payments.payment_intent_id = new.payment_intent_id
      ),
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', line.quantity
        ) order by items.id)
        from jsonb_to_recordset(new.lines) as line (order_item_id bigint, quantity integer)
        join public.order_items as items on items.id = line.order_item_id
      )
    ))
  );
  return null;
end;
$$;
