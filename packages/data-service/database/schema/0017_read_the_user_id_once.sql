-- The data service sets the user's id once for each statement, so that policies and triggers need not parse the claims
-- again. Other callers set the claims alone. Like Supabase's: https://supabase.com/docs/guides/database/postgres/row-level-security
create or replace function auth.uid() returns uuid
language sql stable
as $$
  select nullif(coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub'), '')::uuid;
$$;
