-- The paper in the bag says what stands for what, and what was left out, also once all of a line is gone.
create or replace function public.read_pick_sheets(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk('read_pick_sheets');
  return coalesce((
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
              'wish', items.wish,
              'note', items.note,
              'changes', private.line_changes(items.id, true),
              'category', products.category,
              'aisle', categories.title,
              'is_frozen', products.storage is not distinct from 'frozen',
              'packed_by', packers.name
            )
            order by products.storage is not distinct from 'frozen', categories.aisle, categories.prefix,
              items.product_name, items.id
          )
          from public.order_items as items
          join public.products on products.id = items.product_id
          join public.categories on categories.prefix = products.category
          left join public.packed_lines as packed on packed.order_item_id = items.id
          left join public.profiles as packers on packers.id = packed.packed_by
          cross join lateral private.line_away(items) as away
          where items.order_id = orders.id and (
            items.quantity > items.refunded_quantity or exists (
              -- What is gone as a whole is told to the customer, on the slip in the bag.
              select from public.order_changes as changes where changes.order_item_id = items.id
            )
          )
        ), '[]')
      )
      order by wanted.place
    )
    from unnest(read_pick_sheets.order_ids[1:100]) with ordinality as wanted (id, place)
    join public.orders on orders.id = wanted.id and orders.paid_at is not null and private.may_handle(orders.id)
  ), '[]');
end;
$$;
comment on function public.read_pick_sheets(uuid[]) is
  'For whoever packs: cards with {delivery_address, driver_note, lines: [{id, product_id, size_id, name, size, quantity, '
  'bag_quantity, image_url, unit_price, wish, note, changes, category, aisle, is_frozen, packed_by}]}, the lines in the order of the aisles '
  'and what is frozen last; quantity is what was not refunded, 0 of what was left out, bag_quantity what of that is neither '
  'replaced nor missing; at most 100. Security definer, as read_desk.';
