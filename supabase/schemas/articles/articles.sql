-- Articles of the blog, with the columns that the specification lists; absent sections are null.
create table public.blog_post (
  id bigint generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  img1 text not null default '',
  img2 text,
  short_introduction text not null default '',
  title1 text, description1 text,
  title2 text, description2 text,
  title3 text, description3 text,
  title4 text, description4 text,
  title5 text, description5 text,
  title6 text, description6 text,
  title7 text, description7 text,
  semi_conclusion_topic text,
  semi_conclusion_text text,
  semi_conclusion_point1 text,
  semi_conclusion_point2 text,
  semi_conclusion_point3 text,
  conclusion text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Servings of the recipe, matching the amounts of article_products; null if the article is no recipe.
  servings smallint check (servings between 1 and 100),
  publish_at timestamptz default now() -- When the article becomes public; null for a draft, in the future if scheduled.
);
create index blog_post_publish_at on public.blog_post (publish_at desc, id desc);

create trigger touch_updated_at before update on public.blog_post
  for each row execute function private.touch_updated_at();

grant select on public.blog_post to anon, authenticated;
grant insert, update, delete on public.blog_post to authenticated;
create policy "everybody reads published articles" on public.blog_post
  for select to anon, authenticated using (publish_at <= now());
create policy "managers manage articles and read drafts" on public.blog_post
  for all to authenticated using ((select private.can_manage()));

create trigger touch_content_version after insert or update or delete or truncate on public.blog_post
  for each statement execute function private.increment_content_version();
