-- Who works here beside the owner. profiles.role = 'admin' is the owner; a manager does everything but money settings
-- and people; a packer packs what is in hand, and gives back no more of an order than the owner lets them.
create table public.staff (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role in ('manager', 'packer')),
  refund_limit numeric(10, 2) check (refund_limit >= 0 and refund_limit <> 'NaN'),
  added_by uuid references public.profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  constraint packers_have_a_refund_limit check ((role = 'packer') = (refund_limit is not null))
);
comment on table public.staff is 'One row for each manager and packer; without it they are customers, from the next request on.';
comment on column public.staff.refund_limit is 'How much of one order a packer may give back in all; null for managers.';
create index staff_added_by on public.staff (added_by);

create function private.staff_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when profiles.role = 'admin' then 'owner' else staff.role end
    from public.profiles left join public.staff on staff.user_id = profiles.id
    where profiles.id = (select auth.uid()) and (profiles.role = 'admin' or staff.role is not null)
      and private.session_lives() and (
        coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
        or not exists (select 1 from private.shop_facts where name = 'admins_need_second_step')
      )
  );
end;
$$;
comment on function private.staff_role() is
  'owner, manager or packer, in a session that still lives, past the second step where the shop asks its people for '
  'one; null for everybody else. Security definer, because the rules of profiles call it themselves.';
revoke all on function private.staff_role() from public;
grant execute on function private.staff_role() to anon, authenticated, service_role;

create function private.may_manage() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.staff_role() in ('owner', 'manager'), false);
end;
$$;
comment on function private.may_manage() is 'Whether the caller is the owner or a manager.';
revoke all on function private.may_manage() from public;
grant execute on function private.may_manage() to anon, authenticated, service_role;

create function private.may_pack() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.staff_role() is not null;
end;
$$;
comment on function private.may_pack() is 'Whether the caller is the owner, a manager or a packer.';
revoke all on function private.may_pack() from public;
grant execute on function private.may_pack() to anon, authenticated, service_role;

create function public.staff_role() returns text
language sql stable set search_path = ''
as $$
  select private.staff_role();
$$;
comment on function public.staff_role() is
  'owner, manager, packer, or null: what the caller may do now, as the rules of the tables see it.';
revoke all on function public.staff_role() from public, anon, service_role;
grant execute on function public.staff_role() to authenticated;

-- Packers get no list of customers: they see for whom they pack, and for a week for whom they packed.
create function private.packing_orders() returns table (order_id uuid, user_id uuid)
language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  if private.staff_role() is distinct from 'packer' then
    return;
  end if;
  return query
    select orders.id, orders.user_id from public.orders
    where orders.status in ('paid', 'preparing', 'ready', 'out_for_delivery')
    union
    select orders.id, orders.user_id from public.orders where orders.paid_at > now() - interval '7 days';
end;
$$;
comment on function private.packing_orders() is
  'For packers, the orders that they may see: those in hand, and those paid within the last seven days; none for '
  'everybody else. Security definer: the rules of orders call it.';
revoke all on function private.packing_orders() from public;
grant execute on function private.packing_orders() to authenticated;

create function private.may_handle(order_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.may_manage()
    or exists (select 1 from private.packing_orders() as packing where packing.order_id = may_handle.order_id);
end;
$$;
comment on function private.may_handle(uuid) is
  'Whether the caller may move this order along and give money of it back. Only asked of orders that exist.';
revoke all on function private.may_handle(uuid) from public;

alter table public.staff enable row level security;
revoke all on public.staff from anon, authenticated, service_role;
grant select, delete, update (role, refund_limit) on public.staff to authenticated;
grant select on public.staff to service_role;
create policy "staff read their own role, the owner reads all" on public.staff
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "the owner changes what staff may do" on public.staff
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the owner takes a role away" on public.staff
  for delete to authenticated using ((select private.is_admin()));

drop policy "people read their own profile, admins read all" on public.profiles;
create policy "people read their own profile, staff those of their work" on public.profiles
  for select to authenticated
  using (
    id = (select auth.uid())
    or (select private.may_manage())
    or id = any (array(select packing.user_id from private.packing_orders() as packing))
  );

create or replace function private.is_admin() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.staff_role() = 'owner', false);
end;
$$;

comment on function private.is_admin() is
  'Whether the caller is an admin, the shop''s owner: see staff_role, in 02_staff.sql with all that staff may do.';

create or replace function private.acting_as() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when auth.uid() is null then 'server'
    when private.may_pack() then 'admin'
    else 'customer'
  end;
end;
$$;

comment on function private.acting_as() is
  'customer, admin (the owner and all staff) or server, as order_status_moves names them. Security definer: triggers of '
  'everybody call it.';

create or replace function public.set_product_sizes(product_id bigint, sizes jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  given record;
  written bigint;
  left_alone jsonb := '[]';
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_product_sizes';
  end if;
  if jsonb_typeof(set_product_sizes.sizes) is distinct from 'array'
    or jsonb_array_length(set_product_sizes.sizes) > 50 then
    raise invalid_parameter_value using message = 'A product has at most 50 sizes.';
  end if;
  -- Sizes, counts, the product: everybody who needs several of them locks them in this order.
  perform 1 from public.product_sizes as known
  where known.product_id = set_product_sizes.product_id
  order by known.id
  for no key update;
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
  'For managers: a product comes in exactly these sizes, in this order: [{id, label, price, discount_price, '
  'availability, amount, unit, stock_count, stock_count_before}]; without an id a size is new. A count changes only '
  'where it differs from stock_count_before and nobody bought meanwhile; the labels of the others are answered.';

create function private.guard_money_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() = 'manager' and (
    new.free_delivery_minimum <> old.free_delivery_minimum or new.express_checkout <> old.express_checkout
    or new.quotes_carts <> old.quotes_carts or new.delivery_tax_class_id is distinct from old.delivery_tax_class_id
  ) then
    raise insufficient_privilege using message = 'Only the owner changes what orders cost and how they are paid.';
  end if;
  return new;
end;
$$;

comment on function private.guard_money_settings() is
  'Managers keep the rest of the record. Security definer, as staff_role.';

revoke all on function private.guard_money_settings() from public;

create trigger guard_money_settings before update on public.store_settings
  for each row execute function private.guard_money_settings();

drop index public.orders_in_hand;
create index orders_in_hand on public.orders (status, created_at)
  where status in ('paid', 'preparing', 'ready', 'out_for_delivery');

create function private.shown_order_ids() returns setof uuid
language plpgsql stable set search_path = '' rows 10
as $$
begin
  return query select private.own_order_ids();
  return query select packing.order_id from private.packing_orders() as packing;
end;
$$;

comment on function private.shown_order_ids() is
  'The orders of the caller, and for a packer those to be packed. What hangs on the others is for managers.';

revoke all on function private.shown_order_ids() from public;

grant execute on function private.shown_order_ids()
  to authenticated;

create or replace function private.least_order_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (select case when private.may_manage() then '00000000-0000-0000-0000-000000000000'::uuid end);
end;
$$;

comment on function private.least_order_id() is 'For managers, from which order on they may read; null for everybody else.';

create or replace function private.greatest_order_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (select case when private.may_manage() then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end);
end;
$$;

comment on function private.greatest_order_id() is 'For managers, up to which order they may read; null for everybody else.';

create or replace function public.set_order_window(order_id uuid, starts_at timestamptz) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  new_end timestamptz;
begin
  select * into target from public.orders where orders.id = set_order_window.order_id for update;
  if target.id is null
    or (target.user_id is distinct from (select auth.uid()) and not private.may_handle(target.id)) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status not in ('pending', 'paid') then
    raise sqlstate 'PT409' using message = 'The time of this order can no longer be changed.';
  end if;
  if set_order_window.starts_at is null then
    raise invalid_parameter_value using message = 'Please choose a time for your order.';
  end if;
  new_end := private.take_place(target.delivery_type, set_order_window.starts_at, target.id, target.user_id);
  update public.orders
  set window_starts_at = set_order_window.starts_at,
      window_ends_at = new_end,
      window_held_until = case when target.status = 'pending' then now() + interval '15 minutes' end
  where orders.id = target.id
  returning * into target;
  return target;
end;
$$;

comment on function public.set_order_window(uuid, timestamptz) is
  'For the order''s owner and staff until it is prepared: another window, or 410 with the next three. Security definer: '
  'nobody may change orders by hand.';

comment on table public.shop_alerts is 'Raised by the shop''s server; a manager marks each as resolved.';

create or replace function public.resolve_alert(alert_id bigint) returns public.shop_alerts
language plpgsql security definer set search_path = ''
as $$
declare
  alert public.shop_alerts;
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function resolve_alert';
  end if;
  update public.shop_alerts set resolved_at = coalesce(resolved_at, now())
  where id = resolve_alert.alert_id
  returning * into alert;
  if alert.id is null then
    raise sqlstate 'PT404' using message = 'There is no such alert.';
  end if;
  return alert;
end;
$$;

comment on function public.resolve_alert(bigint) is
  'For managers. Security definer: nobody may change alerts by hand.';

create function private.limit_packer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  most_cents bigint;
begin
  if private.staff_role() is distinct from 'packer' or exists (
    -- Packers buy here too, and cancel what they bought as everybody does.
    select 1 from public.orders
    where orders.id = new.order_id and orders.user_id = (select auth.uid()) and orders.cancelled_by = 'customer'
  ) then
    return new;
  end if;
  new.requested_by := (select auth.uid());
  most_cents := (select staff.refund_limit * 100 from public.staff where staff.user_id = new.requested_by);
  if new.amount_cents + coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.order_id = new.order_id and refunds.requested_by = new.requested_by and refunds.status <> 'failed'
  ), 0) > most_cents then
    raise sqlstate 'PT403' using message = format(
      'You may give back at most $%s of an order. Please ask a manager.', to_char(most_cents / 100.0, 'FM999999990.00')
    );
  end if;
  return new;
end;
$$;

comment on function private.limit_packer() is
  'However a refund comes about: by line, by amount, by a cancellation. Security definer: it reads the ledger and the '
  'limits of staff.';

revoke all on function private.limit_packer() from public;

create trigger limit_packer before insert on public.refunds
  for each row execute function private.limit_packer();

create or replace function public.request_refund(
  order_id uuid,
  amount_cents bigint default null,
  lines jsonb default null,
  reason text default 'requested_by_customer',
  request_key uuid default null,
  mark_sold_out boolean default false
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
  is_of_goods boolean;
begin
  select * into target from public.orders where orders.id = request_refund.order_id for update;
  if target.id is null or not private.may_handle(target.id) then
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
  if request_refund.amount_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  is_of_goods := request_refund.reason in ('missing', 'damaged', 'returned');
  if request_refund.reason is null
    or not (is_of_goods or request_refund.reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled')) then
    raise invalid_parameter_value using message = 'There is no such reason for a refund.';
  end if;
  if request_refund.lines is not null and not is_of_goods then
    raise invalid_parameter_value using message = 'A refund by line says why: missing, damaged or returned.';
  end if;
  if request_refund.amount_cents is not null and is_of_goods then
    raise invalid_parameter_value using
      message = 'Goods are missing, damaged or returned by line, or with all that is left.';
  end if;
  if request_refund.mark_sold_out and request_refund.reason <> 'missing' then
    raise invalid_parameter_value using message = 'Only what is missing is sold out.';
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
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key
  )
  values (
    target.id, paid.payment_intent_id, wanted_cents, wanted_lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key
  )
  returning * into made;
  if request_refund.mark_sold_out then
    perform private.mark_sold_out(target.id, array(
      select items.id from public.order_items as items
      where items.order_id = target.id and case
        when wanted_lines is null then items.refunded_quantity < items.quantity
        else items.id in (
          select line.order_item_id from jsonb_to_recordset(wanted_lines) as line (order_item_id bigint)
        )
      end
    ));
  end if;
  return made;
end;
$$;

comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is
  'For staff: gives back an amount, lines [{order_item_id, quantity}] with their tax, or all that is left. Lines say why: '
  'only what was returned is for sale again; what is missing is sold out from now on where it says so. The same request '
  'key returns the same refund. Security definer: nobody writes the ledger by hand.';

comment on function private.queue_mail(text, uuid, text, jsonb) is
  'Writes a mail once for each event. Past a hundred to one address within a day it is kept as a dead letter, '
  'which a manager may send.';

create or replace function public.retry_mail(mail_id uuid) returns public.outgoing_mails
language plpgsql security definer set search_path = ''
as $$
declare
  mail public.outgoing_mails;
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function retry_mail';
  end if;
  update public.outgoing_mails set status = 'waiting', attempts = 0, next_attempt_at = now()
  where id = retry_mail.mail_id and status = 'dead';
  select * into mail from public.outgoing_mails where id = retry_mail.mail_id;
  if mail.id is null then
    raise sqlstate 'PT404' using message = 'There is no such mail.';
  end if;
  return mail;
end;
$$;

comment on function public.retry_mail(uuid) is
  'For managers: gives a dead mail a new life. Security definer: nobody may change mails by hand.';

create or replace function public.cancel_order(order_id uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  who text;
begin
  select * into target from public.orders where orders.id = cancel_order.order_id for update;
  if target.id is null
    or (target.user_id is distinct from (select auth.uid()) and not private.may_handle(target.id)) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  -- What packers bought themselves is theirs as a customer's is.
  who := case
    when target.user_id = (select auth.uid()) and not private.may_manage() then 'customer'
    else private.acting_as()
  end;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = 'cancelled' and who = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using message = 'This order can no longer be cancelled.';
  end if;
  return private.cancel_and_give_back(target.id, who);
end;
$$;

comment on function public.cancel_order(uuid) is
  'Customers cancel what is pending or paid, staff also what is being prepared. What was paid is given '
  'back, and so is the stock. Security definer: nobody may change orders by hand.';

create or replace function public.move_order(order_id uuid, to_status text) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = move_order.order_id for update;
  if target.id is null or not private.may_handle(target.id) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  -- A second press of the same button finds the order where it should be.
  if target.status = move_order.to_status then
    return target;
  end if;
  if move_order.to_status = 'cancelled' then
    return public.cancel_order(target.id);
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = move_order.to_status
      and 'admin' = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', target.status, move_order.to_status);
  end if;
  update public.orders set status = move_order.to_status where orders.id = target.id
  returning * into target;
  return target;
end;
$$;

comment on function public.move_order(uuid, text) is
  'For staff: the next step of an order. Security definer: nobody may change orders by hand.';

create or replace function public.set_recipe(article_id bigint, products jsonb, servings integer default null) returns void
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_recipe';
  end if;
  if jsonb_typeof(set_recipe.products) is distinct from 'array'
    or jsonb_array_length(set_recipe.products) > 50 then
    raise invalid_parameter_value using message = 'A recipe has at most 50 products.';
  end if;
  -- Locks the article, too: of two forms the later one stands, whole.
  update public.blog_post set servings = set_recipe.servings where blog_post.id = set_recipe.article_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such article.';
  end if;
  delete from public.article_products as named where named.article_id = set_recipe.article_id;
  insert into public.article_products (article_id, product_id, size_id, position, amount, unit, packs)
  select set_recipe.article_id, line.product_id, line.size_id, line.place, line.amount, line.unit, line.packs
  from rows from (jsonb_to_recordset(set_recipe.products) as (
    product_id bigint, size_id bigint, amount numeric, unit text, packs numeric
  )) with ordinality as line (product_id, size_id, amount, unit, packs, place);
end;
$$;

comment on function public.set_recipe(bigint, jsonb, integer) is
  'For managers: an article cooks with exactly these products, in this order, [{product_id, size_id, amount, unit, packs}], '
  'for so many servings; without servings it only names them.';

alter policy "everybody sees what is for sale, admins see all" on public.products rename to "everybody sees what is for sale, managers see all";
alter policy "everybody sees what is for sale, managers see all" on public.products
  using ((archived_at is null and pictures_ready) or (select private.may_manage()));
alter policy "admins add products" on public.products rename to "managers add products";
alter policy "managers add products" on public.products with check ((select private.may_manage()));
alter policy "admins change products" on public.products rename to "managers change products";
alter policy "managers change products" on public.products
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins remove products" on public.products rename to "managers remove products";
alter policy "managers remove products" on public.products using ((select private.may_manage()));
-- On a hosted project another role owns this table: its policies are made and dropped there, not renamed.
drop policy "admins list the shop's pictures" on storage.objects;
drop policy "admins add pictures" on storage.objects;
drop policy "admins replace pictures" on storage.objects;
drop policy "admins remove pictures" on storage.objects;
create policy "managers list the shop's pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'wears_styles' and (select private.may_manage()));
create policy "managers add pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'wears_styles' and (select private.may_manage()));
create policy "managers replace pictures" on storage.objects
  for update to authenticated
  using (bucket_id = 'wears_styles' and (select private.may_manage()))
  with check (bucket_id = 'wears_styles' and (select private.may_manage()));
create policy "managers remove pictures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'wears_styles' and (select private.may_manage()));
alter policy "everybody sees the sizes of what is for sale, admins see all" on public.product_sizes rename to "everybody sees sizes of what is for sale, managers see all";
alter policy "everybody sees sizes of what is for sale, managers see all" on public.product_sizes
  using (
    (archived_at is null and exists (select 1 from public.products where products.id = product_sizes.product_id))
    or (select private.may_manage())
  );
alter policy "admins add sizes" on public.product_sizes rename to "managers add sizes";
alter policy "managers add sizes" on public.product_sizes with check ((select private.may_manage()));
alter policy "admins change sizes" on public.product_sizes rename to "managers change sizes";
alter policy "managers change sizes" on public.product_sizes
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins remove sizes" on public.product_sizes rename to "managers remove sizes";
alter policy "managers remove sizes" on public.product_sizes using ((select private.may_manage()));
alter policy "admins read the stock of sizes" on public.size_stock rename to "managers read the stock of sizes";
alter policy "managers read the stock of sizes" on public.size_stock using ((select private.may_manage()));
alter policy "admins begin to count a size" on public.size_stock rename to "managers begin to count a size";
alter policy "managers begin to count a size" on public.size_stock with check ((select private.may_manage()));
alter policy "admins count a size" on public.size_stock rename to "managers count a size";
alter policy "managers count a size" on public.size_stock
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins stop counting a size" on public.size_stock rename to "managers stop counting a size";
alter policy "managers stop counting a size" on public.size_stock using ((select private.may_manage()));
alter policy "admins read the stock" on public.product_stock rename to "managers read the stock";
alter policy "managers read the stock" on public.product_stock using ((select private.may_manage()));
alter policy "admins begin to count" on public.product_stock rename to "managers begin to count";
alter policy "managers begin to count" on public.product_stock with check ((select private.may_manage()));
alter policy "admins count" on public.product_stock rename to "managers count";
alter policy "managers count" on public.product_stock
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins stop counting" on public.product_stock rename to "managers stop counting";
alter policy "managers stop counting" on public.product_stock using ((select private.may_manage()));
alter policy "admins add articles" on public.blog_post rename to "managers add articles";
alter policy "managers add articles" on public.blog_post with check ((select private.may_manage()));
alter policy "admins change articles" on public.blog_post rename to "managers change articles";
alter policy "managers change articles" on public.blog_post
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins remove articles" on public.blog_post rename to "managers remove articles";
alter policy "managers remove articles" on public.blog_post using ((select private.may_manage()));
alter policy "admins change the shop's record" on public.store_settings rename to "managers change the shop's record";
alter policy "managers change the shop's record" on public.store_settings
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "customers read their own orders, admins read all" on public.orders rename to "people read their orders, packers open ones, managers all";
alter policy "people read their orders, packers open ones, managers all" on public.orders
  using (
    (user_id = (select auth.uid()) and (select private.session_lives()))
    or (select private.may_manage())
    or id = any (array(select packing.order_id from private.packing_orders() as packing))
  );
alter policy "customers read the lines of their orders, admins read all" on public.order_items rename to "lines are read by whoever reads their order";
alter policy "lines are read by whoever reads their order" on public.order_items
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and id between 0 and (select case when private.may_manage() then 9223372036854775807 end)
    )
  );
alter policy "customers read the history of their orders, admins read all" on public.order_status_changes rename to "the history is read by whoever reads its order";
alter policy "the history is read by whoever reads its order" on public.order_status_changes
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and id between 0 and (select case when private.may_manage() then 9223372036854775807 end)
    )
  );
alter policy "owners of the order and admins read billing details" on public.billing_details rename to "billing details are read by whoever reads their order";
alter policy "billing details are read by whoever reads their order" on public.billing_details
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and created_at between '-infinity' and (select case when private.may_manage() then 'infinity'::timestamptz end)
    )
  );
alter policy "admins read the rules of windows" on public.window_rules rename to "managers read the rules of windows";
alter policy "managers read the rules of windows" on public.window_rules using ((select private.may_manage()));
alter policy "admins add rules of windows" on public.window_rules rename to "managers add rules of windows";
alter policy "managers add rules of windows" on public.window_rules with check ((select private.may_manage()));
alter policy "admins change rules of windows" on public.window_rules rename to "managers change rules of windows";
alter policy "managers change rules of windows" on public.window_rules
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins remove rules of windows" on public.window_rules rename to "managers remove rules of windows";
alter policy "managers remove rules of windows" on public.window_rules using ((select private.may_manage()));
alter policy "admins read alerts" on public.shop_alerts rename to "managers read alerts";
alter policy "managers read alerts" on public.shop_alerts using ((select private.may_manage()));
alter policy "customers read the payments of their orders, admins read all" on public.payments rename to "customers read the payments of their orders, managers read all";
alter policy "customers read the payments of their orders, managers read all" on public.payments
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and amount_cents between 0 and (select case when private.may_manage() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.may_manage()))
  );
alter policy "customers read the refunds of their orders, admins read all" on public.refunds rename to "refunds are read by whoever reads their order";
alter policy "refunds are read by whoever reads their order" on public.refunds
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and amount_cents between 0 and (select case when private.may_manage() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.may_manage()))
  );
alter policy "admins read outgoing mails" on public.outgoing_mails rename to "managers read outgoing mails";
alter policy "managers read outgoing mails" on public.outgoing_mails using ((select private.may_manage()));
alter policy "admins read the synonyms" on public.search_synonyms rename to "managers read the synonyms";
alter policy "managers read the synonyms" on public.search_synonyms using ((select private.may_manage()));
alter policy "admins add synonyms" on public.search_synonyms rename to "managers add synonyms";
alter policy "managers add synonyms" on public.search_synonyms with check ((select private.may_manage()));
alter policy "admins change synonyms" on public.search_synonyms rename to "managers change synonyms";
alter policy "managers change synonyms" on public.search_synonyms
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins remove synonyms" on public.search_synonyms rename to "managers remove synonyms";
alter policy "managers remove synonyms" on public.search_synonyms using ((select private.may_manage()));
alter policy "admins read what was not found" on public.missed_searches rename to "managers read what was not found";
alter policy "managers read what was not found" on public.missed_searches using ((select private.may_manage()));
alter policy "admins remove what was not found" on public.missed_searches rename to "managers remove what was not found";
alter policy "managers remove what was not found" on public.missed_searches using ((select private.may_manage()));
alter policy "admins add products to articles" on public.article_products rename to "managers add products to articles";
alter policy "managers add products to articles" on public.article_products with check ((select private.may_manage()));
alter policy "admins change products of articles" on public.article_products rename to "managers change products of articles";
alter policy "managers change products of articles" on public.article_products
  using ((select private.may_manage())) with check ((select private.may_manage()));
alter policy "admins remove products from articles" on public.article_products rename to "managers remove products from articles";
alter policy "managers remove products from articles" on public.article_products using ((select private.may_manage()));

