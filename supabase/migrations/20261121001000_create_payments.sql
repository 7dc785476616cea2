-- Money: what the payment provider said, once for each event, and what it did to the order.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  outcome text not null,
  payload jsonb not null,
  received_at timestamptz not null default now()
);
comment on table public.payment_events is
  'The payment provider''s events by their own id; the key makes a repeated delivery a no-op.';
comment on column public.payment_events.order_id is 'As the event names it; there may be no such order.';
create index payment_events_order_id on public.payment_events (order_id);

alter table public.payment_events enable row level security;
revoke all on public.payment_events from anon, authenticated;
grant select on public.payment_events to authenticated;
create policy "admins read payment events" on public.payment_events
  for select to authenticated using ((select private.is_admin()));

create function public.attach_payment_intent(
  order_id uuid, payment_intent_id text, client_secret text, amount_cents bigint
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  attached public.orders;
begin
  select * into attached from public.orders where orders.id = attach_payment_intent.order_id for update;
  if attached.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if attached.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', attached.status);
  end if;
  -- A line may have been added while the provider made the intent.
  if attached.total * 100 <> attach_payment_intent.amount_cents then
    raise sqlstate 'PT409' using message = 'The total has changed.';
  end if;
  update public.orders
  set payment_intent_id = attach_payment_intent.payment_intent_id,
      client_secret = attach_payment_intent.client_secret
  where orders.id = attached.id
  returning * into attached;
  return attached;
end;
$$;
comment on function public.attach_payment_intent(uuid, text, text, bigint) is
  'Ties a payment intent to a pending order of exactly that amount; from then on its lines stand still.';
revoke all on function public.attach_payment_intent(uuid, text, text, bigint) from public, anon, authenticated;
grant execute on function public.attach_payment_intent(uuid, text, text, bigint) to service_role;

create function public.apply_payment_event(
  event_id text,
  event_type text,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  failure_message text,
  payload jsonb
) returns text
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  outcome text := 'ignored';
begin
  -- The provider may deliver an event twice, also at once: the second waits here and then does nothing.
  insert into public.payment_events (id, type, order_id, payment_intent_id, amount_cents, currency, outcome, payload)
  values (
    apply_payment_event.event_id, apply_payment_event.event_type, apply_payment_event.order_id,
    apply_payment_event.payment_intent_id, apply_payment_event.amount_cents,
    apply_payment_event.currency, 'received', apply_payment_event.payload
  )
  on conflict (id) do nothing;
  if not found then
    return 'duplicate';
  end if;

  select * into target from public.orders where orders.id = apply_payment_event.order_id for update;
  if event_type in ('payment_intent.succeeded', 'payment_intent.payment_failed') then
    if target.id is null then
      outcome := 'unknown_order';
    elsif target.payment_intent_id is distinct from apply_payment_event.payment_intent_id
      or (event_type = 'payment_intent.succeeded' and (
        apply_payment_event.amount_cents is distinct from (target.total * 100)::bigint
        or apply_payment_event.currency is distinct from 'usd'
      )) then
      outcome := 'mismatch';
    elsif target.status <> 'pending' then
      outcome := 'order_is_' || target.status;
    elsif event_type = 'payment_intent.succeeded' then
      update public.orders set status = 'paid' where orders.id = target.id;
      outcome := 'paid';
    else
      update public.orders set failure_message = left(apply_payment_event.failure_message, 500)
      where orders.id = target.id;
      outcome := 'failed';
    end if;
  end if;

  update public.payment_events set outcome = apply_outcome.value
  from (select outcome as value) as apply_outcome
  where payment_events.id = apply_payment_event.event_id;
  return outcome;
end;
$$;
comment on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb) is
  'Records a verified event once and does what it says, in one transaction. An order becomes paid only when '
  'intent, amount and currency are its own. Answers with the outcome.';
revoke all on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb)
  from public, anon, authenticated;
grant execute on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb)
  to service_role;
