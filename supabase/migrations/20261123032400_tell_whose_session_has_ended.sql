-- A session that has ended is no missing right: a tick of it waits on its device for the next login.
create function private.require_session() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and not private.session_lives() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
end;
$$;
comment on function private.require_session() is
  'Whose session has ended is told so, and not that the right is missing: what a device has kept counts after a login.';
revoke all on function private.require_session() from public;

create or replace function private.require_desk(called text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_session();
  if not private.may_pack() then
    raise insufficient_privilege using message = 'permission denied for function ' || require_desk.called;
  end if;
end;
$$;
comment on function private.require_desk(text) is 'Whoever may not pack is refused.';

create or replace function public.tick_line(
  order_item_id bigint, is_packed boolean, ticked_at timestamptz default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  said_at constant timestamptz := least(coalesce(tick_line.ticked_at, now()), now());
begin
  perform private.require_session();
  select orders.* into target from public.orders
  join public.order_items as items on items.order_id = orders.id
  where items.id = tick_line.order_item_id and private.may_pack()
  for update of orders;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such line.';
  end if;
  if target.status not in ('paid', 'preparing') then
    raise sqlstate 'PT409' using message = format('Order %s is no longer being packed.', target.order_number);
  end if;
  insert into private.line_ticks as latest (order_item_id, ticked_at)
  values (tick_line.order_item_id, said_at)
  on conflict (order_item_id) do update set ticked_at = excluded.ticked_at
  where latest.ticked_at <= excluded.ticked_at;
  if not found then
    return exists (select from public.packed_lines as packed where packed.order_item_id = tick_line.order_item_id);
  end if;
  if tick_line.is_packed is not true then
    delete from public.packed_lines as packed where packed.order_item_id = tick_line.order_item_id;
    return false;
  end if;
  insert into public.packed_lines (order_item_id, order_id, packed_by)
  values (tick_line.order_item_id, target.id, (select auth.uid()))
  on conflict (order_item_id) do nothing;
  if target.status = 'paid' then
    update public.orders set status = 'preparing' where orders.id = target.id;
  end if;
  return true;
end;
$$;
comment on function public.tick_line(bigint, boolean, timestamptz) is
  'For whoever packs, while the order is paid or prepared: a line is in the bag, or is not. Whatever was said last '
  'holds, by ticked_at (now, where it is missing or ahead); the first line in the bag begins the packing. Answers '
  'whether it is in the bag now. Security definer: nobody writes ticks by hand.';

create or replace function private.require_counter(called text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_session();
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function ' || require_counter.called;
  end if;
end;
$$;
comment on function private.require_counter(text) is 'Whoever is neither the owner nor a manager is refused.';
