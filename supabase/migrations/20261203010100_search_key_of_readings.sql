-- A query that was read is not normalized twice more for its key and head word.

create or replace function private.read_search(
  typed text, is_doubted boolean,
  out exact tsquery, out loose tsquery, out partial tsquery, out key text, out head text, out read_as text,
  out unknown text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  typed_words text[] := (string_to_array(private.search_text(left(typed, 100)), ' '))[1:8];
  words text[] := '{}';
  word text;
  stem text;
  next_word text;
  -- Itself joined with the next word, if something is called that; the same with the word before.
  pair text;
  last_pair text;
  -- Readings of a word, the likeliest first; null if it only counts together with a neighbor.
  meant text[];
  -- For each word that counts: its exact and loose query, its readings, its pair.
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
    -- A word such as "of" counts only as the start of what is being typed.
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
        meant := case when char_length(word) > 3 then private.expand_query(word) else '{}' end;
      end if;
    elsif is_doubted and char_length(word) > 3 and (next_word <> word or cardinality(words) = 1)
      -- A synonym is never a typo.
      and not exists (select from private.search_terms as term where term.key = private.search_key(word))
    then
      meant := word || private.expand_query(word);
    end if;
    if meant = '{}' then
      -- Words that match nothing are ignored.
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
  -- Readings are already normalized, as search_key expects.
  key := '';
  foreach word in array readings loop
    head := coalesce((ts_lexize('pg_catalog.english_stem', word))[1], '');
    key := key || head;
  end loop;
  -- Set above if a word was read as another one.
  read_as := case when read_as is not null then array_to_string(readings, ' ') end;
end;
$$;
