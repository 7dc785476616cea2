-- Paid orders whose window the store can no longer keep, because its hours, pauses, or windows changed afterwards.

-- Returns the event key of the email about one lost window.
create function private.lost_window_key(target public.orders) returns text
language sql stable
return format('window_lost:%s:%s', target.id, extract(epoch from target.window_starts_at)::bigint);

create function public.list_lost_windows()
returns table (
  id uuid, order_number bigint, status text, delivery_type text, customer_name text, phone text,
  window_starts_at timestamptz, window_ends_at timestamptz, messaged_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select private.require_manager('list_lost_windows');
  select orders.id, orders.order_number, orders.status, orders.delivery_type,
    coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name),
    coalesce(nullif(orders.delivery_phone_number, ''), billing.phone, ''),
    orders.window_starts_at, orders.window_ends_at, mails.created_at
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  left join public.outgoing_mails as mails on mails.event_key = private.lost_window_key(orders)
  where private.is_in_store(orders.status)
    and orders.window_starts_at > now() - interval '13 hours' and orders.window_ends_at > now()
    and private.is_window_lost(orders)
  order by orders.window_starts_at, orders.order_number limit 500;
$$;
comment on function public.list_lost_windows() is 'Lists paid orders whose window can no longer be kept, soonest '
  'first, with when their customer was emailed about it. Security definer: names and phone numbers are in other '
  'tables. As in orders: status, delivery_type. May be null: customer_name, messaged_at.';
grant execute on function public.list_lost_windows() to authenticated;

-- Emails the customers of all lost windows once for each window and returns how many emails were queued. An order
-- without an email address gets none. Security definer: callers may not queue emails directly.
create function public.message_lost_windows() returns integer
language sql security definer set search_path = '' as $$
  select private.require_manager('message_lost_windows');
  select private.queue_mail('window_lost', orders.id, private.lost_window_key(orders))
  from public.list_lost_windows() as lost join public.orders on orders.id = lost.id where lost.messaged_at is null;
  select count(*) from public.outgoing_mails as mails where mails.kind = 'window_lost' and mails.created_at = now();
$$;
grant execute on function public.message_lost_windows() to authenticated;
