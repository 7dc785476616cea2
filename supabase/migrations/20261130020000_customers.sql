-- Customers as the back office lists them: one row per account, and one per guest. A guest is whoever orders without an
-- account, at the counter or by phone; their orders are grouped by the email that staff typed, or without one by phone
-- number. A typed address is not verified, so a guest's orders are never counted for the account with that address; the
-- customer page links both instead. Orders without email and phone belong to nobody.
create table private.customers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete cascade,
  guest_key text unique,
  name text not null default '',
  email text,
  phone text check (phone ~ '^[0-9]{10}$'),
  phones text not null default '',
  order_count integer not null default 0,
  spend numeric(12, 2) not null default 0,
  last_order_at timestamptz,
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  created_at timestamptz not null default now(),
  merged_into uuid references private.customers (id) on delete set null,
  search_text text not null generated always as (private.fold_text(name || ' ' || coalesce(email, ''))) stored,
  sort_name text not null generated always as (lower(coalesce(nullif(name, ''), email, phone, ''))) stored,
  constraint customers_are_accounts_or_guests check (num_nonnulls(user_id, guest_key) = 1),
  constraint accounts_have_one_id check (user_id is null or id = user_id),
  constraint accounts_are_merged_into_others check (merged_into is null or user_id is not null and merged_into <> id)
);
comment on table private.customers is
  'One row per account and per guest, maintained by triggers, so that pages of it need no aggregate over orders.';
comment on column private.customers.guest_key is 'Email or phone number that groups a guest''s orders: private.guest_key.';
comment on column private.customers.phone is 'Latest phone number; null if none is a US number.';
comment on column private.customers.phones is 'Latest five phone numbers, separated by spaces, for the search.';
comment on column private.customers.order_count is 'Paid orders, as private.list_sales counts them.';
comment on column private.customers.spend is 'Sales minus refunds, as private.list_sales and private.list_refunds define them.';
comment on column private.customers.last_order_at is 'When the latest order was paid.';
comment on column private.customers.merged_into is
  'Account that took over the orders of this one, whose login is closed; guard_order lets an order change its owner so.';
create index customers_merged_into on private.customers (merged_into) where merged_into is not null;
create index customers_last_order on private.customers ((coalesce(last_order_at, '-infinity'::timestamptz)), id);
create index customers_spend on private.customers (spend, id);
create index customers_name on private.customers (sort_name, id);
create index customers_email on private.customers (lower(email));
create index customers_phone on private.customers (phone);
create index customers_tags on private.customers using gin (tags);

alter table private.customers enable row level security;
revoke all on private.customers from public;

create function private.guest_key(email text, phone text) returns text
language sql immutable parallel safe
return coalesce(lower(email), substring(regexp_replace(phone, '[^0-9]', '', 'g') from '[0-9]{10}$'));
comment on function private.guest_key(text, text) is
  'Returns what groups the orders of a guest: the email, or without one the ten digits of the phone number.';
-- An index is maintained with the rights of whoever changes the order.
grant execute on function private.guest_key(text, text) to authenticated, service_role;

create index orders_guests on public.orders (private.guest_key(customer_email, delivery_phone_number), created_at desc)
  where channel = 'counter';

create function private.create_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.customers (id, user_id, name, email, phone, phones)
  select new.id, new.id, btrim(coalesce(new.name, '')), nullif(users.email, ''),
    private.phone_digits(users.phone), coalesce(private.phone_digits(users.phone), '')
  from auth.users where users.id = new.id;
  return null;
end;
$$;
comment on function private.create_customer() is 'Security definer: nobody writes customers by hand.';

create trigger create_customer after insert on public.profiles
  for each row execute function private.create_customer();

create function private.rename_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.customers set name = btrim(coalesce(new.name, '')) where customers.user_id = new.id;
  return null;
end;
$$;
comment on function private.rename_customer() is 'Security definer, as create_customer.';

create trigger rename_customer after update of name on public.profiles
  for each row when (old.name is distinct from new.name) execute function private.rename_customer();

create function private.add_customer_phone(customer_id uuid, typed text) returns void
language plpgsql set search_path = ''
as $$
declare
  digits constant text := private.phone_digits(add_customer_phone.typed);
begin
  update private.customers
  set phone = digits,
      -- Five numbers of ten digits.
      phones = left(btrim(digits || ' ' || regexp_replace(replace(customers.phones, digits, ''), '\s+', ' ', 'g')), 54)
  where customers.id = add_customer_phone.customer_id and digits is not null
    and customers.phone is distinct from digits;
end;
$$;
comment on function private.add_customer_phone(uuid, text) is 'Makes a number the customer''s latest; text that is no US number changes nothing.';

create function private.update_customer_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.customers set email = nullif(new.email, '') where customers.user_id = new.id;
  perform private.add_customer_phone(new.id, new.phone);
  return null;
end;
$$;
comment on function private.update_customer_contact() is 'Security definer, as create_customer: the auth service changes addresses.';

create trigger update_customer_contact after update of email, phone on auth.users
  for each row when (old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function private.update_customer_contact();

create function private.add_to_customer(target public.orders, sign integer) returns void
language plpgsql set search_path = ''
as $$
begin
  if target.paid_at is null and target.paid_amount = 0 then
    return;
  end if;
  update private.customers
  set order_count = customers.order_count + sign * (target.paid_at is not null)::integer,
      spend = customers.spend + sign * (target.paid_amount - target.refunded_amount),
      last_order_at = case
        when sign > 0 then greatest(customers.last_order_at, target.paid_at) else customers.last_order_at
      end
  where case
    when target.channel = 'counter'
      then customers.guest_key = private.guest_key(target.customer_email, target.delivery_phone_number)
    else customers.user_id = target.user_id
  end;
end;
$$;
comment on function private.add_to_customer(public.orders, integer) is
  'Adds (1) or subtracts (-1) an order''s count and spend. Differences, because two payments of a customer may commit at once.';

create function private.count_customer_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := case
    when new.channel = 'counter' then private.guest_key(new.customer_email, new.delivery_phone_number)
  end;
  -- The counter's name for a customer who gave none.
  typed_name constant text := case when new.customer_name = 'Walk-in' then '' else btrim(new.customer_name) end;
begin
  if tg_op = 'UPDATE' then
    perform private.add_to_customer(old, -1);
  end if;
  if key is not null and (
    tg_op = 'INSERT' or key is distinct from private.guest_key(old.customer_email, old.delivery_phone_number)
  ) then
    insert into private.customers as known (guest_key, name, email)
    values (key, typed_name, lower(new.customer_email))
    on conflict (guest_key) do update set name = excluded.name
    where excluded.name not in ('', known.name);
    perform private.add_customer_phone(customers.id, new.delivery_phone_number)
    from private.customers where customers.guest_key = key;
  elsif tg_op = 'INSERT' and new.user_id is not null then
    perform private.add_customer_phone(new.user_id, new.delivery_phone_number);
  end if;
  perform private.add_to_customer(new, 1);
  return null;
end;
$$;
comment on function private.count_customer_order() is
  'Maintains the customer of an order: contact of a new one, count and spend. Security definer, as create_customer.';

-- Deferred: the row of the customer is locked last, after orders, payments, and stock, so that nothing waits in a circle.
create constraint trigger count_new_customer_order after insert on public.orders
  deferrable initially deferred
  for each row execute function private.count_customer_order();
-- Without a list of columns, because guard_order_move sets paid_at.
create constraint trigger count_customer_order after update on public.orders
  deferrable initially deferred
  for each row when (
    (old.user_id, old.customer_email, old.paid_at, old.paid_amount, old.refunded_amount)
      is distinct from (new.user_id, new.customer_email, new.paid_at, new.paid_amount, new.refunded_amount)
    or old.channel = 'counter' and old.delivery_phone_number <> new.delivery_phone_number
  )
  execute function private.count_customer_order();

create function private.add_billing_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_customer_phone(orders.user_id, new.phone) from public.orders where orders.id = new.order_id;
  return null;
end;
$$;
comment on function private.add_billing_phone() is 'Security definer, as create_customer.';

create constraint trigger add_billing_phone after insert or update of phone on public.billing_details
  deferrable initially deferred
  for each row execute function private.add_billing_phone();

-- Notes by staff about a customer, and when staff last talked to them.
create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references private.customers (id) on delete cascade,
  kind text not null default 'note' check (kind in ('note', 'call')),
  text text not null default '' check (char_length(text) <= 2000),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint notes_have_text check (kind = 'call' or btrim(text) <> '')
);
comment on table public.customer_notes is 'Notes of the owner and managers about a customer; deleted with the customer.';
comment on column public.customer_notes.kind is 'call: staff talked to the customer by phone then, with or without a text.';
comment on column public.customer_notes.author_id is 'Null once the author''s account is deleted.';
create index customer_notes_customer_id on public.customer_notes (customer_id, created_at desc);
create index customer_notes_author_id on public.customer_notes (author_id) where author_id is not null;

alter table public.customer_notes enable row level security;
revoke all on public.customer_notes from anon, authenticated;
grant select, delete, insert (customer_id, kind, text), update (text) on public.customer_notes to authenticated;
create policy "managers read notes" on public.customer_notes
  for select to authenticated using ((select private.can_manage()));
create policy "managers add notes of their own" on public.customer_notes
  for insert to authenticated with check ((select private.can_manage()) and author_id = (select auth.uid()));
create policy "authors change their notes, the owner all" on public.customer_notes
  for update to authenticated
  using ((select private.is_admin()) or (select private.can_manage()) and author_id = (select auth.uid()))
  with check ((select private.is_admin()) or (select private.can_manage()) and author_id = (select auth.uid()));
create policy "authors delete their notes, the owner all" on public.customer_notes
  for delete to authenticated
  using ((select private.is_admin()) or (select private.can_manage()) and author_id = (select auth.uid()));

create function private.date_note_edit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.edited_at := now();
  return new;
end;
$$;

create trigger date_note_edit before update of text on public.customer_notes
  for each row when (old.text <> new.text) execute function private.date_note_edit();

-- Accounts and orders from before this migration.
insert into private.customers (id, user_id, name, email, phone, phones, created_at)
select profiles.id, profiles.id, btrim(coalesce(profiles.name, '')), nullif(users.email, ''),
  private.phone_digits(users.phone), coalesce(private.phone_digits(users.phone), ''), profiles.created_at
from public.profiles join auth.users on users.id = profiles.id;

insert into private.customers (guest_key, name, email, created_at)
select grouped.key, coalesce((array_agg(grouped.name order by grouped.created_at desc) filter (where grouped.name <> ''))[1], ''),
  lower(min(grouped.email)), min(grouped.created_at)
from (
  select private.guest_key(orders.customer_email, orders.delivery_phone_number) as key, orders.customer_email as email,
    case when orders.customer_name = 'Walk-in' then '' else btrim(orders.customer_name) end as name, orders.created_at
  from public.orders where orders.channel = 'counter'
) as grouped
where grouped.key is not null
group by grouped.key;

update private.customers
set order_count = sums.order_count, spend = sums.spend, last_order_at = sums.last_order_at
from (
  select coalesce(orders.user_id::text, private.guest_key(orders.customer_email, orders.delivery_phone_number)) as key,
    count(orders.paid_at)::integer as order_count, sum(orders.paid_amount - orders.refunded_amount) as spend,
    max(orders.paid_at) as last_order_at
  from public.orders
  where orders.user_id is not null or orders.channel = 'counter'
  group by 1
) as sums
where coalesce(customers.user_id::text, customers.guest_key) = sums.key;

update private.customers
set phone = coalesce(customers.phone, known.phones[1]),
  phones = left(array_to_string(
    array(select distinct each from unnest(customers.phone || known.phones[1:5]) as each where each is not null), ' '
  ), 54)
from (
  select used.key, array_agg(used.digits order by used.used_at desc) as phones
  from (
    select numbers.key, numbers.digits, max(numbers.used_at) as used_at
    from (
      select coalesce(orders.user_id::text, private.guest_key(orders.customer_email, orders.delivery_phone_number)) as key,
        private.phone_digits(orders.delivery_phone_number) as digits, orders.created_at as used_at
      from public.orders where orders.user_id is not null or orders.channel = 'counter'
      union all
      select orders.user_id::text, private.phone_digits(billing.phone), billing.created_at
      from public.billing_details as billing join public.orders on orders.id = billing.order_id
      where orders.user_id is not null
    ) as numbers
    where numbers.digits is not null and numbers.key is not null
    group by numbers.key, numbers.digits
  ) as used
  group by used.key
) as known
where coalesce(customers.user_id::text, customers.guest_key) = known.key;

-- The customer list and the customer page of the back office, for the owner and managers.
create function private.require_manager(called text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function ' || require_manager.called;
  end if;
end;
$$;
comment on function private.require_manager(text) is 'Rejects callers who are neither the owner nor a manager.';

create function private.get_customer(customer_id uuid) returns private.customers
language plpgsql stable set search_path = ''
as $$
declare
  found_customer private.customers;
begin
  select * into found_customer from private.customers where customers.id = get_customer.customer_id;
  if found_customer.id is null then
    raise sqlstate 'PT404' using message = 'This customer doesn''t exist.';
  end if;
  return found_customer;
end;
$$;

create function public.list_customers(
  words text default '', tag text default null, sort text default 'last_order', after_value text default null,
  after_id uuid default null, max_count integer default 30
) returns table (
  id uuid, is_guest boolean, name text, email text, phone text, order_count integer, spend numeric,
  last_order_at timestamptz, tags text[], sort_value text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  query constant text := btrim(left(coalesce(list_customers.words, ''), 100));
  digits constant text := regexp_replace(regexp_replace(query, '[^0-9]+', '', 'g'), '^1([0-9]{10})$', '\1');
  is_phone constant boolean := length(digits) >= 4 and query ~ '^[-0-9 ()+./]+$';
  patterns constant text[] := (
    select coalesce(array_agg('%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%'), '{}')
    from regexp_split_to_table(private.fold_text(query), '\s+') as part where part <> ''
  );
  sort_key constant text := case list_customers.sort
    when 'spend' then 'customers.spend'
    when 'name' then 'customers.sort_name'
    else 'coalesce(customers.last_order_at, ''-infinity''::timestamptz)'
  end;
  key_type constant text := case list_customers.sort
    when 'spend' then 'numeric' when 'name' then 'text' else 'timestamptz'
  end;
  is_ascending constant boolean := list_customers.sort is not distinct from 'name';
begin
  perform private.require_manager('list_customers');
  return query execute format(
    'select customers.id, customers.guest_key is not null, customers.name, customers.email, customers.phone,
       customers.order_count, customers.spend, customers.last_order_at, customers.tags, (%1$s)::text
     from %2$s as customers
     where customers.merged_into is null and %3$s and %4$s
     order by %1$s %5$s, customers.id %5$s limit $5',
    sort_key,
    -- "offset 0": searching all rows and sorting what matches is faster than searching in the order of an index.
    case
      when query = '' then 'private.customers'
      when is_phone then '(select * from private.customers as each where each.phones like ''%'' || $1 || ''%'' offset 0)'
      else '(select * from private.customers as each where each.search_text like all ($2) offset 0)'
    end,
    case when list_customers.tag is null then 'true' else 'customers.tags @> array[$3]' end,
    case when list_customers.after_id is null then 'true'
      else format('(%s, customers.id) %s ($4::%s, $6)', sort_key, case when is_ascending then '>' else '<' end, key_type)
    end,
    case when is_ascending then 'asc' else 'desc' end
  )
  using digits, patterns, list_customers.tag, list_customers.after_value,
    least(greatest(list_customers.max_count, 1), 200), list_customers.after_id;
end;
$$;
comment on function public.list_customers(text, text, text, text, uuid, integer) is
  'For the owner and managers: customers whose name and email contain these words, or one of whose phone numbers these '
  '4 or more digits in any format, with this tag; no merged accounts. Sorted by last_order (the latest first), spend (the highest first), or '
  'name; the next page begins after sort_value and id of the last row. Security definer: one check instead of one per row.';
grant execute on function public.list_customers(text, text, text, text, uuid, integer) to authenticated;

create function public.list_customer_tags() returns table (tag text, customer_count bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_manager('list_customer_tags');
  return query
    select each.tag, count(*) from private.customers cross join unnest(customers.tags) as each (tag)
    where customers.tags <> '{}'
    group by each.tag order by count(*) desc, each.tag limit 200;
end;
$$;
comment on function public.list_customer_tags() is
  'For the owner and managers: tags of customers, the most used first, 200 at most. Security definer, as list_customers.';
grant execute on function public.list_customer_tags() to authenticated;

create function private.orders_of_customer(customer private.customers) returns setof public.orders
language plpgsql stable set search_path = '' rows 20
as $$
begin
  if customer.user_id is not null then
    return query select orders.* from public.orders where orders.user_id = customer.user_id;
  else
    return query
      select orders.* from public.orders
      where orders.channel = 'counter'
        and private.guest_key(orders.customer_email, orders.delivery_phone_number) = customer.guest_key;
  end if;
end;
$$;

create function public.read_customer(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  customer private.customers;
begin
  perform private.require_manager('read_customer');
  customer := private.get_customer(read_customer.customer_id);
  return jsonb_build_object(
    'id', customer.id,
    'is_guest', customer.guest_key is not null,
    'is_staff', exists (
      select from public.profiles left join public.staff on staff.user_id = profiles.id
      where profiles.id = customer.user_id and (profiles.role = 'admin' or staff.user_id is not null)
    ),
    'name', customer.name,
    'email', customer.email,
    'merged_into', customer.merged_into,
    'is_email_verified', private.verified_email(customer.user_id) is not null,
    'phone', customer.phone,
    'created_at', customer.created_at,
    'order_count', customer.order_count,
    'spend', customer.spend,
    'last_order_at', customer.last_order_at,
    'tags', customer.tags,
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', notes.id, 'kind', notes.kind, 'text', notes.text, 'author_id', notes.author_id,
        'author', authors.name, 'created_at', notes.created_at, 'edited_at', notes.edited_at
      ) order by notes.created_at desc, notes.id)
      from (
        select * from public.customer_notes as noted
        where noted.customer_id = customer.id order by noted.created_at desc, noted.id limit 200
      ) as notes
      left join public.profiles as authors on authors.id = notes.author_id
    ), '[]'),
    'addresses', coalesce((
      select jsonb_agg(used order by used.used_at desc)
      from (
        select latest.delivery_address as address, latest.delivery_street as street, latest.delivery_unit as unit,
          latest.delivery_city as city, latest.delivery_zip as zip, latest.used_at
        from (
          select distinct on (lower(placed.delivery_address)) placed.*, placed.created_at as used_at
          from private.orders_of_customer(customer) as placed
          where placed.delivery_type = 'delivery' and placed.delivery_address <> ''
          order by lower(placed.delivery_address), placed.created_at desc
        ) as latest
        order by latest.used_at desc limit 10
      ) as used
    ), '[]'),
    'substitution_preference', (
      select placed.substitution_preference from private.orders_of_customer(customer) as placed
      where placed.substitution_preference is not null order by placed.created_at desc limit 1
    ),
    'related', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', others.id, 'is_guest', others.guest_key is not null, 'is_merged', others.merged_into is not null,
        'name', others.name, 'email', others.email,
        'phone', others.phone, 'order_count', others.order_count, 'spend', others.spend
      ) order by others.merged_into is not null desc, others.order_count desc, others.id)
      from (
        select * from private.customers as same
        where same.id <> customer.id and (
          same.merged_into = customer.id
          or same.merged_into is null and (lower(same.email) = lower(customer.email) or same.phone = customer.phone)
        )
        order by same.merged_into is not null desc, same.order_count desc, same.id limit 10
      ) as others
    ), '[]')
  );
end;
$$;
comment on function public.read_customer(uuid) is
  'For the owner and managers: contact, spend, tags, notes, delivery addresses and the latest substitution preference of '
  'their orders (details that an account saved stay its own), and customers with the same email or phone number or merged '
  'into this one. PT404 '
  'for an unknown one. jsonb: one snapshot in one call. Security definer, as list_customers.';
grant execute on function public.read_customer(uuid) to authenticated;

create function public.list_customer_orders(
  customer_id uuid, after_at timestamptz default null, after_id uuid default null, max_count integer default 20
) returns table (
  id uuid, order_number bigint, status text, delivery_type text, channel text, total numeric, paid_amount numeric,
  refunded_amount numeric, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_manager('list_customer_orders');
  return query
    select placed.id, placed.order_number, placed.status, placed.delivery_type, placed.channel, placed.total,
      placed.paid_amount, placed.refunded_amount, placed.created_at
    from private.orders_of_customer(private.get_customer(list_customer_orders.customer_id)) as placed
    where list_customer_orders.after_id is null
      or (placed.created_at, placed.id) < (list_customer_orders.after_at, list_customer_orders.after_id)
    order by placed.created_at desc, placed.id desc
    limit least(greatest(list_customer_orders.max_count, 1), 200);
end;
$$;
comment on function public.list_customer_orders(uuid, timestamptz, uuid, integer) is
  'For the owner and managers: all orders of a customer, the latest first, after the one of this time and id. Security '
  'definer, as list_customers.';
grant execute on function public.list_customer_orders(uuid, timestamptz, uuid, integer) to authenticated;

create function public.set_customer_tags(customer_id uuid, tags text[]) returns text[]
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  cleaned text[];
begin
  perform private.require_manager('set_customer_tags');
  if cardinality(set_customer_tags.tags) > 20 then
    raise sqlstate 'PT422' using message = 'A customer can have 20 tags at most.';
  end if;
  perform private.get_customer(set_customer_tags.customer_id);
  -- The first spelling of a tag wins, in the order given.
  select coalesce(array_agg(once.tag order by once.place), '{}') into cleaned
  from (
    select distinct on (lower(typed.tag)) typed.tag, typed.place
    from (
      select btrim(regexp_replace(each.tag, '\s+', ' ', 'g')) as tag, each.place
      from unnest(set_customer_tags.tags) with ordinality as each (tag, place)
    ) as typed
    order by lower(typed.tag), typed.place
  ) as once;
  if exists (
    select from unnest(cleaned) as each (tag) where each.tag is null or char_length(each.tag) not between 1 and 30
  ) then
    raise sqlstate 'PT422' using message = 'A tag has 1 to 30 characters.';
  end if;
  update private.customers set tags = cleaned where customers.id = set_customer_tags.customer_id;
  return cleaned;
end;
$$;
comment on function public.set_customer_tags(uuid, text[]) is
  'For the owner and managers: replaces a customer''s tags, without repeats; 20 tags of 1 to 30 characters at most. '
  'Security definer: nobody writes customers by hand.';
grant execute on function public.set_customer_tags(uuid, text[]) to authenticated;

-- Requests of a customer under the Texas Data Privacy and Security Act: to know, and to delete. The owner answers them
-- within 45 days; the audit log records each answer. Customers have no export of their own, so this is the only one.
create function private.log_customer_request(customer private.customers, request text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.add_to_audit_log(
    'customer',
    case when customer.user_id is null then 'Guest ' else 'Customer ' end
      || coalesce(customer.email, customer.phone, nullif(customer.name, ''), customer.id::text),
    null, jsonb_build_object('request', log_customer_request.request)
  );
end;
$$;
comment on function private.log_customer_request(private.customers, text) is
  'Records an export or deletion with the customer''s email or phone number: the entry must still name them when their '
  'data is gone.';

create function private.require_owner(called text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_session();
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for function ' || require_owner.called;
  end if;
end;
$$;
comment on function private.require_owner(text) is 'Rejects everyone but the owner.';

create function private.order_data(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(target)
    - array['client_secret', 'payment_intent_id', 'request_key', 'intent_closed_at', 'discount_code_id', 'user_id']
    || jsonb_build_object(
      'lines', coalesce((
        select jsonb_agg(to_jsonb(items) - array['order_id', 'stock_taken'] order by items.id)
        from public.order_items as items where items.order_id = target.id
      ), '[]'),
      'billing_details', (
        select to_jsonb(billing) - 'order_id' from public.billing_details as billing where billing.order_id = target.id
      ),
      'payments', coalesce((
        select jsonb_agg(jsonb_build_object(
          'amount', paid.amount_cents / 100.0, 'currency', paid.currency, 'purpose', paid.purpose,
          'method', paid.method, 'received_at', paid.received_at
        ) order by paid.received_at)
        from public.payments as paid where paid.order_id = target.id
      ), '[]'),
      'refunds', coalesce((
        select jsonb_agg(jsonb_build_object(
          'amount', refunds.amount_cents / 100.0, 'reason', refunds.reason, 'status', refunds.status,
          'created_at', refunds.created_at, 'settled_at', refunds.settled_at
        ) order by refunds.created_at)
        from public.refunds where refunds.order_id = target.id
      ), '[]'),
      'delivery_fee', (
        select to_jsonb(fees) - array['order_id', 'payment_intent_id', 'agreed_by']
        from public.delivery_fees as fees where fees.order_id = target.id
      ),
      'substitutions', coalesce((
        select jsonb_agg(to_jsonb(changes) - array['order_id', 'stock_taken', 'request_key', 'changed_by', 'refund_id']
          order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'status_changes', coalesce((
        select jsonb_agg(jsonb_build_object('status', changes.to_status, 'changed_at', changes.changed_at) order by changes.id)
        from public.order_status_changes as changes where changes.order_id = target.id
      ), '[]'),
      'emails', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', mails.kind, 'recipient', mails.recipient, 'created_at', mails.created_at, 'sent_at', mails.sent_at
        ) order by mails.created_at)
        from public.outgoing_mails as mails where mails.order_id = target.id and mails.kind not like 'shop\_%'
      ), '[]')
    );
end;
$$;
comment on function private.order_data(public.orders) is
  'Returns what an order says about its customer, without the store''s keys and the names of staff.';

create function public.export_customer(customer_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  customer private.customers;
  person uuid;
begin
  perform private.require_owner('export_customer');
  customer := private.get_customer(export_customer.customer_id);
  person := customer.user_id;
  perform private.log_customer_request(customer, 'data exported');
  return jsonb_build_object(
    'exported_at', now(),
    'store', (select store_settings.name from public.store_settings),
    'customer', to_jsonb(customer) - array['user_id', 'guest_key', 'search_text', 'sort_name'],
    'account', (
      select jsonb_build_object(
        'email', nullif(users.email, ''), 'phone', nullif(users.phone, ''), 'name', profiles.name,
        'created_at', profiles.created_at, 'is_email_verified', private.verified_email(users.id) is not null,
        'tax_exemption', (select exempt.certificate from public.tax_exemptions as exempt where exempt.user_id = users.id)
      )
      from auth.users join public.profiles on profiles.id = users.id where users.id = person
    ),
    'saved_addresses', coalesce((
      select jsonb_agg(to_jsonb(saved) - 'user_id' order by saved.used_at desc)
      from public.saved_addresses as saved where saved.user_id = person
    ), '[]'),
    'saved_billing', (select to_jsonb(saved) - 'user_id' from public.saved_billing as saved where saved.user_id = person),
    'saved_preferences', (
      select to_jsonb(saved) - 'user_id' from public.saved_preferences as saved where saved.user_id = person
    ),
    'saved_carts', coalesce((
      select jsonb_agg(to_jsonb(saved) - 'user_id' order by saved.saved_at desc)
      from public.saved_carts as saved where saved.user_id = person
    ), '[]'),
    'devices_with_notifications', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', devices.created_at) order by devices.created_at)
      from public.push_subscriptions as devices where devices.user_id = person
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'device', sessions.user_agent, 'signed_in_at', sessions.created_at
      ) order by sessions.created_at)
      from auth.sessions where sessions.user_id = person
    ), '[]'),
    'orders', coalesce((
      select jsonb_agg(private.order_data(placed) order by placed.created_at)
      from private.orders_of_customer(customer) as placed
    ), '[]'),
    'staff_notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', notes.kind, 'text', notes.text, 'created_at', notes.created_at, 'edited_at', notes.edited_at
      ) order by notes.created_at)
      from public.customer_notes as notes where notes.customer_id = customer.id
    ), '[]')
  );
end;
$$;
comment on function public.export_customer(uuid) is
  'For the owner, to answer a request to know: everything stored about a customer, including staff notes, which are '
  'personal data too, but not their authors. Logs the export in the same transaction. PT404 for an unknown customer. '
  'jsonb: it is one file. Security definer: it reads rows of which only the customer may read some.';
grant execute on function public.export_customer(uuid) to authenticated;

create function private.anonymize_guest(customer private.customers) returns void
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  for placed in select * from private.orders_of_customer(customer) as each order by each.id loop
    perform 1 from public.orders where orders.id = placed.id for update;
    if exists (
      select from public.orders
      where orders.id = placed.id and orders.status not in ('completed', 'cancelled', 'refunded')
    ) then
      raise sqlstate 'PT409' using
        message = format('Order %s is still open. Complete or cancel it first.', placed.order_number);
    end if;
    perform private.anonymize_order(placed.id);
    -- No last email to a guest whose data is gone.
    delete from public.outgoing_mails as mails where mails.order_id = placed.id;
    delete from private.pay_links as links where links.order_id = placed.id;
    update public.orders set customer_name = '', customer_email = null where orders.id = placed.id;
  end loop;
  delete from private.customers where customers.id = customer.id;
end;
$$;
comment on function private.anonymize_guest(private.customers) is
  'Removes a guest and their personal data from ended orders; what was sold and paid stays. 409 while an order is open.';

create function public.begin_customer_deletion(customer_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  customer private.customers;
begin
  perform private.require_owner('begin_customer_deletion');
  customer := private.get_customer(begin_customer_deletion.customer_id);
  if exists (
    select from public.profiles left join public.staff on staff.user_id = profiles.id
    where profiles.id = customer.user_id and (profiles.role = 'admin' or staff.user_id is not null)
  ) then
    raise sqlstate 'PT409' using message = 'This account is on staff. Remove its role first.';
  end if;
  perform private.log_customer_request(customer, 'data deleted');
  if customer.user_id is null then
    perform private.anonymize_guest(customer);
  end if;
  return customer.user_id;
end;
$$;
comment on function public.begin_customer_deletion(uuid) is
  'For the owner, to answer a request to delete: logs it, deletes a guest at once, and returns the account that the '
  'server deletes next, with the rules of anonymize_account; null for a guest. 409 for staff, and for a guest with an '
  'open order. Security definer: nobody writes customers and the audit log by hand.';
grant execute on function public.begin_customer_deletion(uuid) to authenticated;

-- Merging two accounts of one person. Only the owner of the orders changes: totals, payments, refunds, and statuses stay
-- as they are. The merged account keeps its email and is closed, so that nobody signs up with that address again.
create function private.check_merge(customer_id uuid, merged_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  customer constant private.customers := private.get_customer(check_merge.customer_id);
  merged constant private.customers := private.get_customer(check_merge.merged_id);
  unpaid bigint;
begin
  if customer.id = merged.id then
    raise sqlstate 'PT422' using message = 'Choose another account than this one.';
  end if;
  if customer.user_id is null or merged.user_id is null then
    raise sqlstate 'PT409' using message = 'Only accounts can be merged. A guest has none.';
  end if;
  if customer.merged_into is not null or merged.merged_into is not null then
    raise sqlstate 'PT409' using message = 'This account was merged before.';
  end if;
  if exists (
    select from public.profiles left join public.staff on staff.user_id = profiles.id
    where profiles.id in (customer.user_id, merged.user_id) and (profiles.role = 'admin' or staff.user_id is not null)
  ) then
    raise sqlstate 'PT409' using message = 'Staff accounts can''t be merged.';
  end if;
  select orders.order_number into unpaid from public.orders
  where orders.user_id = merged.user_id and orders.status = 'pending' limit 1;
  if unpaid is not null then
    raise sqlstate 'PT409' using
      message = format('Order %s is not paid yet. Wait until it is paid or canceled.', unpaid);
  end if;
end;
$$;
comment on function private.check_merge(uuid, uuid) is
  'Rejects a merge of guests, staff, merged accounts, or an account in the middle of a payment.';

create function public.preview_customer_merge(customer_id uuid, merged_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner('preview_customer_merge');
  perform private.check_merge(preview_customer_merge.customer_id, preview_customer_merge.merged_id);
  return jsonb_build_object(
    'order_count', (select count(*) from public.orders where orders.user_id = preview_customer_merge.merged_id),
    'note_count', (
      select count(*) from public.customer_notes as notes where notes.customer_id = preview_customer_merge.merged_id
    ),
    'address_count', (
      select count(*) from public.saved_addresses as saved where saved.user_id = preview_customer_merge.merged_id
    ),
    'tags', (select customers.tags from private.customers where customers.id = preview_customer_merge.merged_id)
  );
end;
$$;
comment on function public.preview_customer_merge(uuid, uuid) is
  'For the owner: what merge_customers would move, {order_count, note_count, address_count, tags}, with its errors. jsonb: '
  'one snapshot in one call. Security definer, as export_customer.';
grant execute on function public.preview_customer_merge(uuid, uuid) to authenticated;

create function public.merge_customers(customer_id uuid, merged_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  customer private.customers;
  merged private.customers;
begin
  perform private.require_owner('merge_customers');
  -- Lock order everywhere: orders, then customers.
  perform 1 from public.orders where orders.user_id = merge_customers.merged_id order by orders.id for update;
  perform 1 from private.customers
  where customers.id in (merge_customers.customer_id, merge_customers.merged_id) order by customers.id for update;
  perform private.check_merge(merge_customers.customer_id, merge_customers.merged_id);
  customer := private.get_customer(merge_customers.customer_id);
  merged := private.get_customer(merge_customers.merged_id);
  if not exists (select from auth.users where users.id = merged.user_id and users.banned_until > now()) then
    raise sqlstate 'PT409' using message = 'The login of the merged account must be closed first.';
  end if;

  update private.customers set merged_into = customer.id, tags = '{}', last_order_at = null
  where customers.id = merged.id;
  update private.customers
  set tags = (
        select coalesce((array_agg(once.tag order by once.place))[:20], '{}')
        from (
          select distinct on (lower(each.tag)) each.tag, each.place
          from unnest(customer.tags || merged.tags) with ordinality as each (tag, place)
          order by lower(each.tag), each.place
        ) as once
      ),
      phone = coalesce(customers.phone, merged.phone),
      phones = left(btrim(customers.phones || ' ' || merged.phones), 54)
  where customers.id = customer.id;
  -- A request key belongs to the browser of the merged account.
  update public.orders set user_id = customer.user_id, request_key = null where orders.user_id = merged.user_id;
  update public.customer_notes as notes set customer_id = customer.id where notes.customer_id = merged.id;
  update public.saved_addresses as saved set user_id = customer.user_id
  where saved.user_id = merged.user_id and not exists (
    select from public.saved_addresses as known
    where known.user_id = customer.user_id
      and (lower(known.street), lower(known.unit), lower(known.city), known.postal_code)
        = (lower(saved.street), lower(saved.unit), lower(saved.city), saved.postal_code)
  );
  delete from public.saved_addresses as old
  where old.id in (
    select saved.id from public.saved_addresses as saved
    where saved.user_id = customer.user_id order by saved.used_at desc, saved.id offset 10
  );
  delete from public.push_subscriptions as devices where devices.user_id = merged.user_id;
  perform private.add_to_audit_log(
    'customer', 'Customer ' || coalesce(customer.email, customer.phone, customer.id::text), null,
    jsonb_build_object(
      'request', 'account merged', 'merged', coalesce(merged.email, merged.phone, merged.id::text)
    )
  );
end;
$$;
comment on function public.merge_customers(uuid, uuid) is
  'For the owner: moves orders, notes, tags, and saved addresses of an account to another one, in one transaction, and '
  'logs it. The server has closed the login of the merged account before; its other saved details stay with it. 404, 409, '
  'and 422 as check_merge. Security definer: nobody changes the owner of orders by hand.';
grant execute on function public.merge_customers(uuid, uuid) to authenticated;

create or replace function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.discount <> old.discount or new.discount_code_id is distinct from old.discount_code_id
    or new.tax_amount <> old.tax_amount or new.delivery_tax_amount <> old.delivery_tax_amount
    or new.delivery_tax_rate <> old.delivery_tax_rate
    or new.tax_exempt_certificate is distinct from old.tax_exempt_certificate
    or new.created_at <> old.created_at
    or (
      new.user_id is not null and new.user_id is distinct from old.user_id
      -- merge_customers has recorded that the new owner's account took over the old one's.
      and not exists (
        select 1 from private.customers where customers.user_id = old.user_id and customers.merged_into = new.user_id
      )
    )
  ) then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', old.status);
  end if;
  -- Paid and refunded amounts come from the ledger, whatever the update says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select coalesce(sum(payments.amount_cents), 0) / 100.0, coalesce(sum(payments.refunded_cents), 0) / 100.0
    into new.paid_amount, new.refunded_amount
    from public.payments where payments.order_id = new.id and payments.purpose in ('order', 'delivery_fee');
  end if;
  return new;
end;
$$;

alter table public.audit_log drop constraint audit_log_kind_check;
alter table public.audit_log add constraint audit_log_kind_check check (kind in (
  'refund', 'price', 'settings', 'export', 'right', 'counter', 'import', 'fee', 'customer'
));
