-- Products used in an article, in order; with blog_post.servings, the ingredients of a recipe.
create table public.article_products (
  article_id bigint not null references public.blog_post (id) on delete cascade,
  product_id bigint not null references public.products (id) on delete cascade,
  size_id bigint, -- Null if the shopper chooses, or if the product has no sizes.
  position smallint not null default 0,
  amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'), -- For all servings, in its unit; null: only packs.
  unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')),
  -- Packs for all servings (may be a fraction), where the amount is not in the pack's unit.
  packs numeric(5, 3) check (packs > 0 and packs <= 99 and packs <> 'NaN'),
  primary key (article_id, product_id),
  foreign key (product_id, size_id) references public.product_sizes (product_id, id) on delete set null (size_id),
  constraint needed_amount_has_a_unit check ((amount is null) = (unit is null)),
  constraint something_is_needed check (amount is not null or packs is not null)
);
create index article_products_product_id on public.article_products (product_id, size_id);

grant select on public.article_products to anon, authenticated;
grant insert, update, delete on public.article_products to authenticated;
create policy "the products of an article are read with it" on public.article_products
  for select to anon, authenticated
  using (exists (select from public.blog_post where blog_post.id = article_products.article_id));
create policy "managers manage the products of articles" on public.article_products
  for all to authenticated using ((select private.can_manage()));

create trigger touch_content_version after insert or update or delete or truncate on public.article_products
  for each statement execute function private.increment_content_version();

-- For managers: replaces an article's products with exactly these, in this order, [{product_id, size_id, amount, unit,
-- packs}], for this many servings; null: only names them. PT409 unless the expected {servings, products} are saved.
create function public.set_recipe(
  article_id bigint, products jsonb, servings integer default null, expected jsonb default null
) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.reject_if(not private.can_manage(), '42501', 'permission denied for function set_recipe');
  perform private.reject_if(not private.is_list(products, 0, 50), '22023', 'A recipe can have 50 products at most.');
  perform 1 from public.blog_post where blog_post.id = set_recipe.article_id for no key update;
  perform private.require_unchanged(set_recipe.expected, (
    select jsonb_build_object('servings', blog_post.servings, 'products', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'product_id', line.product_id, 'size_id', line.size_id, 'amount', line.amount, 'unit', line.unit,
        'packs', line.packs
      ) order by line.position), '[]')
      from public.article_products as line where line.article_id = blog_post.id
    ))
    from public.blog_post where blog_post.id = set_recipe.article_id
  ));
  update public.blog_post set servings = set_recipe.servings where blog_post.id = set_recipe.article_id;
  perform private.reject_if(not found, 'PT404', 'This article doesn''t exist.');
  delete from public.article_products as named where named.article_id = set_recipe.article_id;
  insert into public.article_products (article_id, product_id, size_id, position, amount, unit, packs)
  select set_recipe.article_id, line.product_id, line.size_id, each.place, line.amount, line.unit, line.packs
  from jsonb_array_elements(set_recipe.products) with ordinality as each (value, place) cross join lateral
    jsonb_to_record(each.value) as line (product_id bigint, size_id bigint, amount numeric, unit text, packs numeric);
end;
$$;
grant execute on function public.set_recipe(bigint, jsonb, integer, jsonb) to authenticated;
