-- What is not there may be replaced by more or fewer of something else: what that gives back is told before.
drop function public.list_replacements(bigint, integer, text);
create function public.list_replacements(
  order_item_id bigint, quantity integer, typed text default '', replacement_quantity integer default null
)
returns table (
  product_id bigint, size_id bigint, name text, size_label text, image_url text, unit_price numeric,
  is_same_category boolean, gives_back_cents bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  own_category text;
  paid_cents bigint;
  paid_tax_cents bigint;
begin
  select * into line from public.order_items as items where items.id = list_replacements.order_item_id;
  if line.id is null or not private.may_handle(line.order_id) then
    raise sqlstate 'PT404' using message = 'There is no such line.';
  end if;
  if coalesce(list_replacements.quantity, 0) not between 1 and line.quantity then
    raise invalid_parameter_value using message = 'There are not so many of this line.';
  end if;
  if list_replacements.replacement_quantity not between 1 and 999 then
    raise invalid_parameter_value using message = 'A line is replaced by 1 to 999.';
  end if;
  select * into target from public.orders where orders.id = line.order_id;
  select products.category into own_category from public.products where products.id = line.product_id;
  paid_cents := private.paid_for_first(private.line_amount(line), line, list_replacements.quantity);
  paid_tax_cents := private.paid_for_first(line.tax_amount, line, list_replacements.quantity);
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
        coalesce(sizes.discount_price, sizes.price, found.discount_price, found.price) as unit_price
      from found
      left join public.product_sizes as sizes on sizes.product_id = found.id and sizes.archived_at is null
      where found.archived_at is null and found.pictures_ready and not found.is_sold_out
        and (sizes.id is not null or found.sizes = '[]')
        and coalesce(sizes.availability, 'available') <> 'sold_out'
        and private.stock_left(found.id, sizes.id) is distinct from 0
        and (found.id, coalesce(sizes.id, 0)) <> (line.product_id, coalesce(line.size_id, 0))
    )
    select sold.id, sold.size_id, sold.name, sold.label, sold.img1, sold.unit_price, sold.category = own_category,
      paid_cents + paid_tax_cents - priced.kept_cents - priced.kept_tax_cents
    from (
      select * from sold
      -- The same thing in another size is the closest, then what costs about the same.
      order by sold.category = own_category desc, sold.place, sold.id = line.product_id desc,
        abs(sold.unit_price - line.unit_price), sold.id
      limit 24
    ) as sold
    cross join lateral private.price_replacement(
      target, line, list_replacements.quantity, paid_cents, paid_tax_cents, sold.id,
      (
        sold.unit_price * 100 * coalesce(list_replacements.replacement_quantity, list_replacements.quantity)
      )::bigint
    ) as priced
    order by sold.category = own_category desc, sold.place, sold.id = line.product_id desc,
      abs(sold.unit_price - line.unit_price), sold.id;
end;
$$;
comment on function public.list_replacements(bigint, integer, text, integer) is
  'For staff: what could stand for so many of a line, its own category first, and what as many of each, or another number, '
  'would give back; without a word of search what is closest of its category. Security definer: it reads counts and lines.';
revoke all on function public.list_replacements(bigint, integer, text, integer) from public, anon, service_role;
grant execute on function public.list_replacements(bigint, integer, text, integer) to authenticated;
