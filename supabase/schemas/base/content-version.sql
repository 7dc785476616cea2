-- A number that grows when anything public changes; cached pages are valid while it stays the same.
create table public.content_version (
  id boolean primary key default true check (id),
  version bigint not null default 1,
  epoch bigint not null default 1
);
comment on table public.content_version is 'Incremented by triggers on everything that public pages show.';
comment on column public.content_version.epoch is
  'Incremented when scheduled content became public or expired by time alone.';

insert into public.content_version default values;

alter table public.content_version enable row level security;
revoke all on public.content_version from anon, authenticated;
grant select on public.content_version to anon, authenticated;
create policy "everybody reads the version of the content" on public.content_version
  for select to anon, authenticated using (true);

create function private.increment_content_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.content_version set version = version + 1;
  return null;
end;
$$;
comment on function private.increment_content_version() is
  'Security definer: callers may not write the version directly.';

create trigger touch_content_version after insert or update or delete or truncate on public.products
  for each statement execute function private.increment_content_version();

create trigger touch_content_version after insert or update or delete or truncate on public.product_pictures
  for each statement execute function private.increment_content_version();

create trigger touch_content_version after insert or update or delete or truncate on public.inventory_items
  for each statement execute function private.increment_content_version();

create trigger touch_content_version after insert or update or delete or truncate on public.blog_post
  for each statement execute function private.increment_content_version();

create trigger touch_content_version after insert or update or delete or truncate on public.store_settings
  for each statement execute function private.increment_content_version();

-- Content that becomes public or expires by time alone, without a changed row.
create table private.last_published (
  id boolean primary key default true check (id),
  published_until timestamptz not null default '-infinity'
);
comment on table private.last_published is 'One row: the time up to which scheduled content has been published.';

insert into private.last_published default values;

alter table private.last_published enable row level security;
revoke all on private.last_published from public;

create function public.publish_due_articles() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids bigint[] := array(
    select article.id
    from private.last_published as clock
    join public.blog_post as article on article.publish_at > clock.published_until and article.publish_at <= now()
  );
  due_count integer := cardinality(due_ids);
begin
  perform private.index_articles(due_ids);
  due_count := due_count + (
    select count(*)
    from private.last_published as clock
    join public.store_settings as shop on shop.banner_until > clock.published_until and shop.banner_until <= now()
    where shop.banner_text <> ''
  );
  if due_count > 0 then
    update private.last_published set published_until = now();
    update public.content_version set version = version + 1, epoch = epoch + 1;
  end if;
  return due_count;
end;
$$;
comment on function public.publish_due_articles() is
  'For the server, every few seconds: invalidates cached pages when an article''s publish time or the banner''s end'
  ' has passed.';
grant execute on function public.publish_due_articles() to service_role;
