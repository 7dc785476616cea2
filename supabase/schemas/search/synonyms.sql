-- Synonyms: groups of words with one meaning, in several languages. A search for one finds products named by another.
create table public.search_synonyms (
  id bigint generated always as identity primary key,
  words text[] not null check (
    cardinality(words) between 2 and 30 and array_position(words, null) is null
    and char_length(array_to_string(words, ',')) <= 1000
  )
);

grant select, delete, insert (words), update (words) on public.search_synonyms to authenticated;
create policy "managers manage the synonyms" on public.search_synonyms
  for all to authenticated using ((select private.can_manage()));

-- The groups in the form the index needs, by a trigger: what matches `query` also matches the group's other words.
create table private.search_terms (
  synonym_id bigint not null,
  words text not null,
  key text not null,
  is_joined boolean not null, -- Two words of the group joined.
  first_lexeme text not null, -- The query is tried on documents that contain it.
  query tsquery not null
);
create index search_terms_first_lexeme on private.search_terms (first_lexeme);
create index search_terms_key on private.search_terms (key);
create index search_terms_synonym_id on private.search_terms (synonym_id);

-- Returns all words of the groups of which the document contains one.
create function private.synonyms_of(document tsvector) returns text
language sql stable set search_path = '' as $$
  select coalesce((
    select string_agg(term.words, ' ') from private.search_terms as term
    where term.synonym_id = any (array(
      select found.synonym_id from private.search_terms as found
      where found.first_lexeme = any (tsvector_to_array(synonyms_of.document)) and synonyms_of.document @@ found.query
    ))
  ), '');
$$;
