-- The public bucket of product images: everyone reads an image by its address, managers write.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('wears_styles', 'wears_styles', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do nothing;

create policy "managers manage pictures" on storage.objects
  for all to authenticated using (bucket_id = 'wears_styles' and (select private.can_manage()));

-- Security definer: shoppers may not list the bucket.
create function private.picture_exists(object_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select object_name is null or exists (
    select 1 from storage.objects
    where objects.bucket_id = 'wears_styles' and objects.name = object_name
  );
$$;

-- Security definer: whether a picture exists is read from storage.objects, which the writer may not list.
create function private.prepare_product() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name1 text := private.picture_name(new.img1);
  name2 text := private.picture_name(new.img2);
begin
  -- Addresses of our own bucket are stored without an origin, so that a new port or domain breaks no image.
  if name1 is not null then new.img1 := regexp_replace(new.img1, '^https?://[^/]+', ''); end if;
  if name2 is not null then new.img2 := regexp_replace(new.img2, '^https?://[^/]+', ''); end if;
  -- The lock orders this write and the upload of the image: whichever comes second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('picture:' || names.name, 0))
  from (select distinct name from unnest(array[name1, name2]) as name where name is not null order by name) as names;
  new.pictures_ready := private.picture_exists(name1) and private.picture_exists(name2);
  return new;
end;
$$;
create trigger prepare_product before insert or update of img1, img2, pictures_ready on public.products
  for each row execute function private.prepare_product();
