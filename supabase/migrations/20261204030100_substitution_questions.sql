-- Questions about replacements by text, and texts about orders that are paid in the store.
-- A proposed replacement becomes a question to a customer who gets order texts: a text has the link to answer it, until the
-- order is packed. Without an answer, the replacement stands, as before.
create table public.substitution_questions (
  substitution_id bigint primary key references public.substitutions (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  answer text check (answer in ('accepted', 'left_out')),
  answered_at timestamptz,
  constraint answered_at_a_time check ((answer is null) = (answered_at is null))
);
comment on table public.substitution_questions is 'Replacements that a customer may accept or leave out by the link of a text.';
comment on column public.substitution_questions.answer is 'Null: not answered.';
create index substitution_questions_order_id on public.substitution_questions (order_id);

alter table public.substitution_questions enable row level security;
revoke all on public.substitution_questions from anon, authenticated;
grant select on public.substitution_questions to authenticated;
create policy "questions are read by whoever reads their order" on public.substitution_questions
  for select to authenticated
  using (
    order_id = any (array(select private.shown_order_ids()))
    or (
      order_id between (select private.min_order_id()) and (select private.max_order_id())
      and created_at between '-infinity' and (select case when private.can_manage() then 'infinity'::timestamptz end)
    )
  );

create function private.create_substitution_question() returns trigger
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
  insert into public.substitution_questions (substitution_id, order_id) values (new.id, new.order_id);
  -- One text for all that staff propose within half a minute: its page lists all questions.
  if not exists (
    select from public.outgoing_texts as texts
    where texts.order_id = new.order_id and texts.kind = 'substitution' and texts.status = 'waiting' and texts.attempts = 0
  ) then
    perform private.queue_text('substitution', new.order_id, 'substitution:' || new.id, null, '30 seconds');
  end if;
  return null;
end;
$$;
comment on function private.create_substitution_question() is
  'Asks the customer who gets texts and has not chosen to replace or to leave out. Security definer: nobody writes questions '
  'and texts by hand.';

create trigger create_substitution_question after insert on public.substitutions
  for each row when (new.kind = 'replaced') execute function private.create_substitution_question();

create trigger send_desk_event after insert or update of answer on public.substitution_questions
  for each row execute function private.notify_desk();

create function private.has_open_question(target public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.can_be_packed(target) and exists (
    select from public.substitution_questions as questions
    join public.substitutions as changes on changes.id = questions.substitution_id
    where questions.order_id = target.id and questions.answer is null and changes.settled_at is null
  );
end;
$$;
comment on function private.has_open_question(public.orders) is
  'Whether the customer can still answer about a replacement, and has not.';

create function public.list_linked_substitution_questions(order_id uuid)
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
      items.product_name, items.size_label, items.image_url, changes.replacement_quantity, changes.replacement_name,
      changes.replacement_size_label, products.img1, changes.refund_cents
    from public.substitution_questions as questions
    join public.substitutions as changes on changes.id = questions.substitution_id
    join public.order_items as items on items.id = changes.order_item_id
    join public.orders on orders.id = questions.order_id
    left join public.products on products.id = changes.replacement_product_id
    where questions.order_id = list_linked_substitution_questions.order_id
    order by changes.id;
end;
$$;
comment on function public.list_linked_substitution_questions(uuid) is
  'For the server, which has checked the link of a text: the replacements that staff propose; a replacement that was left '
  'out has no name. Security definer: nobody else reads open substitutions.';
grant execute on function public.list_linked_substitution_questions(uuid) to service_role;

create function public.answer_linked_substitution(order_id uuid, substitution_id bigint, answer text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  question public.substitution_questions;
  change public.substitutions;
begin
  if answer_linked_substitution.answer is null or answer_linked_substitution.answer not in ('accepted', 'left_out') then
    raise sqlstate 'PT400' using message = 'Accept the replacement or leave it out.';
  end if;
  select * into target from public.orders where orders.id = answer_linked_substitution.order_id for update;
  select * into question from public.substitution_questions as questions
  where questions.substitution_id = answer_linked_substitution.substitution_id and questions.order_id = target.id;
  select * into change from public.substitutions as changes where changes.id = question.substitution_id;
  if change.id is null then
    raise sqlstate 'PT404' using message = 'This question doesn''t exist anymore.';
  end if;
  if question.answer = answer_linked_substitution.answer then
    return;
  end if;
  if change.settled_at is not null or not private.can_be_packed(target) then
    raise sqlstate 'PT409' using message = 'Your order is packed already. Call us to change it.';
  end if;
  if question.answer = 'left_out' then
    raise sqlstate 'PT409' using message = 'You left it out already. Call us to change it.';
  end if;
  if answer_linked_substitution.answer = 'left_out' then
    if not exists (
      select from public.order_items as items
      cross join lateral private.line_unavailable(items) as gone
      where items.order_id = target.id
        and items.quantity - gone.refunded_quantity - gone.left_out_quantity
          > case when items.id = change.order_item_id then change.quantity else 0 end
    ) then
      raise sqlstate 'PT409' using message = 'This would leave the order empty. Call us to cancel it.';
    end if;
    -- The customer decided, so the refund does not count toward the packer's limit.
    update public.substitutions as changes
    set kind = 'left_out', replacement_product_id = null, replacement_size_id = null, replacement_name = null,
      replacement_size_label = null, replacement_quantity = null, replacement_unit_price = null, replacement_cents = 0,
      replacement_tax_cents = 0, changed_by = coalesce(target.user_id, changes.changed_by)
    where changes.id = change.id;
    perform private.price_open_substitutions(target.id);
  end if;
  update public.substitution_questions as questions
  set answer = answer_linked_substitution.answer, answered_at = now()
  where questions.substitution_id = change.id;
end;
$$;
comment on function public.answer_linked_substitution(uuid, bigint, text) is
  'For the server, which has checked the link of a text: accepts a replacement or leaves it out, until the order is packed. '
  'The same answer again changes nothing; what was left out stays so. PT404, PT409. Security definer: nobody writes '
  'substitutions by hand.';
grant execute on function public.answer_linked_substitution(uuid, bigint, text) to service_role;

create or replace function private.queue_text_of_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := case new.kind
    -- An order that is paid in the store was received before.
    when 'order_paid' then case when not exists (
      select from public.outgoing_texts as texts where texts.order_id = new.order_id and texts.kind = 'received'
    ) then 'received' end
    when 'pay_in_store' then 'received'
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

create or replace function private.is_text_true(message public.outgoing_texts, target public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case message.kind
    when 'ready' then coalesce(private.packing_status(target) = 'ready', false)
    when 'on_its_way' then target.status = 'out_for_delivery'
    else true
  end;
end;
$$;

create or replace function private.line_substitutions(order_item_id bigint, also_open boolean default false) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', changes.id, 'is_settled', changes.settled_at is not null, 'kind', changes.kind, 'quantity', changes.quantity, 'name', changes.replacement_name,
      'size', changes.replacement_size_label, 'replacement_quantity', changes.replacement_quantity,
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

create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', coalesce(private.packing_status(target), target.status),
      'unpaid_total', case when target.status = 'pending' then target.total end,
      'delivery_type', target.delivery_type,
      'delivery_included', target.delivery_included,
      'delivery_fee', private.fee_details(target.id),
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'substitution_preference', target.substitution_preference,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_ids', coalesce(lines.line_ids, '[]'),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_pounds', coalesce(lines.packed_pounds, '{}'),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.picked_lines as packed where packed.order_id = target.id
      ), '[]'),
      'substitution_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'answers', coalesce((
        select jsonb_agg(questions.substitution_id || ':' || questions.answer order by questions.substitution_id)
        from public.substitution_questions as questions
        where questions.order_id = target.id and questions.answer is not null
      ), '[]'),
      'is_unread', private.packing_status(target) in ('pending', 'paid') and not exists (
        select from public.acknowledged_orders as acknowledged where acknowledged.order_id = target.id
      ),
      'moved_at', coalesce(unpaid.ready_at, unpaid.packing_at, moved.changed_at),
      'moved_from', case
        when unpaid.ready_at is not null then 'preparing' when unpaid.packing_at is not null then 'pending' when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join public.pay_in_store_orders as unpaid on unpaid.order_id = target.id and unpaid.is_waiting
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, jsonb_agg(items.id order by items.id) as line_ids,
        bool_or(items.note <> '' or items.substitution_preference is not null) as has_words,
        jsonb_object_agg(items.id, items.packed_pounds) filter (
          where items.packed_pounds is not null and private.has_weight(items)
        ) as packed_pounds
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;
comment on function private.desk_card(public.orders) is
  'Returns an order as the board shows it: {id, number, status, unpaid_total, delivery_type, delivery_included, delivery_fee, '
  'name, phone, window_starts_at, window_ends_at, paid_at, substitution_preference, note, item_count, line_ids, has_line_words, '
  'packed_pounds, packed_line_ids, substitution_ids, answers, is_unread, moved_at, moved_from}. substitution_ids are its substitutions, answers what its customer '
  'answered about them, packed_pounds '
  'the weights of weighed lines, {line id: pounds}. The status of an unpaid order is how far it is packed, and unpaid_total '
  'what it costs; null for a paid one. moved_from is '
  'the status that undo leads to; null if the last move cannot be undone.';
