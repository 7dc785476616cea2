-- What a product is: other words for it, how it is kept, what is in it, and how much of it there is.
alter table public.products
  add column also_called text not null default '' check (char_length(also_called) <= 500),
  add column storage text check (storage in ('shelf', 'chilled', 'frozen')),
  add column origin text not null default '' check (char_length(origin) <= 100),
  add column ingredients text not null default '' check (char_length(ingredients) <= 2000),
  add column contains text[] not null default '{}',
  add column may_contain text[] not null default '{}',
  add column fibre text not null default '' check (char_length(fibre) <= 200),
  add column care text not null default '' check (char_length(care) <= 200),
  add column heat_level smallint check (heat_level between 1 and 5),
  add column amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'),
  add column unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')),
  -- The nine major allergens of US law (21 U.S.C. 321(qq)). What is certainly in it is not also perhaps in it.
  add constraint allergens_are_known check (
    contains || may_contain <@ array[
      'milk', 'egg', 'fish', 'crustacean_shellfish', 'tree_nut', 'peanut', 'wheat', 'soy', 'sesame'
    ] and not contains && may_contain
  ),
  add constraint amount_has_a_unit check ((amount is null) = (unit is null));
comment on column public.products.also_called is 'Other words for it, with commas between them.';
comment on column public.products.storage is 'How it is kept: shelf, chilled or frozen; null when nobody said.';
comment on column public.products.contains is 'Major allergens that are in it.';
comment on column public.products.may_contain is 'Major allergens that its package warns of besides.';
comment on column public.products.heat_level is 'From 1 (mild) to 5 (very hot); null where it says nothing.';
comment on column public.products.amount is 'How much one of it is, in its unit; null when nobody said.';
grant insert (also_called, storage, origin, ingredients, contains, may_contain, fibre, care, heat_level, amount, unit)
  on public.products to authenticated;
grant update (also_called, storage, origin, ingredients, contains, may_contain, fibre, care, heat_level, amount, unit)
  on public.products to authenticated;

create or replace function private.make_category_view(prefix text) returns void
language plpgsql set search_path = ''
as $$
declare
  made public.categories;
begin
  select * into strict made from public.categories where categories.prefix = make_category_view.prefix;
  execute format(
    'create or replace view public.%I with (security_invoker = on) as
      select id, name, description_header, description, price, discount_price, img1, img2, size, category,
        availability, is_sold_out, also_called, storage, origin, ingredients, contains, may_contain, fibre, care,
        heat_level, amount, unit
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

select private.make_category_view(prefix) from public.categories;
