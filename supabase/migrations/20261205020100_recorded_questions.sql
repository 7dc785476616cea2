-- What was proposed stays known after the customer left it out.
alter table public.substitution_questions
  add column replacement_name text,
  add column replacement_size_label text,
  add column replacement_quantity integer;
comment on column public.substitution_questions.replacement_name is
  'The replacement as proposed; null for one that was left out before the store recorded it.';
update public.substitution_questions as questions
set replacement_name = changes.replacement_name, replacement_size_label = changes.replacement_size_label,
  replacement_quantity = changes.replacement_quantity
from public.substitutions as changes
where changes.id = questions.substitution_id and changes.replacement_name is not null;

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
