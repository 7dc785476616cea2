-- Sales at the till: placed, paid, and handed over in one command. The cash in a drawer is counted per session.
-- From the opening of a cash drawer, with its float, to its count; a drawer has one open session at most.
create table public.drawer_sessions (
  id uuid primary key, -- Request key of open_drawer; a repeated key opens it once.
  drawer integer not null default 1 check (drawer between 1 and 99),
  float_cents bigint not null check (float_cents between 0 and 10000000), -- Change in the drawer when it was opened.
  opened_by uuid references public.profiles (id) on delete set null,
  opened_at timestamptz not null default now(),
  closed_by uuid references public.profiles (id) on delete set null,
  closed_at timestamptz,
  counted_cents bigint check (counted_cents between 0 and 100000000), -- At the close, before the expected was shown.
  expected_cents bigint, -- Float and entries at the close; null while the drawer is open.
  constraint closed_drawers_are_counted check (
    (closed_at is null) = (counted_cents is null) and (closed_at is null) = (expected_cents is null)
  )
);
create unique index drawer_sessions_open on public.drawer_sessions (drawer) where closed_at is null;
create index drawer_sessions_closed_at on public.drawer_sessions (closed_at);
create index drawer_sessions_opened_by on public.drawer_sessions (opened_by);
create index drawer_sessions_closed_by on public.drawer_sessions (closed_by);

create policy "managers read drawers" on public.drawer_sessions
  for select to authenticated using ((select private.can_manage()));

-- Cash that came into a drawer, or left it: sales and refunds, written by triggers, and what was paid in or out.
create table public.drawer_entries (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.drawer_sessions (id),
  kind text not null check (kind in ('sale', 'refund', 'in', 'out')),
  amount_cents bigint not null check (amount_cents <> 0), -- Negative if it left the drawer.
  reason text not null default '' check (char_length(reason) <= 200),
  payment_intent_id text unique references public.payments (payment_intent_id),
  refund_id uuid unique references public.refunds (id),
  made_by uuid references public.profiles (id) on delete set null,
  made_at timestamptz not null default now()
);
create index drawer_entries_session_id on public.drawer_entries (session_id);
create index drawer_entries_made_by on public.drawer_entries (made_by, made_at);

grant select on public.drawer_sessions, public.drawer_entries to authenticated;
create policy "managers read the cash of closed drawers" on public.drawer_entries
  for select to authenticated using (
    (select private.can_manage()) and exists (
      select from public.drawer_sessions as sessions
      where sessions.id = drawer_entries.session_id and sessions.closed_at is not null
    )
  );

create type private.cash_move as (amount numeric, reason text);
create type private.counted_drawer as (
  id uuid, drawer integer, opened_at timestamptz, opened_by text, closed_at timestamptz, closed_by text, float numeric,
  counted numeric, expected numeric, moves private.cash_move[]
);
comment on type private.counted_drawer is
  'Cash drawer in dollars; without closed_at, counted, and expected while it is open. May be null: opened_by, closed_by.';

-- Returns the drawers that were closed in this period; the open ones if starts_at is null.
create function private.list_drawers(starts_at timestamptz, ends_at timestamptz) returns setof private.counted_drawer
language sql stable set search_path = '' as $$
  select sessions.id, sessions.drawer, sessions.opened_at, openers.name, sessions.closed_at, closers.name,
    sessions.float_cents / 100.0, sessions.counted_cents / 100.0, sessions.expected_cents / 100.0,
    array(
      select row(entries.amount_cents / 100.0, entries.reason)::private.cash_move from public.drawer_entries as entries
      where entries.session_id = sessions.id and entries.kind in ('in', 'out') order by entries.made_at
    )
  from public.drawer_sessions as sessions
  left join public.profiles as openers on openers.id = sessions.opened_by
  left join public.profiles as closers on closers.id = sessions.closed_by
  where case when list_drawers.starts_at is null then sessions.closed_at is null
    else sessions.closed_at >= list_drawers.starts_at and sessions.closed_at < list_drawers.ends_at end
  order by sessions.opened_at;
$$;

create type private.snap_line as (amount numeric, tax numeric);
create type private.unpaid_sale as (
  id uuid, number bigint, name text, total numeric, needs_weight boolean, placed_at timestamptz, phone text, email text,
  delivery_type text, window_starts_at timestamptz, window_ends_at timestamptz, channel text,
  snap_lines private.snap_line[]
);
comment on type private.unpaid_sale is 'Unpaid order to be paid in the store. As in orders: delivery_type, '
  'window_starts_at, window_ends_at, channel. May be null: email.';
create type private.owed_refund as (
  refund_id uuid, order_id uuid, number bigint, name text, amount numeric, method text, requested_at timestamptz,
  phone text, email text
);
comment on type private.owed_refund is 'Refund to give in the store. As in payments: method. May be null: email.';

-- For managers: unpaid orders, refunds to give, and open drawers. Security definer: one check instead of one per row.
create function public.read_point_of_sale(
  out unpaid private.unpaid_sale[], out owed private.owed_refund[], out drawers private.counted_drawer[]
)
language sql stable security definer set search_path = '' as $$
  select private.require_manager('read_point_of_sale');
  select array(
    select row(
      orders.id, orders.order_number, coalesce(nullif(orders.customer_name, ''), billing.name, profiles.name, ''),
      private.due_total(orders), coalesce(waiting.needs_weight, false), orders.created_at,
      coalesce(nullif(orders.delivery_phone_number, ''), billing.phone, ''), orders.customer_email,
      orders.delivery_type, orders.window_starts_at, orders.window_ends_at, orders.channel,
      array(
        select row(lines.amount_cents / 100.0, lines.tax_cents / 100.0)::private.snap_line
        from private.list_snap_lines(orders.id) as lines
      )
    )::private.unpaid_sale
    from (
      select made.id from public.orders as made where made.status = 'pending' and made.channel = 'counter'
      union all
      select waiting.order_id from public.pay_in_store_orders as waiting where waiting.is_waiting
    ) as listed
    join public.orders on orders.id = listed.id
    left join public.pay_in_store_orders as waiting on waiting.order_id = orders.id and waiting.is_waiting
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    order by orders.created_at desc
  ), array(
    select row(
      refunds.id, orders.id, orders.order_number, orders.customer_name, refunds.amount_cents / 100.0, payments.method,
      refunds.created_at, orders.delivery_phone_number, orders.customer_email
    )::private.owed_refund
    from public.refunds
    join public.payments
      on payments.payment_intent_id = refunds.payment_intent_id and payments.method <> 'card'
    join public.orders on orders.id = refunds.order_id
    where refunds.status = 'requested' order by refunds.created_at
  ), array(select private.list_drawers(null, null));
$$;
grant execute on function public.read_point_of_sale() to authenticated;

-- Enters cash into the drawer that shop.drawer names, or the open one that the caller used last; if one is open.
create function private.enter_cash(kind text, cents bigint, payment_intent_id text, refund_id uuid) returns void
language sql set search_path = '' as $$
  insert into public.drawer_entries (session_id, kind, amount_cents, payment_intent_id, refund_id, made_by)
  select sessions.id, enter_cash.kind, enter_cash.cents, enter_cash.payment_intent_id, enter_cash.refund_id, auth.uid()
  from public.drawer_sessions as sessions
  where sessions.closed_at is null
    and sessions.drawer = coalesce(nullif(current_setting('shop.drawer', true), '')::integer, sessions.drawer)
  order by (
    select max(entries.made_at) from public.drawer_entries as entries
    where entries.session_id = sessions.id and entries.made_by = (select auth.uid())
  ) desc nulls last, sessions.opened_by = (select auth.uid()) desc, sessions.drawer
  -- Closing the drawer waits for its entries, and entries for a drawer that is being closed.
  limit 1 for share;
$$;

create function private.enter_cash_refund(new public.refunds) returns void
language sql set search_path = '' as $$
  select private.enter_cash('refund', -new.amount_cents, null, new.id)
  where coalesce(new.method, (
    select payments.method from public.payments where payments.payment_intent_id = new.payment_intent_id
  )) = 'store_cash';
$$;

-- For managers: opens a cash drawer, once for a request key; 409 if open, or for another float than the recorded one.
-- Security definer: callers may not write it.
create function public.open_drawer(float_cents bigint, request_key uuid, drawer integer default 1)
returns public.drawer_sessions
language sql security definer set search_path = '' as $$
  select private.require_manager('open_drawer');
  insert into public.drawer_sessions (id, drawer, float_cents, opened_by)
  values (open_drawer.request_key, open_drawer.drawer, open_drawer.float_cents, (select auth.uid()))
  on conflict do nothing;
  select private.reject_if(not exists (
    select from public.drawer_sessions where drawer_sessions.id = open_drawer.request_key
  ), 'PT409', 'This drawer is already open.');
  select private.reject_if(known.float_cents <> open_drawer.float_cents, 'PT409', 'This was already recorded, as ${amount}.',
    jsonb_build_object('amount', private.cents_text(known.float_cents)))
  from public.drawer_sessions as known where known.id = open_drawer.request_key;
  select * from public.drawer_sessions where drawer_sessions.id = open_drawer.request_key;
$$;
grant execute on function public.open_drawer(bigint, uuid, integer) to authenticated;

-- For managers: records cash paid into an open drawer, or out of it (a negative amount), with a reason. The same
-- request key records it once; 409 for another amount than the recorded one. Security definer, as open_drawer.
create function public.move_cash(session_id uuid, amount_cents bigint, reason text, request_key uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  session public.drawer_sessions;
  known public.drawer_entries;
begin
  perform private.require_manager('move_cash');
  select * into session from public.drawer_sessions as sessions where sessions.id = move_cash.session_id for share;
  perform private.reject_if(session.id is null, 'PT404', 'This drawer doesn''t exist.');
  select * into known from public.drawer_entries as entries where entries.id = move_cash.request_key;
  perform private.reject_if(known.amount_cents <> amount_cents, 'PT409', 'This was already recorded, as ${amount}.',
    jsonb_build_object('amount', private.cents_text(abs(known.amount_cents))));
  if known.id is not null then
    return;
  end if;
  perform private.reject_if(session.closed_at is not null, 'PT409', 'This drawer is already closed.');
  perform private.reject_if(btrim(coalesce(reason, '')) = ''
    or coalesce(abs(amount_cents), 0) not between 1 and 10000000, 'PT422', 'Enter an amount and a reason.');
  insert into public.drawer_entries (id, session_id, kind, amount_cents, reason, made_by)
  values (
    move_cash.request_key, session.id, case when move_cash.amount_cents > 0 then 'in' else 'out' end,
    move_cash.amount_cents, btrim(move_cash.reason), (select auth.uid())
  )
  on conflict (id) do nothing;
end;
$$;
grant execute on function public.move_cash(uuid, bigint, text, uuid) to authenticated;

-- For managers: closes a drawer with its counted cash, once; returns the expected. Security definer, as open_drawer.
create function public.close_drawer(session_id uuid, counted_cents bigint) returns public.drawer_sessions
language plpgsql security definer set search_path = '' as $$
declare
  session public.drawer_sessions;
begin
  perform private.require_manager('close_drawer');
  select * into session from public.drawer_sessions as sessions where sessions.id = close_drawer.session_id for update;
  perform private.reject_if(session.id is null, 'PT404', 'This drawer doesn''t exist.');
  if session.closed_at is not null then
    return session;
  end if;
  perform private.reject_if(counted_cents is null, 'PT422', 'Count the cash in the drawer first.');
  update public.drawer_sessions as sessions
  set closed_at = now(), closed_by = (select auth.uid()), counted_cents = close_drawer.counted_cents,
    expected_cents = sessions.float_cents + coalesce((
      select sum(entries.amount_cents) from public.drawer_entries as entries where entries.session_id = sessions.id
    ), 0)
  where sessions.id = session.id returning * into session;
  perform private.add_to_audit_log(
    'counter', 'Drawer ' || session.drawer, null, jsonb_build_object(
      'counted', session.counted_cents / 100.0, 'expected', session.expected_cents / 100.0
    )
  );
  return session;
end;
$$;
grant execute on function public.close_drawer(uuid, bigint) to authenticated;

create type private.sale_quote as (
  subtotal numeric, delivery_cost numeric, delivery_included boolean, tax numeric, total numeric, discount numeric,
  discount_code text, discount_error text, snap_lines private.snap_line[]
);
comment on type private.sale_quote is
  'Amounts of a sale; snap_lines are what SNAP EBT may pay, in its order. May be null: discount_code, discount_error.';

-- For managers: quote_cart for a customer without an account, with snap_lines; create_point_of_sale_order expects that
-- total. An item with pounds is one weighed piece. Security definer, as quote_cart.
create function public.quote_sale(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null, discount_code text default null
) returns private.sale_quote
language sql stable security definer set search_path = '' as $$
  select private.require_manager('quote_sale');
  select quoted.subtotal, quoted.delivery_cost, quoted.delivery_included, quoted.tax, quoted.total, quoted.discount,
    quoted.discount_code, quoted.discount_error, array(
      select row(private.line_amount(each.line), coalesce((each.line).tax_amount, 0))::private.snap_line
      from (select quoted.lines[place] as line, place from generate_subscripts(quoted.lines, 1) as place) as each
      where private.is_snap_eligible((each.line).product_id)
      order by coalesce((each.line).tax_amount, 0) = 0, each.place
    )
  from private.quote(
    quote_sale.items, quote_sale.delivery_type, quote_sale.delivery_zip, null,
    private.named_discount(quote_sale.discount_code), true
  ) as quoted;
$$;
grant execute on function public.quote_sale(jsonb, text, text, text) to authenticated;

-- Form of 0.1.0, for processes that are not replaced yet.
create function public.quote_point_of_sale_order(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null, discount_code text default null,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_error text
)
language sql stable set search_path = '' as $$
  select quoted.subtotal, quoted.delivery_cost, quoted.delivery_included, quoted.tax, quoted.total, quoted.discount,
    quoted.discount_error
  from public.quote_sale(items, delivery_type, delivery_zip, discount_code) as quoted;
$$;
grant execute on function public.quote_point_of_sale_order(jsonb, text, text, text) to authenticated;

-- For managers: a sale at the till. Places the order like create_point_of_sale_order, pays it like
-- record_store_tenders, and completes it: the customer has the products. Cash goes into that drawer. The same request
-- key returns the same sale; 409 if its payment was another amount. Sends no email. Security definer, as both.
create function public.record_sale(
  items jsonb, tenders jsonb, expected_total numeric, request_key uuid, customer jsonb default '{}',
  discount_code text default null, drawer integer default 1
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  made public.orders;
begin
  perform private.require_manager('record_sale');
  made := public.create_point_of_sale_order(
    items, 'pickup',
    customer || jsonb_build_object('name', coalesce(nullif(btrim(customer ->> 'name'), ''), 'Walk-in')),
    expected_total, request_key, null, null, null, null, discount_code
  );
  if made.status <> 'pending' then
    perform private.reject_if(made.paid_amount * 100 is distinct from (
      select sum(each.amount_cents) from jsonb_to_recordset(tenders) as each (amount_cents bigint)
    ), 'PT409', 'This sale was already recorded, with ${amount} paid.',
      jsonb_build_object('amount', to_char(made.paid_amount, 'FM999999990.00')));
    return made;
  end if;
  perform private.reject_if(exists (
    select from public.order_items as lines
    where lines.order_id = made.id and lines.pounds_each is not null and lines.packed_pounds is null
  ), 'PT422', 'Weigh all items sold by weight before you take the payment.');
  perform set_config('shop.drawer', drawer::text, true);
  perform set_config('shop.completes_sale', made.id::text, true);
  made := public.record_store_tenders(made.id, tenders, request_key);
  update public.orders set status = 'completed' where orders.id = made.id returning * into made;
  perform set_config('shop.completes_sale', '', true);
  perform set_config('shop.drawer', '', true);
  return made;
end;
$$;
grant execute on function public.record_sale(jsonb, jsonb, numeric, uuid, jsonb, text, integer) to authenticated;

create type private.returned_money as (method text, amount numeric);
comment on type private.returned_money is 'Refund of a sale that was given. As in payments: method.';

-- For managers: refunds lines [{order_item_id, quantity}] of an order, or all, and records that the customer has the
-- money; cards follow later. Once for a request key; 409 for another request. Security definer, as request_refund.
create function public.return_sale(
  order_id uuid, request_key uuid, lines jsonb default null, reason text default 'returned', drawer integer default 1
) returns private.returned_money[]
language plpgsql security definer set search_path = '' as $$
declare
  lead public.refunds;
  part record;
  given private.returned_money[] := '{}';
begin
  perform private.require_manager('return_sale');
  perform private.reject_if(request_key is null, '22023', 'A request key is required.');
  lead := public.request_refund(order_id, null, lines, reason, request_key);
  perform set_config('shop.drawer', drawer::text, true);
  for part in
    select refunds.id, refunds.amount_cents, payments.method
    from public.refunds join public.payments on payments.payment_intent_id = refunds.payment_intent_id
    where lead.id in (refunds.id, refunds.part_of_id)
    order by refunds.id = lead.id desc, refunds.created_at
  loop
    perform public.refund_in_store(part.id) where part.method <> 'card';
    given := given || row(part.method, part.amount_cents / 100.0)::private.returned_money;
  end loop;
  perform set_config('shop.drawer', '', true);
  return given;
end;
$$;
grant execute on function public.return_sale(uuid, uuid, jsonb, text, integer) to authenticated;

-- For managers: emails the receipt of a sale, once. Security definer: callers may not write mails.
create function public.send_sale_receipt(order_id uuid, email text) returns void
language sql security definer set search_path = '' as $$
  select private.require_manager('send_sale_receipt');
  select private.reject_if(btrim(coalesce(email, '')) = '', 'PT422', 'Enter an email address.');
  select private.reject_if(not exists (
    select from public.orders where orders.id = order_id and orders.channel = 'counter' and orders.paid_at is not null
  ), 'PT404', 'This sale doesn''t exist.');
  update public.orders set customer_email = lower(btrim(email))
  where orders.id = order_id and orders.customer_email is distinct from lower(btrim(email));
  select private.queue_mail('order_paid', order_id, format('order_paid:%s:%s', order_id, lower(btrim(email))));
$$;
grant execute on function public.send_sale_receipt(uuid, text) to authenticated;

-- For managers: products for sale, those sold most in the last 90 days first, of all categories or one; or those that a
-- customer bought in most orders. Security definer: it reads internal tables.
create function public.list_best_sellers(
  category text default null, customer_id uuid default null, max_count integer default 24
) returns setof public.products
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_manager('list_best_sellers');
  if customer_id is not null then
    return query
      select products.*
      from (
        select items.product_id, count(distinct items.order_id) as orders_count, max(items.id) as latest_id
        from private.orders_of_customer(private.get_customer(list_best_sellers.customer_id)) as placed
        join public.order_items as items on items.order_id = placed.id
        where placed.paid_at is not null group by items.product_id
      ) as bought
      join public.products on products.id = bought.product_id
      where products.archived_at is null and products.pictures_ready
      order by bought.orders_count desc, bought.latest_id desc limit least(list_best_sellers.max_count, 100);
    return;
  end if;
  return query
    select products.* from public.products
    left join private.search_documents as documents on documents.product_id = products.id
    where products.archived_at is null and products.pictures_ready
      and (list_best_sellers.category is null or products.category = list_best_sellers.category)
    order by products.is_sold_out, coalesce(documents.sold_count, 0) desc, products.id
    limit least(list_best_sellers.max_count, 100);
end;
$$;
grant execute on function public.list_best_sellers(text, uuid, integer) to authenticated;
