-- The language of a request. Orders and back-in-stock requests store it for their messages.

-- Returns the two-letter code of the first language in Accept-Language, which the store's pages send; en without one.
create function private.request_language() returns text
language sql stable
return coalesce(lower(substring(
  nullif(current_setting('request.headers', true), '')::jsonb ->> 'accept-language' from '^([A-Za-z]{2})(?:[-,;]|$)'
)), 'en');
grant execute on function private.request_language() to authenticated, service_role;

-- Returns the languages into which texts are translated, as app/messages/locales.ts lists them.
create function private.content_languages() returns text[]
language sql immutable parallel safe
return array['es', 'fr', 'ht'];
grant execute on function private.content_languages() to service_role;
