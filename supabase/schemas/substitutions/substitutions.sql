-- Substitutions: a line, or part of it, is out of stock while packing and is replaced or left out. They can be undone
-- while the order is packed, and are finalized together, with one refund, when it is ready or leaves. Order lines do
-- not change; what the customer paid for them, and what a replacement costs of it, is here.
create table public.substitutions (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  order_item_id bigint not null references public.order_items (id) on delete cascade,
  kind text not null check (kind in ('replaced', 'left_out')),
  quantity integer not null check (quantity between 1 and 999), -- How many of the line were out of stock.
  replacement_product_id bigint references public.products (id),
  replacement_size_id bigint references public.product_sizes (id),
  replacement_name text,
  replacement_size_label text,
  replacement_quantity integer check (replacement_quantity between 1 and 999),
  replacement_unit_price numeric(10, 2) check (replacement_unit_price >= 0), -- Catalog price on that day.
  mark_sold_out boolean not null, -- Marks the original product as sold out when finalized.
  paid_cents bigint not null default 0 check (paid_cents >= 0), -- Paid for it, after discount and without tax.
  paid_tax_cents bigint not null default 0 check (paid_tax_cents >= 0),
  replacement_cents bigint not null default 0 check (replacement_cents >= 0), -- Of paid_cents; 0 if left out.
  replacement_tax_cents bigint not null default 0 check (replacement_tax_cents >= 0),
  refund_cents bigint not null generated always as (paid_cents + paid_tax_cents - replacement_cents - replacement_tax_cents) stored,
  stock_taken integer not null default 0 check (stock_taken >= 0), -- How many of the replacement were taken from stock.
  request_key uuid,
  changed_by uuid references public.profiles (id) on delete set null,
  changed_at timestamptz not null default now(),
  settled_at timestamptz, -- Null: it can still be undone.
  refund_id uuid references public.refunds (id), -- Null: nothing was refunded.
  unique (order_id, request_key),
  constraint replacement_is_whole check (
    case kind
      when 'replaced' then replacement_product_id is not null and replacement_name is not null
        and replacement_quantity is not null and replacement_unit_price is not null
      else replacement_product_id is null and replacement_size_id is null and replacement_name is null
        and replacement_size_label is null and replacement_quantity is null and replacement_unit_price is null
    end
  ),
  constraint customer_never_pays_more check (replacement_cents + replacement_tax_cents <= paid_cents + paid_tax_cents)
);
create index substitutions_order_item_id on public.substitutions (order_item_id);
create index substitutions_order_id on public.substitutions (order_id) where settled_at is null;
create index substitutions_settled_at on public.substitutions (settled_at) where replacement_tax_cents > paid_tax_cents;
create index substitutions_replacement_product_id on public.substitutions (replacement_product_id)
  where replacement_product_id is not null;
create index substitutions_replacement_size_id on public.substitutions (replacement_size_id)
  where replacement_size_id is not null;
create index substitutions_refund_id on public.substitutions (refund_id) where refund_id is not null;

revoke all on public.substitutions from service_role;
grant select on public.substitutions to authenticated, service_role;
create policy "customers read the settled changes of their orders, staff all that they may see" on public.substitutions
  for select to authenticated using (
    (settled_at is not null and order_id = any (array(select private.own_order_ids())))
    or order_id = any (array(select packing.order_id from private.packing_orders() as packing))
    or (
      order_id between (select private.min_order_id()) and (select private.max_order_id())
      and id between 0 and (select case when private.can_manage() then 9223372036854775807 end)
    )
  );

-- Returns how much of the paid amount this many units of a replacement cost, in cents: at its own price, with the
-- original's share of the discount, and with its own tax class on the day of the order. Never more than was paid,
-- including tax.
create function private.price_replacement(
  head public.orders, line public.order_items, quantity integer, paid_cents bigint, paid_tax_cents bigint,
  product_id bigint, catalogue_cents bigint, out replacement_cents bigint, out replacement_tax_cents bigint
)
language plpgsql stable set search_path = '' as $$
declare
  gross_cents constant numeric := line.unit_price * 100 * quantity;
  stand_in public.order_items := line;
  share record;
begin
  replacement_cents := case
    when gross_cents = 0 then 0
    else least(paid_cents, round(catalogue_cents * paid_cents / gross_cents))
  end;
  replacement_tax_cents := 0;
  if head.tax_exempt_certificate is not null then
    return;
  end if;
  stand_in.product_id := product_id;
  stand_in.unit_price := replacement_cents / 100.0;
  stand_in.quantity := 1;
  stand_in.discount := 0;
  head.delivery_cost := 0;
  select shares.percent, shares.cents into share
  from private.tax_shares(head, array[stand_in]) as shares where shares.place = 1;
  if share.percent is null then
    return;
  end if;
  replacement_tax_cents := case
    when share.percent = line.tax_rate and paid_cents > 0
      then round(paid_tax_cents::numeric * replacement_cents / paid_cents)
    else share.cents
  end;
  if replacement_cents + replacement_tax_cents > paid_cents + paid_tax_cents then
    replacement_cents := round((paid_cents + paid_tax_cents) / (1 + share.percent / 100));
    replacement_tax_cents := paid_cents + paid_tax_cents - replacement_cents;
  end if;
end;
$$;

-- Returns the cents of a line's first units. Removed or refunded units are its first, replaced ones its last.
create function private.paid_for_first(amount numeric, line public.order_items, quantity bigint) returns bigint
language sql immutable
return round(paid_for_first.amount * 100 * paid_for_first.quantity / line.quantity)::bigint;

-- Returns the units of a line that were refunded or left out, with their amount; the replaced units, with the cost of
-- their replacements; and the units whose substitution is not final, with how many of these are left out.
create function private.line_unavailable(
  line public.order_items,
  out refunded_quantity bigint, out refunded_cents bigint, out refunded_tax_cents bigint,
  out replaced_quantity bigint, out replacement_cents bigint, out replacement_tax_cents bigint,
  out open_quantity bigint, out left_out_quantity bigint
)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(sum(refunded.quantity), 0), coalesce(sum(refunded.tax_cents), 0),
    -- Lines without discount or tax store no amounts.
    coalesce(sum(coalesce(refunded.amount_cents, line.unit_price * 100 * refunded.quantity)), 0)
  into refunded_quantity, refunded_tax_cents, refunded_cents
  from public.refunds
  cross join jsonb_to_recordset(refunds.lines)
    as refunded (order_item_id bigint, quantity integer, amount_cents bigint, tax_cents bigint)
  where refunds.order_id = line.order_id and refunds.status <> 'failed' and refunds.lines is not null
    -- A refund for a cheaper replacement takes no units away.
    and refunded.order_item_id = line.id and refunded.quantity > 0;
  select coalesce(sum(changes.quantity) filter (where changes.settled_at is not null and changes.kind = 'replaced'), 0),
    coalesce(sum(changes.replacement_cents) filter (where changes.settled_at is not null), 0),
    coalesce(sum(changes.replacement_tax_cents) filter (where changes.settled_at is not null), 0),
    coalesce(sum(changes.quantity) filter (where changes.settled_at is null), 0),
    coalesce(sum(changes.quantity) filter (where changes.settled_at is null and changes.kind = 'left_out'), 0)
  into replaced_quantity, replacement_cents, replacement_tax_cents, open_quantity, left_out_quantity
  from public.substitutions as changes where changes.order_item_id = line.id;
end;
$$;

-- Returns how many of a line go into the bag, as they are or as their replacements.
create function private.units_to_pack(line public.order_items) returns bigint
language sql stable set search_path = '' as $$
  select line.quantity - away.left_out_quantity - greatest(away.refunded_quantity, (
    -- Units are left out also when their money was refunded as an amount before.
    select coalesce(sum(changes.quantity), 0) from public.substitutions as changes
    where changes.order_item_id = line.id and changes.kind = 'left_out' and changes.settled_at is not null
  ))
  from private.line_unavailable(line) as away;
$$;

-- Like paid_for_first, for a line whose last units were replaced: for these, it counts what the replacements cost.
create function private.paid_for_next(
  amount numeric, replacement_cents bigint, line public.order_items, away_quantity bigint, replaced_quantity bigint
) returns bigint
language sql immutable
return private.paid_for_first(
  paid_for_next.amount, line, least(paid_for_next.away_quantity, line.quantity - paid_for_next.replaced_quantity)
) + case
  -- The caller rejects more than there are.
  when paid_for_next.replaced_quantity > 0
    and paid_for_next.away_quantity > line.quantity - paid_for_next.replaced_quantity then round(
    paid_for_next.replacement_cents::numeric
      * (paid_for_next.away_quantity - line.quantity + paid_for_next.replaced_quantity)
      / paid_for_next.replaced_quantity
  )
  else 0
end::bigint;

-- Returns what each open substitution refunds, given the current order and refunds. Call it with the order locked.
create function private.price_open_substitutions(order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  head public.orders;
  line public.order_items;
  change public.substitutions;
  away record;
  last_first bigint;
begin
  select * into head from public.orders where orders.id = price_open_substitutions.order_id;
  for line in
    select items.* from public.order_items as items
    where items.id in (
      select open.order_item_id from public.substitutions as open
      where open.order_id = price_open_substitutions.order_id and open.settled_at is null
    )
  loop
    select * into away from private.line_unavailable(line);
    last_first := line.quantity - away.replaced_quantity;
    for change in
      select * from public.substitutions as open
      where open.order_item_id = line.id and open.settled_at is null order by open.id
    loop
      if change.kind = 'left_out' then
        away.refunded_quantity := away.refunded_quantity + change.quantity;
        change.paid_cents := greatest(0, private.paid_for_first(
          private.line_paid(line), line, away.refunded_quantity
        ) - away.refunded_cents);
        change.paid_tax_cents := greatest(0, private.paid_for_first(
          line.tax_amount - line.weight_tax_refund, line, away.refunded_quantity
        ) - away.refunded_tax_cents);
        away.refunded_cents := away.refunded_cents + change.paid_cents;
        away.refunded_tax_cents := away.refunded_tax_cents + change.paid_tax_cents;
      else
        change.paid_cents := private.paid_for_first(private.line_paid(line), line, last_first)
          - private.paid_for_first(private.line_paid(line), line, last_first - change.quantity);
        change.paid_tax_cents := private.paid_for_first(line.tax_amount - line.weight_tax_refund, line, last_first)
          - private.paid_for_first(line.tax_amount - line.weight_tax_refund, line, last_first - change.quantity);
        last_first := last_first - change.quantity;
        select priced.replacement_cents, priced.replacement_tax_cents into change.replacement_cents, change.replacement_tax_cents
        from private.price_replacement(
          head, line, change.quantity, change.paid_cents, change.paid_tax_cents, change.replacement_product_id,
          (change.replacement_unit_price * 100 * change.replacement_quantity)::bigint
        ) as priced;
      end if;
      update public.substitutions as open
      set paid_cents = change.paid_cents, paid_tax_cents = change.paid_tax_cents,
        replacement_cents = change.replacement_cents, replacement_tax_cents = change.replacement_tax_cents
      where open.id = change.id;
    end loop;
  end loop;
end;
$$;

-- Takes replacements from stock, and marks missing products as sold out on request. Call it with the order locked.
create function private.take_replacements(substitution_ids bigint[]) returns void
language plpgsql set search_path = '' as $$
declare
  change public.substitutions;
  missing_product_ids bigint[];
  missing_size_ids bigint[];
  taken integer;
begin
  select array_agg(items.product_id) filter (where items.size_id is null),
    array_agg(items.size_id) filter (where items.size_id is not null)
  into missing_product_ids, missing_size_ids
  from public.substitutions as settled join public.order_items as items on items.id = settled.order_item_id
  where settled.id = any (substitution_ids) and settled.mark_sold_out;
  perform private.lock_products(
    missing_product_ids || array(
      select settled.replacement_product_id from public.substitutions as settled
      where settled.id = any (substitution_ids) and settled.replacement_size_id is null
    ),
    missing_size_ids || array(
      select settled.replacement_size_id from public.substitutions as settled
      where settled.id = any (substitution_ids) and settled.replacement_size_id is not null
    )
  );
  for change in
    select * from public.substitutions as settled
    where settled.id = any (substitution_ids) and settled.kind = 'replaced'
    order by settled.id
  loop
    -- Missing units were never on the shelf, so they cannot be restocked.
    update public.order_items as items set stock_taken = greatest(0, items.stock_taken - change.quantity)
    where items.id = change.order_item_id;
    -- The packer holds it in hand, whatever the count says.
    taken := private.stock_left(change.replacement_product_id, change.replacement_size_id);
    if taken > 0 then
      taken := least(taken, change.replacement_quantity);
      perform set_config('shop.stock_source', 'order', true);
      update public.product_stock as stock set stock_count = stock.stock_count - taken
      where stock.product_id = change.replacement_product_id and change.replacement_size_id is null;
      update public.size_stock as stock set stock_count = stock.stock_count - taken
      where stock.size_id = change.replacement_size_id;
      perform set_config('shop.stock_source', '', true);
      update public.substitutions as settled set stock_taken = taken where settled.id = change.id;
    end if;
  end loop;
  perform private.mark_sold_out(missing_product_ids, missing_size_ids);
end;
$$;

-- Deletes open substitutions of an order that ends otherwise.
create function private.delete_open_substitutions(old public.orders, new public.orders) returns void
language sql set search_path = '' as $$
  -- Missing units were never on the shelf, so they cannot be restocked.
  update public.order_items as items set stock_taken = greatest(0, items.stock_taken - away.quantity)
  from (
    select changes.order_item_id, sum(changes.quantity) as quantity from public.substitutions as changes
    where changes.order_id = new.id and changes.settled_at is null group by changes.order_item_id
  ) as away
  where items.id = away.order_item_id and old.status = 'pending';
  delete from public.substitutions where order_id = new.id and settled_at is null;
$$;

-- Lists the tax inside replacements taxed more than their originals, which reports count beyond the orders' taxes.
create function private.replacement_taxes(starts_at timestamptz, ends_at timestamptz)
returns table (settled_at timestamptz, collected numeric, taxable numeric)
language sql stable set search_path = '' as $$
  select changes.settled_at, (changes.replacement_tax_cents - changes.paid_tax_cents) / 100.0,
    case when changes.paid_tax_cents = 0 then changes.replacement_cents else 0 end / 100.0
  from public.substitutions as changes
  where changes.replacement_tax_cents > changes.paid_tax_cents
    and changes.settled_at >= replacement_taxes.starts_at and changes.settled_at < replacement_taxes.ends_at;
$$;
