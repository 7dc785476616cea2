-- A deleted account leaves its orders, without name and address once they have ended; what was sold and paid stays.

-- Removes personal data from an order: billing details, name, address, phone, notes, photo, emails, texts.
create function private.anonymize_order(order_id uuid) returns void
language sql set search_path = '' as $$
  delete from public.billing_details where billing_details.order_id = anonymize_order.order_id;
  update public.run_stops as stops set received_by = '', photo = null
  where stops.order_id = anonymize_order.order_id and (stops.received_by <> '' or stops.photo is not null);
  update public.orders
  set delivery_address = '', delivery_street = '', delivery_unit = '', delivery_city = '', delivery_zip = '',
      driver_note = '', delivery_phone_number = '', customer_name = '', note = ''
  where orders.id = anonymize_order.order_id and (
    orders.delivery_address <> '' or orders.driver_note <> '' or orders.delivery_phone_number <> ''
    or orders.customer_name <> '' or orders.note <> ''
  );
  update public.order_items set note = ''
  where order_items.order_id = anonymize_order.order_id and order_items.note <> '';
  update public.shop_alerts
  set message = replace(shop_alerts.message, mails.recipient, 'a deleted account'), facts = (
    select jsonb_object_agg(fact.key, replace(fact.value, mails.recipient, 'a deleted account'))
    from jsonb_each_text(shop_alerts.facts) as fact
  )
  from public.outgoing_mails as mails
  where mails.order_id = anonymize_order.order_id and mails.kind not like 'shop\_%'
    and shop_alerts.order_id = mails.order_id and strpos(shop_alerts.message, mails.recipient) > 0;
  -- A waiting email is the last one the customer gets; it is anonymized once sent.
  delete from public.outgoing_mails
  where outgoing_mails.order_id = anonymize_order.order_id and outgoing_mails.status <> 'waiting';
  -- Consents and opt-outs stay: they are the store's proof.
  delete from public.outgoing_texts where outgoing_texts.order_id = anonymize_order.order_id;
$$;

-- Runs on every deletion of an account. Security definer: the auth service that deletes it may not change orders.
create function private.anonymize_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ended uuid;
begin
  if old.role = 'admin' then
    -- Serialized: if the last two admins leave at once, the second one stays.
    perform pg_advisory_xact_lock(hashtextextended('admins', 0));
    perform private.reject_if(not exists (
      select from public.profiles where profiles.role = 'admin' and profiles.id <> old.id
    ), 'PT409', 'You can''t delete the last admin of the store.');
  end if;
  perform private.release_card_customer(old.id);
  update public.orders
  set status = 'cancelled', cancelled_by = 'customer', cancel_reason = 'requested', user_id = null
  where orders.user_id = old.id and orders.status = 'pending';
  for ended in
    update public.orders set user_id = null, request_key = null where orders.user_id = old.id
    returning case when private.is_ended(orders.status) then orders.id end
  loop
    perform private.anonymize_order(ended);
  end loop;
  return old;
end;
$$;
create trigger anonymize_account before delete on public.profiles
  for each row execute function private.anonymize_account();
