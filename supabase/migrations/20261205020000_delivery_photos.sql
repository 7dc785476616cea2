-- Photos of deliveries: a driver may store one with each delivered stop, named run/order/photo in a private bucket. Whoever
-- reads the order reads it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'delivery_photos', 'delivery_photos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']
)
on conflict (id) do nothing;

alter table public.run_stops add column photo text unique;
comment on column public.run_stops.photo is
  'Name of the photo of the delivery in the bucket delivery_photos; null without one.';

create function private.stop_of_photo(photo_name text) returns public.run_stops
language plpgsql stable set search_path = ''
as $$
declare
  uuid constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  stop public.run_stops;
begin
  if photo_name ~ format('^[0-9]{1,18}/%s/%s$', uuid, uuid) then
    select * into stop from public.run_stops as stops
    where stops.run_id = split_part(photo_name, '/', 1)::bigint and stops.order_id = split_part(photo_name, '/', 2)::uuid;
  end if;
  return stop;
end;
$$;
comment on function private.stop_of_photo(text) is 'Returns the stop that a photo is named for; null for any other name.';

create function private.can_add_delivery_photo(photo_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  stop constant public.run_stops := private.stop_of_photo(photo_name);
begin
  return stop.outcome is not distinct from 'delivered' and coalesce(stop.photo, photo_name) = photo_name and exists (
    select from public.delivery_runs as runs join public.orders on orders.id = stop.order_id
    where runs.id = stop.run_id and coalesce(runs.ended_at > now() - interval '1 day', true)
      -- Anonymized orders have no address.
      and orders.delivery_address <> ''
      and (private.can_manage() or (private.staff_role() is not null and runs.driver_id = (select auth.uid())))
  );
end;
$$;
comment on function private.can_add_delivery_photo(text) is
  'Whether the caller may store this photo: the driver of the run or a manager, one for each delivered stop, until a day '
  'after the run. Security definer: drivers read no orders.';
grant execute on function private.can_add_delivery_photo(text) to authenticated;

create function private.order_of_photo(photo_name text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select stops.order_id from public.run_stops as stops where stops.photo = photo_name);
end;
$$;
comment on function private.order_of_photo(text) is
  'Returns the order whose delivery a photo shows. Security definer: customers read no stops.';
grant execute on function private.order_of_photo(text) to authenticated;

create policy "drivers store photos of their deliveries" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'delivery_photos' and private.can_add_delivery_photo(name));
create policy "drivers read the photos that they store" on storage.objects
  for select to authenticated
  using (bucket_id = 'delivery_photos' and private.can_add_delivery_photo(name));
create policy "photos of a delivery are read by whoever reads its order" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'delivery_photos'
    and exists (select from public.orders where orders.id = private.order_of_photo(objects.name))
  );

create function private.record_delivery_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stop constant public.run_stops := private.stop_of_photo(new.name);
begin
  update public.run_stops as stops set photo = new.name
  where stops.run_id = stop.run_id and stops.order_id = stop.order_id and stops.outcome = 'delivered'
    and stops.photo is null;
  if not found then
    raise unique_violation using message = 'This delivery doesn''t exist or has a photo already.';
  end if;
  return null;
end;
$$;
comment on function private.record_delivery_photo() is
  'Names the stored photo in its stop. Security definer: nobody writes runs by hand.';

create trigger record_delivery_photo after insert on storage.objects
  for each row when (new.bucket_id = 'delivery_photos') execute function private.record_delivery_photo();

create function private.clear_delivery_photo() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.photo := null;
  return new;
end;
$$;

create trigger clear_delivery_photo before update of outcome on public.run_stops
  for each row when (new.photo is not null and new.outcome is distinct from 'delivered')
  execute function private.clear_delivery_photo();

create table private.discarded_delivery_photos (
  name text primary key,
  discarded_at timestamptz not null default now()
);
comment on table private.discarded_delivery_photos is
  'Photos that no stop names anymore. Nobody reads them; the server deletes their files.';

create function private.discard_delivery_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or new.photo is distinct from old.photo then
    insert into private.discarded_delivery_photos (name) values (old.photo) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.discard_delivery_photo() is
  'Security definer: whoever deletes an order need not write the list.';

create trigger discard_delivery_photo after update or delete on public.run_stops
  for each row when (old.photo is not null) execute function private.discard_delivery_photo();

create function public.list_discarded_delivery_photos(max_count integer) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select photos.name from private.discarded_delivery_photos as photos
    order by photos.discarded_at, photos.name limit list_discarded_delivery_photos.max_count;
end;
$$;
comment on function public.list_discarded_delivery_photos(integer) is
  'For the server: photos whose files are to be deleted. Security definer, like all functions of the worker.';
grant execute on function public.list_discarded_delivery_photos(integer) to service_role;

create function public.clear_discarded_delivery_photos(names text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.discarded_delivery_photos as photos
  where photos.name = any (clear_discarded_delivery_photos.names);
end;
$$;
comment on function public.clear_discarded_delivery_photos(text[]) is
  'For the server: the files of these photos are deleted. Security definer, like all functions of the worker.';
grant execute on function public.clear_discarded_delivery_photos(text[]) to service_role;

create function private.photo_of_order(order_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select stops.photo from public.run_stops as stops
    where stops.order_id = photo_of_order.order_id and stops.photo is not null
    order by stops.run_id desc limit 1
  );
end;
$$;
comment on function private.photo_of_order(uuid) is
  'Returns the name of the photo of an order''s delivery, or null. Security definer: customers read no stops.';
grant execute on function private.photo_of_order(uuid) to authenticated;

create function public.find_delivery_photo(order_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- The policies of orders decide.
  return (
    select private.photo_of_order(orders.id) from public.orders where orders.id = find_delivery_photo.order_id
  );
end;
$$;
comment on function public.find_delivery_photo(uuid) is
  'For whoever reads the order: the name of the photo of its delivery in the bucket delivery_photos, or null.';
grant execute on function public.find_delivery_photo(uuid) to authenticated;

drop function public.list_run_stops(bigint[]);
create function public.list_run_stops(run_ids bigint[])
returns table (
  run_id bigint, order_id uuid, number bigint, place integer, status text, outcome text, received_by text,
  finished_at timestamptz, name text, phone text, street text, unit text, city text, zip text, driver_note text,
  window_starts_at timestamptz, window_ends_at timestamptz, item_count bigint, frozen_count bigint, pounds numeric,
  unweighed_count bigint, has_photo boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_session();
  if cardinality(list_run_stops.run_ids) > 50 then
    raise invalid_parameter_value using message = 'Read at most 50 runs at once.';
  end if;
  return query
    select runs.id, orders.id, orders.order_number, stops.position, orders.status, stops.outcome, stops.received_by,
      stops.finished_at, coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name, ''),
      coalesce(nullif(orders.delivery_phone_number, ''), billing.phone, ''),
      coalesce(nullif(orders.delivery_street, ''), orders.delivery_address), orders.delivery_unit,
      orders.delivery_city, orders.delivery_zip, orders.driver_note, orders.window_starts_at, orders.window_ends_at,
      bag.item_count, bag.frozen_count, bag.pounds, bag.unweighed_count, stops.photo is not null
    from unnest(list_run_stops.run_ids) as requested (id)
    join public.delivery_runs as runs on runs.id = requested.id
    join public.run_stops as stops on stops.run_id = runs.id
    join public.orders on orders.id = stops.order_id
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    cross join lateral (
      select coalesce(sum(each.quantity), 0)::bigint as item_count,
        coalesce(sum(each.quantity) filter (where each.is_frozen), 0)::bigint as frozen_count,
        round(coalesce(sum(each.pounds), 0), 1) as pounds,
        coalesce(sum(each.quantity) filter (where each.pounds is null), 0)::bigint as unweighed_count
      from (
        select items.quantity - items.refunded_quantity as quantity, products.storage is not distinct from 'frozen' as is_frozen,
          coalesce(
            items.packed_pounds,
            (items.quantity - items.refunded_quantity) * coalesce(
              items.pounds_each,
              codes.weight * case codes.weight_unit when 'lb' then 1 when 'oz' then 1 / 16.0 when 'kg' then 2.20462
                when 'g' then 0.00220462 end
            )
          ) as pounds
        from public.order_items as items
        left join public.products on products.id = items.product_id
        left join public.inventory_items as codes
          on codes.product_id = items.product_id and codes.size_id is not distinct from items.size_id
        where items.order_id = orders.id and items.quantity > items.refunded_quantity
      ) as each
    ) as bag
    where private.can_manage() or (
      private.staff_role() is not null and runs.driver_id = (select auth.uid())
      and coalesce(runs.ended_at > now() - interval '1 hour', true)
    )
    order by runs.id, stops.position;
end;
$$;
comment on function public.list_run_stops(bigint[]) is
  'For its driver and managers: the stops of at most 50 runs, each with what the driver needs. pounds is the weight as far '
  'as it is known, without unweighed_count items. Security definer: drivers read no orders.';
grant execute on function public.list_run_stops(bigint[]) to authenticated;

create or replace function private.anonymize_order(order_id uuid) returns void
language sql set search_path = ''
as $$
  delete from public.billing_details where billing_details.order_id = anonymize_order.order_id;
  update public.run_stops as stops set received_by = '', photo = null
  where stops.order_id = anonymize_order.order_id and (stops.received_by <> '' or stops.photo is not null);
  update public.orders
  set delivery_address = '', delivery_street = '', delivery_unit = '', delivery_city = '', delivery_zip = '',
      driver_note = '', delivery_phone_number = '', note = ''
  where orders.id = anonymize_order.order_id and (
    orders.delivery_address <> '' or orders.driver_note <> '' or orders.delivery_phone_number <> '' or orders.note <> ''
  );
  update public.order_items set note = ''
  where order_items.order_id = anonymize_order.order_id and order_items.note <> '';
  update public.shop_alerts set message = replace(shop_alerts.message, mails.recipient, 'a deleted account')
  from public.outgoing_mails as mails
  where mails.order_id = anonymize_order.order_id and mails.kind not like 'shop\_%'
    and shop_alerts.order_id = mails.order_id and strpos(shop_alerts.message, mails.recipient) > 0;
  -- A waiting email is the last one the customer gets; it is anonymized once sent.
  delete from public.outgoing_mails
  where outgoing_mails.order_id = anonymize_order.order_id and outgoing_mails.status <> 'waiting';
  -- Consents and opt-outs stay: they are the store's proof.
  delete from public.outgoing_texts where outgoing_texts.order_id = anonymize_order.order_id;
$$;
comment on function private.anonymize_order(uuid) is
  'Removes personal data from an order: billing details, address, phone, notes, the delivery''s photo, emails, texts.';

create or replace function private.order_data(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(target)
    - array['client_secret', 'payment_intent_id', 'request_key', 'intent_closed_at', 'discount_code_id', 'user_id']
    || jsonb_build_object(
      'lines', coalesce((
        select jsonb_agg(to_jsonb(items) - array['order_id', 'stock_taken'] order by items.id)
        from public.order_items as items where items.order_id = target.id
      ), '[]'),
      'billing_details', (
        select to_jsonb(billing) - 'order_id' from public.billing_details as billing where billing.order_id = target.id
      ),
      'payments', coalesce((
        select jsonb_agg(jsonb_build_object(
          'amount', paid.amount_cents / 100.0, 'currency', paid.currency, 'purpose', paid.purpose,
          'method', paid.method, 'received_at', paid.received_at
        ) order by paid.received_at)
        from public.payments as paid where paid.order_id = target.id
      ), '[]'),
      'refunds', coalesce((
        select jsonb_agg(jsonb_build_object(
          'amount', refunds.amount_cents / 100.0, 'reason', refunds.reason, 'status', refunds.status,
          'created_at', refunds.created_at, 'settled_at', refunds.settled_at
        ) order by refunds.created_at)
        from public.refunds where refunds.order_id = target.id
      ), '[]'),
      'delivery_fee', (
        select to_jsonb(fees) - array['order_id', 'payment_intent_id', 'agreed_by']
        from public.delivery_fees as fees where fees.order_id = target.id
      ),
      'substitutions', coalesce((
        select jsonb_agg(to_jsonb(changes) - array['order_id', 'stock_taken', 'request_key', 'changed_by', 'refund_id']
          order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'status_changes', coalesce((
        select jsonb_agg(jsonb_build_object('status', changes.to_status, 'changed_at', changes.changed_at) order by changes.id)
        from public.order_status_changes as changes where changes.order_id = target.id
      ), '[]'),
      'deliveries', coalesce((
        select jsonb_agg(jsonb_build_object(
          'outcome', stops.outcome, 'received_by', stops.received_by, 'finished_at', stops.finished_at,
          'has_photo', stops.photo is not null
        ) order by stops.finished_at)
        from public.run_stops as stops where stops.order_id = target.id and stops.outcome is not null
      ), '[]'),
      'emails', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', mails.kind, 'recipient', mails.recipient, 'created_at', mails.created_at, 'sent_at', mails.sent_at
        ) order by mails.created_at)
        from public.outgoing_mails as mails where mails.order_id = target.id and mails.kind not like 'shop\_%'
      ), '[]'),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', texts.kind, 'created_at', texts.created_at, 'sent_at', texts.sent_at
        ) order by texts.created_at)
        from public.outgoing_texts as texts where texts.order_id = target.id
      ), '[]'),
      'text_consents', coalesce((
        select jsonb_agg(to_jsonb(consents) - array['id', 'order_id', 'given_by'] order by consents.given_at)
        from public.text_consents as consents where consents.order_id = target.id
      ), '[]')
    );
end;
$$;
comment on function private.order_data(public.orders) is
  'Returns what an order says about its customer, without the store''s keys and the names of staff.';
