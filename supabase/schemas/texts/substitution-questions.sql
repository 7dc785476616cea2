-- A proposed replacement becomes a question to a customer who gets order texts: a text has the link to accept it or
-- leave it out, until the order is packed. Without an answer, the replacement stands, as before.
create table public.substitution_questions (
  substitution_id bigint primary key references public.substitutions (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  answer text check (answer in ('accepted', 'left_out')), -- Null: not answered.
  answered_at timestamptz,
  replacement_name text, -- The replacement as proposed; null for one that was left out before the store recorded it.
  replacement_size_label text,
  replacement_quantity integer,
  constraint answered_at_a_time check ((answer is null) = (answered_at is null))
);
create index substitution_questions_order_id on public.substitution_questions (order_id);

grant select on public.substitution_questions to authenticated;
create policy "questions are read by whoever reads their order" on public.substitution_questions
  for select to authenticated using (order_id = any (array(select private.shown_order_ids())) or (
    order_id between (select private.min_order_id()) and (select private.max_order_id())
    and created_at between '-infinity' and (select case when private.can_manage() then 'infinity'::timestamptz end)
  ));

-- Asks the customer about a replacement, if they get texts and did not already choose to replace or leave out.
create function private.create_substitution_question(new public.substitutions) returns void
language plpgsql set search_path = '' as $$
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
    return;
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
end;
$$;

-- For the server, which has checked the link of a text: accepts a replacement or leaves it out, for good, until the
-- order is packed. A repeat changes nothing. PT404, PT409. Security definer: callers may not write substitutions.
create function public.answer_linked_substitution(order_id uuid, substitution_id bigint, answer text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  question public.substitution_questions;
  change public.substitutions;
begin
  perform private.reject_if(coalesce(answer not in ('accepted', 'left_out'), true),
    'PT400', 'Accept the replacement or leave it out.');
  select * into target from public.orders where orders.id = answer_linked_substitution.order_id for update;
  select * into question from public.substitution_questions as questions
  where questions.substitution_id = answer_linked_substitution.substitution_id and questions.order_id = target.id;
  select * into change from public.substitutions as changes where changes.id = question.substitution_id;
  perform private.reject_if(change.id is null, 'PT404', 'This question doesn''t exist anymore.');
  if question.answer = answer then
    return;
  end if;
  perform private.reject_if(change.settled_at is not null or not private.can_be_packed(target),
    'PT409', 'Your order is packed already. Call us to change it.');
  perform private.reject_if(question.answer = 'left_out', 'PT409', 'You left it out already. Call us to change it.');
  if answer = 'left_out' then
    perform private.reject_if(not exists (
      select from public.order_items as items
      cross join lateral private.line_unavailable(items) as gone
      where items.order_id = target.id
        and items.quantity - gone.refunded_quantity - gone.left_out_quantity
          > case when items.id = change.order_item_id then change.quantity else 0 end
    ), 'PT409', 'This would leave the order empty. Call us to cancel it.');
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
  perform pg_notify('desk', target.id::text);
end;
$$;
grant execute on function public.answer_linked_substitution(uuid, bigint, text) to service_role;
