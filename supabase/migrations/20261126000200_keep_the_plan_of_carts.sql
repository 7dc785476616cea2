-- Asked in turn with the owner's rights, by quote_cart, and with the shopper's, by place_order, it was planned anew at each
-- turn, because row rules hang on the role. It tells what everybody may read, whoever asks.
create or replace function private.cart_now(items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'product_id', wanted.product_id,
      'size_id', wanted.size_id,
      'name', products.name,
      'size', sizes.label,
      'unit_price', private.price_now(products.id, sizes.id),
      'quantity', wanted.quantity,
      'needs_size', coalesce(wanted.size_id is null and products.sizes <> '[]', false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(stock.left_count = 0, false),
      'quantity_left', stock.left_count
    ) order by wanted.place)
    from (
      select line.product_id, line.size_id, sum(line.quantity) as quantity, min(line.place) as place
      from rows from (jsonb_to_recordset(cart_now.items) as (product_id bigint, size_id bigint, quantity integer))
        with ordinality as line (product_id, size_id, quantity, place)
      group by line.product_id, line.size_id
    ) as wanted
    left join public.product_sizes as sizes
      on sizes.id = wanted.size_id and sizes.product_id = wanted.product_id and sizes.archived_at is null
        -- What is not for sale tells nothing of its sizes either.
        and exists (
          select from public.products as sold
          where sold.id = wanted.product_id and sold.archived_at is null and sold.pictures_ready
        )
    left join public.products
      on products.id = wanted.product_id and products.archived_at is null and products.pictures_ready
        and (wanted.size_id is null or sizes.id is not null)
    cross join lateral (select private.stock_left(products.id, sizes.id) as left_count) as stock
  );
end;
$$;
comment on function private.cart_now(jsonb) is
  'The lines of a cart [{product_id, size_id, quantity}] as the catalogue has them now; null where it is no longer for sale. '
  'Security definer: it tells what everybody may read, and quote_cart, which runs so, and place_order, which does not, '
  'ask it in turn; for each change of the role PostgreSQL would plan it anew.';
