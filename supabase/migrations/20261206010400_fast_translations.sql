-- Reads translations of a page without a check of all others, and pages of the editor without sorting all texts.
create or replace view private.translatable_texts as
  select 'product' as subject, products.id::text as subject_id, each.field, each.text, products.name as context,
    products.id as place, each.field_place
  from public.products
  cross join lateral (values
    (1, 'name', products.name), (2, 'description_header', products.description_header),
    (3, 'description', products.description), (4, 'ingredients', products.ingredients),
    (5, 'origin', products.origin), (6, 'fibre', products.fibre), (7, 'care', products.care)
  ) as each (field_place, field, text)
  where products.archived_at is null and each.text <> ''
  union all
  -- A window function here, or another type of `place`, would keep conditions from being pushed into the view.
  select 'size', sizes.label, 'label', sizes.label, null, min(sizes.place), 1
  from (
    select products.size as label, products.id * 2 as place
    from public.products where products.archived_at is null and products.size <> ''
    union all
    select product_sizes.label, product_sizes.id * 2 + 1
    from public.product_sizes where product_sizes.archived_at is null
  ) as sizes
  where private.is_translatable_size(sizes.label)
  group by sizes.label
  union all
  select 'choice_group', choice_groups.id::text, 'name', choice_groups.name, null, choice_groups.id, 1
  from public.choice_groups
  union all
  select 'choice', choices.id::text, 'label', choices.label, choice_groups.name, choices.id, 1
  from public.choices
  join public.choice_groups on choice_groups.id = choices.group_id
  union all
  select 'article', article.id::text, each.field, each.text, article.name, article.id, each.field_place
  from public.blog_post as article
  cross join lateral (values
    (1, 'name', article.name), (2, 'short_introduction', article.short_introduction),
    (3, 'title1', article.title1), (4, 'description1', article.description1),
    (5, 'title2', article.title2), (6, 'description2', article.description2),
    (7, 'title3', article.title3), (8, 'description3', article.description3),
    (9, 'title4', article.title4), (10, 'description4', article.description4),
    (11, 'title5', article.title5), (12, 'description5', article.description5),
    (13, 'title6', article.title6), (14, 'description6', article.description6),
    (15, 'title7', article.title7), (16, 'description7', article.description7),
    (17, 'semi_conclusion_topic', article.semi_conclusion_topic),
    (18, 'semi_conclusion_text', article.semi_conclusion_text),
    (19, 'semi_conclusion_point1', article.semi_conclusion_point1),
    (20, 'semi_conclusion_point2', article.semi_conclusion_point2),
    (21, 'semi_conclusion_point3', article.semi_conclusion_point3),
    (22, 'conclusion', article.conclusion)
  ) as each (field_place, field, text)
  where each.text <> ''
  union all
  select 'slide', slide.value ->> 'id', each.field, slide.value ->> each.field, slide.value ->> 'header', slide.place,
    each.field_place
  from public.store_settings
  cross join lateral jsonb_array_elements(store_settings.hero_slides) with ordinality as slide (value, place)
  cross join (values (1, 'header'), (2, 'text'), (3, 'buttonLabel'), (4, 'alt')) as each (field_place, field)
  where slide.value ->> each.field <> ''
  union all
  select 'store', 'store', each.field, each.text, null, 1::bigint, each.field_place
  from public.store_settings
  cross join lateral (values
    (1, 'banner_text', store_settings.banner_text), (2, 'pause_reason', store_settings.pause_reason)
  ) as each (field_place, field, text)
  where each.text <> ''
  union all
  select 'closed_day', closed.value ->> 'day', 'reason', closed.value ->> 'reason', closed.value ->> 'day', closed.place, 1
  from public.store_settings
  cross join lateral jsonb_array_elements(store_settings.closed_days) with ordinality as closed (value, place)
  where closed.value ->> 'reason' <> ''
  union all
  select 'team_member', member.value ->> 'name', 'title', member.value ->> 'title', member.value ->> 'name', member.place, 1
  from public.store_settings
  cross join lateral jsonb_array_elements(store_settings.team) with ordinality as member (value, place)
  where member.value ->> 'title' <> '' and member.value ->> 'name' <> ''
  union all
  select 'testimonial', review.value ->> 'name', 'text', review.value ->> 'text', review.value ->> 'name', review.place, 1
  from public.store_settings
  cross join lateral jsonb_array_elements(store_settings.testimonials) with ordinality as review (value, place)
  where review.value ->> 'text' <> '' and review.value ->> 'name' <> '';

create or replace function private.original_text(
  subject text, subject_id text, field text, out text text, out context text
)
language plpgsql stable set search_path = ''
as $$
begin
  if original_text.subject in ('product', 'article', 'choice', 'choice_group') then
    if original_text.subject_id !~ '^[1-9][0-9]{0,17}$' then
      return;
    end if;
    select texts.text, texts.context into original_text.text, original_text.context
    from private.translatable_texts as texts
    where texts.subject = original_text.subject and texts.place = original_text.subject_id::bigint
      and texts.field = original_text.field;
  elsif original_text.subject = 'size' then
    if original_text.field = 'label' and private.is_translatable_size(original_text.subject_id) and (
      exists (
        select from public.products
        where products.size = original_text.subject_id and products.size <> '' and products.archived_at is null
      ) or exists (
        select from public.product_sizes
        where product_sizes.label = original_text.subject_id and product_sizes.archived_at is null
      )
    ) then
      original_text.text := original_text.subject_id;
    end if;
  else
    -- If two testimonials have the same name, the first is translated.
    select texts.text, texts.context into original_text.text, original_text.context
    from private.translatable_texts as texts
    where texts.subject = original_text.subject and texts.subject_id = original_text.subject_id
      and texts.field = original_text.field
    order by texts.place
    limit 1;
  end if;
end;
$$;
comment on function private.original_text(text, text, text) is
  'Returns the current English text, and the name that staff know it by; nulls if there is no such text.';

create or replace function public.read_translations(language text, keys text[])
returns table (key text, text text, source text)
language plpgsql stable security definer set search_path = '' rows 20
as $$
#variable_conflict use_column
begin
  if cardinality(read_translations.keys) > 2000 then
    raise invalid_parameter_value using message = '2,000 texts at most are read at once.';
  end if;
  return query
    with requested as materialized (
      select distinct each as key, split_part(each, '/', 1) as subject, split_part(each, '/', 2) as field,
        substring(each from '^[^/]*/[^/]*/(.*)$') as subject_id
      from unnest(read_translations.keys) as each
    ), found as materialized (
      select requested.key, known.subject, known.subject_id, known.field, known.text, known.source_text
      from requested
      join public.content_translations as known
        on known.subject = requested.subject and known.subject_id = requested.subject_id and known.field = requested.field
      where known.language = read_translations.language
    )
    select found.key, found.text,
      -- A description may lag behind its original; these may not: an old notice or ingredient would be wrong.
      case when found.subject in ('store', 'closed_day') or found.field = 'ingredients' then found.source_text end
    from found
    where (select private.can_manage()) or private.is_translation_public(found.subject, found.subject_id);
end;
$$;
comment on function public.read_translations(text, text[]) is
  'Returns the translations of these texts, each named by subject, field, and id as in product/name/12; texts without one '
  'are left out. With a source, the translation holds only while the English text is the same. Security definer: the row '
  'policy would be checked for every translation of the language; the function checks it for those that are found.';
grant execute on function public.read_translations(text, text[]) to anon, authenticated, service_role;

create or replace function public.translation_list(
  language text, subject text, missing_only boolean default false, after text default null,
  page_size integer default 50, only_id text default null
)
returns table (
  key text, subject_id text, field text, context text, original text, translation text, is_outdated boolean,
  max_length integer
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan rows 50
as $$
#variable_conflict use_column
declare
  after_place bigint := 0;
  after_field integer := 0;
  first_place bigint;
  last_place bigint;
  open_count integer := least(greatest(coalesce(translation_list.page_size, 50), 1), 200);
  found_count integer;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function translation_list';
  end if;
  if translation_list.after is not null then
    if translation_list.after !~ '^[0-9]{1,18}/[0-9]{1,4}$' then
      raise invalid_parameter_value using message = 'The list continues after the key of one of its rows.';
    end if;
    after_place := split_part(translation_list.after, '/', 1)::bigint;
    after_field := split_part(translation_list.after, '/', 2)::integer;
  end if;
  first_place := after_place;
  -- Products are read some at a time, until the page is full: all of them would be sorted for each page.
  loop
    last_place := case
      when translation_list.subject <> 'product' then 9223372036854775807
      when translation_list.only_id ~ '^[0-9]{1,18}$' then translation_list.only_id::bigint
      else (
        select max(chunk.id) from (
          select products.id from public.products where products.id >= first_place order by products.id limit 100
        ) as chunk
      )
    end;
    if translation_list.subject = 'product' and translation_list.only_id is not null then
      first_place := last_place;
    end if;
    return query
      select texts.place || '/' || texts.field_place, texts.subject_id, texts.field, texts.context, texts.text, known.text,
        known.source_text is not null and known.source_text <> texts.text,
        private.translation_limit(texts.subject, texts.field)
      from private.translatable_texts as texts
      left join public.content_translations as known
        on known.subject = texts.subject and known.subject_id = texts.subject_id and known.field = texts.field
          and known.language = translation_list.language
      where texts.subject = translation_list.subject and texts.place between first_place and last_place
        and (texts.place > after_place or texts.field_place > after_field)
        and (not coalesce(translation_list.missing_only, false) or known.text is null or known.source_text <> texts.text)
        and (translation_list.only_id is null or texts.subject_id = translation_list.only_id)
      order by texts.place, texts.field_place
      limit open_count;
    get diagnostics found_count = row_count;
    open_count := open_count - found_count;
    exit when open_count = 0 or last_place is null or translation_list.only_id is not null
      or translation_list.subject <> 'product';
    first_place := last_place + 1;
  end loop;
end;
$$;
comment on function public.translation_list(text, text, boolean, text, integer, text) is
  'For managers: the texts of a subject with their translations into a language, in order; null where there is none. '
  'With missing_only, those without one or with an outdated one; with only_id, those of one product or article. `after`: '
  'the key of the last row of the page before. '
  'Security definer: no role may read the view of originals.';
grant execute on function public.translation_list(text, text, boolean, text, integer, text) to authenticated;

create or replace function public.translation_counts()
returns table (subject text, language text, translated bigint, outdated bigint, missing bigint)
language plpgsql stable security definer set search_path = '' rows 30
as $$
#variable_conflict use_column
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function translation_counts';
  end if;
  return query
    with totals as (
      select texts.subject, count(*) as total from private.translatable_texts as texts group by texts.subject
    ), known as (
      select texts.subject, translations.language,
        count(*) filter (where translations.source_text = texts.text) as translated,
        count(*) filter (where translations.source_text <> texts.text) as outdated
      from public.content_translations as translations
      join private.translatable_texts as texts
        on texts.subject = translations.subject and texts.subject_id = translations.subject_id
          and texts.field = translations.field
      group by texts.subject, translations.language
    )
    select totals.subject, languages.language, coalesce(known.translated, 0), coalesce(known.outdated, 0),
      totals.total - coalesce(known.translated, 0) - coalesce(known.outdated, 0)
    from totals
    cross join (values ('es'), ('fr'), ('ht')) as languages (language)
    left join known on known.subject = totals.subject and known.language = languages.language
    order by array_position(array[
      'product', 'size', 'choice_group', 'choice', 'article', 'slide', 'store', 'closed_day', 'team_member', 'testimonial'
    ], totals.subject), languages.language;
end;
$$;
comment on function public.translation_counts() is
  'For managers: how many texts of each subject are translated, outdated, and missing in each language; no row for a '
  'subject without texts. Security definer, as translation_list.';
grant execute on function public.translation_counts() to authenticated;
