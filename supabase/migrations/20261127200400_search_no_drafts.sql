-- The words of a draft could be guessed through the search: they were known before the article was published.
create or replace function private.index_articles(article_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  texts text;
begin
  -- A search reveals which words exist, so drafts are not indexed before they are published.
  delete from private.article_documents as document using public.blog_post as article
  where document.article_id = any (article_ids) and article.id = document.article_id
    and (article.publish_at <= now()) is not true;
  with said as materialized (
    select article.id, private.search_text(article.name || ' ' || article.short_introduction) as name,
      private.search_text((
        select string_agg(value, ' ')
        from jsonb_each_text(to_jsonb(article) - array['id', 'img1', 'img2', 'created_at', 'updated_at', 'servings'])
      )) as words
    from public.blog_post as article
    where article.id = any (article_ids) and article.publish_at <= now()
  ), parts as materialized (
    select said.*, to_tsvector('pg_catalog.english', said.name || ' ' || private.joined_words(said.name)) as named
    from said
  ), written as (
    insert into private.article_documents as document (article_id, named, said)
    select parts.id, parts.named, parts.named || to_tsvector(
      'pg_catalog.english', parts.words || ' ' || private.synonyms_of(parts.named)
    )
    from parts
    on conflict (article_id) do update set named = excluded.named, said = excluded.said
  )
  select string_agg(said.words, ' ') into texts from said;
  perform private.learn_words(texts, false);
end;
$$;
comment on function private.index_articles(bigint[]) is 'Makes the documents of these articles anew; drafts have none.';

create or replace function public.publish_due_articles() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids bigint[] := array(
    select article.id
    from private.content_clock as clock
    join public.blog_post as article on article.publish_at > clock.seen_until and article.publish_at <= now()
  );
  due_count integer := cardinality(due_ids);
begin
  perform private.index_articles(due_ids);
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

delete from private.search_words;
alter table public.search_synonyms disable trigger raise_content_version;
update public.search_synonyms set words = words;
alter table public.search_synonyms enable trigger raise_content_version;
select private.index_products(array(select products.id from public.products order by products.id));
select private.index_articles(array(select article.id from public.blog_post as article order by article.id));
