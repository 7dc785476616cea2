-- Purchase list: products with low stock, with their last supplier.
create function public.list_purchases()
returns table (
  product_id bigint, size_id bigint, name text, size_label text, sku text, stock_count integer, vendor text,
  supplier_id bigint, last_quantity integer, last_cost numeric
)
language sql stable security definer set search_path = '' as $$
  select private.require_stock_manager();
  select low.product_id, low.size_id, low.name, case when low.size_id is not null then low.label end,
    coalesce(low.sku, ''), coalesce(low.stock_count, 0), coalesce(items.vendor, ''), (
      select deliveries.supplier_id
      from public.supplier_delivery_lines as line
      join public.supplier_deliveries as deliveries on deliveries.id = line.delivery_id
      join public.suppliers on suppliers.id = deliveries.supplier_id and suppliers.archived_at is null
      where line.product_id = low.product_id and line.size_id is not distinct from low.size_id
        and deliveries.undone_at is null
      order by deliveries.received_at desc, line.id desc limit 1
    ), (
      select sum(line.quantity) from public.supplier_delivery_lines as line
      where line.product_id = low.product_id and line.size_id is not distinct from low.size_id
        and line.delivery_id = (
          select max(latest.delivery_id) from public.supplier_delivery_lines as latest
          join public.supplier_deliveries as deliveries on deliveries.id = latest.delivery_id
          where latest.product_id = low.product_id and latest.size_id is not distinct from low.size_id
            and deliveries.undone_at is null
        )
    )::integer, private.last_cost(low.product_id, low.size_id)
  from private.product_rows as low
  left join public.inventory_items as items on items.product_id = low.product_id and items.size_id is null
  where low.availability = 'counted' and low.size_count = 0 and not low.is_hidden
    and coalesce(low.stock_count, 0) <= (select store_settings.low_stock_at from public.store_settings)
  order by low.name, 4 limit 500;
$$;
comment on function public.list_purchases() is 'For managers: low stock, as list_low_stock, with its last supplier '
  'that is not archived, the quantity of its last delivery, and its last cost; null if unknown. Security definer: it '
  'reads costs. May be null: size_id, size_label, supplier_id, last_quantity, last_cost.';
grant execute on function public.list_purchases() to authenticated;
