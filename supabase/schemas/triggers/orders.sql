-- Triggers of orders, their lines, payments, and refunds. One function for each table and moment calls the steps in order
-- and decides when each applies. The steps are in the files of their subjects; docs/money.md lists them. Security
-- definer: the steps read and write what the caller may not.

create function private.before_order_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.protect_paid_order(old);
    return old;
  end if;
  -- Checked here first, because a perform starts the executor for every order.
  if auth.uid() is not null and not private.is_session_active() then
    perform private.require_session();
  end if;
  if tg_op = 'INSERT' then
    new := private.lock_discounts(new);
    new := private.prepare_order(new);
    -- The slot of the customer's earlier order, which prepare_order canceled, is free again.
    new := private.reserve_window(new);
    new := private.write_delivery_phone(new);
    new := private.write_delivery_place(new);
    new.note := private.read_note(new.note, 300, e'\n');
    return new;
  end if;
  if new.status = 'pending' and new.window_ends_at is not null
    and (old.window_starts_at, old.window_reserved_until)
      is distinct from (new.window_starts_at, new.window_reserved_until) then
    new := private.extend_store_hold(new);
  end if;
  new := private.guard_order(old, new);
  if old.status <> new.status then
    new := private.guard_order_move(old, new);
    new.pays_in_store := false;
    if private.is_packed(new.status) then
      -- First, because units that are left out or replaced are not weighed.
      perform private.resolve_substitutions(new.id);
      perform private.resolve_weights(new.id);
    end if;
  end if;
  if old.delivery_phone_number <> new.delivery_phone_number then
    new := private.write_delivery_phone(new);
  end if;
  if old.note <> new.note then
    new.note := private.read_note(new.note, 300, e'\n');
  end if;
  return new;
end;
$$;
create trigger before_order_write before insert or update or delete on public.orders
  for each row execute function private.before_order_write();

create function private.after_order_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_moved constant boolean := tg_op = 'UPDATE' and old.status <> new.status;
begin
  if tg_op = 'DELETE' then
    perform private.count_discount(old, null);
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.order_status_changes (order_id, to_status, changed_by) values (new.id, new.status, auth.uid());
    if (current_setting('shop.fills_order', true) = new.request_key::text) is not true then
      perform private.write_order_documents(array[new.id]);
    end if;
    if new.channel = 'counter' or new.delivery_phone_number <> '' then
      perform private.count_customer_order(null, new);
    end if;
    return null;
  end if;
  if (old.discount_code, old.cancelled_by) is distinct from (new.discount_code, new.cancelled_by) then
    perform private.count_discount(old, new);
  end if;
  if is_moved then
    if private.is_canceled(new.status) then
      perform private.delete_open_substitutions(old, new);
      delete from public.delivery_fees as fees
      where fees.order_id = new.id and fees.paid_at is null and fees.amount > 0;
    elsif new.status = 'paid' and old.status = 'pending' then
      if new.discount_code is not null then
        -- The next order needs the code entered again.
        delete from private.entered_discounts as entered
        where entered.user_id = new.user_id and entered.code_id = new.discount_code_id;
      end if;
      if new.cancel_reason is null and new.window_starts_at is not null then
        perform private.hold_paid_window(new);
      end if;
    end if;
    -- record_sale asks for the receipt afterwards.
    if current_setting('shop.completes_sale', true) is distinct from new.id::text then
      perform private.mail_status_change(old, new);
    end if;
    if private.is_packed(new.status) then
      perform private.queue_push_messages(new);
    end if;
    insert into public.order_status_changes (order_id, from_status, to_status, changed_by)
    values (new.id, old.status, new.status, auth.uid());
    if private.is_packed(new.status) and new.holds_payment then
      perform private.schedule_capture(new.id);
    end if;
  end if;
  if new.paid_at is not null
    and (old.status, old.window_starts_at, old.substitution_preference, old.note)
      is distinct from (new.status, new.window_starts_at, new.substitution_preference, new.note) then
    if is_moved and private.is_ended(new.status) then
      perform private.delete_picks(new.id);
    end if;
    perform pg_notify('desk', new.id::text);
  end if;
  if is_moved then
    perform pg_notify('order_status', new.id || ' ' || new.status);
    if new.delivery_type = 'delivery'
      and (old.status = 'completed' or private.is_ended(new.status)) then
      perform private.settle_run_stop(new);
    end if;
    -- The email has its recipient by now.
    if new.user_id is null and new.channel = 'online' and private.is_ended(new.status) then
      perform private.anonymize_order(new.id);
    end if;
    if old.pays_in_store then
      perform private.end_store_hold(new);
    end if;
  end if;
  if (old.user_id, old.customer_name, old.customer_email::text, old.delivery_phone_number, old.created_at)
    is distinct from
    (new.user_id, new.customer_name, new.customer_email::text, new.delivery_phone_number, new.created_at) then
    perform private.write_order_documents(array[new.id]);
  end if;
  -- Last, because orders of a customer wait for each other.
  if (old.user_id, old.customer_email, old.paid_at, old.paid_amount, old.refunded_amount)
    is distinct from (new.user_id, new.customer_email, new.paid_at, new.paid_amount, new.refunded_amount)
    or old.delivery_phone_number <> new.delivery_phone_number then
    perform private.count_customer_order(old, new);
  end if;
  return null;
end;
$$;
create trigger after_order_write after insert or update or delete on public.orders
  for each row execute function private.after_order_write();

-- On its own, because fill_order calls for it early. Security definer, as before_order_write.
create function private.claim_window() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_slot(new.delivery_type, new.window_starts_at, new.window_ends_at, new.id, new.user_id);
  return null;
end;
$$;
create constraint trigger _100_claim_window after insert on public.orders
  deferrable initially deferred for each row when (new.window_starts_at is not null)
  execute function private.claim_window();

create function private.before_line_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.guard_order_item(old, null);
    return old;
  end if;
  if tg_op = 'UPDATE' then
    perform private.guard_order_item(old, new);
  end if;
  -- apply_unpaid_changes adds replacements at what they cost of the original's price.
  if tg_op = 'INSERT' and current_setting('shop.changes_order', true) is distinct from new.order_id::text then
    new := private.price_order_item(new);
    new := private.set_line_weight(new);
    new := private.set_quantity_saving(new);
  end if;
  if tg_op = 'INSERT' or old.note <> new.note then
    new.note := private.read_note(new.note, 120, '');
  end if;
  return new;
end;
$$;
create trigger before_line_write before insert or update or delete on public.order_items
  for each row execute function private.before_line_write();

create function private.after_line_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.write_order_documents(array[old.order_id]);
    return null;
  end if;
  if (old.substitution_preference, old.note, old.refunded_quantity, old.packed_pounds)
    is distinct from (new.substitution_preference, new.note, new.refunded_quantity, new.packed_pounds) then
    perform pg_notify('desk', new.order_id::text);
  end if;
  if (old.packed_pounds, old.packed_units) is distinct from (new.packed_pounds, new.packed_units) then
    perform private.update_due(new.order_id);
  end if;
  return null;
end;
$$;
create trigger after_line_write after update or delete on public.order_items
  for each row execute function private.after_line_write();

create function private.after_new_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not private.is_session_active() then
    perform private.require_session();
  end if;
  if coalesce(current_setting('shop.changes_order', true), '') = '' then
    perform private.sum_order(changed.order_id) from (select distinct added.order_id from added) as changed;
  end if;
  perform private.write_order_documents(array(select distinct added.order_id from added));
  return null;
end;
$$;
create trigger after_new_lines after insert on public.order_items
  referencing new table as added for each statement execute function private.after_new_lines();

create function private.after_substitution_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  order_id constant uuid := coalesce(new.order_id, old.order_id);
begin
  if tg_op <> 'UPDATE' then
    perform private.require_session();
    perform pg_notify('desk', order_id::text);
  end if;
  if tg_op = 'INSERT' and new.kind = 'replaced' then
    perform private.create_substitution_question(new);
  end if;
  perform private.update_due(order_id);
  return null;
end;
$$;
create trigger after_substitution_write after insert or update or delete on public.substitutions
  for each row execute function private.after_substitution_write();

create function private.after_payment_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.method = 'store_cash' and new.purpose in ('order', 'tender') then
    perform private.enter_cash('sale', new.amount_cents, new.payment_intent_id, null);
  end if;
  -- record_payment writes an order's own payment together with the status, which sums the amounts.
  if tg_op = 'UPDATE' or new.purpose <> 'order' then
    perform private.sum_payments(new);
  end if;
  return null;
end;
$$;
create trigger after_payment_write after insert or update of refunded_cents on public.payments
  for each row execute function private.after_payment_write();

create function private.before_refund_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.guard_refund_change(old, new);
    return new;
  end if;
  perform private.require_session();
  -- guard_refund has locked the payment, so two refunds at once cannot both use the rest of the limit.
  return private.limit_packer(private.guard_refund(new));
end;
$$;
create trigger before_refund_write before insert or update on public.refunds
  for each row execute function private.before_refund_write();

create function private.after_refund_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_refund(new);
    if new.status = 'requested' then
      perform private.schedule_release(new.payment_intent_id);
    elsif new.status = 'succeeded' then
      perform private.sum_refunds(new);
    end if;
  elsif old.status <> new.status then
    perform private.enter_cash_refund(new) where new.status = 'succeeded';
    perform private.sum_refunds(new);
    perform private.mail_refund(new) where new.status = 'succeeded';
  end if;
  return null;
end;
$$;
create trigger after_refund_write after insert or update of status on public.refunds
  for each row execute function private.after_refund_write();

create function private.after_billing_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.name is distinct from new.name and new.order_id is not null then
    perform private.name_profile(new);
  end if;
  if old.phone is distinct from new.phone then
    perform private.add_customer_phone(orders.user_id, new.phone) from public.orders where orders.id = new.order_id;
  end if;
  if (old.order_id, old.name, old.email, old.phone) is distinct from (new.order_id, new.name, new.email, new.phone) then
    -- They can move to another order.
    perform private.write_order_documents(array[old.order_id, new.order_id]);
  end if;
  return null;
end;
$$;
create trigger after_billing_write after insert or update or delete on public.billing_details
  for each row execute function private.after_billing_write();
