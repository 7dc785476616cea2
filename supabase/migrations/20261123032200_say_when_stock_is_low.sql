-- The owner says from how many on stock runs low; until now it was five.
alter table public.store_settings
  add column low_stock_at integer not null default 5 check (low_stock_at between 0 and 1000);
comment on column public.store_settings.low_stock_at is
  'Of a counted product or size with so many or fewer left, the stock runs low.';

create or replace function public.list_low_stock(at_most integer default null, max_count integer default 20)
returns table (product_id bigint, name text, size_label text, category text, left_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  low_at integer := (select store_settings.low_stock_at from public.store_settings);
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'Only the owner and managers see the stock.';
  end if;
  return query
    select products.id, products.name, low.size_label, products.category, low.left_count
    from (
      select products.id as product_id, null as size_label, coalesce(stock.stock_count, 0) as left_count
      from public.products left join public.product_stock as stock on stock.product_id = products.id
      where products.availability = 'counted' and products.sizes = '[]'
      union all
      select sizes.product_id, sizes.label, coalesce(stock.stock_count, 0)
      from public.product_sizes as sizes left join public.size_stock as stock on stock.size_id = sizes.id
      where sizes.availability = 'counted' and sizes.archived_at is null
    ) as low
    join public.products on products.id = low.product_id and products.archived_at is null
    where low.left_count <= coalesce(list_low_stock.at_most, low_at)
    order by low.left_count, products.name, low.size_label
    limit least(list_low_stock.max_count, 500);
end;
$$;
comment on function public.list_low_stock(integer, integer) is
  'For the owner and managers: counted products and sizes of which so many or fewer are left, the fewest first; without a '
  'number, what the shop''s record calls low. Security definer, as day_sheet.';
