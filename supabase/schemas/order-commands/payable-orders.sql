-- Facts that the server needs to create a payment intent for an order.
create type private.fulfillment_problem as (code text, message text, details text);

create function public.read_payable_order(order_id uuid, min_cents integer)
returns table (
  id uuid, status text, total numeric, payment_intent_id text, is_held boolean,
  missing_items private.missing_item[], problem private.fulfillment_problem, store_name text, takes_link boolean,
  can_save_card boolean, customer_id text
)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  target public.orders;
  error_message text;
  error_detail text;
begin
  -- Managers can read every order, but only its customer pays it.
  select * into target from public.orders
  where orders.id = read_payable_order.order_id and orders.user_id = auth.uid();
  if target.id is null or not private.is_session_active() then
    return;
  end if;
  id := target.id;
  status := target.status;
  total := target.total;
  payment_intent_id := target.payment_intent_id;
  is_held := private.is_hold_possible(target);
  select shop.name, shop.express_checkout into store_name, takes_link from public.store_settings as shop;
  select saved.can_save_card, saved.customer_id into can_save_card, customer_id
  from public.find_card_customer() as saved;
  if target.status = 'pending' and target.total * 100 >= min_cents then
    missing_items := nullif(array(select private.missing_items(target.id)), '{}');
    if target.window_starts_at is not null or target.delivery_type = 'delivery' then
      begin
        perform public.check_fulfillment(target.id);
      exception when sqlstate 'PT410' or sqlstate 'PT422' then
        get stacked diagnostics error_message = message_text, error_detail = pg_exception_detail;
        problem := row(sqlstate, error_message, error_detail);
      end;
    end if;
  end if;
  return next;
end;
$$;
comment on function public.read_payable_order(uuid, integer) is 'For the order''s customer: the order, whether its '
  'card is only held, its lines that are no longer available (null: none), why it cannot be handed over as chosen, the '
  'store''s settings for payments, and the result of find_card_customer. No row for others, or after the session '
  'ended. Below min_cents nothing is checked. Security definer: customers read no counts of stock and windows. May be '
  'null: payment_intent_id, missing_items, problem, customer_id.';
grant execute on function public.read_payable_order(uuid, integer) to authenticated;

create function public.place_payable_order(
  items jsonb, delivery_type text, delivery_address text, delivery_phone_number text, expected_total numeric,
  request_key uuid, substitution_preference text default null, note text default null,
  delivery_place jsonb default null, window_starts_at timestamptz default null, out placed public.orders,
  out is_new boolean, out is_held boolean, out can_save_card boolean, out customer_id text
)
language plpgsql security invoker set search_path = '' as $$
begin
  placed := public.place_order(
    items, delivery_type, delivery_address, delivery_phone_number, expected_total, request_key,
    substitution_preference, note, delivery_place, window_starts_at
  );
  is_new := placed.created_at = now();
  is_held := private.is_hold_possible(placed);
  select saved.can_save_card, saved.customer_id into can_save_card, customer_id
  from public.find_card_customer() as saved;
end;
$$;
comment on function public.place_payable_order(
  jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz
) is 'place_order, with what opening its payment needs: whether this call created the order, whose lines and window '
  'then need no check, whether its card is only held, and the result of find_card_customer. May be null: customer_id.';
grant execute on function public.place_payable_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb,
  timestamptz) to authenticated;
