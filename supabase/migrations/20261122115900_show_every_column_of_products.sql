-- A new column of products is shown by every category, and written by admins, without being named a second and a third
-- time.
create or replace function private.make_category_view(prefix text) returns void
language plpgsql set search_path = ''
as $$
declare
  made public.categories;
begin
  select * into strict made from public.categories where categories.prefix = make_category_view.prefix;
  -- Replacing it would keep every column in its place, and add only at the end.
  execute format('drop view if exists public.%I', made.view_name);
  execute format(
    'create view public.%I with (security_invoker = on) as select %s from public.products
      where category = %L and archived_at is null
      with cascaded check option',
    made.view_name,
    (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
      where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname <> all (array['archived_at', 'created_at', 'pictures_ready'])
    ),
    made.prefix
  );
  execute format('comment on view public.%I is %L', made.view_name, made.title || ': /products/' || made.prefix || '/{id}.');
  execute format('alter view public.%I alter column category set default %L', made.view_name, made.prefix);
  execute format('revoke all on public.%I from anon, authenticated', made.view_name);
  execute format('grant select on public.%I to anon, authenticated', made.view_name);
  execute format('grant insert, update, delete on public.%I to authenticated', made.view_name);
end;
$$;
comment on function private.make_category_view(text) is null;

-- Whatever column products has is shown by every category and written by admins, but for those that the shop keeps by
-- itself: a new column is one line above.
create function private.show_products() returns void
language plpgsql set search_path = ''
as $$
declare
  written text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array['archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes'])
  );
begin
  revoke insert, update on public.products from authenticated;
  execute format('grant insert (%s), update (%s, archived_at) on public.products to authenticated', written, written);
  perform private.make_category_view(prefix) from public.categories;
end;
$$;
comment on function private.show_products() is
  'Gives the category views and the rights of admins the columns that products has: the last line of a migration that adds one, or a category.';
revoke all on function private.show_products() from public;

select private.show_products();
