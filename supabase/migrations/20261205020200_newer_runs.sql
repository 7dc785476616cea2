-- Only the latest run of an order finishes its stop.
create or replace function public.finish_stop(
  run_id bigint, order_id uuid, outcome text, received_by text default '', finished_at timestamptz default now()
) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.delivery_runs;
  stop public.run_stops;
  taken public.orders;
begin
  target := private.lock_run(finish_stop.run_id);
  select * into stop from public.run_stops as stops
  where stops.run_id = target.id and stops.order_id = finish_stop.order_id;
  if stop.order_id is null then
    raise sqlstate 'PT404' using message = 'This stop is not in the run anymore.';
  end if;
  if target.started_at is null then
    raise sqlstate 'PT409' using message = 'Start the run first.';
  end if;
  if exists (
    select from public.run_stops as newer where newer.order_id = stop.order_id and newer.run_id > target.id
  ) then
    raise sqlstate 'PT409' using message = 'This order is in another run now.';
  end if;
  if finish_stop.outcome not in ('delivered', 'not_home') then
    raise invalid_parameter_value using message = 'A stop is delivered, or nobody was home.';
  end if;
  select * into taken from public.orders where orders.id = stop.order_id;
  if taken.status not in ('out_for_delivery', 'completed') then
    raise sqlstate 'PT409' using
      message = format('Order %s is not out for delivery anymore. Bring it back to the store.', taken.order_number);
  end if;
  if finish_stop.outcome = 'delivered' and taken.status = 'out_for_delivery' then
    update public.orders set status = 'completed' where orders.id = taken.id;
  elsif finish_stop.outcome is distinct from 'delivered' and taken.status = 'completed' then
    update public.orders set status = 'out_for_delivery' where orders.id = taken.id;
  end if;
  update public.run_stops as stops
  set outcome = finish_stop.outcome,
    received_by = case when finish_stop.outcome = 'delivered'
      then left(btrim(coalesce(finish_stop.received_by, '')), 100) else '' end,
    -- A device without a network says later when it was.
    finished_at = case when finish_stop.outcome is not null
      then greatest(target.started_at, least(now(), coalesce(finish_stop.finished_at, now()))) end,
    finished_by = case when finish_stop.outcome is not null then (select auth.uid()) end
  where stops.run_id = target.id and stops.order_id = taken.id;
  if finish_stop.outcome = 'not_home' and stop.outcome is distinct from 'not_home' then
    perform private.add_alert('not_delivered', taken.id, format(
      'Order %s was not delivered: nobody was home. Call the customer.', taken.order_number
    ));
  elsif finish_stop.outcome is distinct from 'not_home' then
    update public.shop_alerts as alerts set resolved_at = now()
    where alerts.order_id = taken.id and alerts.kind = 'not_delivered' and alerts.resolved_at is null;
  end if;
  perform private.end_run(target.id);
end;
$$;
comment on function public.finish_stop(bigint, uuid, text, text, timestamptz) is
  'For its driver and managers: a stop is delivered, or not_home, which raises an alert; null opens it again. received_by '
  'says who took it. Repeating it changes nothing more. Security definer: nobody moves orders by hand.';
grant execute on function public.finish_stop(bigint, uuid, text, text, timestamptz) to authenticated;
