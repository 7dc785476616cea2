-- Files that no row names any more: kept here by whatever removed or replaced the row, in the same
-- transaction, until the service has removed the file. Two uploads of one name at once lose none.
create table storage.discarded_files (
  version text primary key,
  created_at timestamptz not null default now()
);
comment on table storage.discarded_files is 'Names of files on disk that the storage service is about to remove.';

create function storage.note_discarded_file() returns trigger
language plpgsql
-- Whoever may remove an object may not touch the table of files.
security definer
set search_path = ''
as $$
begin
  if old.version <> '' and (tg_op = 'DELETE' or new.version is distinct from old.version) then
    insert into storage.discarded_files (version) values (old.version) on conflict do nothing;
  end if;
  return null;
end;
$$;
revoke execute on function storage.note_discarded_file() from public;
create trigger objects_note_discarded_file
  after delete or update of version on storage.objects
  for each row execute function storage.note_discarded_file();

-- Lists are read by the beginning of names, in the order of bytes.
create index objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

alter table storage.discarded_files owner to supabase_storage_admin;
alter function storage.note_discarded_file() owner to supabase_storage_admin;
alter table storage.discarded_files enable row level security;
grant select, delete on storage.discarded_files to service_role;
