-- Customers read names of products in the language of their order or page.
create function private.translated_product_name(product_id bigint, name text, choices jsonb, language text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  with_choices constant text := private.name_with_choices('', coalesce(translated_product_name.choices, '[]'));
  bought text := translated_product_name.name;
  translated_choices jsonb;
begin
  if translated_product_name.language not in ('es', 'fr', 'ht') then
    return translated_product_name.name;
  end if;
  if with_choices <> '' and right(bought, char_length(with_choices)) = with_choices then
    bought := left(bought, -char_length(with_choices));
    select jsonb_agg(each.choice || jsonb_build_object(
      'label', coalesce(labels.text, each.choice ->> 'label'), 'group', coalesce(groups.text, each.choice ->> 'group')
    ) order by each.place)
    into translated_choices
    from jsonb_array_elements(translated_product_name.choices) with ordinality as each (choice, place)
    left join public.content_translations as labels
      on labels.subject = 'choice' and labels.subject_id = each.choice ->> 'id' and labels.field = 'label'
        and labels.language = translated_product_name.language and labels.source_text = each.choice ->> 'label'
    left join public.choices on choices.id = (each.choice ->> 'id')::bigint
    left join public.content_translations as groups
      on groups.subject = 'choice_group' and groups.subject_id = choices.group_id::text and groups.field = 'name'
        and groups.language = translated_product_name.language and groups.source_text = each.choice ->> 'group';
  end if;
  return private.name_with_choices(coalesce((
    select known.text from public.content_translations as known
    where known.subject = 'product' and known.subject_id = translated_product_name.product_id::text
      and known.field = 'name' and known.language = translated_product_name.language
      -- The product may be called something else by now.
      and known.source_text = bought
  ), bought), coalesce(translated_choices, '[]'));
end;
$$;
comment on function private.translated_product_name(bigint, text, jsonb, text) is
  'Returns the name of a bought product and its choices in a language; what has no translation of just this name stays in '
  'English. Security definer: customers read no choices, and translations of products that are no longer for sale.';
grant execute on function private.translated_product_name(bigint, text, jsonb, text) to authenticated;

create function private.translated_size(label text, language text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select known.text from public.content_translations as known
    where known.subject = 'size' and known.subject_id = translated_size.label and known.field = 'label'
      and known.language = translated_size.language
  ), translated_size.label);
end;
$$;
comment on function private.translated_size(text, text) is
  'Returns the label of a size in a language, or as it is. Security definer, as translated_product_name.';
grant execute on function private.translated_size(text, text) to authenticated;

create function public.translate_order_lines(order_ids uuid[], language text)
returns table (order_item_id bigint, substitution_id bigint, name text, size_label text)
language plpgsql stable security invoker set search_path = '' rows 10
as $$
#variable_conflict use_column
begin
  if cardinality(translate_order_lines.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  return query
    select items.id, null::bigint,
      private.translated_product_name(
        items.product_id, items.product_name, items.choices, translate_order_lines.language
      ),
      private.translated_size(items.size_label, translate_order_lines.language)
    from public.order_items as items
    where items.order_id = any (translate_order_lines.order_ids)
    union all
    select changes.order_item_id, changes.id,
      private.translated_product_name(
        changes.replacement_product_id, changes.replacement_name, '[]', translate_order_lines.language
      ),
      private.translated_size(changes.replacement_size_label, translate_order_lines.language)
    from public.substitutions as changes
    where changes.order_id = any (translate_order_lines.order_ids) and changes.replacement_name is not null;
end;
$$;
comment on function public.translate_order_lines(uuid[], text) is
  'Returns names and sizes of the lines of orders that the caller may read, and of their replacements, in a language.';
grant execute on function public.translate_order_lines(uuid[], text) to authenticated;

drop function private.line_substitutions(bigint, boolean);
create function private.line_substitutions(
  order_item_id bigint, also_open boolean default false, language text default 'en'
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', changes.id, 'is_settled', changes.settled_at is not null, 'kind', changes.kind, 'quantity', changes.quantity,
      'name', private.translated_product_name(
        changes.replacement_product_id, changes.replacement_name, '[]', line_substitutions.language
      ),
      'size', private.translated_size(changes.replacement_size_label, line_substitutions.language),
      'replacement_quantity', changes.replacement_quantity,
      'given_back', case when changes.refund_id is not null or changes.settled_at is null then changes.refund_cents / 100.0
        else 0 end,
      'answer', case when questions.substitution_id is not null then coalesce(questions.answer, 'waiting') end
    ) order by changes.id)
    from public.substitutions as changes
    left join public.substitution_questions as questions on questions.substitution_id = changes.id
    where changes.order_item_id = line_substitutions.order_item_id
      and (changes.settled_at is not null or line_substitutions.also_open)
  ), '[]');
end;
$$;
comment on function private.line_substitutions(bigint, boolean, text) is
  'Returns what emails and links say about a line''s substitutions; packers also see which can be undone.';

drop function private.order_facts(uuid);
create function private.order_facts(order_id uuid, language text default 'en') returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
      'language', orders.language,
      'placed_at', orders.created_at,
      'status', orders.status,
      'total', orders.total,
      'delivery_cost', orders.delivery_cost,
      'delivery_included', orders.delivery_included,
      'delivery_fee', private.fee_details(orders.id),
      'tax_amount', orders.tax_amount,
      'discount', orders.discount,
      'paid_amount', orders.paid_amount,
      'refunded_amount', orders.refunded_amount,
      'held_amount', coalesce((
        select payments.amount_cents / 100.0 from public.payments
        where payments.order_id = orders.id and payments.purpose = 'order'
          and payments.held_until is not null and payments.captured_at is null
      ), 0),
      'released_amount', coalesce((
        select sum(refunds.amount_cents) / 100.0 from public.refunds
        join public.payments
          on payments.payment_intent_id = refunds.payment_intent_id and payments.purpose = 'order'
        where refunds.order_id = orders.id and refunds.method = 'release' and refunds.status = 'succeeded'
      ), 0),
      'delivery_type', orders.delivery_type,
      'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
      'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
      'driver_note', private.one_line(orders.driver_note, 300),
      'stops_before', private.stops_before(orders.id),
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'pay_in_store_by', (
        select chosen.pay_by from public.pay_in_store_orders as chosen
        where chosen.order_id = orders.id and orders.paid_at is null
      ),
      'due_amount', private.due_total(orders),
      'needs_weight', coalesce((
        select waiting.needs_weight from public.pay_in_store_orders as waiting
        where waiting.order_id = orders.id and waiting.is_waiting
      ), false),
      'packing_status', private.packing_status(orders),
      'tenders', private.list_tenders(orders.id),
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', private.translated_product_name(
            items.product_id, items.product_name, items.choices, order_facts.language
          ), 'size', private.translated_size(items.size_label, order_facts.language), 'quantity', items.quantity,
          'unit_price', items.unit_price, 'pounds_each', items.pounds_each, 'price_per_pound', items.price_per_pound,
          'packed_pounds', items.packed_pounds, 'weight_refund', items.weight_refund, 'image_url', items.image_url, 'changes', private.line_substitutions(
            items.id, orders.status = 'pending' and coalesce(private.packing_status(orders) = 'ready', false),
            order_facts.language
          )
        ) order by items.id)
        from public.order_items as items where items.order_id = orders.id
      ), '[]')
    )
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    where orders.id = order_facts.order_id
  );
end;
$$;

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
    private.order_facts(queue_mail.order_id, case
      when queue_mail.kind not like 'shop\_%'
        then (select orders.language from public.orders where orders.id = queue_mail.order_id)
      else 'en'
    end) || queue_mail.more,
    case when is_one_too_many then 'dead' else 'waiting' end,
    case when is_one_too_many then format('We sent %s emails to this address in one day.', max_per_day) end
  )
  on conflict (event_key) do nothing;
end;
$$;
comment on function private.queue_mail(text, uuid, text, jsonb) is
  'Queues an email once per event. Beyond a hundred to one address within a day it is stored as dead, and a manager'
  ' may send it.';

create or replace function private.mail_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.order_id is null or exists (
    -- The email sent when the order was ready or left reported the substitutions and their refund.
    select 1 from public.substitutions as settled
    join public.outgoing_mails as mail on mail.order_id = settled.order_id and mail.created_at = settled.settled_at
    where settled.refund_id = new.id
  ) then
    return null;
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
          'size', private.translated_size(items.size_label, orders.language), 'quantity', line.quantity
        ) order by items.id)
        from jsonb_to_recordset(new.lines) as line (order_item_id bigint, quantity integer)
        join public.order_items as items on items.id = line.order_item_id
        join public.orders on orders.id = items.order_id
        where line.quantity > 0
      )
    ))
  );
  return null;
end;
$$;
comment on function private.mail_refund() is 'Security definer: nobody may write mails by hand.';

drop function public.linked_order(uuid);
create function public.linked_order(order_id uuid, language text default 'en') returns jsonb
language sql stable security definer set search_path = ''
as $$
  select (
      -- Keys are listed, so that new facts in emails are not exposed here automatically.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id, linked_order.language)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'delivery_fee', 'discount',
        'paid_amount', 'refunded_amount', 'held_amount', 'released_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at', 'paid_by', 'channel', 'pay_in_store_by', 'due_amount',
        'needs_weight', 'packing_status'
      )
    ) || jsonb_build_object(
      'can_cancel', exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = orders.status and moves.to_status = 'cancelled'
          and 'customer' = any (moves.moved_by)
      ),
      'steps', (
        select jsonb_agg(jsonb_build_object('status', steps.to_status, 'at', steps.changed_at) order by steps.id)
        from public.order_status_changes as steps where steps.order_id = orders.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', refunds.id, 'status', refunds.status, 'method', refunds.method, 'replaces_id', refunds.replaces_id,
          'amount', refunds.amount_cents / 100.0
        ) order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;
comment on function public.linked_order(uuid, text) is
  'For the server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], refunds: '
  '[{id, status, method, replaces_id, amount}]} and what its emails say about products and money, without name, '
  'address, phone, and notes, because emails are forwarded. Null: no such order. jsonb: a part of the document '
  'that private.order_facts makes. Security definer: nobody else reads the facts of an email.';
grant execute on function public.linked_order(uuid, text) to service_role;

drop function public.list_linked_substitution_questions(uuid);
create function public.list_linked_substitution_questions(order_id uuid, language text default 'en')
returns table (
  substitution_id bigint, answer text, can_answer boolean, quantity integer, name text, size_label text, image_url text,
  replacement_quantity integer, replacement_name text, replacement_size_label text, replacement_image_url text,
  refund_cents bigint
)
language plpgsql stable security definer set search_path = '' rows 3
as $$
#variable_conflict use_column
begin
  return query
    select changes.id, questions.answer, changes.settled_at is null and private.can_be_packed(orders), changes.quantity,
      private.translated_product_name(
        items.product_id, items.product_name, items.choices, list_linked_substitution_questions.language
      ),
      private.translated_size(items.size_label, list_linked_substitution_questions.language), items.image_url,
      changes.replacement_quantity,
      private.translated_product_name(
        changes.replacement_product_id, changes.replacement_name, '[]', list_linked_substitution_questions.language
      ),
      private.translated_size(changes.replacement_size_label, list_linked_substitution_questions.language),
      products.img1, changes.refund_cents
    from public.substitution_questions as questions
    join public.substitutions as changes on changes.id = questions.substitution_id
    join public.order_items as items on items.id = changes.order_item_id
    join public.orders on orders.id = questions.order_id
    left join public.products on products.id = changes.replacement_product_id
    where questions.order_id = list_linked_substitution_questions.order_id
    order by changes.id;
end;
$$;
comment on function public.list_linked_substitution_questions(uuid, text) is
  'For the server, which has checked the link of a text: the replacements that staff propose; a replacement that was left '
  'out has no name. Security definer: nobody else reads open substitutions.';
grant execute on function public.list_linked_substitution_questions(uuid, text) to service_role;

create or replace function public.claim_back_in_stock_messages(max_count integer)
returns table (
  request_id uuid, user_id uuid, email text, phone text, requested_at timestamptz, product_id bigint, category text,
  name text, size_id bigint, size_label text, language text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  delete from public.back_in_stock_requests as requests
  where (requests.queued_at is null and requests.expires_at <= now())
    -- Nobody to write to: the address was changed and not verified.
    or (
      requests.queued_at is not null and requests.next_attempt_at <= now()
      and private.verified_email(requests.user_id) is null and private.verified_phone(requests.user_id) is null
    );
  -- Sold out again before the message left: it waits for the next time.
  update public.back_in_stock_requests as requests set queued_at = null
  from public.products
  where products.id = requests.product_id and requests.queued_at is not null and requests.next_attempt_at <= now()
    and not private.is_in_stock(products, requests.size_id);
  return query
    with claimed as (
      update public.back_in_stock_requests as requests
      set attempts = requests.attempts + 1, next_attempt_at = now() + private.retry_wait(requests.attempts + 1)
      where requests.id in (
        select due.id from public.back_in_stock_requests as due
        where due.queued_at is not null and due.next_attempt_at <= now()
        order by due.created_at
        limit claim_back_in_stock_messages.max_count
        for update skip locked
      )
      returning requests.*
    )
    select claimed.id, claimed.user_id, private.verified_email(claimed.user_id),
      private.verified_phone(claimed.user_id), claimed.created_at, products.id, products.category,
      private.translated_product_name(products.id, products.name, '[]', claimed.language), claimed.size_id,
      private.translated_size(sizes.label, claimed.language), claimed.language
    from claimed
    join public.products on products.id = claimed.product_id
    left join public.product_sizes as sizes on sizes.id = claimed.size_id
    order by claimed.created_at;
end;
$$;
comment on function public.claim_back_in_stock_messages(integer) is
  'For the server: claims messages to send now, the longest wait first; nobody else gets them for at least two minutes. '
  'Deletes expired requests, and lets those wait whose product is sold out again. Security definer, like all claims of '
  'the worker.';
grant execute on function public.claim_back_in_stock_messages(integer) to service_role;

create or replace function public.list_own_back_in_stock_requests()
returns table (id uuid, category text, product_id bigint, name text, size_label text, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 5
as $$
#variable_conflict use_column
begin
  return query
    select requests.id, products.category, products.id,
      private.translated_product_name(products.id, products.name, '[]', private.request_language()),
      private.translated_size(sizes.label, private.request_language()), requests.expires_at
    from public.back_in_stock_requests as requests
    join public.products on products.id = requests.product_id
    left join public.product_sizes as sizes on sizes.id = requests.size_id
    where requests.user_id = (select auth.uid()) and (select private.is_session_active())
      and (requests.expires_at > now() or requests.queued_at is not null)
    order by products.name, sizes.position, requests.id;
end;
$$;
comment on function public.list_own_back_in_stock_requests() is
  'Lists the caller''s requests by product name. Security definer: a product may be hidden meanwhile.';
grant execute on function public.list_own_back_in_stock_requests() to authenticated;
