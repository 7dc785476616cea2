-- The record took any word as its time zone. A shop that has one shows its pages by America/Chicago already.
do $$
begin
  if not exists (
    select from public.store_settings
    join pg_catalog.pg_timezone_names as names on lower(names.name) = lower(btrim(store_settings.time_zone))
    where names.name !~ '^(posix|right|localtime|Factory)'
  ) then
    update public.store_settings set time_zone = 'America/Chicago';
  end if;
end;
$$;

create function private.check_time_zone() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Names that clocks everywhere know: none of the folders, rules and abbreviations of the server's own system.
  known text := (
    select names.name from pg_catalog.pg_timezone_names as names
    where lower(names.name) = lower(btrim(new.time_zone)) and names.name !~ '^(posix|right|localtime|Factory)'
    limit 1
  );
begin
  if known is null then
    raise check_violation using
      message = format('No clock knows the time zone “%s”. Write one such as America/Chicago.', new.time_zone),
      hint = 'time_zone';
  end if;
  new.time_zone := known;
  return new;
end;
$$;
comment on function private.check_time_zone() is
  'Windows, closed days and the day sheet are worked out by this name: a word that is none would stop them all.';
revoke all on function private.check_time_zone() from public;

create trigger check_new_time_zone before insert on public.store_settings
  for each row execute function private.check_time_zone();
-- The list of names is read from files: only when the name changes.
create trigger check_time_zone before update of time_zone on public.store_settings
  for each row when (new.time_zone is distinct from old.time_zone) execute function private.check_time_zone();
