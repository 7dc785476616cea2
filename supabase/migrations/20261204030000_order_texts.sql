-- Order texts by SMS and WhatsApp: consents, STOP, and their outbox.
alter table public.store_settings
  add column has_order_texts boolean not null default false,
  add column texts_from text not null default '08:00' check (texts_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column texts_until text not null default '21:00' check (texts_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column texts_per_day integer not null default 200 check (texts_per_day between 0 and 100000),
  add constraint texts_start_before_they_end check (texts_from < texts_until);
comment on column public.store_settings.has_order_texts is
  'Whether customers may choose order texts by SMS or WhatsApp; the server needs a sender for them.';
comment on column public.store_settings.texts_from is 'From this time on, order texts are sent, in the store''s time zone.';
comment on column public.store_settings.texts_until is 'After this time, order texts wait until the next day.';
comment on column public.store_settings.texts_per_day is 'Order texts per day at most; beyond, customers get emails only.';

create or replace function private.guard_money_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() = 'manager' and (
    new.free_delivery_minimum <> old.free_delivery_minimum or new.express_checkout <> old.express_checkout
    or new.accepts_snap <> old.accepts_snap
    or new.quotes_carts <> old.quotes_carts or new.has_discount_codes <> old.has_discount_codes
    or new.delivery_tax_class_id is distinct from old.delivery_tax_class_id
    or new.delivery_summary is distinct from old.delivery_summary
  ) then
    raise insufficient_privilege using message = 'Only owners can change prices and payment settings.';
  end if;
  -- Copies of orders and notices go to the email address, customers write to the WhatsApp number, and the map position decides who gets free delivery.
  if private.staff_role() = 'manager' and (
    new.email <> old.email or new.whatsapp_number <> old.whatsapp_number or new.latitude <> old.latitude or new.longitude <> old.longitude
    or new.free_delivery_miles_home <> old.free_delivery_miles_home
    or new.free_delivery_miles_cart <> old.free_delivery_miles_cart
  ) then
    raise insufficient_privilege using message =
      'Only owners can change the store''s email address, WhatsApp number, map position, and delivery radius.';
  end if;
  if private.staff_role() = 'manager' and (
    new.has_google_feed <> old.has_google_feed or new.google_store_code <> old.google_store_code
    or new.has_meta_feed <> old.has_meta_feed or new.has_agentic_feed <> old.has_agentic_feed
  ) then
    raise insufficient_privilege using message = 'Only owners can change the product feeds.';
  end if;
  -- Each text costs money, and quiet hours are law.
  if private.staff_role() = 'manager' and (
    new.has_order_texts <> old.has_order_texts or new.texts_from <> old.texts_from
    or new.texts_until <> old.texts_until or new.texts_per_day <> old.texts_per_day
  ) then
    raise insufficient_privilege using message = 'Only owners can change order texts.';
  end if;
  return new;
end;
$$;

alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails', 'files_missing',
  'payment_disputed', 'hold_lost', 'capture_stuck', 'text_dead', 'texts_limited'
));

comment on table private.shop_facts is
  'is_demo: set by the demo seed; a live shop refuses to start on it. '
  'admins_need_second_step: set by the server from AUTH_ADMIN_REQUIRES_MFA; its being there counts. '
  'payments_tried: {mode, at} of the owner''s last try that went well. '
  'text_channels: list of channels for which the server has a sender of order texts.';

-- Order texts need a consent: one per order, for the order's own phone number, with the exact wording that the customer
-- read. STOP from a number outlasts every consent; triggers enforce both, whatever writes.
create table private.text_wordings (
  version integer not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  body text not null,
  primary key (version, channel)
);
comment on table private.text_wordings is
  'Every wording of the consent; the highest version is in use. {store} and {phone} are filled in. Rows never change: a '
  'new wording is a new version.';

insert into private.text_wordings (version, channel, body) values
  (1, 'sms', 'By checking this box you agree to receive automated order texts from {store} at {phone}. Message and data '
    'rates may apply. Message frequency varies. Reply STOP to cancel, HELP for help. Consent is not a condition of purchase.'),
  (1, 'whatsapp', 'By checking this box you agree to receive automated order messages on WhatsApp from {store} at {phone}. '
    'Message and data rates may apply. Message frequency varies. Reply STOP to cancel, HELP for help. Consent is not a '
    'condition of purchase.');

alter table private.text_wordings enable row level security;
revoke all on private.text_wordings from public;

create table public.text_consents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  phone text not null check (phone ~ '^[+]1[0-9]{10}$'),
  channel text not null check (channel in ('sms', 'whatsapp')),
  wording_version integer not null,
  wording text not null,
  given_at timestamptz not null default clock_timestamp(),
  given_how text not null check (given_how in ('checkout', 'order_page', 'link', 'start')),
  given_by uuid,
  withdrawn_at timestamptz,
  withdrawn_how text check (withdrawn_how in ('customer', 'link', 'changed', 'stop')),
  foreign key (wording_version, channel) references private.text_wordings (version, channel),
  constraint withdrawn_at_a_time_and_somehow check ((withdrawn_at is null) = (withdrawn_how is null))
);
comment on table public.text_consents is
  'Consents to order texts, also those that were withdrawn: they are the store''s proof. Only the functions below write them.';
comment on column public.text_consents.phone is 'E.164; the order''s own number at that moment.';
comment on column public.text_consents.wording is 'Exact text that the customer agreed to.';
comment on column public.text_consents.given_how is
  'checkout: before the payment; order_page: later, by the signed-in customer; link: by a signed link; start: by START from '
  'the phone.';
comment on column public.text_consents.given_by is 'Account; null for a link or a text. No foreign key: proof outlives it.';
comment on column public.text_consents.withdrawn_how is 'changed: replaced by one for another channel or number.';
create unique index text_consents_one_per_order on public.text_consents (order_id) where withdrawn_at is null;
create index text_consents_order_id on public.text_consents (order_id, given_at);
create index text_consents_phone on public.text_consents (phone);

alter table public.text_consents enable row level security;
revoke all on public.text_consents from anon, authenticated, service_role;
grant select on public.text_consents to authenticated, service_role;
create policy "customers read the consents of their orders, managers all" on public.text_consents
  for select to authenticated
  using (order_id = any (array(select private.own_order_ids())) or (select private.can_manage()));

create table private.text_opt_outs (
  phone text primary key check (phone ~ '^[+][0-9]{8,15}$'),
  opted_out_at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('keyword', 'carrier'))
);
comment on table private.text_opt_outs is
  'Numbers that get no order texts on any channel, until START from the same number.';
comment on column private.text_opt_outs.source is 'keyword: STOP reached the store; carrier: the carrier rejected a text for it.';

alter table private.text_opt_outs enable row level security;
revoke all on private.text_opt_outs from public;

create table private.text_keywords (
  message_id text primary key check (char_length(message_id) between 1 and 64),
  phone text not null check (phone ~ '^[+][0-9]{8,15}$'),
  channel text not null check (channel in ('sms', 'whatsapp')),
  keyword text not null check (keyword in ('stop', 'start', 'help')),
  received_at timestamptz not null default clock_timestamp()
);
comment on table private.text_keywords is
  'STOP, START, and HELP as received; the carrier''s id makes a repeated delivery a no-op.';
create index text_keywords_phone on private.text_keywords (phone, received_at);

alter table private.text_keywords enable row level security;
revoke all on private.text_keywords from public;

create function private.has_opted_out(phone text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from private.text_opt_outs as outs where outs.phone = has_opted_out.phone);
end;
$$;
comment on function private.has_opted_out(text) is 'Whether STOP came from the number, and no START since.';

create function private.text_phone(order_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select '+1' || coalesce(billing.phone, private.phone_digits(orders.delivery_phone_number))
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    where orders.id = text_phone.order_id
  );
end;
$$;
comment on function private.text_phone(uuid) is
  'Returns the order''s own number as E.164: of the billing details, or of an order without them, of the delivery; null if '
  'there is none.';

create function private.text_channels() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select array(select jsonb_array_elements_text(facts.value::jsonb))
    from private.shop_facts as facts
    where facts.name = 'text_channels' and (select store_settings.has_order_texts from public.store_settings)
  ), '{}');
end;
$$;
comment on function private.text_channels() is
  'Returns the channels on which the store sends order texts; none while they are switched off. Security definer: nobody '
  'reads installation facts by hand.';

create function public.record_text_channels(channels text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not record_text_channels.channels <@ array['sms', 'whatsapp'] then
    raise invalid_parameter_value using message = 'A channel is sms or whatsapp.';
  end if;
  insert into private.shop_facts (name, value)
  values ('text_channels', to_jsonb(record_text_channels.channels)::text)
  on conflict (name) do update set value = excluded.value where shop_facts.value <> excluded.value;
end;
$$;
comment on function public.record_text_channels(text[]) is
  'For the server, at its start: the channels for which it has a sender. Security definer: nobody writes installation facts '
  'by hand.';
grant execute on function public.record_text_channels(text[]) to service_role;

create function private.text_consent_of(order_id uuid) returns public.text_consents
language plpgsql stable set search_path = ''
as $$
declare
  consent public.text_consents;
begin
  select * into consent from public.text_consents as consents
  where consents.order_id = text_consent_of.order_id and consents.withdrawn_at is null
    and consents.phone = private.text_phone(text_consent_of.order_id)
    and not private.has_opted_out(consents.phone);
  return consent;
end;
$$;
comment on function private.text_consent_of(uuid) is
  'Returns the consent that holds now: not withdrawn, for the order''s present number, and without STOP; else null.';

create function private.protect_text_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if private.has_opted_out(new.phone) then
      raise sqlstate 'PT409' using
        message = 'This number replied STOP. Text START from it to get order texts again.';
    end if;
    if new.phone is distinct from private.text_phone(new.order_id) then
      raise sqlstate 'PT409' using message = 'Order texts go to the order''s own phone number only.';
    end if;
  elsif old.withdrawn_at is not null
    or to_jsonb(new) - array['withdrawn_at', 'withdrawn_how'] <> to_jsonb(old) - array['withdrawn_at', 'withdrawn_how'] then
    raise sqlstate 'PT409' using message = 'A consent can''t be changed. It can be withdrawn once.';
  end if;
  return new;
end;
$$;
comment on function private.protect_text_consent() is
  'Security definer: the rule holds whoever writes. A consent is for the order''s own number, never after STOP, and is '
  'not changed afterwards.';

create trigger protect_text_consent before insert or update on public.text_consents
  for each row execute function private.protect_text_consent();

create function private.give_text_consent(
  target public.orders, channel text, wording_version integer, given_how text, given_by uuid
) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  own_phone constant text := private.text_phone(target.id);
  known public.text_consents;
  wording text;
begin
  if not coalesce(give_text_consent.channel = any (private.text_channels()), false) then
    raise sqlstate 'PT403' using message = 'The store doesn''t send these texts.';
  end if;
  if target.status not in ('pending', 'paid', 'preparing', 'ready', 'out_for_delivery') then
    raise sqlstate 'PT409' using message = 'This order has ended. There is nothing to text about.';
  end if;
  if own_phone is null then
    raise sqlstate 'PT412' using message = 'This order has no phone number.';
  end if;
  select replace(replace(wordings.body, '{store}', store_settings.name), '{phone}',
    regexp_replace(own_phone, '^[+]1(...)(...)(....)$', '(\1) \2-\3'))
  into wording
  from private.text_wordings as wordings cross join public.store_settings
  where wordings.version = give_text_consent.wording_version and wordings.channel = give_text_consent.channel
    and wordings.version = (select max(latest.version) from private.text_wordings as latest);
  if wording is null then
    raise sqlstate 'PT409' using message = 'The text of the consent has changed. Reload the page and read it again.';
  end if;
  select * into known from public.text_consents as consents
  where consents.order_id = target.id and consents.withdrawn_at is null;
  if known.phone = own_phone and known.channel = give_text_consent.channel
    and known.wording_version = give_text_consent.wording_version and not private.has_opted_out(own_phone) then
    return;
  end if;
  if 20 <= (select count(*) from public.text_consents as consents where consents.order_id = target.id) then
    raise sqlstate 'PT429' using message = 'This was changed too often. Call us to change it.';
  end if;
  update public.text_consents as consents set withdrawn_at = clock_timestamp(), withdrawn_how = 'changed'
  where consents.id = known.id;
  insert into public.text_consents (order_id, phone, channel, wording_version, wording, given_how, given_by)
  values (
    target.id, own_phone, give_text_consent.channel, give_text_consent.wording_version, wording,
    give_text_consent.given_how, give_text_consent.given_by
  );
end;
$$;
comment on function private.give_text_consent(public.orders, text, integer, text, uuid) is
  'Records a consent for the order''s own number, with the wording in use. Call it with the order locked. PT403 for a '
  'channel that the store doesn''t use, PT409 for an ended order, another wording, or a number that replied STOP, PT412 '
  'without a number, PT429 beyond 20 changes.';

create function private.withdraw_text_consent(order_id uuid, withdrawn_how text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.text_consents as consents
  set withdrawn_at = clock_timestamp(), withdrawn_how = withdraw_text_consent.withdrawn_how
  where consents.order_id = withdraw_text_consent.order_id and consents.withdrawn_at is null;
end;
$$;

create function private.own_order_for_texts(order_id uuid) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
begin
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  select * into target from public.orders
  where orders.id = own_order_for_texts.order_id and orders.user_id = (select auth.uid()) for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  return target;
end;
$$;
comment on function private.own_order_for_texts(uuid) is 'Returns the caller''s own order, locked. PT401, PT404.';

create function public.set_order_texts(order_id uuid, channel text, wording_version integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target constant public.orders := private.own_order_for_texts(set_order_texts.order_id);
begin
  perform private.give_text_consent(
    target, set_order_texts.channel, set_order_texts.wording_version,
    case target.status when 'pending' then 'checkout' else 'order_page' end, (select auth.uid())
  );
end;
$$;
comment on function public.set_order_texts(uuid, text, integer) is
  'For the order''s customer, never for staff: consents to texts about it. Errors of give_text_consent. Security definer: '
  'nobody writes consents by hand.';
grant execute on function public.set_order_texts(uuid, text, integer) to authenticated;

create function public.stop_order_texts(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target constant public.orders := private.own_order_for_texts(stop_order_texts.order_id);
begin
  perform private.withdraw_text_consent(target.id, 'customer');
end;
$$;
comment on function public.stop_order_texts(uuid) is
  'For the order''s customer: ends the texts about it. Security definer, as set_order_texts.';
grant execute on function public.stop_order_texts(uuid) to authenticated;

create function public.set_linked_order_texts(order_id uuid, channel text, wording_version integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = set_linked_order_texts.order_id for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  perform private.give_text_consent(
    target, set_linked_order_texts.channel, set_linked_order_texts.wording_version, 'link', null
  );
end;
$$;
comment on function public.set_linked_order_texts(uuid, text, integer) is
  'For the server, which has checked the link of a text: consents, as set_order_texts. Security definer, as set_order_texts.';
grant execute on function public.set_linked_order_texts(uuid, text, integer) to service_role;

create function public.stop_linked_order_texts(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.withdraw_text_consent(stop_linked_order_texts.order_id, 'link');
end;
$$;
comment on function public.stop_linked_order_texts(uuid) is
  'For the server, which has checked the link of a text: ends the texts about the order. Security definer, as set_order_texts.';
grant execute on function public.stop_linked_order_texts(uuid) to service_role;

create function private.order_texts(order_id uuid)
returns table (
  channels text[], active_channel text, phone text, has_opted_out boolean, wording_version integer, sms_wording text,
  whatsapp_wording text
)
language plpgsql stable set search_path = '' rows 1
as $$
#variable_conflict use_column
declare
  own_phone constant text := private.text_phone(order_texts.order_id);
  latest constant integer := (select max(wordings.version) from private.text_wordings as wordings);
begin
  return query
    select private.text_channels(), (private.text_consent_of(order_texts.order_id)).channel, own_phone,
      coalesce(private.has_opted_out(own_phone), false), latest,
      (select replace(wordings.body, '{store}', store_settings.name) from private.text_wordings as wordings
        where wordings.version = latest and wordings.channel = 'sms'),
      (select replace(wordings.body, '{store}', store_settings.name) from private.text_wordings as wordings
        where wordings.version = latest and wordings.channel = 'whatsapp')
    from public.store_settings;
end;
$$;
comment on function private.order_texts(uuid) is
  'Returns what a page needs to show the choice: channels (none: texts are off), the channel in use, the order''s number, '
  'and the wordings, with {phone} left in them.';

create function public.read_order_texts(order_id uuid)
returns table (
  channels text[], active_channel text, phone text, has_opted_out boolean, wording_version integer, sms_wording text,
  whatsapp_wording text
)
language plpgsql stable security definer set search_path = '' rows 1
as $$
#variable_conflict use_column
begin
  if not exists (
    select from public.orders where orders.id = read_order_texts.order_id and orders.user_id = (select auth.uid())
  ) or not private.is_session_active() then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  return query select * from private.order_texts(read_order_texts.order_id);
end;
$$;
comment on function public.read_order_texts(uuid) is
  'For the order''s customer: whether texts are offered, and on, and the wordings of the consent. Security definer: '
  'wordings and STOP are private.';
grant execute on function public.read_order_texts(uuid) to authenticated;

create function public.read_linked_order_texts(order_id uuid)
returns table (
  channels text[], active_channel text, phone text, has_opted_out boolean, wording_version integer, sms_wording text,
  whatsapp_wording text
)
language plpgsql stable security definer set search_path = '' rows 1
as $$
#variable_conflict use_column
begin
  return query select * from private.order_texts(read_linked_order_texts.order_id);
end;
$$;
comment on function public.read_linked_order_texts(uuid) is
  'For the server, which has checked the link of a text: as read_order_texts. Security definer, as read_order_texts.';
grant execute on function public.read_linked_order_texts(uuid) to service_role;

-- Outbox of order texts: filled in the transaction that queues the email about the same event, sent later by the worker.
create table public.outgoing_texts (
  id uuid primary key default gen_random_uuid(),
  event_key text not null unique,
  kind text not null check (kind in ('received', 'ready', 'on_its_way', 'delay', 'pay_link', 'refund', 'substitution')),
  order_id uuid not null references public.orders (id) on delete cascade,
  consent_id uuid not null references public.text_consents (id) on delete cascade,
  amount numeric(10, 2),
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'dead', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now() + interval '10 seconds',
  attempted_at timestamptz,
  is_first boolean,
  carrier_id text,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table public.outgoing_texts is
  'Outbox of order texts: waiting, sent, undeliverable (dead), or not sent for a reason of ours (dropped).';
comment on column public.outgoing_texts.event_key is
  'The event reported, as of its email; the unique key makes a repeat a no-op.';
comment on column public.outgoing_texts.amount is 'Dollars refunded or to be paid; null for other kinds.';
comment on column public.outgoing_texts.attempted_at is 'First attempt; counts toward the daily limit.';
comment on column public.outgoing_texts.is_first is 'Whether it is the order''s first text, which says how to stop.';
comment on column public.outgoing_texts.carrier_id is 'The carrier''s id of the message.';
create index outgoing_texts_waiting on public.outgoing_texts (next_attempt_at) where status = 'waiting';
create index outgoing_texts_order_id on public.outgoing_texts (order_id);
create index outgoing_texts_consent_id on public.outgoing_texts (consent_id);
create index outgoing_texts_attempted_at on public.outgoing_texts (attempted_at) where attempted_at is not null;

alter table public.outgoing_texts enable row level security;
revoke all on public.outgoing_texts from anon, authenticated, service_role;
grant select on public.outgoing_texts to authenticated, service_role;
create policy "managers read outgoing texts" on public.outgoing_texts
  for select to authenticated using ((select private.can_manage()));

create function private.guard_outgoing_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.consent_id is distinct from (private.text_consent_of(new.order_id)).id then
    raise sqlstate 'PT409' using message = 'This order has no consent to texts.';
  end if;
  return new;
end;
$$;
comment on function private.guard_outgoing_text() is
  'Rejects a text without the consent that holds now. Security definer: the rule holds whoever writes.';

create trigger guard_outgoing_text before insert on public.outgoing_texts
  for each row execute function private.guard_outgoing_text();

create function private.queue_text(
  kind text, order_id uuid, event_key text, amount numeric default null, wait interval default '10 seconds'
) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  consent constant public.text_consents := private.text_consent_of(queue_text.order_id);
begin
  if consent.id is null or not consent.channel = any (private.text_channels()) then
    return;
  end if;
  insert into public.outgoing_texts (event_key, kind, order_id, consent_id, amount, next_attempt_at)
  values (
    queue_text.event_key, queue_text.kind, queue_text.order_id, consent.id, queue_text.amount, now() + queue_text.wait
  )
  on conflict (event_key) do nothing;
end;
$$;
comment on function private.queue_text(text, uuid, text, numeric, interval) is
  'Queues a text once per event, if the order''s customer consented. It waits, because staff may undo what it reports.';

create function private.queue_text_of_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := case new.kind
    when 'order_paid' then 'received'
    when 'order_ready' then 'ready'
    when 'order_out_for_delivery' then 'on_its_way'
    when 'window_lost' then 'delay'
    when 'pay_link' then 'pay_link'
    when 'delivery_fee' then 'pay_link'
    when 'order_refunded' then 'refund'
  end;
begin
  if kind is not null then
    perform private.queue_text(
      kind, new.order_id, new.event_key,
      case new.kind
        when 'order_refunded' then (new.facts #>> '{refund,amount}')::numeric
        when 'pay_link' then (new.facts ->> 'total')::numeric
        when 'delivery_fee' then
          (new.facts #>> '{delivery_fee,amount}')::numeric + (new.facts #>> '{delivery_fee,tax_amount}')::numeric
      end
    );
  end if;
  return null;
end;
$$;
comment on function private.queue_text_of_mail() is
  'Queues the text of the same event in the same transaction. Security definer: nobody writes texts by hand.';

create trigger queue_text_of_mail after insert on public.outgoing_mails
  for each row execute function private.queue_text_of_mail();

create function private.delete_text_of_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outgoing_texts as texts
  where texts.event_key = old.event_key and texts.status = 'waiting' and texts.attempts = 0;
  return null;
end;
$$;
comment on function private.delete_text_of_mail() is
  'Staff undid what the email would have reported. Security definer, as queue_text_of_mail.';

create trigger delete_text_of_mail after delete on public.outgoing_mails
  for each row when (old.status = 'waiting') execute function private.delete_text_of_mail();

create function private.drop_texts_of_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.outgoing_texts as texts set status = 'dropped', last_error = 'The customer stopped the texts.'
  where texts.consent_id = new.id and texts.status = 'waiting';
  return null;
end;
$$;
comment on function private.drop_texts_of_consent() is 'Security definer, as queue_text_of_mail.';

create trigger drop_texts_of_consent after update of withdrawn_at on public.text_consents
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function private.drop_texts_of_consent();

create function private.are_texts_quiet(instant timestamptz) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    -- Until 21:00 includes that minute.
    select date_trunc('minute', are_texts_quiet.instant at time zone shop.time_zone)::time
      not between shop.texts_from::time and shop.texts_until::time
    from public.store_settings as shop
  );
end;
$$;
comment on function private.are_texts_quiet(timestamptz) is 'Whether it is outside the hours for texts, in the store''s time zone.';

create function private.why_drop_text(message public.outgoing_texts, target public.orders) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when (private.text_consent_of(target.id)).id is distinct from message.consent_id then 'The customer stopped the texts.'
    when not (select consents.channel from public.text_consents as consents where consents.id = message.consent_id)
      = any (private.text_channels()) then 'Order texts are off.'
    when message.created_at < now() - interval '2 days' then 'It was two days late.'
    when case message.kind
      when 'received' then target.status not in ('paid', 'preparing')
      when 'ready' then target.status not in ('paid', 'preparing', 'ready')
      when 'on_its_way' then target.status not in ('paid', 'preparing', 'out_for_delivery')
      when 'delay' then target.status not in ('paid', 'preparing', 'ready') or not coalesce(private.is_window_lost(target), false)
      when 'pay_link' then target.status <> 'pending' and not exists (
        select from public.delivery_fees as fees
        where fees.order_id = target.id and fees.paid_at is null and fees.amount > 0
      )
      else false
    end then 'It was no longer true.'
  end;
end;
$$;
comment on function private.why_drop_text(public.outgoing_texts, public.orders) is
  'Returns why a waiting text is never sent; null if it may be.';

create function private.is_text_true(message public.outgoing_texts, target public.orders) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return case message.kind
    when 'ready' then target.status = 'ready'
    when 'on_its_way' then target.status = 'out_for_delivery'
    else true
  end;
end;
$$;
comment on function private.is_text_true(public.outgoing_texts, public.orders) is
  'Whether the status that a text reports still holds; staff may have undone it, and may set it again.';

create function public.claim_texts(max_count integer)
returns table (
  text_id uuid, kind text, channel text, phone text, order_id uuid, order_number bigint, amount numeric, is_first boolean,
  attempts integer, created_at timestamptz
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  message public.outgoing_texts;
  target public.orders;
  consent public.text_consents;
  why text;
  left_count integer;
  claimed_count integer := 0;
  day_start timestamptz;
begin
  if private.are_texts_quiet(now()) then
    return;
  end if;
  -- Serialized, so that two processes cannot both send the last text of the day.
  perform pg_advisory_xact_lock(hashtextextended('order_texts', 0));
  select date_trunc('day', now() at time zone shop.time_zone) at time zone shop.time_zone, shop.texts_per_day
  into day_start, left_count from public.store_settings as shop;
  left_count := left_count - (
    select count(*) from public.outgoing_texts as sent where sent.attempted_at >= day_start
  );
  for message in
    select * from public.outgoing_texts as due
    where due.status = 'waiting' and due.next_attempt_at <= now()
    order by due.next_attempt_at, due.created_at
    limit 200
    for update skip locked
  loop
    exit when claimed_count >= claim_texts.max_count;
    select * into target from public.orders where orders.id = message.order_id;
    why := private.why_drop_text(message, target);
    if why is null and message.attempts = 0 and left_count <= 0 then
      why := 'The daily limit of texts was reached.';
      if not exists (
        select from public.shop_alerts as alerts where alerts.kind = 'texts_limited' and alerts.created_at >= day_start
      ) then
        perform private.add_alert('texts_limited', null,
          'The daily limit of order texts was reached. Customers get emails only until tomorrow.');
      end if;
    end if;
    if why is not null then
      update public.outgoing_texts as texts set status = 'dropped', last_error = why where texts.id = message.id;
      continue;
    end if;
    if not private.is_text_true(message, target) then
      update public.outgoing_texts as texts set next_attempt_at = now() + interval '1 minute' where texts.id = message.id;
      continue;
    end if;
    if message.attempts = 0 then
      left_count := left_count - 1;
    end if;
    claimed_count := claimed_count + 1;
    update public.outgoing_texts as texts
    set attempts = texts.attempts + 1, next_attempt_at = now() + private.retry_wait(texts.attempts + 1),
      attempted_at = coalesce(texts.attempted_at, now()),
      is_first = coalesce(texts.is_first, not exists (
        select from public.outgoing_texts as others
        where others.order_id = texts.order_id and others.attempted_at is not null and others.id <> texts.id
      ))
    where texts.id = message.id
    returning * into message;
    select * into consent from public.text_consents as consents where consents.id = message.consent_id;
    text_id := message.id;
    kind := message.kind;
    channel := consent.channel;
    phone := consent.phone;
    order_id := target.id;
    order_number := target.order_number;
    amount := message.amount;
    is_first := message.is_first;
    attempts := message.attempts;
    created_at := message.created_at;
    return next;
  end loop;
end;
$$;
comment on function public.claim_texts(integer) is
  'For the server: claims texts to send now; nobody else gets them for at least two minutes. None in quiet hours. Drops '
  'texts that are no longer true, without consent, or beyond the daily limit, which raises one alert a day. Security '
  'definer, like all claims of the worker.';
grant execute on function public.claim_texts(integer) to service_role;

create function private.record_opt_out(phone text, source text) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.text_opt_outs (phone, source) values (record_opt_out.phone, record_opt_out.source)
  on conflict (phone) do nothing;
  update public.text_consents as consents set withdrawn_at = clock_timestamp(), withdrawn_how = 'stop'
  where consents.phone = record_opt_out.phone and consents.withdrawn_at is null;
end;
$$;
comment on function private.record_opt_out(text, text) is 'Ends all consents of a number, and rejects new ones.';

create function public.finalize_text(
  text_id uuid, outcome text, carrier_id text default null, error text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  message public.outgoing_texts;
begin
  if finalize_text.outcome is null or finalize_text.outcome not in ('sent', 'failed', 'rejected', 'opted_out') then
    raise sqlstate 'PT400' using message = 'A text is sent, failed, rejected, or opted out.';
  end if;
  update public.outgoing_texts as texts
  set status = case finalize_text.outcome
        when 'sent' then 'sent'
        when 'rejected' then 'dead'
        when 'opted_out' then 'dropped'
        else case when texts.status = 'waiting' and texts.attempts >= 8 then 'dead' else texts.status end
      end,
      sent_at = case when finalize_text.outcome = 'sent' then now() end,
      carrier_id = coalesce(left(finalize_text.carrier_id, 64), texts.carrier_id),
      last_error = left(finalize_text.error, 500)
  -- STOP may have dropped it while it was on its way to the carrier.
  where texts.id = finalize_text.text_id and texts.status in ('waiting', 'dropped') and texts.attempts > 0
  returning * into message;
  if finalize_text.outcome = 'opted_out' then
    perform private.record_opt_out(consents.phone, 'carrier')
    from public.text_consents as consents where consents.id = message.consent_id;
  end if;
  if message.status = 'dead' then
    perform private.add_alert('text_dead', message.order_id, format(
      'A text about order %s failed: %s',
      (select orders.order_number from public.orders where orders.id = message.order_id),
      coalesce(message.last_error, 'no answer.')
    ));
  end if;
end;
$$;
comment on function public.finalize_text(uuid, text, text, text) is
  'For the server: records the result of a claimed text: sent; failed, to retry later, eight times; rejected, which no retry '
  'would change; or opted_out, because the carrier knows of a STOP. Security definer, like all claims of the worker.';
grant execute on function public.finalize_text(uuid, text, text, text) to service_role;

create function public.record_text_keyword(message_id text, phone text, channel text, keyword text) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  replies_per_day constant integer := 3;
begin
  -- Serialized for the number, so that STOP and START at once end in one of the two.
  perform pg_advisory_xact_lock(hashtextextended('text_keyword:' || record_text_keyword.phone, 0));
  insert into private.text_keywords (message_id, phone, channel, keyword)
  values (
    record_text_keyword.message_id, record_text_keyword.phone, record_text_keyword.channel, record_text_keyword.keyword
  )
  on conflict (message_id) do nothing;
  if not found then
    return false;
  end if;
  if record_text_keyword.keyword = 'stop' then
    perform private.record_opt_out(record_text_keyword.phone, 'keyword');
  elsif record_text_keyword.keyword = 'start' then
    delete from private.text_opt_outs as outs where outs.phone = record_text_keyword.phone;
    if found then
      insert into public.text_consents (order_id, phone, channel, wording_version, wording, given_how)
      select stopped.order_id, stopped.phone, stopped.channel, stopped.wording_version, stopped.wording, 'start'
      from (
        select distinct on (consents.order_id) consents.* from public.text_consents as consents
        where consents.phone = record_text_keyword.phone
        order by consents.order_id, consents.given_at desc
      ) as stopped
      join public.orders on orders.id = stopped.order_id
      where stopped.withdrawn_how = 'stop'
        and orders.status in ('pending', 'paid', 'preparing', 'ready', 'out_for_delivery')
        and stopped.phone = private.text_phone(stopped.order_id)
        and not exists (
          select from public.text_consents as active
          where active.order_id = stopped.order_id and active.withdrawn_at is null
        );
    end if;
  end if;
  return replies_per_day >= (
    select count(*) from private.text_keywords as keywords
    where keywords.phone = record_text_keyword.phone and keywords.received_at > now() - interval '1 day'
  );
end;
$$;
comment on function public.record_text_keyword(text, text, text, text) is
  'For the server, which has checked the carrier''s signature: stop ends all texts to the number, on every channel; start '
  'ends that, and gives back the consents of open orders that stop had ended; help changes nothing. Returns whether to '
  'reply: not to a repeated delivery, and three times a day at most. Security definer: nobody writes opt-outs by hand.';
grant execute on function public.record_text_keyword(text, text, text, text) to service_role;

create function public.retry_text(text_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function retry_text';
  end if;
  update public.outgoing_texts as texts
  set status = 'waiting', attempts = 0, next_attempt_at = now(), created_at = now()
  where texts.id = retry_text.text_id and texts.status = 'dead';
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such text to send again.';
  end if;
end;
$$;
comment on function public.retry_text(uuid) is
  'For managers: queues a dead text again; without consent it is dropped all the same. Security definer: nobody changes '
  'texts by hand.';
grant execute on function public.retry_text(uuid) to authenticated;

create or replace function private.anonymize_order(order_id uuid) returns void
language sql set search_path = ''
as $$
  delete from public.billing_details where billing_details.order_id = anonymize_order.order_id;
  update public.orders
  set delivery_address = '', delivery_street = '', delivery_unit = '', delivery_city = '', delivery_zip = '',
      driver_note = '', delivery_phone_number = '', note = ''
  where orders.id = anonymize_order.order_id and (
    orders.delivery_address <> '' or orders.driver_note <> '' or orders.delivery_phone_number <> '' or orders.note <> ''
  );
  update public.order_items set note = ''
  where order_items.order_id = anonymize_order.order_id and order_items.note <> '';
  update public.shop_alerts set message = replace(shop_alerts.message, mails.recipient, 'a deleted account')
  from public.outgoing_mails as mails
  where mails.order_id = anonymize_order.order_id and mails.kind not like 'shop\_%'
    and shop_alerts.order_id = mails.order_id and strpos(shop_alerts.message, mails.recipient) > 0;
  -- A waiting email is the last one the customer gets; it is anonymized once sent.
  delete from public.outgoing_mails
  where outgoing_mails.order_id = anonymize_order.order_id and outgoing_mails.status <> 'waiting';
  -- Consents and opt-outs stay: they are the store's proof.
  delete from public.outgoing_texts where outgoing_texts.order_id = anonymize_order.order_id;
$$;
comment on function private.anonymize_order(uuid) is
  'Removes personal data from an order: billing details, address, phone, notes, emails, texts.';

create or replace function private.order_data(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(target)
    - array['client_secret', 'payment_intent_id', 'request_key', 'intent_closed_at', 'discount_code_id', 'user_id']
    || jsonb_build_object(
      'lines', coalesce((
        select jsonb_agg(to_jsonb(items) - array['order_id', 'stock_taken'] order by items.id)
        from public.order_items as items where items.order_id = target.id
      ), '[]'),
      'billing_details', (
        select to_jsonb(billing) - 'order_id' from public.billing_details as billing where billing.order_id = target.id
      ),
      'payments', coalesce((
        select jsonb_agg(jsonb_build_object(
          'amount', paid.amount_cents / 100.0, 'currency', paid.currency, 'purpose', paid.purpose,
          'method', paid.method, 'received_at', paid.received_at
        ) order by paid.received_at)
        from public.payments as paid where paid.order_id = target.id
      ), '[]'),
      'refunds', coalesce((
        select jsonb_agg(jsonb_build_object(
          'amount', refunds.amount_cents / 100.0, 'reason', refunds.reason, 'status', refunds.status,
          'created_at', refunds.created_at, 'settled_at', refunds.settled_at
        ) order by refunds.created_at)
        from public.refunds where refunds.order_id = target.id
      ), '[]'),
      'delivery_fee', (
        select to_jsonb(fees) - array['order_id', 'payment_intent_id', 'agreed_by']
        from public.delivery_fees as fees where fees.order_id = target.id
      ),
      'substitutions', coalesce((
        select jsonb_agg(to_jsonb(changes) - array['order_id', 'stock_taken', 'request_key', 'changed_by', 'refund_id']
          order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'status_changes', coalesce((
        select jsonb_agg(jsonb_build_object('status', changes.to_status, 'changed_at', changes.changed_at) order by changes.id)
        from public.order_status_changes as changes where changes.order_id = target.id
      ), '[]'),
      'emails', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', mails.kind, 'recipient', mails.recipient, 'created_at', mails.created_at, 'sent_at', mails.sent_at
        ) order by mails.created_at)
        from public.outgoing_mails as mails where mails.order_id = target.id and mails.kind not like 'shop\_%'
      ), '[]'),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', texts.kind, 'created_at', texts.created_at, 'sent_at', texts.sent_at
        ) order by texts.created_at)
        from public.outgoing_texts as texts where texts.order_id = target.id
      ), '[]'),
      'text_consents', coalesce((
        select jsonb_agg(to_jsonb(consents) - array['id', 'order_id', 'given_by'] order by consents.given_at)
        from public.text_consents as consents where consents.order_id = target.id
      ), '[]')
    );
end;
$$;
