-- Plans are kept for the connection, as of every function that an order asks.
create or replace function private.tax_shares(head public.orders, lines public.order_items[])
returns table (place integer, percent numeric, cents bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with shop as (
      select (tax_shares.head.created_at at time zone store_settings.time_zone)::date as today, delivery_tax_class_id
      from public.store_settings
    ), parts as (
      select subscript as place, coalesce(tax_exceptions.class_id, category_tax_classes.class_id) as class_id,
        private.line_amount(tax_shares.lines[subscript]) as amount
      from generate_subscripts(tax_shares.lines, 1) as subscript
      join public.products on products.id = (tax_shares.lines[subscript]).product_id
      left join public.tax_exceptions on tax_exceptions.product_id = products.id
      left join public.category_tax_classes on category_tax_classes.category = products.category
      union all
      select cardinality(tax_shares.lines) + 1, shop.delivery_tax_class_id, tax_shares.head.delivery_cost from shop
    ), taxed as (
      select parts.place, rate.percent, parts.amount * rate.percent as exact
      from shop, parts cross join lateral (
        select tax_rates.percent from public.tax_rates
        where tax_rates.class_id = parts.class_id and tax_rates.valid_from <= shop.today
        order by tax_rates.valid_from desc limit 1
      ) as rate
      where rate.percent > 0
    )
    select taxed.place, taxed.percent, (floor(taxed.exact) + case
      when row_number() over (order by taxed.exact - floor(taxed.exact) desc, taxed.place)
        <= round(sum(taxed.exact) over ()) - sum(floor(taxed.exact)) over () then 1
      else 0
    end)::bigint
    from taxed;
end;
$$;

create or replace function public.quote_cart(
  items jsonb, delivery_type text default 'pickup', delivery_zip text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
begin
  perform private.check_cart(quote_cart.items);
  head.user_id := (select auth.uid());
  head.created_at := now();
  head.delivery_type := coalesce(quote_cart.delivery_type, 'pickup');
  head.delivery_zip := substring(quote_cart.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := (
    select chosen.code_id from private.chosen_discounts as chosen where chosen.user_id = head.user_id
  );
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line)
    from jsonb_array_elements(private.cart_now(quote_cart.items)) with ordinality as lines (line, place)
    -- What is no longer for sale costs nothing, nor what now comes in sizes: it cannot be ordered so.
    where line -> 'unit_price' <> 'null' and line -> 'needs_size' = 'false'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  return jsonb_build_object(
    'goods', coalesce((select sum(line.unit_price * line.quantity) from unnest(priced.lines) as line), 0),
    'delivery_cost', head.delivery_cost,
    'delivery_included', head.delivery_included,
    'tax', head.tax_amount,
    'total', head.total
  ) || coalesce((
    select jsonb_build_object(
      'discount', head.discount, 'discount_code', codes.code,
      'discount_problem', private.discount_problem(codes, head, priced.lines)
    )
    from public.discount_codes as codes where codes.id = head.discount_code_id
  ), '{}');
end;
$$;
