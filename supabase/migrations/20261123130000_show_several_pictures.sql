-- A product had two pictures at most, and none of them said in words what it shows. The first two stay where they are,
-- on the product itself; six more stand in a table of their own.
alter table public.products
  add column img1_alt text not null default '' check (char_length(img1_alt) <= 250),
  add column img2_alt text not null default '' check (char_length(img2_alt) <= 250);
comment on column public.products.img1_alt is 'What img1 shows, for who does not see it; empty: the name says it.';
comment on column public.products.img2_alt is 'What img2 shows, as img1_alt.';
select private.show_products();

create table public.product_pictures (
  product_id bigint not null references public.products (id) on delete cascade,
  position smallint not null check (position between 3 and 8),
  address text not null check (btrim(address) <> '' and char_length(address) <= 1000),
  alt text not null default '' check (char_length(alt) <= 250),
  is_ready boolean not null default false,
  object_name text generated always as (private.picture_name(address)) stored,
  primary key (product_id, position)
);
comment on table public.product_pictures is
  'Further pictures of a product, the third to the eighth; the first two are products.img1 and img2.';
comment on column public.product_pictures.alt is 'What it shows, for who does not see it; empty: the product''s name says it.';
comment on column public.product_pictures.is_ready is 'Whether the picture lies in the bucket; set by a trigger.';
comment on column public.product_pictures.object_name is 'Its name in the bucket, or null when it is not ours.';
create index product_pictures_object_name on public.product_pictures (object_name) where object_name is not null;

alter table public.product_pictures enable row level security;
revoke all on public.product_pictures from anon, authenticated;
grant select on public.product_pictures to anon, authenticated;
grant insert (product_id, position, address, alt) on public.product_pictures to authenticated;
grant update (position, address, alt) on public.product_pictures to authenticated;
grant delete on public.product_pictures to authenticated;
create policy "everybody sees pictures of what is for sale, managers see all" on public.product_pictures
  for select to anon, authenticated
  using (
    (is_ready and exists (select 1 from public.products where products.id = product_pictures.product_id))
    or (select private.may_manage())
  );
create policy "managers add further pictures" on public.product_pictures
  for insert to authenticated with check ((select private.may_manage()));
create policy "managers change further pictures" on public.product_pictures
  for update to authenticated
  using ((select private.may_manage())) with check ((select private.may_manage()));
create policy "managers remove further pictures" on public.product_pictures
  for delete to authenticated using ((select private.may_manage()));

create function private.prepare_product_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name text := private.picture_name(new.address);
begin
  -- As private.prepare_product does it for the first two.
  if name is not null then
    new.address := regexp_replace(new.address, '^https?://[^/]+', '');
    perform pg_advisory_xact_lock(hashtextextended('picture:' || name, 0));
  end if;
  new.is_ready := private.picture_exists(name);
  return new;
end;
$$;
comment on function private.prepare_product_picture() is
  'Security definer: whether a picture exists is read from storage.objects, which the writer may not list.';
revoke all on function private.prepare_product_picture() from public;

create trigger prepare_product_picture before insert or update of address, is_ready on public.product_pictures
  for each row execute function private.prepare_product_picture();

-- What the shopkeeper's form says of all pictures of a product, at once.
create function public.set_product_pictures(product_id bigint, pictures jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  given constant jsonb := set_product_pictures.pictures;
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_product_pictures';
  end if;
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) > 8 then
    raise invalid_parameter_value using message = 'A product has at most 8 pictures.';
  end if;
  update public.products
  set img1 = coalesce(given -> 0 ->> 'address', ''), img1_alt = coalesce(btrim(given -> 0 ->> 'alt'), ''),
    img2 = given -> 1 ->> 'address', img2_alt = coalesce(btrim(given -> 1 ->> 'alt'), '')
  where products.id = set_product_pictures.product_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such product.';
  end if;
  delete from public.product_pictures as kept where kept.product_id = set_product_pictures.product_id;
  insert into public.product_pictures (product_id, position, address, alt)
  select set_product_pictures.product_id, picture.place, picture.value ->> 'address',
    coalesce(btrim(picture.value ->> 'alt'), '')
  from jsonb_array_elements(given) with ordinality as picture (value, place)
  where picture.place > 2;
end;
$$;
comment on function public.set_product_pictures(bigint, jsonb) is
  'For managers: a product has exactly these pictures, in this order: [{address, alt}].';
revoke all on function public.set_product_pictures(bigint, jsonb) from public, anon, service_role;
grant execute on function public.set_product_pictures(bigint, jsonb) to authenticated;

create trigger raise_content_version after insert or update or delete or truncate on public.product_pictures
  for each statement execute function private.raise_content_version();

create or replace function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  object record;
begin
  for object in
    select distinct changed.name from (
      select new.name, new.bucket_id where tg_op <> 'DELETE'
      union all
      select old.name, old.bucket_id where tg_op <> 'INSERT'
    ) as changed where changed.bucket_id = 'wears_styles'
  loop
    perform pg_advisory_xact_lock(hashtextextended('picture:' || object.name, 0));
    -- The row triggers look up whether the pictures exist.
    update public.products set img1 = img1
    where img1_object = object.name or img2_object = object.name;
    update public.product_pictures set address = address where object_name = object.name;
  end loop;
  return null;
end;
$$;

-- A copy has the further pictures, too.
create or replace function public.duplicate_product(product_id bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  -- What shoppers see and managers write; the rest belongs to the row itself.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'name', 'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'discount_price',
        'regular_discount_price'
      ])
  );
  made_id bigint;
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'Only the owner and managers change the catalogue.';
  end if;
  execute format(
    'insert into public.products (name, archived_at, discount_price, %1$s)
      select left(''Copy of '' || name, 200), now(), regular_discount_price, %1$s from public.products where id = $1 returning id',
    columns
  ) into made_id using duplicate_product.product_id;
  if made_id is null then
    raise sqlstate 'PT404' using message = 'There is no such product.';
  end if;
  insert into public.product_sizes (product_id, label, position, price, discount_price, availability, amount, unit)
  select made_id, sizes.label, sizes.position, sizes.price, sizes.regular_discount_price, sizes.availability, sizes.amount,
    sizes.unit
  from public.product_sizes as sizes
  where sizes.product_id = duplicate_product.product_id and sizes.archived_at is null
  order by sizes.position, sizes.id;
  insert into public.product_pictures (product_id, position, address, alt)
  select made_id, pictures.position, pictures.address, pictures.alt
  from public.product_pictures as pictures
  where pictures.product_id = duplicate_product.product_id;
  return made_id;
end;
$$;
comment on function public.duplicate_product(bigint) is
  'For managers: a hidden copy with its pictures and sizes, and without a count; its id. Security definer: a copy is '
  'hidden from the first moment, which an insert cannot say.';
