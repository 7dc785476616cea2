-- A number that triggers increment when anything public changes; cached pages are valid while it stays the same.
create table public.content_version (
  id boolean primary key default true check (id),
  version bigint not null default 1,
  epoch bigint not null default 1 -- Incremented when scheduled content became public or expired by time alone.
);

insert into public.content_version default values;

grant select on public.content_version to anon, authenticated;
create policy "everybody reads the version of the content" on public.content_version
  for select to anon, authenticated using (true);

-- Security definer: callers may not write the version directly.
create function private.increment_content_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.content_version set version = version + 1;
  return null;
end;
$$;

-- One row: the time up to which content has been published that becomes public or expires by time alone.
create table private.last_published (
  id boolean primary key default true check (id),
  published_until timestamptz not null default '-infinity'
);

insert into private.last_published default values;
