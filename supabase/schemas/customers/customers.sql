-- Customers as the back office lists them: one row per account and per guest, maintained by triggers, so that pages of
-- it need no aggregate over orders. A guest is a customer who orders without an account, at the counter or by phone;
-- their orders are grouped by the email that staff typed, or without one by phone number. A typed address is not
-- verified, so a guest's orders are never counted for the account with that address; the customer page links both
-- instead. Orders without email and phone belong to no customer.
create table private.customers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete cascade,
  guest_key text unique, -- Email or phone number that groups a guest's orders: private.guest_key.
  name text not null default '',
  email text,
  phone text check (phone ~ '^[0-9]{10}$'), -- Latest phone number; null if none is a US number.
  phones text not null default '', -- Latest five phone numbers, separated by spaces, for the search.
  order_count integer not null default 0, -- Paid orders, also those whose payment is only held.
  spend numeric(12, 2) not null default 0, -- Payments, also only held, minus refunds and what a hold did not charge.
  last_order_at timestamptz, -- When the latest order was paid.
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  created_at timestamptz not null default now(),
  -- Account that took over the orders of this one, whose login is closed; guard_order allows it.
  merged_into uuid references private.customers (id) on delete set null,
  search_text text not null generated always as (private.fold_text(name || ' ' || coalesce(email, ''))) stored,
  sort_name text not null generated always as (lower(coalesce(nullif(name, ''), email, phone, ''))) stored,
  constraint customers_are_accounts_or_guests check (num_nonnulls(user_id, guest_key) = 1),
  constraint accounts_have_one_id check (user_id is null or id = user_id),
  constraint accounts_are_merged_into_others check (merged_into is null or user_id is not null and merged_into <> id)
);
create index customers_merged_into on private.customers (merged_into) where merged_into is not null;
create index customers_last_order on private.customers ((coalesce(last_order_at, '-infinity'::timestamptz)), id);
create index customers_spend on private.customers (spend, id);
create index customers_name on private.customers (sort_name, id);
create index customers_email on private.customers (lower(email));
create index customers_phone on private.customers (phone);
create index customers_tags on private.customers using gin (tags);

-- Returns the key that groups the orders of a guest: the email, or without one the ten digits of the phone number.
create function private.guest_key(email text, phone text) returns text
language sql immutable parallel safe
return coalesce(lower(email), substring(regexp_replace(phone, '[^0-9]', '', 'g') from '[0-9]{10}$'));
-- An index is maintained with the rights of the user who changes the order.
grant execute on function private.guest_key(text, text) to authenticated, service_role;

create index orders_guests on public.orders (private.guest_key(customer_email, delivery_phone_number), created_at desc)
  where channel = 'counter';

create function private.create_customer(new public.profiles) returns void
language sql set search_path = '' as $$
  insert into private.customers (id, user_id, name, email, phone, phones)
  select new.id, new.id, btrim(coalesce(new.name, '')), nullif(users.email, ''),
    private.phone_digits(users.phone), coalesce(private.phone_digits(users.phone), '')
  from auth.users where users.id = new.id;
$$;

-- Makes a number the customer's latest; text that is no US number changes nothing.
create function private.add_customer_phone(customer_id uuid, typed text) returns void
language plpgsql set search_path = '' as $$
declare
  digits constant text := private.phone_digits(typed);
begin
  update private.customers
  set phone = digits,
      -- Five numbers of ten digits.
      phones = left(btrim(digits || ' ' || regexp_replace(replace(customers.phones, digits, ''), '\s+', ' ', 'g')), 54)
  where customers.id = add_customer_phone.customer_id and digits is not null
    and customers.phone is distinct from digits;
end;
$$;

-- Returns which customer an order counts for: a guest_key for a point-of-sale order, else the account.
create function private.customer_key(target public.orders) returns text
language sql immutable
return case
  when target.channel = 'counter' then private.guest_key(target.customer_email, target.delivery_phone_number)
  else target.user_id::text
end;

-- Adds to the count and spend of an order's customer. Differences, because two payments may commit at once.
create function private.add_to_customer(target public.orders, orders integer, money numeric, paid_at timestamptz)
returns void
language plpgsql set search_path = '' as $$
declare
  key constant text := private.customer_key(target);
begin
  if key is null or (orders = 0 and money = 0 and paid_at is null) then
    return;
  end if;
  update private.customers
  set order_count = customers.order_count + add_to_customer.orders, spend = customers.spend + add_to_customer.money,
    last_order_at = greatest(customers.last_order_at, add_to_customer.paid_at)
  where customers.id = case when target.channel = 'counter' then (
    select guests.id from private.customers as guests where guests.guest_key = key
  ) else target.user_id end;
end;
$$;

-- Maintains the customer of an order: contact of a new one, count and spend.
create function private.count_customer_order(old public.orders, new public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  key constant text := case
    when new.channel = 'counter' then private.guest_key(new.customer_email, new.delivery_phone_number)
  end;
  -- The counter's name for a customer who gave none.
  typed_name constant text := case when new.customer_name = 'Walk-in' then '' else btrim(new.customer_name) end;
  order_count constant integer := (new.paid_at is not null)::integer;
  spend constant numeric := new.paid_amount - new.refunded_amount;
begin
  if key is not null and (
    old.id is null or key is distinct from private.guest_key(old.customer_email, old.delivery_phone_number)
  ) then
    insert into private.customers as known (guest_key, name, email)
    values (key, typed_name, lower(new.customer_email))
    on conflict (guest_key) do update set name = excluded.name
    where excluded.name not in ('', known.name);
    perform private.add_customer_phone(customers.id, new.delivery_phone_number)
    from private.customers where customers.guest_key = key;
  elsif new.user_id is not null and new.delivery_phone_number not in ('', coalesce(old.delivery_phone_number, '')) then
    perform private.add_customer_phone(new.user_id, new.delivery_phone_number);
  end if;
  -- No order is paid when it is inserted.
  if old.id is null then
    return;
  elsif private.customer_key(old) is not distinct from private.customer_key(new) then
    perform private.add_to_customer(
      new, order_count - (old.paid_at is not null)::integer, spend - (old.paid_amount - old.refunded_amount), new.paid_at
    );
  else
    perform private.add_to_customer(
      old, -(old.paid_at is not null)::integer, old.refunded_amount - old.paid_amount, null
    );
    perform private.add_to_customer(new, order_count, spend, new.paid_at);
  end if;
end;
$$;

-- Notes of the owner and managers about a customer, and when staff last talked to them; deleted with the customer.
create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references private.customers (id) on delete cascade,
  kind text not null default 'note' check (kind in ('note', 'call')), -- call: by phone, then, also without a text.
  text text not null default '' check (char_length(text) <= 2000),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null, -- Null: account deleted.
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint notes_have_text check (kind = 'call' or btrim(text) <> '')
);
create index customer_notes_customer_id on public.customer_notes (customer_id, created_at desc);
create index customer_notes_author_id on public.customer_notes (author_id) where author_id is not null;

grant select, delete, insert (customer_id, kind, text), update (text) on public.customer_notes to authenticated;
create policy "managers read notes" on public.customer_notes
  for select to authenticated using ((select private.can_manage()));
create policy "managers add notes of their own" on public.customer_notes
  for insert to authenticated with check ((select private.can_manage()) and author_id = (select auth.uid()));
create policy "authors change their notes, the owner all" on public.customer_notes
  for update to authenticated
  using ((select private.is_admin()) or (select private.can_manage()) and author_id = (select auth.uid()));
create policy "authors delete their notes, the owner all" on public.customer_notes
  for delete to authenticated
  using ((select private.is_admin()) or (select private.can_manage()) and author_id = (select auth.uid()));

create function private.date_note_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  return new;
end;
$$;
create trigger date_note_edit before update of text on public.customer_notes
  for each row when (old.text <> new.text) execute function private.date_note_edit();
