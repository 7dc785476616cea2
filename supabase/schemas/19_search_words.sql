-- The words of the search: one spelling for what is said and what is typed, the words that the shop knows, and what a
-- mistyped one may have meant. docs/search.md follows a query through this file and those after it.

-- One spelling for what is said and what is typed: small letters without accents, figures apart from letters, one
-- short name for each unit.
create function private.search_text(words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(
      translate(lower(normalize(search_text.words, nfkd)), 'ɛɔəŋıøłđɖƒɣæœß''’ʼ`´', 'eoenioldfgaeos'),
      '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g'),
    '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'),
    '\m(?:pounds?|lbs)\M', 'lb', 'g'), '\mounces?\M', 'oz', 'g'));
end;
$$;
comment on function private.search_text(text) is
  'Words a to z and figures with one blank between them. Letters that no accent makes are written as people type them.';
revoke all on function private.search_text(text) from public;

-- Two words that stand side by side are also one, so that "stock fish" and "stockfish" are the same.
create function private.joined_words(words text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(string_agg(pair.first || pair.second, ' '), '')
  from (
    select word as first, lead(word) over (order by place) as second
    from unnest(string_to_array(joined_words.words, ' ')) with ordinality as each (word, place)
  ) as pair
  where pair.second is not null and (pair.first || pair.second) ~ '^[a-z]+$';
$$;
comment on function private.joined_words(text) is 'Of words as search_text writes them.';
revoke all on function private.joined_words(text) from public;

create function private.search_key(words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text;
  key text := '';
begin
  foreach word in array string_to_array(private.search_text(words), ' ') loop
    key := key || coalesce((ts_lexize('pg_catalog.english_stem', word))[1], '');
  end loop;
  return key;
end;
$$;
comment on function private.search_key(text) is
  'Words by which a thing is called, as one: the same for plural and singular, joined and split.';
revoke all on function private.search_key(text) from public;

create table private.search_words (
  word text collate "C" primary key,
  is_name boolean not null,
  is_joined boolean not null default false
);
comment on table private.search_words is 'Every word that something answers to.';
comment on column private.search_words.is_name is 'It stands in a name, among synonyms or in a fact, not only in a description: a mistyped word may have meant it.';
comment on column private.search_words.is_joined is 'Two words in one, as nobody writes them but by mistake.';
alter table private.search_words enable row level security;
revoke all on private.search_words from public;

create table private.search_spellings (
  spelling text collate "C" not null,
  word text collate "C" not null references private.search_words (word) on delete cascade,
  primary key (spelling, word)
);
comment on table private.search_spellings is
  'Each such word, and each with one letter left out (two in words of eight letters and more). Two words are one mistake '
  'apart when leaving a letter out of each can make them the same.';
create index search_spellings_word on private.search_spellings (word);
alter table private.search_spellings enable row level security;
revoke all on private.search_spellings from public;

create function private.shortened_spellings(word text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  spellings text[] := array[word];
  shortened text;
begin
  -- Twice as long is four times the work, and 100 signs may be 300 letters. None that is known has more than 24.
  if char_length(word) > 26 then
    return '{}';
  end if;
  for place in 1 .. char_length(word) loop
    shortened := overlay(word placing '' from place for 1);
    spellings := spellings || shortened;
    if char_length(word) >= 8 then
      for other in place .. char_length(shortened) loop
        spellings := spellings || overlay(shortened placing '' from other for 1);
      end loop;
    end if;
  end loop;
  return spellings;
end;
$$;
comment on function private.shortened_spellings(text) is 'Of a word of three letters or more; none of one that is longer than any that is known.';
revoke all on function private.shortened_spellings(text) from public;

create function private.learn_words(texts text, is_name boolean, is_joined boolean default false) returns void
language plpgsql set search_path = ''
as $$
begin
  with new_words as (
    insert into private.search_words as known (word, is_name, is_joined)
    select each.word, learn_words.is_name, learn_words.is_joined
    from (
      select distinct unnest(string_to_array(learn_words.texts, ' ')) collate "C" as word
    ) as each
    left join private.search_words as same on same.word = each.word
    where each.word ~ '^[a-z]{2,40}$' and (
      same.word is null or learn_words.is_name and not same.is_name or same.is_joined and not learn_words.is_joined
    )
    order by each.word
    on conflict (word) do update set is_name = excluded.is_name or known.is_name,
      is_joined = excluded.is_joined and known.is_joined
    where excluded.is_name and not known.is_name or known.is_joined and not excluded.is_joined
    returning word
  )
  insert into private.search_spellings (spelling, word)
  select distinct unnest(private.shortened_spellings(new_words.word)), new_words.word
  from new_words
  where learn_words.is_name and char_length(new_words.word) between 3 and 24
  order by 1
  on conflict do nothing;
end;
$$;
comment on function private.learn_words(text, boolean, boolean) is 'Of texts as search_text writes them.';
revoke all on function private.learn_words(text, boolean, boolean) from public;

create function private.meant_words(typed text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  length integer := char_length(typed);
begin
  return array(
    select near.word
    from (
      select each.word, each.mistakes, min(each.mistakes) over () as fewest
      from (
        select spelled.word,
          min(greatest(length, char_length(spelled.word)) - char_length(spelled.spelling)) as mistakes
        from private.search_spellings as spelled
        where spelled.spelling = any (private.shortened_spellings(typed)) and spelled.word <> typed
        group by spelled.word
      ) as each
    ) as near
    where near.mistakes = near.fewest
    order by left(near.word, 1) = left(typed, 1) desc, abs(char_length(near.word) - length), near.word
    limit 4
  );
end;
$$;
comment on function private.meant_words(text) is
  'The nearest words to one that nothing answers to: one mistake away, or two in words of eight letters; empty when none is.';
revoke all on function private.meant_words(text) from public;

create function private.next_word(typed text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select known.word from private.search_words as known where known.word >= typed order by known.word limit 1);
end;
$$;
comment on function private.next_word(text) is
  'The first known word from here on in the dictionary''s order: it begins with what was typed, if any does.';
revoke all on function private.next_word(text) from public;
