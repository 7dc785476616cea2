-- Purchase list: products with low stock, with their last supplier.
create function public.list_purchases()
returns table (
  product_id bigint, size_id bigint, name text, size_label text, sku text, stock_count integer, vendor text,
  supplier_id bigint, last_quantity integer, last_cost numeric
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  low_at constant integer := (select store_settings.low_stock_at from public.store_settings);
begin
  perform private.require_stock_manager();
  return query
    select products.id, low.size_id, products.name, low.size_label, coalesce(codes.sku, ''), low.stock_count,
      coalesce(items.vendor, ''), (
        select deliveries.supplier_id
        from public.supplier_delivery_lines as line
        join public.supplier_deliveries as deliveries on deliveries.id = line.delivery_id
        join public.suppliers on suppliers.id = deliveries.supplier_id and suppliers.archived_at is null
        where line.product_id = products.id and line.size_id is not distinct from low.size_id and deliveries.undone_at is null
        order by deliveries.received_at desc, line.id desc
        limit 1
      ), (
        select sum(line.quantity)
        from public.supplier_delivery_lines as line
        where line.product_id = products.id and line.size_id is not distinct from low.size_id and line.delivery_id = (
          select max(latest.delivery_id) from public.supplier_delivery_lines as latest
          join public.supplier_deliveries as deliveries on deliveries.id = latest.delivery_id
          where latest.product_id = products.id and latest.size_id is not distinct from low.size_id
            and deliveries.undone_at is null
        )
      )::integer, private.last_cost(products.id, low.size_id)
    from (
      select products.id as product_id, null::bigint as size_id, null::text as size_label,
        coalesce(stock.stock_count, 0) as stock_count
      from public.products left join public.product_stock as stock on stock.product_id = products.id
      where products.availability = 'counted' and products.sizes = '[]'
      union all
      select sizes.product_id, sizes.id, sizes.label, coalesce(stock.stock_count, 0)
      from public.product_sizes as sizes left join public.size_stock as stock on stock.size_id = sizes.id
      where sizes.availability = 'counted' and sizes.archived_at is null
    ) as low
    join public.products on products.id = low.product_id and products.archived_at is null
    left join public.inventory_items as codes
      on codes.product_id = products.id and codes.size_id is not distinct from low.size_id
    left join public.inventory_items as items on items.product_id = products.id and items.size_id is null
    where low.stock_count <= low_at
    order by products.name, low.size_label
    limit 500;
end;
$$;
comment on function public.list_purchases() is
  'For managers: low stock, as list_low_stock, with its last supplier that is not archived, the quantity of its last delivery, and '
  'its last cost; null if unknown. Security definer: it reads costs.';
grant execute on function public.list_purchases() to authenticated;
