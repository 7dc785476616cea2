-- Open staff invitations, valid for seven days. The role goes to the account that verified the invited address.
create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email private.email_address not null unique check (char_length(email) <= 254),
  role text not null check (role in ('manager', 'packer', 'driver')),
  refund_limit numeric(10, 2) check (refund_limit >= 0 and refund_limit <> 'NaN'),
  invited_by uuid references public.profiles (id) on delete cascade,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  mailed_at timestamptz,
  mail_attempts integer not null default 0,
  next_mail_at timestamptz not null default now(), -- When the worker may send its email (again); postponed by a claim.
  mail_error text,
  constraint invited_packers_have_a_refund_limit check ((role = 'packer') = (refund_limit is not null))
);
create index staff_invitations_invited_by on public.staff_invitations (invited_by);
create index staff_invitations_to_mail on public.staff_invitations (next_mail_at) where mailed_at is null;

revoke all on public.staff_invitations from service_role;
grant select, delete on public.staff_invitations to authenticated;
grant select on public.staff_invitations to service_role;
create policy "the owner reads and revokes invitations" on public.staff_invitations
  for all to authenticated using ((select private.is_admin()));

-- For the owner: invites this address, again if it was invited before. Security definer: it reads accounts.
create function public.invite_staff(email text, role text, refund_limit numeric default null)
returns public.staff_invitations
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.is_admin(), '42501', 'Only owners can invite staff.');
  select private.reject_if(exists (
    select from auth.users
    where users.email = lower(btrim(invite_staff.email)) and private.role_of(users.id) is not null
      and private.verified_email(users.id) is not null
  ), 'PT409', 'This person is already on staff.');
  insert into public.staff_invitations as known (email, role, refund_limit, invited_by)
  values (lower(btrim(invite_staff.email)), invite_staff.role, invite_staff.refund_limit, (select auth.uid()))
  on conflict (email) do update set
    role = excluded.role, refund_limit = excluded.refund_limit, invited_by = excluded.invited_by,
    invited_at = now(), expires_at = now() + interval '7 days',
    mailed_at = null, mail_attempts = 0, next_mail_at = now(), mail_error = null
  returning *;
$$;
grant execute on function public.invite_staff(text, text, numeric) to authenticated;

-- Checks that the sender of an invitation is still an owner. Security definer: it reads accounts.
create function private.can_still_invite(inviter uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles join auth.users on users.id = profiles.id
    where profiles.id = can_still_invite.inviter and profiles.role = 'admin'
      and (users.banned_until is null or users.banned_until <= now())
  );
$$;

-- Gives a caller with the invited address the role; 412 if unverified, 404 if none. Security definer: it writes roles.
create function public.accept_invitation() returns text
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select auth.uid());
  invited public.staff_invitations;
begin
  perform private.reject_if(not private.is_session_active(), 'PT401', 'Your session has ended. Log in again.');
  perform private.reject_if(private.verified_email(person) is null, 'PT412', 'Verify your email address first.');
  delete from public.staff_invitations as waiting
  where waiting.email = lower(private.verified_email(person)) and waiting.expires_at > now()
    and private.can_still_invite(waiting.invited_by)
  returning * into invited;
  perform private.reject_if(invited.id is null, 'PT404', 'This address has no invitation, or it has expired.');
  insert into public.staff (user_id, role, refund_limit, added_by)
  values (person, invited.role, invited.refund_limit, invited.invited_by)
  on conflict (user_id) do update set role = excluded.role, refund_limit = excluded.refund_limit;
  return invited.role;
end;
$$;
grant execute on function public.accept_invitation() to authenticated;

-- For the first account of an empty store with the link that its start prints: makes it the owner. 409 if there is an
-- owner, 404 for another link. Security definer, as accept_invitation.
create function public.become_owner(token text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.reject_if(not private.is_session_active(), 'PT401', 'Your session has ended. Log in again.');
  -- Two people with the same link: the second waits, and then finds an owner.
  perform 1 from private.shop_facts where name = 'owner_link' for update;
  perform private.reject_if(exists (select from public.profiles where role = 'admin'),
    'PT409', 'This store already has an owner.');
  delete from private.shop_facts
  where name = 'owner_link' and value = encode(sha256(convert_to(become_owner.token, 'UTF8')), 'hex');
  perform private.reject_if(not found, 'PT404', 'This link is no longer valid. Start the store again for a new one.');
  update public.profiles set role = 'admin' where id = (select auth.uid());
end;
$$;
grant execute on function public.become_owner(text) to authenticated;

create function public.list_staff()
returns table (user_id uuid, name text, email text, role text, refund_limit numeric, added_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select private.reject_if(not private.is_admin(), '42501', 'Only owners can see the staff list.');
  select profiles.id, profiles.name, users.email::text,
    case when profiles.role = 'admin' then 'owner' else staff.role end, staff.refund_limit, staff.added_at
  from public.profiles
  join auth.users on users.id = profiles.id
  left join public.staff on staff.user_id = profiles.id
  where profiles.role = 'admin' or staff.user_id is not null
  order by profiles.role <> 'admin', staff.added_at, profiles.id;
$$;
comment on function public.list_staff() is
  'For the owner: the staff, owners first. Security definer, as invite_staff. May be null: refund_limit.';
grant execute on function public.list_staff() to authenticated;

-- For the server: claims invitations to send now, for at least two minutes. Security definer, as all claims.
create function public.claim_invitations(max_count integer) returns setof public.staff_invitations
language sql security definer set search_path = '' as $$
  update public.staff_invitations as invitations
  set mail_attempts = invitations.mail_attempts + 1,
      next_mail_at = now() + private.retry_wait(invitations.mail_attempts + 1)
  where invitations.id in (
    select due.id from public.staff_invitations as due
    where due.mailed_at is null and due.next_mail_at <= now() and due.expires_at > now()
      and private.can_still_invite(due.invited_by)
    order by due.next_mail_at limit claim_invitations.max_count for update skip locked
  )
  returning *;
$$;
grant execute on function public.claim_invitations(integer) to service_role;

-- For the server: records the result of a claimed invitation's email. Security definer, as claim_invitations.
create function public.finalize_invitation(invitation_id uuid, error text default null) returns void
language sql security definer set search_path = '' as $$
  update public.staff_invitations as invitations
  set mailed_at = case when finalize_invitation.error is null then now() end,
      mail_error = left(finalize_invitation.error, 500)
  where invitations.id = finalize_invitation.invitation_id;
$$;
grant execute on function public.finalize_invitation(uuid, text) to service_role;
