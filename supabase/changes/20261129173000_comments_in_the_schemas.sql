-- The comments of the schema, tables, columns, and domains stand in supabase/schemas, and no longer in the database.
comment on schema private is null;
comment on domain private.email_address is null;
do $$
declare
  commented record;
begin
  for commented in
    select oid::regclass as name from pg_catalog.pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
      and relowner = current_user::regrole and obj_description(oid, 'pg_class') is not null
  loop
    execute format('comment on table %s is null', commented.name);
  end loop;
  for commented in
    select attrelid::regclass as table_name, attname as name
    from pg_catalog.pg_attribute join pg_catalog.pg_class on pg_class.oid = attrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
      and relowner = current_user::regrole and col_description(attrelid, attnum) is not null
  loop
    execute format('comment on column %s.%I is null', commented.table_name, commented.name);
  end loop;
end;
$$;
