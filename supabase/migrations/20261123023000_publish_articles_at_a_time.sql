-- Articles have a time from which on they are public; without one they are drafts.
alter table public.blog_post add column publish_at timestamptz default now();
-- They are no newer for it.
alter table public.blog_post disable trigger user;
update public.blog_post set publish_at = created_at;
alter table public.blog_post enable trigger user;
comment on column public.blog_post.publish_at is
  'From when on everybody reads it; null for a draft, later than now for what waits for its time.';
create index blog_post_publish_at on public.blog_post (publish_at desc, id desc);

drop policy "everybody reads articles" on public.blog_post;
create policy "everybody reads published articles" on public.blog_post
  for select to anon, authenticated using (publish_at <= now());
create policy "managers read drafts" on public.blog_post
  for select to authenticated using ((select private.may_manage()));

drop policy "everybody reads the products of articles" on public.article_products;
create policy "the products of an article are read with it" on public.article_products
  for select to anon, authenticated
  using (exists (select from public.blog_post where blog_post.id = article_products.article_id));

-- What becomes public by the clock alone, without anybody changing a row.
create table private.content_clock (
  id boolean primary key default true check (id),
  seen_until timestamptz not null default '-infinity'
);
comment on table private.content_clock is 'One row: until when what becomes public at a time has been noticed.';

insert into private.content_clock default values;

alter table private.content_clock enable row level security;
revoke all on private.content_clock from public;

create function public.publish_due_articles() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_count integer;
begin
  select count(*) into due_count
  from private.content_clock as clock
  join public.blog_post as article on article.publish_at > clock.seen_until and article.publish_at <= now();
  if due_count > 0 then
    update private.content_clock set seen_until = now();
    update public.content_version set version = version + 1;
  end if;
  return due_count;
end;
$$;
comment on function public.publish_due_articles() is
  'For the shop''s server, every few seconds: kept pages are rendered anew when the time of an article has come.';
revoke all on function public.publish_due_articles() from public, anon, authenticated;
grant execute on function public.publish_due_articles() to service_role;

create or replace function public.search_articles(query text, max_count integer default 8) returns setof public.blog_post
language plpgsql stable security definer set search_path = '' rows 4
as $$
declare
  asked record;
begin
  for doubt in 0 .. 1 loop
    asked := private.read_search(search_articles.query, doubt = 1);
    continue when numnode(asked.loose) = 0;
    return query
      select article.*
      from private.article_documents as document
      join public.blog_post as article on article.id = document.article_id
      -- The beginning of a word counts in a title or an introduction; what only the text says, it says whole.
      where (document.said @@ asked.exact or document.named @@ asked.loose) and article.publish_at <= now()
      order by document.named @@ asked.exact desc, document.named @@ asked.loose desc,
        ts_rank(document.said, asked.loose) desc, article.id desc
      limit least(greatest(search_articles.max_count, 0), 24);
    exit when found;
  end loop;
end;
$$;

create or replace function public.goes_well_with(product_id bigint, max_count integer default 4) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 4
as $$
#variable_conflict use_column
declare
  -- Known before the shelf is looked at, so that its index is walked no further than needed.
  shelf text := (select products.category from public.products where products.id = goes_well_with.product_id);
begin
  return query
  with cooked as (
    select other.product_id as id, count(*) as recipe_count, min(other.position) as position
    from public.article_products as here
    join public.article_products as other on other.article_id = here.article_id and other.product_id <> here.product_id
    join public.blog_post as article on article.id = here.article_id and article.publish_at <= now()
    where here.product_id = goes_well_with.product_id
    group by other.product_id
  ), found as (
    select cooked.id, 1 as source, row_number() over (order by cooked.recipe_count desc, cooked.position, cooked.id) as place
    from cooked
    union all
    select bought.other_id, 2, bought.place
    from private.bought_together as bought where bought.product_id = goes_well_with.product_id
    union all
    -- The next ones of its shelf, and after the last one the first.
    select next.id, 3, row_number() over (order by next.id)
    from (
      select beside.id from public.products as beside
      where beside.category = shelf and beside.id > goes_well_with.product_id
        and beside.archived_at is null and beside.pictures_ready and not beside.is_sold_out
      order by beside.id limit 12
    ) as next
    union all
    select first.id, 4, row_number() over (order by first.id)
    from (
      select beside.id from public.products as beside
      where beside.category = shelf and beside.id < goes_well_with.product_id
        and beside.archived_at is null and beside.pictures_ready and not beside.is_sold_out
      order by beside.id limit 12
    ) as first
  ), ranked as (
    select distinct on (found.id) found.id, found.source, found.place
    from found order by found.id, found.source, found.place
  )
  select products.*
  from ranked
  join public.products on products.id = ranked.id
  where products.archived_at is null and products.pictures_ready and not products.is_sold_out
  order by ranked.source, ranked.place
  limit least(greatest(goes_well_with.max_count, 0), 12);
end;
$$;
