-- Push notifications: devices of customers, at most ten per account, get one message per status of an order.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- URL of the browser's push service for this device.
  endpoint text not null unique
    check (endpoint ~ '^https://[^[:space:]]+$' and char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'), -- Public key of the device, to encrypt its messages.
  auth_secret text not null check (auth_secret ~ '^[A-Za-z0-9_-]{22}$'), -- Secret of the device for the encryption.
  created_at timestamptz not null default clock_timestamp()
);
create index push_subscriptions_user_id on public.push_subscriptions (user_id, created_at);

grant select, delete, insert (endpoint, p256dh, auth_secret) on public.push_subscriptions to authenticated;
create policy "users manage their own push subscriptions" on public.push_subscriptions
  for all to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));

create trigger delete_old_push_subscriptions after insert on public.push_subscriptions
  for each row execute function private.keep_latest_ten('created_at');

-- Outbox of push notifications: rows wait ten seconds for an undo, until they are sent, outdated, or failed eight times.
create table private.push_messages (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references public.push_subscriptions (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  status text not null check (status in ('ready', 'out_for_delivery')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now() + interval '10 seconds',
  unique (subscription_id, order_id, status)
);
create index push_messages_next_attempt_at on private.push_messages (next_attempt_at);
create index push_messages_order_id on private.push_messages (order_id);

create function private.queue_push_messages(new public.orders) returns void
language sql set search_path = '' as $$
  insert into private.push_messages (subscription_id, order_id, status)
  select subscriptions.id, new.id, new.status
  from public.push_subscriptions as subscriptions
  where subscriptions.user_id = new.user_id
    -- It was reported when the order was packed, before it was paid.
    and not private.was_packed_unpaid(new.id, new.status)
  on conflict do nothing;
$$;

-- Claims push notifications to send now, for at least two minutes. Security definer: only the server calls it.
create function public.claim_push_messages(max_count integer)
returns table (
  message_id uuid, endpoint text, p256dh text, auth_secret text, order_id uuid, order_number bigint, status text,
  language text
)
language sql security definer set search_path = '' as $$
  -- A status that has passed or was undone is not reported.
  delete from private.push_messages as messages using public.orders
  where orders.id = messages.order_id and messages.next_attempt_at <= now()
    and coalesce(private.packing_status(orders), orders.status) <> messages.status;
  with claimed as (
    update private.push_messages as messages
    set attempts = messages.attempts + 1, next_attempt_at = now() + private.retry_wait(messages.attempts + 1)
    where messages.id in (
      select due.id from private.push_messages as due where due.next_attempt_at <= now()
      order by due.next_attempt_at limit claim_push_messages.max_count for update skip locked
    )
    returning messages.*
  )
  select claimed.id, subscriptions.endpoint, subscriptions.p256dh, subscriptions.auth_secret,
    orders.id, orders.order_number, claimed.status, orders.language
  from claimed
  join public.push_subscriptions as subscriptions on subscriptions.id = claimed.subscription_id
  join public.orders on orders.id = claimed.order_id;
$$;
grant execute on function public.claim_push_messages(integer) to service_role;

-- Records a claimed message: sent; gone, which deletes its subscription; or failed. Security definer, as the claim.
create function public.finalize_push_message(message_id uuid, outcome text) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(outcome not in ('sent', 'gone', 'failed'),
    'PT400', 'A push notification is sent, gone, or failed.');
  -- Deletes the messages of the subscription, too.
  delete from public.push_subscriptions as subscriptions using private.push_messages as messages
  where outcome = 'gone' and messages.id = finalize_push_message.message_id
    and subscriptions.id = messages.subscription_id;
  delete from private.push_messages as messages
  where messages.id = finalize_push_message.message_id and (outcome = 'sent' or messages.attempts >= 8);
$$;
grant execute on function public.finalize_push_message(uuid, text) to service_role;
