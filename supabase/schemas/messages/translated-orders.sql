-- Orders keep the English names of what was bought. Their customers read them in translation.

-- Returns the name of a bought product and its choices in a language; parts without a translation of exactly this name
-- stay in English. Security definer: customers read no choices, and no translations of products not for sale.
create function private.translated_product_name(product_id bigint, name text, choices jsonb, language text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  with_choices constant text := private.name_with_choices('', coalesce(choices, '[]'));
  bought text := name;
  translated_choices jsonb;
begin
  if language = 'en' then
    return name;
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
grant execute on function private.translated_product_name(bigint, text, jsonb, text) to authenticated;

-- Returns the label of a size in a language, or as it is. Security definer, as translated_product_name.
create function private.translated_size(label text, language text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if language = 'en' or label is null then
    return label;
  end if;
  return coalesce((
    select known.text from public.content_translations as known
    where known.subject = 'size' and known.subject_id = translated_size.label and known.field = 'label'
      and known.language = translated_size.language
  ), translated_size.label);
end;
$$;
grant execute on function private.translated_size(text, text) to authenticated;

create type private.line_substitution as (
  id bigint, is_settled boolean, kind text, quantity integer, name text, size text, image_url text,
  replacement_quantity integer, given_back numeric, answer text
);
comment on type private.line_substitution is
  'Substitution with its replacement; answer is waiting for one. As in substitutions: kind. May be null: name, size, '
  'image_url, replacement_quantity, answer.';

-- Lists a line's substitutions as emails and links show them, for packers also open ones. PostgreSQL inlines it.
create function private.line_substitutions(
  order_item_id bigint, also_open boolean default false, language text default 'en'
) returns setof private.line_substitution
language sql stable as $$
  select changes.id, changes.settled_at is not null, changes.kind, changes.quantity,
    private.translated_product_name(changes.replacement_product_id, changes.replacement_name, '[]', language),
    private.translated_size(changes.replacement_size_label, language),
    (select products.img1 from public.products where products.id = changes.replacement_product_id),
    changes.replacement_quantity,
    case when changes.refund_id is not null or changes.settled_at is null then changes.refund_cents / 100.0
      else 0 end,
    case when questions.substitution_id is not null then coalesce(questions.answer, 'waiting') end
  from public.substitutions as changes
  left join public.substitution_questions as questions on questions.substitution_id = changes.id
  where changes.order_item_id = line_substitutions.order_item_id
    and (changes.settled_at is not null or also_open)
  order by changes.id
$$;

create function public.list_linked_substitution_questions(order_id uuid, language text default 'en')
returns table (
  substitution_id bigint, answer text, can_answer boolean, quantity integer, name text, size_label text, image_url text,
  replacement_quantity integer, replacement_name text, replacement_size_label text, replacement_image_url text,
  refund_cents bigint
)
language sql stable security definer set search_path = '' rows 3 as $$
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
$$;
comment on function public.list_linked_substitution_questions(uuid, text) is 'For the server, which has checked the '
  'link of a text: the replacements that staff propose; a replacement that was left out has no name. Security definer: '
  'callers may not read open substitutions. May be null: answer, size_label, image_url, replacement_quantity, '
  'replacement_name, replacement_size_label, replacement_image_url.';
grant execute on function public.list_linked_substitution_questions(uuid, text) to service_role;

create function public.translate_order_lines(order_ids uuid[], language text)
returns table (order_item_id bigint, substitution_id bigint, name text, size_label text)
language plpgsql stable security invoker set search_path = '' rows 10 as $$
begin
  perform private.reject_if(cardinality(order_ids) > 1000, '22023', '1,000 orders at most at once.');
  return query
    select items.id, null::bigint,
      private.translated_product_name(items.product_id, items.product_name, items.choices, language),
      private.translated_size(coalesce(items.size_label, nullif(items.pack_size, '')), language)
    from public.order_items as items
    where items.order_id = any (order_ids)
    union all
    select changes.order_item_id, changes.id,
      private.translated_product_name(changes.replacement_product_id, changes.replacement_name, '[]', language),
      private.translated_size(changes.replacement_size_label, language)
    from public.substitutions as changes
    where changes.order_id = any (order_ids) and changes.replacement_name is not null;
end;
$$;
comment on function public.translate_order_lines(uuid[], text) is 'Returns names and sizes of the lines of orders that '
  'the caller may read, and of replacements, in a language. May be null: substitution_id, size_label.';
grant execute on function public.translate_order_lines(uuid[], text) to authenticated;
