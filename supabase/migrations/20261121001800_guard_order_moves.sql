-- Who may make which move of an order, and what a move needs. The trigger holds for everybody, also for
-- the shop's own server: paid needs money, refunded needs all of it given back.
alter table public.order_status_moves
  add column moved_by text[] not null default '{}'
    check (moved_by <@ array['customer', 'admin', 'server']);
comment on column public.order_status_moves.moved_by is
  'Who may make the move: customer (through cancel_order), admin, server (events of the payment provider, the worker).';
update public.order_status_moves as moves set moved_by = rules.moved_by
from (values
  ('pending', 'paid', array['server']),
  ('pending', 'cancelled', array['customer', 'admin', 'server']),
  ('paid', 'preparing', array['admin']),
  ('preparing', 'ready', array['admin']),
  ('preparing', 'out_for_delivery', array['admin']),
  ('ready', 'completed', array['admin']),
  ('out_for_delivery', 'completed', array['admin']),
  ('paid', 'cancelled', array['customer', 'admin', 'server']),
  ('preparing', 'cancelled', array['admin']),
  ('cancelled', 'refunded', array['server']),
  ('paid', 'refunded', array['server']),
  ('preparing', 'refunded', array['server']),
  ('ready', 'refunded', array['server']),
  ('out_for_delivery', 'refunded', array['server']),
  ('completed', 'refunded', array['server'])
) as rules (from_status, to_status, moved_by)
where moves.from_status = rules.from_status and moves.to_status = rules.to_status;

create function private.acting_as() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when (select auth.uid()) is null then 'server'
    when private.is_admin() then 'admin'
    else 'customer'
  end;
$$;
comment on function private.acting_as() is
  'customer, admin or server, as order_status_moves names them. Security definer, as is_admin.';
revoke all on function private.acting_as() from public;

create or replace function private.move_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and private.acting_as() = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  if new.status = 'paid' then
    if not exists (
      select 1 from public.payments
      where payments.order_id = new.id and payments.purpose = 'order'
        and payments.payment_intent_id = new.payment_intent_id
        and payments.amount_cents = new.total * 100 and payments.currency = 'usd'
    ) then
      raise sqlstate 'PT409' using message = 'An order is paid only by a payment of its own amount.';
    end if;
    new.paid_at := now();
    new.failure_message := null;
  end if;
  if new.status = 'refunded' and not exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order'
      and payments.refunded_cents = payments.amount_cents
  ) then
    raise sqlstate 'PT409' using message = 'An order is refunded only when everything that was paid was given back.';
  end if;
  if new.status = 'cancelled' then
    new.cancelled_by := coalesce(new.cancelled_by, private.acting_as());
    new.cancel_reason := coalesce(new.cancel_reason, 'requested');
    if old.status <> 'pending' or new.payment_intent_id is null then
      new.intent_closed_at := now();
    end if;
  end if;
  -- Nobody pays an order that left pending.
  new.client_secret := null;
  return new;
end;
$$;

-- What is no longer pending when the rule arrives loses its secret too.
update public.orders set client_secret = null where client_secret is not null and status <> 'pending';
