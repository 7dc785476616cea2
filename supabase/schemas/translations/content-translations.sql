-- Translations of the English texts of the catalog, the articles, and the store.

-- Returns the greatest length of a translated text, that of its original; null for a text that has no translation.
create function private.translation_limit(subject text, field text) returns integer
language sql immutable parallel safe
return case subject
  when 'product' then case field
    when 'name' then 200 when 'description_header' then 200 when 'description' then 5000 when 'ingredients' then 2000
    when 'origin' then 100 when 'fibre' then 200 when 'care' then 200
  end
  when 'size' then case field when 'label' then 100 end
  when 'choice_group' then case field when 'name' then 40 end
  when 'choice' then case field when 'label' then 40 end
  when 'article' then case
    when field in ('name', 'semi_conclusion_topic') or field ~ '^title[1-7]$' then 300
    when field in ('short_introduction', 'semi_conclusion_text', 'conclusion')
      or field ~ '^description[1-7]$|^semi_conclusion_point[1-3]$' then 20000
  end
  when 'slide' then case field when 'header' then 50 when 'text' then 110 when 'buttonLabel' then 24 when 'alt' then 250 end
  when 'store' then case field when 'banner_text' then 140 when 'pause_reason' then 200 end
  when 'closed_day' then case field when 'reason' then 200 end
  when 'team_member' then case field when 'title' then 200 end
  when 'testimonial' then case field when 'text' then 2000 end
end;
grant execute on function private.translation_limit(text, text) to service_role;

-- Translations of names, descriptions, articles, and the store's own texts. A text without a row is shown in English.
create table public.content_translations (
  -- product, size, choice_group, choice, article, slide, store, closed_day, team_member, or testimonial.
  subject text not null,
  -- Id of its row or slide; English label of a size; closed day; name of a team member or testimonial; "store".
  subject_id text not null check (char_length(subject_id) between 1 and 200),
  field text not null, -- Column or key of the English text.
  language text not null check (language = any (private.content_languages())),
  text text not null check (text = btrim(text) and text <> ''),
  source_text text not null default '', -- The English text then; while it differs, the translation is outdated.
  updated_at timestamptz not null default now(),
  primary key (subject, subject_id, field, language),
  constraint translation_is_no_longer_than_its_original check (
    coalesce(char_length(text) <= private.translation_limit(subject, field), false)
  )
);

grant select on public.content_translations to anon, authenticated;

create trigger touch_content_version after insert or update or delete or truncate on public.content_translations
  for each statement execute function private.increment_content_version();
create index products_with_size on public.products (size) where size <> '';
create index product_sizes_with_label on public.product_sizes (label);

-- Returns whether a size has words besides numbers, units, and sizes such as XL, which read the same in all languages.
create function private.is_translatable_size(label text) returns boolean
language sql immutable parallel safe
return regexp_replace(
  label, '\m(?:lbs?|oz|fl|ct|yd|in|ft|gal|qt|pt|g|kg|mg|ml|l|cl|cm|mm|m|s|[x0-9]*[sml])\M|[^[:alpha:]]', '', 'gi'
) <> '';

-- Every English text that can be translated. `place` and `field_place` sort the texts of a subject; of products,
-- choices, and articles, `place` is the id.
create view private.translatable_texts as
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
  select 'size', sizes.label, 'label', sizes.label, null, sizes.place, 1
  from (
    -- Grouped first, because the check is called once for each row that it gets.
    select labels.label, min(labels.place) as place
    from (
      select products.size as label, products.id * 2 as place
      from public.products where products.archived_at is null and products.size <> ''
      union all
      select product_sizes.label, product_sizes.id * 2 + 1
      from public.product_sizes where product_sizes.archived_at is null
    ) as labels
    group by labels.label
  ) as sizes
  where private.is_translatable_size(sizes.label)
  union all
  select 'choice_group', choice_groups.id::text, 'name', choice_groups.name, null, choice_groups.id, 1
  from public.choice_groups
  union all
  select 'choice', choices.id::text, 'label', choices.label, choice_groups.name, choices.id, 1
  from public.choices
  join public.choice_groups on choice_groups.id = choices.group_id
  union all
  select 'article', article.id::text, each.field, document.texts ->> each.field, article.name, article.id,
    each.field_place::integer
  -- "offset 0" keeps the article from being converted again for each field.
  from public.blog_post as article
  cross join lateral (select to_jsonb(article) as texts offset 0) as document
  cross join unnest(array[
    'name', 'short_introduction', 'title1', 'description1', 'title2', 'description2', 'title3', 'description3', 'title4',
    'description4', 'title5', 'description5', 'title6', 'description6', 'title7', 'description7', 'semi_conclusion_topic',
    'semi_conclusion_text', 'semi_conclusion_point1', 'semi_conclusion_point2', 'semi_conclusion_point3', 'conclusion'
  ]) with ordinality as each (field, field_place)
  where document.texts ->> each.field <> ''
  union all
  select 'store', 'store', each.field, each.text, null, 1::bigint, each.field_place
  from public.store_settings
  cross join lateral (values
    (1, 'banner_text', store_settings.banner_text), (2, 'pause_reason', store_settings.pause_reason)
  ) as each (field_place, field, text)
  where each.text <> ''
  union all
  select lists.subject, entry.value ->> lists.id_key, lists.field, entry.value ->> lists.field,
    entry.value ->> lists.context_key, entry.place, lists.field_place
  from public.store_settings
  cross join lateral (values
    ('slide', store_settings.hero_slides, 'id', 1, 'header', 'header'),
    ('slide', store_settings.hero_slides, 'id', 2, 'text', 'header'),
    ('slide', store_settings.hero_slides, 'id', 3, 'buttonLabel', 'header'),
    ('slide', store_settings.hero_slides, 'id', 4, 'alt', 'header'),
    ('closed_day', store_settings.closed_days, 'day', 1, 'reason', 'day'),
    ('team_member', store_settings.team, 'name', 1, 'title', 'name'),
    ('testimonial', store_settings.testimonials, 'name', 1, 'text', 'name')
  ) as lists (subject, list, id_key, field_place, field, context_key)
  cross join lateral jsonb_array_elements(lists.list) with ordinality as entry (value, place)
  where entry.value ->> lists.field <> '' and entry.value ->> lists.id_key <> '';

-- Returns the current English text, and the name under which staff see it; nulls if there is no such text.
create function private.original_text(subject text, subject_id text, field text, out text text, out context text)
language plpgsql stable set search_path = '' as $$
begin
  if subject in ('product', 'article', 'choice', 'choice_group') then
    select texts.text, texts.context into original_text.text, original_text.context
    from private.translatable_texts as texts
    where texts.subject = original_text.subject and texts.field = original_text.field and texts.place
      = case when original_text.subject_id ~ '^[1-9][0-9]{0,17}$' then original_text.subject_id::bigint end;
  else
    -- If two testimonials have the same name, the first is translated.
    select texts.text, texts.context into original_text.text, original_text.context
    from private.translatable_texts as texts
    where texts.subject = original_text.subject and texts.subject_id = original_text.subject_id
      and texts.field = original_text.field
    order by texts.place limit 1;
  end if;
end;
$$;

-- Adds the English text that a translation was made from. Security definer: no role may read the view of originals.
create function private.prepare_translation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.source_text := coalesce(
    nullif(new.source_text, ''), (private.original_text(new.subject, new.subject_id, new.field)).text
  );
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end;
$$;
create trigger prepare_translation before insert or update on public.content_translations
  for each row execute function private.prepare_translation();

-- Returns whether everybody may read this English text. Security definer: choices are read through their products.
create function private.is_translation_public(subject text, subject_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case subject
    when 'product' then exists (
      select from public.products
      where products.id = is_translation_public.subject_id::bigint and products.archived_at is null
        and products.pictures_ready
    )
    when 'article' then exists (
      select from public.blog_post as article
      where article.id = is_translation_public.subject_id::bigint and article.publish_at <= now()
    )
    when 'size' then exists (
      select from public.products
      where products.size = is_translation_public.subject_id and products.size <> '' and products.archived_at is null
        and products.pictures_ready
    ) or exists (
      select from public.product_sizes
      join public.products on products.id = product_sizes.product_id
      where product_sizes.label = is_translation_public.subject_id and product_sizes.archived_at is null
        and products.archived_at is null and products.pictures_ready
    )
    when 'choice_group' then exists (
      select from public.product_choice_groups as used
      join public.products on products.id = used.product_id
      where used.group_id = is_translation_public.subject_id::bigint and products.archived_at is null
        and products.pictures_ready
    )
    when 'choice' then exists (
      select from public.choices
      join public.product_choice_groups as used on used.group_id = choices.group_id
      join public.products on products.id = used.product_id
      where choices.id = is_translation_public.subject_id::bigint and products.archived_at is null
        and products.pictures_ready
    )
    else true
  end;
end;
$$;
grant execute on function private.is_translation_public(text, text) to anon, authenticated;
create policy "everybody reads translations of public texts, managers read all" on public.content_translations
  for select to anon, authenticated
  using ((select private.can_manage()) or private.is_translation_public(subject, subject_id));

-- Deletes translations with the rows of the subject that the trigger names. Security definer: callers may not write it.
create function private.delete_translations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.content_translations as known
  where known.subject = tg_argv[0] and known.subject_id in (select gone.id::text from deleted_rows as gone);
  return null;
end;
$$;
create trigger delete_translations after delete on public.products
  referencing old table as deleted_rows for each statement execute function private.delete_translations('product');
create trigger delete_translations after delete on public.blog_post
  referencing old table as deleted_rows for each statement execute function private.delete_translations('article');
create trigger delete_translations after delete on public.choice_groups
  referencing old table as deleted_rows for each statement execute function private.delete_translations('choice_group');
create trigger delete_translations after delete on public.choices
  referencing old table as deleted_rows for each statement execute function private.delete_translations('choice');

-- Deletes the translations of a size, in the column that the trigger names, that no product has any longer. Security definer, as delete_translations.
create function private.delete_size_translations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.content_translations as known
  where known.subject = 'size' and known.subject_id = to_jsonb(old) ->> tg_argv[0]
    and not exists (select from public.products where products.size = known.subject_id and products.size <> '')
    and not exists (select from public.product_sizes where product_sizes.label = known.subject_id);
  return null;
end;
$$;
create trigger delete_size_translations after delete on public.products
  for each row when (old.size <> '') execute function private.delete_size_translations('size');
create trigger delete_changed_size_translations after update of size on public.products
  for each row when (old.size <> '' and old.size <> new.size) execute function private.delete_size_translations('size');
create trigger delete_size_translations after delete on public.product_sizes
  for each row execute function private.delete_size_translations('label');
create trigger delete_changed_size_translations after update of label on public.product_sizes
  for each row when (old.label <> new.label) execute function private.delete_size_translations('label');

-- Deletes the translations of what the store settings no longer name. Security definer, as delete_translations.
create function private.delete_settings_translations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.content_translations as known
  where known.subject in ('slide', 'closed_day', 'team_member', 'testimonial')
    and not exists (
      select from private.translatable_texts as texts
      where texts.subject = known.subject and texts.subject_id = known.subject_id
    );
  return null;
end;
$$;
create trigger delete_settings_translations
  after update of hero_slides, closed_days, team, testimonials on public.store_settings for each row when (
    (old.hero_slides, old.closed_days, old.team, old.testimonials)
      is distinct from (new.hero_slides, new.closed_days, new.team, new.testimonials)
  ) execute function private.delete_settings_translations();

-- Returns the translations of these texts, each named by subject, field, and id as in product/name/12; texts without
-- one are left out. With a source, the translation holds only while the English text is the same. Security definer: the
-- row policy would be checked for every translation of the language; the function checks it for those that are found.
create function public.read_translations(language text, keys text[])
returns table (key text, text text, source text)
language plpgsql stable security definer set search_path = '' rows 20 as $$
begin
  if cardinality(keys) > 2000 then
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
grant execute on function public.read_translations(text, text[]) to anon, authenticated, service_role;

-- For managers: saves the translation of a text, made from its current English text; an empty one deletes it. 404
-- without English text, 409 unless the expected one is saved. Security definer: callers may not write translations.
create function public.set_translation(
  subject text, subject_id text, field text, language text, text text, expected text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.translation_limit(subject, field);
  written text := btrim(coalesce(set_translation.text, ''), E' \t\r\n');
  original record;
  before text;
  before_source text;
begin
  perform private.require_manager('set_translation');
  perform private.reject_if(not coalesce(language = any (private.content_languages()), false),
    '22023', 'The store has no such language.');
  perform private.reject_if(most is null, '22023', 'This text has no translations.');
  original := private.original_text(subject, subject_id, field);
  perform private.reject_if(original.text is null, 'PT404', 'The English text no longer exists. Reload the page.');
  -- If the original is one line, the translation is one line.
  if original.text !~ '[[:cntrl:]]' then
    written := btrim(regexp_replace(written, '[[:space:][:cntrl:]]+', ' ', 'g'));
  end if;
  perform private.reject_if(
    char_length(written) > most, '22023', 'The translation is too long: {count} characters at most.',
    jsonb_build_object('count', to_char(most, 'FM999,999'))
  );
  -- Two saves of the same text run one after the other, also the first ones.
  perform pg_advisory_xact_lock(hashtextextended(format('translation:%s:%s:%s:%s', subject, subject_id, field, language), 0));
  select known.text, known.source_text into before, before_source from public.content_translations as known
  where known.subject = set_translation.subject and known.subject_id = set_translation.subject_id
    and known.field = set_translation.field and known.language = set_translation.language;
  perform private.require_unchanged(to_jsonb(expected), to_jsonb(coalesce(before, '')));
  if written = '' then
    delete from public.content_translations as known
    where known.subject = set_translation.subject and known.subject_id = set_translation.subject_id
      and known.field = set_translation.field and known.language = set_translation.language;
  elsif before is distinct from written or before_source is distinct from original.text then
    insert into public.content_translations as known (subject, subject_id, field, language, text, source_text)
    values (subject, subject_id, field, language, written, original.text)
    on conflict on constraint content_translations_pkey do update set
      text = excluded.text, source_text = excluded.source_text;
  end if;
  if before is distinct from nullif(written, '') then
    perform private.add_to_audit_log(
      'settings', format('Translation (%s): %s', language, coalesce(original.context, left(original.text, 100))),
      case when before is not null then jsonb_build_object(field, before) end,
      case when written <> '' then jsonb_build_object(field, written) end
    );
  end if;
end;
$$;
grant execute on function public.set_translation(text, text, text, text, text, text) to authenticated;

create function public.translation_list(
  language text, subject text, missing_only boolean default false, after text default null,
  page_size integer default 50, only_id text default null
)
returns table (
  key text, subject_id text, field text, context text, original text, translation text, is_outdated boolean,
  max_length integer
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan rows 50 as $$
declare
  after_place bigint := 0;
  after_field integer := 0;
  first_place bigint;
  last_place bigint;
  open_count integer := least(greatest(coalesce(page_size, 50), 1), 200);
  found_count integer;
begin
  perform private.reject_if(not private.can_manage(), '42501', 'permission denied for function translation_list');
  if after is not null then
    perform private.reject_if(after !~ '^[0-9]{1,18}/[0-9]{1,4}$',
      '22023', 'The list continues after the key of one of its rows.');
    after_place := split_part(after, '/', 1)::bigint;
    after_field := split_part(after, '/', 2)::integer;
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
    if subject = 'product' and only_id is not null then
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
      order by texts.place, texts.field_place limit open_count;
    get diagnostics found_count = row_count;
    open_count := open_count - found_count;
    exit when open_count = 0 or last_place is null or only_id is not null or subject <> 'product';
    first_place := last_place + 1;
  end loop;
end;
$$;
comment on function public.translation_list(text, text, boolean, text, integer, text) is 'For managers: the texts of a '
  'subject with their translations into a language, in order; null where there is none. With missing_only, those '
  'without one or with an outdated one; with only_id, those of one product or article. `after`: the key of the last '
  'row of the page before. Security definer: no role may read the view of originals. May be null: translation.';
grant execute on function public.translation_list(text, text, boolean, text, integer, text) to authenticated;

-- For managers: translated, outdated, and missing texts by subject and language. Security definer, as translation_list.
create function public.translation_counts()
returns table (subject text, language text, translated bigint, outdated bigint, missing bigint)
language sql stable security definer set search_path = '' rows 30 as $$
  select private.reject_if(not private.can_manage(), '42501', 'permission denied for function translation_counts');
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
  cross join unnest(private.content_languages()) as languages (language)
  left join known on known.subject = totals.subject and known.language = languages.language
  order by array_position(array[
    'product', 'size', 'choice_group', 'choice', 'article', 'slide', 'store', 'closed_day', 'team_member', 'testimonial'
  ], totals.subject), languages.language;
$$;
grant execute on function public.translation_counts() to authenticated;
