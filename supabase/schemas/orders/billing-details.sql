-- Billing details of an order: who pays and where the receipt goes; validated as in the form.
create table public.billing_details (
  order_id uuid primary key references public.orders (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  email private.email_address not null,
  phone text not null check (phone ~ '^[0-9]{10}$'),
  line1 text not null check (btrim(line1) <> '' and char_length(line1) <= 300),
  city text not null check (btrim(city) <> '' and char_length(city) <= 100),
  state text not null check (btrim(state) <> '' and char_length(state) <= 100),
  postal_code text not null check (btrim(postal_code) <> '' and char_length(postal_code) <= 20),
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now()
);

grant select, insert (order_id, name, email, phone, line1, city, state, postal_code, country),
  update (order_id, name, email, phone, line1, city, state, postal_code, country)
  on public.billing_details to authenticated;
create policy "billing details are read by whoever reads their order" on public.billing_details
  for select to authenticated using (order_id = any (array(select private.shown_order_ids())) or (
    order_id between (select private.min_order_id()) and (select private.max_order_id())
    and created_at between '-infinity' and (select case when private.can_manage() then 'infinity'::timestamptz end)
  ));
create policy "owners of a pending order give billing details" on public.billing_details
  for insert to authenticated with check (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ));
create policy "owners of a pending order change billing details" on public.billing_details
  for update to authenticated using (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ));

-- Security definer, as write_delivery_phone.
create function private.before_billing_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  -- An invalid number stays as typed, and the column's check rejects it.
  new.phone := coalesce(private.phone_digits(new.phone), new.phone);
  return new;
end;
$$;
create trigger before_billing_write before insert or update on public.billing_details
  for each row execute function private.before_billing_write();

-- Gives an account without a name the name of its first billing details.
create function private.name_profile(billing public.billing_details) returns void
language plpgsql set search_path = '' as $$
begin
  update public.profiles set name = btrim(billing.name)
  from public.orders
  where orders.id = billing.order_id and profiles.id = orders.user_id and btrim(coalesce(profiles.name, '')) = '';
end;
$$;
