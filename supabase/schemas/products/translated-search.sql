-- Products and articles are found by their translated names, whatever the language of the page.

-- Adds the translated names of a product to its search document. Security definer: callers may not write the index.
create function private.add_translated_names() returns trigger
language plpgsql security definer set search_path = '' as $$
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

-- An upsert takes over what the trigger of its insert wrote.
create trigger add_translated_names before insert on private.search_documents
  for each row execute function private.add_translated_names();

-- Adds the translated title and introduction of an article to its document. Security definer, as add_translated_names.
create function private.add_translated_titles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := (
    select string_agg(private.search_text(known.text), ' ' order by known.field, known.language)
    from public.content_translations as known
    where known.subject = 'article' and known.subject_id = new.article_id::text
      and known.field in ('name', 'short_introduction')
  );
  terms constant tsvector := to_tsvector('pg_catalog.english', words);
begin
  if words is not null then
    new.name_terms := new.name_terms || terms;
    new.text_terms := new.text_terms || terms;
    perform private.learn_words(words, false);
  end if;
  return new;
end;
$$;
create trigger add_translated_titles before insert on private.article_documents
  for each row execute function private.add_translated_titles();

-- Security definer, as add_translated_names.
create function private.index_translated_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_products(array(
    select distinct subject_id::bigint from changed where subject = 'product' and field = 'name' order by 1
  ));
  perform private.index_articles(array(
    select distinct subject_id::bigint from changed
    where subject = 'article' and field in ('name', 'short_introduction') order by 1
  ));
  return null;
end;
$$;
create trigger index_new_translated_names after insert on public.content_translations
  referencing new table as changed for each statement execute function private.index_translated_names();
create trigger index_translated_names after update on public.content_translations
  referencing new table as changed for each statement execute function private.index_translated_names();
create trigger index_deleted_translated_names after delete on public.content_translations
  referencing old table as changed for each statement execute function private.index_translated_names();
