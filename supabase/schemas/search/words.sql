-- Words of the search: one spelling for documents and queries, the known words, and what a typo may have meant.
-- docs/search.md follows a query through these files.
-- One spelling for documents and queries: folded letters, digits apart from letters, one short name per unit.

-- Normalizes text to what people type in a search: lower case, no accents, no apostrophes, the nearest letter a to z
-- for a letter of another Latin alphabet. Other scripts keep their letters. Every search compares texts by it.
create function private.fold_text(words text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Latin letters without an accent form, with the letter people type for them; then digits of other scripts.
  letters constant text := 'ðøđħıĸłŋŧƀƃƈƌƍƒƙƚƞƥƫƭƴƶƹƺƿǝǥȡȥȴȵȶȷȼȿɀɇɉɋɍɏɐɑɒɓɔɕɖɗɘəɚɛɜɝɞɟɠɡɢɣɤɥɦɧɨɩɪɫ'
    || 'ɬɭɯɰɱɲɳɴɵɹɺɻɼɽɾʀʂʃʄʆʇʈʊʋʌʍʎʏʐʑʒʓʙʚʛʜʝʞʟʠʮʯᴀᴃᴄᴅᴆᴇᴉᴊᴋᴌᴍᴏᴐᴑᴒᴓᴘᴚᴛᴜᴝᴠᴡᴢᴣᵬᵭᵮ'
    || 'ᵯᵰᵱᵲᵳᵴᵵᵶᵹᵼᵽᵿᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶋᶌᶍᶎᶏᶐᶑᶒᶓᶔᶕᶖᶗᶘᶙᶚẜẝỿⱡⱥⱦⱨⱪⱬⱱⱳⱴⱸⱹⱺⱻꜧꜰꜱꜿꝁꝃꝅꝇꝉꝋꝍꝑꝓꝕꝗ'
    || 'ꝙꝟꝡꝺꝼꝿꞁꞃꞅꞇꞎꞑꞓꞔꞕꞗꞙꞡꞣꞥꞧꞩꞯꞵꞷꞹꟈꟊꟺꬲꬴꬶꬷꬸꬹꬺꬻꬼꬿꭃꭄꭆꭉꭎꭒꭓꭔꭕꭖꭗꭘꭙꭚꭨʉᵻᵾꬳɸȝʁꝣꝛς٠١٢٣٤٥'
    || '٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९';
  typed_as constant text := 'dodhiklntbbcddfklnpttyzzzwegdzlntjcszejqryaaabocddeeeeeeejggggohhhiiil'
    || 'lluumnnnorrrrrrrssjsttuvawyyzzzzbeghjklqhhabcddeijklmoooooprtuuvwzzbdf'
    || 'mnprrstzgipubdfgklmnprssvxzaadeeeeiosuzssylathkzvwveroehfsckkklloopppq'
    || 'qvvdfglrstlncchbfgknrsqboudsueeglllmnnooorruuxxxxxxxyruiuefyrzrσ012345'
    || '678901234567890123456789';
  folded text;
begin
  if octet_length(words) = char_length(words) then
    return translate(lower(words), '''`', '');
  end if;
  folded := translate(lower(normalize(translate(words, '´', ''), nfkd)), '''’‘`ꞌʔʕǀǁǂǃ', '');
  -- Accents and invisible characters such as a change of direction. Vowel signs of Indic scripts are letters.
  folded := regexp_replace(folded, '[\u00ad\u02b0-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a'
    || '\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u135d-\u135f\u1ab0-\u1aff\u1dc0-'
    || '\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufe00-\ufe0f'
    || '\ufe20-\ufe2f\ufeff]+', '', 'g');
  if folded ~ '[\u00df-\u02af\u03c2\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]' then
    folded := translate(folded, letters, typed_as);
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return normalize(folded);
end;
$$;

-- Writes words as private.fold_text does, with one blank between them and no signs.
create function private.search_text(words text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  folded text := private.fold_text(words);
begin
  if octet_length(folded) = char_length(folded) then
    folded := regexp_replace(folded, '[^a-z0-9]+', ' ', 'g');
  else
    folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be'
      || '\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u0964'
      || '\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u104a-\u104f\u1360-\u1368\u166d\u1680\u16eb-\u16ed'
      || '\u17d4-\u17db\u1800-\u180e\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3007-\u3020\u3030\u303d\u30a0'
      || '\u30fb\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe6f\uff00-\uff0f\uff5f-\uff65\uffe0-\uffff\U0001f000-'
      || '\U0001faff]+', ' ', 'g');
    -- Chinese has no spaces between words.
    folded := regexp_replace(
      folded, '([\u2e80-\u2fdf\u3005\u3006\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff'
      || '])', ' \1 ', 'g');
    folded := regexp_replace(folded, ' +', ' ', 'g');
  end if;
  return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded,
    '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'),
    '\m(?:pounds?|lbs)\M', 'lb', 'g'), '\mounces?\M', 'oz', 'g'));
end;
$$;

-- Two adjacent words of search_text are also one, so that "stock fish" and "stockfish" match.
create function private.joined_words(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(string_agg(pair.first || pair.second, ' '), '')
  from (
    select word as first, lead(word) over (order by place) as second
    from unnest(string_to_array(joined_words.words, ' ')) with ordinality as each (word, place)
  ) as pair
  where pair.second is not null and (pair.first || pair.second) ~ '^[a-z]+$';
$$;

-- Returns the words of a name as one key: the same for singular and plural, joined and split.
create function private.search_key(words text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
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

-- Every word that any document contains.
create table private.search_words (
  word text collate "C" primary key,
  is_name boolean not null, -- Whether a name, synonym, or attribute has it, so that a typo may have meant it.
  is_joined boolean not null default false -- Two words joined, which people write only by mistake.
);

-- Deletion index: words, and them without one letter (two of eight and more); words that share one are a typo apart.
create table private.search_spellings (
  spelling text collate "C" not null,
  word text collate "C" not null references private.search_words (word) on delete cascade,
  primary key (spelling, word)
);
create index search_spellings_word on private.search_spellings (word);

-- Takes a word of three letters or more; returns none for one longer than any known word.
create function private.spelling_deletions(word text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  spellings text[] := array[word];
  shortened text;
begin
  -- Twice the length is four times the work, and 100 characters may be 300 letters. No known word has more than 24.
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

-- Takes texts as search_text writes them.
create function private.learn_words(texts text, is_name boolean, is_joined boolean default false) returns void
language sql set search_path = '' as $$
  with new_words as (
    insert into private.search_words as known (word, is_name, is_joined)
    select each.word, learn_words.is_name, learn_words.is_joined
    from (select distinct unnest(string_to_array(learn_words.texts, ' ')) collate "C" as word) as each
    left join private.search_words as same on same.word = each.word
    where each.word ~ '^([^0-9]{2,40}|[^ -~])$' and (
      same.word is null or learn_words.is_name and not same.is_name or same.is_joined and not learn_words.is_joined
    )
    order by each.word
    on conflict (word) do update set is_name = excluded.is_name or known.is_name,
      is_joined = excluded.is_joined and known.is_joined
    where excluded.is_name and not known.is_name or known.is_joined and not excluded.is_joined returning word
  )
  insert into private.search_spellings (spelling, word)
  select distinct unnest(private.spelling_deletions(new_words.word)), new_words.word from new_words
  where learn_words.is_name and char_length(new_words.word) between 3 and 24 order by 1
  on conflict do nothing;
$$;

-- Returns the known words nearest to an unknown one: one typo away, or two in words of eight letters; empty if none.
create function private.expand_query(typed text) returns text[]
language plpgsql stable set search_path = '' as $$
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
        where spelled.spelling = any (private.spelling_deletions(typed)) and spelled.word <> typed
        group by spelled.word
      ) as each
    ) as near
    where near.mistakes = near.fewest
    order by left(near.word, 1) = left(typed, 1) desc, abs(char_length(near.word) - length), near.word limit 4
  );
end;
$$;

-- Returns the first known word from here on in dictionary order: it starts with what was typed, if any does.
create function private.next_word(typed text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select known.word from private.search_words as known where known.word >= typed order by known.word limit 1);
end;
$$;
