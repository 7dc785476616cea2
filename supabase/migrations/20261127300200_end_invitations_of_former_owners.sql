-- An invitation ends when whoever made it is no longer an owner.
create function private.may_still_invite(inviter uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles join auth.users on users.id = profiles.id
    where profiles.id = may_still_invite.inviter and profiles.role = 'admin'
      and (users.banned_until is null or users.banned_until <= now())
  );
$$;
comment on function private.may_still_invite(uuid) is
  'Checks that whoever invited somebody is still an owner. Security definer: it looks at accounts.';
revoke all on function private.may_still_invite(uuid) from public;

create function private.end_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.staff_invitations where invited_by = new.id;
  return null;
end;
$$;
comment on function private.end_invitations() is
  'Deletes the invitations of an owner who is one no longer. Security definer: the service role may not delete them.';
revoke all on function private.end_invitations() from public;

create trigger end_invitations after update of role on public.profiles
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.end_invitations();

create or replace function public.accept_invitation() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select auth.uid());
  invited public.staff_invitations;
begin
  if not private.session_lives() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
  if private.proven_email(person) is null then
    raise sqlstate 'PT412' using message = 'Please show first that this e-mail address is yours.';
  end if;
  delete from public.staff_invitations as waiting
  where waiting.email = lower(private.proven_email(person)) and waiting.expires_at > now()
    and private.may_still_invite(waiting.invited_by)
  returning * into invited;
  if invited.id is null then
    raise sqlstate 'PT404' using message = 'There is no invitation for this address, or it has ended.';
  end if;
  insert into public.staff (user_id, role, refund_limit, added_by)
  values (person, invited.role, invited.refund_limit, invited.invited_by)
  on conflict (user_id) do update set role = excluded.role, refund_limit = excluded.refund_limit;
  return invited.role;
end;
$$;
create or replace function public.claim_invitations(max_count integer) returns setof public.staff_invitations
language plpgsql security definer set search_path = ''
as $$
begin
  return query
    update public.staff_invitations as invitations
    set mail_attempts = invitations.mail_attempts + 1,
        next_mail_at = now() + private.retry_wait(invitations.mail_attempts + 1)
    where invitations.id in (
      select due.id from public.staff_invitations as due
      where due.mailed_at is null and due.next_mail_at <= now() and due.expires_at > now()
        and private.may_still_invite(due.invited_by)
      order by due.next_mail_at
      limit claim_invitations.max_count
      for update skip locked
    )
    returning *;
end;
$$;
delete from public.staff_invitations where not private.may_still_invite(invited_by);
