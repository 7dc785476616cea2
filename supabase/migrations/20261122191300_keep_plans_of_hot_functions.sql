-- What every statement asks keeps its plan for the connection (plpgsql); a function in plain SQL is planned anew by each.
create or replace function private.session_lives() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (
      select 1 from auth.sessions
      join auth.users on users.id = sessions.user_id
      where sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
        and sessions.user_id = (select auth.uid())
        and (sessions.not_after is null or sessions.not_after > now())
        and (users.banned_until is null or users.banned_until <= now())
    )
  );
end;
$$;

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (
      select 1 from public.profiles
      where profiles.id = (select auth.uid()) and profiles.role = 'admin'
    ) and private.session_lives() and (
      coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
      or not exists (select 1 from private.shop_facts where name = 'admins_need_second_step')
    )
  );
end;
$$;

create or replace function private.acting_as() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when auth.uid() is null then 'server'
    when private.is_admin() then 'admin'
    else 'customer'
  end;
end;
$$;

create or replace function private.stock_left(product_id bigint, size_id bigint) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case
      when coalesce(sizes.availability, products.availability) <> 'counted' then null
      when sizes.id is null then coalesce(stock.stock_count, 0)
      else coalesce(size_stock.stock_count, 0)
    end
    from public.products
    left join public.product_stock as stock on stock.product_id = products.id
    left join public.product_sizes as sizes on sizes.id = stock_left.size_id and sizes.product_id = products.id
    left join public.size_stock on size_stock.size_id = sizes.id
    where products.id = stock_left.product_id
  );
end;
$$;

create or replace function private.phone_digits(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select written.digits
    from (
      select regexp_replace(
        regexp_replace(phone_digits.typed, '[[:space:]\u00a0\u2010-\u2015.()+/-]+', '', 'g'), '^1(?=[0-9]{10}$)', ''
      ) as digits
    ) as written
    where written.digits ~ '^[0-9]{10}$'
  );
end;
$$;

create or replace function private.own_order_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' rows 10
as $$
begin
  return query
  select orders.id from public.orders
  where orders.user_id = (select auth.uid()) and (select private.session_lives());
end;
$$;

create or replace function private.least_order_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (select case when private.is_admin() then '00000000-0000-0000-0000-000000000000'::uuid end);
end;
$$;

create or replace function private.greatest_order_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (select case when private.is_admin() then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end);
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
      'unit_price', coalesce(sizes.discount_price, sizes.price, products.discount_price, products.price),
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
