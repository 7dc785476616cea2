-- The cart lives in the browser; of a signed-in person it is kept here too, so that it can be offered once the browser
-- has let it go, or on another device. One row for each cart from its first thing to its billing.
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
comment on table public.saved_carts is 'Carts that were neither ordered nor emptied: the five latest of each person.';
comment on column public.saved_carts.id is 'Made by the browser with the cart''s first thing.';
comment on column public.saved_carts.items is 'As the browser keeps them under cartItems; prices are asked anew when it is put back.';

alter table public.saved_carts enable row level security;
revoke all on public.saved_carts from anon, authenticated;
grant select, delete on public.saved_carts to authenticated;
grant insert (id, items), update (id, items) on public.saved_carts to authenticated;
create policy "people read their own carts" on public.saved_carts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_session_active()));
create policy "people keep carts of their own" on public.saved_carts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own carts" on public.saved_carts
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people remove their own carts" on public.saved_carts
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_session_active()));

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
comment on function private.write_saved_cart() is 'Of two new ones at once none takes a place too many.';

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
comment on function private.delete_old_carts() is 'Five are kept: the oldest gives way, and so does what is older than 30 days.';

create trigger delete_old_carts after insert on public.saved_carts
  for each row execute function private.delete_old_carts();

create trigger require_active_session before insert or update on public.saved_carts
  for each statement execute function private.require_active_session();
