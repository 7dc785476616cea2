-- A function in SQL is read and planned at every call, one in PL/pgSQL once for each connection: those of every mail,
-- refund, payment, changed line and round of the worker, which do what they did.

create or replace function private.proven_email(user_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select users.email from auth.users
    where users.id = proven_email.user_id and users.email_confirmed_at is not null
      and (users.is_sso_user or exists (
        -- Where addresses count unconfirmed, only the identity tells whether this one was ever shown.
        select 1 from auth.identities
        where identities.user_id = users.id and identities.email = lower(users.email)
          and identities.identity_data ->> 'email_verified' = 'true'
      ))
  );
end;
$$;

create or replace function private.sizes_now(product_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', sizes.id,
      'label', sizes.label,
      'price', sizes.price,
      'discount_price', sizes.discount_price,
      'amount', sizes.amount,
      'unit', sizes.unit,
      'is_sold_out', sizes.availability = 'sold_out'
        or (sizes.availability = 'counted' and coalesce(stock.stock_count, 0) = 0)
    ) order by sizes.position, sizes.id), '[]')
    from public.product_sizes as sizes
    left join public.size_stock as stock on stock.size_id = sizes.id
    where sizes.product_id = sizes_now.product_id and sizes.archived_at is null
  );
end;
$$;

create or replace function public.count_payment_attempt(user_id uuid, max_count integer, seconds integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seconds_to_wait integer;
begin
  insert into private.payment_attempts as counted (user_id, attempts, ends_at)
  values (
    count_payment_attempt.user_id, 1, now() + make_interval(secs => count_payment_attempt.seconds)
  )
  on conflict on constraint payment_attempts_pkey do update set
    attempts = case when counted.ends_at <= now() then 1 else counted.attempts + 1 end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
  returning case
    when counted.attempts <= count_payment_attempt.max_count then 0
    else greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer
  end
  into seconds_to_wait;
  return seconds_to_wait;
end;
$$;

create or replace function private.refundable_cents(payment_intent_id text) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select payments.amount_cents - coalesce((
      select sum(refunds.amount_cents) from public.refunds
      where refunds.payment_intent_id = payments.payment_intent_id and refunds.status <> 'failed'
    ), 0)::bigint
    from public.payments where payments.payment_intent_id = refundable_cents.payment_intent_id
  );
end;
$$;

create or replace function private.one_line(typed text, max_length integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    one_line.typed,
    -- What cannot be seen, or turns the line around.
    '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    -- What makes lines, addresses and tags.
    '[[:cntrl:]\u0085\u2028\u2029/\\:@<>]+', ' ', 'g'),
    -- A dot within a word makes a link in most mail programs; "J.R. Ewing" becomes "J. R. Ewing".
    '[.\u3002\uff0e\uff61]+(?=\S)', '. ', 'g'),
    '\s+', ' ', 'g')), one_line.max_length), '');
end;
$$;

create or replace function private.mail_recipient(kind text, order_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when mail_recipient.kind like 'shop\_%'
        then (select nullif(btrim(store_settings.email), '') from public.store_settings)
      -- The shop's people wrote it down, for a person who stood before them. The page tells them of a declined card.
      when orders.channel = 'counter'
        then case when mail_recipient.kind <> 'payment_failed' then orders.customer_email end
      when exists (select 1 from public.payments where payments.order_id = orders.id)
        then coalesce(billing.email, users.email)
      else private.proven_email(orders.user_id)
    end
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join auth.users on users.id = orders.user_id
    where orders.id = mail_recipient.order_id
  );
end;
$$;

create or replace function private.paid_for_first(amount numeric, line public.order_items, quantity bigint) returns bigint
language plpgsql immutable set search_path = ''
as $$
begin
  return round(paid_for_first.amount * 100 * paid_for_first.quantity / line.quantity)::bigint;
end;
$$;

create or replace function private.retry_wait(attempts integer) returns interval
language plpgsql immutable set search_path = ''
as $$
begin
  return least(interval '1 minute' * (2 ^ least(retry_wait.attempts, 6)), interval '1 hour');
end;
$$;

create or replace function public.close_intent(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set intent_closed_at = now()
  where orders.id = close_intent.order_id and orders.status = 'cancelled' and orders.intent_closed_at is null;
end;
$$;

create or replace function public.reconciled_until() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select reconciliation.reconciled_until from private.reconciliation);
end;
$$;

create or replace function public.note_reconciled(until timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.reconciliation
  set reconciled_until = greatest(reconciliation.reconciled_until, note_reconciled.until);
end;
$$;

create or replace function private.paid_for_next(
  amount numeric, kept_cents bigint, line public.order_items, away_quantity bigint, replaced_quantity bigint
) returns bigint
language plpgsql immutable set search_path = ''
as $$
begin
  return private.paid_for_first(
    paid_for_next.amount, line, least(paid_for_next.away_quantity, line.quantity - paid_for_next.replaced_quantity)
  ) + case
    -- More than there are is refused by whoever asks.
    when paid_for_next.replaced_quantity > 0
      and paid_for_next.away_quantity > line.quantity - paid_for_next.replaced_quantity then round(
      paid_for_next.kept_cents::numeric
        * (paid_for_next.away_quantity - line.quantity + paid_for_next.replaced_quantity)
        / paid_for_next.replaced_quantity
    )
    else 0
  end::bigint;
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
      order by due.next_mail_at
      limit claim_invitations.max_count
      for update skip locked
    )
    returning *;
end;
$$;
