-- The cart lives in the browser. For a logged-in customer it is also saved here, so that it can be restored after the
-- browser dropped it, or on another device. One row per cart, from its first item until billing.
create table public.saved_carts (
  id uuid not null,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  items jsonb not null check (
    jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 200
    and octet_length(items::text) <= 131072
  ),
  saved_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table public.saved_carts is 'Carts that were neither ordered nor emptied: each customer''s latest five.';
comment on column public.saved_carts.id is 'Created by the browser with the cart''s first item.';
comment on column public.saved_carts.items is
  'Items in the format of the browser''s cartItems; prices are read again on restore.';

alter table public.saved_carts enable row level security;
revoke all on public.saved_carts from anon, authenticated;
grant select, delete on public.saved_carts to authenticated;
grant insert (id, items), update (id, items) on public.saved_carts to authenticated;
create policy "users read their own carts" on public.saved_carts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_session_active()));
create policy "users add their own carts" on public.saved_carts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their own carts" on public.saved_carts
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "users remove their own carts" on public.saved_carts
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_session_active()));

create trigger require_active_session before insert or update on public.saved_carts
  for each statement execute function private.require_active_session();

create function private.write_saved_cart() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('carts:' || new.user_id, 0));
  end if;
  new.saved_at := now();
  return new;
end;
$$;
comment on function private.write_saved_cart() is
  'Serialized, so that two new carts cannot both take the last place.';

create trigger write_saved_cart before insert or update on public.saved_carts
  for each row execute function private.write_saved_cart();

create function private.delete_old_carts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.saved_carts
  where user_id = new.user_id and id <> new.id and (
    saved_at < now() - interval '30 days'
    or id in (
      select id from public.saved_carts
      where user_id = new.user_id and id <> new.id
      order by saved_at desc, id
      offset 4
    )
  );
  return null;
end;
$$;
comment on function private.delete_old_carts() is
  'Keeps five carts per customer: deletes older ones and those older than 30 days.';

create trigger delete_old_carts after insert on public.saved_carts
  for each row execute function private.delete_old_carts();
