-- The customer list and the customer page of the back office, for the owner and managers.
create function private.get_customer(customer_id uuid) returns private.customers
language sql stable set search_path = '' as $$
  select private.reject_if(not exists (
    select from private.customers where customers.id = get_customer.customer_id
  ), 'PT404', 'This customer doesn''t exist.');
  select * from private.customers where customers.id = get_customer.customer_id;
$$;

-- Returns whether the account is the owner's or has a staff role.
create function private.is_staff_account(account uuid) returns boolean
language sql stable
return private.role_of(account) is not null;

create type private.listed_customer as (
  id uuid, is_guest boolean, name text, email text, phone text, order_count integer, spend numeric,
  last_order_at timestamptz, tags text[], sort_value text
);
comment on type private.listed_customer is 'Account or guest. May be null: email, phone, last_order_at.';

-- For managers: customers with this tag, whose name and email contain these words, or whose phone number has these
-- digits (4 or more); no merged accounts, and no staff without orders. Sorted by last_order or spend (descending), or
-- name; the next page begins after the last row's sort_value and id. Security definer: one check, not one per row.
create function public.list_customers(
  words text default '', tag text default null, sort text default 'last_order', after_value text default null,
  after_id uuid default null, max_count integer default 30
) returns setof private.listed_customer
language plpgsql stable security definer set search_path = '' as $$
declare
  query constant text := btrim(left(coalesce(list_customers.words, ''), 100));
  digits constant text := regexp_replace(regexp_replace(query, '[^0-9]+', '', 'g'), '^1([0-9]{10})$', '\1');
  is_phone constant boolean := length(digits) >= 4 and query ~ '^[-0-9 ()+./]+$';
  patterns constant text[] := (
    select coalesce(array_agg('%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%'), '{}')
    from regexp_split_to_table(private.fold_text(query), '\s+') as part where part <> ''
  );
  sort_key constant text := case sort
    when 'spend' then 'customers.spend'
    when 'name' then 'customers.sort_name'
    else 'coalesce(customers.last_order_at, ''-infinity''::timestamptz)'
  end;
  key_type constant text := case sort when 'spend' then 'numeric' when 'name' then 'text' else 'timestamptz' end;
  is_ascending constant boolean := list_customers.sort is not distinct from 'name';
begin
  perform private.require_manager('list_customers');
  return query execute format(
    'select customers.id, customers.guest_key is not null, customers.name, customers.email, customers.phone,
       customers.order_count, customers.spend, customers.last_order_at, customers.tags, (%1$s)::text
     from %2$s as customers
     where customers.merged_into is null and %3$s and %4$s
       and (customers.order_count > 0 or not private.is_staff_account(customers.user_id))
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
grant execute on function public.list_customers(text, text, text, text, uuid, integer) to authenticated;

-- For managers: tags of customers, the most used first, 200 at most. Security definer, as list_customers.
create function public.list_customer_tags() returns table (tag text, customer_count bigint)
language sql stable security definer set search_path = '' as $$
  select private.require_manager('list_customer_tags');
  select each.tag, count(*) from private.customers cross join unnest(customers.tags) as each (tag)
  where customers.tags <> '{}' group by each.tag order by count(*) desc, each.tag limit 200;
$$;
grant execute on function public.list_customer_tags() to authenticated;

create function private.orders_of_customer(customer private.customers) returns setof public.orders
language sql stable rows 20 as $$
  select * from public.orders where orders.user_id = customer.user_id
  union all
  select * from public.orders
  where orders.channel = 'counter'
    and private.guest_key(orders.customer_email, orders.delivery_phone_number) = customer.guest_key;
$$;

create type private.customer_note as (
  id uuid, kind text, text text, author_id uuid, author text, created_at timestamptz, edited_at timestamptz
);
comment on type private.customer_note is
  'Note or call, by a staff member. As in customer_notes: kind, author_id, edited_at. May be null: author.';
create type private.used_address as (address text, street text, unit text, city text, zip text, used_at timestamptz);
create type private.related_customer as (
  id uuid, is_guest boolean, is_merged boolean, name text, email text, phone text, order_count integer, spend numeric
);
comment on type private.related_customer is
  'Customer with the same email or phone number, or merged into another. May be null: email, phone.';

create function public.read_customer(
  customer_id uuid, out id uuid, out is_guest boolean, out name text, out email text, out phone text,
  out order_count integer, out spend numeric, out last_order_at timestamptz, out tags text[],
  out created_at timestamptz, out merged_into uuid, out is_staff boolean, out is_email_verified boolean,
  out notes private.customer_note[], out addresses private.used_address[], out substitution_preference text,
  out related private.related_customer[]
)
language sql stable security definer set search_path = '' as $$
  select private.require_manager('read_customer');
  select customer.id, customer.guest_key is not null, customer.name, customer.email, customer.phone,
    customer.order_count, customer.spend, customer.last_order_at, customer.tags, customer.created_at,
    customer.merged_into, private.is_staff_account(customer.user_id),
    private.verified_email(customer.user_id) is not null,
    array(
      select row(
        notes.id, notes.kind, notes.text, notes.author_id, authors.name, notes.created_at, notes.edited_at
      )::private.customer_note
      from public.customer_notes as notes left join public.profiles as authors on authors.id = notes.author_id
      where notes.customer_id = customer.id order by notes.created_at desc, notes.id limit 200
    ),
    array(
      select row(
        latest.delivery_address, latest.delivery_street, latest.delivery_unit, latest.delivery_city,
        latest.delivery_zip, latest.created_at
      )::private.used_address
      from (
        select distinct on (lower(placed.delivery_address)) placed.*
        from private.orders_of_customer(customer) as placed
        where placed.delivery_type = 'delivery' and placed.delivery_address <> ''
        order by lower(placed.delivery_address), placed.created_at desc
      ) as latest
      order by latest.created_at desc limit 10
    ),
    (
      select placed.substitution_preference from private.orders_of_customer(customer) as placed
      where placed.substitution_preference is not null order by placed.created_at desc limit 1
    ),
    array(
      select row(
        same.id, same.guest_key is not null, same.merged_into is not null, same.name, same.email, same.phone,
        same.order_count, same.spend
      )::private.related_customer
      from private.customers as same
      where same.id <> customer.id and (
        same.merged_into = customer.id
        or same.merged_into is null and (lower(same.email) = lower(customer.email) or same.phone = customer.phone)
      )
      order by same.merged_into is not null desc, same.order_count desc, same.id limit 10
    )
  from private.get_customer(read_customer.customer_id) as customer;
$$;
comment on function public.read_customer(uuid) is 'For managers: contact, spend, tags, notes, delivery addresses and '
  'the latest substitution preference of their orders (not the details that the account saved), and customers with the '
  'same email or phone number or merged into this one. PT404 for an unknown one. Security definer, as list_customers. '
  'May be null: email, phone, last_order_at, merged_into. As in orders: substitution_preference.';
grant execute on function public.read_customer(uuid) to authenticated;

create function public.list_customer_orders(
  customer_id uuid, after_at timestamptz default null, after_id uuid default null, max_count integer default 20
) returns table (
  id uuid, order_number bigint, status text, delivery_type text, channel text, total numeric, paid_amount numeric,
  refunded_amount numeric, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select private.require_manager('list_customer_orders');
  select placed.id, placed.order_number, placed.status, placed.delivery_type, placed.channel, placed.total,
    placed.paid_amount, placed.refunded_amount, placed.created_at
  from private.orders_of_customer(private.get_customer(list_customer_orders.customer_id)) as placed
  where list_customer_orders.after_id is null
    or (placed.created_at, placed.id) < (list_customer_orders.after_at, list_customer_orders.after_id)
  order by placed.created_at desc, placed.id desc limit least(greatest(list_customer_orders.max_count, 1), 200);
$$;
comment on function public.list_customer_orders(uuid, timestamptz, uuid, integer) is
  'For managers: orders of a customer, the latest first, after one of this time and id. Security definer, as '
  'list_customers. As in orders: status, delivery_type, channel.';
grant execute on function public.list_customer_orders(uuid, timestamptz, uuid, integer) to authenticated;

-- Returns tags without repeats, in the order given: the first spelling of a tag wins.
create function private.unique_tags(tags text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select (array_agg(typed.tag order by each.place))[1]
    from unnest(unique_tags.tags) with ordinality as each (tag, place)
    cross join lateral (select btrim(regexp_replace(each.tag, '\s+', ' ', 'g')) as tag) as typed
    group by lower(typed.tag) order by min(each.place)
  );
$$;

-- For managers: replaces a customer's tags, without repeats; 20 tags of 1 to 30 characters at most. With the expected
-- tags, PT409 if others are saved now. Security definer: callers may not write customers.
create function public.set_customer_tags(customer_id uuid, tags text[], expected jsonb default null) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  cleaned constant text[] := private.unique_tags(tags);
begin
  perform private.require_manager('set_customer_tags');
  perform private.reject_if(coalesce(cardinality(tags) > 20, true), 'PT422', 'A customer can have 20 tags at most.');
  perform private.get_customer(customer_id);
  perform private.reject_if(exists (
    select from unnest(cleaned) as each (tag) where each.tag is null or char_length(each.tag) not between 1 and 30
  ), 'PT422', 'A tag has 1 to 30 characters.');
  perform private.require_unchanged(set_customer_tags.expected, (
    select to_jsonb(customers.tags) from private.customers
    where customers.id = set_customer_tags.customer_id for no key update
  ));
  update private.customers set tags = cleaned where customers.id = set_customer_tags.customer_id;
  return cleaned;
end;
$$;
grant execute on function public.set_customer_tags(uuid, text[], jsonb) to authenticated;
