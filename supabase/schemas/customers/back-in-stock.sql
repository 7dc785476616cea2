-- Customers who get one message when a product or size is back; until it is sent, failed eight times, or for 90 days.
create table public.back_in_stock_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id bigint not null references public.products (id) on delete cascade,
  size_id bigint, -- Null for a product without sizes.
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '90 days',
  queued_at timestamptz, -- When it came back in stock; null: sold out. A queued row is the outbox of its message.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  -- Two letters: the language of the page that made it, for its message.
  language text not null default private.request_language() check (language ~ '^[a-z]{2}$'),
  constraint requested_size_of_its_product foreign key (product_id, size_id)
    references public.product_sizes (product_id, id) on delete cascade,
  constraint one_request_per_product_and_size unique nulls not distinct (user_id, product_id, size_id)
);
create index back_in_stock_requests_product on public.back_in_stock_requests (product_id, size_id);
create index back_in_stock_requests_due on public.back_in_stock_requests (next_attempt_at) where queued_at is not null;

grant select (id, product_id, size_id, created_at, expires_at), delete on public.back_in_stock_requests to authenticated;
create policy "customers read and withdraw their own back-in-stock requests" on public.back_in_stock_requests
  for all to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));

-- Returns the account's phone number with the plus sign if it was verified; else null.
create function private.verified_phone(user_id uuid) returns text
language sql stable set search_path = '' as $$
  select '+' || users.phone from auth.users
  where users.id = verified_phone.user_id and users.phone_confirmed_at is not null and users.phone <> '';
$$;

-- Returns whether shoppers can order a product, or its size, now.
create function private.is_in_stock(product public.products, size_id bigint) returns boolean
language sql immutable
return product.archived_at is null and product.pictures_ready and not product.is_sold_out and (
  is_in_stock.size_id is null
  or product.sizes @> jsonb_build_array(jsonb_build_object('id', is_in_stock.size_id, 'is_sold_out', false))
);

-- For a caller with a verified address: one message when a sold-out product, or one of its sizes, is back. A repeated
-- request restarts the 90 days. PT403 while the store sends none, PT404 for an unknown product, PT409 if it is in
-- stock, PT412 without a verified address, PT429 beyond 50. Security definer: it reads accounts and writes requests.
create function public.request_back_in_stock(product_id bigint, size_id bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  max_count constant integer := 50;
  product public.products;
begin
  perform private.reject_if(not private.is_session_active(), 'PT401', 'Your session has ended. Log in again.');
  perform private.reject_if(not (select store_settings.has_back_in_stock from public.store_settings),
    'PT403', 'This store doesn''t send back-in-stock messages.');
  perform private.reject_if(private.verified_email(person) is null and private.verified_phone(person) is null,
    'PT412', 'Verify your email address first: log in once with a code we email you.');
  -- Waits for a concurrent change of the stock: one of the two sees the other.
  select * into product from public.products
  where products.id = request_back_in_stock.product_id and products.archived_at is null and products.pictures_ready
  for share;
  perform private.reject_if(product.id is null or (size_id is null) <> (product.sizes = '[]')
    or (size_id is not null and not product.sizes @> jsonb_build_array(jsonb_build_object('id', size_id))),
    'PT404', 'This product doesn''t exist.');
  perform private.reject_if(private.is_in_stock(product, size_id),
    'PT409', 'It''s in stock now. Reload the page to order it.');
  -- Serialized, so that two devices cannot both take the last place.
  perform pg_advisory_xact_lock(hashtextextended('back_in_stock:' || person, 0));
  delete from public.back_in_stock_requests as old
  where old.user_id = person and old.expires_at <= now() and old.queued_at is null;
  perform private.reject_if(max_count <= (
    select count(*) from public.back_in_stock_requests as others
    where others.user_id = person
      and (others.product_id, others.size_id) is distinct from (product.id, request_back_in_stock.size_id)
  ), 'PT429', 'You''re already waiting for {count} products. Remove some in your account first.',
    jsonb_build_object('count', max_count));
  insert into public.back_in_stock_requests as known (user_id, product_id, size_id)
  values (person, product.id, size_id)
  on conflict on constraint one_request_per_product_and_size do update
  set created_at = now(), expires_at = excluded.expires_at, queued_at = null, attempts = 0, last_error = null,
    language = excluded.language;
end;
$$;
grant execute on function public.request_back_in_stock(bigint, bigint) to authenticated;

create function public.list_own_back_in_stock_requests()
returns table (id uuid, category text, product_id bigint, name text, size_label text, expires_at timestamptz)
language sql stable security definer set search_path = '' rows 5 as $$
  select requests.id, products.category, products.id,
    private.translated_product_name(products.id, products.name, '[]', private.request_language()),
    private.translated_size(sizes.label, private.request_language()), requests.expires_at
  from public.back_in_stock_requests as requests
  join public.products on products.id = requests.product_id
  left join public.product_sizes as sizes on sizes.id = requests.size_id
  where requests.user_id = (select auth.uid()) and (select private.is_session_active())
    and (requests.expires_at > now() or requests.queued_at is not null)
  order by products.name, sizes.position, requests.id;
$$;
comment on function public.list_own_back_in_stock_requests() is 'Lists the caller''s requests by product name. '
  'Security definer: a product may be hidden meanwhile. As in products: category. May be null: size_label.';
grant execute on function public.list_own_back_in_stock_requests() to authenticated;

-- Queues the messages in the transaction that raises the stock. Security definer: a refund may not change requests.
create function private.queue_back_in_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A minute in which staff may correct a count; claim_back_in_stock_messages looks again.
  update public.back_in_stock_requests as requests
  set queued_at = now(), attempts = 0, next_attempt_at = now() + interval '1 minute'
  where requests.product_id = new.id and requests.queued_at is null and requests.expires_at > now()
    and private.is_in_stock(new, requests.size_id);
  return null;
end;
$$;
create trigger queue_back_in_stock after update on public.products
  for each row when (
    not new.is_sold_out and (old.is_sold_out, old.sizes, old.archived_at, old.pictures_ready)
      is distinct from (new.is_sold_out, new.sizes, new.archived_at, new.pictures_ready)
  )
  execute function private.queue_back_in_stock();

create function public.claim_back_in_stock_messages(max_count integer)
returns table (
  request_id uuid, user_id uuid, email text, phone text, requested_at timestamptz, product_id bigint, category text,
  name text, size_id bigint, size_label text, language text
)
language sql security definer set search_path = '' as $$
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
  with claimed as (
    update public.back_in_stock_requests as requests
    set attempts = requests.attempts + 1, next_attempt_at = now() + private.retry_wait(requests.attempts + 1)
    where requests.id in (
      select due.id from public.back_in_stock_requests as due
      where due.queued_at is not null and due.next_attempt_at <= now()
      order by due.created_at limit claim_back_in_stock_messages.max_count for update skip locked
    )
    returning requests.*
  )
  select claimed.id, claimed.user_id, private.verified_email(claimed.user_id),
    private.verified_phone(claimed.user_id), claimed.created_at, products.id, products.category,
    private.translated_product_name(products.id, products.name, '[]', claimed.language), claimed.size_id,
    private.translated_size(sizes.label, claimed.language), claimed.language
  from claimed
  join public.products on products.id = claimed.product_id
  left join public.product_sizes as sizes on sizes.id = claimed.size_id
  order by claimed.created_at;
$$;
comment on function public.claim_back_in_stock_messages(integer) is 'For the server: claims messages to send now for '
  'at least two minutes, the longest wait first. Deletes expired requests; those of sold-out products wait again. '
  'Security definer, as all claims. May be null: email, phone, size_id, size_label.';
grant execute on function public.claim_back_in_stock_messages(integer) to service_role;

-- For the server: records the result of a claimed message; the eighth failure ends it. Security definer, as all claims.
create function public.finalize_back_in_stock_message(request_id uuid, error text default null) returns void
language sql security definer set search_path = '' as $$
  delete from public.back_in_stock_requests as requests
  where requests.id = finalize_back_in_stock_message.request_id and requests.queued_at is not null
    and (finalize_back_in_stock_message.error is null or requests.attempts >= 8);
  update public.back_in_stock_requests as requests
  set last_error = left(finalize_back_in_stock_message.error, 500)
  where requests.id = finalize_back_in_stock_message.request_id;
$$;
grant execute on function public.finalize_back_in_stock_message(uuid, text) to service_role;

-- For the server, which has checked a link: ends and counts an account's requests. Security definer, as all claims.
create function public.withdraw_back_in_stock_requests(user_id uuid) returns integer
language sql security definer set search_path = '' as $$
  with removed as (
    delete from public.back_in_stock_requests as requests
    where requests.user_id = withdraw_back_in_stock_requests.user_id returning 1
  )
  select count(*)::integer from removed;
$$;
grant execute on function public.withdraw_back_in_stock_requests(uuid) to service_role;

create function public.list_back_in_stock_requests()
returns table (
  product_id bigint, category text, name text, size_label text, waiting_count bigint, waiting_since timestamptz
)
language sql stable security definer set search_path = '' rows 50 as $$
  select private.reject_if(not private.can_manage(),
    '42501', 'Only owners and managers can see who waits for products.');
  select products.id, products.category, products.name, sizes.label, count(*), min(requests.created_at)
  from public.back_in_stock_requests as requests
  join public.products on products.id = requests.product_id
  left join public.product_sizes as sizes on sizes.id = requests.size_id
  where requests.queued_at is null and requests.expires_at > now()
  group by products.id, sizes.id order by count(*) desc, products.name, sizes.position limit 200;
$$;
comment on function public.list_back_in_stock_requests() is
  'For managers: how many customers wait for each product and size, most first. Security definer: requests are '
  'their customers''. As in products: category. May be null: size_label.';
grant execute on function public.list_back_in_stock_requests() to authenticated;
