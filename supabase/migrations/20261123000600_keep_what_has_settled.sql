-- A step with which something was replaced or left out is not taken back.
create or replace function public.step_back_orders(order_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_id uuid;
  target public.orders;
  moved public.order_status_changes;
  answers jsonb := '[]';
begin
  perform private.require_desk('step_back_orders');
  for wanted_id in
    select distinct each.id from unnest(step_back_orders.order_ids[1:200]) as each (id) order by each.id
  loop
    select * into target from public.orders where orders.id = wanted_id for update;
    select * into moved from public.order_status_changes as changes
    where changes.order_id = target.id order by changes.id desc limit 1;
    if target.id is null or not private.may_handle(target.id)
      or not private.is_step_back(target.id, target.status, moved.from_status)
      -- Money that is on its way back stays on its way.
      or exists (
        select from public.refunds
        where refunds.order_id = target.id and refunds.created_at >= moved.changed_at
      )
      -- What was replaced has settled with the step.
      or exists (
        select from public.order_changes as changes
        where changes.order_id = target.id and changes.settled_at >= moved.changed_at
      ) then
      answers := answers || jsonb_build_object(
        'order_id', wanted_id, 'status', null, 'was_told', false, 'message', 'This step can no longer be taken back.'
      );
      continue;
    end if;
    delete from public.outgoing_mails as mails
    where mails.event_key = format('order_%s:%s', target.status, target.id)
      and mails.status = 'waiting' and mails.attempts = 0;
    update public.orders set status = moved.from_status where orders.id = target.id;
    answers := answers || jsonb_build_object(
      'order_id', target.id, 'status', moved.from_status, 'message', null,
      'was_told', exists (
        select from public.outgoing_mails as mails
        where mails.event_key = format('order_%s:%s', target.status, target.id)
      )
    );
  end loop;
  return answers;
end;
$$;
