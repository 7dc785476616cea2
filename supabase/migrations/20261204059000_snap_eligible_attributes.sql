-- The attributes of products know both sizes with weights and what SNAP EBT pays for.
create or replace function private.write_attributes(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.product_attributes as attributes
  using public.products
  where attributes.product_id = any (write_attributes.product_ids) and products.id = attributes.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  insert into private.product_attributes as attributes (
    product_id, category, created_at, sort_name, price, is_offer, can_be_bought, dimension, unit_price, storage,
    free_of, sizes, is_snap_eligible
  )
  select products.id, products.category, products.created_at,
    private.fold_text(products.name),
    shown.price, shown.is_offer, not products.is_sold_out, measured.dimension,
    shown.price / (shown.amount * measured.factor), products.storage,
    private.free_of(products.contains, products.may_contain, products.ingredients),
    case
      when products.is_sold_out or products.amount is not null then '{}'
      else array(
        select each ->> 'label' from jsonb_array_elements(products.sizes) as each
        where each -> 'is_sold_out' = 'false' and each -> 'amount' = 'null'
      )
    end,
    products.is_snap_eligible
  from public.products
  cross join lateral (
    select
      -- Sold by weight: what one of the expected weight costs.
      round(case
        when size.price is null then coalesce(products.discount_price, products.price)
        else coalesce(size.discount_price, size.price)
      end * coalesce(private.pounds_of_size(products.pounds_each, size.amount, size.unit), 1), 2) as price,
      case when size.price is null then products.discount_price else size.discount_price end is not null as is_offer,
      coalesce(
        private.pounds_of_size(products.pounds_each, size.amount, size.unit), size.amount, products.amount
      ) as amount,
      case when products.pounds_each is not null then 'lb' else coalesce(size.unit, products.unit) end as unit
    from (select 1) as once
    left join rows from (
      jsonb_to_recordset(products.sizes) as (price numeric, discount_price numeric, amount numeric, unit text)
    ) with ordinality as size (price, discount_price, amount, unit, place) on true
    order by 1, size.place
    limit 1
  ) as shown
  left join (
    values ('oz', 1, 1), ('lb', 1, 16), ('fl oz', 2, 1), ('ct', 3, 1), ('each', 3, 1), ('yd', 4, 1)
  ) as measured (unit, dimension, factor) on measured.unit = shown.unit
  where products.id = any (write_attributes.product_ids) and products.archived_at is null and products.pictures_ready
  order by products.id
  on conflict (product_id) do update set
    category = excluded.category, created_at = excluded.created_at, sort_name = excluded.sort_name,
    price = excluded.price, is_offer = excluded.is_offer, can_be_bought = excluded.can_be_bought,
    dimension = excluded.dimension, unit_price = excluded.unit_price, storage = excluded.storage,
    free_of = excluded.free_of, sizes = excluded.sizes, is_snap_eligible = excluded.is_snap_eligible;
end;
$$;
