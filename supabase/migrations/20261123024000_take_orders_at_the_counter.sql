-- The owner and managers make orders for people at the counter or on the telephone, who pay in the store or by a link.
alter table public.orders
  add column channel text not null default 'online' check (channel in ('online', 'counter')),
  add column customer_name text not null default '' check (char_length(customer_name) <= 200),
  add column customer_email text check (customer_email ~ '^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$' and char_length(customer_email) <= 320);
comment on column public.orders.user_id is 'Null once the account is deleted, and of orders of the counter.';
comment on column public.orders.channel is 'counter: the shop''s people made it, for somebody at the counter or on the telephone.';
comment on column public.orders.customer_name is 'Of an order of the counter; online the bill and the account tell it.';
comment on column public.orders.customer_email is 'Of an order of the counter, where the customer gave one.';
-- Two presses of the button make one order.
create unique index orders_counter_request_key on public.orders (request_key) where channel = 'counter';
create index orders_unpaid_at_counter on public.orders (created_at) where status = 'pending' and channel = 'counter';

alter table public.payments
  add column method text not null default 'card' check (method in ('card', 'store_cash', 'store_card')),
  add column taken_by uuid references public.profiles (id) on delete set null;
comment on table public.payments is 'The payment intents that succeeded, by their own id, and what was paid in the store.';
comment on column public.payments.method is
  'card: through the provider. store_cash, store_card: at the counter, of which the provider knows nothing.';
comment on column public.payments.taken_by is 'Who took it at the counter.';
create index payments_taken_by on public.payments (taken_by) where taken_by is not null;

alter table public.outgoing_mails drop constraint outgoing_mails_kind_check;
alter table public.outgoing_mails add constraint outgoing_mails_kind_check check (kind in (
  'order_paid', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled',
  'order_refunded', 'payment_failed', 'shop_order_paid', 'shop_order_cancelled', 'pay_link'
));
alter table public.shop_history drop constraint shop_history_kind_check;
alter table public.shop_history add constraint shop_history_kind_check
  check (kind in ('refund', 'price', 'settings', 'export', 'right', 'counter'));

create or replace function private.prepare_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  order_limit private.limits;
  begun public.orders;
begin
  -- The shop's own programs (no signed-in caller) name the owner themselves, and orders of the counter are nobody's.
  if new.channel = 'counter' then
    new.user_id := null;
    new.created_at := now();
  elsif (select auth.uid()) is not null then
    new.user_id := (select auth.uid());
    -- One lock for each person: two requests at once cannot both be the last that is allowed.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || new.user_id, 0));
    select * into order_limit from private.limits where name = 'orders';
    if (
      select count(*) from public.orders
      where user_id = new.user_id and created_at > now() - order_limit.period
    ) >= order_limit.max_count then
      raise sqlstate 'PT429' using message = 'Too many orders in a short time. Please try again later.';
    end if;
    -- A repeat of the same request finds its order, and must not replace it. Without a key nothing is a repeat.
    update public.orders set status = 'cancelled', cancel_reason = 'withdrawn'
    where user_id = new.user_id and status = 'pending' and payment_intent_id is null
      and (request_key = new.request_key) is not true;
    select * into begun from public.orders
    where user_id = new.user_id and status = 'pending' and (request_key = new.request_key) is not true
    limit 1;
    if begun.id is not null then
      raise sqlstate 'PT423' using message = 'The payment of an earlier order was begun.',
        detail = jsonb_build_object('order_id', begun.id)::text;
    end if;
    new.created_at := now();
  end if;
  new.total := 0;
  new.status := 'pending';
  new.delivery_cost := 0;
  new.delivery_address := btrim(new.delivery_address);
  new.delivery_phone_number := btrim(new.delivery_phone_number);
  new.client_secret := null;
  new.payment_intent_id := null;
  new.failure_message := null;
  new.paid_at := null;
  return new;
end;
$$;
comment on function private.prepare_order() is
  'Security definer: it counts and withdraws the caller''s orders and reads private.limits.';

create or replace function private.guard_order_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  who text := private.acting_as();
begin
  -- Money makes an order paid or refunded, also where people's hands took it: take_store_payment has asked whose.
  if (old.status = 'pending' and new.status = 'paid' or new.status = 'refunded') and exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
  ) then
    who := 'server';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and who = any (moves.moved_by)
  ) and not private.is_step_back(old.id, old.status, new.status) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  if new.status = 'paid' and old.status = 'pending' then
    if not exists (
      select 1 from public.payments
      where payments.order_id = new.id and payments.purpose = 'order'
        and payments.payment_intent_id = new.payment_intent_id
        and payments.amount_cents = new.total * 100 and payments.currency = 'usd'
    ) then
      raise sqlstate 'PT409' using message = 'An order is paid only by a payment of its own amount.';
    end if;
    new.paid_at := now();
    new.failure_message := null;
  end if;
  if new.status = 'refunded' and not exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order'
      and payments.refunded_cents = payments.amount_cents
  ) then
    raise sqlstate 'PT409' using message = 'An order is refunded only when everything that was paid was given back.';
  end if;
  if new.status = 'cancelled' then
    new.cancelled_by := coalesce(new.cancelled_by, private.acting_as());
    new.cancel_reason := coalesce(new.cancel_reason, 'requested');
    if old.status <> 'pending' or new.payment_intent_id is null then
      new.intent_closed_at := now();
    end if;
  end if;
  -- Nobody pays an order that left pending.
  new.client_secret := null;
  return new;
end;
$$;
comment on function private.guard_order_move() is 'Security definer, so that no row rule can hide an allowed move.';

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
  new.unit_price := coalesce(size.discount_price, size.price, product.discount_price, product.price);
  new.image_url := product.img1;
  return new;
end;
$$;
comment on function private.price_order_item() is
  'Security definer: it locks the order, which the customer may not update.';

create function private.keep_promise(target public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  least numeric;
begin
  if target.status <> 'pending' then
    return;
  end if;
  if target.window_starts_at is not null then
    perform private.hold_window(target);
  end if;
  if target.delivery_type = 'pickup' then
    return;
  end if;
  select terms.least_order into least from private.delivery_terms(nullif(target.delivery_zip, '')) as terms;
  if least > (
    select sum(private.line_amount(items)) from public.order_items as items where items.order_id = target.id
  ) then
    raise sqlstate 'PT422' using message = format(
      'We deliver to %s from $%s on.', target.delivery_zip, to_char(least, 'FM999999990.00')
    );
  end if;
end;
$$;
comment on function private.keep_promise(public.orders) is
  'What stands in the way of bringing a pending order, as an error; else its time is held. Call it with the order locked.';
revoke all on function private.keep_promise(public.orders) from public;

create or replace function public.check_promise(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = check_promise.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  perform private.keep_promise(target);
end;
$$;
comment on function public.check_promise(uuid) is
  'For the order''s owner, when it is placed and before it is paid: what stands in the way of bringing it, as an error '
  '422; and its place in the window is held for 15 minutes more, or taken again if it is still free, else 410 with the '
  'next three windows. Security definer: it reads the zones and the orders of others.';

create or replace function private.lock_discounts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := coalesce((select auth.uid()), new.user_id);
begin
  new.discount := 0;
  new.discount_code := null;
  if new.channel = 'counter' then
    -- Whoever takes the order was told the code, and has none of their own in mind.
    perform 1 from public.discount_codes where discount_codes.id = new.discount_code_id for update;
    return new;
  end if;
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

create or replace function private.places_taken(
  delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid
) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.orders
    where orders.delivery_type = places_taken.delivery_type
      -- No window is longer than twelve hours. Rules that were changed since may have made others.
      and orders.window_starts_at between places_taken.starts_at - interval '13 hours' and places_taken.ends_at
      and orders.window_starts_at < places_taken.ends_at and orders.window_ends_at > places_taken.starts_at
      and orders.id is distinct from places_taken.leaving_out
      and case orders.status
        when 'pending' then orders.window_held_until > now()
          and (orders.user_id is null or orders.user_id is distinct from places_taken.of_person)
        else orders.status not in ('cancelled', 'refunded')
      end
  );
end;
$$;
comment on function private.places_taken(text, timestamptz, timestamptz, uuid, uuid) is
  'How many orders share the time of a window: the paid ones, and pending ones while they hold it; not the one that is '
  'left out, and not the pending ones of a person, who has only one.';

create function private.window_hold(channel text) returns interval
language plpgsql immutable set search_path = ''
as $$
begin
  return case window_hold.channel when 'counter' then interval '24 hours' else interval '15 minutes' end;
end;
$$;
comment on function private.window_hold(text) is
  'How long a pending order keeps its place. Whoever was promised a time on the telephone pays when the link has come: '
  'as long as the order can be paid.';
revoke all on function private.window_hold(text) from public;

create or replace function private.reserve_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.window_ends_at := null;
  new.window_held_until := null;
  if not private.has_windows(new.delivery_type) then
    new.window_starts_at := null;
    return new;
  end if;
  if new.window_starts_at is null then
    -- The shop's own programs may leave it open, and whoever is at the counter takes the goods along.
    if (select auth.uid()) is not null and not (new.channel = 'counter' and new.delivery_type = 'pickup') then
      perform private.refuse_window(new.delivery_type, 'Please choose a time for your order.');
    end if;
    return new;
  end if;
  new.window_ends_at := private.take_place(new.delivery_type, new.window_starts_at, null, new.user_id);
  new.window_held_until := now() + private.window_hold(new.channel);
  return new;
end;
$$;
comment on function private.reserve_window() is
  'A new order holds its place for a while. Security definer: it counts the orders of others.';

create or replace function private.hold_window(target public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_window(target.delivery_type, target.window_starts_at);
  if target.window_held_until <= now() and private.has_windows(target.delivery_type) then
    perform private.take_place(target.delivery_type, target.window_starts_at, target.id, target.user_id);
  end if;
  update public.orders
  set window_held_until = greatest(window_held_until, now() + interval '15 minutes') where orders.id = target.id;
end;
$$;
comment on function private.hold_window(public.orders) is 'Call it with the order locked.';

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
      window_held_until = case when target.status = 'pending' then now() + private.window_hold(target.channel) end
  where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.set_order_window(uuid, timestamptz) is
  'For the order''s owner and staff until it is prepared: another window, or 410 with the next three. Security definer: '
  'nobody may change orders by hand.';

create function private.quote(
  items jsonb, delivery_type text, delivery_zip text, person uuid, code_id bigint
) returns jsonb
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
begin
  perform private.check_cart(quote.items);
  head.user_id := quote.person;
  head.created_at := now();
  head.delivery_type := coalesce(quote.delivery_type, 'pickup');
  head.delivery_zip := substring(quote.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := quote.code_id;
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line)
    from jsonb_array_elements(private.cart_now(quote.items)) with ordinality as lines (line, place)
    -- What is no longer for sale costs nothing, nor what now comes in sizes: it cannot be ordered so.
    where line -> 'unit_price' <> 'null' and line -> 'needs_size' = 'false'
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
comment on function private.quote(jsonb, text, text, uuid, bigint) is
  'What a cart would cost that person, or nobody in particular, with that code, in the shape of quote_cart.';
revoke all on function private.quote(jsonb, text, text, uuid, bigint) from public;

create or replace function public.quote_cart(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.quote(
    quote_cart.items, quote_cart.delivery_type, quote_cart.delivery_zip, (select auth.uid()),
    (select chosen.code_id from private.chosen_discounts as chosen where chosen.user_id = (select auth.uid()))
  );
end;
$$;
comment on function public.quote_cart(jsonb, text, text) is
  'What [{product_id, size_id, quantity}], brought to that ZIP code, would cost the caller now, as {goods, '
  'delivery_cost, delivery_included, tax, total}: place_order takes that total. Of a caller who has '
  'entered a code also {discount, discount_code, discount_problem}: why nothing comes off by it, or null. Security '
  'definer: it reads what only the shop reads, and tells no stock.';

create function private.check_order_texts(items jsonb, delivery_place jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.check_cart(check_order_texts.items);
  if check_order_texts.items @? '$[*] ? (
    (@.wish.type() != "string" && @.wish.type() != "null") || (@.note.type() != "string" && @.note.type() != "null")
  )' then
    raise invalid_parameter_value using message = 'The wish and the note of a line are texts.';
  end if;
  if jsonb_typeof(check_order_texts.delivery_place) not in ('object', 'null')
    or check_order_texts.delivery_place @? 'strict $.keyvalue() ? (@.value.type() != "string")' then
    raise invalid_parameter_value using message = 'The parts of an address are texts.';
  end if;
end;
$$;
revoke all on function private.check_order_texts(jsonb, jsonb) from public;
grant execute on function private.check_order_texts(jsonb, jsonb) to authenticated;

create function private.fill_order(placed public.orders, items jsonb, expected_total numeric) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  filled public.orders;
  cart jsonb := private.cart_now(fill_order.items);
  cannot_be_had constant boolean := cart @? '$[*] ? (
    @.name == null || @.needs_size == true || @.is_sold_out == true || @.quantity_left < @.quantity
  )';
  amounts jsonb;
begin
  if not cannot_be_had then
    insert into public.order_items
      (order_id, product_id, size_id, product_name, quantity, unit_price, image_url, wish, note)
    select placed.id, line.product_id, line.size_id, line.name, line.quantity, line.unit_price, '', said.wish,
      coalesce(said.note, '')
    from rows from (jsonb_to_recordset(cart)
      as (product_id bigint, size_id bigint, name text, quantity integer, unit_price numeric))
      with ordinality as line (product_id, size_id, name, quantity, unit_price, place)
    -- Lines that were added up keep all that was said of them.
    left join (
      select each.product_id, each.size_id, min(each.wish) as wish,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(fill_order.items)
        as each (product_id bigint, size_id bigint, wish text, note text)
      where each.wish is not null or each.note is not null
      group by each.product_id, each.size_id
    ) as said on said.product_id = line.product_id and said.size_id is not distinct from line.size_id
    order by line.place;
    select * into filled from public.orders where orders.id = placed.id;
    if filled.delivery_type = 'delivery' then
      if filled.channel = 'counter' then
        perform private.keep_promise(filled);
      else
        perform public.check_promise(filled.id);
      end if;
    end if;
    if filled.total = fill_order.expected_total then
      return filled;
    end if;
    -- The lines were priced by the catalogue as it was when they were written, a moment after it was asked.
    cart := private.cart_now(fill_order.items);
  end if;
  if placed.channel = 'counter' then
    amounts := private.quote(
      fill_order.items, placed.delivery_type, placed.delivery_zip, null, placed.discount_code_id
    );
  else
    amounts := public.quote_cart(fill_order.items, placed.delivery_type, placed.delivery_zip);
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some things are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
comment on function private.fill_order(public.orders, jsonb, numeric) is
  'Writes the lines of a new order and answers it with its total; refuses with 409 as place_order says.';
revoke all on function private.fill_order(public.orders, jsonb, numeric) from public;
grant execute on function private.fill_order(public.orders, jsonb, numeric) to authenticated;

create or replace function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid,
  wish text default null,
  note text default null,
  delivery_place jsonb default null,
  window_starts_at timestamptz default null
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  placed public.orders;
begin
  if (select auth.uid()) is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is needed.';
  end if;
  perform private.check_order_texts(place_order.items, place_order.delivery_place);

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (
    user_id, delivery_type, delivery_address, delivery_phone_number, request_key, wish, note,
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at
  )
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key,
    place_order.wish,
    coalesce(place_order.note, ''),
    coalesce(place_order.delivery_place ->> 'street', ''),
    coalesce(place_order.delivery_place ->> 'unit', ''),
    coalesce(place_order.delivery_place ->> 'city', ''),
    coalesce(place_order.delivery_place ->> 'zip', ''),
    coalesce(place_order.delivery_place ->> 'driver_note', ''),
    place_order.window_starts_at
  )
  on conflict (user_id, request_key) do nothing
  returning * into placed;
  if placed.id is null then
    select * into placed from public.orders
    where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
    return placed;
  end if;

  return private.fill_order(placed, place_order.items, place_order.expected_total);
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz) is
  'Makes an order of [{product_id, size_id, quantity, wish, note}], the size for what comes in sizes; wish (replace, '
  'contact, leave_out; null: not said, or as the order) and note say what to do about what is not there, and change no '
  'price. delivery_place {street, unit, city, zip, driver_note} makes the address. The same request key returns '
  'the same order. A total other than expected_total, or something that cannot be had, is answered with 409 and, in '
  'the details, {total, amounts, items: [{product_id, size_id, name, size, unit_price, quantity, needs_size, is_sold_out, '
  'quantity_left}]}, amounts as of quote_cart: name and price are null for what is gone, quantity_left is null for what '
  'is not counted. No order is made then. Where the shop does not deliver, or not so little, the answer is 422. '
  'While the owner has switched windows on, window_starts_at is one of list_windows; else the answer is 410, with the '
  'next three in the details, as [{starts_at, ends_at}].';

create function private.missing_items(order_id uuid) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
#variable_conflict use_column
begin
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
      where items.order_id = missing_items.order_id
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
comment on function private.missing_items(uuid) is
  'The lines of an order that can no longer be had, in the shape of place_order''s items; an empty list when all is well.';
revoke all on function private.missing_items(uuid) from public;
grant execute on function private.missing_items(uuid) to authenticated;

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
  return private.missing_items(target.id);
end;
$$;
comment on function public.check_stock(uuid) is
  'For the order''s owner: the lines of a pending order that can no longer be had, in the shape of '
  'place_order''s items; an empty list when all is well.';

drop function private.record_payment(uuid, text, bigint, text);
create function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text, method text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  purpose text;
begin
  if exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id) then
    return 'already_recorded';
  end if;
  select * into target from public.orders where orders.id = record_payment.order_id for update;
  purpose := case
    when target.id is null then 'unknown_order'
    when target.status = 'cancelled' and target.paid_at is null then 'cancelled_order'
    when target.status <> 'pending' then 'duplicate'
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint
      or record_payment.currency is distinct from 'usd' or target.total = 0 then 'mismatch'
    else 'order'
  end;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose, method, taken_by)
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose, record_payment.method,
    case when record_payment.method <> 'card' then (select auth.uid()) end
  );

  if purpose = 'unknown_order' then
    perform private.add_alert('unknown_order', null, format(
      'The payment %s of %s %s names no order of this shop.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'The payment %s brought %s %s; the order costs %s USD. The order is not paid.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency),
      to_char(target.total, 'FM999999990.00')
    ));
    return 'mismatch';
  elsif purpose = 'cancelled_order' then
    perform private.refund_rest(record_payment.payment_intent_id, 'cancelled', null);
    update public.orders set intent_closed_at = coalesce(intent_closed_at, now())
    where orders.id = target.id and orders.payment_intent_id = record_payment.payment_intent_id;
    return 'cancelled_order';
  elsif purpose = 'duplicate' then
    perform private.refund_rest(record_payment.payment_intent_id, 'duplicate', null);
    return 'paid_twice';
  end if;

  if private.take_stock(target.id) then
    update public.orders set status = 'paid', payment_intent_id = record_payment.payment_intent_id
    where orders.id = target.id;
    return 'paid';
  end if;
  -- Somebody else was faster: the money came, and goes back.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;
comment on function private.record_payment(uuid, text, bigint, text, text) is
  'Money came. An order is paid only by its own amount and currency, and once.';
revoke all on function private.record_payment(uuid, text, bigint, text, text) from public;

create or replace function public.apply_payment_event(
  event_id text,
  event_type text,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  failure_message text,
  payload jsonb,
  refund jsonb default null
) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  apply_outcome text;
  earlier public.payment_events;
begin
  -- The provider may deliver an event twice, also at once: the second waits here and then does nothing.
  insert into public.payment_events
    (id, type, order_id, payment_intent_id, amount_cents, currency, outcome, payload, refund)
  values (
    apply_payment_event.event_id, apply_payment_event.event_type, apply_payment_event.order_id,
    apply_payment_event.payment_intent_id, apply_payment_event.amount_cents,
    apply_payment_event.currency, 'received', apply_payment_event.payload, apply_payment_event.refund
  )
  on conflict (id) do nothing;
  if not found then
    return 'duplicate';
  end if;

  apply_outcome := 'ignored';
  if apply_payment_event.payment_intent_id is not null then
    -- The events of one intent take turns, so that a refund and its payment cannot miss each other.
    perform pg_advisory_xact_lock(hashtextextended('payment:' || apply_payment_event.payment_intent_id, 0));
    if apply_payment_event.refund is not null then
      apply_outcome := private.record_refund(apply_payment_event.payment_intent_id, apply_payment_event.refund);
    elsif apply_payment_event.event_type = 'charge.refunded' then
      apply_outcome := private.record_charge_refund(
        apply_payment_event.payment_intent_id, apply_payment_event.amount_cents
      );
    elsif apply_payment_event.event_type = 'payment_intent.payment_failed' then
      apply_outcome := private.record_failure(
        apply_payment_event.event_id, apply_payment_event.order_id,
        apply_payment_event.payment_intent_id, apply_payment_event.failure_message
      );
    elsif apply_payment_event.event_type in ('payment_intent.succeeded', 'store_payment.taken') then
      apply_outcome := private.record_payment(
        apply_payment_event.order_id, apply_payment_event.payment_intent_id,
        apply_payment_event.amount_cents, apply_payment_event.currency,
        case apply_payment_event.event_type
          when 'store_payment.taken' then apply_payment_event.payload ->> 'method' else 'card'
        end
      );
      -- Refunds that came before their payment.
      for earlier in
        select * from public.payment_events
        where payment_events.payment_intent_id = apply_payment_event.payment_intent_id
          and payment_events.outcome = 'waits_for_payment'
        order by payment_events.received_at, payment_events.id
      loop
        update public.payment_events
        set outcome = case
          when earlier.refund is null
            then private.record_charge_refund(earlier.payment_intent_id, earlier.amount_cents)
          else private.record_refund(earlier.payment_intent_id, earlier.refund)
        end
        where payment_events.id = earlier.id;
      end loop;
    end if;
  end if;

  update public.payment_events set outcome = apply_outcome
  where payment_events.id = apply_payment_event.event_id;
  return apply_outcome;
end;
$$;
comment on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb) is
  'Records a verified event once and does what it says, in one transaction. Answers with the outcome. '
  'Security definer: nobody, the shop''s server included, writes the ledger by hand.';

create or replace function private.order_facts(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
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
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'changes', private.line_changes(items.id)
        ) order by items.id)
        from public.order_items as items where items.order_id = orders.id
      ), '[]')
    )
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    where orders.id = order_facts.order_id
  );
end;
$$;

create or replace function private.mail_recipient(kind text, order_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when mail_recipient.kind like 'shop\_%'
      then (select nullif(btrim(store_settings.email), '') from public.store_settings)
    -- The shop's people wrote it down, for a person who stood before them. The page tells them of a declined card.
    when orders.channel = 'counter'
      then case when mail_recipient.kind <> 'payment_failed' then orders.customer_email end
    when exists (select 1 from public.payments where payments.order_id = orders.id)
      then coalesce(billing.email, users.email)
    else private.proven_email(orders.user_id)
  end
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join auth.users on users.id = orders.user_id
  where orders.id = mail_recipient.order_id;
$$;
comment on function private.mail_recipient(text, uuid) is
  'Whom a mail goes to: the shop; of an order of the counter, whom its customer named; where money came, the address of the bill or the account; else the account''s '
  'address if it is proven. Null: nobody.';

create or replace function private.mail_status_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('ready', 'out_for_delivery', 'completed') then
    perform private.queue_mail('order_' || new.status, new.id, format('order_%s:%s', new.status, new.id));
  elsif new.status = 'paid' and old.status = 'pending' and new.cancel_reason is null then
    -- With a reason it is cancelled in the same transaction, and only that is told.
    perform private.queue_mail('order_paid', new.id, 'order_paid:' || new.id);
    -- Whoever took money at the counter knows of it.
    if not exists (
      select from public.payments
      where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
    ) then
      perform private.queue_mail('shop_order_paid', new.id, 'shop_order_paid:' || new.id);
    end if;
  elsif new.status = 'cancelled' and new.total > 0 and new.cancel_reason <> 'withdrawn' then
    perform private.queue_mail('order_cancelled', new.id, 'order_cancelled:' || new.id);
    if old.status <> 'pending' and new.cancelled_by = 'customer' then
      perform private.queue_mail('shop_order_cancelled', new.id, 'shop_order_cancelled:' || new.id);
    end if;
  end if;
  return null;
end;
$$;
comment on function private.mail_status_change() is 'Security definer: nobody may write mails by hand.';

-- Orders that the owner and managers make for somebody at the counter or on the telephone. They belong to no account;
-- they are paid in the store, or by the one who has their pay link. Both come in by apply_payment_event, as all money.
create function private.require_counter(called text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function ' || require_counter.called;
  end if;
end;
$$;
comment on function private.require_counter(text) is 'Whoever is neither the owner nor a manager is refused.';
revoke all on function private.require_counter(text) from public;

create function private.named_discount(code text) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  found_id bigint;
begin
  if coalesce(btrim(named_discount.code), '') = '' then
    return null;
  end if;
  select codes.id into found_id from public.discount_codes as codes
  where codes.code = private.discount_key(named_discount.code);
  if found_id is null then
    raise sqlstate 'PT422' using message = 'There is no such code.';
  end if;
  return found_id;
end;
$$;
comment on function private.named_discount(text) is 'The code that the customer told; null for none, 422 for one that is not.';
revoke all on function private.named_discount(text) from public;

create function public.quote_counter_order(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null, discount_code text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_counter('quote_counter_order');
  return private.quote(
    quote_counter_order.items, quote_counter_order.delivery_type, quote_counter_order.delivery_zip, null,
    private.named_discount(quote_counter_order.discount_code)
  );
end;
$$;
comment on function public.quote_counter_order(jsonb, text, text, text) is
  'For the owner and managers: what an order would cost somebody who has no account here, in the shape of quote_cart; '
  'create_counter_order takes that total. Security definer, as quote_cart.';
revoke all on function public.quote_counter_order(jsonb, text, text, text) from public, anon, service_role;
grant execute on function public.quote_counter_order(jsonb, text, text, text) to authenticated;

create function public.create_counter_order(
  items jsonb,
  delivery_type text,
  customer jsonb,
  expected_total numeric,
  request_key uuid,
  wish text default null,
  note text default null,
  delivery_place jsonb default null,
  window_starts_at timestamptz default null,
  discount_code text default null
) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  made public.orders;
  place constant jsonb := create_counter_order.delivery_place;
  customer_name constant text := btrim(coalesce(create_counter_order.customer ->> 'name', ''));
  phone constant text := btrim(coalesce(create_counter_order.customer ->> 'phone', ''));
begin
  perform private.require_counter('create_counter_order');
  if create_counter_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is needed.';
  end if;
  perform private.check_order_texts(create_counter_order.items, place);
  if customer_name = '' then
    raise sqlstate 'PT422' using message = 'Please enter the customer''s name.';
  end if;
  if create_counter_order.delivery_type = 'delivery' and (phone = '' or coalesce(btrim(place ->> 'street'), '') = '') then
    raise sqlstate 'PT422' using message = 'A delivery needs an address and a phone number.';
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (
    channel, customer_name, customer_email, delivery_type, delivery_phone_number, request_key, wish, note,
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at, discount_code_id
  )
  values (
    'counter', customer_name, nullif(lower(btrim(create_counter_order.customer ->> 'email')), ''),
    coalesce(create_counter_order.delivery_type, 'pickup'), phone, create_counter_order.request_key,
    create_counter_order.wish, coalesce(create_counter_order.note, ''), coalesce(place ->> 'street', ''),
    coalesce(place ->> 'unit', ''), coalesce(place ->> 'city', ''), coalesce(place ->> 'zip', ''),
    coalesce(place ->> 'driver_note', ''), create_counter_order.window_starts_at,
    private.named_discount(create_counter_order.discount_code)
  )
  on conflict (request_key) where channel = 'counter' do nothing
  returning * into made;
  if made.id is null then
    select * into made from public.orders
    where orders.request_key = create_counter_order.request_key and orders.channel = 'counter';
    return made;
  end if;
  made := private.fill_order(made, create_counter_order.items, create_counter_order.expected_total);
  perform private.add_to_history(
    'counter', 'Order ' || made.order_number, null, jsonb_build_object('made_at_the_counter', made.total)
  );
  return made;
end;
$$;
comment on function public.create_counter_order(
  jsonb, text, jsonb, numeric, uuid, text, text, jsonb, timestamptz, text
) is
  'For the owner and managers: makes an order as place_order does, with its prices, windows and refusals, for {name, '
  'phone, email} instead of the caller. A phone number is needed for deliveries, a time for whatever is not fetched at '
  'once. The same request key returns the same order. Security definer: nobody makes orders of others by hand.';
revoke all on function public.create_counter_order(
  jsonb, text, jsonb, numeric, uuid, text, text, jsonb, timestamptz, text
) from public, anon, service_role;
grant execute on function public.create_counter_order(
  jsonb, text, jsonb, numeric, uuid, text, text, jsonb, timestamptz, text
) to authenticated;

create function private.lock_counter_order(order_id uuid, called text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
begin
  perform private.require_counter(lock_counter_order.called);
  select * into target from public.orders
  where orders.id = lock_counter_order.order_id and orders.channel = 'counter' for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order of the counter.';
  end if;
  return target;
end;
$$;
revoke all on function private.lock_counter_order(uuid, text) from public;

create function public.take_store_payment(
  order_id uuid, method text, request_key uuid, closed_intent_id text default null
) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  payment_id constant text := 'store_' || take_store_payment.request_key;
  outcome text;
begin
  target := private.lock_counter_order(take_store_payment.order_id, 'take_store_payment');
  if take_store_payment.method is null or take_store_payment.method not in ('store_cash', 'store_card')
    or take_store_payment.request_key is null then
    raise invalid_parameter_value using message = 'In the store people pay store_cash or store_card, with a request key.';
  end if;
  if exists (
    select from public.payments
    where payments.payment_intent_id = payment_id and payments.order_id = target.id
  ) then
    return target;
  end if;
  if target.status <> 'pending' then
    raise sqlstate 'PT409' using message = case
      when target.paid_at is null then 'This order is cancelled: take no money for it.'
      else 'This order is already paid.'
    end;
  end if;
  if target.payment_intent_id is distinct from take_store_payment.closed_intent_id then
    raise sqlstate 'PT409' using message = 'Somebody has just opened the pay link. Please try again.';
  end if;
  outcome := public.apply_payment_event(
    payment_id, 'store_payment.taken', target.id, payment_id, (target.total * 100)::bigint, 'usd', null,
    jsonb_build_object('method', take_store_payment.method, 'taken_by', (select auth.uid()))
  );
  -- Money is not taken for what is not there: nothing of this has happened then.
  if outcome <> 'paid' then
    raise sqlstate 'PT409' using message = case outcome
      when 'sold_out' then 'Something of this order is no longer there. Please take no money for it.'
      else 'This order cannot be paid.'
    end;
  end if;
  perform private.add_to_history(
    'counter', 'Order ' || target.order_number, null,
    jsonb_build_object('paid', target.total, 'method', take_store_payment.method)
  );
  select * into target from public.orders where orders.id = target.id;
  return target;
end;
$$;
comment on function public.take_store_payment(uuid, text, uuid, text) is
  'For the owner and managers: they took the whole total of an unpaid order of the counter, as store_cash or store_card. '
  'An intent that its pay link had opened is named by whoever closed it; should it be paid all the same, that goes back. '
  'The same request key takes it once. 409 where it is paid, cancelled or sold out. Security definer: nobody writes the '
  'ledger by hand.';
revoke all on function public.take_store_payment(uuid, text, uuid, text) from public, anon, service_role;
grant execute on function public.take_store_payment(uuid, text, uuid, text) to authenticated;

create function public.give_back_in_store(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.refunds;
  given public.refunds;
  paid public.payments;
begin
  perform private.require_counter('give_back_in_store');
  select * into known from public.refunds where refunds.id = give_back_in_store.refund_id;
  -- Order, payment, refund: everybody locks in this order.
  perform 1 from public.orders where orders.id = known.order_id for update;
  select * into paid from public.payments
  where payments.payment_intent_id = known.payment_intent_id and payments.method <> 'card' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT404' using message = 'There is no such refund of the store.';
  end if;
  select * into known from public.refunds where refunds.id = known.id for update;
  if known.status = 'succeeded' then
    return known;
  end if;
  given := private.apply_refund_status(known.id, null, 'succeeded', null);
  perform private.add_to_history(
    'counter', coalesce((select 'Order ' || orders.order_number from public.orders where orders.id = given.order_id), ''),
    null,
    jsonb_build_object('given_back', round(given.amount_cents / 100.0, 2), 'method', paid.method)
  );
  return given;
end;
$$;
comment on function public.give_back_in_store(uuid) is
  'For the owner and managers: the money of a requested refund is in the customer''s hands, or on the card by the store''s '
  'own terminal. Twice is as once. Security definer: nobody writes the ledger by hand.';
revoke all on function public.give_back_in_store(uuid) from public, anon, service_role;
grant execute on function public.give_back_in_store(uuid) to authenticated;

create function public.send_pay_link(order_id uuid, how text, request_key uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  target := private.lock_counter_order(send_pay_link.order_id, 'send_pay_link');
  if send_pay_link.how is null or send_pay_link.how not in ('mail', 'text', 'copy') or send_pay_link.request_key is null then
    raise invalid_parameter_value using message = 'A pay link goes by mail, text or copy, with a request key.';
  end if;
  if target.status <> 'pending' then
    raise sqlstate 'PT409' using message = case
      when target.paid_at is null then 'This order is cancelled.' else 'This order is already paid.'
    end;
  end if;
  if send_pay_link.how = 'mail' and target.customer_email is null then
    raise sqlstate 'PT422' using message = 'This order has no e-mail address.';
  end if;
  if send_pay_link.how = 'text' and target.delivery_phone_number = '' then
    raise sqlstate 'PT422' using message = 'This order has no phone number.';
  end if;
  if send_pay_link.how = 'mail' then
    perform private.queue_mail('pay_link', target.id, 'pay_link:' || send_pay_link.request_key);
  end if;
  perform private.add_to_history(
    'counter', 'Order ' || target.order_number, null, jsonb_build_object('pay_link', send_pay_link.how)
  );
  return target;
end;
$$;
comment on function public.send_pay_link(uuid, text, uuid) is
  'For the owner and managers: the pay link of an unpaid order of the counter leaves, by mail (which it writes), text or '
  'copy (which the shop''s server makes). Security definer: nobody writes mails by hand.';
revoke all on function public.send_pay_link(uuid, text, uuid) from public, anon, service_role;
grant execute on function public.send_pay_link(uuid, text, uuid) to authenticated;

-- How often somebody with a pay link asked to pay, counted once for all processes of the shop.
create table private.link_attempts (
  order_id uuid primary key references public.orders (id) on delete cascade,
  attempts integer not null check (attempts > 0),
  ends_at timestamptz not null
);
comment on table private.link_attempts is 'Asked for a payment within the period that ends then; written by open_linked_payment alone.';

alter table private.link_attempts enable row level security;
revoke all on private.link_attempts from public;

create function public.open_linked_payment(order_id uuid, max_count integer, seconds integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  counted private.link_attempts;
begin
  select * into target from public.orders
  where orders.id = open_linked_payment.order_id and orders.channel = 'counter' for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status = 'pending' then
    insert into private.link_attempts as known (order_id, attempts, ends_at)
    values (target.id, 1, now() + make_interval(secs => open_linked_payment.seconds))
    on conflict on constraint link_attempts_pkey do update set
      attempts = case when known.ends_at <= now() then 1 else known.attempts + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning * into counted;
    if counted.attempts <= open_linked_payment.max_count then
      perform private.keep_promise(target);
    end if;
  end if;
  return jsonb_build_object(
    'status', target.status, 'total', target.total, 'payment_intent_id', target.payment_intent_id,
    'wait_seconds', case when counted.attempts > open_linked_payment.max_count
      then greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer else 0 end,
    'missing', case when target.status = 'pending' then private.missing_items(target.id) else '[]' end
  );
end;
$$;
comment on function public.open_linked_payment(uuid, integer, integer) is
  'For the shop''s server, which has checked a pay link: {status, total, payment_intent_id, wait_seconds, missing} of the '
  'one order, with its time held; wait_seconds after too many, 410 and 422 as check_promise. Security definer: nobody '
  'counts by hand.';
revoke all on function public.open_linked_payment(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.open_linked_payment(uuid, integer, integer) to service_role;

create function public.read_counter() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_counter('read_counter');
  return jsonb_build_object(
    'unpaid', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', orders.id, 'number', orders.order_number, 'name', orders.customer_name, 'total', orders.total,
        'placed_at', orders.created_at, 'phone', orders.delivery_phone_number, 'email', orders.customer_email,
        'delivery_type', orders.delivery_type, 'window_starts_at', orders.window_starts_at,
        'window_ends_at', orders.window_ends_at
      ) order by orders.created_at desc)
      from public.orders where orders.status = 'pending' and orders.channel = 'counter'
    ), '[]'),
    'owed', coalesce((
      select jsonb_agg(jsonb_build_object(
        'refund_id', refunds.id, 'order_id', orders.id, 'number', orders.order_number, 'name', orders.customer_name,
        'amount', refunds.amount_cents / 100.0, 'method', payments.method, 'requested_at', refunds.created_at
      ) order by refunds.created_at)
      from public.refunds
      join public.payments
        on payments.payment_intent_id = refunds.payment_intent_id and payments.method <> 'card'
      join public.orders on orders.id = refunds.order_id
      where refunds.status = 'requested'
    ), '[]')
  );
end;
$$;
comment on function public.read_counter() is
  'For the owner and managers: {unpaid: [{id, number, name, total, placed_at, phone, email, delivery_type, window_starts_at, '
  'window_ends_at}], owed: [{refund_id, order_id, number, name, amount, method, requested_at}]}: orders of the counter that '
  'wait for their money, and money that waits to be given back in the store. Security definer: one check instead of one '
  'for each row.';
revoke all on function public.read_counter() from public, anon, service_role;
grant execute on function public.read_counter() to authenticated;

create or replace function public.claim_refunds(max_count integer) returns setof public.refunds
language sql security definer set search_path = ''
as $$
  update public.refunds
  set attempts = refunds.attempts + 1, next_attempt_at = now() + private.retry_wait(refunds.attempts + 1)
  where refunds.id in (
    select due.id from public.refunds as due
    where due.status = 'requested' and due.next_attempt_at <= now()
      -- What was paid in the store is given back there, by people.
      and exists (
        select from public.payments
        where payments.payment_intent_id = due.payment_intent_id and payments.method = 'card'
      )
    order by due.next_attempt_at
    limit claim_refunds.max_count
    for update skip locked
  )
  returning *;
$$;
comment on function public.claim_refunds(integer) is 'Refunds to send now; nobody else gets them for two minutes or more.';

drop trigger wipe_ended_order on public.orders;
create trigger wipe_ended_order after update of status on public.orders
  for each row when (new.user_id is null and new.channel = 'online' and new.status in ('completed', 'cancelled', 'refunded'))
  execute function private.wipe_ended_order();

create or replace function private.wipe_last_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outgoing_mails
  where outgoing_mails.id = new.id and exists (
    select 1 from public.orders
    where orders.id = new.order_id and orders.user_id is null and orders.channel = 'online'
      and orders.status in ('completed', 'cancelled', 'refunded')
  );
  return null;
end;
$$;
comment on function private.wipe_last_mail() is 'Security definer: nobody may change mails by hand.';

create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', target.status,
      'delivery_type', target.delivery_type,
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'wish', target.wish,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_count', coalesce(lines.line_count, 0),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.packed_lines as packed where packed.order_id = target.id
      ), '[]'),
      'change_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.order_changes as changes where changes.order_id = target.id
      ), '[]'),
      'is_unread', target.status = 'paid' and not exists (
        select from public.seen_orders as seen where seen.order_id = target.id
      ),
      'moved_at', moved.changed_at,
      'moved_from', case when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, count(*) as line_count,
        bool_or(items.note <> '' or items.wish is not null) as has_words
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;
comment on function private.desk_card(public.orders) is
  'An order as the desk shows it: {id, number, status, delivery_type, name, phone, window_starts_at, window_ends_at, '
  'paid_at, wish, note, item_count, line_count, has_line_words, packed_line_ids, change_ids, is_unread, moved_at, '
  'moved_from}. change_ids are of what was not there. '
  'moved_from is where one step back would lead; null: the last move cannot be taken back.';

create or replace function public.find_on_desk(words text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := lower(btrim(left(coalesce(find_on_desk.words, ''), 100)));
  digits constant text := regexp_replace(wanted, '[^0-9]+', '', 'g');
  number constant bigint := case when wanted ~ '^(order )?#? ?[0-9]{1,12}$' then digits::bigint end;
begin
  perform private.require_desk('find_on_desk');
  if wanted = '' then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(private.desk_card(found.target))
    from (
      select matches.target
      from (
        select orders as target from public.orders
        where orders.order_number = number and orders.paid_at is not null and private.may_handle(orders.id)
        union all
        select shown as target
        from unnest(array['to_pack', 'packing', 'waiting', 'done']) as lanes (lane)
        cross join lateral private.desk_lane(lanes.lane, 5000) as shown
        left join public.billing_details as billing on billing.order_id = shown.id
        left join public.profiles on profiles.id = shown.user_id
        where shown.order_number is distinct from number and (
          strpos(lower(concat_ws(' ', billing.name, profiles.name, shown.customer_name)), wanted) > 0
          or (length(digits) >= 3 and wanted ~ '^[-0-9 ()+.]+$' and (
            strpos(regexp_replace(shown.delivery_phone_number, '[^0-9]+', '', 'g'), digits) > 0
            or strpos(coalesce(billing.phone, ''), digits) > 0
          ))
        )
      ) as matches
      limit 50
    ) as found
  ), '[]');
end;
$$;
comment on function public.find_on_desk(text) is
  'For whoever packs: the cards of the desk whose name or telephone has these words in it, at most 50; a number also '
  'finds the paid order that is called so, wherever it stands. Security definer, as read_desk.';

create or replace function public.day_sheet(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(day_sheet.first_day, day_sheet.last_day);
  with sales as (
    select (payments.received_at at time zone zone)::date as day, payments.amount_cents, payments.method, orders.id,
      orders.tax_amount, orders.delivery_cost, orders.discount
    from public.payments join public.orders on orders.id = payments.order_id
    where payments.purpose = 'order' and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
  ), given_back as (
    select (refunds.settled_at at time zone zone)::date as day, refunds.amount_cents, refunds.tax_cents,
      payments.method
    from public.refunds
    join public.payments on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
    where refunds.status = 'succeeded' and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
  ), sold as (
    select sales.day, count(*) as order_count, sum(sales.amount_cents) as sales_cents from sales group by sales.day
  ), returned as (
    select given_back.day, sum(given_back.amount_cents) as refunded_cents from given_back group by given_back.day
  ), best as (
    select items.product_id, max(items.product_name) as name, sum(items.quantity) as quantity,
      sum(private.line_amount(items)) as amount
    from sales join public.order_items as items on items.order_id = sales.id
    group by items.product_id
    order by amount desc, items.product_id
    limit 10
  )
  select jsonb_build_object(
    'order_count', (select count(*) from sales),
    'sales', (select coalesce(sum(sales.amount_cents), 0) / 100.0 from sales),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from given_back),
    'refunded', (select coalesce(sum(given_back.amount_cents), 0) / 100.0 from given_back),
    'tax_returned', (select coalesce(sum(given_back.tax_cents), 0) / 100.0 from given_back),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(sales.amount_cents) from sales where sales.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(given_back.amount_cents) from given_back where given_back.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select day_sheet.first_day + number as day
        from generate_series(0, day_sheet.last_day - day_sheet.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;
comment on function public.day_sheet(date, date) is
  'For the owner and managers: orders paid, sales (all that came, with tax and delivery), discounts, refunds that '
  'succeeded, both by method (the cash of the drawer is store_cash), each day of the range and the ten products that '
  'brought most; in dollars, by the ledger. 422 for more than a '
  'year. Security definer: one check instead of one for each row.';

create or replace function public.export_books(what text, first_day date, last_day date, skip_count integer default 0)
returns setof json
language plpgsql security definer set search_path = ''
as $$
declare
  days record;
begin
  days := private.shop_days(export_books.first_day, export_books.last_day);
  if export_books.what not in ('orders', 'lines', 'changes', 'payments', 'refunds') then
    raise sqlstate 'PT422' using message = 'There are books of orders, lines, changes, payments and refunds.';
  end if;
  if export_books.skip_count = 0 then
    perform private.add_to_history(
      'export', 'Books: ' || export_books.what, null,
      jsonb_build_object('from', export_books.first_day, 'until', export_books.last_day)
    );
  end if;
  return query
    select books.line from (
      select orders.order_number as place, payments.received_at as came_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type,
        'goods', orders.total - orders.delivery_cost - orders.tax_amount + orders.discount,
        'discount', orders.discount, 'delivery', orders.delivery_cost, 'tax', orders.tax_amount, 'total', orders.total,
        'refunded', orders.refunded_amount
      ) as line
      from public.payments join public.orders on orders.id = payments.order_id
      where export_books.what = 'orders' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select items.id, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', items.quantity, 'unit_price', items.unit_price,
        'discount', items.discount, 'tax_rate', items.tax_rate, 'tax', items.tax_amount,
        'amount', private.line_amount(items) + items.tax_amount, 'refunded_quantity', items.refunded_quantity
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.order_items as items on items.order_id = orders.id
      where export_books.what = 'lines' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select changes.id, changes.settled_at, json_build_object(
        'order_number', orders.order_number, 'settled_at', changes.settled_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', changes.quantity, 'kind', changes.kind,
        'replacement', coalesce(changes.replacement_name, ''),
        'replacement_size', coalesce(changes.replacement_size_label, ''),
        'replacement_quantity', changes.replacement_quantity, 'paid', changes.paid_cents / 100.0,
        'paid_tax', changes.paid_tax_cents / 100.0, 'kept', changes.kept_cents / 100.0,
        'kept_tax', changes.kept_tax_cents / 100.0, 'given_back', changes.gives_back_cents / 100.0
      )
      from public.order_changes as changes
      join public.orders on orders.id = changes.order_id
      join public.order_items as items on items.id = changes.order_item_id
      where export_books.what = 'changes'
        and changes.settled_at >= days.starts_at and changes.settled_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), payments.received_at, json_build_object(
        'payment_intent_id', payments.payment_intent_id, 'received_at', payments.received_at,
        'order_number', orders.order_number, 'purpose', payments.purpose, 'method', payments.method, 'amount', payments.amount_cents / 100.0,
        'refunded', payments.refunded_cents / 100.0
      )
      from public.payments left join public.orders on orders.id = payments.order_id
      where export_books.what = 'payments'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), refunds.settled_at, json_build_object(
        'refund_id', coalesce(refunds.provider_refund_id, ''), 'settled_at', refunds.settled_at,
        'order_number', orders.order_number, 'payment_intent_id', refunds.payment_intent_id,
        'method', coalesce((
          select payments.method from public.payments where payments.payment_intent_id = refunds.payment_intent_id
        ), 'card'), 'reason', refunds.reason,
        'amount', refunds.amount_cents / 100.0, 'tax', refunds.tax_cents / 100.0
      )
      from public.refunds left join public.orders on orders.id = refunds.order_id
      where export_books.what = 'refunds' and refunds.status = 'succeeded'
        and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
    ) as books
    order by books.came_at, books.place
    offset greatest(export_books.skip_count, 0) limit 1000;
end;
$$;
comment on function public.export_books(text, date, date, integer) is
  'For the owner and managers, a thousand lines at a time: orders, lines, changes (what was not there), payments (all that came, '
  'whatever for) or refunds of these days, in dollars and without customers. The first page is noted in the history. Security definer: one '
  'check instead of one for each row.';
