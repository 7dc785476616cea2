-- Saved cards are at Stripe, under a customer of the account, whose id the store keeps. Only accounts with a verified
-- address get one, so that none is left under someone else's. The worker deletes those without an account.
create table private.stripe_customers (
  customer_id text primary key check (customer_id <> ''),
  user_id uuid unique references public.profiles (id) on delete set null,
  delete_after timestamptz -- When a customer without an account may be deleted; null: at once.
);

-- Returns whether the account's email address was verified, or its phone number if it has no email address.
create function private.may_save_cards(user_id uuid) returns boolean
-- PostgreSQL would plan an SQL function again for each order.
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(private.verified_email(may_save_cards.user_id) <> '', false) or exists (
    -- A phone number alone proves nothing about the email address of the same account.
    select from auth.users
    where users.id = may_save_cards.user_id and users.phone_confirmed_at is not null and users.phone <> ''
      and coalesce(users.email, '') = ''
  );
end;
$$;

create function public.find_card_customer()
returns table (can_save_card boolean, customer_id text)
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
begin
  if not private.is_session_active() then
    return;
  end if;
  can_save_card := private.may_save_cards(person);
  if can_save_card and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' then
    can_save_card := not exists (
      select from auth.mfa_factors where mfa_factors.user_id = person and mfa_factors.status = 'verified'
    );
  end if;
  if can_save_card then
    customer_id := (select known.customer_id from private.stripe_customers as known where known.user_id = person);
  end if;
  return next;
end;
$$;
comment on function public.find_card_customer() is 'Returns whether the caller may save and use cards, and their '
  'customer at Stripe, if any. No row after the session ended. Saved cards need a verified address and, with MFA, its '
  'second step. Security definer: callers may not read accounts and customers. May be null: customer_id.';
grant execute on function public.find_card_customer() to authenticated;

-- For the server: stores the account's customer at Stripe, and returns the one that counts, which another request may
-- have stored first. Null for an account without a verified address. Security definer, because no role may write it.
create function public.save_card_customer(user_id uuid, customer_id text) returns text
language sql security definer set search_path = '' as $$
  insert into private.stripe_customers (customer_id, user_id)
  select save_card_customer.customer_id, save_card_customer.user_id
  where private.may_save_cards(save_card_customer.user_id) on conflict do nothing;
  select known.customer_id from private.stripe_customers as known
  where known.user_id = save_card_customer.user_id and private.may_save_cards(known.user_id);
$$;
grant execute on function public.save_card_customer(uuid, text) to service_role;

-- For the worker: customers of deleted accounts, to be deleted at Stripe with their cards. Security definer, as above.
create function public.list_deleted_card_customers(max_count integer) returns setof text
language sql stable security definer set search_path = '' as $$
  select known.customer_id from private.stripe_customers as known
  where known.user_id is null and coalesce(known.delete_after <= now(), true)
  limit list_deleted_card_customers.max_count;
$$;
grant execute on function public.list_deleted_card_customers(integer) to service_role;

-- For the server: removes a customer that Stripe no longer has. Security definer, as above.
create function public.forget_card_customer(customer_id text) returns void
language sql security definer set search_path = '' as $$
  delete from private.stripe_customers where stripe_customers.customer_id = forget_card_customer.customer_id;
$$;
grant execute on function public.forget_card_customer(text) to service_role;

-- Takes the saved cards from an account; the worker then deletes them at Stripe.
create function private.release_card_customer(user_id uuid) returns void
language sql set search_path = '' as $$
  update private.stripe_customers as known
  set user_id = null,
    -- A held card is charged when the order is packed; a hold lasts seven days.
    delete_after = case when exists (
      select from public.orders join public.payments on payments.order_id = orders.id
      where orders.user_id = release_card_customer.user_id and payments.held_until is not null
        and payments.captured_at is null
    ) then now() + interval '8 days' end
  where known.user_id = release_card_customer.user_id;
$$;
