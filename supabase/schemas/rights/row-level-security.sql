-- The last file: every table has row-level security, even if nobody thought of policies for it.

-- Closes the owner's tables in schemas public and private to all but their policies.
create function private.enable_row_level_security() returns void
language plpgsql set search_path = '' as $$
declare
  unprotected regclass;
begin
  for unprotected in
    select oid from pg_catalog.pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r' and not relrowsecurity
      and relowner = current_user::regrole
  loop
    execute format('alter table %s enable row level security', unprotected);
  end loop;
end;
$$;

select private.enable_row_level_security();
