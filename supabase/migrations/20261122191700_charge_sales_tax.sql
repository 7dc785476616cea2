alter table public.store_settings
  add column quotes_carts boolean not null default false,
  add column delivery_tax_class_id bigint;
comment on column public.store_settings.quotes_carts is
  'Whether a cart may cost more or less than its goods, so that it asks quote_cart. Kept by triggers.';
comment on column public.store_settings.delivery_tax_class_id is 'What the delivery is taxed as; null: it is not.';

alter table public.orders
  add column tax_amount numeric(10, 2) not null default 0 check (tax_amount >= 0),
  add column delivery_tax_rate numeric(6, 4) not null default 0 check (delivery_tax_rate >= 0),
  add column delivery_tax_amount numeric(10, 2) not null default 0 check (delivery_tax_amount between 0 and tax_amount),
  add column tax_exempt_certificate text check (char_length(tax_exempt_certificate) <= 60);
comment on table public.orders is 'One purchase; its total is worked out by private.price_order.';
comment on column public.orders.tax_amount is 'The sales tax of all lines and of the delivery.';
comment on column public.orders.delivery_tax_rate is 'In percent, as of the day it was placed; 0 where it is not taxed.';
comment on column public.orders.tax_exempt_certificate is
  'Why there is no tax: the number of the customer''s certificate on the day of the order.';

alter table public.order_items
  add column tax_rate numeric(6, 4) not null default 0 check (tax_rate >= 0),
  add column tax_amount numeric(10, 2) not null default 0 check (tax_amount >= 0);
comment on column public.order_items.tax_rate is 'In percent, as of the day of the order; 0 where it is exempt.';
comment on column public.order_items.tax_amount is 'The sales tax of the whole line.';

alter table public.refunds
  add column tax_cents bigint not null default 0 check (tax_cents between 0 and amount_cents);
comment on column public.refunds.lines is '[{order_item_id, quantity, amount_cents, tax_cents}] when lines were refunded; null for an amount.';
comment on column public.refunds.tax_cents is 'How much of it is sales tax; worked out by a trigger.';

create index payments_received_at on public.payments (received_at) where purpose = 'order';
create index refunds_settled_at on public.refunds (settled_at) where status = 'succeeded';

create or replace function private.empty_money() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.paid_amount := 0;
  new.refunded_amount := 0;
  new.cancelled_by := null;
  new.cancel_reason := null;
  new.intent_closed_at := null;
  new.tax_amount := 0;
  new.delivery_tax_rate := 0;
  new.delivery_tax_amount := 0;
  new.tax_exempt_certificate := null;
  return new;
end;
$$;

create or replace function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
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
  new.product_name := product.name;
  new.size_label := size.label;
  new.unit_price := coalesce(size.discount_price, size.price, product.discount_price, product.price);
  new.image_url := product.img1;
  return new;
end;
$$;

drop trigger guard_order_item on public.order_items;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, tax_rate, tax_amount
  on public.order_items
  for each row execute function private.guard_order_item();

-- A shop of which nothing is configured asks nothing, neither here nor in the cart.
create function private.keep_quotes_carts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.quotes_carts := exists (select 1 from public.tax_rates where tax_rates.percent > 0);
  return new;
end;
$$;
comment on function private.keep_quotes_carts() is
  'Whether any step besides the goods has something to do. Security definer: it reads what only the shop reads.';
revoke all on function private.keep_quotes_carts() from public;

create trigger keep_quotes_carts before insert or update on public.store_settings
  for each row execute function private.keep_quotes_carts();

create function private.renew_quotes_carts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.store_settings set quotes_carts = quotes_carts;
  return null;
end;
$$;
comment on function private.renew_quotes_carts() is
  'A trigger of every table that keep_quotes_carts looks at. Security definer, as it.';
revoke all on function private.renew_quotes_carts() from public;

-- Sales tax. A product is taxed as its class, which it has from its category or as an exception; a class without a
-- rate is exempt. As long as the owner has set no rate, nothing is taxed.
create table public.tax_classes (
  id bigint generated always as identity primary key,
  title text not null unique check (btrim(title) <> '' and char_length(title) <= 60)
);
comment on table public.tax_classes is 'What goods are taxed as; those without a rate are exempt.';

insert into public.tax_classes (title) values ('Food, exempt'), ('Taxable');

create table public.tax_rates (
  class_id bigint not null references public.tax_classes (id) on delete cascade,
  valid_from date not null check (isfinite(valid_from)),
  percent numeric(6, 4) not null check (percent between 0 and 50),
  primary key (class_id, valid_from)
);
comment on table public.tax_rates is 'What a class is taxed with from a day on, until its next rate begins.';
comment on column public.tax_rates.valid_from is 'In the shop''s time zone; an order is taxed as of the day it is placed.';

create table public.category_tax_classes (
  category text primary key references public.categories (prefix),
  class_id bigint not null references public.tax_classes (id)
);
comment on table public.category_tax_classes is 'What the products of a category are taxed as.';
create index category_tax_classes_class_id on public.category_tax_classes (class_id);

insert into public.category_tax_classes (category, class_id)
select categories.prefix, tax_classes.id
from public.categories join public.tax_classes
  on tax_classes.title = case when categories.prefix in ('wears', 'beauty') then 'Taxable' else 'Food, exempt' end;

create table public.tax_exceptions (
  product_id bigint primary key references public.products (id) on delete cascade,
  class_id bigint not null references public.tax_classes (id),
  is_draft boolean not null default false
);
comment on table public.tax_exceptions is 'Products that are not taxed as their category.';
comment on column public.tax_exceptions.is_draft is 'Somebody who knows has still to say whether it is right.';
create index tax_exceptions_class_id on public.tax_exceptions (class_id);

create table public.tax_exemptions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  certificate text not null check (btrim(certificate) <> '' and char_length(certificate) <= 60),
  created_at timestamptz not null default now()
);
comment on table public.tax_exemptions is 'Customers who pay no sales tax, with the number of their certificate.';

alter table public.store_settings add constraint delivery_tax_class_exists
  foreign key (delivery_tax_class_id) references public.tax_classes (id);

alter table public.tax_classes enable row level security;
alter table public.tax_rates enable row level security;
alter table public.category_tax_classes enable row level security;
alter table public.tax_exceptions enable row level security;
alter table public.tax_exemptions enable row level security;
revoke all on public.tax_classes, public.tax_rates, public.category_tax_classes, public.tax_exceptions,
  public.tax_exemptions from anon, authenticated;
grant select, delete, insert (title), update (title) on public.tax_classes to authenticated;
grant select, insert, update, delete on public.tax_rates to authenticated;
grant select, update (class_id) on public.category_tax_classes to authenticated;
grant select, insert, update, delete on public.tax_exceptions to authenticated;
grant select, delete on public.tax_exemptions to authenticated;
create policy "admins keep the tax classes" on public.tax_classes
  for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins keep the tax rates" on public.tax_rates
  for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins read the tax classes of categories" on public.category_tax_classes
  for select to authenticated using ((select private.is_admin()));
create policy "admins change the tax classes of categories" on public.category_tax_classes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins keep the tax exceptions" on public.tax_exceptions
  for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "customers read their own tax exemption, admins read all" on public.tax_exemptions
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "admins end tax exemptions" on public.tax_exemptions
  for delete to authenticated using ((select private.is_admin()));

create trigger renew_quotes_carts after insert or update or delete or truncate on public.tax_rates
  for each statement execute function private.renew_quotes_carts();

-- Rounded once for each order: the cents of the whole tax are shared out so that each part is its own tax rounded
-- down, or one cent more where the most was cut off.
create function private.tax_shares(head public.orders, lines public.order_items[])
returns table (place integer, percent numeric, cents bigint)
language sql stable set search_path = ''
as $$
  with shop as (
    select (tax_shares.head.created_at at time zone store_settings.time_zone)::date as today, delivery_tax_class_id
    from public.store_settings
  ), parts as (
    select subscript as place, coalesce(tax_exceptions.class_id, category_tax_classes.class_id) as class_id,
      private.line_amount(tax_shares.lines[subscript]) as amount
    from generate_subscripts(tax_shares.lines, 1) as subscript
    join public.products on products.id = (tax_shares.lines[subscript]).product_id
    left join public.tax_exceptions on tax_exceptions.product_id = products.id
    left join public.category_tax_classes on category_tax_classes.category = products.category
    union all
    select cardinality(tax_shares.lines) + 1, shop.delivery_tax_class_id, tax_shares.head.delivery_cost from shop
  ), taxed as (
    select parts.place, rate.percent, parts.amount * rate.percent as exact
    from shop, parts cross join lateral (
      select tax_rates.percent from public.tax_rates
      where tax_rates.class_id = parts.class_id and tax_rates.valid_from <= shop.today
      order by tax_rates.valid_from desc limit 1
    ) as rate
    where rate.percent > 0
  )
  select taxed.place, taxed.percent, (floor(taxed.exact) + case
    when row_number() over (order by taxed.exact - floor(taxed.exact) desc, taxed.place)
      <= round(sum(taxed.exact) over ()) - sum(floor(taxed.exact)) over () then 1
    else 0
  end)::bigint
  from taxed;
$$;
comment on function private.tax_shares(public.orders, public.order_items[]) is
  'What is taxed of an order, by its place among the lines, the delivery after the last, each with its rate.';
revoke all on function private.tax_shares(public.orders, public.order_items[]) from public;

create function private.add_tax(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  head public.orders := priced.head;
  lines public.order_items[] := priced.lines;
  share record;
begin
  head.tax_amount := 0;
  head.delivery_tax_rate := 0;
  head.delivery_tax_amount := 0;
  for place in 1 .. cardinality(lines) loop
    lines[place].tax_rate := 0;
    lines[place].tax_amount := 0;
  end loop;
  head.tax_exempt_certificate := (
    select tax_exemptions.certificate from public.tax_exemptions where tax_exemptions.user_id = head.user_id
  );
  if head.tax_exempt_certificate is null then
    for share in select * from private.tax_shares(head, lines) loop
      head.tax_amount := head.tax_amount + share.cents / 100.0;
      if share.place > cardinality(lines) then
        head.delivery_tax_rate := share.percent;
        head.delivery_tax_amount := share.cents / 100.0;
      else
        lines[share.place].tax_rate := share.percent;
        lines[share.place].tax_amount := share.cents / 100.0;
      end if;
    end loop;
  end if;
  return (head, lines)::private.priced_order;
end;
$$;
comment on function private.add_tax(private.priced_order) is
  'The step of the sales tax: of each line and of the delivery, and that of the order in all.';
revoke all on function private.add_tax(private.priced_order) from public;

create function public.set_tax_exemption(email text, certificate text) returns public.tax_exemptions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  exempt public.tax_exemptions;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only an admin exempts from sales tax.';
  end if;
  insert into public.tax_exemptions (user_id, certificate)
  select users.id, btrim(set_tax_exemption.certificate) from auth.users
  where lower(users.email) = lower(btrim(set_tax_exemption.email)) and not users.is_sso_user
  on conflict (user_id) do update set certificate = excluded.certificate
  returning * into exempt;
  if exempt.user_id is null then
    raise sqlstate 'PT404' using message = 'There is no account with this e-mail address.';
  end if;
  return exempt;
end;
$$;
comment on function public.set_tax_exemption(text, text) is
  'For admins: the account with this address pays no sales tax from its next order on. Security definer: nobody reads '
  'the addresses of accounts.';
revoke all on function public.set_tax_exemption(text, text) from public, anon, service_role;
grant execute on function public.set_tax_exemption(text, text) to authenticated;

create function public.list_tax_exemptions()
returns table (user_id uuid, name text, email text, certificate text, created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only an admin sees who is exempt from sales tax.';
  end if;
  return query
    select exempt.user_id, profiles.name, users.email::text, exempt.certificate, exempt.created_at
    from public.tax_exemptions as exempt
    join public.profiles on profiles.id = exempt.user_id
    join auth.users on users.id = exempt.user_id
    order by exempt.created_at desc;
end;
$$;
comment on function public.list_tax_exemptions() is
  'For admins: who pays no sales tax, the latest first. Security definer, as set_tax_exemption.';
revoke all on function public.list_tax_exemptions() from public, anon, service_role;
grant execute on function public.list_tax_exemptions() to authenticated;

create or replace function private.price_order(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  shop record;
  head public.orders;
  goods numeric := coalesce((
    select sum(private.line_amount(line)) from unnest(priced.lines) as line
  ), 0);
begin
  select free_delivery_minimum, quotes_carts into shop from public.store_settings;
  priced.head.delivery_included := (priced.head).delivery_type = 'pickup'
    or goods + (priced.head).delivery_cost >= shop.free_delivery_minimum;
  if shop.quotes_carts or (priced.head).tax_amount > 0 then
    priced := private.add_tax(priced);
  end if;
  head := priced.head;
  priced.head.total := goods + head.delivery_cost + head.tax_amount;
  return priced;
end;
$$;

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
    priced.head := head;
    priced.lines := array(
      select items from public.order_items as items where items.order_id = summed order by items.id
    );
    before := priced;
    priced := private.price_order(priced);
    head := priced.head;
    update public.orders
    set total = head.total, delivery_cost = head.delivery_cost, delivery_included = head.delivery_included,
      tax_amount = head.tax_amount, delivery_tax_rate = head.delivery_tax_rate,
      delivery_tax_amount = head.delivery_tax_amount, tax_exempt_certificate = head.tax_exempt_certificate
    where orders.id = summed;
    if priced.lines is distinct from before.lines then
      update public.order_items as items
      set tax_rate = line.tax_rate, tax_amount = line.tax_amount
      from unnest(priced.lines) as line where items.id = line.id;
    end if;
  end loop;
  return null;
end;
$$;

create or replace function public.quote_cart(items jsonb, delivery_type text default 'pickup') returns jsonb
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
  head.delivery_cost := 0;
  head.tax_amount := 0;
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
    'goods', coalesce((select sum(private.line_amount(line)) from unnest(priced.lines) as line), 0),
    'delivery_cost', head.delivery_cost,
    'delivery_included', head.delivery_included,
    'tax', head.tax_amount,
    'total', head.total
  );
end;
$$;
comment on function public.quote_cart(jsonb, text) is
  'What [{product_id, size_id, quantity}] would cost the caller now, as {goods, delivery_cost, delivery_included, tax, '
  'total}: place_order takes that total. Security definer: it reads what only the shop reads, and tells no stock.';

create function private.refund_tax_cents(refund public.refunds, left_cents bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  left_tax_cents bigint;
  own_tax_cents bigint;
begin
  if refund.status = 'failed' then
    return 0;
  end if;
  -- What was paid twice, or for a cancelled order, was never sold: no tax is in it.
  select (orders.tax_amount * 100)::bigint - coalesce((
    select sum(others.tax_cents) from public.refunds as others
    where others.payment_intent_id = payments.payment_intent_id and others.status <> 'failed'
  ), 0) into left_tax_cents
  from public.payments join public.orders on orders.id = payments.order_id
  where payments.payment_intent_id = refund.payment_intent_id and payments.purpose = 'order';
  if coalesce(left_tax_cents, 0) = 0 then
    return 0;
  end if;
  own_tax_cents := case
    when refund.lines is null then round(left_tax_cents::numeric * refund.amount_cents / refund_tax_cents.left_cents)
    else (select sum(line.tax_cents) from jsonb_to_recordset(refund.lines) as line (tax_cents bigint))
  end;
  -- Never more than is left of the tax, nor so little that the rest would be more tax than money.
  return least(refund.amount_cents, left_tax_cents, greatest(
    coalesce(own_tax_cents, 0), left_tax_cents - (refund_tax_cents.left_cents - refund.amount_cents)
  ));
end;
$$;
comment on function private.refund_tax_cents(public.refunds, bigint) is
  'How much of a new refund is sales tax: that of its lines, or for an amount its share of what is left to refund.';
revoke all on function private.refund_tax_cents(public.refunds, bigint) from public;

create or replace function private.guard_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_cents bigint;
begin
  if tg_op = 'UPDATE' then
    -- Late news change nothing: a refund that arrived is not on its way again, a failed one stays failed.
    if array_position(array['requested', 'pending', 'succeeded', 'failed'], new.status)
      < array_position(array['requested', 'pending', 'succeeded', 'failed'], old.status) then
      new.status := old.status;
    end if;
    if new.amount_cents <> old.amount_cents or new.tax_cents <> old.tax_cents
      or new.payment_intent_id <> old.payment_intent_id then
      raise sqlstate 'PT409' using message = 'A refund keeps its amount and its payment.';
    end if;
    return new;
  end if;
  -- Two refunds of one payment take turns, so that together they are never more than was paid.
  perform 1 from public.payments where payments.payment_intent_id = new.payment_intent_id for update;
  left_cents := private.refundable_cents(new.payment_intent_id);
  if new.status <> 'failed' and new.amount_cents > left_cents then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this payment is left to refund.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  new.tax_cents := private.refund_tax_cents(new, left_cents);
  return new;
end;
$$;

drop function private.price_refund_lines(uuid, jsonb);

-- Of three that cost $1.00, one brings back 33 cents and the other two 67: what went back up to then is taken from
-- what that many cost together.
create function private.price_refund_lines(order_id uuid, lines jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  line record;
  priced_lines jsonb := '[]';
begin
  if jsonb_typeof(price_refund_lines.lines) <> 'array' or jsonb_array_length(price_refund_lines.lines) not between 1 and 200 then
    raise invalid_parameter_value using message = 'A refund by line needs 1 to 200 lines.';
  end if;
  for line in
    select given.quantity, given.is_positive, items.id, items.quantity as bought_quantity, back.quantity as back_quantity,
      greatest(0, round(
        private.line_amount(items) * 100 * (back.quantity + given.quantity) / items.quantity
      ) - back.amount_cents)::bigint as amount_cents,
      greatest(0, round(
        items.tax_amount * 100 * (back.quantity + given.quantity) / items.quantity
      ) - back.tax_cents)::bigint as tax_cents
    from (
      select each.order_item_id, sum(each.quantity) as quantity, bool_and(each.quantity >= 1) as is_positive
      from jsonb_to_recordset(price_refund_lines.lines) as each (order_item_id bigint, quantity integer)
      group by each.order_item_id
    ) as given
    left join public.order_items as items
      on items.id = given.order_item_id and items.order_id = price_refund_lines.order_id
    cross join lateral (
      select coalesce(sum(refunded.quantity), 0) as quantity, coalesce(sum(refunded.tax_cents), 0) as tax_cents,
        -- Lines of which there were no discounts and no tax say no amounts.
        coalesce(sum(coalesce(refunded.amount_cents, items.unit_price * 100 * refunded.quantity)), 0) as amount_cents
      from public.refunds
      cross join jsonb_to_recordset(refunds.lines)
        as refunded (order_item_id bigint, quantity integer, amount_cents bigint, tax_cents bigint)
      where refunds.order_id = price_refund_lines.order_id and refunds.status <> 'failed'
        and refunds.lines is not null and refunded.order_item_id = items.id
    ) as back
  loop
    if line.id is null or line.is_positive is not true then
      raise invalid_parameter_value using message = 'A line of the refund is not of this order, or has no quantity.';
    end if;
    if line.quantity > line.bought_quantity - line.back_quantity then
      raise sqlstate 'PT409' using message = format(
        'Only %s of this line are left to refund.', greatest(line.bought_quantity - line.back_quantity, 0)
      );
    end if;
    priced_lines := priced_lines || jsonb_build_object(
      'order_item_id', line.id, 'quantity', line.quantity, 'amount_cents', line.amount_cents,
      'tax_cents', line.tax_cents
    );
  end loop;
  return priced_lines;
end;
$$;
comment on function private.price_refund_lines(uuid, jsonb) is
  'What the lines of a refund bring back, and the tax that goes with them, whatever they say themselves.';
revoke all on function private.price_refund_lines(uuid, jsonb) from public;

create or replace function public.request_refund(
  order_id uuid,
  amount_cents bigint default null,
  lines jsonb default null,
  reason text default 'requested_by_customer',
  request_key uuid default null,
  goods_come_back boolean default false
) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
  wanted_cents bigint := request_refund.amount_cents;
  wanted_lines jsonb;
  left_cents bigint;
begin
  select * into target from public.orders where orders.id = request_refund.order_id for update;
  if target.id is null or not private.is_admin() then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = request_refund.request_key;
  if made.id is not null then
    return made;
  end if;
  if request_refund.amount_cents is not null and request_refund.lines is not null then
    raise invalid_parameter_value using message = 'A refund is by amount or by line.';
  end if;
  if request_refund.amount_cents is not null and request_refund.goods_come_back then
    raise invalid_parameter_value using message = 'Goods come back by line, or with all that is left.';
  end if;
  if request_refund.amount_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  if request_refund.reason is null
    or request_refund.reason not in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled') then
    raise invalid_parameter_value using message = 'There is no such reason for a refund.';
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT409' using message = 'This order was never paid.';
  end if;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if request_refund.lines is not null then
    wanted_lines := private.price_refund_lines(target.id, request_refund.lines);
    wanted_cents := (
      select sum(line.amount_cents + line.tax_cents)
      from jsonb_to_recordset(wanted_lines) as line (amount_cents bigint, tax_cents bigint)
    );
  end if;
  wanted_cents := coalesce(wanted_cents, left_cents);
  if wanted_cents > left_cents or left_cents = 0 then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this order is left to refund.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  if wanted_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  insert into public.refunds (
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key, goods_come_back
  )
  values (
    target.id, paid.payment_intent_id, wanted_cents, wanted_lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key, coalesce(request_refund.goods_come_back, false)
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is
  'For admins: gives back an amount, lines [{order_item_id, quantity}] with their tax, or all that is left; the goods are for sale '
  'again only where it says that they come back. The same request key returns the same refund. Security definer: '
  'nobody writes the ledger by hand.';

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

create or replace function public.linked_order(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- By name, so that what mails say more one day is not told here by itself.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
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

-- What the owner reports: worked out from the ledger, so that it says what really came and went.
create function public.report_sales_tax(year integer)
returns table (
  month date, order_count bigint, gross numeric, exempt numeric, taxable numeric, collected numeric,
  refunded numeric, returned numeric
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  starts_at timestamptz := make_date(report_sales_tax.year, 1, 1)::timestamp at time zone zone;
  ends_at timestamptz := make_date(report_sales_tax.year + 1, 1, 1)::timestamp at time zone zone;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only an admin sees the report of the sales tax.';
  end if;
  return query
    with sales as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month,
        payments.amount_cents / 100.0 - orders.tax_amount as gross, orders.tax_amount,
        case when orders.delivery_tax_rate > 0 then orders.delivery_cost else 0 end + coalesce((
          select sum(private.line_amount(items)) from public.order_items as items
          where items.order_id = orders.id and items.tax_rate > 0
        ), 0) as taxable
      from public.payments join public.orders on orders.id = payments.order_id
      where payments.purpose = 'order' and payments.received_at >= starts_at and payments.received_at < ends_at
    ), sold as (
      select sales.month, count(*) as order_count, sum(sales.gross) as gross, sum(sales.taxable) as taxable,
        sum(sales.tax_amount) as collected
      from sales group by sales.month
    ), given_back as (
      select date_trunc('month', refunds.settled_at at time zone zone)::date as month,
        sum(refunds.amount_cents) / 100.0 as refunded, sum(refunds.tax_cents) / 100.0 as returned
      from public.refunds
      join public.payments on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
      where refunds.status = 'succeeded' and refunds.settled_at >= starts_at and refunds.settled_at < ends_at
      group by 1
    )
    select months.month, coalesce(sold.order_count, 0), round(coalesce(sold.gross, 0), 2),
      round(coalesce(sold.gross - sold.taxable, 0), 2), round(coalesce(sold.taxable, 0), 2),
      round(coalesce(sold.collected, 0), 2), round(coalesce(given_back.refunded, 0), 2),
      round(coalesce(given_back.returned, 0), 2)
    from (
      select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number
    ) as months
    left join sold on sold.month = months.month
    left join given_back on given_back.month = months.month
    where months.month <= (now() at time zone zone)::date
    order by months.month;
end;
$$;
comment on function public.report_sales_tax(integer) is
  'For admins: each month of a year in the shop''s time zone, by the day that money came or was given back. gross is '
  'what was sold without tax, its exempt and its taxable part; collected is the tax that came; refunded is all that went '
  'back, returned the tax in it. gross and collected are together the payments of orders. Security definer: one check '
  'instead of one for each row.';
revoke all on function public.report_sales_tax(integer) from public, anon, service_role;
grant execute on function public.report_sales_tax(integer) to authenticated;
