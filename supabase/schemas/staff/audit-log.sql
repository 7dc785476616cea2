-- Audit log of what staff did to money, prices, settings, exports, and roles, with person and time: written by triggers
-- in the same transaction, read by the owner, never changed, also not by the server.
create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  kind text not null check (kind in (
    'refund', 'price', 'settings', 'export', 'right', 'counter', 'import', 'fee', 'customer', 'stock'
  )),
  subject text not null, -- Subject of the action, under its name at that moment.
  actor_id uuid, -- No foreign key: an entry outlives the account. Null: no person.
  actor text not null, -- Name of the person at that moment.
  before jsonb, -- Changed values before; null if there were none.
  after jsonb, -- Changed values after; null if none are left.
  actor_email text, -- Email or phone of the account then, because anyone can choose a name. Null: no person.
  actor_role text, -- owner, manager, packer or customer, as the account's role was at that moment. Null: no person.
  -- Import whose entry stands for this one, except in price histories. No foreign key, as actor_id.
  import_id bigint
);
create index audit_log_kind on public.audit_log (kind, id);

revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "the owner reads the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

-- Rejects a change of an append-only table with the code and message that the trigger names.
create function private.reject_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = tg_argv[0], message = tg_argv[1];
end;
$$;
create trigger protect_audit_log before update or delete or truncate on public.audit_log
  for each statement execute function private.reject_change('PT409', 'Nobody can change the audit log.');

-- An import sets shop.import_id while it writes. Security definer: callers may not write the audit log directly.
create function private.add_to_audit_log(kind text, subject text, before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (kind, subject, actor_id, actor, actor_email, actor_role, before, after, import_id)
  select add_to_audit_log.kind, add_to_audit_log.subject, person.id,
    case when person.id is null then 'The shop''s server'
      else coalesce(nullif(btrim(profiles.name), ''), nullif(users.email, ''), users.phone, person.id::text) end,
    coalesce(nullif(users.email, ''), users.phone),
    case when profiles.role = 'admin' then 'owner' when users.id is not null then coalesce(staff.role, 'customer') end,
    add_to_audit_log.before, add_to_audit_log.after, nullif(current_setting('shop.import_id', true), '')::bigint
  from (select auth.uid() as id) as person
  left join auth.users as users on users.id = person.id
  left join public.profiles on profiles.id = users.id
  left join public.staff on staff.user_id = users.id;
end;
$$;

-- For managers: logs an export that they are about to make. Security definer, as add_to_audit_log.
create function public.log_export(subject text) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can export data.');
  select private.reject_if(coalesce(btrim(subject), '') = '' or char_length(subject) > 200,
    '22023', 'An export has a name.');
  select private.add_to_audit_log('export', btrim(subject), null, null);
$$;
grant execute on function public.log_export(text) to authenticated;
