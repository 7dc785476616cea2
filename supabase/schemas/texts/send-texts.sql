-- Texts that are due, and why a text is dropped.

-- Returns why a waiting text is never sent; null if it may be.
create function private.why_drop_text(message public.outgoing_texts, target public.orders) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- Empty for unpaid orders, except those that are paid in the store.
  step constant text := coalesce(private.packing_status(target), '');
  sent record;
begin
  -- Within a day, to the number of the consent, about any order and on any channel.
  select count(*) as text_count, count(distinct others.user_id) filter (
    where others.user_id is distinct from orders.user_id
  ) as account_count
  into sent
  from public.text_consents as consents
  join public.orders on orders.id = consents.order_id
  join public.text_consents as same_number on same_number.phone = consents.phone
  join public.orders as others on others.id = same_number.order_id
  join public.outgoing_texts as texts on texts.consent_id = same_number.id
  where consents.id = message.consent_id and texts.attempted_at > now() - interval '1 day';
  return case
    when (private.text_consent_of(target.id)).id is distinct from message.consent_id then 'The customer stopped the texts.'
    when not (select consents.channel from public.text_consents as consents where consents.id = message.consent_id)
      = any (private.text_channels()) then 'Order texts are off.'
    when message.created_at < now() - interval '2 days' then 'It was two days late.'
    -- Orders that anyone places with somebody else's number must not flood it.
    when message.attempts = 0 and sent.text_count >= 20 then 'The number got 20 texts within a day.'
    when message.attempts = 0 and sent.account_count >= 2
      then 'The number got texts about orders of two other accounts within a day.'
    when case message.kind
      when 'received' then private.is_packed(step) or step <> 'pending' and not private.is_open(step)
      when 'ready' then step <> 'pending' and not private.is_in_store(step)
      when 'on_its_way' then not private.is_open(step)
      when 'substitution' then not private.can_be_packed(target) or not exists (
        select from public.substitution_questions as questions
        join public.substitutions as changes on changes.id = questions.substitution_id
        where questions.order_id = target.id and questions.answer is null and changes.settled_at is null
      )
      when 'delay' then not private.is_in_store(target.status) or not coalesce(private.is_window_lost(target), false)
      when 'pay_link' then target.status <> 'pending' and not exists (
        select from public.delivery_fees as fees
        where fees.order_id = target.id and fees.paid_at is null and fees.amount > 0
      )
      else false
    end then 'It was no longer true.'
  end;
end;
$$;

create function public.claim_texts(max_count integer)
returns table (
  text_id uuid, kind text, channel text, phone text, order_id uuid, order_number bigint, amount numeric, is_first boolean,
  attempts integer, created_at timestamptz, language text
)
language plpgsql security definer set search_path = '' as $$
declare
  message public.outgoing_texts;
  target public.orders;
  why text;
  left_count integer;
  claimed_count integer := 0;
  day_start timestamptz;
  is_quiet boolean;
begin
  -- Until 21:00 includes that minute.
  select date_trunc('day', now() at time zone shop.time_zone) at time zone shop.time_zone, shop.texts_per_day,
    date_trunc('minute', now() at time zone shop.time_zone)::time
      not between shop.texts_from::time and shop.texts_until::time
  into day_start, left_count, is_quiet from public.store_settings as shop;
  if is_quiet then
    return;
  end if;
  -- Serialized, so that two processes cannot both send the last text of the day.
  perform pg_advisory_xact_lock(hashtextextended('order_texts', 0));
  left_count := left_count - (select count(*) from public.outgoing_texts as sent where sent.attempted_at >= day_start);
  for message in
    select * from public.outgoing_texts as due
    where due.status = 'waiting' and due.next_attempt_at <= now()
    order by due.next_attempt_at, due.created_at limit 200 for update skip locked
  loop
    exit when claimed_count >= max_count;
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
    -- Staff may have undone the status that the text reports, and may set it again.
    if message.kind in ('ready', 'on_its_way')
      and not coalesce(private.is_packed(private.packing_status(target)), false) then
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
    where texts.id = message.id returning * into message;
    select message.id, message.kind, consents.channel, consents.phone, target.id, target.order_number, message.amount,
      message.is_first, message.attempts, message.created_at, target.language
    into text_id, kind, channel, phone, order_id, order_number, amount, is_first, attempts, created_at, language
    from public.text_consents as consents where consents.id = message.consent_id;
    return next;
  end loop;
end;
$$;
comment on function public.claim_texts(integer) is 'For the server: claims texts to send now; no other worker gets '
  'them for at least two minutes. None in quiet hours. Drops texts that are no longer true, without consent, or beyond '
  'the daily limit, which raises one alert a day. Security definer, as all claims. May be null: amount.';
grant execute on function public.claim_texts(integer) to service_role;
