-- Consents to order texts in the language of the order.
alter table private.text_wordings add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
comment on table private.text_wordings is
  'Every wording of the consent; the highest version of each language is in use. {store} and {phone} are filled in. Rows '
  'never change: a new wording is a new version.';

insert into private.text_wordings (version, channel, language, body) values
  (2, 'sms', 'es', 'Al marcar esta casilla, usted acepta recibir mensajes de texto automáticos de {store} sobre su pedido al '
    '{phone}. Pueden aplicarse tarifas de mensajes y datos. La frecuencia de los mensajes varía. Responda STOP para cancelar o '
    'HELP para recibir ayuda. El consentimiento no es una condición de compra.'),
  (2, 'whatsapp', 'es', 'Al marcar esta casilla, usted acepta recibir mensajes automáticos de WhatsApp de {store} sobre su '
    'pedido al {phone}. Pueden aplicarse tarifas de mensajes y datos. La frecuencia de los mensajes varía. Responda STOP para '
    'cancelar o HELP para recibir ayuda. El consentimiento no es una condición de compra.'),
  (3, 'sms', 'fr', 'En cochant cette case, vous acceptez de recevoir des SMS automatiques de {store} sur votre commande au '
    '{phone}. Des frais de messages et de données peuvent s’appliquer. La fréquence des messages varie. Répondez STOP pour '
    'arrêter, HELP pour obtenir de l’aide. Ce consentement n’est pas une condition d’achat.'),
  (3, 'whatsapp', 'fr', 'En cochant cette case, vous acceptez de recevoir des messages WhatsApp automatiques de {store} sur '
    'votre commande au {phone}. Des frais de messages et de données peuvent s’appliquer. La fréquence des messages varie. '
    'Répondez STOP pour arrêter, HELP pour obtenir de l’aide. Ce consentement n’est pas une condition d’achat.'),
  (4, 'sms', 'ht', 'Lè w tcheke ti kare sa a, ou dakò resevwa mesaj tèks otomatik sou kòmand ou nan men {store} nan {phone}. '
    'Frè pou mesaj ak done ka aplike. Kantite mesaj yo varye. Reponn STOP pou anile, HELP pou jwenn èd. Konsantman an pa yon '
    'kondisyon pou achte.'),
  (4, 'whatsapp', 'ht', 'Lè w tcheke ti kare sa a, ou dakò resevwa mesaj WhatsApp otomatik sou kòmand ou nan men {store} nan '
    '{phone}. Frè pou mesaj ak done ka aplike. Kantite mesaj yo varye. Reponn STOP pou anile, HELP pou jwenn èd. Konsantman an '
    'pa yon kondisyon pou achte.');

create or replace function private.give_text_consent(
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
    and wordings.version = (
      select max(latest.version) from private.text_wordings as latest where latest.language = wordings.language
    );
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

create or replace function private.order_texts(order_id uuid)
returns table (
  channels text[], active_channel text, phone text, has_opted_out boolean, wording_version integer, sms_wording text,
  whatsapp_wording text
)
language plpgsql stable set search_path = '' rows 1
as $$
#variable_conflict use_column
declare
  own_phone constant text := private.text_phone(order_texts.order_id);
  latest constant integer := (
    select wordings.version
    from private.text_wordings as wordings
    join public.orders on orders.id = order_texts.order_id and wordings.language in (orders.language, 'en')
    order by wordings.language = 'en', wordings.version desc
    limit 1
  );
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
  'and the wordings in its language, else in English, with {phone} left in them.';
