-- The nine category tables of the specification: updatable views of products that run with the
-- caller's rights. The column default makes an insert land in the view's own category.

create view public.authentic_african_wear with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'wears' and archived_at is null
  with cascaded check option;
comment on view public.authentic_african_wear is 'Authentic African Wears and Styles: /products/wears/{id}.';
alter view public.authentic_african_wear alter column category set default 'wears';
revoke all on public.authentic_african_wear from anon, authenticated;
grant select on public.authentic_african_wear to anon, authenticated;
grant insert, update, delete on public.authentic_african_wear to authenticated;

create view public.beauty_and_household with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'beauty' and archived_at is null
  with cascaded check option;
comment on view public.beauty_and_household is 'Beauty and Household: /products/beauty/{id}.';
alter view public.beauty_and_household alter column category set default 'beauty';
revoke all on public.beauty_and_household from anon, authenticated;
grant select on public.beauty_and_household to anon, authenticated;
grant insert, update, delete on public.beauty_and_household to authenticated;

create view public.condiments with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'condiments' and archived_at is null
  with cascaded check option;
comment on view public.condiments is 'Condiments: /products/condiments/{id}.';
alter view public.condiments alter column category set default 'condiments';
revoke all on public.condiments from anon, authenticated;
grant select on public.condiments to anon, authenticated;
grant insert, update, delete on public.condiments to authenticated;

create view public.drink_beverage with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'drinks' and archived_at is null
  with cascaded check option;
comment on view public.drink_beverage is 'Drink and Beverages: /products/drinks/{id}.';
alter view public.drink_beverage alter column category set default 'drinks';
revoke all on public.drink_beverage from anon, authenticated;
grant select on public.drink_beverage to anon, authenticated;
grant insert, update, delete on public.drink_beverage to authenticated;

create view public.fruits_and_vegetables with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'fruits' and archived_at is null
  with cascaded check option;
comment on view public.fruits_and_vegetables is 'Fruits and Vegetables: /products/fruits/{id}.';
alter view public.fruits_and_vegetables alter column category set default 'fruits';
revoke all on public.fruits_and_vegetables from anon, authenticated;
grant select on public.fruits_and_vegetables to anon, authenticated;
grant insert, update, delete on public.fruits_and_vegetables to authenticated;

create view public.grain_flour_cereal with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'grains' and archived_at is null
  with cascaded check option;
comment on view public.grain_flour_cereal is 'Grains, Flours, and Cereal: /products/grains/{id}.';
alter view public.grain_flour_cereal alter column category set default 'grains';
revoke all on public.grain_flour_cereal from anon, authenticated;
grant select on public.grain_flour_cereal to anon, authenticated;
grant insert, update, delete on public.grain_flour_cereal to authenticated;

create view public.meat_sea_food with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'meat' and archived_at is null
  with cascaded check option;
comment on view public.meat_sea_food is 'Meat and Seafood: /products/meat/{id}.';
alter view public.meat_sea_food alter column category set default 'meat';
revoke all on public.meat_sea_food from anon, authenticated;
grant select on public.meat_sea_food to anon, authenticated;
grant insert, update, delete on public.meat_sea_food to authenticated;

create view public.snack_confectionaries with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'snacks' and archived_at is null
  with cascaded check option;
comment on view public.snack_confectionaries is 'Snacks and Confections: /products/snacks/{id}.';
alter view public.snack_confectionaries alter column category set default 'snacks';
revoke all on public.snack_confectionaries from anon, authenticated;
grant select on public.snack_confectionaries to anon, authenticated;
grant insert, update, delete on public.snack_confectionaries to authenticated;

create view public.more with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category
  from public.products
  where category = 'more' and archived_at is null
  with cascaded check option;
comment on view public.more is 'Other Items: /products/more/{id}.';
alter view public.more alter column category set default 'more';
revoke all on public.more from anon, authenticated;
grant select on public.more to anon, authenticated;
grant insert, update, delete on public.more to authenticated;
