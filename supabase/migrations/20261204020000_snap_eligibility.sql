-- What SNAP EBT pays for in the store: rules of categories, exceptions of products, a filter, and the switch of the owner.
alter table public.store_settings add column accepts_snap boolean not null default false;
comment on column public.store_settings.accepts_snap is 'Whether the store accepts SNAP EBT cards, in the store only.';
create or replace function private.guard_money_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() = 'manager' and (
    new.free_delivery_minimum <> old.free_delivery_minimum or new.express_checkout <> old.express_checkout
    or new.accepts_snap <> old.accepts_snap
    or new.quotes_carts <> old.quotes_carts or new.has_discount_codes <> old.has_discount_codes
    or new.delivery_tax_class_id is distinct from old.delivery_tax_class_id
    or new.delivery_summary is distinct from old.delivery_summary
  ) then
    raise insufficient_privilege using message = 'Only owners can change prices and payment settings.';
  end if;
  -- Copies of orders and notices go to the email address, customers write to the WhatsApp number, and the map position decides who gets free delivery.
  if private.staff_role() = 'manager' and (
    new.email <> old.email or new.whatsapp_number <> old.whatsapp_number or new.latitude <> old.latitude or new.longitude <> old.longitude
    or new.free_delivery_miles_home <> old.free_delivery_miles_home
    or new.free_delivery_miles_cart <> old.free_delivery_miles_cart
  ) then
    raise insufficient_privilege using message =
      'Only owners can change the store''s email address, WhatsApp number, map position, and delivery radius.';
  end if;
  if private.staff_role() = 'manager' and (
    new.has_google_feed <> old.has_google_feed or new.google_store_code <> old.google_store_code
    or new.has_meta_feed <> old.has_meta_feed or new.has_agentic_feed <> old.has_agentic_feed
  ) then
    raise insufficient_privilege using message = 'Only owners can change the product feeds.';
  end if;
  return new;
end;
$$;

alter table public.products
  add column snap text check (snap in ('yes', 'no')),
  add column is_snap_eligible boolean not null default false;
comment on column public.products.snap is
  'Whether SNAP EBT pays for it: yes or no; null: as category_snap_rules states for its category.';
comment on column public.products.is_snap_eligible is
  'Whether SNAP EBT pays for it in the store now; maintained by triggers.';
create or replace function private.show_products() returns void
language plpgsql set search_path = ''
as $$
declare
  written text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'regular_discount_price',
        'choice_groups', 'is_snap_eligible'
      ])
  );
begin
  revoke insert, update on public.products from authenticated;
  execute format('grant insert (%s), update (%s, archived_at) on public.products to authenticated', written, written);
  perform private.make_category_view(prefix) from public.categories;
end;
$$;
select private.show_products();

-- What SNAP EBT pays for: a rule of the category, an exception of the product. products.is_snap_eligible, which pages
-- show, is false while the store does not accept SNAP EBT.
create table public.category_snap_rules (
  category text primary key references public.categories (prefix) on delete cascade,
  rule text not null check (rule in ('yes', 'no', 'never'))
);
comment on table public.category_snap_rules is 'Whether SNAP EBT pays for the products of a category; no row: no.';
comment on column public.category_snap_rules.rule is
  'yes or no, unless the product states otherwise; never: not food, whatever the product states.';

insert into public.category_snap_rules (category, rule)
select categories.prefix, case when categories.prefix in ('wears', 'beauty') then 'never' else 'yes' end
from public.categories;

alter table public.category_snap_rules enable row level security;
revoke all on public.category_snap_rules from anon, authenticated;
grant select, insert, update (rule) on public.category_snap_rules to authenticated;
create policy "managers read the SNAP rules" on public.category_snap_rules
  for select to authenticated using ((select private.can_manage()));
create policy "admins add SNAP rules" on public.category_snap_rules
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change SNAP rules" on public.category_snap_rules
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create trigger log_settings after update on public.category_snap_rules
  for each row execute function private.log_row('settings', 'SNAP rule of a category');
-- Migrations that add a category are no action of a person.
create trigger log_new_settings after insert on public.category_snap_rules
  for each row when (auth.uid() is not null) execute function private.log_row('settings', 'SNAP rule of a category');

create function private.fits_snap_rules(category text, snap text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select store_settings.accepts_snap and rules.rule <> 'never' and coalesce(fits_snap_rules.snap, rules.rule) = 'yes'
    from public.store_settings
    join public.category_snap_rules as rules on rules.category = fits_snap_rules.category
  ), false);
end;
$$;
comment on function private.fits_snap_rules(text, text) is
  'Returns whether SNAP EBT pays for a product of this category with this exception; false while the store does not '
  'accept it. Security definer: shoppers do not read the rules.';

create function private.is_snap_eligible(product_id bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select private.fits_snap_rules(products.category, products.snap)
    from public.products where products.id = is_snap_eligible.product_id
  ), false);
end;
$$;
comment on function private.is_snap_eligible(bigint) is
  'Returns whether SNAP EBT pays for a product now, also for one that is no longer for sale. Security definer, as '
  'fits_snap_rules.';

create function private.set_snap_eligible() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_snap_eligible := private.fits_snap_rules(new.category, new.snap);
  return new;
end;
$$;

comment on function private.set_snap_eligible() is 'Security definer, as fits_snap_rules.';

create trigger set_snap_eligible before insert or update of category, snap on public.products
  for each row execute function private.set_snap_eligible();

create function private.refresh_snap_eligible(category text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  product_ids constant bigint[] := array(
    select products.id from public.products
    where (refresh_snap_eligible.category is null or products.category = refresh_snap_eligible.category)
      and products.is_snap_eligible <> private.fits_snap_rules(products.category, products.snap)
  );
begin
  if cardinality(product_ids) > 0 then
    perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
    update public.products set snap = products.snap where products.id = any (product_ids);
  end if;
end;
$$;
comment on function private.refresh_snap_eligible(text) is
  'Sets is_snap_eligible of the products of a category, or of all (null). Security definer: it changes products that '
  'the owner''s form does not name.';

create function private.apply_snap_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_snap_eligible(case when tg_op = 'DELETE' then old.category else new.category end);
  return null;
end;
$$;
comment on function private.apply_snap_rule() is 'Security definer, as refresh_snap_eligible.';

create trigger apply_snap_rule after insert or update or delete on public.category_snap_rules
  for each row execute function private.apply_snap_rule();

create function private.apply_accepts_snap() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_snap_eligible(null);
  return null;
end;
$$;
comment on function private.apply_accepts_snap() is 'Security definer, as refresh_snap_eligible.';

create trigger apply_accepts_snap after update of accepts_snap on public.store_settings
  for each row when (old.accepts_snap <> new.accepts_snap) execute function private.apply_accepts_snap();

create function private.snap_amount(order_id uuid) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select sum(
      case when private.is_snap_eligible(items.product_id) then greatest(
        0, private.line_paid(items) - (away.refunded_cents + changed.away_cents) / 100.0
      ) else 0 end + changed.replacement_cents / 100.0
    )
    from public.order_items as items
    cross join lateral private.line_unavailable(items) as away
    cross join lateral (
      select
        -- Units that were left out for good are among the refunded ones.
        coalesce(sum(changes.paid_cents) filter (
          where changes.settled_at is null or changes.kind = 'replaced'
        ), 0) as away_cents,
        coalesce(sum(changes.replacement_cents) filter (
          where changes.kind = 'replaced' and private.is_snap_eligible(changes.replacement_product_id)
        ), 0) as replacement_cents
      from public.substitutions as changes where changes.order_item_id = items.id
    ) as changed
    where items.order_id = snap_amount.order_id
  ), 0)::numeric(10, 2);
end;
$$;
comment on function private.snap_amount(uuid) is
  'Returns how much of an order SNAP EBT may pay, in dollars: its eligible products and replacements after discounts, '
  'without tax, delivery, and what was refunded. Security definer, as fits_snap_rules.';

alter table private.product_attributes add column is_snap_eligible boolean not null default false;
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
      end * coalesce(products.pounds_each, 1), 2) as price,
      case when size.price is null then products.discount_price else size.discount_price end is not null as is_offer,
      coalesce(products.pounds_each, size.amount, products.amount) as amount,
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

create or replace function private.refresh_attributes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.write_attributes(array(select id from products_after));
  else
    perform private.write_attributes(array(
      select id from products_before as before join products_after as after using (id)
      where (before.category, before.name, before.price, before.discount_price, before.sizes, before.amount,
          before.pounds_each, before.unit, before.storage, before.contains, before.may_contain, before.ingredients, before.is_sold_out,
          before.pictures_ready, before.archived_at, before.is_snap_eligible)
        is distinct from
        (after.category, after.name, after.price, after.discount_price, after.sizes, after.amount,
          after.pounds_each, after.unit, after.storage, after.contains, after.may_contain, after.ingredients, after.is_sold_out,
          after.pictures_ready, after.archived_at, after.is_snap_eligible)
    ));
  end if;
  return null;
end;
$$;

drop function public.filter_products(text, text, text, boolean, boolean, text[], text[], text[], integer, integer);
create function public.filter_products(
  category text default null,
  query text default null,
  sort text default null,
  is_available boolean default false,
  is_on_offer boolean default false,
  storage text[] default '{}',
  free_of text[] default '{}',
  sizes text[] default '{}',
  max_count integer default 8,
  skip_count integer default 0,
  is_snap_eligible boolean default false
) returns table (total_count integer, product_ids bigint[], counts jsonb)
language plpgsql stable security definer set search_path = '' rows 1
as $$
#variable_conflict use_column
begin
  if greatest(
    cardinality(filter_products.storage), cardinality(filter_products.free_of), cardinality(filter_products.sizes)
  ) > 100 then
    raise invalid_parameter_value using message = '100 choices of each kind at most.';
  end if;
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
      limit least(greatest(filter_products.max_count, 0), 200)
      offset greatest(filter_products.skip_count, 0)
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
comment on function public.filter_products(
  text, text, text, boolean, boolean, text[], text[], text[], integer, integer, boolean
) is
  'Returns products for sale of a category or a search that match the filters, by price, unit price, newest, or '
  'name, else in their own order; and how many match with each choice in place of those of its own kind. Choices '
  'that no product has are not counted. Security definer: nobody reads or writes the attributes.';
grant execute on function public.filter_products(
  text, text, text, boolean, boolean, text[], text[], text[], integer, integer, boolean
) to anon, authenticated, service_role;

create or replace function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200, "sku": 60, "vendor": 100}';
  found_values jsonb := '{}';
  errors text[] := '{}';
  typed record;
  parsed jsonb;
  error text;
begin
  for typed in
    select given.key as name, private.plain_cell(given.value) as cell
    from jsonb_each_text(read_import_cells.cells) as given
    where not is_size
      or given.key in (
        'price', 'discount_price', 'availability', 'stock', 'amount', 'unit', 'sku', 'barcode', 'weight', 'problem'
      )
    order by given.key
  loop
    parsed := 'null';
    error := null;
    if longest ? typed.name then
      parsed := to_jsonb(typed.cell);
      if char_length(typed.cell) > (longest ->> typed.name)::integer then
        error := format('The %s is longer than %s characters.', replace(typed.name, '_', ' '), longest ->> typed.name);
      end if;
    elsif typed.name in ('price', 'discount_price') then
      parsed := to_jsonb(private.read_price(typed.cell));
      if typed.cell <> '' and parsed is null then
        error := format('"%s" is no price, such as 4.99.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'availability' then
      parsed := to_jsonb(case
        when lower(typed.cell) in ('available', 'in stock', 'yes', 'true', '1') then 'available'
        when lower(typed.cell) in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
        when lower(typed.cell) = 'counted' then 'counted'
      end);
      if parsed is null and typed.cell <> '' then
        error := format('"%s" is not available, sold_out or counted.', left(typed.cell, 40));
      elsif parsed is null then
        continue;
      end if;
    elsif typed.name = 'stock' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^([0-9]{1,8}|[0-9]{1,3}(,[0-9]{3}){1,2})$' and replace(typed.cell, ',', '')::integer <= 1000000 then
        parsed := to_jsonb(replace(typed.cell, ',', '')::integer);
      else
        error := format('"%s" is no count: a whole number from 0 to a million.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'hidden' then
      if typed.cell = '' then
        continue;
      elsif lower(typed.cell) in ('yes', 'true', '1', 'no', 'false', '0') then
        parsed := to_jsonb(lower(typed.cell) in ('yes', 'true', '1'));
      else
        error := format('Hidden must be yes or no, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'storage' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if typed.cell <> '' and lower(typed.cell) not in ('shelf', 'chilled', 'frozen') then
        error := 'Storage must be shelf, chilled, or frozen.';
      end if;
    elsif typed.name in ('contains', 'may_contain') then
      parsed := to_jsonb(array(
        select replace(btrim(lower(word)), ' ', '_') from regexp_split_to_table(typed.cell, '[,;|]') as words (word)
        where btrim(word) <> ''
      ));
      if not parsed <@ '["milk", "egg", "fish", "crustacean_shellfish", "tree_nut", "peanut", "wheat", "soy", "sesame"]' then
        error := format('"%s" has a word that is no allergen of the shop.', left(typed.cell, 80));
      end if;
    elsif typed.name = 'heat_level' then
      if typed.cell ~ '^[1-5]$' then
        parsed := to_jsonb(typed.cell::integer);
      elsif typed.cell <> '' then
        error := 'The heat level must be a number from 1 to 5.';
      end if;
    elsif typed.name = 'amount' then
      if private.read_decimal(typed.cell, 3) between 0.001 and 9999999.999 then
        parsed := to_jsonb(private.read_decimal(typed.cell, 3));
      elsif typed.cell <> '' then
        error := format('"%s" is no amount, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'pounds_each' then
      if private.read_decimal(typed.cell, 2) between 0.01 and 9999.99 then
        parsed := to_jsonb(private.read_decimal(typed.cell, 2));
      elsif typed.cell <> '' then
        error := format('"%s" is no weight in pounds, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'weight_tolerance' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^[0-9]{1,2}$' and typed.cell::integer <= 50 then
        parsed := to_jsonb(typed.cell::integer);
      else
        error := format('"%s" is no tolerance: a whole number of percent from 0 to 50.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'snap' then
      parsed := to_jsonb(case
        when lower(typed.cell) in ('yes', 'true', '1') then 'yes' when lower(typed.cell) in ('no', 'false', '0') then 'no'
      end);
      if parsed is null and typed.cell <> '' then
        error := format('SNAP must be yes, no, or empty, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'unit' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if lower(typed.cell) not in ('', 'lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then
        error := format('"%s" is no unit: lb, oz, fl oz, ct, yd or each.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'barcode' then
      parsed := to_jsonb(private.read_barcode(typed.cell));
      if parsed is null then
        error := case
          when typed.cell ~* '^[0-9.,]+e\+[0-9]+$'
            then format('"%s" is what a spreadsheet left of a barcode. Format the column as text.', left(typed.cell, 40))
          when regexp_replace(typed.cell, '[\s-]', '', 'g') ~ '^([0-9]{8}|[0-9]{12,14})$'
            then format('The check digit of barcode %s is wrong.', typed.cell)
          else format('"%s" is no barcode.', left(typed.cell, 40))
        end;
      end if;
    elsif typed.name = 'weight' then
      parsed := to_jsonb(case when typed.cell = '' then '' else private.read_weight(typed.cell) end);
      if parsed is null then
        error := format('"%s" is no weight, such as 2.5 lb or 500 g.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'tax_class_id' then
      if typed.cell ~ '^[0-9]{1,18}$' then
        parsed := to_jsonb(typed.cell::bigint);
      elsif typed.cell <> '' then
        error := 'This tax class doesn''t exist.';
      end if;
    elsif typed.name = 'problem' then
      errors := errors || left(typed.cell, 200);
      continue;
    else
      continue;
    end if;
    errors := errors || error;
    found_values := found_values || jsonb_build_object(typed.name, parsed);
  end loop;
  if found_values ? 'stock' and not found_values ? 'availability' then
    found_values := found_values || '{"availability": "counted"}';
  elsif found_values ->> 'availability' <> 'counted' then
    found_values := found_values - 'stock';
  end if;
  return jsonb_build_object('values', found_values, 'errors', array_remove(errors, null));
end;
$$;

create or replace function private.write_import_images(import_id bigint, is_undo boolean) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  if is_undo then
    delete from public.offers using public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
      and rows.after ? 'offers' and offers.product_id = rows.product_id
      and not rows.before -> 'offers' @> jsonb_build_array(private.offer_image(offers))
      and rows.after -> 'offers' @> jsonb_build_array(private.offer_image(offers));
  else
    insert into public.offers (product_id, price, starts_at, ends_at)
    select rows.product_id, (offer ->> 'price')::numeric, (offer ->> 'starts_at')::timestamptz, (offer ->> 'ends_at')::timestamptz
    from public.import_rows as rows cross join lateral jsonb_array_elements(rows.after -> 'offers') as offer
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change') and rows.after ? 'offers'
      and not coalesce(rows.before -> 'offers', '[]') @> jsonb_build_array(offer);
  end if;

  with classes as (
    select rows.product_id, (case when is_undo then rows.before else rows.after end ->> 'tax_class_id')::bigint as class_id
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
      and rows.after ? 'tax_class_id'
  ), ended as (
    delete from public.tax_exceptions as exceptions using classes
    where exceptions.product_id = classes.product_id and classes.class_id is null
  )
  insert into public.tax_exceptions (product_id, class_id)
  select classes.product_id, classes.class_id from classes where classes.class_id is not null
  on conflict (product_id) do update set class_id = excluded.class_id;

  perform private.write_item(
    rows.product_id, case when rows.is_size then rows.size_id end, case when is_undo then rows.before else rows.after end
  )
  from public.import_rows as rows
  where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change')
    and (not is_undo or rows.result = 'change') and rows.undo_skip_reason is null
    and rows.after ?| array['sku', 'barcode', 'vendor', 'weight'];

  with images as (
    select rows.product_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and not rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.products as target
  set category = written.category, name = written.name, description_header = written.description_header,
    description = written.description, price = written.price, discount_price = written.discount_price,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    img1 = written.img1, img2 = written.img2, size = written.size, availability = written.availability,
    also_called = written.also_called, storage = written.storage, origin = written.origin,
    ingredients = written.ingredients, contains = written.contains, may_contain = written.may_contain,
    fibre = written.fibre, care = written.care, heat_level = written.heat_level, amount = written.amount,
    unit = written.unit, pounds_each = written.pounds_each, weight_tolerance = written.weight_tolerance,
    snap = written.snap,
    archived_at = case
      when not images.image ? 'hidden' then known.archived_at
      when (images.image -> 'hidden')::boolean then coalesce(known.archived_at, now())
    end
  from images
  join public.products as known on known.id = images.product_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with images as (
    select rows.size_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.product_sizes as target
  set price = written.price, discount_price = written.discount_price, availability = written.availability,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    amount = written.amount, unit = written.unit
  from images
  join public.product_sizes as known on known.id = images.size_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with counts as (
    select rows.product_id, rows.size_id, rows.is_size, case when is_undo then rows.before else rows.after end -> 'stock' as stock
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change')
      and (not is_undo or rows.result = 'change') and rows.undo_skip_reason is null
  ), uncounted as (
    delete from public.product_stock as stock using counts
    where stock.product_id = counts.product_id and not counts.is_size and counts.stock = 'null'
  ), uncounted_sizes as (
    delete from public.size_stock as stock using counts
    where stock.size_id = counts.size_id and counts.is_size and counts.stock = 'null'
  ), counted as (
    insert into public.product_stock (product_id, stock_count)
    select counts.product_id, counts.stock::integer from counts where not counts.is_size and counts.stock <> 'null'
    on conflict (product_id) do update set stock_count = excluded.stock_count
  )
  insert into public.size_stock (size_id, stock_count)
  select counts.size_id, counts.stock::integer from counts where counts.is_size and counts.stock <> 'null'
  on conflict (size_id) do update set stock_count = excluded.stock_count;
end;
$$;

create or replace function public.apply_import(import_id bigint) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s'
as $$
#variable_conflict use_column
declare
  applied public.imports := private.lock_import(apply_import.import_id);
begin
  if applied.applied_at is not null then
    return applied;
  end if;
  if applied.validated_at is null then
    raise sqlstate 'PT409' using message = 'Preview this import before you apply it.';
  end if;
  -- Two imports that add the same product run one after the other.
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  perform private.lock_import_products(apply_import.import_id);
  if exists (
    select from public.import_rows as rows
    join private.validate_import_rows(apply_import.import_id) as judged on judged.place = rows.place
    where rows.import_id = apply_import.import_id
      and (judged.result, judged.reason, judged.product_place, judged.product_id, judged.size_id, judged.before, judged.after)
        is distinct from
        (rows.result, rows.reason, rows.product_place, rows.product_id, rows.size_id, rows.before, rows.after)
  ) then
    raise sqlstate 'PT409' using
      message = 'Products were sold or changed in the meantime. Check the list again.';
  end if;

  update public.import_rows as rows set product_id = nextval(pg_get_serial_sequence('public.products', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size;
  insert into public.products (
    id, category, name, description_header, description, price, discount_price, img1, img2, size, availability,
    also_called, storage, origin, ingredients, contains, may_contain, fibre, care, heat_level, amount, unit, pounds_each,
    weight_tolerance, snap, archived_at
  ) overriding system value
  select rows.product_id, made.category, made.name, made.description_header, made.description, made.price,
    made.discount_price, made.img1, made.img2, made.size, made.availability, made.also_called, made.storage,
    made.origin, made.ingredients, made.contains, made.may_contain, made.fibre, made.care, made.heat_level,
    made.amount, made.unit, made.pounds_each, made.weight_tolerance, made.snap,
    case when (rows.after -> 'hidden')::boolean then now() end
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.products, '{
    "description_header": "", "description": "", "img1": "", "size": "", "availability": "available",
    "also_called": "", "origin": "", "ingredients": "", "contains": [], "may_contain": [], "fibre": "", "care": "",
    "weight_tolerance": 10
  }' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size
  order by rows.place;

  update public.import_rows as rows
  set product_id = coalesce(rows.product_id, (
      select owners.product_id from public.import_rows as owners
      where owners.import_id = rows.import_id and owners.place = rows.product_place
    )),
    size_id = nextval(pg_get_serial_sequence('public.product_sizes', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size;
  insert into public.product_sizes (
    id, product_id, label, position, price, discount_price, availability, amount, unit
  ) overriding system value
  select rows.size_id, rows.product_id, private.plain_cell(rows.cells ->> 'size_label'),
    coalesce((
      select max(sizes.position) from public.product_sizes as sizes where sizes.product_id = rows.product_id
    ), 0) + row_number() over (partition by rows.product_id order by rows.place),
    made.price, made.discount_price, made.availability, made.amount, made.unit
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.product_sizes, '{"availability": "available"}' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size
  order by rows.place;

  perform private.write_import_images(apply_import.import_id, false);
  update public.imports set applied_at = now() where imports.id = apply_import.import_id
  returning imports.* into applied;
  perform private.add_to_audit_log(
    'import', case when applied.is_bulk_change then 'Bulk change: ' else 'Import of ' end || applied.file_name, null,
    jsonb_build_object(
      'added', applied.add_count, 'changed', applied.change_count, 'refused', applied.rejected_count
    )
  );
  return applied;
end;
$$;

create or replace function private.bulk_title(change jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  field constant text := change ->> 'field';
  value constant text := change ->> 'value';
  number constant text := to_char(abs((change ->> 'number')::numeric), 'FM999999990.##');
  direction constant text := case when (change ->> 'number')::numeric < 0 then 'down' else 'up' end;
  measure constant text := case change ->> 'how'
    when 'percent' then rtrim(number, '.') || '%'
    else '$' || to_char(abs((change ->> 'number')::numeric), 'FM999999990.00')
  end;
begin
  return case field
    when 'price' then format('Prices %s by %s', direction, measure)
    when 'discount' then case change ->> 'how' when 'remove' then 'Discounts removed' else format('Discount of %s', measure) end
    when 'category' then format('Category: %s', (
      select categories.title from public.categories where categories.prefix = value
    ))
    when 'hidden' then case value when 'yes' then 'Products hidden' else 'Products shown' end
    when 'stock' then case value when 'sold_out' then 'Marked sold out' else 'Marked available' end
    when 'storage' then format('Storage: %s', value)
    when 'snap' then format('SNAP EBT: %s', case value when '' then 'that of the category' else value end)
    when 'tax_class_id' then format('Tax class: %s', coalesce((
      select tax_classes.title from public.tax_classes where tax_classes.id::text = value
    ), 'that of the category'))
  end;
end;
$$;

create or replace function public.create_bulk_change(selected jsonb, change jsonb) returns public.imports
language plpgsql security definer set search_path = '' set statement_timeout = '30s'
as $$
#variable_conflict use_column
declare
  field constant text := change ->> 'field';
  how constant text := change ->> 'how';
  value constant text := coalesce(change ->> 'value', '');
  started bigint;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change products.';
  end if;
  if field = 'tax_class_id' and not private.is_admin() then
    raise insufficient_privilege using message = 'Only the owner can change tax classes.';
  end if;
  if jsonb_typeof(selected) is distinct from 'array' or jsonb_array_length(selected) not between 1 and 4000 then
    raise invalid_parameter_value using message = 'Select 1 row at least, and 4,000 rows at most.';
  end if;
  if not coalesce(case field
    when 'price' then how in ('percent', 'amount') and jsonb_typeof(change -> 'number') = 'number'
    when 'discount' then how = 'remove' or (
      how in ('percent', 'amount') and jsonb_typeof(change -> 'number') = 'number' and (change -> 'number')::numeric < 0
    )
    when 'category' then exists (select from public.categories where categories.prefix = value)
    when 'hidden' then value in ('yes', 'no')
    when 'stock' then value in ('available', 'sold_out')
    when 'storage' then value in ('shelf', 'chilled', 'frozen')
    when 'snap' then value in ('', 'yes', 'no')
    when 'tax_class_id' then value = '' or exists (
      select from public.tax_classes where tax_classes.id::text = value
    )
  end, false)
    or coalesce(change ->> 'ending', 'cent') not in ('cent', '99', '49', '9')
    or abs((change ->> 'number')::numeric) > (case how when 'percent' then 1000 else 100000 end) then
    raise invalid_parameter_value using message = 'This bulk change doesn''t exist.';
  end if;
  started := public.begin_import(private.bulk_title(change));
  update public.imports set is_bulk_change = true where imports.id = started;
  insert into public.import_rows (import_id, place, row_number, cells)
  select started, row_number() over (order by chosen.place), row_number() over (order by chosen.place),
    private.bulk_cells(lines, change)
  from (
    select (line.value ->> 0)::bigint as product_id,
      -- What a size does not have is changed of its product.
      case when field in ('price', 'discount', 'stock') then (line.value ->> 1)::bigint end as size_id,
      min(line.place) as place
    from jsonb_array_elements(selected) with ordinality as line (value, place)
    group by 1, 2
  ) as chosen
  join private.product_rows as lines
    on lines.product_id = chosen.product_id and lines.size_id is not distinct from chosen.size_id
  -- A size without a price of its own changes with its product, if that is selected, too.
  where lines.size_id is null or lines.price is not null or field not in ('price', 'discount') or not exists (
    select from jsonb_array_elements(selected) as line (value)
    where (line.value ->> 0)::bigint = lines.product_id and line.value ->> 1 is null
  );
  return public.validate_import(started);
end;
$$;
comment on function public.create_bulk_change(jsonb, jsonb) is
  'For managers: previews one change of selected rows [[product_id, size_id], ...], which apply_import writes and '
  'undo_import undoes. change is {field, how, number, value, ending, with_discounts}: field is price or discount (how: '
  'percent, amount, or remove; a negative number lowers it; a discount counts from the price), category, hidden, stock, '
  'storage, snap, or for the owner tax_class_id. Security definer, as begin_import.';
