-- A number gets 20 texts within a day at most, and an order five questions by text.
create function private.count_texts_today(consent_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.text_consents as consents
    join public.text_consents as others on others.phone = consents.phone
    join public.outgoing_texts as texts on texts.consent_id = others.id
    where consents.id = count_texts_today.consent_id and texts.attempted_at > now() - interval '1 day'
  );
end;
$$;
comment on function private.count_texts_today(uuid) is
  'Returns how many texts were sent within a day to the number of a consent, about any order and on any channel.';

create or replace function private.why_drop_text(message public.outgoing_texts, target public.orders) returns text
language plpgsql stable set search_path = ''
as $$
declare
  -- Of an order that is paid in the store, how far it is packed; of other unpaid ones, none.
  step constant text := coalesce(private.packing_status(target), '');
begin
  return case
    when (private.text_consent_of(target.id)).id is distinct from message.consent_id then 'The customer stopped the texts.'
    when not (select consents.channel from public.text_consents as consents where consents.id = message.consent_id)
      = any (private.text_channels()) then 'Order texts are off.'
    when message.created_at < now() - interval '2 days' then 'It was two days late.'
    -- Orders that anyone places with somebody else's number must not flood it.
    when message.attempts = 0 and private.count_texts_today(message.consent_id) >= 20
      then 'The number got 20 texts within a day.'
    when case message.kind
      when 'received' then step not in ('pending', 'paid', 'preparing')
      when 'ready' then step not in ('pending', 'paid', 'preparing', 'ready')
      when 'on_its_way' then step not in ('paid', 'preparing', 'out_for_delivery')
      when 'substitution' then not private.has_open_question(target)
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

create or replace function private.create_substitution_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  consent constant public.text_consents := private.text_consent_of(new.order_id);
  preference constant text := (
    select coalesce(items.substitution_preference, orders.substitution_preference, 'contact')
    from public.order_items as items join public.orders on orders.id = items.order_id
    where items.id = new.order_item_id
  );
begin
  -- The other preferences are the answer.
  if preference <> 'contact' or consent.id is null or not consent.channel = any (private.text_channels()) then
    return null;
  end if;
  insert into public.substitution_questions (
    substitution_id, order_id, replacement_name, replacement_size_label, replacement_quantity
  )
  values (new.id, new.order_id, new.replacement_name, new.replacement_size_label, new.replacement_quantity);
  -- One text for all that staff propose within half a minute, and five for an order: the page lists all questions.
  if not exists (
    select from public.outgoing_texts as texts
    where texts.order_id = new.order_id and texts.kind = 'substitution' and texts.status = 'waiting' and texts.attempts = 0
  ) and 5 > (
    select count(*) from public.outgoing_texts as texts
    where texts.order_id = new.order_id and texts.kind = 'substitution' and texts.attempted_at is not null
  ) then
    perform private.queue_text('substitution', new.order_id, 'substitution:' || new.id, null, '30 seconds');
  end if;
  return null;
end;
$$;
comment on function private.create_substitution_question() is
  'Asks the customer who gets texts and has not chosen to replace or to leave out. Security definer: nobody writes questions '
  'and texts by hand.';
