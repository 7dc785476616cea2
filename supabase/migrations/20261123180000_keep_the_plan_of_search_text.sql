-- Asked twice by every search: in plain SQL it was parsed and planned anew each time (decision 022). It answers the same.
create or replace function private.search_text(words text) returns text
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
