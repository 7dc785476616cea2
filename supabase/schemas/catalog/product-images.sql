-- A product's third to eighth image; the specification's img1 and img2 stay on the product.
create table public.product_pictures (
  product_id bigint not null references public.products (id) on delete cascade,
  position smallint not null check (position between 3 and 8),
  address text not null check (btrim(address) <> '' and char_length(address) <= 1000),
  alt text not null default '' check (char_length(alt) <= 250), -- Alternative text; if empty, the name of the product.
  is_ready boolean not null default false, -- Whether the image is in the bucket; set by a trigger.
  object_name text generated always as (private.picture_name(address)) stored, -- Name in the bucket; null if elsewhere.
  primary key (product_id, position)
);
create index product_pictures_object_name on public.product_pictures (object_name) where object_name is not null;

grant select on public.product_pictures to anon, authenticated;
grant delete, insert (product_id, position, address, alt), update (position, address, alt)
  on public.product_pictures to authenticated;
create policy "shoppers see pictures of what is for sale" on public.product_pictures
  for select to anon, authenticated
  using (is_ready and exists (select from public.products where products.id = product_pictures.product_id));
create policy "managers manage additional images" on public.product_pictures
  for all to authenticated using ((select private.can_manage()));

create trigger touch_content_version after insert or update or delete or truncate on public.product_pictures
  for each statement execute function private.increment_content_version();

-- Lets the products with an image that was stored, replaced, or deleted check their images.
create function private.record_image_change(old storage.objects, new storage.objects) returns void
language plpgsql set search_path = '' as $$
declare
  object record;
begin
  for object in
    select distinct changed.name
    from (values (old.name, old.bucket_id), (new.name, new.bucket_id)) as changed (name, bucket_id)
    where changed.bucket_id = 'wears_styles'
  loop
    perform pg_advisory_xact_lock(hashtextextended('picture:' || object.name, 0));
    -- The row triggers check whether the images exist.
    update public.products set img1 = img1 where img1_object = object.name or img2_object = object.name;
    update public.product_pictures set address = address where object_name = object.name;
  end loop;
end;
$$;

-- Security definer: whether a picture exists is read from storage.objects, which the writer may not list.
create function private.prepare_product_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := private.picture_name(new.address);
begin
  -- Same as private.prepare_product for the first two.
  if name is not null then
    new.address := regexp_replace(new.address, '^https?://[^/]+', '');
    perform pg_advisory_xact_lock(hashtextextended('picture:' || name, 0));
  end if;
  new.is_ready := private.picture_exists(name);
  return new;
end;
$$;
create trigger prepare_product_picture before insert or update of address, is_ready on public.product_pictures
  for each row execute function private.prepare_product_picture();

-- For managers: replaces a product's images by these [{address, alt}]; PT409 unless the expected ones are saved.
create function public.set_product_pictures(product_id bigint, pictures jsonb, expected jsonb default null) returns void
language plpgsql security invoker set search_path = '' as $$
declare
  images constant jsonb := pictures;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'permission denied for function set_product_pictures');
  perform private.reject_if(not private.is_list(images, 0, 8), '22023', 'A product can have 8 images at most.');
  perform 1 from public.products where products.id = set_product_pictures.product_id for no key update;
  perform private.require_unchanged(set_product_pictures.expected, (
    select jsonb_path_query_array(
      jsonb_build_array(
        jsonb_build_object('address', products.img1, 'alt', products.img1_alt),
        jsonb_build_object('address', products.img2, 'alt', products.img2_alt)
      ) || coalesce((
        select jsonb_agg(jsonb_build_object('address', added.address, 'alt', added.alt) order by added.position)
        from public.product_pictures as added where added.product_id = products.id
      ), '[]'),
      '$[*] ? (@.address != null && @.address != "")'
    )
    from public.products where products.id = set_product_pictures.product_id
  ));
  update public.products
  set img1 = coalesce(images -> 0 ->> 'address', ''), img1_alt = coalesce(btrim(images -> 0 ->> 'alt'), ''),
    img2 = images -> 1 ->> 'address', img2_alt = coalesce(btrim(images -> 1 ->> 'alt'), '')
  where products.id = set_product_pictures.product_id;
  perform private.reject_if(not found, 'PT404', 'This product doesn''t exist.');
  delete from public.product_pictures as existing where existing.product_id = set_product_pictures.product_id;
  insert into public.product_pictures (product_id, position, address, alt)
  select set_product_pictures.product_id, picture.place, picture.value ->> 'address',
    coalesce(btrim(picture.value ->> 'alt'), '')
  from jsonb_array_elements(images) with ordinality as picture (value, place) where picture.place > 2;
end;
$$;
grant execute on function public.set_product_pictures(bigint, jsonb, jsonb) to authenticated;
