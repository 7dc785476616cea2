-- Makes a refresh write less. A token is deleted with its session, and a session with its user, so the key of the user is
-- not needed. Without `revoked` in an index, and with room on the page, PostgreSQL updates a token in place (HOT).
alter table auth.refresh_tokens drop constraint refresh_tokens_user_id_fkey;
drop index auth.refresh_tokens_user_id;
drop index auth.refresh_tokens_session_id;
create index refresh_tokens_session_id on auth.refresh_tokens (session_id);
alter table auth.refresh_tokens set (fillfactor = 85);

drop function auth.refresh_session(text, text, float8);
create function auth.exchange_refresh_token(hash text, next_hash text, reuse_seconds float8)
returns table (outcome text, user_id uuid, session_id uuid, aal text)
language plpgsql set search_path = '' as $$
begin
  -- The session first, as when it is deleted: concurrent refreshes wait for each other here.
  return query
  with session as (
    update auth.sessions set refreshed_at = now(), updated_at = now()
    from auth.refresh_tokens as tokens join auth.users on users.id = tokens.user_id
    where tokens.token = exchange_refresh_token.hash and sessions.id = tokens.session_id
      and users.deleted_at is null and coalesce(users.banned_until <= now(), true)
      and coalesce(sessions.not_after >= now(), true)
    returning sessions.user_id, sessions.id, sessions.aal
  ), used as (
    update auth.refresh_tokens as tokens set revoked = true, updated_at = now() from session
    where tokens.token = exchange_refresh_token.hash and not tokens.revoked
    returning session.user_id, session.id, session.aal
  ), added as (
    insert into auth.refresh_tokens (token, user_id, session_id, parent)
    select exchange_refresh_token.next_hash, used.user_id, used.id, exchange_refresh_token.hash from used
  )
  select 'refreshed', used.user_id, used.id, used.aal from used;
  if found then
    return;
  end if;
  select tokens.user_id, tokens.session_id, sessions.aal, case
    when users.id is null or users.deleted_at is not null or users.banned_until > now() then 'user_banned'
    when sessions.not_after < now() then 'session_expired'
    -- Its response may have been lost.
    when tokens.updated_at >= now() - make_interval(secs => exchange_refresh_token.reuse_seconds) and exists (
      select from auth.refresh_tokens as child
      where child.session_id = tokens.session_id and child.parent = tokens.token and not child.revoked
    ) then 'refreshed'
    else 'refresh_token_already_used'
  end
  into user_id, session_id, aal, outcome
  from auth.refresh_tokens as tokens
  join auth.sessions on sessions.id = tokens.session_id
  left join auth.users on users.id = tokens.user_id
  where tokens.token = exchange_refresh_token.hash;
  if outcome = 'refreshed' then
    insert into auth.refresh_tokens (token, user_id, session_id, parent)
    values (exchange_refresh_token.next_hash, user_id, session_id, exchange_refresh_token.hash);
  elsif outcome = 'refresh_token_already_used' then
    delete from auth.sessions where sessions.id = exchange_refresh_token.session_id;
  end if;
  outcome := coalesce(outcome, 'refresh_token_not_found');
  return next;
end;
$$;
comment on function auth.exchange_refresh_token(text, text, float8) is
  'Exchanges a refresh token for the next one, both given by their hash. Using a token again after these seconds ends the '
  'session.';
alter function auth.exchange_refresh_token(text, text, float8) owner to supabase_auth_admin;
revoke execute on function auth.exchange_refresh_token(text, text, float8) from public;
