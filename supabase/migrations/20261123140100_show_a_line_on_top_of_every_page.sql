-- One line on top of every page, such as "Free plantain with every order this week", with an end by the clock.
alter table public.store_settings
  add column banner_text text not null default '' check (char_length(banner_text) <= 140 and banner_text !~ '[[:cntrl:]]'),
  add column banner_until timestamptz;
comment on column public.store_settings.banner_text is 'One line on top of every page; none while it is empty.';
comment on column public.store_settings.banner_until is 'From this moment on the line is no longer shown; null: until it is taken away.';

create or replace function public.publish_due_articles() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_count integer;
begin
  select count(*) into due_count
  from private.content_clock as clock
  join public.blog_post as article on article.publish_at > clock.seen_until and article.publish_at <= now();
  due_count := due_count + (
    select count(*)
    from private.content_clock as clock
    join public.store_settings as shop on shop.banner_until > clock.seen_until and shop.banner_until <= now()
    where shop.banner_text <> ''
  );
  if due_count > 0 then
    update private.content_clock set seen_until = now();
    update public.content_version set version = version + 1;
  end if;
  return due_count;
end;
$$;
comment on function public.publish_due_articles() is
  'For the shop''s server, every few seconds: kept pages are rendered anew when the time of an article has come, or '
  'the end of the line on top of every page.';
