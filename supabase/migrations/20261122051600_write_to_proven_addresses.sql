-- Nobody sends mail in the shop's name to whom they like. Until money came, an order's mails go only to an address
-- that the account has shown to be its own; what a person typed is one line without links; nobody gets mail without end.
create function private.proven_email(user_id uuid) returns text
language sql stable set search_path = ''
as $$
  select users.email from auth.users
  where users.id = proven_email.user_id and users.email_confirmed_at is not null
    and (users.is_sso_user or exists (
      -- Where addresses count unconfirmed, only the identity tells whether this one was ever shown.
      select 1 from auth.identities
      where identities.user_id = users.id and identities.email = lower(users.email)
        and identities.identity_data ->> 'email_verified' = 'true'
    ));
$$;
comment on function private.proven_email(uuid) is
  'The account''s address when somebody has shown that it is theirs (a link, a code, Google, their company); else null.';
revoke all on function private.proven_email(uuid) from public;

create function private.one_line(typed text, max_length integer) returns text
language sql immutable set search_path = ''
as $$
  select nullif(left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    one_line.typed,
    -- What cannot be seen, or turns the line around.
    '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    -- What makes lines, addresses and tags.
    '[[:cntrl:]\u0085\u2028\u2029/\\:@<>]+', ' ', 'g'),
    -- A dot within a word makes a link in most mail programs; "J.R. Ewing" becomes "J. R. Ewing".
    '[.\u3002\uff0e\uff61]+(?=\S)', '. ', 'g'),
    '\s+', ' ', 'g')), one_line.max_length), '');
$$;
comment on function private.one_line(text, integer) is
  'What a person typed, fit for a mail: one line, without links, at most so long; null when nothing is left.';
revoke all on function private.one_line(text, integer) from public;

create or replace function private.order_facts(order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', orders.id,
    'placed_at', orders.created_at,
    'status', orders.status,
    'total', orders.total,
    'delivery_cost', orders.delivery_cost,
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'customer_name', private.one_line(coalesce(billing.name, profiles.name), 60),
    'cancelled_by', orders.cancelled_by,
    'cancel_reason', orders.cancel_reason,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', items.product_name, 'quantity', items.quantity, 'unit_price', items.unit_price
      ) order by items.id)
      from public.order_items as items where items.order_id = orders.id
    ), '[]')
  )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.id = order_facts.order_id;
$$;

create function private.mail_recipient(kind text, order_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when mail_recipient.kind like 'shop\_%'
      then (select nullif(btrim(store_settings.email), '') from public.store_settings)
    when exists (select 1 from public.payments where payments.order_id = orders.id)
      then coalesce(billing.email, users.email)
    else private.proven_email(orders.user_id)
  end
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join auth.users on users.id = orders.user_id
  where orders.id = mail_recipient.order_id;
$$;
comment on function private.mail_recipient(text, uuid) is
  'Whom a mail goes to: the shop; where money came, the address of the bill or the account; else the account''s '
  'address if it is proven. Null: nobody.';
revoke all on function private.mail_recipient(text, uuid) from public;

create index outgoing_mails_recipient on public.outgoing_mails (lower(recipient), created_at);

create or replace function private.queue_mail(
  kind text, order_id uuid, event_key text, more jsonb default '{}'
) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  address text := private.mail_recipient(queue_mail.kind, queue_mail.order_id);
  max_per_day constant integer := 100;
  is_one_too_many boolean;
begin
  if address is null then
    return;
  end if;
  is_one_too_many := queue_mail.kind not like 'shop\_%' and max_per_day <= (
    select count(*) from public.outgoing_mails as mails
    where lower(mails.recipient) = lower(address)
      and mails.created_at > now() - interval '1 day' and mails.status <> 'dead'
      and mails.kind not like 'shop\_%'
  );
  insert into public.outgoing_mails (event_key, kind, order_id, recipient, facts, status, last_error)
  values (
    queue_mail.event_key, queue_mail.kind, queue_mail.order_id, address,
    private.order_facts(queue_mail.order_id) || queue_mail.more,
    case when is_one_too_many then 'dead' else 'waiting' end,
    case when is_one_too_many then format('This address had %s mails within a day.', max_per_day) end
  )
  on conflict (event_key) do nothing;
end;
$$;
comment on function private.queue_mail(text, uuid, text, jsonb) is
  'Writes a mail once for each event. Past a hundred to one address within a day it is kept as a dead letter, '
  'which an admin may send.';

create or replace function private.record_failure(
  event_id text, order_id uuid, payment_intent_id text, failure_message text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = record_failure.order_id for update;
  if target.id is null then
    return 'unknown_order';
  elsif target.status <> 'pending' then
    return 'order_is_' || target.status;
  elsif target.payment_intent_id is distinct from record_failure.payment_intent_id then
    return 'mismatch';
  end if;
  update public.orders set failure_message = left(record_failure.failure_message, 500)
  where orders.id = target.id;
  -- Whoever tries ten cards is told once: the page says the rest.
  perform private.queue_mail(
    'payment_failed', target.id, 'payment_failed:' || target.id,
    jsonb_build_object('failure_message', left(record_failure.failure_message, 500))
  );
  return 'failed';
end;
$$;
