-- Merging two accounts of one person. Only the owner of the orders changes: totals, payments, refunds, and statuses stay
-- as they are. The merged account keeps its email and is closed, so that nobody signs up with that address again.

-- Rejects a merge of guests, staff, merged accounts, or an account in the middle of a payment.
create function private.check_merge(customer_id uuid, merged_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  customer constant private.customers := private.get_customer(customer_id);
  merged constant private.customers := private.get_customer(merged_id);
  unpaid bigint;
begin
  perform private.reject_if(customer.id = merged.id, 'PT422', 'Choose another account than this one.');
  perform private.reject_if(customer.user_id is null or merged.user_id is null,
    'PT409', 'Only accounts can be merged. A guest has none.');
  perform private.reject_if(customer.merged_into is not null or merged.merged_into is not null,
    'PT409', 'This account was merged before.');
  perform private.reject_if(private.is_staff_account(customer.user_id) or private.is_staff_account(merged.user_id),
    'PT409', 'Staff accounts can''t be merged.');
  select orders.order_number into unpaid from public.orders
  where orders.user_id = merged.user_id and orders.status = 'pending' limit 1;
  perform private.reject_if(unpaid is not null,
    'PT409', 'Order {order} is not paid yet. Wait until it is paid or canceled.', jsonb_build_object('order', unpaid));
end;
$$;

-- For the owner: what merge_customers would move, with its errors. Security definer, as export_customer.
create function public.preview_customer_merge(
  customer_id uuid, merged_id uuid, out order_count bigint, out note_count bigint, out address_count bigint, out tags text[]
)
language sql stable security definer set search_path = '' as $$
  select private.require_owner('preview_customer_merge');
  select private.check_merge(customer_id, merged_id);
  select (select count(*) from public.orders where orders.user_id = preview_customer_merge.merged_id),
    (select count(*) from public.customer_notes as notes where notes.customer_id = preview_customer_merge.merged_id),
    (select count(*) from public.saved_addresses as saved where saved.user_id = preview_customer_merge.merged_id),
    (select customers.tags from private.customers where customers.id = preview_customer_merge.merged_id);
$$;
grant execute on function public.preview_customer_merge(uuid, uuid) to authenticated;

-- For the owner: moves orders, notes, tags, and saved addresses of an account to another one, in one transaction, and
-- logs it. The server has closed the login of the merged account before; its saved cards are removed, and its other
-- saved details stay with it. Errors of check_merge. Security definer: callers may not change the owner of orders.
create function public.merge_customers(customer_id uuid, merged_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  customer private.customers;
  merged private.customers;
begin
  perform private.require_owner('merge_customers');
  -- Lock order everywhere: orders, then customers.
  perform 1 from public.orders where orders.user_id = merge_customers.merged_id order by orders.id for update;
  perform 1 from private.customers
  where customers.id in (merge_customers.customer_id, merge_customers.merged_id) order by customers.id for update;
  perform private.check_merge(customer_id, merged_id);
  customer := private.get_customer(customer_id);
  merged := private.get_customer(merged_id);
  perform private.reject_if(not exists (
    select from auth.users where users.id = merged.user_id and users.banned_until > now()
  ), 'PT409', 'The login of the merged account must be closed first.');
  update private.customers set merged_into = customer.id, tags = '{}', last_order_at = null
  where customers.id = merged.id;
  update private.customers
  set tags = (private.unique_tags(customer.tags || merged.tags))[:20],
      phone = coalesce(customers.phone, merged.phone),
      phones = left(btrim(customers.phones || ' ' || merged.phones), 54)
  where customers.id = customer.id;
  perform private.release_card_customer(merged.user_id);
  -- A request key belongs to the browser of the merged account.
  update public.orders set user_id = customer.user_id, request_key = null where orders.user_id = merged.user_id;
  update public.customer_notes as notes set customer_id = customer.id where notes.customer_id = merged.id;
  update public.saved_addresses as saved set user_id = customer.user_id
  where saved.user_id = merged.user_id and not exists (
    select from public.saved_addresses as known
    where known.user_id = customer.user_id
      and (lower(known.street), lower(known.unit), lower(known.city), known.postal_code)
        = (lower(saved.street), lower(saved.unit), lower(saved.city), saved.postal_code)
  );
  delete from public.saved_addresses as old
  where old.id in (
    select saved.id from public.saved_addresses as saved
    where saved.user_id = customer.user_id order by saved.used_at desc, saved.id offset 10
  );
  delete from public.push_subscriptions as devices where devices.user_id = merged.user_id;
  perform private.add_to_audit_log(
    'customer', 'Customer ' || coalesce(customer.email, customer.phone, customer.id::text), null,
    jsonb_build_object('request', 'account merged', 'merged', coalesce(merged.email, merged.phone, merged.id::text))
  );
end;
$$;
grant execute on function public.merge_customers(uuid, uuid) to authenticated;
