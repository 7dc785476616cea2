-- Filters and sort orders of listings and searches. The attributes of each product for sale are computed by triggers
-- when products change, so that a whole category is counted within one page load.
create table private.product_attributes (
  product_id bigint primary key references public.products (id) on delete cascade,
  category text not null,
  created_at timestamptz not null,
  sort_name text collate "C" not null, -- Name in lower case without accents.
  price numeric not null, -- Price on its card: the lowest of its sizes.
  is_offer boolean not null, -- Whether that is a discount.
  can_be_bought boolean not null,
  dimension smallint, -- 1 weight, 2 volume, 3 pieces, 4 length; null if the amount is unknown.
  unit_price numeric, -- Price per ounce, fluid ounce, piece, or yard.
  storage text,
  -- Major allergens that it neither contains nor may contain nor lists as an ingredient; empty if nothing was entered.
  free_of text[] not null,
  sizes text[] not null, -- Sizes that can be bought, such as S or M, but no measured ones, such as sacks of rice.
  is_snap_eligible boolean not null default false
);
create index product_attributes_category on private.product_attributes (category, product_id);

-- Returns allergens a product is free of; none where nothing was entered. Ingredients count even if not listed.
create function private.free_of(contains text[], may_contain text[], ingredients text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select case
    when free_of.ingredients = '' and free_of.contains || free_of.may_contain = '{}' then '{}'
    else array(
      select known.allergen
      from (
        values ('milk', 'milk|whey|casein|cheese|yogh?urt|ghee'), ('egg', 'eggs?'),
          ('fish', '(?!cray|shell)[a-z]*fish|mackerel|cod|tilapia|croaker|herring|anchov(y|ies)|sardines?|tuna|salmon'),
          ('crustacean_shellfish', 'shellfish|crustaceans?|shrimps?|prawns?|crayfish|crabs?|lobsters?'),
          ('tree_nut', 'nuts?|almonds?|cashews?|walnuts?|pecans?|hazelnuts?|pistachios?'),
          ('peanut', 'peanuts?|groundnuts?'), ('wheat', 'wheat|semolina'), ('soy', 'soya?|soybeans?'),
          ('sesame', 'sesame|tahini')
      ) as known (allergen, words)
      where known.allergen <> all (free_of.contains || free_of.may_contain)
        and free_of.ingredients !~* ('\m(' || known.words || ')\M')
    )
  end;
$$;

-- Rebuilds the attributes of these products.
create function private.write_attributes(product_ids bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.product_attributes as attributes where attributes.product_id = any (write_attributes.product_ids);
  insert into private.product_attributes (
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
    order by 1, size.place limit 1
  ) as shown
  left join (
    values ('oz', 1, 1), ('lb', 1, 16), ('fl oz', 2, 1), ('ct', 3, 1), ('each', 3, 1), ('yd', 4, 1)
  ) as measured (unit, dimension, factor) on measured.unit = shown.unit
  where products.id = any (write_attributes.product_ids) and products.archived_at is null and products.pictures_ready
  order by products.id;
end;
$$;

-- Updates search documents and attributes of new and changed products. Callers have locked the products before, so that
-- transactions do not deadlock. Security definer: callers may not write the index and the attributes directly.
create function private.after_products_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed_ids bigint[];
begin
  if tg_op = 'INSERT' then
    changed_ids := array(select id from products_after order by id);
    perform private.index_products(changed_ids);
    perform private.write_attributes(changed_ids);
    return null;
  end if;
  perform private.index_products(array(
    select id from products_before as before join products_after as after using (id)
    where (before.name, before.also_called, before.size, before.amount, before.unit, before.category,
        before.description_header, before.ingredients, before.description, before.pictures_ready, before.archived_at,
        jsonb_path_query_array(before.sizes, '$[*].label'))
      is distinct from
      (after.name, after.also_called, after.size, after.amount, after.unit, after.category,
        after.description_header, after.ingredients, after.description, after.pictures_ready, after.archived_at,
        jsonb_path_query_array(after.sizes, '$[*].label'))
    order by id
  ));
  changed_ids := array(
    select id from products_before as before join products_after as after using (id)
    where before.is_sold_out <> after.is_sold_out
      or coalesce(before.discount_price, before.price) <> coalesce(after.discount_price, after.price)
  );
  if cardinality(changed_ids) > 0 then
    -- Always in product order, so that concurrent changes cannot deadlock.
    perform from private.search_documents as document
    where document.product_id = any (changed_ids) order by document.product_id for update;
    update private.search_documents as document set
      is_sold_out = after.is_sold_out, price = coalesce(after.discount_price, after.price)
    from products_after as after
    where document.product_id = any (changed_ids) and after.id = document.product_id;
  end if;
  perform private.write_attributes(array(
    select id from products_before as before join products_after as after using (id)
    where (before.category, before.name, before.price, before.discount_price, before.sizes, before.amount,
        before.pounds_each, before.unit, before.storage, before.contains, before.may_contain, before.ingredients,
        before.is_sold_out, before.pictures_ready, before.archived_at, before.is_snap_eligible)
      is distinct from
      (after.category, after.name, after.price, after.discount_price, after.sizes, after.amount,
        after.pounds_each, after.unit, after.storage, after.contains, after.may_contain, after.ingredients,
        after.is_sold_out, after.pictures_ready, after.archived_at, after.is_snap_eligible)
  ));
  return null;
end;
$$;
create trigger after_products_insert after insert on public.products
  referencing new table as products_after for each statement execute function private.after_products_write();
create trigger after_products_update after update on public.products
  referencing old table as products_before new table as products_after
  for each statement execute function private.after_products_write();

-- Returns products for sale of a category or a search that match the filters, by price, unit price, newest, or name,
-- else in their own order; and how many match with each choice in place of those of its own kind. Choices that no
-- product has are not counted. Security definer: callers may not read or write the attributes.
create function public.filter_products(
  category text default null, query text default null, sort text default null, is_available boolean default false,
  is_on_offer boolean default false, storage text[] default '{}', free_of text[] default '{}',
  sizes text[] default '{}', max_count integer default 8, skip_count integer default 0,
  is_snap_eligible boolean default false
) returns table (total_count integer, product_ids bigint[], counts jsonb)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  perform private.reject_if(greatest(cardinality(storage), cardinality(free_of), cardinality(sizes)) > 100,
    '22023', '100 choices of each kind at most.');
  return query
  with found as (
    select attributes.*, null::bigint as place from private.product_attributes as attributes
    where attributes.category = filter_products.category
    union all
    select attributes.*, hit.ordinality
    from public.search_products(filter_products.query) with ordinality as hit
    join private.product_attributes as attributes on attributes.product_id = hit.id
    where filter_products.query is not null
  ), hits as materialized (
    select found.product_id, found.place, found.can_be_bought, found.is_offer, found.is_snap_eligible, found.storage,
      found.free_of, found.sizes,
      found.can_be_bought >= filter_products.is_available and found.is_offer >= filter_products.is_on_offer
        and found.is_snap_eligible >= filter_products.is_snap_eligible and found.free_of @> filter_products.free_of as fits_else,
      coalesce(found.storage = any (filter_products.storage), false) or filter_products.storage = '{}' as fits_storage,
      found.sizes && filter_products.sizes or filter_products.sizes = '{}' as fits_sizes,
      case filter_products.sort when 'unit-price' then found.dimension end as dimension,
      case filter_products.sort when 'price' then found.price when 'unit-price' then found.unit_price end as price,
      case filter_products.sort when 'newest' then found.created_at end as created_at,
      case filter_products.sort when 'name' then found.sort_name end as sort_name
    from found
  ), kinds as materialized (
    -- Thousands of products have only dozens of combinations: those are counted.
    select hits.can_be_bought, hits.is_offer, hits.is_snap_eligible, hits.storage, hits.free_of, hits.sizes,
      hits.fits_else, hits.fits_storage, hits.fits_sizes, hits.fits_else and hits.fits_storage and hits.fits_sizes as fits,
      count(*) as count
    from hits group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  )
  select
    coalesce(sum(kinds.count) filter (where kinds.fits), 0)::integer,
    array(
      select hits.product_id from hits
      where hits.fits_else and hits.fits_storage and hits.fits_sizes
      order by hits.dimension, hits.price, hits.created_at desc, hits.sort_name, hits.place,
        case filter_products.sort when 'newest' then -hits.product_id else hits.product_id end
      limit least(greatest(filter_products.max_count, 0), 200) offset greatest(filter_products.skip_count, 0)
    ),
    jsonb_build_object(
      'all', coalesce(sum(kinds.count), 0),
      'available', coalesce(sum(kinds.count) filter (where kinds.fits and kinds.can_be_bought), 0),
      'offer', case when bool_or(kinds.is_offer) then
        coalesce(sum(kinds.count) filter (where kinds.fits and kinds.is_offer), 0)
      end,
      'snap', case when bool_or(kinds.is_snap_eligible) then
        coalesce(sum(kinds.count) filter (where kinds.fits and kinds.is_snap_eligible), 0)
      end,
      'storage', (
        select coalesce(jsonb_object_agg(each.storage, each.count), '{}')
        from (
          select kinds.storage,
            coalesce(sum(kinds.count) filter (where kinds.fits_else and kinds.fits_sizes), 0) as count
          from kinds where kinds.storage is not null group by kinds.storage
        ) as each
      ),
      'free', (
        select coalesce(jsonb_object_agg(each.allergen, each.count), '{}')
        from (
          select free.allergen, coalesce(sum(kinds.count) filter (where kinds.fits), 0) as count
          from kinds cross join unnest(kinds.free_of) as free (allergen) group by free.allergen
        ) as each
      ),
      'sizes', (
        select coalesce(jsonb_object_agg(each.label, each.count), '{}')
        from (
          select size.label,
            coalesce(sum(kinds.count) filter (where kinds.fits_else and kinds.fits_storage), 0) as count
          from kinds cross join unnest(kinds.sizes) as size (label)
          group by size.label order by sum(kinds.count) desc, size.label limit 24
        ) as each
      )
    )
  from kinds;
end;
$$;
grant execute on function public.filter_products(text, text, text, boolean, boolean, text[], text[], text[], integer,
  integer, boolean) to anon, authenticated, service_role;
