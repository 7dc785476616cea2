-- Facts about this installation. `private` holds functions and tables that no API exposes.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
-- Closed by default: each table and function grants its use to its callers, so that a forgotten grant exposes nothing.
-- The first statement is global, because default privileges of a schema only add to it.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;

-- is_demo: set by the demo seed; a live store does not start with it. admins_need_second_step: set by the server from
-- AUTH_ADMIN_REQUIRES_MFA; only its presence matters. payments_tried: {mode, at} of the owner's last successful test.
-- text_channels: list of channels for which the server has a sender of order texts. is_trial: set by the first start of
-- an empty store, until go-live replaces it; a live store does not start with it. is_live: set by the first start of a
-- live store; no other starts with it. owner_link: digest of the link that makes the first account of an empty store
-- its owner. is_closed: set by the first start of a live or empty store, until its owner opens it. hours_confirmed: its
-- owner said that the opening hours are theirs.
create table private.shop_facts (
  name text primary key,
  value text not null
);

-- How often one person may do something in a period; changed by the database owner.
create table private.limits (
  name text primary key,
  max_count integer not null check (max_count > 0),
  period interval not null
);

insert into private.limits (name, max_count, period) values ('orders', 30, '10 minutes');

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Keeps the ten latest rows of a user, by the column that the trigger names. Security definer: it counts hidden rows.
create function private.keep_latest_ten() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialized, so that two new rows cannot both take the tenth place.
  perform pg_advisory_xact_lock(hashtextextended(format('%s:%s', tg_table_name, new.user_id), 0));
  execute format('delete from public.%1$I where id in (select id from public.%1$I
    where user_id = $1 and id <> $2 order by %2$I desc, id offset 9)', tg_table_name, tg_argv[0]) using new.user_id, new.id;
  return null;
end;
$$;

-- Returns the text with the values of its {names}.
create function private.fill_text(key text, params jsonb) returns text
language sql immutable
return (
  select string_agg(case when parts.place % 2 = 0 then params ->> parts.part else parts.part end, '' order by parts.place)
  from string_to_table(translate(fill_text.key, '}', '{'), '{') with ordinality as parts (part, place)
);
grant execute on function private.fill_text(text, jsonb) to anon, authenticated, service_role;

-- Raises the error whose message is the key with the values of its {names}: a JSON object, or the value of its only
-- name. The detail has both, which server/base/error-text.ts translates; without values the key is the message.
create function private.raise_error(code text, key text, given anyelement, hint text default null) returns void
language plpgsql stable set search_path = '' as $$
declare
  params constant jsonb := case when pg_typeof(given) = 'jsonb'::regtype then to_jsonb(given)
    else jsonb_build_object(substring(raise_error.key from '\{(\w+)\}'), given) end;
  filled constant text := private.fill_text(raise_error.key, params);
  detail constant text := jsonb_build_object('key', raise_error.key, 'params', params);
begin
  -- `raise` accepts no null.
  if raise_error.hint is null then
    raise exception using errcode = raise_error.code, message = filled, detail = detail;
  end if;
  raise exception using errcode = raise_error.code, message = filled, detail = detail, hint = raise_error.hint;
end;
$$;
grant execute on function private.raise_error(text, text, anyelement, text) to anon, authenticated, service_role;

-- Raises the error if the condition is true, not if it is null. Statements that run for every row or line use `if`.
create function private.reject_if(condition boolean, code text, key text, params jsonb default null) returns void
language plpgsql stable set search_path = '' as $$
begin
  if reject_if.condition and params is null then
    raise exception using errcode = reject_if.code, message = reject_if.key;
  elsif reject_if.condition then
    perform private.raise_error(reject_if.code, reject_if.key, params);
  end if;
end;
$$;
grant execute on function private.reject_if(boolean, text, text, jsonb) to anon, authenticated, service_role;

-- Returns whether a value is a JSON array of so many elements.
create function private.is_list(value jsonb, min_count integer, max_count integer) returns boolean
language sql immutable
return jsonb_typeof(is_list.value) is not distinct from 'array'
  and jsonb_array_length(is_list.value) between is_list.min_count and is_list.max_count;
grant execute on function private.is_list(jsonb, integer, integer) to authenticated;
