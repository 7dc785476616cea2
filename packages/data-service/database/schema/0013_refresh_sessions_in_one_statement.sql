-- Refreshes a session in one statement instead of a transaction of many.
create function auth.refresh_session(hash text, next_hash text, reuse_seconds float8)
returns table (
  outcome text, user_id uuid, session_id uuid, aal text, methods jsonb, identities jsonb, factors jsonb
)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  session auth.sessions;
  mine auth.refresh_tokens;
  account auth.users;
begin
  -- Locks first, so that the statements below see the result of a concurrent refresh.
  select * into session from auth.sessions
  where id = (select tokens.session_id from auth.refresh_tokens as tokens where tokens.token = refresh_session.hash)
  for no key update;
  select * into mine from auth.refresh_tokens as tokens where tokens.token = refresh_session.hash;
  if mine.id is null then
    return query select 'refresh_token_not_found', null::uuid, null::uuid, null, null::jsonb, null::jsonb, null::jsonb;
    return;
  end if;
  select * into account from auth.users where users.id = mine.user_id and users.deleted_at is null;
  if account.id is null or account.banned_until > now() then
    outcome := 'user_banned';
  elsif session.not_after < now() then
    outcome := 'session_expired';
  elsif mine.revoked and not (mine.updated_at >= now() - make_interval(secs => refresh_session.reuse_seconds) and exists (
    select from auth.refresh_tokens as child
    where child.parent = refresh_session.hash and child.session_id = mine.session_id and not child.revoked
  )) then
    outcome := 'refresh_token_already_used';
    delete from auth.sessions where id = mine.session_id;
  else
    outcome := 'refreshed';
    update auth.refresh_tokens as tokens set revoked = true, updated_at = now()
    where tokens.id = mine.id and not tokens.revoked;
    update auth.sessions set refreshed_at = now(), updated_at = now() where id = mine.session_id;
    insert into auth.refresh_tokens (token, user_id, session_id, parent)
    values (refresh_session.next_hash, mine.user_id, mine.session_id, refresh_session.hash);
  end if;
  return query select outcome, mine.user_id, mine.session_id, session.aal,
    (
      select jsonb_agg(jsonb_build_object(
        'method', claims.authentication_method, 'timestamp', floor(extract(epoch from claims.updated_at))
      ) order by claims.updated_at desc)
      from auth.mfa_amr_claims as claims where claims.session_id = mine.session_id
    ),
    (
      select jsonb_agg(to_jsonb(known) order by known.created_at)
      from auth.identities as known where known.user_id = mine.user_id
    ),
    (
      select jsonb_agg(to_jsonb(known) - 'secret' order by known.created_at)
      from auth.mfa_factors as known where known.user_id = mine.user_id
    );
end;
$$;
comment on function auth.refresh_session(text, text, float8) is
  'Exchanges a refresh token for the next one, both given by their hash. Using a token again after these seconds ends the '
  'session. Returns what the response of /token needs, beside the user.';
alter function auth.refresh_session(text, text, float8) owner to supabase_auth_admin;
revoke execute on function auth.refresh_session(text, text, float8) from public;
