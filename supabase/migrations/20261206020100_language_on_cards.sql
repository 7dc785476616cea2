-- Cards of the order board name the language that the customer reads.
create or replace function private.desk_card(target public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', coalesce(private.packing_status(target), target.status),
      'unpaid_total', case when target.status = 'pending' then coalesce(unpaid.due_total, target.total) end,
      'needs_weight', coalesce(unpaid.needs_weight, false),
      'delivery_type', target.delivery_type,
      'delivery_included', target.delivery_included,
      'delivery_fee', private.fee_details(target.id),
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'language', target.language,
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'substitution_preference', target.substitution_preference,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_ids', coalesce(lines.line_ids, '[]'),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_pounds', coalesce(lines.packed_pounds, '{}'),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.picked_lines as packed where packed.order_id = target.id
      ), '[]'),
      'substitution_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'answers', coalesce((
        select jsonb_agg(questions.substitution_id || ':' || questions.answer order by questions.substitution_id)
        from public.substitution_questions as questions
        where questions.order_id = target.id and questions.answer is not null
      ), '[]'),
      'is_unread', private.packing_status(target) in ('pending', 'paid') and not exists (
        select from public.acknowledged_orders as acknowledged where acknowledged.order_id = target.id
      ),
      'moved_at', coalesce(unpaid.ready_at, unpaid.packing_at, moved.changed_at),
      'moved_from', case
        when unpaid.ready_at is not null then 'preparing' when unpaid.packing_at is not null then 'pending' when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join public.pay_in_store_orders as unpaid on unpaid.order_id = target.id and unpaid.is_waiting
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, jsonb_agg(items.id order by items.id) as line_ids,
        bool_or(items.note <> '' or items.substitution_preference is not null) as has_words,
        jsonb_object_agg(items.id, items.packed_pounds) filter (
          where items.packed_pounds is not null and private.has_weight(items)
        ) as packed_pounds
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;
comment on function private.desk_card(public.orders) is
  'Returns an order as the board shows it: {id, number, status, unpaid_total, needs_weight, delivery_type, delivery_included, delivery_fee, '
  'name, phone, language, window_starts_at, window_ends_at, paid_at, substitution_preference, note, item_count, line_ids, has_line_words, '
  'packed_pounds, packed_line_ids, substitution_ids, answers, is_unread, moved_at, moved_from}. substitution_ids are its substitutions, answers what its customer '
  'answered about them, packed_pounds '
  'the weights of weighed lines, {line id: pounds}. The status of an unpaid order is how far it is packed, and unpaid_total '
  'what is due, at most so much if needs_weight; null for a paid one. moved_from is '
  'the status that undo leads to; null if the last move cannot be undone.';
