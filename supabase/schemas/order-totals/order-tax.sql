-- Sales tax of an order, rounded once: the cents of the total are shared so that each part is rounded down, or one cent
-- more where the most was cut off.

-- Returns the taxed parts of an order, by line place, the delivery last, each with its rate.
create function private.tax_shares(head public.orders, lines public.order_items[])
returns table (place integer, percent numeric, cents bigint)
language plpgsql stable set search_path = '' as $$
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

-- Adds sales tax: of each line, the delivery, and the order.
create function private.add_tax(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = '' as $$
declare
  head public.orders := priced.head;
  lines public.order_items[] := priced.lines;
  share record;
begin
  head.tax_amount := 0;
  head.delivery_tax_rate := 0;
  head.delivery_tax_amount := 0;
  for place in 1 .. cardinality(lines) loop
    lines[place].tax_rate := 0;
    lines[place].tax_amount := 0;
  end loop;
  head.tax_exempt_certificate := (
    select tax_exemptions.certificate from public.tax_exemptions where tax_exemptions.user_id = head.user_id
  );
  if head.tax_exempt_certificate is null then
    for share in select * from private.tax_shares(head, lines) loop
      head.tax_amount := head.tax_amount + share.cents / 100.0;
      if share.place > cardinality(lines) then
        head.delivery_tax_rate := share.percent;
        head.delivery_tax_amount := share.cents / 100.0;
      else
        lines[share.place].tax_rate := share.percent;
        lines[share.place].tax_amount := share.cents / 100.0;
      end if;
    end loop;
  end if;
  return (head, lines)::private.priced_order;
end;
$$;
