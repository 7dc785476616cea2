-- An order that was added without a request key counts as another one, too: a person has one unpaid order.
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
