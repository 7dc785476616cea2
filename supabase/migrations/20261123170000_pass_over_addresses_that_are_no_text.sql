-- One address such as .../wears_styles/%ff.jpg in a table of products failed the whole import.
create or replace function private.picture_name(address text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select convert_from(decode(string_agg(
      case when piece[1] ~ '^%[0-9a-fA-F]{2}$' then substr(piece[1], 2)
           else encode(convert_to(piece[1], 'UTF8'), 'hex') end, '' order by place), 'hex'), 'UTF8')
    from regexp_matches(
      substring(picture_name.address from '^(?:https?://[^/]+)?/storage/v1/object/public/wears_styles/([^?#]+)'),
      '%[0-9a-fA-F]{2}|[^%]+|%', 'g'
    ) with ordinality as pieces (piece, place)
  );
exception when character_not_in_repertoire then
  return null;
end;
$$;
