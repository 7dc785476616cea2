-- The language of a request, of which orders and requests keep a copy for their messages.
create function private.request_language() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    lower(substring(
      nullif(current_setting('request.headers', true), '')::jsonb ->> 'accept-language' from '^([A-Za-z]{2})(?:[-,;]|$)'
    )),
    'en'
  );
end;
$$;
comment on function private.request_language() is
  'Returns the two letters of the first language of the request, as in its header Accept-Language; en without one. The'
  ' store''s pages send theirs.';
grant execute on function private.request_language() to authenticated, service_role;
