-- What one person can do again and again is bounded: lines of an order, texts to one number, a time without paying.
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
  if (select count(*) from public.order_items as items where items.order_id = new.order_id) >= 200 then
    raise sqlstate 'PT422' using message = 'An order has at most 200 lines.';
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
  new.unit_price := private.price_now(product.id, size.id);
  new.image_url := product.img1;
  return new;
end;
$$;

create table private.pay_links (
  order_id uuid not null references public.orders (id) on delete cascade,
  recipient text not null,
  sent_at timestamptz not null default now()
);
comment on table private.pay_links is 'Pay links that left by mail or text, to count them; written by send_pay_link alone.';
create index pay_links_order_id on private.pay_links (order_id);
create index pay_links_recipient on private.pay_links (recipient, sent_at);

alter table private.pay_links enable row level security;
revoke all on private.pay_links from public;

create or replace function public.send_pay_link(order_id uuid, how text, request_key uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  sent_to text;
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
  if send_pay_link.how in ('mail', 'text') then
    sent_to := case send_pay_link.how
      when 'mail' then lower(target.customer_email) else target.delivery_phone_number end;
    perform pg_advisory_xact_lock(hashtextextended('pay_links:' || sent_to, 0));
    if (
      select count(*) filter (where links.order_id = target.id) >= 5 or count(*) >= 10
      from private.pay_links as links
      where links.recipient = sent_to and links.sent_at > now() - interval '1 day'
    ) then
      raise sqlstate 'PT429' using
        message = 'This link was sent often enough today. Copy it, or read out the order number to the customer.';
    end if;
    insert into private.pay_links (order_id, recipient) values (target.id, sent_to);
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
  'copy (which the shop''s server makes). At most five times a day for one order and ten times to one recipient. Security '
  'definer: nobody writes mails by hand.';

create function private.window_hold(head public.orders) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if head.channel = 'counter' then
    return now() + interval '24 hours';
  end if;
  return least(now() + interval '15 minutes', interval '1 hour' + least(now(), head.created_at, (
    select min(unpaid.created_at) from public.orders as unpaid
    where unpaid.user_id = head.user_id and unpaid.paid_at is null
      and unpaid.delivery_type = head.delivery_type and unpaid.window_starts_at = head.window_starts_at
      and unpaid.created_at > now() - interval '1 day'
  )));
end;
$$;
comment on function private.window_hold(public.orders) is
  'Until when a pending order keeps its place: a quarter of an hour from now, but an hour at most since the person first '
  'had an unpaid order for that time. Whoever was promised a time on the telephone pays when the link has come: as long '
  'as the order can be paid.';
revoke all on function private.window_hold(public.orders) from public;

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
  new.window_held_until := private.window_hold(new);
  return new;
end;
$$;

create or replace function private.hold_window(target public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_window(target.delivery_type, target.window_starts_at);
  if target.window_held_until <= now() and private.has_windows(target.delivery_type) then
    perform private.take_place(target.delivery_type, target.window_starts_at, target.id, target.user_id);
  end if;
  update public.orders
  set window_held_until = greatest(window_held_until, private.window_hold(target)) where orders.id = target.id;
end;
$$;

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
  target.window_starts_at := set_order_window.starts_at;
  update public.orders
  set window_starts_at = set_order_window.starts_at,
      window_ends_at = new_end,
      window_held_until = case when target.status = 'pending' then private.window_hold(target) end
  where orders.id = target.id
  returning * into target;
  return target;
end;
$$;

drop function private.window_hold(text);
