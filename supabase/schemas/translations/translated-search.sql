-- Products are found by their translated names, whatever the language of the page.

create function private.add_translated_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  names constant text[] := array(
    select known.text from public.content_translations as known
    where known.subject = 'product' and known.subject_id = new.product_id::text and known.field = 'name'
  );
  words text;
  terms tsvector;
begin
  new.has_translations := cardinality(names) > 0;
  if not new.has_translations then
    return new;
  end if;
  -- "d'épices" is typed as one word, as two, or as "épices".
  select string_agg(private.search_text(each) || ' ' || private.search_text(
    regexp_replace(each, '\m([cdjlmnst]|qu)[''’]', '\1 ', 'gi')
  ), ' ')
  into words from unnest(names) as each;
  -- The weight tells them from synonyms. They are in no expansion by synonyms, which English names decide.
  terms := setweight(to_tsvector('pg_catalog.english', words), 'C');
  new.synonym_terms := new.synonym_terms || terms;
  new.text_terms := new.text_terms || terms;
  -- In these languages the first word says what a product is.
  new.keys := new.keys || array(
    select '=' || private.search_key(each) from unnest(names) as each
    union
    select '^' || private.search_key(split_part(private.search_text(each), ' ', 1)) from unnest(names) as each
  );
  perform private.learn_words(words, true);
  return new;
end;
$$;
comment on function private.add_translated_names() is
  'Adds the translated names of a product to its search document. Security definer: nobody writes the index by hand.';

-- An upsert takes over what the trigger of its insert wrote.
create trigger add_translated_names before insert on private.search_documents
  for each row execute function private.add_translated_names();

create function private.index_translated_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed_ids text[];
begin
  if tg_op = 'INSERT' then
    changed_ids := array(select subject_id from translations_after where subject = 'product' and field = 'name');
  elsif tg_op = 'DELETE' then
    changed_ids := array(select subject_id from translations_before where subject = 'product' and field = 'name');
  else
    changed_ids := array(
      select after.subject_id
      from translations_before as before
      join translations_after as after using (subject, subject_id, field, language)
      where after.subject = 'product' and after.field = 'name' and after.text <> before.text
    );
  end if;
  if cardinality(changed_ids) > 0 then
    perform private.index_products(array(select distinct each::bigint from unnest(changed_ids) as each order by 1));
  end if;
  return null;
end;
$$;
comment on function private.index_translated_names() is 'Security definer, as add_translated_names.';

create trigger index_new_translated_names after insert on public.content_translations
  referencing new table as translations_after for each statement execute function private.index_translated_names();
create trigger index_translated_names after update on public.content_translations
  referencing old table as translations_before new table as translations_after
  for each statement execute function private.index_translated_names();
create trigger index_deleted_translated_names after delete on public.content_translations
  referencing old table as translations_before for each statement execute function private.index_translated_names();
