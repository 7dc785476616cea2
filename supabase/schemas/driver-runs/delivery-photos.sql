-- Photos of delivered stops, named run/order/photo in a private bucket, for users who may read the order.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'delivery_photos', 'delivery_photos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']
)
on conflict (id) do nothing;

-- Returns the stop that a photo is named for; null for any other name.
create function private.stop_of_photo(photo_name text) returns public.run_stops
language plpgsql stable set search_path = '' as $$
declare
  uuid constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  stop public.run_stops;
begin
  if photo_name ~ format('^[0-9]{1,18}/%s/%s$', uuid, uuid) then
    select * into stop from public.run_stops as stops
    where stops.run_id = split_part(photo_name, '/', 1)::bigint and stops.order_id = split_part(photo_name, '/', 2)::uuid;
  end if;
  return stop;
end;
$$;

-- Returns whether the caller may store this photo: the driver of the run or a manager, one for each delivered stop,
-- until a day after the run. Security definer: drivers read no orders.
create function private.can_add_delivery_photo(photo_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.stop_of_photo(photo_name) as stop
    join public.delivery_runs as runs on runs.id = stop.run_id
    join public.orders on orders.id = stop.order_id
    where stop.outcome = 'delivered' and coalesce(stop.photo, photo_name) = photo_name
      and coalesce(runs.ended_at > now() - interval '1 day', true)
      -- Anonymized orders have no address.
      and orders.delivery_address <> ''
      and (private.can_manage() or (private.staff_role() is not null and runs.driver_id = (select auth.uid())))
  );
$$;
grant execute on function private.can_add_delivery_photo(text) to authenticated;

-- Returns the order whose delivery a photo shows. Security definer: customers read no stops.
create function private.order_of_photo(photo_name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select (select stops.order_id from public.run_stops as stops where stops.photo = photo_name);
$$;
grant execute on function private.order_of_photo(text) to authenticated;

create policy "drivers store photos of their deliveries" on storage.objects
  for insert to authenticated with check (bucket_id = 'delivery_photos' and private.can_add_delivery_photo(name));
create policy "drivers read the photos that they store" on storage.objects
  for select to authenticated using (bucket_id = 'delivery_photos' and private.can_add_delivery_photo(name));
create policy "photos of a delivery are read by whoever reads its order" on storage.objects
  for select to authenticated using (
    bucket_id = 'delivery_photos'
    and exists (select from public.orders where orders.id = private.order_of_photo(objects.name))
  );

-- Stores the name of the uploaded photo in its stop.
create function private.record_delivery_photo(photo text) returns void
language plpgsql set search_path = '' as $$
declare
  stop constant public.run_stops := private.stop_of_photo(photo);
begin
  update public.run_stops as stops set photo = record_delivery_photo.photo
  where stops.run_id = stop.run_id and stops.order_id = stop.order_id and stops.outcome = 'delivered'
    and stops.photo is null;
  perform private.reject_if(not found, '23505', 'This delivery doesn''t exist or already has a photo.');
end;
$$;

-- Photos that no stop refers to anymore; the server deletes their files.
create table private.discarded_delivery_photos (
  name text primary key,
  discarded_at timestamptz not null default now()
);

-- Only a delivered stop has a photo. Security definer: a user who deletes an order may not write the list.
create function private.discard_delivery_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.outcome is distinct from 'delivered' then
    new.photo := null;
  end if;
  if tg_op = 'DELETE' or new.photo is distinct from old.photo then
    insert into private.discarded_delivery_photos (name) values (old.photo) on conflict do nothing;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
create trigger discard_delivery_photo before update or delete on public.run_stops
  for each row when (old.photo is not null) execute function private.discard_delivery_photo();

-- For the server: photos whose files are to be deleted. Security definer, as all functions of the worker.
create function public.list_discarded_delivery_photos(max_count integer) returns setof text
language sql stable security definer set search_path = '' as $$
  select photos.name from private.discarded_delivery_photos as photos
  order by photos.discarded_at, photos.name limit list_discarded_delivery_photos.max_count;
$$;
grant execute on function public.list_discarded_delivery_photos(integer) to service_role;

-- For the server: the files of these photos are deleted. Security definer, as all functions of the worker.
create function public.clear_discarded_delivery_photos(names text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.discarded_delivery_photos as photos
  where photos.name = any (clear_discarded_delivery_photos.names);
$$;
grant execute on function public.clear_discarded_delivery_photos(text[]) to service_role;

-- Returns the name of the photo of an order's delivery, or null. Security definer: customers read no stops.
create function private.photo_of_order(order_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select stops.photo from public.run_stops as stops
  where stops.order_id = photo_of_order.order_id and stops.photo is not null
  order by stops.run_id desc limit 1;
$$;
grant execute on function private.photo_of_order(uuid) to authenticated;

-- For users who may read the order: the name of the photo of its delivery in the bucket delivery_photos, or null.
create function public.find_delivery_photo(order_id uuid) returns text
language sql stable set search_path = '' as $$
  -- The policies of orders decide.
  select private.photo_of_order(orders.id) from public.orders where orders.id = find_delivery_photo.order_id;
$$;
grant execute on function public.find_delivery_photo(uuid) to authenticated;
