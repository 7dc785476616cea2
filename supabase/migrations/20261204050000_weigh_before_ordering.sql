-- Sizes of products sold by weight have weights of their own, and the point of sale weighs before it orders.

create function private.pounds_of_size(pounds_each numeric, amount numeric, unit text) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return case when pounds_of_size.pounds_each is not null and pounds_of_size.unit = 'lb'
    then greatest(round(pounds_of_size.amount, 2), 0.01) else pounds_of_size.pounds_each end;
end;
$$;
comment on function private.pounds_of_size(numeric, numeric, text) is
  'Returns what one of a size weighs, for a product of which each weighs so much: its own amount in pounds, or that of '
  'the product. Null by the piece.';

create or replace function private.unit_price(product_id bigint, size_id bigint) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.price_of_weight(
      private.current_price(products.id, unit_price.size_id),
      private.pounds_of_size(products.pounds_each, sizes.amount, sizes.unit), products.weight_tolerance
    )
    from public.products
    left join public.product_sizes as sizes on sizes.id = unit_price.size_id
    where products.id = unit_price.product_id
  );
end;
$$;
comment on function private.unit_price(bigint, bigint) is
  'Returns what one of a product, or of one of its sizes, costs at most now. Security definer, as private.current_price.';

create or replace function private.set_line_weight() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  product public.products;
  -- Only the point of sale weighs before it orders; from anyone else the weight of the bag is not read.
  pounds constant numeric := case when exists (
    select from public.orders where orders.id = new.order_id and orders.channel = 'counter'
  ) then round(new.packed_pounds, 3) end;
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
    new.pounds_each := coalesce((
      select private.pounds_of_size(product.pounds_each, sizes.amount, sizes.unit)
      from public.product_sizes as sizes where sizes.id = new.size_id
    ), product.pounds_each);
    new.weight_tolerance := product.weight_tolerance;
    new.price_per_pound := private.current_price(product.id, new.size_id);
    if pounds is not null then
      new.unit_price := round(new.price_per_pound * pounds, 2) + private.price_of_choices(new.choices);
      new.packed_pounds := pounds;
      new.packed_units := new.quantity;
      new.weighed_by := (select auth.uid());
      new.weighed_at := now();
    else
      new.unit_price := private.price_of_weight(new.price_per_pound, new.pounds_each, product.weight_tolerance)
        + private.price_of_choices(new.choices);
      update public.orders set holds_payment = true where orders.id = new.order_id and not orders.holds_payment;
    end if;
  end if;
  return new;
end;
$$;
comment on function private.set_line_weight() is
  'Gives a line of a product sold by weight its price per pound, and as its unit price the most that one can cost. The '
  'card payment of its order is only held. A line weighed at the point of sale has the exact price, and its weight is '
  'final. Security definer: the customer may not update orders.';

create function private.weigh_cart(cart jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(weigh_cart.cart) as line (product_id bigint, name text, quantity integer, pounds numeric)
    left join public.products on products.id = line.product_id
    where line.pounds is not null and line.name is not null
      and (products.pounds_each is null or line.quantity <> 1 or round(line.pounds, 3) not between 0.001 and 9999)
  ) then
    raise invalid_parameter_value using message = 'Enter a weight up to 9,999 lb, for one piece of a product sold by weight.';
  end if;
  return (
    select jsonb_agg(
      case when line ->> 'pounds' is null or line ->> 'name' is null then line
      -- Instead of the most that it could weigh.
      else line || jsonb_build_object(
        'unit_price', (line ->> 'unit_price')::numeric
          - private.unit_price(products.id, (line ->> 'size_id')::bigint)
          + round(current.price * round((line ->> 'pounds')::numeric, 3), 2)
      ) end
      order by place
    )
    from jsonb_array_elements(weigh_cart.cart) with ordinality as lines (line, place)
    left join public.products on products.id = (line ->> 'product_id')::bigint
    cross join lateral (
      select private.current_price(products.id, (line ->> 'size_id')::bigint) as price
    ) as current
  );
end;
$$;
comment on function private.weigh_cart(jsonb) is
  'Gives the lines of a cart that were weighed at the point of sale their exact price. Never for a customer''s cart. '
  'Security definer, as private.current_cart.';

create or replace function private.current_cart(items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'product_id', requested.product_id,
      'size_id', requested.size_id,
      'choice_ids', requested.choice_ids,
      'pounds', requested.pounds,
      'name', private.name_with_choices(products.name, chosen.choices),
      'size', sizes.label,
      'unit_price', private.price_of_weight(
        private.current_price(products.id, sizes.id),
        private.pounds_of_size(products.pounds_each, sizes.amount, sizes.unit), products.weight_tolerance
      ) + private.price_of_choices(chosen.choices),
      'quantity', requested.quantity,
      'needs_size', coalesce(requested.size_id is null and products.sizes <> '[]', false),
      'needs_choice', coalesce(not private.fit_choices(products.choice_groups, chosen.ids), false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(stock.left_count = 0, false),
      'quantity_left', stock.left_count
    ) order by requested.place)
    from (
      select line.product_id, line.size_id, line.choice_ids, line.pounds, sum(line.quantity) as quantity,
        min(line.place) as place,
        sum(sum(line.quantity)) over (
          partition by line.product_id, line.size_id order by min(line.place) rows unbounded preceding
        ) - sum(line.quantity) as before_count
      from rows from (jsonb_to_recordset(current_cart.items)
        as (product_id bigint, size_id bigint, quantity integer, choice_ids bigint[], pounds numeric))
        with ordinality as line (product_id, size_id, quantity, choice_ids, pounds, place)
      group by line.product_id, line.size_id, line.choice_ids, line.pounds, case when line.pounds is not null then line.place end
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
comment on function private.current_cart(jsonb) is
  'Returns the lines of a cart [{product_id, size_id, quantity, choice_ids}] with current catalog data; null if no longer '
  'for sale. Without choice_ids, a line has the defaults. Security definer: it returns only public data, and both quote_cart (definer) and place_order (invoker) '
  'call it; PostgreSQL would plan it again for each role.';
grant execute on function private.current_cart(jsonb) to authenticated;

drop function private.quote(jsonb, text, text, uuid, bigint);

create function private.quote(
  items jsonb, delivery_type text, delivery_zip text, person uuid, code_id bigint, is_weighed boolean default false,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_code text, out discount_error text
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
  cart jsonb;
begin
  perform private.check_cart(quote.items);
  cart := private.current_cart(quote.items);
  if quote.is_weighed then
    cart := private.weigh_cart(cart);
  end if;
  head.user_id := quote.person;
  head.created_at := now();
  head.delivery_type := coalesce(quote.delivery_type, 'pickup');
  head.delivery_zip := substring(quote.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := quote.code_id;
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line)
    from jsonb_array_elements(cart) with ordinality as lines (line, place)
    -- A product that is no longer for sale, or lacks a size or choice by now, costs nothing: it cannot be ordered so.
    where line -> 'unit_price' <> 'null' and line -> 'needs_size' = 'false' and line -> 'needs_choice' = 'false'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  subtotal := coalesce((select sum(line.unit_price * line.quantity) from unnest(priced.lines) as line), 0);
  delivery_cost := head.delivery_cost;
  delivery_included := head.delivery_included;
  tax := head.tax_amount;
  total := head.total;
  discount := coalesce(head.discount, 0);
  select codes.code, private.discount_error(codes, head, priced.lines) into discount_code, discount_error
  from public.discount_codes as codes where codes.id = head.discount_code_id;
end;
$$;
comment on function private.quote(jsonb, text, text, uuid, bigint, boolean) is
  'Returns what a cart would cost this customer, or a guest, with this code, in the shape of quote_cart. is_weighed, for '
  'the point of sale: lines with pounds cost what they weigh.';

create function private.cart_lines(cart jsonb, items jsonb) returns table (
  product_id bigint, size_id bigint, choice_ids bigint[], name text, quantity integer, unit_price numeric, pounds numeric,
  substitution_preference text, note text
)
language plpgsql immutable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select line.product_id, line.size_id, line.choice_ids, line.name, line.quantity, line.unit_price, line.pounds,
      said.substitution_preference, coalesce(said.note, '')
    from rows from (jsonb_to_recordset(cart_lines.cart)
      as (product_id bigint, size_id bigint, choice_ids bigint[], name text, quantity integer, unit_price numeric, pounds numeric))
      with ordinality as line (product_id, size_id, choice_ids, name, quantity, unit_price, pounds, place)
    -- Lines that were merged keep all their notes.
    left join (
      select each.product_id, each.size_id, each.choice_ids, min(each.substitution_preference) as substitution_preference,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(cart_lines.items)
        as each (product_id bigint, size_id bigint, choice_ids bigint[], substitution_preference text, note text)
      where each.substitution_preference is not null or each.note is not null
      group by each.product_id, each.size_id, each.choice_ids
    ) as said on said.product_id = line.product_id and said.size_id is not distinct from line.size_id
      and said.choice_ids is not distinct from line.choice_ids
    order by line.place;
end;
$$;
comment on function private.cart_lines(jsonb, jsonb) is
  'Returns the lines that an order gets of a current cart, with the preferences and notes of what was ordered.';
grant execute on function private.cart_lines(jsonb, jsonb) to authenticated;

create or replace function private.fill_order(placed public.orders, items jsonb, expected_total numeric) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  filled public.orders;
  is_weighed constant boolean := placed.channel = 'counter';
  cart jsonb := private.current_cart(fill_order.items);
  cannot_be_had constant boolean := cart @? '$[*] ? (
    @.name == null || @.needs_size == true || @.needs_choice == true || @.is_sold_out == true
    || @.quantity_left < @.quantity
  )';
  amounts jsonb;
begin
  if is_weighed then
    cart := private.weigh_cart(cart);
  end if;
  if not cannot_be_had then
    -- Customers may not write a weight.
    if is_weighed then
      insert into public.order_items
        (order_id, product_id, size_id, choice_ids, product_name, quantity, unit_price, image_url, substitution_preference, note, packed_pounds)
      select placed.id, line.product_id, line.size_id, line.choice_ids, line.name, line.quantity, line.unit_price, '',
        line.substitution_preference, line.note, line.pounds
      from private.cart_lines(cart, fill_order.items) as line;
    else
      insert into public.order_items
        (order_id, product_id, size_id, choice_ids, product_name, quantity, unit_price, image_url, substitution_preference, note)
      select placed.id, line.product_id, line.size_id, line.choice_ids, line.name, line.quantity, line.unit_price, '',
        line.substitution_preference, line.note
      from private.cart_lines(cart, fill_order.items) as line;
    end if;
    select * into filled from public.orders where orders.id = placed.id;
    if filled.delivery_type = 'delivery' then
      if filled.channel = 'counter' then
        perform private.reserve_fulfillment(filled);
      else
        perform public.check_fulfillment(filled.id);
      end if;
    end if;
    if filled.total = fill_order.expected_total then
      -- The last step, because all orders of a day wait for its lock.
      set constraints public.claim_window immediate;
      return filled;
    end if;
    -- Line prices are those of the catalog when they were written, a moment after the quote.
    cart := private.current_cart(fill_order.items);
  end if;
  if placed.channel = 'counter' then
    amounts := to_jsonb(private.quote(
      fill_order.items, placed.delivery_type, placed.delivery_zip, null, placed.discount_code_id, true
    ));
  else
    amounts := to_jsonb(public.quote_cart(fill_order.items, placed.delivery_type, placed.delivery_zip));
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some items are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
comment on function private.fill_order(public.orders, jsonb, numeric) is
  'Writes the lines of a new order and returns it with its total; raises 409 as place_order describes.';
grant execute on function private.fill_order(public.orders, jsonb, numeric) to authenticated;

create or replace function public.quote_point_of_sale_order(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null, discount_code text default null,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_error text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_point_of_sale('quote_point_of_sale_order');
  select quoted.subtotal, quoted.delivery_cost, quoted.delivery_included, quoted.tax, quoted.total, quoted.discount,
    quoted.discount_error
  into subtotal, delivery_cost, delivery_included, tax, total, discount, discount_error
  from private.quote(
    quote_point_of_sale_order.items, quote_point_of_sale_order.delivery_type, quote_point_of_sale_order.delivery_zip,
    null, private.named_discount(quote_point_of_sale_order.discount_code), true
  ) as quoted;
end;
$$;
comment on function public.quote_point_of_sale_order(jsonb, text, text, text) is
  'For the owner and managers: what an order would cost a customer without an account, with the columns of '
  'quote_cart; create_point_of_sale_order expects that total. An item with pounds is one piece that was weighed. Security definer, as quote_cart.';
grant execute on function public.quote_point_of_sale_order(jsonb, text, text, text) to authenticated;

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
    free_of, sizes, is_snap_eligible
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
    end,
    products.is_snap_eligible
  from public.products
  cross join lateral (
    select
      -- Sold by weight: what one of the expected weight costs.
      round(case
        when size.price is null then coalesce(products.discount_price, products.price)
        else coalesce(size.discount_price, size.price)
      end * coalesce(private.pounds_of_size(products.pounds_each, size.amount, size.unit), 1), 2) as price,
      case when size.price is null then products.discount_price else size.discount_price end is not null as is_offer,
      coalesce(
        private.pounds_of_size(products.pounds_each, size.amount, size.unit), size.amount, products.amount
      ) as amount,
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
    free_of = excluded.free_of, sizes = excluded.sizes, is_snap_eligible = excluded.is_snap_eligible;
end;
$$;
comment on function private.write_attributes(bigint[]) is 'Rebuilds the attributes of these products.';

create or replace function private.list_margin_lines(starts_at timestamptz, ends_at timestamptz)
returns table (product_id bigint, size_id bigint, quantity numeric, sales numeric, unit_cost numeric)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with paid as (
      select sold.order_id, min(sold.received_at) as paid_at, sum(sold.amount_cents) as amount_cents
      from private.list_sales(list_margin_lines.starts_at, list_margin_lines.ends_at) as sold
      join public.orders on orders.id = sold.order_id
      where sold.purpose = 'order' and not private.is_canceled(orders.status)
      group by sold.order_id
    ), line_refunds as (
      select refunds.order_id, line.order_item_id, sum(line.quantity) as quantity,
        sum(coalesce(line.amount_cents, items.unit_price * 100 * line.quantity)) as cents,
        sum(coalesce(line.tax_cents, 0)) as tax_cents
      from paid
      join public.refunds on refunds.order_id = paid.order_id and refunds.status = 'succeeded'
      cross join jsonb_to_recordset(refunds.lines)
        as line (order_item_id bigint, quantity integer, amount_cents bigint, tax_cents bigint)
      join public.order_items as items on items.id = line.order_item_id
      -- A refund for a cheaper replacement is in what the replacement costs.
      where line.quantity > 0
      group by refunds.order_id, line.order_item_id
    ), refunded as (
      select lines.order_id, sum(lines.cents + lines.tax_cents) as cents from line_refunds as lines group by lines.order_id
    ), amount_refunds as (
      select refunds.order_id, sum(refunds.amount_cents) as cents
      from paid join public.refunds on refunds.order_id = paid.order_id
      where refunds.status = 'succeeded' and refunds.lines is null
      group by refunds.order_id
    ), weighed_less as (
      select items.order_id, sum(items.weight_refund + items.weight_tax_refund) * 100 as cents
      from paid join public.order_items as items on items.order_id = paid.order_id
      where items.weight_refund > 0
      group by items.order_id
    ), shares as (
      -- A refund of an amount belongs to no line: it lowers all of them alike.
      select paid.order_id, paid.paid_at, 1 - least(
        1, coalesce(amount_refunds.cents / nullif(
          paid.amount_cents - coalesce(refunded.cents, 0) - coalesce(weighed_less.cents, 0), 0
        ), 0)
      ) as share
      from paid
      left join amount_refunds on amount_refunds.order_id = paid.order_id
      left join refunded on refunded.order_id = paid.order_id
      left join weighed_less on weighed_less.order_id = paid.order_id
    ), replaced as (
      select changes.order_item_id, sum(changes.quantity) as quantity, sum(changes.paid_cents) as paid_cents
      from paid join public.substitutions as changes on changes.order_id = paid.order_id
      where changes.kind = 'replaced' and changes.settled_at is not null
      group by changes.order_item_id
    ), lines as (
      select shares.paid_at, items.product_id, items.size_id,
        items.quantity - coalesce(gone.quantity, 0) - coalesce(replaced.quantity, 0) as quantity,
        (private.line_paid(items) * 100 - coalesce(gone.cents, 0) - coalesce(replaced.paid_cents, 0)) / 100
          * shares.share as sales
      from shares
      join public.order_items as items on items.order_id = shares.order_id
      left join line_refunds as gone on gone.order_item_id = items.id
      left join replaced on replaced.order_item_id = items.id
      union all
      select shares.paid_at, changes.replacement_product_id, changes.replacement_size_id, changes.replacement_quantity,
        changes.replacement_cents / 100.0 * shares.share
      from shares
      join public.substitutions as changes
        on changes.order_id = shares.order_id and changes.kind = 'replaced' and changes.settled_at is not null
    ), costs as (
      -- Each cost until the next delivery; the first one also before it, as private.last_cost does.
      select line.product_id, coalesce(line.size_id, 0) as size_key, line.unit_cost,
        case when row_number() over item = 1 then '-infinity' else deliveries.received_at end as starts_at,
        coalesce(lead(deliveries.received_at) over item, 'infinity') as ends_at
      from public.supplier_delivery_lines as line
      join public.supplier_deliveries as deliveries on deliveries.id = line.delivery_id
      where line.unit_cost is not null and deliveries.undone_at is null
      window item as (partition by line.product_id, line.size_id order by deliveries.received_at, line.id)
    )
    select lines.product_id, lines.size_id, lines.quantity::numeric, lines.sales, costs.unit_cost
    from lines
    left join costs on costs.product_id = lines.product_id and costs.size_key = coalesce(lines.size_id, 0)
      and lines.paid_at >= costs.starts_at and lines.paid_at < costs.ends_at
    where lines.quantity > 0 or lines.sales > 0;
end;
$$;
comment on function private.list_margin_lines(timestamptz, timestamptz) is
  'Lists lines of orders paid in this period, without canceled ones: units and sales without tax, after discounts, refunds so far, '
  'and substitutions, with the last unit cost when they were paid.';

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
              'is_weight_final', items.weighed_at is not null,
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
    join public.orders on orders.id = requested.id and private.can_handle(orders.id)
      and (orders.paid_at is not null or private.pays_in_store(orders.id))
  ), '[]');
end;
$$;
comment on function public.read_pick_lists(uuid[]) is
  'For packers: cards with {delivery_address, driver_note, lines: [{id, product_id, size_id, name, size, quantity, '
  'bag_quantity, image_url, unit_price, pounds_each, price_per_pound, is_weight_final, '
  'substitution_preference, note, changes, category, aisle, is_frozen, best_before, picked_by}]}, lines in '
  'aisle order, frozen ones last; quantity is what was not refunded (0 if left out), bag_quantity what of it is '
  'neither replaced nor missing; at most 100 orders. jsonb: lines and their substitutions are nested. Security '
  'definer, as read_desk.';
grant execute on function public.read_pick_lists(uuid[]) to authenticated;
