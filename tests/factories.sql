-- Orders for tests, in one round trip each. Only databases of tests have this schema. Each step is a transaction with
-- the role and claims of its request, and calls what the request calls.
create schema testing;

create procedure testing.act_as(person uuid)
language plpgsql
as $$
declare
  session auth.sessions;
begin
  select * into strict session from auth.sessions where user_id = person order by created_at desc limit 1;
  perform set_config('request.jwt.claims', jsonb_build_object(
    'sub', person, 'role', 'authenticated', 'session_id', session.id, 'aal', session.aal
  )::text, true);
  perform set_config('role', 'authenticated', true);
end;
$$;
comment on procedure testing.act_as(uuid) is
  'Gives the transaction the rights of the person''s latest session. Raises no_data_found without one.';

create procedure testing.act_as_server()
language sql
as $$
  select set_config('request.jwt.claims', '{"role":"service_role"}', true), set_config('role', 'service_role', true);
$$;

create function testing.read_order(id uuid) returns jsonb
language sql
return (
  select to_jsonb(orders) || jsonb_build_object('lines', (
    select jsonb_agg(items.id order by items.id) from public.order_items as items where items.order_id = orders.id
  ))
  from public.orders where orders.id = read_order.id
);

create procedure testing.bill_order(order_id uuid, billing jsonb default '{}')
language plpgsql
as $$
declare
  person constant uuid := (select user_id from public.orders where id = bill_order.order_id);
  filled constant jsonb := jsonb_build_object(
    'name', 'Ama Mensah', 'email', (select email from auth.users where id = person), 'phone', '2815550123',
    'line1', '1 Palm Street', 'city', 'Houston', 'state', 'TX', 'postal_code', '77073', 'country', 'US'
  ) || billing;
begin
  call testing.act_as(person);
  insert into public.billing_details (order_id, name, email, phone, line1, city, state, postal_code, country)
  select bill_order.order_id, name, email, phone, line1, city, state, postal_code, country
  from jsonb_populate_record(null::public.billing_details, filled);
  commit;
end;
$$;
comment on procedure testing.bill_order(uuid, jsonb) is
  'Saves billing details {name, email, …} as the customer; missing fields have defaults.';

create procedure testing.placed_order(
  person uuid, lines jsonb, delivery text default 'pickup', choices jsonb default '{}', inout placed jsonb default null
)
language plpgsql
as $$
declare
  items jsonb;
  is_delivery constant boolean := delivery = 'delivery';
  place constant jsonb := choices -> 'delivery_place';
  address constant text := coalesce(choices ->> 'delivery_address', case
    when is_delivery and place is null then '18 Cypress Bend, Humble, TX 77338' else ''
  end);
  new_order public.orders;
begin
  select jsonb_agg(jsonb_build_object('product_id', (
    select min(products.id) from public.products where products.name = line.value ->> 'name'
  )) || line.value order by line.ordinality) into items
  from jsonb_array_elements(lines) with ordinality as line;

  call testing.act_as(person);
  perform public.cancel_order(orders.id) from public.orders
  where user_id = person and status = 'pending' and payment_intent_id is not null
    and id not in (select order_id from public.pay_in_store_orders);
  new_order := public.place_order(
    items, delivery, address,
    coalesce(choices ->> 'delivery_phone_number', case when is_delivery then '2815550177' else '' end),
    (
      select total
      from public.quote_cart(items, delivery, coalesce(place ->> 'zip', substring(address from '[0-9]{5}$')))
    ),
    gen_random_uuid(), choices ->> 'substitution_preference', choices ->> 'note', place,
    coalesce(
      (choices ->> 'window_starts_at')::timestamptz,
      (select starts_at from public.list_windows(delivery, max_count => 1))
    )
  );
  commit;
  if choices ? 'billing' then
    call testing.bill_order(new_order.id, choices -> 'billing');
  end if;
  placed := testing.read_order(new_order.id);
end;
$$;
comment on procedure testing.placed_order(uuid, jsonb, text, jsonb, jsonb) is
  'Places an order of [{product_id or name, size_id, choice_ids, quantity, …}] as the person, for the quoted total and '
  'the next free window, and cancels an order whose payment they had started. choices: arguments of place_order, and '
  'billing as in bill_order. Returns the order''s row with the ids of its lines.';

create procedure testing.pay_order(order_id uuid, inout paid jsonb default null)
language plpgsql
as $$
declare
  intent constant text := 'pi_' || left(replace(gen_random_uuid()::text, '-', ''), 24);
  cents constant bigint := (select total * 100 from public.orders where id = pay_order.order_id);
begin
  if (select private.is_hold_possible(orders) from public.orders where id = pay_order.order_id) then
    raise exception 'The card of order % is only held: pay at the sandbox.', pay_order.order_id;
  end if;
  call testing.act_as_server();
  perform public.attach_payment_intent(pay_order.order_id, intent, intent || '_secret', cents);
  commit;
  call testing.act_as_server();
  perform public.apply_payment_event(
    'evt_' || intent, 'payment_intent.succeeded', pay_order.order_id, intent, cents, 'usd', null, '{}'
  );
  commit;
  paid := testing.read_order(pay_order.order_id);
  if paid ->> 'status' = 'pending' then
    raise exception 'Order % is not paid.', pay_order.order_id;
  end if;
end;
$$;
comment on procedure testing.pay_order(uuid, jsonb) is
  'Attaches a payment intent to a pending order, as the server, and applies the event of its payment.';

create procedure testing.paid_order(
  person uuid, lines jsonb, delivery text default 'pickup', choices jsonb default '{}', inout paid jsonb default null
)
language plpgsql
as $$
begin
  call testing.placed_order(person, lines, delivery, choices, paid);
  call testing.pay_order((paid ->> 'id')::uuid, paid);
end;
$$;
comment on procedure testing.paid_order(uuid, jsonb, text, jsonb, jsonb) is 'placed_order and pay_order in one.';
