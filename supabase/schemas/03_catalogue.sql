-- The name of a picture inside our bucket, or null for a picture from elsewhere.
-- An address percent-encodes the name, so '%20' is one space of the object's name.
create function private.picture_name(address text) returns text
language sql immutable set search_path = ''
as $$
  select convert_from(decode(string_agg(
    case when piece[1] ~ '^%[0-9a-fA-F]{2}$' then substr(piece[1], 2)
         else encode(convert_to(piece[1], 'UTF8'), 'hex') end, '' order by place), 'hex'), 'UTF8')
  from regexp_matches(
    substring(address from '^(?:https?://[^/]+)?/storage/v1/object/public/wears_styles/([^?#]+)'),
    '%[0-9a-fA-F]{2}|[^%]+|%', 'g'
  ) with ordinality as pieces (piece, place);
$$;
revoke all on function private.picture_name(text) from public;
grant execute on function private.picture_name(text) to anon, authenticated, service_role;

-- The catalogue: one table for all nine categories, so that an id never means two products.
create table public.products (
  id bigint generated always as identity primary key,
  category text not null check (category in (
    'wears', 'beauty', 'condiments', 'drinks', 'fruits', 'grains', 'meat', 'snacks', 'more'
  )),
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  description_header text not null default '' check (char_length(description_header) <= 200),
  description text not null default '' check (char_length(description) <= 5000),
  price numeric(10, 2) not null check (price >= 0),
  discount_price numeric(10, 2)
    constraint discount_below_price check (discount_price >= 0 and discount_price < price),
  img1 text not null default '' check (char_length(img1) <= 1000),
  img2 text check (char_length(img2) <= 1000),
  size text not null default '' check (char_length(size) <= 100),
  archived_at timestamptz,
  pictures_ready boolean not null default false,
  created_at timestamptz not null default now(),
  img1_object text generated always as (private.picture_name(img1)) stored,
  img2_object text generated always as (private.picture_name(img2)) stored,
  availability text not null default 'available'
    check (availability in ('available', 'sold_out', 'counted')),
  is_sold_out boolean not null default false,
  constraint price_is_a_number check (price <> 'NaN' and discount_price is distinct from 'NaN')
);
comment on table public.products is 'Every product of the shop; the nine category views show its parts.';
comment on column public.products.category is 'The path prefix of the category, as in /products/{prefix}/{id}.';
comment on column public.products.discount_price is 'Null when there is none; always below the price.';
comment on column public.products.archived_at is 'Set instead of a deletion when an order names the product.';
comment on column public.products.pictures_ready is 'Whether every picture of ours that the row names lies in the bucket.';
comment on column public.products.img1_object is 'The name of img1 in the bucket, or null when it is not ours.';
comment on column public.products.img2_object is 'The name of img2 in the bucket, or null when it is not ours.';
comment on column public.products.availability is
  'available: as many as are wanted; sold_out: none; counted: as many as product_stock holds.';
comment on column public.products.is_sold_out is
  'Set by triggers: sold_out, or counted with nothing left.';
create index products_category_id on public.products (category, id) where archived_at is null;
create index products_offers on public.products (id) where archived_at is null and discount_price is not null;
create index products_img1_object on public.products (img1_object) where img1_object is not null;
create index products_img2_object on public.products (img2_object) where img2_object is not null;

alter table public.products enable row level security;
revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated;
grant insert (category, name, description_header, description, price, discount_price, img1, img2, size)
  on public.products to authenticated;
grant update (category, name, description_header, description, price, discount_price, img1, img2, size, archived_at)
  on public.products to authenticated;
grant delete on public.products to authenticated;
grant insert (availability), update (availability) on public.products to authenticated;
create policy "everybody sees what is for sale, admins see all" on public.products
  for select to anon, authenticated
  using ((archived_at is null and pictures_ready) or (select private.is_admin()));
create policy "admins add products" on public.products
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change products" on public.products
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove products" on public.products
  for delete to authenticated using ((select private.is_admin()));

create view public.authentic_african_wear with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'wears' and archived_at is null
  with cascaded check option;
comment on view public.authentic_african_wear is 'Authentic African Wears and Styles: /products/wears/{id}.';
alter view public.authentic_african_wear alter column category set default 'wears';
revoke all on public.authentic_african_wear from anon, authenticated;
grant select on public.authentic_african_wear to anon, authenticated;
grant insert, update, delete on public.authentic_african_wear to authenticated;

create view public.beauty_and_household with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'beauty' and archived_at is null
  with cascaded check option;
comment on view public.beauty_and_household is 'Beauty and Household: /products/beauty/{id}.';
alter view public.beauty_and_household alter column category set default 'beauty';
revoke all on public.beauty_and_household from anon, authenticated;
grant select on public.beauty_and_household to anon, authenticated;
grant insert, update, delete on public.beauty_and_household to authenticated;

create view public.condiments with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'condiments' and archived_at is null
  with cascaded check option;
comment on view public.condiments is 'Condiments: /products/condiments/{id}.';
alter view public.condiments alter column category set default 'condiments';
revoke all on public.condiments from anon, authenticated;
grant select on public.condiments to anon, authenticated;
grant insert, update, delete on public.condiments to authenticated;

create view public.drink_beverage with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'drinks' and archived_at is null
  with cascaded check option;
comment on view public.drink_beverage is 'Drink and Beverages: /products/drinks/{id}.';
alter view public.drink_beverage alter column category set default 'drinks';
revoke all on public.drink_beverage from anon, authenticated;
grant select on public.drink_beverage to anon, authenticated;
grant insert, update, delete on public.drink_beverage to authenticated;

create view public.fruits_and_vegetables with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'fruits' and archived_at is null
  with cascaded check option;
comment on view public.fruits_and_vegetables is 'Fruits and Vegetables: /products/fruits/{id}.';
alter view public.fruits_and_vegetables alter column category set default 'fruits';
revoke all on public.fruits_and_vegetables from anon, authenticated;
grant select on public.fruits_and_vegetables to anon, authenticated;
grant insert, update, delete on public.fruits_and_vegetables to authenticated;

create view public.grain_flour_cereal with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'grains' and archived_at is null
  with cascaded check option;
comment on view public.grain_flour_cereal is 'Grains, Flours, and Cereal: /products/grains/{id}.';
alter view public.grain_flour_cereal alter column category set default 'grains';
revoke all on public.grain_flour_cereal from anon, authenticated;
grant select on public.grain_flour_cereal to anon, authenticated;
grant insert, update, delete on public.grain_flour_cereal to authenticated;

create view public.meat_sea_food with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'meat' and archived_at is null
  with cascaded check option;
comment on view public.meat_sea_food is 'Meat and Seafood: /products/meat/{id}.';
alter view public.meat_sea_food alter column category set default 'meat';
revoke all on public.meat_sea_food from anon, authenticated;
grant select on public.meat_sea_food to anon, authenticated;
grant insert, update, delete on public.meat_sea_food to authenticated;

create view public.snack_confectionaries with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'snacks' and archived_at is null
  with cascaded check option;
comment on view public.snack_confectionaries is 'Snacks and Confections: /products/snacks/{id}.';
alter view public.snack_confectionaries alter column category set default 'snacks';
revoke all on public.snack_confectionaries from anon, authenticated;
grant select on public.snack_confectionaries to anon, authenticated;
grant insert, update, delete on public.snack_confectionaries to authenticated;

create view public.more with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'more' and archived_at is null
  with cascaded check option;
comment on view public.more is 'Other Items: /products/more/{id}.';
alter view public.more alter column category set default 'more';
revoke all on public.more from anon, authenticated;
grant select on public.more to anon, authenticated;
grant insert, update, delete on public.more to authenticated;
