-- Order emails: written once per event, with all facts, in the transaction that they report; the worker sends them.

-- Returns user text for an email: one line, without links, at most this long; null if nothing is left.
create function private.one_line(typed text, max_length integer) returns text
language sql immutable
return nullif(left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  one_line.typed,
  -- Invisible characters and bidirectional overrides.
  '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
  -- Characters that form lines, addresses, and tags.
  '[[:cntrl:]\u0085\u2028\u2029/\\:@<>]+', ' ', 'g'),
  -- Mail programs make a link of a dot within a word: "J.R. Ewing" becomes "J. R. Ewing".
  '[.\u3002\uff0e\uff61]+(?=\S)', '. ', 'g'),
  '\s+', ' ', 'g')), one_line.max_length), '');

create type private.fee_details as (amount numeric, tax_amount numeric, is_paid boolean);

-- Returns the separate delivery fee as emails, links, and the board show it; null if there is none.
create function private.fee_details(order_id uuid) returns private.fee_details
language sql stable set search_path = '' as $$
  select fees.amount, fees.tax_amount, fees.paid_at is not null
  from public.delivery_fees as fees where fees.order_id = fee_details.order_id;
$$;

create function private.order_facts(order_id uuid, language text default 'en') returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_jsonb(facts)
    from (
      select orders.id as order_id, orders.order_number, orders.language, orders.created_at as placed_at, orders.status,
        orders.total, orders.delivery_cost, orders.delivery_included, orders.tax_amount, orders.discount,
        orders.paid_amount, orders.refunded_amount, orders.delivery_type, orders.window_starts_at, orders.window_ends_at,
        orders.cancelled_by, orders.cancel_reason, orders.channel, paid.method as paid_by,
        case when not orders.delivery_included then private.fee_details(orders.id) end as delivery_fee,
        case when paid.held_until is not null and paid.captured_at is null
          then paid.amount_cents / 100.0 else 0 end as held_amount,
        case when paid.held_until is not null
          then coalesce(paid.capture_cents, private.refundable_cents(paid.payment_intent_id)) / 100.0
        end as charged_amount,
        coalesce((
          select sum(refunds.amount_cents) / 100.0 from public.refunds
          join public.payments
            on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
          where refunds.order_id = orders.id and refunds.method = 'release' and refunds.status = 'succeeded'
        ), 0) as released_amount,
        coalesce(private.one_line(orders.delivery_address, 200), '') as delivery_address,
        coalesce(private.one_line(orders.delivery_phone_number, 40), '') as delivery_phone_number,
        private.one_line(orders.driver_note, 300) as driver_note,
        case orders.delivery_type when 'delivery' then private.stops_before(orders.id) end as stops_before,
        private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60) as customer_name,
        case when orders.paid_at is null then chosen.pay_by end as pay_in_store_by,
        case when chosen.is_waiting then chosen.due_total else orders.total end as due_amount,
        coalesce(chosen.is_waiting and chosen.needs_weight, false) as needs_weight,
        private.packing_status(orders) as packing_status,
        array(
          select row(tenders.method, tenders.amount_cents / 100.0, tenders.cash_received_cents / 100.0)::private.tender
          from public.payments as tenders
          where tenders.order_id = orders.id and tenders.purpose in ('order', 'tender') and tenders.method <> 'card'
          order by tenders.payment_intent_id
        ) as tenders,
        array(
          select to_jsonb(line) from (
            select private.translated_product_name(
                items.product_id, items.product_name, items.choices, order_facts.language
              ) as name,
              private.translated_size(items.size_label, order_facts.language) as size,
              private.translated_size(items.pack_size, order_facts.language) as pack_size, items.quantity,
              items.unit_price, items.pounds_each, items.price_per_pound, items.packed_pounds, items.packed_units,
              items.choices, items.weight_refund, items.weight_tax_refund, items.image_url,
              array(
                select made from private.line_substitutions(
                  items.id, orders.status = 'pending' and coalesce(private.is_packed(private.packing_status(orders)), false),
                  order_facts.language
                ) as made
              ) as changes
            from public.order_items as items where items.order_id = orders.id order by items.id
          ) as line
        ) as items
      from public.orders
      left join public.billing_details as billing on billing.order_id = orders.id
      left join public.profiles on profiles.id = orders.user_id
      left join public.pay_in_store_orders as chosen on chosen.order_id = orders.id
      left join public.payments as paid on paid.order_id = orders.id and paid.purpose = 'order'
      where orders.id = order_facts.order_id
    ) as facts
  );
end;
$$;

-- Queues an email once per event, with the given facts or those of order_facts. Customers get it at the address of a
-- point-of-sale order; after payment, at the billing address or the account's; before, at the account's if verified.
-- Beyond a hundred to one address within a day it is stored as dead, and a manager may send it.
create function private.queue_mail(
  kind text, order_id uuid, event_key text, more jsonb default '{}', facts jsonb default null
) returns void
language plpgsql set search_path = '' as $$
declare
  is_to_shop constant boolean := kind like 'shop\_%';
  max_per_day constant integer := 100;
  queued_id uuid;
  has_consent boolean;
begin
  insert into public.outgoing_mails as queued (event_key, kind, order_id, recipient, facts, status, last_error)
  select queue_mail.event_key, queue_mail.kind, queue_mail.order_id, mail.address,
    coalesce(queue_mail.facts, private.order_facts(
      queue_mail.order_id, case when is_to_shop then 'en' else mail.language end
    )) || queue_mail.more,
    case when sent.is_one_too_many then 'dead' else 'waiting' end,
    case when sent.is_one_too_many then format('We sent %s emails to this address in one day.', max_per_day) end
  -- Once each: an offset keeps PostgreSQL from copying the expressions to each use.
  from (
    select orders.language, case
      when is_to_shop then (select nullif(btrim(shop.email), '') from public.store_settings as shop)
      -- Staff typed the address with the customer present. The page reports declined cards.
      when orders.channel = 'counter' then case when queue_mail.kind <> 'payment_failed' then orders.customer_email end
      when exists (select from public.payments where payments.order_id = orders.id)
        then coalesce(billing.email, users.email)
      else private.verified_email(orders.user_id)
    end as address
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join auth.users on users.id = orders.user_id
    where orders.id = queue_mail.order_id offset 0
  ) as mail
  cross join lateral (
    select not is_to_shop and exists (
      select from public.outgoing_mails as mails
      where lower(mails.recipient) = lower(mail.address)
        and mails.created_at > now() - interval '1 day' and mails.status <> 'dead'
        and mails.kind not like 'shop\_%'
      offset max_per_day - 1
    ) as is_one_too_many offset 0
  ) as sent
  where mail.address is not null
  on conflict on constraint outgoing_mails_event_key_key do nothing
  returning queued.id, exists (select from public.text_consents as consents where consents.order_id = queued.order_id)
  into queued_id, has_consent;
  if has_consent and not is_to_shop then
    perform private.queue_text_of_mail(mails) from public.outgoing_mails as mails where mails.id = queued_id;
  end if;
end;
$$;

-- Deletes the unsent email about an event that staff undid, and its text. Returns whether there was one.
create function private.withdraw_mail(order_id uuid, pattern text) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from public.outgoing_texts as texts
  where texts.order_id = withdraw_mail.order_id and texts.event_key like withdraw_mail.pattern
    and texts.status = 'waiting' and texts.attempts = 0;
  delete from public.outgoing_mails as mails
  where mails.order_id = withdraw_mail.order_id and mails.event_key like withdraw_mail.pattern
    and mails.status = 'waiting' and mails.attempts = 0;
  return found;
end;
$$;

-- No email for an order that was only replaced.
create function private.mail_status_change(old public.orders, new public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  facts jsonb;
begin
  if private.is_packed(new.status) or new.status = 'completed' then
    perform private.queue_mail('order_' || new.status, new.id, format('order_%s:%s', new.status, new.id));
  elsif new.status = 'paid' and old.status = 'pending' and new.cancel_reason is null then
    -- With a cancel reason, it was canceled in the same transaction, and only that is reported.
    facts := private.order_facts(new.id, new.language);
    perform private.queue_mail('order_paid', new.id, 'order_paid:' || new.id, facts => facts);
    -- Staff who took the payment know about it.
    if coalesce(facts ->> 'paid_by', 'card') = 'card' then
      perform private.queue_mail(
        'shop_order_paid', new.id, 'shop_order_paid:' || new.id,
        facts => case when new.language = 'en' then facts end
      );
    end if;
  elsif new.status = 'cancelled' and new.total > 0 and new.cancel_reason <> 'withdrawn' then
    perform private.queue_mail('order_cancelled', new.id, 'order_cancelled:' || new.id);
    if new.cancelled_by = 'customer' and (
      old.status <> 'pending'
      or exists (select from public.pay_in_store_orders as chosen where chosen.order_id = new.id)
    ) then
      perform private.queue_mail('shop_order_cancelled', new.id, 'shop_order_cancelled:' || new.id);
    end if;
  end if;
end;
$$;

create function private.mail_refund(new public.refunds) returns void
language plpgsql set search_path = '' as $$
begin
  if new.order_id is null or exists (
    -- The email sent when the order was ready or left reported the substitutions and their refund.
    select 1 from public.substitutions as settled
    join public.outgoing_mails as mail on mail.order_id = settled.order_id and mail.created_at = settled.settled_at
    where settled.refund_id = new.id
  ) or (
    -- That email also reported the weights and what is charged.
    new.reason = 'weight' and new.method = 'release'
    and exists (select from public.orders where orders.id = new.order_id and orders.paid_amount > 0)
  ) then
    return;
  end if;
  perform private.queue_mail(
    'order_refunded', new.order_id, 'order_refunded:' || new.id,
    jsonb_build_object('refund', jsonb_build_object(
      'amount', new.amount_cents / 100.0,
      'reason', new.reason,
      'method', new.method,
      'purpose', (
        select payments.purpose from public.payments where payments.payment_intent_id = new.payment_intent_id
      ),
      -- Everything paid has been refunded; pending refunds do not count.
      'is_whole', (
        select case
          when payments.purpose in ('order', 'tender', 'delivery_fee') then orders.refunded_amount = orders.paid_amount
          else payments.refunded_cents = payments.amount_cents
        end
        from public.payments join public.orders on orders.id = payments.order_id
        where payments.payment_intent_id = new.payment_intent_id
      ),
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'name', private.translated_product_name(items.product_id, items.product_name, items.choices, orders.language),
          'size', private.translated_size(items.size_label, orders.language),
          'pack_size', private.translated_size(items.pack_size, orders.language), 'quantity', line.quantity
        ) order by items.id)
        from jsonb_to_recordset(new.lines) as line (order_item_id bigint, quantity integer)
        join public.order_items as items on items.id = line.order_item_id
        join public.orders on orders.id = items.order_id
        where line.quantity > 0
      )
    ))
  );
end;
$$;

-- For managers: queues a dead email again. Security definer: callers may not change emails directly.
create function public.retry_mail(mail_id uuid) returns public.outgoing_mails
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'permission denied for function retry_mail');
  select private.reject_if(not exists (
    select from public.outgoing_mails as mails where mails.id = retry_mail.mail_id
  ), 'PT404', 'This email doesn''t exist.');
  select private.reject_if(exists (
    select from public.outgoing_mails as mails where mails.id = retry_mail.mail_id and mails.status = 'sent'
  ), 'PT409', 'This email was sent already. Reload the page.');
  update public.outgoing_mails set status = 'waiting', attempts = 0, next_attempt_at = now()
  where id = retry_mail.mail_id and status = 'dead';
  select * from public.outgoing_mails as mails where mails.id = retry_mail.mail_id;
$$;
grant execute on function public.retry_mail(uuid) to authenticated;

-- Emails the customer the last status of their order again, with a new link, if the contact is the order's; at most one
-- to an address in ten minutes. Does not say whether there is one. Security definer: it inserts emails.
create function public.resend_order_link(order_number bigint, contact text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mail public.outgoing_mails;
begin
  select mails.* into mail
  from public.orders
  join public.outgoing_mails as mails on mails.order_id = orders.id and mails.kind in (
    'order_paid', 'pay_in_store', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled'
  )
  left join public.billing_details as billing on billing.order_id = orders.id
  where orders.order_number = resend_order_link.order_number and (
    lower(mails.recipient) = lower(btrim(resend_order_link.contact))
    or private.phone_digits(contact) in (private.phone_digits(orders.delivery_phone_number), billing.phone)
  )
  order by mails.created_at desc limit 1;
  -- Serialized, so that requests at once send one email.
  perform pg_advisory_xact_lock(hashtextextended('order_link:' || lower(mail.recipient), 0));
  if mail.id is null or exists (
    select from public.outgoing_mails as mails
    where lower(mails.recipient) = lower(mail.recipient)
      and mails.created_at > now() - interval '10 minutes' and mails.event_key like 'order\_link:%'
  ) then
    return;
  end if;
  perform private.queue_mail(mail.kind, mail.order_id, format('order_link:%s:%s', mail.order_id, now()));
end;
$$;
grant execute on function public.resend_order_link(bigint, text) to service_role;
