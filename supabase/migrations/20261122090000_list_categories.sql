-- One list of categories, and one place that says what their views show.
-- The categories: each is the path of its products, as in /products/{prefix}/{id}, and a view of them.
create table public.categories (
  prefix text primary key,
  view_name text not null unique,
  title text not null
);
comment on table public.categories is 'What the shop sells, sorted as in a market; `view_name` is the table of the specification.';
insert into public.categories (prefix, view_name, title) values
  ('wears', 'authentic_african_wear', 'Authentic African Wears and Styles'),
  ('beauty', 'beauty_and_household', 'Beauty and Household'),
  ('condiments', 'condiments', 'Condiments'),
  ('drinks', 'drink_beverage', 'Drink and Beverages'),
  ('fruits', 'fruits_and_vegetables', 'Fruits and Vegetables'),
  ('grains', 'grain_flour_cereal', 'Grains, Flours, and Cereal'),
  ('meat', 'meat_sea_food', 'Meat and Seafood'),
  ('snacks', 'snack_confectionaries', 'Snacks and Confections'),
  ('more', 'more', 'Other Items');

alter table public.categories enable row level security;
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
create policy "everybody reads the categories" on public.categories
  for select to anon, authenticated using (true);
alter table public.products
  drop constraint products_category_check,
  add foreign key (category) references public.categories (prefix);

-- The category tables of the specification: updatable views of products that run with the caller's rights. The
-- column default makes an insert land in the view's own category. A new column of products is shown by one word here.
create function private.make_category_view(prefix text) returns void
language plpgsql set search_path = ''
as $$
declare
  made public.categories;
begin
  select * into strict made from public.categories where categories.prefix = make_category_view.prefix;
  execute format(
    'create or replace view public.%I with (security_invoker = on) as
      select id, name, description_header, description, price, discount_price, img1, img2, size, category,
        availability, is_sold_out
      from public.products
      where category = %L and archived_at is null
      with cascaded check option',
    made.view_name, made.prefix
  );
  execute format('comment on view public.%I is %L', made.view_name, made.title || ': /products/' || made.prefix || '/{id}.');
  execute format('alter view public.%I alter column category set default %L', made.view_name, made.prefix);
  execute format('revoke all on public.%I from anon, authenticated', made.view_name);
  execute format('grant select on public.%I to anon, authenticated', made.view_name);
  execute format('grant insert, update, delete on public.%I to authenticated', made.view_name);
end;
$$;
comment on function private.make_category_view(text) is
  'Makes the view of a category, or makes it anew with the columns that stand here: a migration calls it for each.';
revoke all on function private.make_category_view(text) from public;

-- A command and a trigger had one name.
alter function private.move_order() rename to guard_order_move;
alter trigger move_order on public.orders rename to guard_order_move;
