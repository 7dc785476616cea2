-- Staff accounts without orders are no longer listed as customers.
create function private.is_staff_account(account uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.profiles left join public.staff on staff.user_id = profiles.id
    where profiles.id = is_staff_account.account and (profiles.role = 'admin' or staff.user_id is not null)
  );
end;
$$;
comment on function private.is_staff_account(uuid) is 'Whether the account is the owner''s or has a staff role.';

create or replace function public.list_customers(
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
comment on function public.list_customers(text, text, text, text, uuid, integer) is
  'For the owner and managers: customers whose name and email contain these words, or one of whose phone numbers these '
  '4 or more digits in any format, with this tag; no merged accounts, and no staff without orders. Sorted by last_order (the latest first), spend (the highest first), or '
  'name; the next page begins after sort_value and id of the last row. Security definer: one check instead of one per row.';
grant execute on function public.list_customers(text, text, text, text, uuid, integer) to authenticated;

create or replace function public.read_customer(customer_id uuid) returns jsonb
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
    'is_staff', private.is_staff_account(customer.user_id),
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

create or replace function public.begin_customer_deletion(customer_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  customer private.customers;
begin
  perform private.require_owner('begin_customer_deletion');
  customer := private.get_customer(begin_customer_deletion.customer_id);
  if private.is_staff_account(customer.user_id) then
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
