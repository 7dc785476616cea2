-- Orders and requests keep the language of the page that made them, for their messages.
create function private.request_language() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    lower(substring(
      nullif(current_setting('request.headers', true), '')::jsonb ->> 'accept-language' from '^([A-Za-z]{2})(?:[-,;]|$)'
    )),
    'en'
  );
end;
$$;
comment on function private.request_language() is
  'Returns the two letters of the first language of the request, as in its header Accept-Language; en without one. The'
  ' store''s pages send theirs.';
grant execute on function private.request_language() to authenticated, service_role;

alter table public.orders add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
alter table public.orders alter column language set default private.request_language();

alter table public.back_in_stock_requests add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
alter table public.back_in_stock_requests alter column language set default private.request_language();
comment on column public.orders.language is 'Two letters: the language of the page that placed it, for its messages.';
comment on column public.back_in_stock_requests.language is 'Two letters: the language of the page that made it, for its message.';

create or replace function private.order_facts(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
      'language', orders.language,
      'placed_at', orders.created_at,
      'status', orders.status,
      'total', orders.total,
      'delivery_cost', orders.delivery_cost,
      'delivery_included', orders.delivery_included,
      'delivery_fee', private.fee_details(orders.id),
      'tax_amount', orders.tax_amount,
      'discount', orders.discount,
      'paid_amount', orders.paid_amount,
      'refunded_amount', orders.refunded_amount,
      'held_amount', coalesce((
        select payments.amount_cents / 100.0 from public.payments
        where payments.order_id = orders.id and payments.purpose = 'order'
          and payments.held_until is not null and payments.captured_at is null
      ), 0),
      'released_amount', coalesce((
        select sum(refunds.amount_cents) / 100.0 from public.refunds
        join public.payments
          on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
        where refunds.order_id = orders.id and refunds.method = 'release' and refunds.status = 'succeeded'
      ), 0),
      'delivery_type', orders.delivery_type,
      'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
      'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
      'driver_note', private.one_line(orders.driver_note, 300),
      'stops_before', private.stops_before(orders.id),
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'pay_in_store_by', (
        select chosen.pay_by from public.pay_in_store_orders as chosen
        where chosen.order_id = orders.id and orders.paid_at is null
      ),
      'due_amount', private.due_total(orders),
      'needs_weight', coalesce((
        select waiting.needs_weight from public.pay_in_store_orders as waiting
        where waiting.order_id = orders.id and waiting.is_waiting
      ), false),
      'packing_status', private.packing_status(orders),
      'tenders', private.list_tenders(orders.id),
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'pounds_each', items.pounds_each, 'price_per_pound', items.price_per_pound,
          'packed_pounds', items.packed_pounds, 'weight_refund', items.weight_refund, 'image_url', items.image_url, 'changes', private.line_substitutions(
            items.id, orders.status = 'pending' and coalesce(private.packing_status(orders) = 'ready', false)
          )
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

drop function public.claim_push_messages(integer);
create function public.claim_push_messages(max_count integer)
returns table (
  message_id uuid, endpoint text, p256dh text, auth_secret text, order_id uuid, order_number bigint, status text,
  language text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- A status that has passed or was undone is not reported.
  delete from private.push_messages as messages
  using public.orders
  where orders.id = messages.order_id and messages.next_attempt_at <= now()
    and coalesce(private.packing_status(orders), orders.status) <> messages.status;
  return query
    with claimed as (
      update private.push_messages as messages
      set attempts = messages.attempts + 1, next_attempt_at = now() + private.retry_wait(messages.attempts + 1)
      where messages.id in (
        select due.id from private.push_messages as due
        where due.next_attempt_at <= now()
        order by due.next_attempt_at
        limit claim_push_messages.max_count
        for update skip locked
      )
      returning messages.*
    )
    select claimed.id, subscriptions.endpoint, subscriptions.p256dh, subscriptions.auth_secret,
      orders.id, orders.order_number, claimed.status, orders.language
    from claimed
    join public.push_subscriptions as subscriptions on subscriptions.id = claimed.subscription_id
    join public.orders on orders.id = claimed.order_id;
end;
$$;
comment on function public.claim_push_messages(integer) is
  'Claims push notifications to send now; nobody else gets them for at least two minutes. Security definer: only the'
  ' server calls it.';
grant execute on function public.claim_push_messages(integer) to service_role;

drop function public.claim_texts(integer);
create function public.claim_texts(max_count integer)
returns table (
  text_id uuid, kind text, channel text, phone text, order_id uuid, order_number bigint, amount numeric, is_first boolean,
  attempts integer, created_at timestamptz, language text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  message public.outgoing_texts;
  target public.orders;
  consent public.text_consents;
  why text;
  left_count integer;
  claimed_count integer := 0;
  day_start timestamptz;
begin
  if private.are_texts_quiet(now()) then
    return;
  end if;
  -- Serialized, so that two processes cannot both send the last text of the day.
  perform pg_advisory_xact_lock(hashtextextended('order_texts', 0));
  select date_trunc('day', now() at time zone shop.time_zone) at time zone shop.time_zone, shop.texts_per_day
  into day_start, left_count from public.store_settings as shop;
  left_count := left_count - (
    select count(*) from public.outgoing_texts as sent where sent.attempted_at >= day_start
  );
  for message in
    select * from public.outgoing_texts as due
    where due.status = 'waiting' and due.next_attempt_at <= now()
    order by due.next_attempt_at, due.created_at
    limit 200
    for update skip locked
  loop
    exit when claimed_count >= claim_texts.max_count;
    select * into target from public.orders where orders.id = message.order_id;
    why := private.why_drop_text(message, target);
    if why is null and message.attempts = 0 and left_count <= 0 then
      why := 'The daily limit of texts was reached.';
      if not exists (
        select from public.shop_alerts as alerts where alerts.kind = 'texts_limited' and alerts.created_at >= day_start
      ) then
        perform private.add_alert('texts_limited', null,
          'The daily limit of order texts was reached. Customers get emails only until tomorrow.');
      end if;
    end if;
    if why is not null then
      update public.outgoing_texts as texts set status = 'dropped', last_error = why where texts.id = message.id;
      continue;
    end if;
    if not private.is_text_true(message, target) then
      update public.outgoing_texts as texts set next_attempt_at = now() + interval '1 minute' where texts.id = message.id;
      continue;
    end if;
    if message.attempts = 0 then
      left_count := left_count - 1;
    end if;
    claimed_count := claimed_count + 1;
    update public.outgoing_texts as texts
    set attempts = texts.attempts + 1, next_attempt_at = now() + private.retry_wait(texts.attempts + 1),
      attempted_at = coalesce(texts.attempted_at, now()),
      is_first = coalesce(texts.is_first, not exists (
        select from public.outgoing_texts as others
        where others.order_id = texts.order_id and others.attempted_at is not null and others.id <> texts.id
      ))
    where texts.id = message.id
    returning * into message;
    select * into consent from public.text_consents as consents where consents.id = message.consent_id;
    text_id := message.id;
    kind := message.kind;
    channel := consent.channel;
    phone := consent.phone;
    order_id := target.id;
    order_number := target.order_number;
    amount := message.amount;
    is_first := message.is_first;
    attempts := message.attempts;
    created_at := message.created_at;
    language := target.language;
    return next;
  end loop;
end;
$$;
comment on function public.claim_texts(integer) is
  'For the server: claims texts to send now; nobody else gets them for at least two minutes. None in quiet hours. Drops '
  'texts that are no longer true, without consent, or beyond the daily limit, which raises one alert a day. Security '
  'definer, like all claims of the worker.';
grant execute on function public.claim_texts(integer) to service_role;

drop function public.claim_back_in_stock_messages(integer);
create function public.claim_back_in_stock_messages(max_count integer)
returns table (
  request_id uuid, user_id uuid, email text, phone text, requested_at timestamptz, product_id bigint, category text,
  name text, size_id bigint, size_label text, language text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  delete from public.back_in_stock_requests as requests
  where (requests.queued_at is null and requests.expires_at <= now())
    -- Nobody to write to: the address was changed and not verified.
    or (
      requests.queued_at is not null and requests.next_attempt_at <= now()
      and private.verified_email(requests.user_id) is null and private.verified_phone(requests.user_id) is null
    );
  -- Sold out again before the message left: it waits for the next time.
  update public.back_in_stock_requests as requests set queued_at = null
  from public.products
  where products.id = requests.product_id and requests.queued_at is not null and requests.next_attempt_at <= now()
    and not private.is_in_stock(products, requests.size_id);
  return query
    with claimed as (
      update public.back_in_stock_requests as requests
      set attempts = requests.attempts + 1, next_attempt_at = now() + private.retry_wait(requests.attempts + 1)
      where requests.id in (
        select due.id from public.back_in_stock_requests as due
        where due.queued_at is not null and due.next_attempt_at <= now()
        order by due.created_at
        limit claim_back_in_stock_messages.max_count
        for update skip locked
      )
      returning requests.*
    )
    select claimed.id, claimed.user_id, private.verified_email(claimed.user_id),
      private.verified_phone(claimed.user_id), claimed.created_at, products.id, products.category, products.name,
      claimed.size_id, sizes.label, claimed.language
    from claimed
    join public.products on products.id = claimed.product_id
    left join public.product_sizes as sizes on sizes.id = claimed.size_id
    order by claimed.created_at;
end;
$$;
comment on function public.claim_back_in_stock_messages(integer) is
  'For the server: claims messages to send now, the longest wait first; nobody else gets them for at least two minutes. '
  'Deletes expired requests, and lets those wait whose product is sold out again. Security definer, like all claims of '
  'the worker.';
grant execute on function public.claim_back_in_stock_messages(integer) to service_role;

create or replace function public.request_back_in_stock(product_id bigint, size_id bigint default null) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person constant uuid := (select auth.uid());
  max_count constant integer := 50;
  product public.products;
begin
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  if not (select store_settings.has_back_in_stock from public.store_settings) then
    raise sqlstate 'PT403' using message = 'This store sends no messages about stock.';
  end if;
  if private.verified_email(person) is null and private.verified_phone(person) is null then
    raise sqlstate 'PT412' using message = 'Verify your email address first: log in once with a code we email you.';
  end if;
  -- Waits for a concurrent change of the stock: one of the two sees the other.
  select * into product from public.products
  where products.id = request_back_in_stock.product_id and products.archived_at is null and products.pictures_ready
  for share;
  if product.id is null or (request_back_in_stock.size_id is null) <> (product.sizes = '[]')
    or (request_back_in_stock.size_id is not null
      and not product.sizes @> jsonb_build_array(jsonb_build_object('id', request_back_in_stock.size_id))) then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  if private.is_in_stock(product, request_back_in_stock.size_id) then
    raise sqlstate 'PT409' using message = 'It''s in stock now. Reload the page to order it.';
  end if;
  -- Serialized, so that two devices cannot both take the last place.
  perform pg_advisory_xact_lock(hashtextextended('back_in_stock:' || person, 0));
  delete from public.back_in_stock_requests as old
  where old.user_id = person and old.expires_at <= now() and old.queued_at is null;
  if max_count <= (
    select count(*) from public.back_in_stock_requests as others
    where others.user_id = person
      and (others.product_id, others.size_id) is distinct from (product.id, request_back_in_stock.size_id)
  ) then
    raise sqlstate 'PT429' using
      message = format('You wait for %s products already. Remove some in your account first.', max_count);
  end if;
  insert into public.back_in_stock_requests as known (user_id, product_id, size_id)
  values (person, product.id, request_back_in_stock.size_id)
  on conflict (user_id, product_id, size_id) do update
  set created_at = now(), expires_at = excluded.expires_at, queued_at = null, attempts = 0, last_error = null,
    language = excluded.language;
end;
$$;
comment on function public.request_back_in_stock(bigint, bigint) is
  'For a caller with a verified address: one message when a sold-out product, or one of its sizes, is back. Again, it'
  ' starts the 90 days anew. PT403 while the store sends none, PT404 for an unknown product, PT409 if it is in stock, '
  'PT412 without a verified address, PT429 beyond 50. Security definer: it reads accounts, and nobody writes requests '
  'by hand.';
grant execute on function public.request_back_in_stock(bigint, bigint) to authenticated;
