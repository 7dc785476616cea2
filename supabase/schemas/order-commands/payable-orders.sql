-- Facts that the server needs to create a payment intent for an order.
create type private.fulfillment_problem as (code text, message text, details text);

create function public.read_payable_order(order_id uuid, min_cents integer)
returns table (
  id uuid, status text, total numeric, payment_intent_id text, is_held boolean,
  missing_items private.missing_item[], problem private.fulfillment_problem, store_name text, takes_link boolean,
  can_save_card boolean, customer_id text
)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
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
  if target.status = 'pending' and target.total * 100 >= read_payable_order.min_cents then
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
comment on function public.read_payable_order(uuid, integer) is
  'For the order''s customer: the order, whether its card is only held, its lines that are no longer available (null: '
  'none), why it cannot be handed over as chosen, the store''s settings for payments, and the result of '
  'find_card_customer. No row for others, or after the session ended. Below min_cents nothing is checked. Security '
  'definer: customers read no counts of stock and windows. May be null: payment_intent_id, missing_items, problem, '
  'customer_id.';
grant execute on function public.read_payable_order(uuid, integer) to authenticated;
