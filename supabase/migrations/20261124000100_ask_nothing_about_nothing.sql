-- A trigger of a statement that changed nothing, and a change of which nothing is missing, have nothing to do; and what the
-- worker asks in each round, and a discount at each step, keeps its plan for the connection (plpgsql).
create or replace function private.write_traits(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.product_traits as traits
  using public.products
  where traits.product_id = any (write_traits.product_ids) and products.id = traits.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  insert into private.product_traits as traits (
    product_id, category, created_at, sort_name, price, is_offer, can_be_bought, dimension, unit_price, storage,
    free_of, sizes
  )
  select products.id, products.category, products.created_at,
    regexp_replace(lower(normalize(products.name, nfkd)), '[\u0300-\u036f]+', '', 'g'),
    shown.price, shown.is_offer, not products.is_sold_out, measured.dimension,
    shown.price / (shown.amount * measured.factor), products.storage,
    private.free_of(products.contains, products.may_contain, products.ingredients),
    case
      when products.is_sold_out or products.amount is not null then '{}'
      else array(
        select each ->> 'label' from jsonb_array_elements(products.sizes) as each
        where each -> 'is_sold_out' = 'false' and each -> 'amount' = 'null'
      )
    end
  from public.products
  cross join lateral (
    select
      case
        when size.price is null then coalesce(products.discount_price, products.price)
        else coalesce(size.discount_price, size.price)
      end as price,
      case when size.price is null then products.discount_price else size.discount_price end is not null as is_offer,
      coalesce(size.amount, products.amount) as amount,
      coalesce(size.unit, products.unit) as unit
    from (select 1) as once
    left join rows from (
      jsonb_to_recordset(products.sizes) as (price numeric, discount_price numeric, amount numeric, unit text)
    ) with ordinality as size (price, discount_price, amount, unit, place) on true
    order by 1, size.place
    limit 1
  ) as shown
  left join (
    values ('oz', 1, 1), ('lb', 1, 16), ('fl oz', 2, 1), ('ct', 3, 1), ('each', 3, 1), ('yd', 4, 1)
  ) as measured (unit, dimension, factor) on measured.unit = shown.unit
  where products.id = any (write_traits.product_ids) and products.archived_at is null and products.pictures_ready
  order by products.id
  on conflict (product_id) do update set
    category = excluded.category, created_at = excluded.created_at, sort_name = excluded.sort_name,
    price = excluded.price, is_offer = excluded.is_offer, can_be_bought = excluded.can_be_bought,
    dimension = excluded.dimension, unit_price = excluded.unit_price, storage = excluded.storage,
    free_of = excluded.free_of, sizes = excluded.sizes;
end;
$$;

create or replace function private.index_products(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  names text;
  joined_names text;
  descriptions text;
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.search_documents as document
  using public.products
  where document.product_id = any (product_ids) and products.id = document.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  with texts as materialized (
    select products.id, products.is_sold_out, coalesce(products.discount_price, products.price) as price,
      array(
        select distinct private.search_key(whole) from unnest(
          array[products.name] || regexp_split_to_array(products.name, '[(),/]')
          || regexp_split_to_array(products.also_called, ',')
        ) as whole
        where whole ~ '[^[:space:]]'
      ) as keys,
      private.search_text(products.name) as name,
      cardinality(string_to_array(
        private.search_text(regexp_replace(products.name, '\([^)]*\)', '', 'g')), ' '
      )) as word_count,
      private.search_text(products.also_called) as also_called,
      private.search_text(concat_ws(
        ' ', products.size, trim_scale(products.amount), products.unit,
        jsonb_path_query_array(products.sizes, '$[*].label')
      )) as size,
      private.search_text(concat_ws(' ', categories.title, products.description_header, products.ingredients)) as facts,
      private.search_text(products.description) as description
    from public.products
    join public.categories on categories.prefix = products.category
    where products.id = any (product_ids) and products.archived_at is null and products.pictures_ready
  ), parts as materialized (
    select texts.*,
      to_tsvector('pg_catalog.english', texts.name || ' ' || private.joined_words(texts.name)) as named,
      to_tsvector('pg_catalog.english', texts.also_called || ' ' || private.joined_words(texts.also_called)) as other,
      to_tsvector('pg_catalog.english', texts.facts || ' ' || texts.description) as described
    from texts
  ), known as materialized (
    select parts.*, parts.named || parts.other as called, to_tsvector(
      'pg_catalog.english', private.synonyms_of(parts.named || parts.other) || ' ' || parts.size
    ) as synonyms
    from parts
  ), written as (
    insert into private.search_documents as document
      (product_id, named, called, known, said, keys, word_count, is_sold_out, price)
    select known.id, known.named, known.called, known.called || known.synonyms,
      known.called || known.synonyms || known.described
        || to_tsvector('pg_catalog.english', private.synonyms_of(known.described)),
      known.keys || array(
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = any (known.keys))
      ), known.word_count, known.is_sold_out, known.price
    from known
    order by known.id
    on conflict (product_id) do update set
      named = excluded.named, called = excluded.called, known = excluded.known, said = excluded.said,
      keys = excluded.keys, word_count = excluded.word_count, is_sold_out = excluded.is_sold_out, price = excluded.price
  )
  select string_agg(concat_ws(' ', texts.name, texts.also_called, texts.facts), ' '),
    string_agg(private.joined_words(texts.name) || ' ' || private.joined_words(texts.also_called), ' '),
    string_agg(concat_ws(' ', texts.description, texts.size), ' ')
  into names, joined_names, descriptions
  from texts;
  perform private.learn_words(names, true);
  perform private.learn_words(joined_names, true, true);
  perform private.learn_words(descriptions, false);
end;
$$;

create or replace function private.renew_sizes(product_ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  -- Locked first: whoever comes second reads the sizes as the first left them.
  perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
  -- The row trigger of products writes them, and whether all are sold out. One statement for all: it renews the
  -- pages once, and waits for them only when it holds every product that it needs.
  update public.products set sizes = private.sizes_now(products.id)
  where products.id = any (product_ids) and products.sizes is distinct from private.sizes_now(products.id);
end;
$$;

create or replace function private.mark_sold_out(product_ids bigint[], size_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if coalesce(cardinality(product_ids), 0) + coalesce(cardinality(size_ids), 0) = 0 then
    return;
  end if;
  perform private.lock_goods(product_ids, size_ids);
  update public.product_stock as stock set stock_count = 0
  where stock.product_id = any (product_ids) and stock.stock_count > 0;
  update public.size_stock as stock set stock_count = 0
  where stock.size_id = any (size_ids) and stock.stock_count > 0;
  update public.products set availability = 'sold_out'
  where products.id = any (product_ids) and products.availability = 'available';
  update public.product_sizes as sizes set availability = 'sold_out'
  where sizes.id = any (size_ids) and sizes.availability = 'available';
end;
$$;

create or replace function private.discount_shares(discount public.discount_codes, lines public.order_items[])
returns table (place integer, cents bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with goods as (
      select subscript as place,
        round((discount_shares.lines[subscript]).unit_price * (discount_shares.lines[subscript]).quantity * 100) as cents,
        cardinality(discount.categories) = 0 or exists (
          select from public.products
          where products.id = (discount_shares.lines[subscript]).product_id
            and products.category = any (discount.categories)
        ) as is_meant
      from generate_subscripts(discount_shares.lines, 1) as subscript
    ), sums as (
      select sum(goods.cents) as in_all, sum(goods.cents) filter (where goods.is_meant) as meant from goods
    ), whole as (
      select sums.meant, greatest(0, least(
        coalesce(round(sums.meant * discount.percent / 100), discount.amount * 100), sums.meant,
        -- Less than that cannot be paid by card.
        sums.in_all - 50
      )) as cents
      from sums where sums.in_all >= discount.least_goods * 100 and sums.meant > 0
    ), parts as (
      select goods.place, whole.cents as whole, goods.cents * whole.cents / whole.meant as exact
      from goods, whole where goods.is_meant and whole.cents > 0
    )
    select parts.place, (floor(parts.exact) + case
      when row_number() over (order by parts.exact - floor(parts.exact) desc, parts.place)
        <= parts.whole - sum(floor(parts.exact)) over () then 1
      else 0
    end)::bigint
    from parts;
end;
$$;

create or replace function private.discount_problem(discount public.discount_codes, head public.orders, lines public.order_items[])
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when now() < discount.valid_from then 'This code is not valid yet.'
    when now() >= discount.valid_until then 'This code is no longer valid.'
    -- An order of the same person that waits for its payment is this one, or is replaced by it and gives its use back.
    when discount.used_count - (
      select count(*) from public.orders
      where orders.user_id = discount_problem.head.user_id and orders.status = 'pending'
        and orders.discount_code_id = discount.id and orders.discount > 0
    ) >= discount.max_uses then 'This code has been used up.'
    when discount.once_per_person and exists (
      select from public.orders
      where orders.user_id = discount_problem.head.user_id and orders.discount_code_id = discount.id
        and orders.discount > 0 and orders.status <> 'pending' and orders.cancelled_by is null
    ) then 'You have used this code already.'
    when (
      select sum(line.unit_price * line.quantity) from unnest(discount_problem.lines) as line
    ) < discount.least_goods then format(
      'This code is for orders from $%s on.', to_char(discount.least_goods, 'FM999999990.00')
    )
    when not exists (select from private.discount_shares(discount, discount_problem.lines))
      then 'This code is for other goods.'
  end;
end;
$$;

create or replace function public.claim_refunds(max_count integer) returns setof public.refunds
language plpgsql security definer set search_path = ''
as $$
begin
  return query
    update public.refunds
    set attempts = refunds.attempts + 1, next_attempt_at = now() + private.retry_wait(refunds.attempts + 1)
    where refunds.id in (
      select due.id from public.refunds as due
      where due.status = 'requested' and due.next_attempt_at <= now()
        -- What was paid in the store is given back there, by people.
        and exists (
          select from public.payments
          where payments.payment_intent_id = due.payment_intent_id and payments.method = 'card'
        )
      order by due.next_attempt_at
      limit claim_refunds.max_count
      for update skip locked
    )
    returning *;
end;
$$;

create or replace function public.claim_mails(max_count integer) returns setof public.outgoing_mails
language plpgsql security definer set search_path = ''
as $$
begin
  return query
    update public.outgoing_mails as mails
    set attempts = mails.attempts + 1, next_attempt_at = now() + private.retry_wait(mails.attempts + 1)
    where mails.id in (
      select due.id from public.outgoing_mails as due
      where due.status = 'waiting' and due.next_attempt_at <= now()
      order by due.next_attempt_at
      limit claim_mails.max_count
      for update skip locked
    )
    returning *;
end;
$$;

create or replace function public.list_unclosed_intents(max_count integer)
returns table (order_id uuid, payment_intent_id text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select orders.id, orders.payment_intent_id from public.orders
    where orders.status = 'cancelled' and orders.intent_closed_at is null and orders.payment_intent_id is not null
    order by orders.created_at
    limit list_unclosed_intents.max_count;
end;
$$;

create or replace function public.list_abandoned_orders(max_count integer)
returns table (order_id uuid, payment_intent_id text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select orders.id, orders.payment_intent_id from public.orders
    where orders.status = 'pending' and orders.created_at < now() - interval '24 hours'
    order by orders.created_at
    limit list_abandoned_orders.max_count;
end;
$$;

create or replace function public.list_orders_to_reconcile(max_count integer default 1000)
returns table (order_id uuid, payment_intent_id text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select pending.id, pending.payment_intent_id
    from (
      select orders.id, orders.payment_intent_id, orders.created_at,
        row_number() over (order by orders.created_at desc, orders.id) as from_newest,
        row_number() over (order by orders.created_at, orders.id) as from_oldest
      from (
        select orders.id, orders.payment_intent_id, orders.created_at from public.orders
        where orders.status = 'pending' and orders.payment_intent_id is not null
        union all
        select fees.order_id, fees.payment_intent_id, fees.agreed_at from public.delivery_fees as fees
        where fees.paid_at is null and fees.payment_intent_id is not null
      ) as orders
    ) as pending
    order by least(pending.from_newest, pending.from_oldest), pending.created_at desc
    limit list_orders_to_reconcile.max_count;
end;
$$;

create or replace function public.list_unread_refunds(max_count integer) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select payments.payment_intent_id from public.payments
    where payments.refunds_unread limit list_unread_refunds.max_count;
end;
$$;
