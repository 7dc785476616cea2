-- A logged-in customer's cart is also saved here, in case the browser drops it, and for other devices: one row per
-- cart, from its first item until billing, the latest five of each customer.
create table public.saved_carts (
  id uuid not null, -- Created by the browser with the cart's first item.
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- Items in the format of the browser's cartItems; prices are read again on restore.
  items jsonb not null check (
    jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 200
    and octet_length(items::text) <= 131072
  ),
  saved_at timestamptz not null default now(),
  primary key (user_id, id)
);

grant select, delete, insert (id, items), update (id, items) on public.saved_carts to authenticated;
create policy "users manage their own carts" on public.saved_carts
  for all to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()))
  with check (user_id = (select auth.uid()));
-- Without the session check, so that the trigger reports an ended session.
create policy "users change their own carts" on public.saved_carts
  for update to authenticated using (user_id = (select auth.uid()));

-- Keeps five carts per customer, none older than 30 days. Serialized. Security definer, as require_session.
create function private.write_saved_cart() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('carts:' || new.user_id, 0));
    -- Saving a known cart again needs no place.
    if not exists (
      select from public.saved_carts as carts where carts.user_id = new.user_id and carts.id = new.id
    ) then
      delete from public.saved_carts
      where user_id = new.user_id and (
        saved_at < now() - interval '30 days'
        or id in (
          select id from public.saved_carts where user_id = new.user_id order by saved_at desc, id offset 4
        )
      );
    end if;
  end if;
  new.saved_at := now();
  return new;
end;
$$;
create trigger write_saved_cart before insert or update on public.saved_carts
  for each row execute function private.write_saved_cart();
