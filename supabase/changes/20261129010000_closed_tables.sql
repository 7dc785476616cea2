-- New tables are closed to clients until they grant something.
alter default privileges in schema public revoke all on tables from anon, authenticated;
