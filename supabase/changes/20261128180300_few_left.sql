alter table public.products add column few_left integer;
comment on column public.products.few_left is
  'Set by triggers: the count of a counted product without sizes, from the low-stock threshold down; null if it is '
  'sold out or has more.';
comment on column public.products.sizes is
  'Set by triggers from product_sizes: [{id, label, price, discount_price, amount, unit, is_sold_out, few_left}], in order.';

create function private.shown_stock(stock_count integer) returns integer
language sql stable set search_path = ''
as $$
  select shown_stock.stock_count from public.store_settings
  where shown_stock.stock_count <= greatest(store_settings.low_stock_at, 0)
$$;

create or replace function private.current_sizes(product_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', sizes.id,
      'label', sizes.label,
      'price', sizes.price,
      'discount_price', sizes.discount_price,
      'amount', sizes.amount,
      'unit', sizes.unit,
      'is_sold_out', sizes.availability = 'sold_out'
        or (sizes.availability = 'counted' and coalesce(stock.stock_count, 0) = 0),
      'few_left', case when sizes.availability = 'counted' then nullif(private.shown_stock(stock.stock_count), 0) end
    ) order by sizes.position, sizes.id), '[]')
    from public.product_sizes as sizes
    left join public.size_stock as stock on stock.size_id = sizes.id
    where sizes.product_id = current_sizes.product_id and sizes.archived_at is null
  );
end;
$$;

update public.products set sizes = sizes where sizes <> '[]';
update public.products set few_left = nullif(private.shown_stock(stock.stock_count), 0)
from public.product_stock as stock
where stock.product_id = products.id and products.availability = 'counted' and products.sizes = '[]';
