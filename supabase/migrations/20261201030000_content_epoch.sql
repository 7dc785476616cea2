-- Pages may change by time alone: those rendered before are then rendered again, even if no row changed.
alter table public.content_version add column epoch bigint not null default 1;
comment on column public.content_version.epoch is
  'Incremented when scheduled content became public or expired by time alone.';

create or replace function public.publish_due_articles() returns integer
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
