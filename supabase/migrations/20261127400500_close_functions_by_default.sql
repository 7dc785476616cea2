-- Closed by default: each function grants its callers, and one that forgets a grant opens nothing. The first statement
-- is global because default privileges of a schema only add to it; the second undoes what hosted projects grant.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
