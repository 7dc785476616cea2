-- For managers: duplicates a product as a hidden copy with images and sizes, to be edited, without a stock count, and
-- returns its id. Security definer: a copy must be hidden from the first moment, which an insert cannot express.
create function public.duplicate_product(product_id bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  made_id bigint;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can change the catalog.');
  execute format(
    'insert into public.products (name, archived_at, discount_price, %1$s)
      select left(''Copy of '' || name, 200), now(), regular_discount_price, %1$s from public.products where id = $1 returning id',
    private.product_columns(array['name', 'discount_price'])
  ) into made_id using duplicate_product.product_id;
  perform private.reject_if(made_id is null, 'PT404', 'This product doesn''t exist.');
  insert into public.product_sizes (product_id, label, position, price, discount_price, availability, amount, unit)
  select made_id, sizes.label, sizes.position, sizes.price, sizes.regular_discount_price, sizes.availability, sizes.amount,
    sizes.unit
  from public.product_sizes as sizes
  where sizes.product_id = duplicate_product.product_id and sizes.archived_at is null
  order by sizes.position, sizes.id;
  -- Barcode and SKU are those of one product.
  insert into public.inventory_items (product_id, size_id, vendor, weight, weight_unit)
  select made_id, made_sizes.id, items.vendor, items.weight, items.weight_unit
  from public.inventory_items as items
  left join public.product_sizes as sizes on sizes.id = items.size_id
  left join public.product_sizes as made_sizes
    on made_sizes.product_id = made_id and lower(made_sizes.label) = lower(sizes.label)
  where items.product_id = duplicate_product.product_id and (items.vendor <> '' or items.weight is not null);
  insert into public.product_choice_groups (product_id, group_id, position)
  select made_id, used.group_id, used.position
  from public.product_choice_groups as used where used.product_id = duplicate_product.product_id;
  perform private.refresh_choice_groups(array[made_id]);
  insert into public.product_pictures (product_id, position, address, alt)
  select made_id, pictures.position, pictures.address, pictures.alt from public.product_pictures as pictures
  where pictures.product_id = duplicate_product.product_id;
  return made_id;
end;
$$;
grant execute on function public.duplicate_product(bigint) to authenticated;
