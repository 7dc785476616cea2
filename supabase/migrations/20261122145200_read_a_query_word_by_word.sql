-- One look at the dictionary for each word instead of one statement over all words: half the time.
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

create or replace function private.read_search(
  typed text, is_doubted boolean,
  out exact tsquery, out loose tsquery, out partial tsquery, out key text, out read_as text, out unknown text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  typed_words text[] := (string_to_array(private.search_text(left(typed, 100)), ' '))[1:8];
  words text[] := '{}';
  word text;
  stem text;
  next_word text;
  -- Itself and the next word in one, where something is called so; of the word before, the same.
  pair text;
  last_pair text;
  -- What a word is read as, the likeliest first; null where it means nothing but together with a neighbour.
  meant text[];
  -- Of each word that counts: how it is asked for whole, and loosely; what it is read as; its pair.
  exact_parts text[] := '{}';
  loose_parts text[] := '{}';
  readings text[] := '{}';
  pairs text[] := '{}';
  exact_ways text[] := '{}';
  loose_ways text[] := '{}';
begin
  unknown := '{}';
  for place in 1 .. coalesce(cardinality(typed_words), 0) loop
    word := typed_words[place];
    -- A word such as "of" counts only as the beginning of what is still being typed.
    if ts_lexize('pg_catalog.english_stem', word) <> '{}' or place = cardinality(typed_words) and char_length(word) < 3 then
      words := words || word;
    end if;
  end loop;
  for place in 1 .. cardinality(words) loop
    word := words[place];
    stem := coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
    last_pair := pair;
    pair := word || words[place + 1];
    if pair !~ '^[a-z]+$' or not starts_with(private.next_word(pair), pair) then
      pair := null;
    end if;
    next_word := private.next_word(word);
    meant := array[word];
    if word ~ '[0-9]' then
      null;
    elsif not (coalesce(starts_with(next_word, word), false) or coalesce(private.next_word(stem) = stem, false)) then
      meant := null;
      if pair is null and last_pair is null then
        meant := case when char_length(word) > 2 then private.meant_words(word) else '{}' end;
      end if;
    elsif is_doubted and char_length(word) > 3 and (next_word <> word or cardinality(words) = 1) then
      meant := word || private.meant_words(word);
    end if;
    if meant = '{}' then
      -- What nothing is called stands in no one's way.
      unknown := unknown || word;
      continue;
    end if;
    if meant = array[word] then
      exact_parts := exact_parts || quote_literal(stem);
      loose_parts := loose_parts || (quote_literal(stem) || case when word ~ '[0-9]' then '' else ':*' end);
    else
      exact_parts := exact_parts || (
        select '(' || string_agg(
          quote_literal(coalesce((ts_lexize('pg_catalog.english_stem', each))[1], each)), '|'
        ) || ')'
        from unnest(meant) as each
      );
      loose_parts := loose_parts || exact_parts[cardinality(exact_parts)];
    end if;
    readings := readings || coalesce(meant[1], word);
    pairs := pairs || pair;
    if readings[cardinality(readings)] <> word then
      read_as := '';
    end if;
  end loop;
  if array_position(exact_parts, null) is null then
    exact_ways := array[array_to_string(exact_parts, '&')];
    loose_ways := array[array_to_string(loose_parts, '&')];
  end if;
  for place in 1 .. cardinality(exact_parts) - 1 loop
    if pairs[place] is not null
      and array_position(exact_parts[:place - 1] || exact_parts[place + 2:], null) is null
    then
      stem := quote_literal(coalesce((ts_lexize('pg_catalog.english_stem', pairs[place]))[1], pairs[place]));
      exact_ways := exact_ways || array_to_string(exact_parts[:place - 1] || stem || exact_parts[place + 2:], '&');
      loose_ways := loose_ways || array_to_string(loose_parts[:place - 1] || (stem || ':*') || loose_parts[place + 2:], '&');
    end if;
  end loop;
  exact := array_to_string(exact_ways, '|');
  loose := array_to_string(loose_ways, '|');
  partial := array_to_string(loose_parts, '|');
  key := private.search_key(array_to_string(readings, ' '));
  -- Set above where a word was read as another one.
  read_as := case when read_as is not null then array_to_string(readings, ' ') end;
end;
$$;
