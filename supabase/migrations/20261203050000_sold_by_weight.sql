-- Products sold by weight: a price per pound, the most an order can cost, what its lines weigh when they are packed.
alter table public.products
  add column pounds_each numeric(6, 2) check (pounds_each > 0 and pounds_each <> 'NaN'),
  add column weight_tolerance smallint not null default 10 check (weight_tolerance between 0 and 50);
comment on column public.products.pounds_each is
  'For a product sold by weight: about how many pounds each one weighs; its prices are per pound. Null: by the piece.';
comment on column public.products.weight_tolerance is
  'By how many percent it may weigh more or less. A shopper pays for what it weighs, at most for so much more.';
select private.show_products();

alter table public.order_items
  add column pounds_each numeric(6, 2),
  add column weight_tolerance smallint,
  add column price_per_pound numeric(10, 2),
  add column packed_pounds numeric(7, 3) check (packed_pounds > 0),
  add column packed_units integer,
  add column weighed_by uuid references public.profiles (id) on delete set null,
  add column weighed_at timestamptz,
  add column weight_refund numeric(10, 2) not null default 0 check (weight_refund >= 0),
  add column weight_tax_refund numeric(10, 2) not null default 0 check (weight_tax_refund >= 0);
comment on column public.order_items.pounds_each is
  'About how much each one weighs; null: sold by the piece. Of a weighed line, unit_price is the most that one can cost.';
comment on column public.order_items.weight_tolerance is 'Percent by which it may weigh more or less; null: by the piece.';
comment on column public.order_items.price_per_pound is 'Price on the day of the order; null: sold by the piece.';
comment on column public.order_items.packed_pounds is 'What the line weighs in the bag; null until it is weighed.';
comment on column public.order_items.packed_units is
  'How many of the line were weighed together. If another number goes into the bag, the line is weighed again.';
comment on column public.order_items.weighed_by is 'Staff member who weighed it.';
comment on column public.order_items.weighed_at is 'When the weight became final; null: it can still change.';
comment on column public.order_items.weight_refund is
  'Refunded because the line weighs less than the most it could, after discount and without tax.';
comment on column public.order_items.weight_tax_refund is 'Sales tax refunded with it.';
create index order_items_weighed_by on public.order_items (weighed_by) where weighed_by is not null;

drop trigger guard_order_item on public.order_items;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, tax_rate, tax_amount,
  discount, choice_ids, choices, pounds_each, weight_tolerance, price_per_pound
  on public.order_items
  for each row execute function private.guard_order_item();

alter table public.refunds drop constraint refunds_reason_check, add constraint refunds_reason_check check (reason in (
  'requested_by_customer', 'duplicate', 'sold_out', 'cancelled', 'provider', 'missing', 'damaged', 'returned', 'weight'
));
comment on column public.refunds.reason is
  'missing, damaged, returned: what happened to the products of its lines, or of everything that is left; returned '
  'ones are restocked once it succeeds. provider: made in the provider''s dashboard. weight: its lines weigh less than the most they could.';

create function private.line_paid(line public.order_items) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return private.line_amount(line) - line.weight_refund;
end;
$$;

comment on function private.line_paid(public.order_items) is
  'Returns what a line cost in the end, without tax: line_amount, minus what it weighed less.';

create function private.price_of_weight(price numeric, pounds_each numeric, tolerance_percent integer) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  if price_of_weight.pounds_each is null then
    return price_of_weight.price;
  end if;
  return round(
    price_of_weight.price * price_of_weight.pounds_each * (100 + price_of_weight.tolerance_percent) / 100, 2
  );
end;
$$;
comment on function private.price_of_weight(numeric, numeric, integer) is
  'Returns what one of a product costs at most: its price, or for a product sold by weight the price per pound times '
  'the heaviest that one may be. app/values/sold-by-weight.ts computes the same.';

create function private.unit_price(product_id bigint, size_id bigint) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.price_of_weight(
      private.current_price(products.id, unit_price.size_id), products.pounds_each, products.weight_tolerance
    )
    from public.products where products.id = unit_price.product_id
  );
end;
$$;
comment on function private.unit_price(bigint, bigint) is
  'Returns what one of a product, or of one of its sizes, costs at most now. Security definer, as private.current_price.';

create function private.set_line_weight() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  product public.products;
begin
  new.pounds_each := null;
  new.price_per_pound := null;
  new.packed_pounds := null;
  new.packed_units := null;
  new.weighed_by := null;
  new.weighed_at := null;
  new.weight_refund := 0;
  new.weight_tax_refund := 0;
  select * into product from public.products where products.id = new.product_id and products.pounds_each is not null;
  if product.id is not null then
    new.pounds_each := product.pounds_each;
    new.weight_tolerance := product.weight_tolerance;
    new.price_per_pound := private.current_price(product.id, new.size_id);
    new.unit_price := private.price_of_weight(new.price_per_pound, product.pounds_each, product.weight_tolerance)
      + private.price_of_choices(new.choices);
    update public.orders set holds_payment = true where orders.id = new.order_id and not orders.holds_payment;
  end if;
  return new;
end;
$$;
comment on function private.set_line_weight() is
  'Gives a line of a product sold by weight its price per pound, and as its unit price the most that one can cost. The '
  'card payment of its order is only held. Security definer: the customer may not update orders.';

-- Sorts after price_order_item.
create trigger set_line_weight before insert on public.order_items
  for each row execute function private.set_line_weight();

create function private.weigh_units(line public.order_items) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select line.quantity - away.replaced_quantity - away.open_quantity
      - greatest(away.refunded_quantity, (
        -- Units are left out also when their money was refunded as an amount before.
        select coalesce(sum(changes.quantity), 0) from public.substitutions as changes
        where changes.order_item_id = line.id and changes.kind = 'left_out' and changes.settled_at is not null
      ))
    from private.line_unavailable(line) as away
  );
end;
$$;
comment on function private.weigh_units(public.order_items) is 'Returns how many of a line go into the bag and are weighed.';

create function private.has_weight(line public.order_items) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return line.packed_pounds is not null
    and (line.weighed_at is not null or line.packed_units = private.weigh_units(line));
end;
$$;
comment on function private.has_weight(public.order_items) is
  'Returns whether a line is weighed as it is in the bag, and not before a unit was left out or came back.';

create function public.weigh_line(order_item_id bigint, pounds numeric, is_confirmed boolean default false)
returns table (packed_pounds numeric, amount numeric)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  units bigint;
  expected numeric;
begin
  perform private.require_session();
  select * into line from public.order_items as items where items.id = weigh_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  select * into line from public.order_items as items where items.id = line.id;
  if line.pounds_each is null then
    raise invalid_parameter_value using message = format('%s is not sold by weight.', line.product_name);
  end if;
  if not private.is_packable(target.status) or line.weighed_at is not null then
    raise sqlstate 'PT409' using message = 'The weight of this line can''t change anymore.';
  end if;
  if weigh_line.pounds <= 0 or weigh_line.pounds > 9999 or weigh_line.pounds = 'NaN' then
    raise invalid_parameter_value using message = 'Enter a weight above 0 lb.';
  end if;
  units := private.weigh_units(line);
  expected := trim_scale(units * line.pounds_each);
  if weigh_line.pounds is not null and units < 1 then
    raise sqlstate 'PT409' using message = 'Nothing of this line is left to weigh.';
  end if;
  if weigh_line.pounds is not null and not coalesce(weigh_line.is_confirmed, false)
    and abs(weigh_line.pounds - expected) > expected * line.weight_tolerance / 100 then
    raise sqlstate 'PT422' using
      message = format('%s should weigh about %s lb.', line.product_name, expected),
      detail = jsonb_build_object('expected_pounds', expected)::text;
  end if;
  update public.order_items as items
  set packed_pounds = round(weigh_line.pounds, 3), packed_units = case when weigh_line.pounds is not null then units end,
    weighed_by = case when weigh_line.pounds is not null then (select auth.uid()) end
  where items.id = line.id
  returning * into line;
  perform private.check_packer_weights(target.id);
  packed_pounds := line.packed_pounds;
  amount := private.weighed_cents(line, units) / 100.0;
  return next;
end;
$$;
comment on function public.weigh_line(bigint, numeric, boolean) is
  'For staff, while an order is paid or preparing: sets what a line weighs together, or null to weigh it again. 422 with '
  '{expected_pounds} if the weight is outside of the tolerance and not confirmed. Returns the weight and what it costs, '
  'before discount and tax. Security definer: nobody writes lines by hand.';
grant execute on function public.weigh_line(bigint, numeric, boolean) to authenticated;

create function private.weighed_cents(line public.order_items, units bigint) returns bigint
language plpgsql immutable set search_path = ''
as $$
begin
  return least(
    line.unit_price * weighed_cents.units * 100,
    round(line.price_per_pound * line.packed_pounds * 100)
      + private.price_of_choices(line.choices) * weighed_cents.units * 100
  );
end;
$$;
comment on function private.weighed_cents(public.order_items, bigint) is
  'Returns what so many of a weighed line cost, before discount and tax: never more than the most they can cost.';

create function private.check_packer_weights(order_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- A weight far below the expected one gives money away, like a refund.
  perform private.check_packer_limit(check_packer_weights.order_id, coalesce((
    select sum(greatest(0, round(
      items.price_per_pound * 100 * (units.count * items.pounds_each * (100 - items.weight_tolerance) / 100 - items.packed_pounds)
    )))::bigint
    from public.order_items as items
    cross join lateral (select private.weigh_units(items) as count) as units
    where items.order_id = check_packer_weights.order_id and items.weighed_at is null
      and items.packed_units = units.count and items.weighed_by = (select auth.uid())
  ), 0));
end;
$$;
comment on function private.check_packer_weights(uuid) is
  'Rejects weights of the calling packer that are together too low for their limit. Call it with the order locked.';

create function private.resolve_weights() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line public.order_items;
  away record;
  units bigint;
  most_cents bigint;
  paid_cents bigint;
  paid_tax_cents bigint;
  left_cents bigint;
  left_tax_cents bigint;
  back_lines jsonb := '[]';
  back_cents bigint := 0;
  paid public.payments;
begin
  for line in
    select * from public.order_items as items
    where items.order_id = new.id and items.pounds_each is not null and items.weighed_at is null
    order by items.id
  loop
    units := private.weigh_units(line);
    if units < 1 then
      update public.order_items as items set packed_pounds = null, weighed_at = now() where items.id = line.id;
      continue;
    end if;
    if line.packed_pounds is null or line.packed_units <> units then
      raise sqlstate 'PT409' using message = format('Weigh %s first.', line.product_name);
    end if;
    select * into away from private.line_unavailable(line);
    most_cents := line.unit_price * 100 * units;
    paid_cents := greatest(0, private.paid_for_first(
      private.line_amount(line), line, line.quantity - away.replaced_quantity
    ) - away.refunded_cents);
    paid_tax_cents := greatest(0, private.paid_for_first(
      line.tax_amount, line, line.quantity - away.replaced_quantity
    ) - away.refunded_tax_cents);
    left_cents := case when most_cents = 0 then 0
      else round(paid_cents::numeric * private.weighed_cents(line, units) / most_cents) end;
    left_tax_cents := case when paid_cents = 0 then 0
      else round(paid_tax_cents::numeric * left_cents / paid_cents) end;
    update public.order_items as items
    set weighed_at = now(), weight_refund = (paid_cents - left_cents) / 100.0,
      weight_tax_refund = (paid_tax_cents - left_tax_cents) / 100.0
    where items.id = line.id;
    if paid_cents + paid_tax_cents > left_cents + left_tax_cents then
      back_lines := back_lines || jsonb_build_object(
        'order_item_id', line.id, 'quantity', 0, 'amount_cents', paid_cents - left_cents,
        'tax_cents', paid_tax_cents - left_tax_cents
      );
      back_cents := back_cents + paid_cents - left_cents + paid_tax_cents - left_tax_cents;
    end if;
  end loop;
  if back_cents > 0 then
    select * into paid from public.payments
    where payments.order_id = new.id and payments.purpose = 'order' for update;
    -- Staff may have refunded an amount before: together never more than was paid.
    back_cents := least(back_cents, private.refundable_cents(paid.payment_intent_id));
  end if;
  if back_cents > 0 then
    insert into public.refunds (order_id, payment_intent_id, amount_cents, lines, reason)
    values (new.id, paid.payment_intent_id, back_cents, back_lines, 'weight');
  end if;
  return new;
end;
$$;
comment on function private.resolve_weights() is
  'Finalizes the weights of an order once, with one refund of what its lines weigh less than the most they could; 409 '
  'while a line is not weighed. Runs for whoever moves the order. Security definer: nobody writes the ledger by hand.';

-- Sorts after resolve_substitutions: what is left out or replaced is not weighed.
create trigger resolve_weights before update of status on public.orders
  for each row when (old.status is distinct from new.status and new.status in ('ready', 'out_for_delivery'))
  execute function private.resolve_weights();

create or replace function private.current_cart(items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'product_id', requested.product_id,
      'size_id', requested.size_id,
      'choice_ids', requested.choice_ids,
      'name', private.name_with_choices(products.name, chosen.choices),
      'size', sizes.label,
      'unit_price', private.price_of_weight(
        private.current_price(products.id, sizes.id), products.pounds_each, products.weight_tolerance
      ) + private.price_of_choices(chosen.choices),
      'quantity', requested.quantity,
      'needs_size', coalesce(requested.size_id is null and products.sizes <> '[]', false),
      'needs_choice', coalesce(not private.fit_choices(products.choice_groups, chosen.ids), false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(stock.left_count = 0, false),
      'quantity_left', stock.left_count
    ) order by requested.place)
    from (
      select line.product_id, line.size_id, line.choice_ids, sum(line.quantity) as quantity, min(line.place) as place,
        sum(sum(line.quantity)) over (
          partition by line.product_id, line.size_id order by min(line.place) rows unbounded preceding
        ) - sum(line.quantity) as before_count
      from rows from (jsonb_to_recordset(current_cart.items)
        as (product_id bigint, size_id bigint, quantity integer, choice_ids bigint[]))
        with ordinality as line (product_id, size_id, quantity, choice_ids, place)
      group by line.product_id, line.size_id, line.choice_ids
    ) as requested
    left join public.product_sizes as sizes
      on sizes.id = requested.size_id and sizes.product_id = requested.product_id and sizes.archived_at is null
        -- A product that is not for sale reveals nothing about its sizes.
        and exists (
          select from public.products as sold
          where sold.id = requested.product_id and sold.archived_at is null and sold.pictures_ready
        )
    left join public.products
      on products.id = requested.product_id and products.archived_at is null and products.pictures_ready
        and (requested.size_id is null or sizes.id is not null)
    cross join lateral (
      -- Lines of one product that differ in their choices share its stock.
      select case when counted.left_count is not null
        then greatest(counted.left_count - requested.before_count, 0)::integer end as left_count
      from (select private.stock_left(products.id, sizes.id) as left_count) as counted
    ) as stock
    cross join lateral (
      select coalesce(requested.choice_ids, private.default_choices(products.choice_groups)) as ids
    ) as wanted
    cross join lateral (
      select wanted.ids, private.chosen_of(products.choice_groups, wanted.ids) as choices
    ) as chosen
  );
end;
$$;

create or replace function private.price_open_substitutions(order_id uuid) returns void
language plpgsql set search_path = ''
as $$
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

create or replace function public.substitute_line(
  order_item_id bigint,
  kind text,
  quantity integer,
  replacement_product_id bigint default null,
  replacement_size_id bigint default null,
  replacement_quantity integer default null,
  mark_sold_out boolean default true,
  request_key uuid default null
) returns public.substitutions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  away record;
  product public.products;
  size public.product_sizes;
  made public.substitutions;
  left_count bigint;
begin
  select * into line from public.order_items as items where items.id = substitute_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  select * into made from public.substitutions as known
  where known.order_id = target.id and known.request_key = substitute_line.request_key;
  if made.id is not null then
    return made;
  end if;
  if not private.is_packable(target.status) then
    raise sqlstate 'PT409' using message = format('The order is %s: its lines can''t change anymore.', target.status);
  end if;
  if substitute_line.kind is null or substitute_line.kind not in ('replaced', 'left_out')
    or coalesce(substitute_line.quantity, 0) < 1
    or (substitute_line.kind = 'replaced') <> (substitute_line.replacement_product_id is not null)
    or (substitute_line.kind = 'replaced' and coalesce(substitute_line.replacement_quantity, 1) not between 1 and 999) then
    raise invalid_parameter_value using message = 'Choose a replacement or leave the product out, and enter a quantity.';
  end if;
  select * into away from private.line_unavailable(line);
  left_count := line.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity;
  if substitute_line.quantity > left_count then
    raise sqlstate 'PT409' using message = format('You can change %s of this line at most.', greatest(left_count, 0));
  end if;
  if substitute_line.kind = 'left_out' and not exists (
    select from public.order_items as items
    cross join lateral private.line_unavailable(items) as gone
    where items.order_id = target.id
      and items.quantity - gone.refunded_quantity - gone.left_out_quantity
        > case when items.id = line.id then substitute_line.quantity else 0 end
  ) then
    raise sqlstate 'PT409' using message = 'This would leave the order empty. Cancel it instead.';
  end if;
  if substitute_line.kind = 'replaced' then
    select * into product from public.products
    where products.id = substitute_line.replacement_product_id and products.archived_at is null;
    select * into size from public.product_sizes as sizes
    where sizes.id = substitute_line.replacement_size_id and sizes.product_id = product.id and sizes.archived_at is null;
    if product.id is null or (substitute_line.replacement_size_id is not null and size.id is null) then
      raise sqlstate 'PT409' using message = 'This replacement is not for sale.';
    end if;
    if size.id is null and product.sizes <> '[]' then
      raise invalid_parameter_value using message = format('%s comes in sizes. Choose one.', product.name);
    end if;
    if product.id = line.product_id and size.id is not distinct from line.size_id then
      raise invalid_parameter_value using message = 'A product can''t replace itself.';
    end if;
  end if;
  insert into public.substitutions (
    order_id, order_item_id, kind, quantity, replacement_product_id, replacement_size_id, replacement_name,
    replacement_size_label, replacement_quantity, replacement_unit_price, mark_sold_out, request_key, changed_by
  )
  values (
    target.id, line.id, substitute_line.kind, substitute_line.quantity, product.id, size.id, product.name, size.label,
    case when product.id is not null then coalesce(substitute_line.replacement_quantity, substitute_line.quantity) end,
    private.unit_price(product.id, size.id),
    coalesce(substitute_line.mark_sold_out, true), substitute_line.request_key, (select auth.uid())
  )
  returning * into made;
  perform private.price_open_substitutions(target.id);
  perform private.check_packer_limit(target.id, 0);
  select * into made from public.substitutions as known where known.id = made.id;
  return made;
end;
$$;

create or replace function public.list_replacements(
  order_item_id bigint, quantity integer, typed text default '', replacement_quantity integer default null
)
returns table (
  product_id bigint, size_id bigint, name text, size_label text, image_url text, unit_price numeric,
  is_same_category boolean, refund_cents bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  own_category text;
  own private.search_documents;
  paid_cents bigint;
  paid_tax_cents bigint;
begin
  select * into line from public.order_items as items where items.id = list_replacements.order_item_id;
  if line.id is null or not private.can_handle(line.order_id) then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  if coalesce(list_replacements.quantity, 0) not between 1 and line.quantity then
    raise invalid_parameter_value using message = 'The order doesn''t have that many.';
  end if;
  if list_replacements.replacement_quantity not between 1 and 999 then
    raise invalid_parameter_value using message = 'Enter 1 to 999 replacements.';
  end if;
  select * into target from public.orders where orders.id = line.order_id;
  select products.category into own_category from public.products where products.id = line.product_id;
  select * into own from private.search_documents as document where document.product_id = line.product_id;
  paid_cents := private.paid_for_first(private.line_paid(line), line, list_replacements.quantity);
  paid_tax_cents := private.paid_for_first(line.tax_amount - line.weight_tax_refund, line, list_replacements.quantity);
  return query
    with found as (
      select products.*, row_number() over () as place
      from public.search_products(list_replacements.typed, 40) as products
      where btrim(list_replacements.typed) <> ''
      union all
      select products.*, 0 from public.products
      where btrim(coalesce(list_replacements.typed, '')) = '' and products.category = own_category
    ), sold as (
      select found.id, sizes.id as size_id, found.name, sizes.label, found.img1, found.category, found.place,
        private.unit_price(found.id, sizes.id) as unit_price, coalesce(document.heads && own.heads, false) as is_same_kind,
        coalesce(private.shared_names(document.alternate_terms, own.alternate_terms), 0) as shared_count,
        exists (
          select from public.article_products as here
          join public.article_products as other on other.article_id = here.article_id
          where here.product_id = line.product_id and other.product_id = found.id
        ) as is_same_recipe
      from found
      left join private.search_documents as document on document.product_id = found.id
      left join public.product_sizes as sizes on sizes.product_id = found.id and sizes.archived_at is null
      where found.archived_at is null and found.pictures_ready and not found.is_sold_out
        and (sizes.id is not null or found.sizes = '[]')
        and coalesce(sizes.availability, 'available') <> 'sold_out'
        and private.stock_left(found.id, sizes.id) is distinct from 0
        and (found.id, coalesce(sizes.id, 0)) <> (line.product_id, coalesce(line.size_id, 0))
    )
    select sold.id, sold.size_id, sold.name, sold.label, sold.img1, sold.unit_price, sold.category = own_category,
      paid_cents + paid_tax_cents - priced.replacement_cents - priced.replacement_tax_cents
    from (
      select sold.*, row_number() over (
        -- Another size of the same product first, then the same kind, shared names, a similar price.
        order by sold.category = own_category desc, sold.place, sold.id = line.product_id desc, sold.is_same_kind desc,
          sold.shared_count desc, sold.is_same_recipe desc,
          abs(sold.unit_price - line.unit_price) <= line.unit_price * 0.3 desc,
          abs(sold.unit_price - line.unit_price), sold.id, sold.size_id
      ) as rank
      from sold
      order by rank
      limit 24
    ) as sold
    cross join lateral private.price_replacement(
      target, line, list_replacements.quantity, paid_cents, paid_tax_cents, sold.id,
      (
        sold.unit_price * 100 * coalesce(list_replacements.replacement_quantity, list_replacements.quantity)
      )::bigint
    ) as priced
    order by sold.rank;
end;
$$;

create or replace function private.price_refund_lines(order_id uuid, lines jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  line record;
  priced_lines jsonb := '[]';
begin
  if jsonb_typeof(price_refund_lines.lines) <> 'array' or jsonb_array_length(price_refund_lines.lines) not between 1 and 200 then
    raise invalid_parameter_value using message = 'Choose 1 to 200 lines to refund.';
  end if;
  for line in
    select given.quantity, given.is_positive, items.id,
      items.quantity - away.refunded_quantity - away.open_quantity as left_quantity,
      greatest(0, private.paid_for_next(
        private.line_paid(items), away.replacement_cents, items, away.refunded_quantity + given.quantity,
        away.replaced_quantity
      ) - away.refunded_cents) as amount_cents,
      greatest(0, private.paid_for_next(
        items.tax_amount - items.weight_tax_refund, away.replacement_tax_cents, items, away.refunded_quantity + given.quantity, away.replaced_quantity
      ) - away.refunded_tax_cents) as tax_cents
    from (
      select each.order_item_id, sum(each.quantity) as quantity, bool_and(each.quantity >= 1) as is_positive
      from jsonb_to_recordset(price_refund_lines.lines) as each (order_item_id bigint, quantity integer)
      group by each.order_item_id
    ) as given
    left join public.order_items as items
      on items.id = given.order_item_id and items.order_id = price_refund_lines.order_id
    cross join lateral private.line_unavailable(items) as away
  loop
    if line.id is null or line.is_positive is not true then
      raise invalid_parameter_value using message = 'A refund line is not in this order, or has no quantity.';
    end if;
    if line.quantity > line.left_quantity then
      raise sqlstate 'PT409' using message = format(
        'Only %s of this line can be refunded.', greatest(line.left_quantity, 0)
      );
    end if;
    priced_lines := priced_lines || jsonb_build_object(
      'order_item_id', line.id, 'quantity', line.quantity, 'amount_cents', line.amount_cents,
      'tax_cents', line.tax_cents
    );
  end loop;
  return priced_lines;
end;
$$;

create or replace function private.limit_packer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() is distinct from 'packer'
    -- Substitutions count against whoever made them, and weights were checked when they were entered.
    or new.requested_by <> (select auth.uid()) or new.reason = 'weight'
    or exists (
      -- Packers may cancel their own purchases like anyone.
      select 1 from public.orders
      where orders.id = new.order_id and orders.user_id = (select auth.uid()) and orders.cancelled_by = 'customer'
    ) then
    return new;
  end if;
  new.requested_by := (select auth.uid());
  perform private.check_packer_limit(new.order_id, new.amount_cents);
  return new;
end;
$$;

create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', target.status,
      'delivery_type', target.delivery_type,
      'delivery_included', target.delivery_included,
      'delivery_fee', private.fee_details(target.id),
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'substitution_preference', target.substitution_preference,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_ids', coalesce(lines.line_ids, '[]'),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_pounds', coalesce(lines.packed_pounds, '{}'),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.picked_lines as packed where packed.order_id = target.id
      ), '[]'),
      'substitution_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'is_unread', target.status = 'paid' and not exists (
        select from public.acknowledged_orders as acknowledged where acknowledged.order_id = target.id
      ),
      'moved_at', moved.changed_at,
      'moved_from', case when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, jsonb_agg(items.id order by items.id) as line_ids,
        bool_or(items.note <> '' or items.substitution_preference is not null) as has_words,
        jsonb_object_agg(items.id, items.packed_pounds) filter (
          where items.packed_pounds is not null and private.has_weight(items)
        ) as packed_pounds
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;

create or replace function public.read_pick_lists(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk('read_pick_lists');
  if cardinality(read_pick_lists.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  return coalesce((
    -- Once for all lines: there are few dates, and none in a store that does not use them.
    with dates as materialized (select * from private.list_first_dates())
    select jsonb_agg(
      private.desk_card(orders) || jsonb_build_object(
        'delivery_address', orders.delivery_address,
        'driver_note', orders.driver_note,
        'lines', coalesce((
          select jsonb_agg(
            jsonb_build_object(
              'id', items.id,
              'product_id', items.product_id,
              'size_id', items.size_id,
              'name', items.product_name,
              'size', items.size_label,
              'quantity', items.quantity - items.refunded_quantity,
              'bag_quantity', greatest(
                0, items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
              ),
              'image_url', items.image_url,
              'unit_price', items.unit_price,
              'pounds_each', items.pounds_each,
              'price_per_pound', items.price_per_pound,
              'substitution_preference', items.substitution_preference,
              'note', items.note,
              'changes', private.line_substitutions(items.id, true),
              'category', products.category,
              'aisle', categories.title,
              'is_frozen', products.storage is not distinct from 'frozen',
              'best_before', dates.best_before,
              'picked_by', packers.name
            )
            order by products.storage is not distinct from 'frozen', categories.aisle, categories.prefix,
              items.product_name, items.id
          )
          from public.order_items as items
          join public.products on products.id = items.product_id
          join public.categories on categories.prefix = products.category
          left join public.picked_lines as packed on packed.order_item_id = items.id
          left join public.profiles as packers on packers.id = packed.picked_by
          left join dates
            on dates.item_product_id = items.product_id and dates.item_size_id is not distinct from items.size_id
          cross join lateral private.line_unavailable(items) as away
          where items.order_id = orders.id and (
            items.quantity > items.refunded_quantity or exists (
              -- A line that is gone as a whole is on the slip in the bag.
              select from public.substitutions as changes where changes.order_item_id = items.id
            )
          )
        ), '[]')
      )
      order by requested.place
    )
    from unnest(read_pick_lists.order_ids[1:100]) with ordinality as requested (id, place)
    join public.orders on orders.id = requested.id and orders.paid_at is not null and private.can_handle(orders.id)
  ), '[]');
end;
$$;

create or replace function private.order_facts(order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
      'placed_at', orders.created_at,
      'status', orders.status,
      'total', orders.total,
      'delivery_cost', orders.delivery_cost,
      'delivery_included', orders.delivery_included,
      'delivery_fee', private.fee_details(orders.id),
      'tax_amount', orders.tax_amount,
      'discount', orders.discount,
      'paid_amount', orders.paid_amount,
      'refunded_amount', orders.refunded_amount,
      'held_amount', coalesce((
        select payments.amount_cents / 100.0 from public.payments
        where payments.order_id = orders.id and payments.purpose = 'order'
          and payments.held_until is not null and payments.captured_at is null
      ), 0),
      'released_amount', coalesce((
        select sum(refunds.amount_cents) / 100.0 from public.refunds
        join public.payments
          on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
        where refunds.order_id = orders.id and refunds.method = 'release' and refunds.status = 'succeeded'
      ), 0),
      'delivery_type', orders.delivery_type,
      'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
      'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
      'driver_note', private.one_line(orders.driver_note, 300),
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'pounds_each', items.pounds_each, 'price_per_pound', items.price_per_pound,
          'packed_pounds', items.packed_pounds, 'weight_refund', items.weight_refund, 'image_url', items.image_url, 'changes', private.line_substitutions(items.id)
        ) order by items.id)
        from public.order_items as items where items.order_id = orders.id
      ), '[]')
    )
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    where orders.id = order_facts.order_id
  );
end;
$$;

create or replace function public.report_sales(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  report jsonb;
begin
  days := private.shop_days(report_sales.first_day, report_sales.last_day);
  with sales as (
    select sold.order_id, (sold.purpose = 'order')::integer as order_count, sold.amount_cents,
      sold.received_at at time zone zone as local, orders.delivery_type, orders.channel, orders.user_id, orders.paid_at
    from private.list_sales(days.starts_at, days.ends_at) as sold
    join public.orders on orders.id = sold.order_id
  ), hours as (
    select extract(hour from sales.local)::integer as hour, sum(sales.order_count) as order_count,
      sum(sales.amount_cents) as cents
    from sales group by 1
  ), fulfillments as (
    select sales.delivery_type, sum(sales.order_count) as order_count, sum(sales.amount_cents) as cents
    from sales group by sales.delivery_type
  ), customers as (
    select case
        when sales.user_id is null then 'no_account'
        when exists (
          select from public.orders as earlier
          where earlier.user_id = sales.user_id and earlier.paid_at < sales.paid_at
        ) then 'returning'
        else 'new'
      end as kind,
      sum(sales.order_count) as order_count, sum(sales.amount_cents) as cents
    from sales group by 1
  ), lines as (
    select items.product_id, case when items.choices = '[]' then items.product_name end as product_name, items.quantity,
      private.line_paid(items) as amount
    from sales join public.order_items as items on items.order_id = sales.order_id
    where sales.order_count = 1
  ), best as (
    select lines.product_id,
      coalesce(max(lines.product_name), (
        select products.name from public.products where products.id = lines.product_id
      )) as name,
      sum(lines.quantity) as quantity, sum(lines.amount) as amount
    from lines group by lines.product_id
    order by amount desc, lines.product_id
    limit 10
  ), sold_categories as (
    select products.category, sum(lines.quantity) as quantity, sum(lines.amount) as amount
    from lines join public.products on products.id = lines.product_id
    group by products.category
  ), reasons as (
    select refunded.reason, count(*) as refund_count, sum(refunded.amount_cents) as cents
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
    group by refunded.reason
  ), missed as (
    select searches.words, sum(searches.search_count) as search_count
    from public.zero_result_searches as searches
    where searches.month between date_trunc('month', report_sales.first_day)::date and report_sales.last_day
    group by searches.words
    order by search_count desc, searches.words
    limit 10
  )
  select jsonb_build_object(
    'hours', (
      select jsonb_agg(jsonb_build_object(
        'hour', each.hour, 'order_count', coalesce(hours.order_count, 0), 'sales', coalesce(hours.cents, 0) / 100.0
      ) order by each.hour)
      from generate_series(0, 23) as each (hour) left join hours on hours.hour = each.hour
    ),
    'fulfillments', (
      select jsonb_agg(jsonb_build_object(
        'delivery_type', each.delivery_type, 'order_count', coalesce(fulfillments.order_count, 0),
        'sales', coalesce(fulfillments.cents, 0) / 100.0
      ) order by each.place)
      from unnest(array['pickup', 'delivery']) with ordinality as each (delivery_type, place)
      left join fulfillments on fulfillments.delivery_type = each.delivery_type
    ),
    'customers', (
      select jsonb_agg(jsonb_build_object(
        'kind', each.kind, 'order_count', coalesce(customers.order_count, 0),
        'sales', coalesce(customers.cents, 0) / 100.0
      ) order by each.place)
      from unnest(array['new', 'returning', 'no_account']) with ordinality as each (kind, place)
      left join customers on customers.kind = each.kind
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]'),
    'categories', coalesce((
      select jsonb_agg(sold_categories order by sold_categories.amount desc, sold_categories.category) from sold_categories
    ), '[]'),
    'refund_reasons', coalesce((
      select jsonb_agg(jsonb_build_object(
        'reason', reasons.reason, 'refund_count', reasons.refund_count, 'refunded', reasons.cents / 100.0
      ) order by reasons.cents desc, reasons.reason)
      from reasons
    ), '[]'),
    'zero_result_searches', coalesce((
      select jsonb_agg(missed order by missed.search_count desc, missed.words) from missed
    ), '[]')
  ) into report;
  return report;
end;
$$;

create or replace function public.daily_report(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(daily_report.first_day, daily_report.last_day);
  with came_in as (
    select (sold.received_at at time zone zone)::date as day, sold.order_id, sold.purpose, sold.method, sold.amount_cents
    from private.list_sales(days.starts_at, days.ends_at) as sold
  ), sales as (
    select came_in.day, came_in.amount_cents, came_in.method, orders.id, orders.tax_amount, orders.delivery_cost,
      orders.discount
    from came_in join public.orders on orders.id = came_in.order_id
    where came_in.purpose = 'order'
  ), paid_fees as (
    select fees.amount, fees.tax_amount
    from came_in join public.delivery_fees as fees on fees.order_id = came_in.order_id
    where came_in.purpose = 'delivery_fee'
  ), refunded_payments as (
    select (refunded.settled_at at time zone zone)::date as day, refunded.amount_cents, refunded.tax_cents,
      refunded.method
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
  ), sold as (
    select came_in.day, count(*) filter (where came_in.purpose = 'order') as order_count,
      sum(came_in.amount_cents) as sales_cents
    from came_in group by came_in.day
  ), returned as (
    select refunded_payments.day, sum(refunded_payments.amount_cents) as refunded_cents
    from refunded_payments group by refunded_payments.day
  ), best as (
    select items.product_id,
      coalesce(max(items.product_name) filter (where items.choices = '[]'), (
        select products.name from public.products where products.id = items.product_id
      )) as name,
      sum(items.quantity) as quantity,
      sum(private.line_paid(items)) as amount
    from sales join public.order_items as items on items.order_id = sales.id
    group by items.product_id
    order by amount desc, items.product_id
    limit 10
  )
  select jsonb_build_object(
    'order_count', (select count(*) from sales),
    'sales', (select coalesce(sum(sold.sales_cents), 0) / 100.0 from sold),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales)
      + (select coalesce(sum(paid_fees.tax_amount), 0) from paid_fees) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales)
      + (select coalesce(sum(paid_fees.amount), 0) from paid_fees),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from refunded_payments),
    'refunded', (select coalesce(sum(refunded_payments.amount_cents), 0) / 100.0 from refunded_payments),
    'tax_returned', (select coalesce(sum(refunded_payments.tax_cents), 0) / 100.0 from refunded_payments),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(came_in.amount_cents) from came_in where came_in.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(refunded_payments.amount_cents) from refunded_payments where refunded_payments.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card', 'release']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select daily_report.first_day + number as day
        from generate_series(0, daily_report.last_day - daily_report.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;

create or replace function public.export_accounting(what text, first_day date, last_day date, skip_count integer default 0)
returns setof json
language plpgsql security definer set search_path = ''
as $$
declare
  days record;
begin
  days := private.shop_days(export_accounting.first_day, export_accounting.last_day);
  if export_accounting.what not in ('orders', 'lines', 'changes', 'payments', 'refunds') then
    raise sqlstate 'PT422' using message = 'There are books of orders, lines, changes, payments and refunds.';
  end if;
  if export_accounting.skip_count = 0 then
    perform private.add_to_audit_log(
      'export', 'Accounting export: ' || export_accounting.what, null,
      jsonb_build_object('from', export_accounting.first_day, 'until', export_accounting.last_day)
    );
  end if;
  return query
    select exported.line from (
      select orders.order_number as place, payments.received_at as came_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type,
        'subtotal', orders.total - orders.delivery_cost - orders.tax_amount + orders.discount,
        'discount', orders.discount, 'delivery', orders.delivery_cost, 'tax', orders.tax_amount, 'total', orders.total,
        'refunded', payments.refunded_cents / 100.0
      ) as line
      from public.payments join public.orders on orders.id = payments.order_id
      where export_accounting.what = 'orders' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      -- Its own line, on the day it came in: together they are what the order brought.
      select orders.order_number, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type, 'subtotal', 0, 'discount', 0, 'delivery', fees.amount,
        'tax', fees.tax_amount, 'total', fees.amount + fees.tax_amount, 'refunded', payments.refunded_cents / 100.0
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.delivery_fees as fees on fees.order_id = orders.id
      where export_accounting.what = 'orders' and payments.purpose = 'delivery_fee'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select items.id, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', items.quantity, 'packed_pounds', items.packed_pounds,
        'unit_price', items.unit_price,
        'discount', items.discount, 'tax_rate', items.tax_rate, 'tax', items.tax_amount,
        'amount', private.line_amount(items) + items.tax_amount, 'refunded_quantity', items.refunded_quantity
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.order_items as items on items.order_id = orders.id
      where export_accounting.what = 'lines' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select changes.id, changes.settled_at, json_build_object(
        'order_number', orders.order_number, 'settled_at', changes.settled_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', changes.quantity, 'kind', changes.kind,
        'replacement', coalesce(changes.replacement_name, ''),
        'replacement_size', coalesce(changes.replacement_size_label, ''),
        'replacement_quantity', changes.replacement_quantity, 'paid', changes.paid_cents / 100.0,
        'paid_tax', changes.paid_tax_cents / 100.0, 'charged', changes.replacement_cents / 100.0,
        'charged_tax', changes.replacement_tax_cents / 100.0, 'refunded', changes.refund_cents / 100.0
      )
      from public.substitutions as changes
      join public.orders on orders.id = changes.order_id
      join public.order_items as items on items.id = changes.order_item_id
      where export_accounting.what = 'changes'
        and changes.settled_at >= days.starts_at and changes.settled_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), payments.received_at, json_build_object(
        'payment_intent_id', payments.payment_intent_id, 'received_at', payments.received_at,
        'order_number', orders.order_number, 'purpose', payments.purpose, 'method', payments.method, 'amount', payments.amount_cents / 100.0,
        'refunded', payments.refunded_cents / 100.0
      )
      from public.payments left join public.orders on orders.id = payments.order_id
      where export_accounting.what = 'payments'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), refunds.settled_at, json_build_object(
        'refund_id', coalesce(refunds.provider_refund_id, ''), 'settled_at', refunds.settled_at,
        'order_number', orders.order_number, 'payment_intent_id', refunds.payment_intent_id,
        'method', coalesce(refunds.method, (
          select payments.method from public.payments where payments.payment_intent_id = refunds.payment_intent_id
        ), 'card'), 'reason', refunds.reason,
        'amount', refunds.amount_cents / 100.0, 'tax', refunds.tax_cents / 100.0
      )
      from public.refunds left join public.orders on orders.id = refunds.order_id
      where export_accounting.what = 'refunds' and refunds.status = 'succeeded'
        and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
    ) as exported
    order by exported.came_at, exported.place
    offset greatest(export_accounting.skip_count, 0) limit 1000;
end;
$$;

create or replace function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200, "sku": 60, "vendor": 100}';
  found_values jsonb := '{}';
  errors text[] := '{}';
  typed record;
  parsed jsonb;
  error text;
begin
  for typed in
    select given.key as name, private.plain_cell(given.value) as cell
    from jsonb_each_text(read_import_cells.cells) as given
    where not is_size
      or given.key in (
        'price', 'discount_price', 'availability', 'stock', 'amount', 'unit', 'sku', 'barcode', 'weight', 'problem'
      )
    order by given.key
  loop
    parsed := 'null';
    error := null;
    if longest ? typed.name then
      parsed := to_jsonb(typed.cell);
      if char_length(typed.cell) > (longest ->> typed.name)::integer then
        error := format('The %s is longer than %s characters.', replace(typed.name, '_', ' '), longest ->> typed.name);
      end if;
    elsif typed.name in ('price', 'discount_price') then
      parsed := to_jsonb(private.read_price(typed.cell));
      if typed.cell <> '' and parsed is null then
        error := format('"%s" is no price, such as 4.99.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'availability' then
      parsed := to_jsonb(case
        when lower(typed.cell) in ('available', 'in stock', 'yes', 'true', '1') then 'available'
        when lower(typed.cell) in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
        when lower(typed.cell) = 'counted' then 'counted'
      end);
      if parsed is null and typed.cell <> '' then
        error := format('"%s" is not available, sold_out or counted.', left(typed.cell, 40));
      elsif parsed is null then
        continue;
      end if;
    elsif typed.name = 'stock' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^([0-9]{1,8}|[0-9]{1,3}(,[0-9]{3}){1,2})$' and replace(typed.cell, ',', '')::integer <= 1000000 then
        parsed := to_jsonb(replace(typed.cell, ',', '')::integer);
      else
        error := format('"%s" is no count: a whole number from 0 to a million.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'hidden' then
      if typed.cell = '' then
        continue;
      elsif lower(typed.cell) in ('yes', 'true', '1', 'no', 'false', '0') then
        parsed := to_jsonb(lower(typed.cell) in ('yes', 'true', '1'));
      else
        error := format('Hidden must be yes or no, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'storage' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if typed.cell <> '' and lower(typed.cell) not in ('shelf', 'chilled', 'frozen') then
        error := 'Storage must be shelf, chilled, or frozen.';
      end if;
    elsif typed.name in ('contains', 'may_contain') then
      parsed := to_jsonb(array(
        select replace(btrim(lower(word)), ' ', '_') from regexp_split_to_table(typed.cell, '[,;|]') as words (word)
        where btrim(word) <> ''
      ));
      if not parsed <@ '["milk", "egg", "fish", "crustacean_shellfish", "tree_nut", "peanut", "wheat", "soy", "sesame"]' then
        error := format('"%s" has a word that is no allergen of the shop.', left(typed.cell, 80));
      end if;
    elsif typed.name = 'heat_level' then
      if typed.cell ~ '^[1-5]$' then
        parsed := to_jsonb(typed.cell::integer);
      elsif typed.cell <> '' then
        error := 'The heat level must be a number from 1 to 5.';
      end if;
    elsif typed.name = 'amount' then
      if private.read_decimal(typed.cell, 3) between 0.001 and 9999999.999 then
        parsed := to_jsonb(private.read_decimal(typed.cell, 3));
      elsif typed.cell <> '' then
        error := format('"%s" is no amount, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'pounds_each' then
      if private.read_decimal(typed.cell, 2) between 0.01 and 9999.99 then
        parsed := to_jsonb(private.read_decimal(typed.cell, 2));
      elsif typed.cell <> '' then
        error := format('"%s" is no weight in pounds, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'weight_tolerance' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^[0-9]{1,2}$' and typed.cell::integer <= 50 then
        parsed := to_jsonb(typed.cell::integer);
      else
        error := format('"%s" is no tolerance: a whole number of percent from 0 to 50.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'unit' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if lower(typed.cell) not in ('', 'lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then
        error := format('"%s" is no unit: lb, oz, fl oz, ct, yd or each.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'barcode' then
      parsed := to_jsonb(private.read_barcode(typed.cell));
      if parsed is null then
        error := case
          when typed.cell ~* '^[0-9.,]+e\+[0-9]+$'
            then format('"%s" is what a spreadsheet left of a barcode. Format the column as text.', left(typed.cell, 40))
          when regexp_replace(typed.cell, '[\s-]', '', 'g') ~ '^([0-9]{8}|[0-9]{12,14})$'
            then format('The check digit of barcode %s is wrong.', typed.cell)
          else format('"%s" is no barcode.', left(typed.cell, 40))
        end;
      end if;
    elsif typed.name = 'weight' then
      parsed := to_jsonb(case when typed.cell = '' then '' else private.read_weight(typed.cell) end);
      if parsed is null then
        error := format('"%s" is no weight, such as 2.5 lb or 500 g.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'tax_class_id' then
      if typed.cell ~ '^[0-9]{1,18}$' then
        parsed := to_jsonb(typed.cell::bigint);
      elsif typed.cell <> '' then
        error := 'This tax class doesn''t exist.';
      end if;
    elsif typed.name = 'problem' then
      errors := errors || left(typed.cell, 200);
      continue;
    else
      continue;
    end if;
    errors := errors || error;
    found_values := found_values || jsonb_build_object(typed.name, parsed);
  end loop;
  if found_values ? 'stock' and not found_values ? 'availability' then
    found_values := found_values || '{"availability": "counted"}';
  elsif found_values ->> 'availability' <> 'counted' then
    found_values := found_values - 'stock';
  end if;
  return jsonb_build_object('values', found_values, 'errors', array_remove(errors, null));
end;
$$;

create or replace function private.write_import_images(import_id bigint, is_undo boolean) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  if is_undo then
    delete from public.offers using public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
      and rows.after ? 'offers' and offers.product_id = rows.product_id
      and not rows.before -> 'offers' @> jsonb_build_array(private.offer_image(offers))
      and rows.after -> 'offers' @> jsonb_build_array(private.offer_image(offers));
  else
    insert into public.offers (product_id, price, starts_at, ends_at)
    select rows.product_id, (offer ->> 'price')::numeric, (offer ->> 'starts_at')::timestamptz, (offer ->> 'ends_at')::timestamptz
    from public.import_rows as rows cross join lateral jsonb_array_elements(rows.after -> 'offers') as offer
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change') and rows.after ? 'offers'
      and not coalesce(rows.before -> 'offers', '[]') @> jsonb_build_array(offer);
  end if;

  with classes as (
    select rows.product_id, (case when is_undo then rows.before else rows.after end ->> 'tax_class_id')::bigint as class_id
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
      and rows.after ? 'tax_class_id'
  ), ended as (
    delete from public.tax_exceptions as exceptions using classes
    where exceptions.product_id = classes.product_id and classes.class_id is null
  )
  insert into public.tax_exceptions (product_id, class_id)
  select classes.product_id, classes.class_id from classes where classes.class_id is not null
  on conflict (product_id) do update set class_id = excluded.class_id;

  perform private.write_item(
    rows.product_id, case when rows.is_size then rows.size_id end, case when is_undo then rows.before else rows.after end
  )
  from public.import_rows as rows
  where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change')
    and (not is_undo or rows.result = 'change') and rows.undo_skip_reason is null
    and rows.after ?| array['sku', 'barcode', 'vendor', 'weight'];

  with images as (
    select rows.product_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and not rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.products as target
  set category = written.category, name = written.name, description_header = written.description_header,
    description = written.description, price = written.price, discount_price = written.discount_price,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    img1 = written.img1, img2 = written.img2, size = written.size, availability = written.availability,
    also_called = written.also_called, storage = written.storage, origin = written.origin,
    ingredients = written.ingredients, contains = written.contains, may_contain = written.may_contain,
    fibre = written.fibre, care = written.care, heat_level = written.heat_level, amount = written.amount,
    unit = written.unit, pounds_each = written.pounds_each, weight_tolerance = written.weight_tolerance,
    archived_at = case
      when not images.image ? 'hidden' then known.archived_at
      when (images.image -> 'hidden')::boolean then coalesce(known.archived_at, now())
    end
  from images
  join public.products as known on known.id = images.product_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with images as (
    select rows.size_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.product_sizes as target
  set price = written.price, discount_price = written.discount_price, availability = written.availability,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    amount = written.amount, unit = written.unit
  from images
  join public.product_sizes as known on known.id = images.size_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with counts as (
    select rows.product_id, rows.size_id, rows.is_size, case when is_undo then rows.before else rows.after end -> 'stock' as stock
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change')
      and (not is_undo or rows.result = 'change') and rows.undo_skip_reason is null
  ), uncounted as (
    delete from public.product_stock as stock using counts
    where stock.product_id = counts.product_id and not counts.is_size and counts.stock = 'null'
  ), uncounted_sizes as (
    delete from public.size_stock as stock using counts
    where stock.size_id = counts.size_id and counts.is_size and counts.stock = 'null'
  ), counted as (
    insert into public.product_stock (product_id, stock_count)
    select counts.product_id, counts.stock::integer from counts where not counts.is_size and counts.stock <> 'null'
    on conflict (product_id) do update set stock_count = excluded.stock_count
  )
  insert into public.size_stock (size_id, stock_count)
  select counts.size_id, counts.stock::integer from counts where counts.is_size and counts.stock <> 'null'
  on conflict (size_id) do update set stock_count = excluded.stock_count;
end;
$$;

create or replace function public.apply_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s'
as $$
#variable_conflict use_column
declare
  applied public.imports := private.lock_import(apply_import.import_id);
begin
  if applied.applied_at is not null then
    return applied;
  end if;
  if applied.validated_at is null then
    raise sqlstate 'PT409' using message = 'Preview this import before you apply it.';
  end if;
  -- Two imports that add the same product run one after the other.
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  perform private.lock_import_products(apply_import.import_id);
  if exists (
    select from public.import_rows as rows
    join private.validate_import_rows(apply_import.import_id) as judged on judged.place = rows.place
    where rows.import_id = apply_import.import_id
      and (judged.result, judged.reason, judged.product_place, judged.product_id, judged.size_id, judged.before, judged.after)
        is distinct from
        (rows.result, rows.reason, rows.product_place, rows.product_id, rows.size_id, rows.before, rows.after)
  ) then
    raise sqlstate 'PT409' using
      message = 'Products were sold or changed in the meantime. Check the list again.';
  end if;

  update public.import_rows as rows set product_id = nextval(pg_get_serial_sequence('public.products', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size;
  insert into public.products (
    id, category, name, description_header, description, price, discount_price, img1, img2, size, availability,
    also_called, storage, origin, ingredients, contains, may_contain, fibre, care, heat_level, amount, unit, pounds_each,
    weight_tolerance, archived_at
  ) overriding system value
  select rows.product_id, made.category, made.name, made.description_header, made.description, made.price,
    made.discount_price, made.img1, made.img2, made.size, made.availability, made.also_called, made.storage,
    made.origin, made.ingredients, made.contains, made.may_contain, made.fibre, made.care, made.heat_level,
    made.amount, made.unit, made.pounds_each, made.weight_tolerance, case when (rows.after -> 'hidden')::boolean then now() end
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.products, '{
    "description_header": "", "description": "", "img1": "", "size": "", "availability": "available",
    "also_called": "", "origin": "", "ingredients": "", "contains": [], "may_contain": [], "fibre": "", "care": "",
    "weight_tolerance": 10
  }' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size
  order by rows.place;

  update public.import_rows as rows
  set product_id = coalesce(rows.product_id, (
      select owners.product_id from public.import_rows as owners
      where owners.import_id = rows.import_id and owners.place = rows.product_place
    )),
    size_id = nextval(pg_get_serial_sequence('public.product_sizes', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size;
  insert into public.product_sizes (
    id, product_id, label, position, price, discount_price, availability, amount, unit
  ) overriding system value
  select rows.size_id, rows.product_id, private.plain_cell(rows.cells ->> 'size_label'),
    coalesce((
      select max(sizes.position) from public.product_sizes as sizes where sizes.product_id = rows.product_id
    ), 0) + row_number() over (partition by rows.product_id order by rows.place),
    made.price, made.discount_price, made.availability, made.amount, made.unit
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.product_sizes, '{"availability": "available"}' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size
  order by rows.place;

  perform private.write_import_images(apply_import.import_id, false);
  update public.imports set applied_at = now() where imports.id = apply_import.import_id
  returning imports.* into applied;
  perform private.add_to_audit_log(
    'import', case when applied.is_bulk_change then 'Bulk change: ' else 'Import of ' end || applied.file_name, null,
    jsonb_build_object(
      'added', applied.add_count, 'changed', applied.change_count, 'refused', applied.rejected_count
    )
  );
  return applied;
end;
$$;

create or replace function private.write_attributes(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.product_attributes as attributes
  using public.products
  where attributes.product_id = any (write_attributes.product_ids) and products.id = attributes.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  insert into private.product_attributes as attributes (
    product_id, category, created_at, sort_name, price, is_offer, can_be_bought, dimension, unit_price, storage,
    free_of, sizes
  )
  select products.id, products.category, products.created_at,
    private.fold_text(products.name),
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
      -- Sold by weight: what one of the expected weight costs.
      round(case
        when size.price is null then coalesce(products.discount_price, products.price)
        else coalesce(size.discount_price, size.price)
      end * coalesce(products.pounds_each, 1), 2) as price,
      case when size.price is null then products.discount_price else size.discount_price end is not null as is_offer,
      coalesce(products.pounds_each, size.amount, products.amount) as amount,
      case when products.pounds_each is not null then 'lb' else coalesce(size.unit, products.unit) end as unit
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
  where products.id = any (write_attributes.product_ids) and products.archived_at is null and products.pictures_ready
  order by products.id
  on conflict (product_id) do update set
    category = excluded.category, created_at = excluded.created_at, sort_name = excluded.sort_name,
    price = excluded.price, is_offer = excluded.is_offer, can_be_bought = excluded.can_be_bought,
    dimension = excluded.dimension, unit_price = excluded.unit_price, storage = excluded.storage,
    free_of = excluded.free_of, sizes = excluded.sizes;
end;
$$;

create or replace function private.refresh_attributes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.write_attributes(array(select id from products_after));
  else
    perform private.write_attributes(array(
      select id from products_before as before join products_after as after using (id)
      where (before.category, before.name, before.price, before.discount_price, before.sizes, before.amount,
          before.pounds_each, before.unit, before.storage, before.contains, before.may_contain, before.ingredients, before.is_sold_out,
          before.pictures_ready, before.archived_at)
        is distinct from
        (after.category, after.name, after.price, after.discount_price, after.sizes, after.amount,
          after.pounds_each, after.unit, after.storage, after.contains, after.may_contain, after.ingredients, after.is_sold_out,
          after.pictures_ready, after.archived_at)
    ));
  end if;
  return null;
end;
$$;

comment on function private.desk_card(public.orders) is
  'Returns an order as the board shows it: {id, number, status, delivery_type, delivery_included, delivery_fee, '
  'name, phone, window_starts_at, window_ends_at, paid_at, substitution_preference, note, item_count, line_ids, has_line_words, '
  'packed_pounds, packed_line_ids, substitution_ids, is_unread, moved_at, moved_from}. substitution_ids are its substitutions, packed_pounds '
  'the weights of weighed lines, {line id: pounds}. moved_from is '
  'the status that undo leads to; null if the last move cannot be undone.';

comment on function public.read_pick_lists(uuid[]) is
  'For packers: cards with {delivery_address, driver_note, lines: [{id, product_id, size_id, name, size, quantity, '
  'bag_quantity, image_url, unit_price, pounds_each, price_per_pound, substitution_preference, note, changes, category, aisle, is_frozen, best_before, picked_by}]}, lines in '
  'aisle order, frozen ones last; quantity is what was not refunded (0 if left out), bag_quantity what of it is '
  'neither replaced nor missing; at most 100 orders. jsonb: lines and their substitutions are nested. Security '
  'definer, as read_desk.';

drop trigger send_desk_event on public.order_items;
create trigger send_desk_event after update of substitution_preference, note, refunded_quantity, packed_pounds
  on public.order_items
  for each row when (
    (old.substitution_preference, old.note, old.refunded_quantity, old.packed_pounds)
      is distinct from (new.substitution_preference, new.note, new.refunded_quantity, new.packed_pounds)
  )
  execute function private.notify_desk();
