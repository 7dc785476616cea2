-- The public bucket of product pictures: everybody reads a picture by its address, admins write.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('wears_styles', 'wears_styles', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do nothing;

create policy "admins list the shop's pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'wears_styles' and (select private.is_admin()));
create policy "admins add pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'wears_styles' and (select private.is_admin()));
create policy "admins replace pictures" on storage.objects
  for update to authenticated
  using (bucket_id = 'wears_styles' and (select private.is_admin()))
  with check (bucket_id = 'wears_styles' and (select private.is_admin()));
create policy "admins remove pictures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'wears_styles' and (select private.is_admin()));
