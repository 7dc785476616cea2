-- Details that an account saves for the next order: addresses, billing, and substitution preference. Only the
-- customer reads and writes them; staff see an address only with an order.
-- A customer's last ten delivery addresses. Without city and ZIP code, the street holds the whole address.
create table public.saved_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  street text not null check (street <> '' and char_length(street) <= 300),
  unit text not null default '' check (char_length(unit) <= 50),
  city text not null default '' check (char_length(city) <= 100),
  postal_code text not null default '' check (char_length(postal_code) <= 20),
  instructions text not null default '' check (char_length(instructions) <= 300), -- For the driver.
  -- Number for the driver to call; ten digits, or as typed if the customer confirmed it.
  phone text not null check (phone <> '' and char_length(phone) <= 50),
  used_at timestamptz not null default now(),
  constraint saved_addresses_are_plain_text check (
    street || unit || city || postal_code || instructions || phone
      !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
  )
);
create unique index saved_addresses_once on public.saved_addresses
  (user_id, lower(street), lower(unit), lower(city), postal_code);

grant select, delete, insert (street, unit, city, postal_code, instructions, phone),
  update (street, unit, city, postal_code, instructions, phone) on public.saved_addresses to authenticated;
create policy "users manage their own addresses" on public.saved_addresses
  for all to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()))
  with check (user_id = (select auth.uid()));
-- Without the session check, so that the trigger reports an ended session.
create policy "users change their own addresses" on public.saved_addresses
  for update to authenticated using (user_id = (select auth.uid()));

create trigger delete_old_addresses after insert on public.saved_addresses
  for each row execute function private.keep_latest_ten('used_at');

-- Security definer: only the store's own triggers call private.phone_digits.
create function private.write_saved_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  new.street := btrim(regexp_replace(new.street, '\s+', ' ', 'g'));
  new.unit := btrim(regexp_replace(new.unit, '\s+', ' ', 'g'));
  new.city := btrim(regexp_replace(new.city, '\s+', ' ', 'g'));
  new.postal_code := btrim(new.postal_code);
  new.instructions := btrim(regexp_replace(new.instructions, '\s+', ' ', 'g'));
  new.phone := coalesce(private.phone_digits(new.phone), btrim(regexp_replace(
    new.phone, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', '', 'g'
  )));
  new.used_at := now();
  return new;
end;
$$;

-- merge_customers changes only the owner, which is no use of the address.
create trigger write_saved_address
  before insert or update of street, unit, city, postal_code, instructions, phone on public.saved_addresses
  for each row execute function private.write_saved_address();

-- Saves the delivery address of one of the caller's orders. A known address becomes the latest, with this order's phone
-- number and instructions. Without city and ZIP code, the whole address is in its street.
create function public.save_address(
  street text, unit text, city text, postal_code text, instructions text, phone text
) returns public.saved_addresses
language sql security invoker set search_path = '' as $$
  insert into public.saved_addresses as known (street, unit, city, postal_code, instructions, phone)
  values (street, coalesce(unit, ''), coalesce(city, ''), coalesce(postal_code, ''), coalesce(instructions, ''), phone)
  on conflict (user_id, lower(street), lower(unit), lower(city), postal_code) do update
  set street = excluded.street, unit = excluded.unit, city = excluded.city,
    instructions = excluded.instructions, phone = excluded.phone
  returning *;
$$;
grant execute on function public.save_address(text, text, text, text, text, text) to authenticated;

-- Last billing details, for the next order; same shape as billing_details.
create table public.saved_billing (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  email private.email_address not null,
  phone text not null check (phone ~ '^[0-9]{10}$'),
  line1 text not null check (btrim(line1) <> '' and char_length(line1) <= 300),
  city text not null check (btrim(city) <> '' and char_length(city) <= 100),
  state text not null check (btrim(state) <> '' and char_length(state) <= 100),
  postal_code text not null check (btrim(postal_code) <> '' and char_length(postal_code) <= 20),
  country text not null check (country ~ '^[A-Z]{2}$')
);

grant select, delete, insert (name, email, phone, line1, city, state, postal_code, country),
  update (name, email, phone, line1, city, state, postal_code, country) on public.saved_billing to authenticated;
create policy "users manage their own saved billing details" on public.saved_billing
  for all to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()))
  with check (user_id = (select auth.uid()));
-- Without the session check, so that the trigger reports an ended session.
create policy "users change their own saved billing details" on public.saved_billing
  for update to authenticated using (user_id = (select auth.uid()));

create trigger before_billing_write before insert or update on public.saved_billing
  for each row execute function private.before_billing_write();

-- A customer's last substitution preference.
create table public.saved_preferences (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  substitution_preference text not null check (substitution_preference in ('replace', 'contact', 'leave_out'))
);

grant select, delete, insert (substitution_preference), update (substitution_preference)
  on public.saved_preferences to authenticated;
create policy "users manage their own preference" on public.saved_preferences
  for all to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
