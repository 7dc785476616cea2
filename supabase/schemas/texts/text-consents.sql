-- Order texts need a consent: one per order, for the order's own phone number, with the exact wording that the customer
-- read. STOP from a number overrides every consent; triggers enforce both for every writer.

-- Every wording of the consent; the highest version of each language is in use. {store} and {phone} are filled in. Rows
-- never change: a new wording is a new version in supabase/reference/text-wordings.json.
create table private.text_wordings (
  version integer not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  body text not null,
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  primary key (version, channel)
);

-- Consents to order texts, also withdrawn ones, the store's proof. Only the functions below write them.
create table public.text_consents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  phone text not null check (phone ~ '^[+]1[0-9]{10}$'), -- E.164; the order's own number at that moment.
  channel text not null check (channel in ('sms', 'whatsapp')),
  wording_version integer not null,
  wording text not null, -- Exact text that the customer agreed to.
  given_at timestamptz not null default clock_timestamp(),
  -- checkout: before the payment; order_page: later; link: by a signed link; start: by START from the phone.
  given_how text not null check (given_how in ('checkout', 'order_page', 'link', 'start')),
  given_by uuid, -- Account; null for a link or a text. No foreign key: proof outlives it.
  withdrawn_at timestamptz,
  withdrawn_how text check (withdrawn_how in ('customer', 'link', 'changed', 'stop')), -- changed: to another one.
  foreign key (wording_version, channel) references private.text_wordings (version, channel),
  constraint withdrawn_at_a_time_and_somehow check ((withdrawn_at is null) = (withdrawn_how is null))
);
create unique index text_consents_one_per_order on public.text_consents (order_id) where withdrawn_at is null;
create index text_consents_order_id on public.text_consents (order_id, given_at);
create index text_consents_phone on public.text_consents (phone);

revoke all on public.text_consents from service_role;
grant select on public.text_consents to authenticated, service_role;
create policy "customers read the consents of their orders, managers all" on public.text_consents
  for select to authenticated
  using (order_id = any (array(select private.own_order_ids())) or (select private.can_manage()));

-- Numbers that get no order texts on any channel, until START from the same number.
create table private.text_opt_outs (
  phone text primary key check (phone ~ '^[+][0-9]{8,15}$'),
  opted_out_at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('keyword', 'carrier')) -- STOP to the store, or rejected by the carrier.
);

-- Texts as received, by what they ask for; the carrier's id makes a repeated delivery a no-op.
create table private.text_keywords (
  message_id text primary key check (char_length(message_id) between 1 and 64),
  phone text not null check (phone ~ '^[+][0-9]{8,15}$'),
  channel text not null check (channel in ('sms', 'whatsapp')),
  keyword text not null check (keyword in ('stop', 'start', 'help', 'other')),
  received_at timestamptz not null default clock_timestamp()
);
create index text_keywords_phone on private.text_keywords (phone, received_at);

-- Returns whether STOP came from the number, and no START since.
create function private.has_opted_out(phone text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.text_opt_outs as outs where outs.phone = has_opted_out.phone);
$$;

-- Returns the order's own number as E.164: from the billing details, or without them from the delivery; null if there
-- is none, or none that can exist (https://www.nanpa.com/numbering/numbering-resources).
create function private.text_phone(order_id uuid) returns text
language sql stable set search_path = '' as $$
  select '+1' || phone.digits
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  cross join coalesce(billing.phone, private.phone_digits(orders.delivery_phone_number)) as phone (digits)
  -- Area codes and the three digits after them start with 2 to 9, and 211 to 911 are services.
  where orders.id = text_phone.order_id and phone.digits ~ '^[2-9](?!11)[0-9]{2}[2-9](?!11)[0-9]{2}';
$$;

-- Returns the channels of order texts; none while they are off. Security definer: callers may not read facts.
create function private.text_channels() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select array(select jsonb_array_elements_text(facts.value::jsonb)) from private.shop_facts as facts
    where facts.name = 'text_channels' and (select store_settings.has_order_texts from public.store_settings)
  ), '{}');
$$;

-- For the server, at its start: the channels for which it has a sender. Security definer: it writes facts.
create function public.record_text_channels(channels text[]) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not channels <@ array['sms', 'whatsapp'], '22023', 'A channel is sms or whatsapp.');
  insert into private.shop_facts (name, value)
  values ('text_channels', to_jsonb(channels)::text)
  on conflict (name) do update set value = excluded.value where shop_facts.value <> excluded.value;
$$;
grant execute on function public.record_text_channels(text[]) to service_role;

-- Returns the consent that holds now: not withdrawn, for the order's present number, and without STOP; else null.
create function private.text_consent_of(order_id uuid) returns public.text_consents
language sql stable set search_path = '' as $$
  select * from public.text_consents as consents
  where consents.order_id = text_consent_of.order_id and consents.withdrawn_at is null
    and consents.phone = private.text_phone(text_consent_of.order_id) and not private.has_opted_out(consents.phone);
$$;

-- A consent is for the order's own number, never after STOP, and is not changed afterwards.
create function private.protect_text_consent(old public.text_consents, new public.text_consents) returns void
language sql stable set search_path = '' as $$
  select private.reject_if(old.id is null and private.has_opted_out(new.phone),
    'PT409', 'This number replied STOP. Text START from it to get order texts again.');
  select private.reject_if(old.id is null and new.phone is distinct from private.text_phone(new.order_id),
    'PT409', 'Order texts go to the order''s own phone number only.');
  select private.reject_if(old.withdrawn_at is not null or old.id is not null and
    to_jsonb(new) - array['withdrawn_at', 'withdrawn_how'] <> to_jsonb(old) - array['withdrawn_at', 'withdrawn_how'],
    'PT409', 'A consent can''t be changed. It can be withdrawn once.');
$$;

-- Records a consent for the order's own number, with the wording in use. Call it with the order locked. PT403 for a
-- channel that the store doesn't use, PT409 for an ended order, another wording, or a number that replied STOP, PT412
-- without a number, PT429 beyond 20 changes.
create function private.give_text_consent(
  target public.orders, channel text, wording_version integer, given_how text, given_by uuid
) returns void
language plpgsql set search_path = '' as $$
declare
  own_phone constant text := private.text_phone(target.id);
  known public.text_consents;
  wording text;
begin
  perform private.reject_if(not coalesce(channel = any (private.text_channels()), false),
    'PT403', 'The store doesn''t send these texts.');
  perform private.reject_if(target.status <> 'pending' and not private.is_open(target.status),
    'PT409', 'This order has ended. There is nothing to text about.');
  perform private.reject_if(own_phone is null, 'PT412', 'This order has no phone number.');
  select replace(replace(wordings.body, '{store}', store_settings.name), '{phone}',
    regexp_replace(own_phone, '^[+]1(...)(...)(....)$', '(\1) \2-\3'))
  into wording
  from private.text_wordings as wordings cross join public.store_settings
  where wordings.version = give_text_consent.wording_version and wordings.channel = give_text_consent.channel
    and wordings.version = (
      select max(latest.version) from private.text_wordings as latest where latest.language = wordings.language
    );
  perform private.reject_if(wording is null,
    'PT409', 'The text of the consent has changed. Reload the page and read it again.');
  select * into known from public.text_consents as consents
  where consents.order_id = target.id and consents.withdrawn_at is null;
  if known.phone = own_phone and known.channel = channel
    and known.wording_version = wording_version and not private.has_opted_out(own_phone) then
    return;
  end if;
  perform private.reject_if((select count(*) >= 20 from public.text_consents as consents where consents.order_id = target.id),
    'PT429', 'This was changed too often. Call us to change it.');
  update public.text_consents as consents set withdrawn_at = clock_timestamp(), withdrawn_how = 'changed'
  where consents.id = known.id;
  insert into public.text_consents (order_id, phone, channel, wording_version, wording, given_how, given_by)
  values (target.id, own_phone, channel, wording_version, wording, given_how, given_by);
end;
$$;

create function private.withdraw_text_consent(order_id uuid, withdrawn_how text) returns void
language sql set search_path = '' as $$
  update public.text_consents as consents
  set withdrawn_at = clock_timestamp(), withdrawn_how = withdraw_text_consent.withdrawn_how
  where consents.order_id = withdraw_text_consent.order_id and consents.withdrawn_at is null;
$$;

-- For the order's customer, never for staff: give_text_consent. Security definer: callers may not write consents.
create function public.set_order_texts(order_id uuid, channel text, wording_version integer) returns void
language sql security definer set search_path = '' as $$
  select private.give_text_consent(
    target, set_order_texts.channel, set_order_texts.wording_version,
    case target.status when 'pending' then 'checkout' else 'order_page' end, (select auth.uid())
  )
  from private.lock_own_order(set_order_texts.order_id) as target;
$$;
grant execute on function public.set_order_texts(uuid, text, integer) to authenticated;

-- For the order's customer: ends the texts about it. Security definer, as set_order_texts.
create function public.stop_order_texts(order_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.withdraw_text_consent((private.lock_own_order(order_id)).id, 'customer');
$$;
grant execute on function public.stop_order_texts(uuid) to authenticated;

-- For the server, which has checked the link of a text: consents. Security definer, as set_order_texts.
create function public.set_linked_order_texts(order_id uuid, channel text, wording_version integer) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not exists (select from public.orders where orders.id = order_id),
    'PT404', 'This order doesn''t exist.');
  select private.give_text_consent(target, set_linked_order_texts.channel, wording_version, 'link', null)
  from (select * from public.orders where orders.id = order_id for no key update) as target;
$$;
grant execute on function public.set_linked_order_texts(uuid, text, integer) to service_role;

-- For the server, which has checked the link of a text: ends the texts. Security definer, as set_order_texts.
create function public.stop_linked_order_texts(order_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.withdraw_text_consent(order_id, 'link');
$$;
grant execute on function public.stop_linked_order_texts(uuid) to service_role;

create type private.order_texts as (
  channels text[], active_channel text, phone text, has_opted_out boolean, wording_version integer, sms_wording text,
  whatsapp_wording text
);
comment on type private.order_texts is 'Choice of order texts. May be null: active_channel.';

-- Returns what a page needs to show the choice: channels (none: texts are off), the channel in use, the order's number,
-- and the wordings in its language, else in English, with {phone} left in them.
create function private.order_texts(order_id uuid) returns setof private.order_texts
language plpgsql stable set search_path = '' rows 1 as $$
declare
  own_phone constant text := private.text_phone(order_id);
  latest constant integer := (
    select wordings.version
    from private.text_wordings as wordings
    join public.orders on orders.id = order_texts.order_id and wordings.language in (orders.language, 'en')
    order by wordings.language = 'en', wordings.version desc limit 1
  );
begin
  return query
    select private.text_channels(), (private.text_consent_of(order_texts.order_id)).channel, own_phone,
      coalesce(private.has_opted_out(own_phone), false), latest,
      max(replace(wordings.body, '{store}', store_settings.name)) filter (where wordings.channel = 'sms'),
      max(replace(wordings.body, '{store}', store_settings.name)) filter (where wordings.channel = 'whatsapp')
    from public.store_settings left join private.text_wordings as wordings on wordings.version = latest;
end;
$$;

-- For the order's customer: whether texts are offered and on, and the wordings. Security definer: STOP is private.
create function public.read_order_texts(order_id uuid) returns setof private.order_texts
language sql stable security definer set search_path = '' rows 1 as $$
  select private.reject_if(not exists (
    select from public.orders where orders.id = read_order_texts.order_id and orders.user_id = (select auth.uid())
  ) or not private.is_session_active(), 'PT404', 'This order doesn''t exist.');
  select * from private.order_texts(read_order_texts.order_id);
$$;
grant execute on function public.read_order_texts(uuid) to authenticated;

-- For the server, which has checked the link of a text: as read_order_texts, with the last four digits of the number,
-- because texts are passed on. Security definer, as read_order_texts.
create function public.read_linked_order_texts(order_id uuid) returns setof private.order_texts
language sql stable security definer set search_path = '' rows 1 as $$
  select texts.channels, texts.active_channel, '(•••) •••-' || right(texts.phone, 4), texts.has_opted_out,
    texts.wording_version, texts.sms_wording, texts.whatsapp_wording
  from private.order_texts(read_linked_order_texts.order_id) as texts;
$$;
grant execute on function public.read_linked_order_texts(uuid) to service_role;
