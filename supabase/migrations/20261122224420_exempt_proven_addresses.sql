-- Whoever signs up first with somebody's address is not yet that somebody, and a session that has ended reads no
-- certificate and changes no code.
create or replace function public.set_tax_exemption(email text, certificate text) returns public.tax_exemptions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  holder_id uuid;
  exempt public.tax_exemptions;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only an admin exempts from sales tax.';
  end if;
  select users.id into holder_id from auth.users
  where lower(users.email) = lower(btrim(set_tax_exemption.email)) and not users.is_sso_user;
  if holder_id is null then
    raise sqlstate 'PT404' using message = 'There is no account with this e-mail address.';
  end if;
  -- Whoever signs up first with the address of a charity is not yet the charity.
  if private.proven_email(holder_id) is null then
    raise sqlstate 'PT409' using message = 'Nobody has shown yet that this e-mail address is theirs.';
  end if;
  insert into public.tax_exemptions (user_id, certificate)
  values (holder_id, btrim(set_tax_exemption.certificate))
  on conflict (user_id) do update set certificate = excluded.certificate
  returning * into exempt;
  return exempt;
end;
$$;
comment on function public.set_tax_exemption(text, text) is
  'For admins: the account with this address, which its owner has shown to be theirs (else 409), pays no sales tax from '
  'its next order on. Security definer: nobody reads the addresses of accounts.';

alter policy "customers read their own tax exemption, admins read all" on public.tax_exemptions
  using ((user_id = (select auth.uid()) and (select private.session_lives())) or (select private.is_admin()));

create or replace function public.drop_discount_code() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.session_lives() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
  delete from private.chosen_discounts where chosen_discounts.user_id = (select auth.uid());
end;
$$;
