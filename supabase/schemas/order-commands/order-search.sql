-- Search, filters, and pages of all orders, for the owner and managers. Designed for a million orders: each filter is
-- an equality on one index, words are found in one document per order, pages continue after the last order shown.

-- Returns unpaid, paid, partly_refunded, or refunded; none if canceled unpaid. Without search_path, as private.is_open.
create function private.payment_state(status text, paid_amount numeric, refunded_amount numeric) returns text
language sql immutable parallel safe
return case
  when paid_amount = 0 then case when private.is_canceled(status) then 'none' else 'unpaid' end
  when refunded_amount = 0 then 'paid'
  when refunded_amount < paid_amount then 'partly_refunded'
  else 'refunded'
end;
grant execute on function private.payment_state(text, numeric, numeric) to authenticated, service_role;

create index orders_filtered on public.orders (
  status, delivery_type, (private.payment_state(status, paid_amount, refunded_amount)), created_at desc, order_number desc
);
create index orders_fees_to_agree on public.orders (created_at) where not delivery_included and private.is_open(status);

-- Words of each order, for the search: its number, and name, email, phone, and products. Maintained by triggers.
create table private.order_documents (
  order_id uuid primary key references public.orders (id) on delete cascade,
  created_at timestamptz not null,
  order_number bigint not null,
  -- Words of private.search_text, whole emails, #number, +phone, and -phone with reversed digits, to find last digits.
  document tsvector not null
);
-- Without a pending list, which each search would read.
create index order_documents_document on private.order_documents using gin (document) with (fastupdate = off);

-- Returns the digits of a phone number, without the country code of the United States.
create function private.phone_of_search(typed text) returns text
language sql immutable parallel safe
return regexp_replace(
  regexp_replace(private.fold_text(phone_of_search.typed), '[^0-9]+', '', 'g'), '^1([0-9]{10})$', '\1'
);

-- Writes the documents of these orders.
create function private.write_order_documents(order_ids uuid[]) returns void
-- PostgreSQL would plan the first statement again for each call.
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  -- A change at the same moment is in the snapshot of the next statement only if this waits for it.
  perform from private.order_documents as documents
  where documents.order_id = any (write_order_documents.order_ids) order by documents.order_id for update;
  insert into private.order_documents as documents (order_id, created_at, order_number, document)
  select orders.id, orders.created_at, orders.order_number, (
    select array_to_tsvector(array_agg(left(lexeme, 200)))
    from (
      select unnest(string_to_array(private.search_text(concat_ws(
        ' ', billing.name, profiles.name, orders.customer_name, billing.email, orders.customer_email,
        (select string_agg(items.product_name, ' ') from public.order_items as items where items.order_id = orders.id)
      )), ' '))
      union all
      select translate(private.fold_text(email), '\', '') from unnest(array[billing.email, orders.customer_email]) as email
      union all
      select '#' || orders.order_number
      union all
      select unnest(array['+' || digits, '-' || reverse(digits)])
      from (
        select private.phone_of_search(phone) as digits
        from unnest(array[orders.delivery_phone_number, billing.phone]) as phone
      ) as phones
      where digits <> ''
    ) as lexemes (lexeme)
    where lexeme <> ''
  )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.id = any (write_order_documents.order_ids)
  order by orders.id
  on conflict (order_id) do update set created_at = excluded.created_at, document = excluded.document
  where (documents.created_at, documents.document) is distinct from (excluded.created_at, excluded.document);
end;
$$;

-- Finds the order with this number, and phone numbers that begin or end with these three or more digits.
create function private.digits_query(digits text) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  number constant tsquery := format('''#%s'' | ''%s''', digits, digits)::tsquery;
  phone constant text := private.phone_of_search(digits);
begin
  return case when length(phone) < 3 then number
    else number || format('''+%s'':* | ''-%s'':*', phone, reverse(phone))::tsquery end;
end;
$$;

-- Returns the query for typed words: all of them, as starts of words, numbers, emails, or digits of phones; or null.
create function private.order_query(words text) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := btrim(private.fold_text(left(coalesce(words, ''), 100)));
  digits constant text := regexp_replace(typed, '[^0-9]+', '', 'g');
  part text;
  word text;
  terms tsquery;
begin
  if typed ~ '^(order ?#? ?|# ?)[0-9]{1,12}$' then
    return format('''#%s''', digits)::tsquery;
  elsif digits <> '' and typed ~ '^[-0-9 ()+./]+$' then
    return private.digits_query(digits);
  end if;
  foreach part in array regexp_split_to_array(typed, '\s+') loop
    if part ~ '^[0-9]+$' then
      terms := case when terms is null then private.digits_query(part) else terms && private.digits_query(part) end;
    elsif strpos(part, '@') > 1 then
      part := format('''%s'':*', translate(part, '\', ''));
      terms := case when terms is null then part::tsquery else terms && part::tsquery end;
    else
      foreach word in array string_to_array(private.search_text(part), ' ') loop
        continue when word = '';
        word := format('''%s'':*', word);
        terms := case when terms is null then word::tsquery else terms && word::tsquery end;
      end loop;
    end if;
  end loop;
  return terms;
end;
$$;

-- Returns the conditions of a filter that few orders meet.
create function private.rare_conditions(filter jsonb) returns text[]
language sql immutable
return array_remove(array[
  case filter ->> 'needs'
    when 'fee' then
      'orders.delivery_type = ''delivery'' and not orders.delivery_included and private.is_open(orders.status)'
      || ' and not exists (select from public.delivery_fees as fees where fees.order_id = orders.id)'
    when 'missing_line' then
      'orders.id in (select changes.order_id from public.substitutions as changes where changes.settled_at is null)'
  end,
  case when filter ->> 'slot_day' is not null then 'orders.window_starts_at >= $9 and orders.window_starts_at < $10' end
], null);

-- Returns a query that follows the index of the filter, once for each combination; without a filter that of all orders.
create function private.order_walk(in_range text, sorted text, is_filtered boolean) returns text
language sql immutable
return case
  when not is_filtered
    then 'select orders.id, orders.created_at, orders.order_number from public.orders where ' || in_range || ' ' || sorted
  else 'select orders.id, orders.created_at, orders.order_number
    from unnest($6) as s (status) cross join unnest($7) as d (delivery_type) cross join unnest($8) as p (payment_state)
    cross join lateral (
      select orders.id, orders.created_at, orders.order_number from public.orders
      where orders.status = s.status and orders.delivery_type = d.delivery_type
        and private.payment_state(orders.status, orders.paid_amount, orders.refunded_amount) = p.payment_state
        and ' || in_range || ' ' || sorted || '
    ) as orders ' || sorted
end;

-- Finds the orders of a filter after one of them, the newest first; backward: before it, the oldest first. The filter
-- is {words, statuses, delivery_type, payment_states, first_day, last_day, slot_day, needs}: days of the order and of
-- its window; needs is fee (to agree) or missing_line (a substitution that is not final). Volatile, as desk_column.
create function private.find_orders(
  filter jsonb, after_at timestamptz, after_number bigint, is_backward boolean, max_count integer
) returns table (id uuid, created_at timestamptz, order_number bigint)
language plpgsql volatile set search_path = ''
-- With a wrong row estimate, the planner would scan a million rows.
set enable_seqscan = off set jit = off as $$
declare
  many constant integer := 10000;
  zone constant text := (select shop.time_zone from public.store_settings as shop);
  has_words constant boolean := btrim(coalesce(filter ->> 'words', '')) <> '';
  query constant tsquery := private.order_query(coalesce(filter ->> 'words', ''));
  statuses constant text[] := array(
    select known.status from public.order_statuses as known
    where filter -> 'statuses' is null or filter -> 'statuses' ? known.status
  );
  delivery_types constant text[] := case when filter ->> 'delivery_type' is null then array['pickup', 'delivery']
    else array[filter ->> 'delivery_type'] end;
  payment_states constant text[] := array(
    select known from unnest(array['unpaid', 'paid', 'partly_refunded', 'refunded', 'none']) as known
    where filter -> 'payment_states' is null or filter -> 'payment_states' ? known
  );
  starts_at constant timestamptz := coalesce((filter ->> 'first_day')::date::timestamp at time zone zone, '-infinity');
  ends_at constant timestamptz := coalesce(((filter ->> 'last_day')::date + 1)::timestamp at time zone zone, 'infinity');
  slot_starts_at constant timestamptz := (filter ->> 'slot_day')::date::timestamp at time zone zone;
  slot_ends_at constant timestamptz := ((filter ->> 'slot_day')::date + 1)::timestamp at time zone zone;
  cursor_at constant timestamptz := coalesce(after_at, case when is_backward then '-infinity' else 'infinity' end::timestamptz);
  cursor_number constant bigint := coalesce(after_number, case when is_backward then 0 else 9223372036854775807 end);
  -- Statements consist of these constants; all values are parameters.
  direction constant text := case when is_backward then 'asc' else 'desc' end;
  in_range constant text := 'orders.created_at >= $1 and orders.created_at < $2 and (orders.created_at, orders.order_number) '
    || case when is_backward then '>' else '<' end || ' ($3, $4)';
  sorted constant text := format('order by orders.created_at %1$s, orders.order_number %1$s limit $5', direction);
  is_filtered constant boolean := filter ?| array['statuses', 'delivery_type', 'payment_states'];
  walk constant text := private.order_walk(in_range, sorted, is_filtered);
  -- Few orders are read all and sorted.
  few constant text[] := private.rare_conditions(filter);
  walked_count integer;
  walked uuid[];
  shown uuid[];
begin
  if jsonb_typeof(filter) is distinct from 'object' or (select count(*) > 20 from jsonb_object_keys(filter)) then
    raise invalid_parameter_value using message = 'A filter is one object with at most 20 keys.';
  end if;
  if has_words and query is null then
    return;
  end if;
  if not has_words and few = '{}' then
    return query execute walk
    using starts_at, ends_at, cursor_at, cursor_number, max_count, statuses, delivery_types, payment_states;
    return;
  end if;
  if few = '{}' and (
    select count(*) > many
    from (select from private.order_documents as documents where documents.document @@ query limit many + 1) as probe
  ) then
    -- Frequent words are soon found among the next orders.
    foreach walked_count in array array[2000, 20000] loop
      execute 'select array(select walked.id from (' || walk || ') as walked)' into walked
      using starts_at, ends_at, cursor_at, cursor_number, walked_count, statuses, delivery_types, payment_states;
      execute
        'select array(
          select orders.order_id from private.order_documents as orders
          where orders.order_id = any ($1) and orders.document @@ $2 ' || replace(sorted, '$5', '$3') || ')' into shown
      using walked, query, max_count;
      if cardinality(shown) = max_count or cardinality(walked) < walked_count then
        return query select documents.order_id, documents.created_at, documents.order_number
        from private.order_documents as documents where documents.order_id = any (shown);
        return;
      end if;
    end loop;
    if not is_filtered then
      return query execute
        'with few as materialized (
          select orders.order_id, orders.created_at, orders.order_number from private.order_documents as orders
          where orders.document @@ $6 and ' || in_range || '
        )
        select orders.order_id, orders.created_at, orders.order_number from few as orders ' || sorted
      using starts_at, ends_at, cursor_at, cursor_number, max_count, query;
      return;
    end if;
  end if;
  return query execute
    'with few as materialized (
      select orders.id, orders.created_at, orders.order_number from public.orders '
    || case when has_words then 'join private.order_documents as documents on documents.order_id = orders.id and documents.document @@ $11 '
      else '' end
    || 'where ' || array_to_string(few || array[
      in_range, 'orders.status = any ($6)', 'orders.delivery_type = any ($7)',
      'private.payment_state(orders.status, orders.paid_amount, orders.refunded_amount) = any ($8)'
    ], ' and ') || '
    )
    select orders.id, orders.created_at, orders.order_number from few as orders ' || sorted
  using starts_at, ends_at, cursor_at, cursor_number, max_count, statuses, delivery_types, payment_states, slot_starts_at,
    slot_ends_at, query;
end;
$$;

create type private.listed_order as (
  id uuid, number bigint, created_at timestamptz, status text, payment_state text, delivery_type text,
  window_starts_at timestamptz, window_ends_at timestamptz, needs_fee boolean, name text, phone text, email text,
  item_count bigint, total numeric, refunded numeric
);
comment on type private.listed_order is
  'Order as the table of orders shows it. As in orders: status, delivery_type, window_starts_at, window_ends_at. May be '
  'null: name, phone, email.';

create function private.order_row(target public.orders) returns private.listed_order
language sql stable set search_path = '' as $$
  select row(
    target.id, target.order_number, target.created_at, target.status,
    private.payment_state(target.status, target.paid_amount, target.refunded_amount),
    target.delivery_type, target.window_starts_at, target.window_ends_at,
    private.is_open(target.status) and target.delivery_type = 'delivery' and not target.delivery_included
      and fees.order_id is null,
    coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
    coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
    coalesce(billing.email, target.customer_email),
    (select coalesce(sum(items.quantity), 0) from public.order_items as items where items.order_id = target.id),
    -- The paid amount includes a separate delivery fee, and excludes the part of a hold that was not charged.
    case when target.paid_amount > 0 then target.paid_amount else target.total end,
    target.refunded_amount
  )::private.listed_order
  from (select) as one
  left join public.billing_details as billing on billing.order_id = target.id
  left join public.profiles on profiles.id = target.user_id
  left join public.delivery_fees as fees on fees.order_id = target.id;
$$;

-- For the owner and managers: orders that follow an order in the filter of private.find_orders, or are before it;
-- newest first, at most 500. Security definer: names and documents are in other tables.
create function public.search_orders(
  filter jsonb, after_at timestamptz default null, after_number bigint default null, is_backward boolean default false,
  max_count integer default 50
) returns private.listed_order[]
language sql stable security definer set search_path = '' as $$
  select private.require_manager('search_orders');
  select array(
    select private.order_row(orders)
    from private.find_orders(filter, after_at, after_number, is_backward, least(greatest(max_count, 1), 500)) as found
    join public.orders on orders.id = found.id
    order by orders.created_at desc, orders.order_number desc
  );
$$;
grant execute on function public.search_orders(jsonb, timestamptz, bigint, boolean, integer) to authenticated;

-- For managers: counts the orders of a filter of find_orders, up to 1,001. Security definer, as search_orders.
create function public.count_orders(filter jsonb) returns integer
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_manager('count_orders');
  -- Frequent words are counted in the order in which they are stored.
  if count_orders.filter ? 'words' and count_orders.filter - 'words' = '{}' and (
    select count(*) > 1000 from (
      select from private.order_documents as documents
      where documents.document @@ private.order_query(count_orders.filter ->> 'words') limit 1001
    ) as counted
  ) then
    return 1001;
  end if;
  return (select count(*) from private.find_orders(count_orders.filter, null, null, false, 1001));
end;
$$;
grant execute on function public.count_orders(jsonb) to authenticated;
