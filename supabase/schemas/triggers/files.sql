-- Trigger of stored files, built like those in orders.sql.

-- Security definer: a user who stores a file may lack the right to change products and runs.
create function private.after_file_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.bucket_id = 'delivery_photos' then
    perform private.record_delivery_photo(new.name);
  else
    perform private.record_image_change(old, new);
  end if;
  return null;
end;
$$;
create trigger after_file_write after insert or delete or update of name, bucket_id on storage.objects
  for each row execute function private.after_file_write();
