-- Returns the name of an image in our bucket, else null. Addresses percent-encode it; invalid bytes name nothing.
create function private.picture_name(address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select convert_from(decode(string_agg(
      case when piece[1] ~ '^%[0-9a-fA-F]{2}$' then substr(piece[1], 2)
           else encode(convert_to(piece[1], 'UTF8'), 'hex') end, '' order by place), 'hex'), 'UTF8')
    from regexp_matches(
      substring(picture_name.address from '^(?:https?://[^/]+)?/storage/v1/object/public/wears_styles/([^?#]+)'),
      '%[0-9a-fA-F]{2}|[^%]+|%', 'g'
    ) with ordinality as pieces (piece, place)
  );
exception when character_not_in_repertoire then
  return null;
end;
$$;
grant execute on function private.picture_name(text) to anon, authenticated, service_role;

-- The categories in display order: prefix is the path of products (/products/{prefix}/{id}), view_name the view.
create table public.categories (
  prefix text primary key,
  view_name text not null unique,
  title text not null,
  -- Position when an order is packed: heavy things first, fresh and cold ones last, until the owner changes it.
  aisle smallint not null default 100 check (aisle between 1 and 999)
);
insert into public.categories (prefix, view_name, title, aisle) values
  ('wears', 'authentic_african_wear', 'Authentic African Wears and Styles', 70),
  ('beauty', 'beauty_and_household', 'Beauty and Household', 60),
  ('condiments', 'condiments', 'Condiments', 20),
  ('drinks', 'drink_beverage', 'Drink and Beverages', 40),
  ('fruits', 'fruits_and_vegetables', 'Fruits and Vegetables', 80),
  ('grains', 'grain_flour_cereal', 'Grains, Flours, and Cereal', 10),
  ('meat', 'meat_sea_food', 'Meat and Seafood', 90),
  ('snacks', 'snack_confectionaries', 'Snacks and Confections', 30),
  ('more', 'more', 'Other Items', 50);

grant select on public.categories to anon, authenticated;
create policy "everybody reads the categories" on public.categories for select to anon, authenticated using (true);

-- The catalog: one table for all nine categories, so that an id identifies one product.
create table public.products (
  id bigint generated always as identity primary key,
  category text not null references public.categories (prefix), -- Prefix, as in /products/{prefix}/{id}.
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  description_header text not null default '' check (char_length(description_header) <= 200),
  description text not null default '' check (char_length(description) <= 5000),
  price numeric(10, 2) not null check (price >= 0),
  -- Null if there is none; always below the price. The regular discount price, or that of a running offer.
  discount_price numeric(10, 2)
    constraint discount_below_price check (discount_price >= 0 and discount_price < price),
  img1 text not null default '' check (char_length(img1) <= 1000),
  img2 text check (char_length(img2) <= 1000),
  size text not null default '' check (char_length(size) <= 100),
  archived_at timestamptz, -- Set instead of deleting a product that an order names.
  pictures_ready boolean not null default false, -- Whether every image of the row that belongs in our bucket is there.
  created_at timestamptz not null default now(),
  img1_object text generated always as (private.picture_name(img1)) stored, -- Of img1 in the bucket; null if elsewhere.
  img2_object text generated always as (private.picture_name(img2)) stored, -- Of img2 in the bucket; null if elsewhere.
  -- available: unlimited; sold_out: none; counted: as many as product_stock says.
  availability text not null default 'available'
    check (availability in ('available', 'sold_out', 'counted')),
  is_sold_out boolean not null default false, -- Set by triggers: sold_out, or counted with none left.
  also_called text not null default '' check (char_length(also_called) <= 500), -- Alternate names, separated by commas.
  storage text check (storage in ('shelf', 'chilled', 'frozen')), -- Null if unknown.
  origin text not null default '' check (char_length(origin) <= 100),
  ingredients text not null default '' check (char_length(ingredients) <= 2000),
  contains text[] not null default '{}', -- Major allergens that it contains.
  may_contain text[] not null default '{}', -- Major allergens that its package warns of.
  fibre text not null default '' check (char_length(fibre) <= 200),
  care text not null default '' check (char_length(care) <= 200),
  heat_level smallint check (heat_level between 1 and 5), -- 1 (mild) to 5 (very hot); null if not stated.
  amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'), -- Net amount in its unit; null if unknown.
  unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')),
  -- [{id, label, price, discount_price, amount, unit, is_sold_out, few_left}] of product_sizes, in order; by triggers.
  sizes jsonb not null default '[]',
  regular_discount_price numeric(10, 2), -- The discount price outside of offers. Maintained by triggers.
  img1_alt text not null default '' check (char_length(img1_alt) <= 250), -- Of img1; if empty, the name is used.
  img2_alt text not null default '' check (char_length(img2_alt) <= 250), -- Alternative text of img2, as img1_alt.
  -- [{id, name, is_multiple, is_required, choices: [{id, label, price, is_default}]}] of product_choice_groups.
  choice_groups jsonb not null default '[]',
  -- For a product sold by weight: about how many pounds each one weighs; its prices are per pound. Null: by the piece.
  pounds_each numeric(6, 2) check (pounds_each > 0 and pounds_each <> 'NaN'),
  -- Percent by which it may weigh more or less. A shopper pays for the actual weight, at most this percentage more.
  weight_tolerance smallint not null default 10 check (weight_tolerance between 0 and 50),
  snap text check (snap in ('yes', 'no')), -- Whether SNAP EBT pays for it; null: as category_snap_rules states.
  is_snap_eligible boolean not null default false, -- Whether SNAP EBT pays for it here now; maintained by triggers.
  quantity_prices jsonb not null default '[]', -- Set by triggers: [{size_id, pieces, price}] that run now, by pieces.
  -- Set by triggers: count of a counted product without sizes, up to the low-stock threshold; null: none or more left.
  few_left integer,
  constraint price_is_a_number check (price <> 'NaN' and discount_price is distinct from 'NaN'),
  -- The nine major allergens of US law (21 U.S.C. 321(qq)). An allergen that is contained is not also "may contain".
  constraint allergens_are_known check (
    contains || may_contain <@ array[
      'milk', 'egg', 'fish', 'crustacean_shellfish', 'tree_nut', 'peanut', 'wheat', 'soy', 'sesame'
    ] and not contains && may_contain
  ),
  constraint amount_has_a_unit check ((amount is null) = (unit is null))
);
create index products_category_id on public.products (category, id) where archived_at is null;
create index products_offers on public.products (id) where archived_at is null and discount_price is not null;
create index products_img1_object on public.products (img1_object) where img1_object is not null;
create index products_img2_object on public.products (img2_object) where img2_object is not null;

grant select on public.products to anon, authenticated;
grant delete on public.products to authenticated;
create policy "shoppers see what is for sale" on public.products
  for select to anon, authenticated using (archived_at is null and pictures_ready);
create policy "managers manage products" on public.products
  for all to authenticated using ((select private.can_manage()));

create trigger touch_content_version after insert or update or delete or truncate on public.products
  for each statement execute function private.increment_content_version();

-- The category tables of the specification: updatable views of products that run with the caller's rights. The column
-- default makes an insert land in the view's own category. Internal columns are not part of them.
create function private.make_category_view(prefix text) returns void
language plpgsql set search_path = '' as $$
declare
  made public.categories;
begin
  select * into strict made from public.categories where categories.prefix = make_category_view.prefix;
  -- Replacing the view would keep every column in its place and add only at the end.
  execute format('drop view if exists public.%I', made.view_name);
  execute format(
    'create view public.%I with (security_invoker = on) as select %s from public.products
      where category = %L and archived_at is null
      with cascaded check option',
    made.view_name,
    (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
      where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname <> all (array['archived_at', 'created_at', 'pictures_ready', 'regular_discount_price'])
    ),
    made.prefix
  );
  execute format('comment on view public.%I is %L', made.view_name, made.title || ': /products/' || made.prefix || '/{id}.');
  execute format('alter view public.%I alter column category set default %L', made.view_name, made.prefix);
  execute format('grant select on public.%I to anon, authenticated', made.view_name);
  execute format('grant insert, update, delete on public.%I to authenticated', made.view_name);
end;
$$;

-- Lists the columns of products that managers write, separated by commas, without internal and excluded ones.
create function private.product_columns(excluded text[] default '{}') returns text
language sql stable set search_path = '' as $$
  select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
  where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
    and attgenerated = '' and attidentity = ''
    and attname <> all (excluded || array[
      'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'regular_discount_price',
      'choice_groups', 'is_snap_eligible', 'quantity_prices', 'few_left'
    ]);
$$;

-- Updates the category views and managers' grants to the current columns; changes of columns or categories call it.
create function private.show_products() returns void
language plpgsql set search_path = '' as $$
declare
  written constant text := private.product_columns();
begin
  revoke insert, update on public.products from authenticated;
  execute format('grant insert (%s), update (%s, archived_at) on public.products to authenticated', written, written);
  perform private.make_category_view(prefix) from public.categories;
end;
$$;

select private.show_products();
