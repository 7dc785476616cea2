-- One unpaid order for each person: another one replaces it. An order whose payment was begun is not replaced here,
-- because only the payment provider knows whether it is being paid: the shop's server closes its intent first
-- (POST /api/withdraw-order), and then withdraws it.
alter table public.orders
  drop constraint orders_cancel_reason_check,
  add constraint orders_cancel_reason_check check (cancel_reason in ('requested', 'abandoned', 'sold_out', 'withdrawn'));
comment on column public.orders.cancel_reason is
  'withdrawn: before it was paid its owner went on with another one, put it back into the cart, or forgot it.';
create index orders_unpaid_of_person on public.orders (user_id) where status = 'pending';

create or replace function private.prepare_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  order_limit private.limits;
  begun public.orders;
begin
  -- The shop's own programs (no signed-in caller) name the owner themselves.
  if (select auth.uid()) is not null then
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
    -- A repeat of the same request finds its order, and must not replace it.
    update public.orders set status = 'cancelled', cancel_reason = 'withdrawn'
    where user_id = new.user_id and status = 'pending' and payment_intent_id is null
      and request_key is distinct from new.request_key;
    select * into begun from public.orders
    where user_id = new.user_id and status = 'pending' and request_key is distinct from new.request_key
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

create function public.withdraw_order(order_id uuid, closed_intent_id text default null) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = withdraw_order.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status <> 'pending' or target.payment_intent_id is distinct from withdraw_order.closed_intent_id then
    raise sqlstate 'PT409' using message = 'The order has changed meanwhile. Please reload the page.';
  end if;
  update public.orders set status = 'cancelled', cancel_reason = 'withdrawn' where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.withdraw_order(uuid, text) is
  'For the order''s owner: ends it before it is paid. Its intent, if it has one, is named by whoever closed it; '
  'should that not be so, money that comes goes back. Security definer: nobody may change orders by hand.';
revoke all on function public.withdraw_order(uuid, text) from public, anon, service_role;
grant execute on function public.withdraw_order(uuid, text) to authenticated;

-- Nobody is written to about an order that was only replaced.
create or replace function private.mail_status_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('ready', 'out_for_delivery', 'completed') then
    perform private.queue_mail('order_' || new.status, new.id, format('order_%s:%s', new.status, new.id));
  elsif new.status = 'paid' and new.cancel_reason is null then
    -- With a reason it is cancelled in the same transaction, and only that is told.
    perform private.queue_mail('order_paid', new.id, 'order_paid:' || new.id);
    perform private.queue_mail('shop_order_paid', new.id, 'shop_order_paid:' || new.id);
  elsif new.status = 'cancelled' and new.total > 0 and new.cancel_reason <> 'withdrawn' then
    perform private.queue_mail('order_cancelled', new.id, 'order_cancelled:' || new.id);
    if old.status <> 'pending' and new.cancelled_by = 'customer' then
      perform private.queue_mail('shop_order_cancelled', new.id, 'shop_order_cancelled:' || new.id);
    end if;
  end if;
  return null;
end;
$$;

-- What the dashboard shows: the paid ones first, the latest payment first; and what waits from earlier days.
create index orders_paid_first on public.orders (paid_at desc nulls last, created_at desc);
create index orders_in_hand on public.orders (status, created_at) where status in ('paid', 'preparing');
