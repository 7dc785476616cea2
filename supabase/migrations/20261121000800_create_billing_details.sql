-- Who pays and where the receipt goes; checked here as in the form.
create table public.billing_details (
  order_id uuid primary key references public.orders (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+$' and char_length(email) <= 320),
  phone text not null check (phone ~ '^[0-9]{10}$'),
  line1 text not null check (btrim(line1) <> '' and char_length(line1) <= 300),
  city text not null check (btrim(city) <> '' and char_length(city) <= 100),
  state text not null check (btrim(state) <> '' and char_length(state) <= 100),
  postal_code text not null check (btrim(postal_code) <> '' and char_length(postal_code) <= 20),
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now()
);
comment on table public.billing_details is 'Billing details of an order, kept apart from it.';

alter table public.billing_details enable row level security;
revoke all on public.billing_details from anon, authenticated;
grant select on public.billing_details to authenticated;
grant insert (order_id, name, email, phone, line1, city, state, postal_code, country)
  on public.billing_details to authenticated;
grant update (order_id, name, email, phone, line1, city, state, postal_code, country)
  on public.billing_details to authenticated;
create policy "owners of the order and admins read billing details" on public.billing_details
  for select to authenticated
  using (exists (select 1 from public.orders where orders.id = billing_details.order_id));
create policy "owners of a pending order give billing details" on public.billing_details
  for insert to authenticated
  with check (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ));
create policy "owners of a pending order change billing details" on public.billing_details
  for update to authenticated
  using (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ))
  with check (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ));
