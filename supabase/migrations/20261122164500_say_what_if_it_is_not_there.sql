-- What if it is not there: orders and their lines carry the customer's wish and a note.
alter table public.orders
  add column wish text check (wish in ('replace', 'contact', 'leave_out')),
  add column note text not null default '' check (char_length(note) <= 300);
comment on column public.orders.wish is 'What to do about something that is not there; null: the customer has not said.';
comment on column public.orders.note is 'What the customer writes to whoever packs it; a few lines at most.';
grant insert (wish, note) on public.orders to authenticated;

alter table public.order_items
  add column wish text check (wish in ('replace', 'contact', 'leave_out')),
  add column note text not null default '' check (char_length(note) <= 120);
comment on column public.order_items.wish is 'What to do if this is not there; null: as the order says.';
comment on column public.order_items.note is 'What the customer writes about this line, such as "very ripe plantain".';
grant insert (wish, note) on public.order_items to authenticated;

-- Another list of parameters makes another function: the old one goes.
drop function public.place_order(jsonb, text, text, text, numeric, uuid);
create function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid,
  wish text default null,
  note text default null
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  placed public.orders;
  cart jsonb;
  cannot_be_had boolean;
begin
  if (select auth.uid()) is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is needed.';
  end if;
  if jsonb_typeof(place_order.items) is distinct from 'array'
    or jsonb_array_length(place_order.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;
  -- Each for itself: lines of one product are added up, and 3 and -2 would be an order of 1.
  if exists (
    select from jsonb_to_recordset(place_order.items) as line (product_id bigint, quantity integer)
    where line.product_id is null or coalesce(line.quantity, 0) not between 1 and 999
  ) then
    raise invalid_parameter_value using message = 'Each line needs a product and a quantity from 1 to 999.';
  end if;
  if place_order.items @? '$[*] ? (
    (@.wish.type() != "string" && @.wish.type() != "null") || (@.note.type() != "string" && @.note.type() != "null")
  )' then
    raise invalid_parameter_value using message = 'The wish and the note of a line are texts.';
  end if;

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (user_id, delivery_type, delivery_address, delivery_phone_number, request_key, wish, note)
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key,
    place_order.wish,
    coalesce(place_order.note, '')
  )
  on conflict (user_id, request_key) do nothing
  returning * into placed;
  if placed.id is null then
    select * into placed from public.orders
    where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
    return placed;
  end if;

  cart := private.cart_now(place_order.items);
  cannot_be_had := cart @? '$.items[*] ? (
    @.name == null || @.needs_size == true || @.is_sold_out == true || @.quantity_left < @.quantity
  )';
  if not cannot_be_had and (cart ->> 'total')::numeric is not distinct from place_order.expected_total then
    insert into public.order_items
      (order_id, product_id, size_id, product_name, quantity, unit_price, image_url, wish, note)
    select placed.id, line.product_id, line.size_id, line.name, line.quantity, line.unit_price, '', said.wish,
      coalesce(said.note, '')
    from rows from (jsonb_to_recordset(cart -> 'items')
      as (product_id bigint, size_id bigint, name text, quantity integer, unit_price numeric))
      with ordinality as line (product_id, size_id, name, quantity, unit_price, place)
    -- Lines that were added up keep all that was said of them.
    left join (
      select each.product_id, each.size_id, min(each.wish) as wish,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(place_order.items)
        as each (product_id bigint, size_id bigint, wish text, note text)
      where each.wish is not null or each.note is not null
      group by each.product_id, each.size_id
    ) as said on said.product_id = line.product_id and said.size_id is not distinct from line.size_id
    order by line.place;
    select * into placed from public.orders where orders.id = placed.id;
    -- The lines are priced by the catalogue as it is when they are written, which may be a moment later.
    if placed.total = place_order.expected_total then
      return placed;
    end if;
    cart := private.cart_now(place_order.items);
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some things are no longer available.'
      else 'The prices have changed.' end,
    detail = cart::text;
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text) is
  'Makes an order of [{product_id, size_id, quantity, wish, note}], the size for what comes in sizes; wish (replace, '
  'contact, leave_out; null: not said, or as the order) and note say what to do about what is not there, and change no '
  'price. The same request key returns the same order. A total other than expected_total, or something that cannot be had, is answered with 409 and, in '
  'the details, {total, items: [{product_id, size_id, name, size, unit_price, quantity, needs_size, is_sold_out, '
  'quantity_left}]}: name and price are null for what is gone, quantity_left is null for what is not counted. No order '
  'is made then.';
revoke all on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text) from public, anon, service_role;
grant execute on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text) to authenticated;

create function private.write_wish() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most_signs integer := tg_argv[0];
  line_breaks text := tg_argv[1];
begin
  new.note := btrim(regexp_replace(coalesce(new.note, ''), '\s*\n\s*', e'\n', 'g'), e' \n');
  if new.wish not in ('replace', 'contact', 'leave_out') then
    raise invalid_parameter_value using message = 'A wish is to replace, to be contacted, or to leave it out.';
  end if;
  if char_length(new.note) > most_signs then
    raise invalid_parameter_value using message = format('A note has at most %s characters.', most_signs);
  end if;
  -- Neither control characters nor what turns the direction of writing: the packer reads what was typed.
  if translate(new.note, line_breaks, '') ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
    raise invalid_parameter_value using message = 'A note cannot contain control characters.';
  end if;
  return new;
end;
$$;
comment on function private.write_wish() is
  'Arguments: how many characters a note may have, and which line breaks. Holds for every way in.';
revoke all on function private.write_wish() from public;

create trigger write_wish before insert or update of wish, note on public.orders
  for each row execute function private.write_wish('300', e'\n');
create trigger write_wish before insert or update of wish, note on public.order_items
  for each row execute function private.write_wish('120', '');

create function public.set_order_wishes(order_id uuid, wish text, note text, lines jsonb default '[]')
returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = set_order_wishes.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status not in ('pending', 'paid') then
    raise sqlstate 'PT409' using message = 'The wishes of this order can no longer be changed.';
  end if;
  if jsonb_typeof(set_order_wishes.lines) is distinct from 'array'
    or jsonb_array_length(set_order_wishes.lines) > 200
    or set_order_wishes.lines @? 'strict $[*] ? (@.type() != "object")'
    or set_order_wishes.lines @? 'strict $[*].keyvalue() ? (
      (@.key != "id" && @.key != "wish" && @.key != "note")
      || (@.key == "id" && @.value.type() != "number")
      || (@.key != "id" && @.value.type() != "string" && @.value.type() != "null")
    )' then
    raise invalid_parameter_value using message = 'The lines are a list of {id, wish, note}.';
  end if;
  if exists (
    select from jsonb_to_recordset(set_order_wishes.lines) as said (id bigint)
    where not exists (
      select from public.order_items as items where items.id = said.id and items.order_id = target.id
    )
  ) then
    raise invalid_parameter_value using message = 'There is no such line in this order.';
  end if;
  update public.orders
  set wish = set_order_wishes.wish, note = coalesce(set_order_wishes.note, '')
  where orders.id = target.id
  returning * into target;
  update public.order_items as items
  set wish = said.wish, note = coalesce(said.note, '')
  from jsonb_to_recordset(set_order_wishes.lines) as said (id bigint, wish text, note text)
  where items.id = said.id and items.order_id = target.id;
  return target;
end;
$$;
comment on function public.set_order_wishes(uuid, text, text, jsonb) is
  'For the order''s owner until it is prepared: the wish and the note of the order, and of those of its lines that are '
  'named, as [{id, wish, note}]. Null takes back what was said. Security definer: nobody may change orders by hand.';
revoke all on function public.set_order_wishes(uuid, text, text, jsonb) from public, anon, service_role;
grant execute on function public.set_order_wishes(uuid, text, text, jsonb) to authenticated;

create or replace function private.wipe_order(order_id uuid) returns void
language sql set search_path = ''
as $$
  delete from public.billing_details where billing_details.order_id = wipe_order.order_id;
  update public.orders set delivery_address = '', delivery_phone_number = '', note = ''
  where orders.id = wipe_order.order_id
    and (orders.delivery_address <> '' or orders.delivery_phone_number <> '' or orders.note <> '');
  update public.order_items set note = ''
  where order_items.order_id = wipe_order.order_id and order_items.note <> '';
  update public.shop_alerts set message = replace(shop_alerts.message, mails.recipient, 'a deleted account')
  from public.outgoing_mails as mails
  where mails.order_id = wipe_order.order_id and mails.kind not like 'shop\_%'
    and shop_alerts.order_id = mails.order_id and strpos(shop_alerts.message, mails.recipient) > 0;
  -- What waits is the last that the person hears; it goes once it is sent.
  delete from public.outgoing_mails
  where outgoing_mails.order_id = wipe_order.order_id and outgoing_mails.status <> 'waiting';
$$;
comment on function private.wipe_order(uuid) is 'Takes the person out of an order: billing details, address, phone, notes, mails.';
