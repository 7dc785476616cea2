-- Substitution preferences of orders and lines, and notes.

-- Trims a note, and rejects a long one, and control characters except these line breaks.
create function private.read_note(typed text, max_characters integer, line_breaks text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  note constant text := btrim(regexp_replace(coalesce(typed, ''), '\s*\n\s*', e'\n', 'g'), e' \n');
begin
  if char_length(note) > max_characters then
    perform private.raise_error('22023', 'A note can have {count} characters at most.', max_characters);
  end if;
  -- Rejects control characters and bidirectional overrides: the packer reads this text.
  if translate(note, line_breaks, '') ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
    raise invalid_parameter_value using message = 'A note cannot contain control characters.';
  end if;
  return note;
end;
$$;

-- For the order's owner until it is prepared: preference and note of the order, and of the lines named in [{id,
-- substitution_preference, note}]. Null clears one. 409 if the saved ones are not the expected ones: {preference, note,
-- lines}. Security definer: callers may not change orders directly.
create function public.set_substitution_preferences(
  order_id uuid, substitution_preference text, note text, lines jsonb default '[]', expected jsonb default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.lock_own_order(order_id);
begin
  perform private.reject_if(not private.is_changeable(target.status),
    'PT409', 'You can no longer change the preferences of this order.');
  perform private.reject_if(
    not private.is_list(lines, 0, 200) or lines @? 'strict $[*] ? (@.type() != "object")'
      or lines @? 'strict $[*].keyvalue() ? (
        (@.key != "id" && @.key != "substitution_preference" && @.key != "note")
        || (@.key == "id" && @.value.type() != "number")
        || (@.key != "id" && @.value.type() != "string" && @.value.type() != "null")
      )',
    '22023', 'The lines are a list of {id, substitution_preference, note}.'
  );
  perform private.reject_if(exists (
    select from jsonb_to_recordset(set_substitution_preferences.lines) as given (id bigint)
    where not exists (
      select from public.order_items as items where items.id = given.id and items.order_id = target.id
    )
  ), '22023', 'This line is not in the order.');
  perform private.require_unchanged(set_substitution_preferences.expected, jsonb_build_object(
    'preference', target.substitution_preference, 'note', target.note, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', items.id, 'preference', items.substitution_preference, 'note', items.note
      ) order by items.id), '[]')
      from public.order_items as items
      where items.order_id = target.id
        and items.id in (select line.id from jsonb_to_recordset(set_substitution_preferences.lines) as line (id bigint))
    )
  ));
  update public.orders
  set substitution_preference = set_substitution_preferences.substitution_preference,
    note = coalesce(set_substitution_preferences.note, '')
  where orders.id = target.id returning * into target;
  update public.order_items as items
  set substitution_preference = given.substitution_preference, note = coalesce(given.note, '')
  from jsonb_to_recordset(set_substitution_preferences.lines)
    as given (id bigint, substitution_preference text, note text)
  where items.id = given.id and items.order_id = target.id;
  return target;
end;
$$;
grant execute on function public.set_substitution_preferences(uuid, text, text, jsonb, jsonb) to authenticated;
