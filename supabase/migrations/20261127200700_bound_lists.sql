-- A guest could send a hundred thousand choices, and each product was compared with all of them.
create or replace function public.narrow_products(
  category text default null,
  query text default null,
  sort text default null,
  is_available boolean default false,
  is_on_offer boolean default false,
  storage text[] default '{}',
  free_of text[] default '{}',
  sizes text[] default '{}',
  max_count integer default 8,
  skip_count integer default 0
) returns table (total_count integer, product_ids bigint[], counts jsonb)
language plpgsql stable security definer set search_path = '' rows 1
as $$
#variable_conflict use_column
begin
  if greatest(
    cardinality(narrow_products.storage), cardinality(narrow_products.free_of), cardinality(narrow_products.sizes)
  ) > 100 then
    raise invalid_parameter_value using message = 'At most 100 choices of each kind.';
  end if;
  return query
  with found as (
    select traits.*, null::bigint as place from private.product_traits as traits
    where traits.category = narrow_products.category
    union all
    select traits.*, hit.ordinality
    from public.search_products(narrow_products.query) with ordinality as hit
    join private.product_traits as traits on traits.product_id = hit.id
    where narrow_products.query is not null
  ), goods as materialized (
    select found.product_id, found.place, found.can_be_bought, found.is_offer, found.storage, found.free_of, found.sizes,
      found.can_be_bought >= narrow_products.is_available and found.is_offer >= narrow_products.is_on_offer
        and found.free_of @> narrow_products.free_of as fits_else,
      coalesce(found.storage = any (narrow_products.storage), false) or narrow_products.storage = '{}' as fits_storage,
      found.sizes && narrow_products.sizes or narrow_products.sizes = '{}' as fits_sizes,
      case narrow_products.sort when 'unit-price' then found.dimension end as dimension,
      case narrow_products.sort when 'price' then found.price when 'unit-price' then found.unit_price end as price,
      case narrow_products.sort when 'newest' then found.created_at end as created_at,
      case narrow_products.sort when 'name' then found.sort_name end as sort_name
    from found
  ), kinds as materialized (
    -- Thousands of products are of some dozens of kinds: these are counted.
    select goods.can_be_bought, goods.is_offer, goods.storage, goods.free_of, goods.sizes, goods.fits_else,
      goods.fits_storage, goods.fits_sizes, goods.fits_else and goods.fits_storage and goods.fits_sizes as fits,
      count(*) as count
    from goods group by 1, 2, 3, 4, 5, 6, 7, 8
  )
  select
    coalesce(sum(kinds.count) filter (where kinds.fits), 0)::integer,
    array(
      select goods.product_id from goods
      where goods.fits_else and goods.fits_storage and goods.fits_sizes
      order by goods.dimension, goods.price, goods.created_at desc, goods.sort_name, goods.place,
        case narrow_products.sort when 'newest' then -goods.product_id else goods.product_id end
      limit least(greatest(narrow_products.max_count, 0), 200)
      offset greatest(narrow_products.skip_count, 0)
    ),
    jsonb_build_object(
      'all', coalesce(sum(kinds.count), 0),
      'available', coalesce(sum(kinds.count) filter (where kinds.fits and kinds.can_be_bought), 0),
      'offer', case when bool_or(kinds.is_offer) then
        coalesce(sum(kinds.count) filter (where kinds.fits and kinds.is_offer), 0)
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

create or replace function public.read_pick_sheets(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk('read_pick_sheets');
  if cardinality(read_pick_sheets.order_ids) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 orders at once.';
  end if;
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

create or replace function public.see_orders(order_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk('see_orders');
  if cardinality(see_orders.order_ids) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 orders at once.';
  end if;
  insert into public.seen_orders (order_id, seen_by)
  select orders.id, (select auth.uid()) from public.orders
  where orders.id = any (see_orders.order_ids) and orders.status in ('paid', 'preparing')
  on conflict (order_id) do nothing;
end;
$$;

create or replace function public.step_back_orders(order_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_id uuid;
  target public.orders;
  moved public.order_status_changes;
  answers jsonb := '[]';
begin
  perform private.require_desk('step_back_orders');
  if cardinality(step_back_orders.order_ids) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 orders at once.';
  end if;
  for wanted_id in
    select distinct each.id from unnest(step_back_orders.order_ids[1:200]) as each (id) order by each.id
  loop
    select * into target from public.orders where orders.id = wanted_id for update;
    select * into moved from public.order_status_changes as changes
    where changes.order_id = target.id order by changes.id desc limit 1;
    if target.id is null or not private.may_handle(target.id)
      or not private.is_step_back(target.id, target.status, moved.from_status)
      -- Money that is on its way back stays on its way.
      or exists (
        select from public.refunds
        where refunds.order_id = target.id and refunds.created_at >= moved.changed_at
      )
      -- What was replaced has settled with the step.
      or exists (
        select from public.order_changes as changes
        where changes.order_id = target.id and changes.settled_at >= moved.changed_at
      ) then
      answers := answers || jsonb_build_object(
        'order_id', wanted_id, 'status', null, 'was_told', false, 'message', 'This step can no longer be taken back.'
      );
      continue;
    end if;
    delete from public.outgoing_mails as mails
    where mails.event_key = format('order_%s:%s', target.status, target.id)
      and mails.status = 'waiting' and mails.attempts = 0;
    update public.orders set status = moved.from_status where orders.id = target.id;
    answers := answers || jsonb_build_object(
      'order_id', target.id, 'status', moved.from_status, 'message', null,
      'was_told', exists (
        select from public.outgoing_mails as mails
        where mails.event_key = format('order_%s:%s', target.status, target.id)
      )
    );
  end loop;
  return answers;
end;
$$;
