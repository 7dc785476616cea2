-- Two edits of one product's sizes at once wait for each other in turn.
create or replace function public.set_product_sizes(product_id bigint, sizes jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  given record;
  written bigint;
  left_alone jsonb := '[]';
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for function set_product_sizes';
  end if;
  if jsonb_typeof(set_product_sizes.sizes) is distinct from 'array'
    or jsonb_array_length(set_product_sizes.sizes) > 50 then
    raise invalid_parameter_value using message = 'A product has at most 50 sizes.';
  end if;
  -- Sizes, counts, the product: everybody who needs several of them locks them in this order.
  perform 1 from public.product_sizes as known
  where known.product_id = set_product_sizes.product_id
  order by known.id
  for no key update;
  perform 1 from public.size_stock as stock
  where stock.size_id in (
    select known.id from public.product_sizes as known where known.product_id = set_product_sizes.product_id
  )
  order by stock.size_id
  for update;
  perform 1 from public.products where products.id = set_product_sizes.product_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such product.';
  end if;
  delete from public.product_sizes as kept
  where kept.product_id = set_product_sizes.product_id and kept.archived_at is null
    and kept.id not in (
      select line.id from jsonb_to_recordset(set_product_sizes.sizes) as line (id bigint) where line.id is not null
    );
  for given in
    select line.* from rows from (jsonb_to_recordset(set_product_sizes.sizes) as (
      id bigint, label text, price numeric, discount_price numeric, availability text, amount numeric, unit text,
      stock_count integer, stock_count_before integer
    )) with ordinality as line (
      id, label, price, discount_price, availability, amount, unit, stock_count, stock_count_before, place
    ) order by line.place
  loop
    if given.id is null then
      insert into public.product_sizes (
        product_id, label, position, price, discount_price, availability, amount, unit
      ) values (
        set_product_sizes.product_id, btrim(given.label), given.place, given.price, given.discount_price,
        coalesce(given.availability, 'available'), given.amount, given.unit
      ) returning product_sizes.id into written;
    else
      update public.product_sizes as known
      set label = btrim(given.label), position = given.place, price = given.price,
        discount_price = given.discount_price, availability = coalesce(given.availability, 'available'),
        amount = given.amount, unit = given.unit
      where known.id = given.id and known.product_id = set_product_sizes.product_id and known.archived_at is null
      returning known.id into written;
      if written is null then
        raise sqlstate 'PT409' using message = format('Size %s is no longer there.', given.label);
      end if;
    end if;
    -- A sale meanwhile is not undone by a form that nobody touched there.
    if given.availability = 'counted' and given.stock_count is distinct from given.stock_count_before then
      insert into public.size_stock (size_id, stock_count) values (written, given.stock_count)
      on conflict (size_id) do update set stock_count = excluded.stock_count
        where given.stock_count_before is null or size_stock.stock_count = given.stock_count_before;
      if not found then
        left_alone := left_alone || to_jsonb(given.label);
      end if;
    end if;
  end loop;
  return left_alone;
end;
$$;
