-- Discounts on orders, and how often a code may be used. An order stores the code its customer had entered; its
-- discount is computed with its lines. Rows are locked in one order: orders, then codes by id.

-- Returns the code's discount of each line by place, rounded as a whole and shared by largest remainder, if any.
create function private.discount_shares(discount public.discount_codes, lines public.order_items[])
returns table (place integer, cents bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query
    with priced as (
      select subscript as place,
        round(private.line_before_code(discount_shares.lines[subscript]) * 100) as cents,
        cardinality(discount.categories) = 0 or exists (
          select from public.products
          where products.id = (discount_shares.lines[subscript]).product_id
            and products.category = any (discount.categories)
        ) as is_covered
      from generate_subscripts(discount_shares.lines, 1) as subscript
    ), sums as (
      select sum(priced.cents) as in_all, sum(priced.cents) filter (where priced.is_covered) as covered from priced
    ), whole as (
      select sums.covered, greatest(0, least(
        coalesce(round(sums.covered * discount.percent / 100), discount.amount * 100), sums.covered,
        -- Card payments have a minimum.
        sums.in_all - 50
      )) as cents
      from sums where sums.in_all >= discount.min_subtotal * 100 and sums.covered > 0
    ), parts as (
      select priced.place, whole.cents as whole, priced.cents * whole.cents / whole.covered as exact
      from priced, whole where priced.is_covered and whole.cents > 0
    )
    select parts.place, (floor(parts.exact) + case
      when row_number() over (order by parts.exact - floor(parts.exact) desc, parts.place)
        <= parts.whole - sum(floor(parts.exact)) over () then 1
      else 0
    end)::bigint
    from parts;
end;
$$;

-- Returns why the code gives no discount on this order, as a code with its amount after a space; null if it does.
-- app/features/orders/discount-error-text.ts has the texts.
create function private.discount_error(discount public.discount_codes, head public.orders, lines public.order_items[])
returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when now() < discount.valid_from then 'not_started'
    when now() >= discount.valid_until then 'ended'
    -- The customer's own unpaid order is this one, or is replaced by it and releases its use.
    when discount.used_count - (
      select count(*) from public.orders
      where orders.user_id = discount_error.head.user_id and orders.status = 'pending'
        and orders.discount_code_id = discount.id and orders.discount_code is not null
        and (orders.id = discount_error.head.id or not orders.pays_in_store)
    ) >= discount.max_uses then 'used_up'
    when discount.once_per_person and exists (
      select from public.orders
      where orders.user_id = discount_error.head.user_id and orders.discount_code_id = discount.id
        and orders.discount_code is not null and orders.cancelled_by is null and orders.id is distinct from discount_error.head.id
        and (orders.status <> 'pending' or orders.pays_in_store)
    ) then 'already_used'
    when (
      select sum(private.line_before_code(line)) from unnest(discount_error.lines) as line
    ) < discount.min_subtotal then 'below_minimum ' || to_char(discount.min_subtotal, 'FM999999990.00')
    when not exists (select from private.discount_shares(discount, discount_error.lines))
      then 'other_products'
  end;
end;
$$;

-- Adds the discount, of each line and of the order: what prices by quantity save, then the code.
create function private.use_discount(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = '' as $$
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

-- Gives an order the code that its customer has entered; sum_order locks it with the prices of the lines. An order that
-- replaces one with another code locks both here, by id, against deadlocks: prepare_order releases the first.
create function private.lock_discounts(new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  person constant uuid := coalesce(auth.uid(), new.user_id);
  code_ids bigint[];
begin
  new.discount := 0;
  new.discount_code := null;
  if new.channel = 'counter' then
    return new;
  end if;
  new.discount_code_id := (select chosen.code_id from private.entered_discounts as chosen where chosen.user_id = person);
  if new.discount_code_id is not null then
    -- The customer's lock comes first, as in prepare_order.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || person, 0));
    perform 1 from public.orders where orders.user_id = person and orders.status = 'pending' for update;
    code_ids := array(
      select new.discount_code_id
      union
      select orders.discount_code_id from public.orders
      where orders.user_id = person and orders.status = 'pending' and orders.discount_code_id is not null
    );
    if cardinality(code_ids) > 1 then
      perform 1 from public.discount_codes as codes where codes.id = any (code_ids) order by codes.id for no key update;
    end if;
  end if;
  return new;
end;
$$;

-- Counts a use when it gives a discount, and releases it when the order is canceled.
create function private.count_discount(old public.orders, new public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  -- A price by quantity is a discount without a code.
  change constant integer := (new.discount_code is not null and new.cancelled_by is null)::integer
    - (old.discount_code is not null and old.cancelled_by is null)::integer;
begin
  if change <> 0 then
    update public.discount_codes set used_count = used_count + change where id = old.discount_code_id;
  end if;
end;
$$;

-- Applies this code to the caller's carts and orders from now on, if valid for them: quote_cart reports it. Returns the
-- code, null if unknown; 429 after ten wrong ones within an hour. Security definer: customers read no codes.
create function public.enter_discount_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  allowed private.limits;
  tries private.discount_attempts;
  discount public.discount_codes;
begin
  perform private.reject_if(caller is null, '42501', 'Please login or sign up to proceed');
  perform private.reject_if(not private.is_session_active(), 'PT401', 'Your session has ended. Log in again.');
  select * into allowed from private.limits where name = 'discount_codes';
  -- Attempts of one customer are serialized, so that many at once are all counted.
  insert into private.discount_attempts as counted (user_id, wrong_count, ends_at)
  values (caller, 0, now() + allowed.period)
  on conflict (user_id) do update set
    wrong_count = case when counted.ends_at <= now() then 0 else counted.wrong_count end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
  returning * into tries;
  perform private.reject_if(tries.wrong_count >= allowed.max_count,
    'PT429', 'Too many wrong codes. Try again in an hour.');
  select * into discount from public.discount_codes
  where discount_codes.code = private.discount_key(enter_discount_code.code);
  if discount.id is null then
    update private.discount_attempts set wrong_count = wrong_count + 1 where user_id = caller;
    return null;
  end if;
  insert into private.entered_discounts (user_id, code_id) values (caller, discount.id)
  on conflict (user_id) do update set code_id = excluded.code_id;
  return discount.code;
end;
$$;
grant execute on function public.enter_discount_code(text) to authenticated;

-- Removes the entered code. Security definer: callers may not write it.
create function public.drop_discount_code() returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.is_session_active(), 'PT401', 'Your session has ended. Log in again.');
  delete from private.entered_discounts where entered_discounts.user_id = (select auth.uid());
$$;
grant execute on function public.drop_discount_code() to authenticated;

create trigger after_pricing_write after insert or delete or update of
  code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses
  on public.discount_codes for each row execute function private.after_pricing_write('Discount code');
