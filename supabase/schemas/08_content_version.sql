-- One number that grows when anything public changes: rendered pages are kept while it stands still.
create table public.content_version (
  id boolean primary key default true check (id),
  version bigint not null default 1
);
comment on table public.content_version is 'Raised by triggers of everything that public pages show.';

insert into public.content_version default values;

alter table public.content_version enable row level security;
revoke all on public.content_version from anon, authenticated;
grant select on public.content_version to anon, authenticated;
create policy "everybody reads the version of the content" on public.content_version
  for select to anon, authenticated using (true);

create function private.raise_content_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.content_version set version = version + 1;
  return null;
end;
$$;
comment on function private.raise_content_version() is 'Security definer: nobody may write the version by hand.';
revoke all on function private.raise_content_version() from public;

create trigger raise_content_version after insert or update or delete or truncate on public.products
  for each statement execute function private.raise_content_version();

create trigger raise_content_version after insert or update or delete or truncate on public.blog_post
  for each statement execute function private.raise_content_version();

create trigger raise_content_version after insert or update or delete or truncate on public.store_settings
  for each statement execute function private.raise_content_version();
