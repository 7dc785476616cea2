-- Requests of a customer under the Texas Data Privacy and Security Act: to know, and to delete. The owner answers them
-- within 45 days; the audit log records each answer. Customers have no export of their own, so this is the only one.

-- Records an export or deletion with the customer's email or phone number, which names them when their data is gone.
create function private.log_customer_request(customer private.customers, request text) returns void
language sql set search_path = '' as $$
  select private.add_to_audit_log(
    'customer', case when customer.user_id is null then 'Guest ' else 'Customer ' end
      || coalesce(customer.email, customer.phone, nullif(customer.name, ''), customer.id::text),
    null, jsonb_build_object('request', request)
  );
$$;

-- Rejects everyone but the owner.
create function private.require_owner(called text) returns void
language sql stable set search_path = '' as $$
  select private.require_session();
  select private.reject_if(not private.is_admin(), '42501', 'permission denied for function ' || called);
$$;

-- Returns the customer's data in an order, without internal keys and the names of staff.
create function private.order_data(target public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(target)
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
$$;

-- For the owner, to answer a request to know: everything stored about a customer, including staff notes, which are
-- personal data too, but not their authors. Logs the export in the same transaction. PT404 for an unknown customer.
-- jsonb: it is one file. Security definer: it reads rows of which only the customer may read some.
create function public.export_customer(customer_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select private.require_owner('export_customer');
  select private.log_customer_request(customer, 'data exported')
  from private.get_customer(export_customer.customer_id) as customer;
  select jsonb_build_object(
    'exported_at', now(),
    'store', (select store_settings.name from public.store_settings),
    'customer', to_jsonb(customer) - array['user_id', 'guest_key', 'search_text', 'sort_name'],
    'account', (
      select jsonb_build_object(
        'email', nullif(users.email, ''), 'phone', nullif(users.phone, ''), 'name', profiles.name,
        'created_at', profiles.created_at, 'is_email_verified', private.verified_email(users.id) is not null,
        'tax_exemption', (select exempt.certificate from public.tax_exemptions as exempt where exempt.user_id = users.id)
      )
      from auth.users join public.profiles on profiles.id = users.id where users.id = customer.user_id
    ),
    'saved_addresses', coalesce((
      select jsonb_agg(to_jsonb(saved) - 'user_id' order by saved.used_at desc)
      from public.saved_addresses as saved where saved.user_id = customer.user_id
    ), '[]'),
    'saved_billing', (select to_jsonb(saved) - 'user_id' from public.saved_billing as saved where saved.user_id = customer.user_id),
    'saved_preferences', (
      select to_jsonb(saved) - 'user_id' from public.saved_preferences as saved where saved.user_id = customer.user_id
    ),
    'saved_carts', coalesce((
      select jsonb_agg(to_jsonb(saved) - 'user_id' order by saved.saved_at desc)
      from public.saved_carts as saved where saved.user_id = customer.user_id
    ), '[]'),
    'devices_with_notifications', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', devices.created_at) order by devices.created_at)
      from public.push_subscriptions as devices where devices.user_id = customer.user_id
    ), '[]'),
    'back_in_stock_requests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'product', products.name, 'size', sizes.label, 'created_at', requests.created_at, 'expires_at', requests.expires_at
      ) order by requests.created_at)
      from public.back_in_stock_requests as requests
      join public.products on products.id = requests.product_id
      left join public.product_sizes as sizes on sizes.id = requests.size_id
      where requests.user_id = customer.user_id
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'device', sessions.user_agent, 'signed_in_at', sessions.created_at
      ) order by sessions.created_at)
      from auth.sessions where sessions.user_id = customer.user_id
    ), '[]'),
    'orders', coalesce((
      select jsonb_agg(private.order_data(placed) order by placed.created_at)
      from private.orders_of_customer(customer) as placed
    ), '[]'),
    'staff_notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', notes.kind, 'text', notes.text, 'created_at', notes.created_at, 'edited_at', notes.edited_at
      ) order by notes.created_at)
      from public.customer_notes as notes where notes.customer_id = customer.id
    ), '[]')
  )
  from private.get_customer(export_customer.customer_id) as customer;
$$;
grant execute on function public.export_customer(uuid) to authenticated;

-- For the owner, to answer a request to delete: logs it, deletes a guest at once, and returns the account that the
-- server deletes next, with the rules of anonymize_account; null for a guest. 409 for staff, and for a guest with an
-- open order. Security definer: callers may not write customers and the audit log.
create function public.begin_customer_deletion(customer_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  customer private.customers;
  placed public.orders;
begin
  perform private.require_owner('begin_customer_deletion');
  customer := private.get_customer(customer_id);
  perform private.reject_if(private.is_staff_account(customer.user_id),
    'PT409', 'This account is on staff. Remove its role first.');
  perform private.log_customer_request(customer, 'data deleted');
  if customer.user_id is not null then
    return customer.user_id;
  end if;
  -- Orders and payments of a guest are kept, without personal data.
  for placed in select * from private.orders_of_customer(customer) as each order by each.id loop
    perform 1 from public.orders where orders.id = placed.id for update;
    perform private.reject_if(exists (
      select from public.orders where orders.id = placed.id and not private.is_ended(orders.status)
    ), 'PT409', 'Order {order} is still open. Complete or cancel it first.', jsonb_build_object('order', placed.order_number));
    perform private.anonymize_order(placed.id);
    -- No last email to a guest whose data is gone.
    delete from public.outgoing_mails as mails where mails.order_id = placed.id;
    delete from private.pay_links as links where links.order_id = placed.id;
    update public.orders set customer_email = null where orders.id = placed.id;
  end loop;
  delete from private.customers where customers.id = customer.id;
  return null;
end;
$$;
grant execute on function public.begin_customer_deletion(uuid) to authenticated;
