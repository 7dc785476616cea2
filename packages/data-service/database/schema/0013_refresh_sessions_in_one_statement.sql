-- Refreshes a session in one statement instead of a transaction of many.
create function auth.refresh_session(hash text, next_hash text, reuse_seconds float8)
returns table (
  outcome text, user_id uuid, session_id uuid, aal text, methods jsonb, identities jsonb, factors jsonb
)
language plpgsql set search_path = '' as $$
declare
  session auth.sessions;
begin
  -- First, so that the statements below see the result of a concurrent refresh, for which this waits.
  update auth.sessions set refreshed_at = now(), updated_at = now()
  from auth.users
  where sessions.id = (select tokens.session_id from auth.refresh_tokens as tokens where tokens.token = refresh_session.hash)
    and users.id = sessions.user_id and users.deleted_at is null
    and coalesce(users.banned_until <= now(), true) and coalesce(sessions.not_after >= now(), true)
  returning sessions.* into session;
  if session.id is null then
    outcome := coalesce((
      select case
        when users.id is null or users.deleted_at is not null or users.banned_until > now() then 'user_banned'
        else 'session_expired'
      end
      from auth.refresh_tokens as tokens left join auth.users on users.id = tokens.user_id
      where tokens.token = refresh_session.hash
    ), 'refresh_token_not_found');
    return next;
    return;
  end if;
  update auth.refresh_tokens as tokens set revoked = true, updated_at = now()
  where tokens.token = refresh_session.hash and not tokens.revoked;
  if not found and not exists (
    select from auth.refresh_tokens as used
    join auth.refresh_tokens as child on child.parent = used.token and child.session_id = used.session_id
    where used.token = refresh_session.hash and not child.revoked
      and used.updated_at >= now() - make_interval(secs => refresh_session.reuse_seconds)
  ) then
    delete from auth.sessions where sessions.id = session.id;
    outcome := 'refresh_token_already_used';
    return next;
    return;
  end if;
  insert into auth.refresh_tokens (token, user_id, session_id, parent)
  values (refresh_session.next_hash, session.user_id, session.id, refresh_session.hash);
  return query select 'refreshed', session.user_id, session.id, session.aal,
    (
      select jsonb_agg(jsonb_build_object(
        'method', claims.authentication_method, 'timestamp', floor(extract(epoch from claims.updated_at))
      ) order by claims.updated_at desc)
      from auth.mfa_amr_claims as claims where claims.session_id = session.id
    ),
    (
      select jsonb_agg(to_jsonb(known) order by known.created_at)
      from auth.identities as known where known.user_id = session.user_id
    ),
    (
      select jsonb_agg(to_jsonb(known) - 'secret' order by known.created_at)
      from auth.mfa_factors as known where known.user_id = session.user_id
    );
end;
$$;
comment on function auth.refresh_session(text, text, float8) is
  'Exchanges a refresh token for the next one, both given by their hash. Using a token again after these seconds ends the '
  'session. Returns what the response of /token needs, beside the user.';
alter function auth.refresh_session(text, text, float8) owner to supabase_auth_admin;
revoke execute on function auth.refresh_session(text, text, float8) from public;
