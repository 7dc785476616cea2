-- What the usual policies ask of an object's name, as Supabase names and answers it.
create function storage.foldername(name text) returns text[]
language sql immutable strict set search_path = ''
as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;
create function storage.filename(name text) returns text
language sql immutable strict set search_path = ''
as $$ select split_part(name, '/', -1) $$;
create function storage.extension(name text) returns text
language sql immutable strict set search_path = ''
as $$ select split_part(split_part(name, '/', -1), '.', -1) $$;

alter function storage.foldername(text) owner to supabase_storage_admin;
alter function storage.filename(text) owner to supabase_storage_admin;
alter function storage.extension(text) owner to supabase_storage_admin;
