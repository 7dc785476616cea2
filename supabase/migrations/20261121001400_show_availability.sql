-- The nine category views also tell whether a product can be had.

create or replace view public.authentic_african_wear with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'wears' and archived_at is null
  with cascaded check option;

create or replace view public.beauty_and_household with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'beauty' and archived_at is null
  with cascaded check option;

create or replace view public.condiments with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'condiments' and archived_at is null
  with cascaded check option;

create or replace view public.drink_beverage with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'drinks' and archived_at is null
  with cascaded check option;

create or replace view public.fruits_and_vegetables with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'fruits' and archived_at is null
  with cascaded check option;

create or replace view public.grain_flour_cereal with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'grains' and archived_at is null
  with cascaded check option;

create or replace view public.meat_sea_food with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'meat' and archived_at is null
  with cascaded check option;

create or replace view public.snack_confectionaries with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'snacks' and archived_at is null
  with cascaded check option;

create or replace view public.more with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'more' and archived_at is null
  with cascaded check option;
