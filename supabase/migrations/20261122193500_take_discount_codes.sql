-- Discount codes: the owner gives them out, an account enters one, and its next order takes it.

create table public.discount_codes (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{3,30}$'),
  percent numeric(5, 2) check (percent > 0 and percent <= 100),
  amount numeric(10, 2) check (amount > 0),
  least_goods numeric(10, 2) not null default 0 check (least_goods >= 0),
  categories text[] not null default '{}' check (array_position(categories, null) is null),
  valid_from timestamptz not null default now() check (isfinite(valid_from)),
  valid_until timestamptz check (isfinite(valid_until) and valid_until > valid_from),
  once_per_person boolean not null default false,
  max_uses integer check (max_uses > 0),
  used_count integer not null default 0 check (used_count >= 0),
  created_at timestamptz not null default now(),
  constraint percent_or_amount check (num_nonnulls(percent, amount) = 1),
  constraint amounts_are_numbers check (percent <> 'NaN' and amount <> 'NaN' and least_goods <> 'NaN')
);
comment on table public.discount_codes is 'What comes off the goods of an order whose customer has the code.';
comment on column public.discount_codes.code is 'As private.discount_key writes it.';
comment on column public.discount_codes.least_goods is 'What the goods of an order must cost at least, before the discount.';
comment on column public.discount_codes.categories is 'The prefixes of those whose goods become cheaper; empty: all.';
comment on column public.discount_codes.valid_until is 'The first moment at which it is no longer valid; null: for ever.';
comment on column public.discount_codes.max_uses is 'How many orders in all may have it; null: any number.';
comment on column public.discount_codes.used_count is 'Of how many orders it is now, but for cancelled ones; kept by triggers of orders.';

alter table public.discount_codes enable row level security;
revoke all on public.discount_codes from anon, authenticated;
grant select, delete,
  insert (code, percent, amount, least_goods, categories, valid_from, valid_until, once_per_person, max_uses),
  update (code, percent, amount, least_goods, categories, valid_from, valid_until, once_per_person, max_uses)
  on public.discount_codes to authenticated;
create policy "admins keep the discount codes" on public.discount_codes
  for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.discount_key(typed text) returns text
language sql immutable set search_path = ''
as $$ select upper(regexp_replace(discount_key.typed, '[\s-]+', '', 'g')) $$;
comment on function private.discount_key(text) is 'A code in capitals, without the spaces and hyphens that people put into it.';
revoke all on function private.discount_key(text) from public;

create function private.write_discount_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.code := private.discount_key(new.code);
  if exists (
    select from unnest(new.categories) as wanted (prefix)
    where not exists (select from public.categories where categories.prefix = wanted.prefix)
  ) then
    raise invalid_parameter_value using message = 'There is no such category.';
  end if;
  return new;
end;
$$;
comment on function private.write_discount_code() is 'Security definer: nobody else asks for private.discount_key.';
revoke all on function private.write_discount_code() from public;

create trigger write_discount_code before insert or update of code, categories on public.discount_codes
  for each row execute function private.write_discount_code();

create table private.chosen_discounts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  code_id bigint not null references public.discount_codes (id) on delete cascade
);
comment on table private.chosen_discounts is
  'Which code a person has entered for the next order; it goes when they drop it, or an order with it is paid.';
create index chosen_discounts_code_id on private.chosen_discounts (code_id);

create table private.discount_tries (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  wrong_count integer not null check (wrong_count >= 0),
  ends_at timestamptz not null
);
comment on table private.discount_tries is 'Wrong codes within the period that ends then; written by enter_discount_code alone.';

alter table private.chosen_discounts enable row level security;
alter table private.discount_tries enable row level security;
revoke all on private.chosen_discounts, private.discount_tries from public;

insert into private.limits (name, max_count, period) values ('discount_codes', 10, '1 hour');

alter table public.orders
  add column discount numeric(10, 2) not null default 0 check (discount >= 0),
  add column discount_code text,
  add column discount_code_id bigint references public.discount_codes (id);
comment on column public.orders.discount is 'What comes off the lines by the code.';
comment on column public.orders.discount_code is 'As it was called; null where nothing comes off.';
comment on column public.orders.discount_code_id is 'What the customer had entered, whether or not something came off by it.';
create index orders_discount_code_id on public.orders (discount_code_id, user_id) where discount_code_id is not null;

alter table public.order_items
  add column discount numeric(10, 2) not null default 0 check (discount between 0 and unit_price * quantity);
comment on column public.order_items.discount is 'What comes off the whole line.';

create or replace function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.discount <> old.discount or new.discount_code_id is distinct from old.discount_code_id
    or new.tax_amount <> old.tax_amount or new.delivery_tax_amount <> old.delivery_tax_amount
    or new.delivery_tax_rate <> old.delivery_tax_rate
    or new.tax_exempt_certificate is distinct from old.tax_exempt_certificate
    or new.created_at <> old.created_at
    or (new.user_id is not null and new.user_id is distinct from old.user_id)
  ) then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', old.status);
  end if;
  -- Whatever an update says, what was paid and refunded is what the ledger says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select coalesce(sum(payments.amount_cents), 0) / 100.0, coalesce(sum(payments.refunded_cents), 0) / 100.0
    into new.paid_amount, new.refunded_amount
    from public.payments where payments.order_id = new.id and payments.purpose = 'order';
  end if;
  return new;
end;
$$;
comment on function private.guard_order() is
  'Security definer: it reads the ledger whoever writes. It also holds for the shop''s own server.';

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
  new.tax_rate := 0;
  new.tax_amount := 0;
  new.discount := 0;
  new.product_name := product.name;
  new.size_label := size.label;
  new.unit_price := coalesce(size.discount_price, size.price, product.discount_price, product.price);
  new.image_url := product.img1;
  return new;
end;
$$;
comment on function private.price_order_item() is
  'Security definer: it locks the order, which the customer may not update.';

drop trigger guard_order_item on public.order_items;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, tax_rate, tax_amount,
  discount
  on public.order_items
  for each row execute function private.guard_order_item();

create or replace function private.line_amount(line public.order_items) returns numeric
language sql immutable set search_path = ''
as $$ select line.unit_price * line.quantity - coalesce(line.discount, 0) $$;
comment on function private.line_amount(public.order_items) is 'What a line costs after the discount, without tax.';

create or replace function private.price_order(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  shop record;
  head public.orders;
  goods numeric;
begin
  priced := private.take_discount(priced);
  goods := coalesce((select sum(private.line_amount(line)) from unnest(priced.lines) as line), 0);
  select quotes_carts into shop from public.store_settings;
  if (priced.head).delivery_type = 'pickup' then
    priced.head.delivery_cost := 0;
    priced.head.delivery_included := true;
  else
    priced := private.charge_delivery(priced, goods);
  end if;
  if shop.quotes_carts or (priced.head).tax_amount > 0 then
    priced := private.add_tax(priced);
  end if;
  head := priced.head;
  priced.head.total := goods + head.delivery_cost + head.tax_amount;
  return priced;
end;
$$;
comment on function private.price_order(private.priced_order) is 'All steps, in their order.';

create or replace function private.keep_quotes_carts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.quotes_carts := exists (select 1 from public.tax_rates where tax_rates.percent > 0)
    or exists (select 1 from public.delivery_zones)
    or exists (select 1 from public.discount_codes);
  return new;
end;
$$;
comment on function private.keep_quotes_carts() is
  'Whether any step besides the goods has something to do. Security definer: it reads what only the shop reads.';

create or replace function private.sum_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  summed uuid;
  priced private.priced_order;
  before private.priced_order;
  head public.orders;
begin
  for summed in select distinct added.order_id from added loop
    select * into head from public.orders where orders.id = summed;
    -- Its uses stand still until this order has counted its own.
    perform 1 from public.discount_codes where discount_codes.id = head.discount_code_id for update;
    priced.head := head;
    priced.lines := array(
      select items from public.order_items as items where items.order_id = summed order by items.id
    );
    before := priced;
    priced := private.price_order(priced);
    head := priced.head;
    update public.orders
    set total = head.total, discount = head.discount, discount_code = head.discount_code,
      delivery_cost = head.delivery_cost, delivery_included = head.delivery_included,
      tax_amount = head.tax_amount, delivery_tax_rate = head.delivery_tax_rate,
      delivery_tax_amount = head.delivery_tax_amount, tax_exempt_certificate = head.tax_exempt_certificate
    where orders.id = summed;
    if priced.lines is distinct from before.lines then
      update public.order_items as items
      set tax_rate = line.tax_rate, tax_amount = line.tax_amount, discount = line.discount
      from unnest(priced.lines) as line where items.id = line.id;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.sum_order() is 'Security definer: the customer may not update orders.';

-- The step of the discount, and how often a code may be used. An order remembers the code that its customer had entered;
-- whether something comes off by it is worked out with its lines. Rows are locked in one order: orders, then codes by id.
create function private.discount_shares(discount public.discount_codes, lines public.order_items[])
returns table (place integer, cents bigint)
language sql stable set search_path = ''
as $$
  with goods as (
    select subscript as place,
      round((discount_shares.lines[subscript]).unit_price * (discount_shares.lines[subscript]).quantity * 100) as cents,
      cardinality(discount.categories) = 0 or exists (
        select from public.products
        where products.id = (discount_shares.lines[subscript]).product_id
          and products.category = any (discount.categories)
      ) as is_meant
    from generate_subscripts(discount_shares.lines, 1) as subscript
  ), sums as (
    select sum(goods.cents) as in_all, sum(goods.cents) filter (where goods.is_meant) as meant from goods
  ), whole as (
    select sums.meant, greatest(0, least(
      coalesce(round(sums.meant * discount.percent / 100), discount.amount * 100), sums.meant,
      -- Less than that cannot be paid by card.
      sums.in_all - 50
    )) as cents
    from sums where sums.in_all >= discount.least_goods * 100 and sums.meant > 0
  ), parts as (
    select goods.place, whole.cents as whole, goods.cents * whole.cents / whole.meant as exact
    from goods, whole where goods.is_meant and whole.cents > 0
  )
  select parts.place, (floor(parts.exact) + case
    when row_number() over (order by parts.exact - floor(parts.exact) desc, parts.place)
      <= parts.whole - sum(floor(parts.exact)) over () then 1
    else 0
  end)::bigint
  from parts;
$$;
comment on function private.discount_shares(public.discount_codes, public.order_items[]) is
  'What comes off each line that the code is meant for, by its place: the whole is rounded to the cent and shared out by '
  'the largest remainder. Nothing where the goods are too few for it.';
revoke all on function private.discount_shares(public.discount_codes, public.order_items[]) from public;

create function private.discount_problem(discount public.discount_codes, head public.orders, lines public.order_items[])
returns text
language sql stable set search_path = ''
as $$
  select case
    when now() < discount.valid_from then 'This code is not valid yet.'
    when now() >= discount.valid_until then 'This code is no longer valid.'
    -- An order of the same person that waits for its payment is this one, or is replaced by it and gives its use back.
    when discount.used_count - (
      select count(*) from public.orders
      where orders.user_id = discount_problem.head.user_id and orders.status = 'pending'
        and orders.discount_code_id = discount.id and orders.discount > 0
    ) >= discount.max_uses then 'This code has been used up.'
    when discount.once_per_person and exists (
      select from public.orders
      where orders.user_id = discount_problem.head.user_id and orders.discount_code_id = discount.id
        and orders.discount > 0 and orders.status <> 'pending' and orders.cancelled_by is null
    ) then 'You have used this code already.'
    when (
      select sum(line.unit_price * line.quantity) from unnest(discount_problem.lines) as line
    ) < discount.least_goods then format(
      'This code is for orders from $%s on.', to_char(discount.least_goods, 'FM999999990.00')
    )
    when not exists (select from private.discount_shares(discount, discount_problem.lines))
      then 'This code is for other goods.'
  end;
$$;
comment on function private.discount_problem(public.discount_codes, public.orders, public.order_items[]) is
  'Why nothing comes off this order by the code; null when something does.';
revoke all on function private.discount_problem(public.discount_codes, public.orders, public.order_items[]) from public;

create function private.take_discount(priced private.priced_order) returns private.priced_order
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
    lines[place].discount := 0;
  end loop;
  if head.discount_code_id is not null then
    select * into discount from public.discount_codes where discount_codes.id = head.discount_code_id;
    if private.discount_problem(discount, head, lines) is null then
      head.discount_code := discount.code;
      for share in select * from private.discount_shares(discount, lines) loop
        lines[share.place].discount := share.cents / 100.0;
        head.discount := head.discount + share.cents / 100.0;
      end loop;
    end if;
  end if;
  return (head, lines)::private.priced_order;
end;
$$;
comment on function private.take_discount(private.priced_order) is
  'The step of the discount: what comes off each line, and off the order in all.';
revoke all on function private.take_discount(private.priced_order) from public;

create function private.lock_discounts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := coalesce((select auth.uid()), new.user_id);
begin
  new.discount := 0;
  new.discount_code := null;
  new.discount_code_id := (select chosen.code_id from private.chosen_discounts as chosen where chosen.user_id = person);
  if new.discount_code_id is not null then
    -- The person's own lock comes first, as in prepare_order.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || person, 0));
    perform 1 from public.orders where orders.user_id = person and orders.status = 'pending' for update;
    perform 1 from public.discount_codes
    where discount_codes.id = new.discount_code_id or discount_codes.id in (
      select orders.discount_code_id from public.orders
      where orders.user_id = person and orders.status = 'pending'
    )
    order by discount_codes.id
    for update;
  end if;
  return new;
end;
$$;
comment on function private.lock_discounts() is
  'An order begins with the code that its customer has entered. Of a code''s last use many may want one: they take '
  'turns, and whoever replaces an order with another code waits for both. Security definer: customers read no codes. The '
  'name puts it before prepare_order, which gives back what a replaced order had used.';
revoke all on function private.lock_discounts() from public;

create trigger lock_discounts before insert on public.orders
  for each row execute function private.lock_discounts();

create function private.count_discount() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  change integer := 0;
begin
  if tg_op <> 'DELETE' and new.discount > 0 and new.cancelled_by is null then
    change := change + 1;
  end if;
  if old.discount > 0 and old.cancelled_by is null then
    change := change - 1;
  end if;
  if change <> 0 then
    update public.discount_codes set used_count = used_count + change where id = old.discount_code_id;
  end if;
  return null;
end;
$$;
comment on function private.count_discount() is
  'A use is counted when something comes off by it, and given back when the order is cancelled. Security definer: nobody '
  'counts by hand.';
revoke all on function private.count_discount() from public;

create trigger count_discount after update of discount, status on public.orders
  for each row when (new.discount_code_id is not null) execute function private.count_discount();
create trigger give_back_discount after delete on public.orders
  for each row when (old.discount_code_id is not null) execute function private.count_discount();

create function private.drop_used_discount() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.chosen_discounts
  where chosen_discounts.user_id = new.user_id and chosen_discounts.code_id = new.discount_code_id;
  return null;
end;
$$;
comment on function private.drop_used_discount() is
  'Paid, a code was for this order; the next one is asked for its own. Security definer: nobody chooses by hand.';
revoke all on function private.drop_used_discount() from public;

create trigger drop_used_discount after update of status on public.orders
  for each row when (new.status = 'paid' and old.status <> 'paid' and new.discount > 0)
  execute function private.drop_used_discount();

create function public.enter_discount_code(code text) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := (select auth.uid());
  allowed private.limits;
  tries private.discount_tries;
  discount public.discount_codes;
begin
  if caller is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if not private.session_lives() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
  select * into allowed from private.limits where name = 'discount_codes';
  -- One try of a person after the other: many at once are counted one by one.
  insert into private.discount_tries as counted (user_id, wrong_count, ends_at)
  values (caller, 0, now() + allowed.period)
  on conflict (user_id) do update set
    wrong_count = case when counted.ends_at <= now() then 0 else counted.wrong_count end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
  returning * into tries;
  if tries.wrong_count >= allowed.max_count then
    raise sqlstate 'PT429' using message = 'Too many wrong codes. Please try again in an hour.';
  end if;
  select * into discount from public.discount_codes
  where discount_codes.code = private.discount_key(enter_discount_code.code);
  if discount.id is null then
    update private.discount_tries set wrong_count = wrong_count + 1 where user_id = caller;
    return null;
  end if;
  insert into private.chosen_discounts (user_id, code_id) values (caller, discount.id)
  on conflict (user_id) do update set code_id = excluded.code_id;
  return discount.code;
end;
$$;
comment on function public.enter_discount_code(text) is
  'Carts and orders of the caller take this code from now on, as far as it is good for them: quote_cart says so. Answers '
  'the code, null where there is none of that name; after ten wrong ones within an hour 429. Security definer: '
  'customers read no codes.';
revoke all on function public.enter_discount_code(text) from public, anon, service_role;
grant execute on function public.enter_discount_code(text) to authenticated;

create function public.drop_discount_code() returns void
language sql security definer set search_path = ''
as $$ delete from private.chosen_discounts where chosen_discounts.user_id = (select auth.uid()) $$;
comment on function public.drop_discount_code() is
  'The caller''s next order takes no code. Security definer: nobody chooses by hand.';
revoke all on function public.drop_discount_code() from public, anon, service_role;
grant execute on function public.drop_discount_code() to authenticated;

create trigger renew_quotes_carts after insert or delete or truncate on public.discount_codes
  for each statement execute function private.renew_quotes_carts();

create or replace function public.quote_cart(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
begin
  perform private.check_cart(quote_cart.items);
  head.user_id := (select auth.uid());
  head.created_at := now();
  head.delivery_type := coalesce(quote_cart.delivery_type, 'pickup');
  head.delivery_zip := substring(quote_cart.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := (
    select chosen.code_id from private.chosen_discounts as chosen where chosen.user_id = head.user_id
  );
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line)
    from jsonb_array_elements(private.cart_now(quote_cart.items)) with ordinality as lines (line, place)
    -- What is no longer for sale costs nothing.
    where line -> 'unit_price' <> 'null'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  return jsonb_build_object(
    'goods', coalesce((select sum(line.unit_price * line.quantity) from unnest(priced.lines) as line), 0),
    'delivery_cost', head.delivery_cost,
    'delivery_included', head.delivery_included,
    'tax', head.tax_amount,
    'total', head.total
  ) || coalesce((
    select jsonb_build_object(
      'discount', head.discount, 'discount_code', codes.code,
      'discount_problem', private.discount_problem(codes, head, priced.lines)
    )
    from public.discount_codes as codes where codes.id = head.discount_code_id
  ), '{}');
end;
$$;
comment on function public.quote_cart(jsonb, text, text) is
  'What [{product_id, size_id, quantity}], brought to that ZIP code, would cost the caller now, as {goods, '
  'delivery_cost, delivery_included, tax, total}: place_order takes that total. Of a caller who has '
  'entered a code also {discount, discount_code, discount_problem}: why nothing comes off by it, or null. Security '
  'definer: it reads what only the shop reads, and tells no stock.';

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
    'tax_amount', orders.tax_amount,
    'discount', orders.discount,
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'driver_note', private.one_line(orders.driver_note, 300),
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

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- By name, so that what mails say more one day is not told here by itself.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'discount',
        'paid_amount', 'refunded_amount', 'delivery_type', 'cancel_reason', 'items'
      )
    ) || jsonb_build_object(
      'can_cancel', exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = orders.status and moves.to_status = 'cancelled'
          and 'customer' = any (moves.moved_by)
      ),
      'steps', (
        select jsonb_agg(jsonb_build_object('status', steps.to_status, 'at', steps.changed_at) order by steps.id)
        from public.order_status_changes as steps where steps.order_id = orders.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(refunds.status order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;
comment on function public.linked_order(uuid) is
  'For the shop''s server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], '
  'refunds: [status]} and what its mails say of things and money, but not name, address, phone and notes, because mails '
  'are forwarded. Null: no such order. Security definer: nobody else asks for the facts of a mail.';
