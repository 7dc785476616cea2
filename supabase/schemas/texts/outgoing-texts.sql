-- Outbox of order texts: filled in the transaction that queues the email about the same event, sent later by the
-- worker. A text is waiting, sent, undeliverable (dead), or not sent for a reason of ours (dropped).
create table public.outgoing_texts (
  id uuid primary key default gen_random_uuid(),
  event_key text not null unique, -- The key of the email about the same event; unique, so that a repeat is a no-op.
  kind text not null check (kind in ('received', 'ready', 'on_its_way', 'delay', 'pay_link', 'refund', 'substitution')),
  order_id uuid not null references public.orders (id) on delete cascade,
  consent_id uuid not null references public.text_consents (id) on delete cascade,
  amount numeric(10, 2), -- Dollars refunded or to be paid; null for other kinds.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'dead', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now() + interval '10 seconds',
  attempted_at timestamptz, -- First attempt; counts toward the daily limit.
  is_first boolean, -- Whether it is the order's first text, which says how to stop.
  carrier_id text, -- The carrier's id of the message.
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outgoing_texts_waiting on public.outgoing_texts (next_attempt_at) where status = 'waiting';
create index outgoing_texts_order_id on public.outgoing_texts (order_id);
create index outgoing_texts_consent_id on public.outgoing_texts (consent_id);
create index outgoing_texts_attempted_at on public.outgoing_texts (attempted_at) where attempted_at is not null;

revoke all on public.outgoing_texts from service_role;
grant select on public.outgoing_texts to authenticated, service_role;
create policy "managers read outgoing texts" on public.outgoing_texts
  for select to authenticated using ((select private.can_manage()));

-- Rejects a text without a current consent. Security definer: the rule applies to every caller.
create function private.guard_outgoing_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.reject_if(new.consent_id is distinct from (private.text_consent_of(new.order_id)).id,
    'PT409', 'This order has no consent to texts.');
  return new;
end;
$$;
create trigger guard_outgoing_text before insert on public.outgoing_texts
  for each row execute function private.guard_outgoing_text();

-- Queues a text once per event, if the order's customer consented. It waits, because staff may undo what it reports.
create function private.queue_text(
  kind text, order_id uuid, event_key text, amount numeric default null, wait interval default '10 seconds'
) returns void
language sql set search_path = '' as $$
  insert into public.outgoing_texts (event_key, kind, order_id, consent_id, amount, next_attempt_at)
  select queue_text.event_key, queue_text.kind, queue_text.order_id, consent.id, queue_text.amount, now() + wait
  from private.text_consent_of(queue_text.order_id) as consent where consent.channel = any (private.text_channels())
  on conflict (event_key) do nothing;
$$;

-- Queues the text of the same event in the same transaction.
create function private.queue_text_of_mail(mail public.outgoing_mails) returns void
language sql set search_path = '' as $$
  select private.queue_text(
    each.kind, mail.order_id, mail.event_key,
    case mail.kind
      when 'order_refunded' then (mail.facts #>> '{refund,amount}')::numeric
      when 'pay_link' then (mail.facts ->> 'total')::numeric
      when 'delivery_fee' then
        (mail.facts #>> '{delivery_fee,amount}')::numeric + (mail.facts #>> '{delivery_fee,tax_amount}')::numeric
    end
  )
  from (
    select case mail.kind
      -- An order that is paid in the store was received before.
      when 'order_paid' then case when not exists (
        select from public.outgoing_texts as texts where texts.order_id = mail.order_id and texts.kind = 'received'
      ) then 'received' end
      when 'pay_in_store' then 'received'
      when 'order_ready' then 'ready'
      when 'order_out_for_delivery' then 'on_its_way'
      when 'window_lost' then 'delay'
      when 'pay_link' then 'pay_link'
      when 'delivery_fee' then 'pay_link'
      -- The part of a hold that was not charged is no refund.
      when 'order_refunded' then case when mail.facts #>> '{refund,method}' is distinct from 'release' then 'refund' end
    end as kind
  ) as each where each.kind is not null;
$$;

-- Security definer: the rules apply to every caller.
create function private.before_consent_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.protect_text_consent(old, new);
  if tg_op = 'UPDATE' and new.withdrawn_at is not null then
    update public.outgoing_texts as texts set status = 'dropped', last_error = 'The customer stopped the texts.'
    where texts.consent_id = new.id and texts.status = 'waiting';
  end if;
  return new;
end;
$$;
create trigger before_consent_write before insert or update on public.text_consents
  for each row execute function private.before_consent_write();

-- Ends all consents of a number, and rejects new ones.
create function private.record_opt_out(phone text, source text) returns void
language sql set search_path = '' as $$
  insert into private.text_opt_outs (phone, source) values (phone, source) on conflict (phone) do nothing;
  update public.text_consents as consents set withdrawn_at = clock_timestamp(), withdrawn_how = 'stop'
  where consents.phone = record_opt_out.phone and consents.withdrawn_at is null;
$$;

-- For the server: records the result of a claimed text: sent; failed, to retry later, eight times; rejected, which no
-- retry would change; or opted_out, because the carrier has a STOP. Security definer, as all claims.
create function public.finalize_text(
  text_id uuid, outcome text, carrier_id text default null, error text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.outgoing_texts;
begin
  perform private.reject_if(coalesce(outcome not in ('sent', 'failed', 'rejected', 'opted_out'), true),
    'PT400', 'A text is sent, failed, rejected, or opted out.');
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
  if outcome = 'opted_out' then
    perform private.record_opt_out(consents.phone, 'carrier')
    from public.text_consents as consents where consents.id = message.consent_id;
  end if;
  if message.status = 'dead' then
    perform private.add_alert(
      'text_dead', message.order_id, 'A text about order {number} failed: {reason}',
      jsonb_build_object(
        'number', (select orders.order_number from public.orders where orders.id = message.order_id),
        'reason', coalesce(message.last_error, 'no answer.')
      )
    );
  end if;
end;
$$;
grant execute on function public.finalize_text(uuid, text, text, text) to service_role;

-- For the server, which has checked the carrier's signature: stop ends all texts to the number, on every channel; start
-- ends that, and restores the consents of open orders that stop had ended; help changes nothing. Returns whether to
-- reply: not to a repeat, and three times a day at most. Security definer: callers may not write opt-outs.
create function public.record_text_keyword(message_id text, phone text, channel text, keyword text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialized for the number, so that STOP and START at once end in one of the two.
  perform pg_advisory_xact_lock(hashtextextended('text_keyword:' || phone, 0));
  insert into private.text_keywords (message_id, phone, channel, keyword)
  values (message_id, phone, channel, keyword)
  on conflict on constraint text_keywords_pkey do nothing;
  if not found then
    return false;
  end if;
  if keyword = 'stop' then
    perform private.record_opt_out(phone, 'keyword');
  elsif keyword = 'start' then
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
        and (orders.status = 'pending' or private.is_open(orders.status))
        and stopped.phone = private.text_phone(stopped.order_id)
        and not exists (
          select from public.text_consents as active
          where active.order_id = stopped.order_id and active.withdrawn_at is null
        );
    end if;
  end if;
  return 3 >= (
    select count(*) from private.text_keywords as keywords
    where keywords.phone = record_text_keyword.phone and keywords.received_at > now() - interval '1 day'
  );
end;
$$;
grant execute on function public.record_text_keyword(text, text, text, text) to service_role;

-- For the server: reports a text without a keyword to staff once, ten of a number per day at most. Returns whether to
-- reply, as record_text_keyword does. Security definer: callers may not write alerts.
create function public.report_text(message_id text, phone text, channel text, body text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- As record_text_keyword does, so that a repeated delivery waits for the first.
  perform pg_advisory_xact_lock(hashtextextended('text_keyword:' || phone, 0));
  if exists (select from private.text_keywords as texts where texts.message_id = report_text.message_id) then
    return false;
  end if;
  if 10 > (
    select count(*) from private.text_keywords as texts
    where texts.phone = report_text.phone and texts.keyword = 'other' and texts.received_at > now() - interval '1 day'
  ) then
    perform private.add_alert(
      'text_received', null, 'Text from {phone}: {text}', jsonb_build_object('phone', phone, 'text', body)
    );
  end if;
  return public.record_text_keyword(message_id, phone, channel, 'other');
end;
$$;
grant execute on function public.report_text(text, text, text, text) to service_role;

-- For managers: queues a dead text again; it still needs consent. Security definer: callers may not change texts.
create function public.retry_text(text_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'permission denied for function retry_text');
  select private.reject_if(not exists (
    select from public.outgoing_texts as texts where texts.id = retry_text.text_id and texts.status = 'dead'
  ), 'PT404', 'Only texts that couldn''t be sent can be sent again.');
  update public.outgoing_texts as texts
  set status = 'waiting', attempts = 0, next_attempt_at = now(), created_at = now() where texts.id = retry_text.text_id;
$$;
grant execute on function public.retry_text(uuid) to authenticated;
