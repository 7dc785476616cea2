-- An export of a customer's data includes the consents to order texts.

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
      'text_consents', coalesce((
        select jsonb_agg(to_jsonb(consents) - array['id', 'order_id', 'given_by', 'wording_version'] order by consents.given_at)
        from public.text_consents as consents where consents.order_id = target.id
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
