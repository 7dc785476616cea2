-- Pickup orders placed online and paid at the counter: pending until staff take the money, their stock and slot are
-- held until the grace time after the pickup time. Off until the owner turns it on in these settings, one row.
create table public.pay_in_store_settings (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  max_total numeric(10, 2) not null default 100 check (max_total between 1 and 10000), -- Others are paid by card.
  needs_completed_order boolean not null default true, -- Only for customers with a completed order; false: for all.
  grace_minutes integer not null default 60 check (grace_minutes between 0 and 1440), -- Held so long after its time.
  -- Customers who did not pick up this many orders within a year may no longer pay in the store; 0: no limit.
  max_no_shows integer not null default 2 check (max_no_shows between 0 and 100)
);

insert into public.pay_in_store_settings default values;

grant select, update (is_on, max_total, needs_completed_order, grace_minutes, max_no_shows)
  on public.pay_in_store_settings to authenticated;
create policy "managers read the settings of payment in the store" on public.pay_in_store_settings
  for select to authenticated using ((select private.can_manage()));
create policy "the owner changes the settings of payment in the store" on public.pay_in_store_settings
  for update to authenticated using ((select private.is_admin()));

create trigger log_settings after update on public.pay_in_store_settings
  for each row execute function private.log_row('settings', 'Payment in the store');

-- Form of 0.1.0, for calls that run while the database is upgraded.
create function private.pays_in_store(order_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.pay_in_store_orders as waiting
    where waiting.order_id = pays_in_store.order_id and waiting.is_waiting
  );
$$;

-- Returns how far an order is packed: its status, or for an unpaid one that is paid in the store pending, preparing, or
-- ready. Null for other unpaid orders.
create function private.packing_status(target public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  if target.status <> 'pending' then
    return target.status;
  end if;
  return (
    select case
      when waiting.ready_at is not null then 'ready' when waiting.packing_at is not null then 'preparing' else 'pending' end
    from public.pay_in_store_orders as waiting where waiting.order_id = target.id and waiting.is_waiting
  );
end;
$$;

-- Returns whether the order waits to be packed or is being packed, paid or to be paid in the store.
create function private.can_be_packed(target public.orders) returns boolean
language sql stable
return private.is_packable(target.status)
  or (target.status = 'pending' and not coalesce(private.is_packed(private.packing_status(target)), true));

-- Lists the unpaid orders of a column of the order board that are paid in the store. PostgreSQL inlines it.
create function private.list_unpaid_packing(board_column text) returns setof public.orders
language sql stable rows 20 as $$
  select orders.* from public.pay_in_store_orders as waiting
  join public.orders on orders.id = waiting.order_id
  where waiting.is_waiting and orders.status = 'pending'
    and list_unpaid_packing.board_column = case
      when waiting.ready_at is not null then 'waiting' when waiting.packing_at is not null then 'packing' else 'to_pack' end;
$$;

-- Orders of deleted accounts that were not picked up within a year, by the digest of the verified email and phone.
create table private.earlier_no_shows (
  contact_hash bytea not null,
  ordered_at timestamptz not null
);
create index earlier_no_shows_contact_hash on private.earlier_no_shows (contact_hash);

-- Returns the digests of an account's verified email and phone.
create function private.contact_hashes(user_id uuid) returns setof bytea
language sql stable set search_path = '' as $$
  select sha256(convert_to(contact, 'UTF8'))
  from auth.users
  cross join lateral (values
    (lower(private.verified_email(users.id))), (case when users.phone_confirmed_at is not null then users.phone end)
  ) as contacts (contact)
  where users.id = contact_hashes.user_id and contact <> '';
$$;

-- Keeps that orders were not picked up when their account is deleted. Security definer: the auth service deletes it.
create function private.remember_no_shows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Lock order everywhere: orders, then the profile, to which the cancellation of an order refers.
  perform 1 from public.orders where orders.user_id = old.id order by orders.id for update;
  delete from private.earlier_no_shows where ordered_at < now() - interval '1 year';
  insert into private.earlier_no_shows (contact_hash, ordered_at)
  select hashes.contact_hash, orders.created_at
  from private.contact_hashes(old.id) as hashes (contact_hash)
  cross join public.orders
  where orders.user_id = old.id and orders.cancel_reason = 'no_show' and orders.created_at > now() - interval '1 year';
  return old;
end;
$$;
create trigger remember_no_shows before delete on auth.users for each row execute function private.remember_no_shows();

-- Counts a year's orders that were not picked up and paid, also of a deleted account with the same verified contact.
create function private.count_no_shows(user_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select (
    select count(*) from public.orders
    where orders.user_id = count_no_shows.user_id and orders.cancel_reason = 'no_show'
      and orders.created_at > now() - interval '1 year'
  ) + coalesce((
    select max(earlier.no_show_count) from (
      select count(*) as no_show_count from private.earlier_no_shows as earlier
      where earlier.contact_hash in (select private.contact_hashes(count_no_shows.user_id))
        and earlier.ordered_at > now() - interval '1 year'
      group by earlier.contact_hash
    ) as earlier
  ), 0);
$$;

-- Returns why the customer of this order may not pay it in the store, as a code with its amount after a space; null if
-- they may once they are verified. app/features/payments/pay-in-store-error-text.ts has the texts.
create function private.pay_in_store_error(target public.orders) returns text
language plpgsql stable set search_path = '' as $$
declare
  terms public.pay_in_store_settings;
begin
  select * into terms from public.pay_in_store_settings;
  return case
    when not terms.is_on then 'turned_off'
    when target.status <> 'pending' or target.channel <> 'online' or target.total = 0
      then 'changed'
    when target.delivery_type <> 'pickup' then 'not_pickup'
    when target.window_ends_at is null then 'no_time'
    when target.total > terms.max_total then 'above_limit ' || to_char(terms.max_total, 'FM999999990.00')
    when terms.needs_completed_order and not exists (
      select from public.orders where orders.user_id = target.user_id and orders.status = 'completed'
    ) then 'first_order'
    when terms.max_no_shows > 0 and private.count_no_shows(target.user_id) >= terms.max_no_shows
      then 'not_picked_up'
    when (
      select count(*) from public.pay_in_store_orders as chosen
      join public.orders on orders.id = chosen.order_id
      where orders.user_id = target.user_id and orders.status = 'cancelled' and orders.cancelled_by = 'customer'
        and chosen.chosen_at > now() - interval '7 days'
    ) >= 3 then 'often_canceled'
    when exists (
      select from public.pay_in_store_orders as waiting
      join public.orders on orders.id = waiting.order_id
      where waiting.is_waiting and orders.user_id = target.user_id and orders.id <> target.id
    ) then 'other_order'
  end;
end;
$$;

-- Returns whether the account has a verified email address or phone number.
create function private.is_verified(user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select private.verified_email(is_verified.user_id) is not null
    or exists (select from auth.users where users.id = is_verified.user_id and users.phone_confirmed_at is not null);
$$;

-- Returns the end of the order's pickup time plus the grace time.
create function private.hold_until(target public.orders) returns timestamptz
language sql stable set search_path = '' as $$
  select target.window_ends_at + make_interval(mins => terms.grace_minutes) from public.pay_in_store_settings as terms;
$$;

create function public.check_pay_in_store(order_id uuid)
returns table (is_offered boolean, error text, pay_by timestamptz, is_chosen boolean, needs_proof boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  target public.orders;
  problem text;
begin
  perform private.require_session();
  select * into target from public.orders
  where orders.id = check_pay_in_store.order_id and orders.user_id = (select auth.uid());
  perform private.reject_if(target.id is null, 'PT404', 'This order doesn''t exist.');
  is_chosen := target.pays_in_store;
  problem := private.pay_in_store_error(target);
  is_offered := not is_chosen and problem is null;
  error := case when not is_chosen and target.delivery_type = 'pickup' and target.window_ends_at is not null
    and (select terms.is_on from public.pay_in_store_settings as terms) then problem end;
  pay_by := coalesce(
    (select waiting.pay_by from public.pay_in_store_orders as waiting where waiting.order_id = target.id),
    private.hold_until(target)
  );
  needs_proof := not private.is_verified(target.user_id);
  return next;
end;
$$;
comment on function public.check_pay_in_store(uuid) is 'For the order''s owner: whether they may pay it in the store, '
  'else why not, as a code (null for orders that nobody could pay there), until when it is held, whether they chose '
  'it, and whether they must verify their email address or phone number first. Security definer: customers do not read '
  'the settings. May be null: error, pay_by.';
grant execute on function public.check_pay_in_store(uuid) to authenticated;

-- Holds an order that is paid in the store until its new time is over.
create function private.extend_store_hold(new public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  held_until timestamptz;
begin
  update public.pay_in_store_orders as waiting set pay_by = private.hold_until(new)
  where waiting.order_id = new.id and waiting.is_waiting returning waiting.pay_by into held_until;
  new.window_reserved_until := coalesce(held_until, new.window_reserved_until);
  return new;
end;
$$;

-- Restocks an order that was not paid in the store; a paid one gets the status that packing has reached.
create function private.end_store_hold(new public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  ended public.pay_in_store_orders;
begin
  update public.pay_in_store_orders as waiting set is_waiting = false
  where waiting.order_id = new.id and waiting.is_waiting returning * into ended;
  if new.status = 'cancelled' then
    perform private.return_stock(new.id);
    perform private.delete_picks(new.id);
    perform pg_notify('desk', new.id::text);
    return;
  end if;
  -- It goes on where packing is.
  update public.orders set status = 'preparing' where orders.id = new.id and ended.packing_at is not null;
  update public.orders set status = 'ready' where orders.id = new.id and ended.ready_at is not null;
end;
$$;

-- Returns whether staff took this step before the order was paid.
create function private.was_packed_unpaid(order_id uuid, to_status text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.pay_in_store_orders as packed
    where packed.order_id = was_packed_unpaid.order_id and not packed.is_waiting and case was_packed_unpaid.to_status
      when 'preparing' then packed.packing_at is not null when 'ready' then packed.ready_at is not null else false end
  );
$$;
