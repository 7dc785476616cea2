-- Receiving deliveries of suppliers, and undoing one.

create function private.delivery_title(delivery public.supplier_deliveries) returns text
language sql stable set search_path = '' as $$
  select 'Delivery' || coalesce(' from ' || (
    select suppliers.name from public.suppliers where suppliers.id = delivery.supplier_id
  ), '') || coalesce(' (' || nullif(delivery.reference, '') || ')', '');
$$;

-- For managers: saves a delivery with its lines [{product_id, size_id, quantity, unit_cost, best_before,
-- starts_counting}], all or nothing, and raises the stock of counted products; starts_counting counts a product from
-- this line on. The same request key returns the delivery; 409 with other lines. Security definer, as adjust_stock.
create function public.receive_delivery(
  supplier_id bigint, reference text, note text, lines jsonb, request_key uuid
) returns bigint
language plpgsql security definer set search_path = '' set statement_timeout = '15s' as $$
declare
  hash constant text := md5(jsonb_build_array(supplier_id, reference, note, lines)::text);
  delivery public.supplier_deliveries;
  line record;
  written public.supplier_delivery_lines;
begin
  perform private.require_stock_manager();
  perform private.reject_if(request_key is null, '22023', 'A request key is required.');
  perform private.reject_if(not private.is_list(lines, 1, 300), '22023', 'A delivery has 1 to 300 lines.');
  perform private.reject_if(char_length(reference) > 60 or char_length(note) > 300,
    '22023', 'The invoice number has 60 characters at most, the note 300.');
  -- The unique key makes a simultaneous repeat wait for the first and then return its delivery.
  insert into public.supplier_deliveries (supplier_id, reference, note, request_key, request_hash, received_by)
  values (
    supplier_id, coalesce(btrim(reference), ''), coalesce(btrim(note), ''), request_key, hash, (select auth.uid())
  )
  on conflict on constraint supplier_deliveries_request_key_key do nothing returning * into delivery;
  if delivery.id is null then
    select * into delivery from public.supplier_deliveries as known
    where known.request_key = receive_delivery.request_key;
    perform private.reject_if(delivery.request_hash <> hash,
      'PT409', 'This delivery was saved before your last change. Check it under Recent deliveries, then start over.');
    return delivery.id;
  end if;
  perform private.lock_items(lines);
  for line in
    select read.*
    from jsonb_array_elements(receive_delivery.lines) with ordinality as each (value, place)
    cross join lateral jsonb_to_record(each.value) as read (
      product_id bigint, size_id bigint, quantity numeric, unit_cost numeric, best_before date, starts_counting boolean
    )
    order by each.place
  loop
    perform private.require_size(line.product_id, line.size_id);
    if line.quantity is null or line.quantity not between 1 and 99999 or line.quantity <> trunc(line.quantity) then
      raise invalid_parameter_value using message = 'Each line needs a quantity from 1 to 99,999.';
    elsif not coalesce(line.unit_cost between 0 and 99999.99 and line.unit_cost = round(line.unit_cost, 2), true) then
      raise invalid_parameter_value using message = 'A unit cost is dollars and cents, such as 4.99.';
    elsif not coalesce(line.best_before between '2000-01-01' and '2199-12-31', true) then
      raise invalid_parameter_value using message = 'Check the best-before dates.';
    end if;
    written.availability_before := null;
    if line.starts_counting and private.stock_left(line.product_id, line.size_id) is null then
      -- An old count is not the stock: only what arrives is known.
      perform private.write_stock(line.product_id, line.size_id, 0);
      written.availability_before := private.set_availability(line.product_id, line.size_id, 'counted');
    end if;
    insert into public.supplier_delivery_lines (
      delivery_id, product_id, size_id, quantity, unit_cost, best_before, availability_before
    ) values (
      delivery.id, line.product_id, line.size_id, line.quantity, line.unit_cost, line.best_before,
      written.availability_before
    ) returning * into written;
    perform private.move_stock(
      written.product_id, written.size_id, 'received', written.quantity, written.unit_cost, delivery_line_id => written.id
    );
  end loop;
  perform private.add_to_audit_log('stock', private.delivery_title(delivery), null, (
    select jsonb_build_object(
      'reason', 'received', 'lines', count(*), 'units', sum(lines.quantity), 'cost', sum(lines.quantity * lines.unit_cost)
    )
    from public.supplier_delivery_lines as lines where lines.delivery_id = delivery.id
  ));
  return delivery.id;
end;
$$;
grant execute on function public.receive_delivery(bigint, text, text, jsonb, uuid) to authenticated;

-- For managers: reverses a delivery once; 409 if less is left of a product. Security definer, as receive_delivery.
create function public.undo_delivery(delivery_id bigint) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '15s' as $$
declare
  delivery public.supplier_deliveries;
  target public.supplier_delivery_lines;
  received public.stock_movements;
  reversal public.stock_movements;
  left_count integer;
begin
  perform private.require_stock_manager();
  select * into delivery from public.supplier_deliveries as known where known.id = undo_delivery.delivery_id for update;
  perform private.reject_if(delivery.id is null, 'PT404', 'This delivery doesn''t exist.');
  if delivery.undone_at is not null then
    return;
  end if;
  perform private.lock_items((
    select jsonb_agg(jsonb_build_object('product_id', lines.product_id, 'size_id', lines.size_id))
    from public.supplier_delivery_lines as lines where lines.delivery_id = delivery.id
  ));
  update public.supplier_deliveries as known set undone_at = now(), undone_by = (select auth.uid())
  where known.id = delivery.id;
  for target in
    select * from public.supplier_delivery_lines as lines where lines.delivery_id = delivery.id order by lines.id desc
  loop
    select * into received from public.stock_movements as moved
    where moved.delivery_line_id = target.id and moved.kind = 'received';
    left_count := private.stock_left(target.product_id, target.size_id);
    if left_count < received.stock_change then
      perform private.raise_error(
        'PT409', '{item}: {received} received, {left} left in stock. Some were sold or moved, so this delivery can''t be undone. Correct the stock instead.',
        jsonb_build_object(
          'item', private.item_title(target.product_id, target.size_id), 'received', received.stock_change,
          'left', left_count
        )
      );
    end if;
    reversal := private.reverse_movement(received);
    -- Counting that started with this line ends.
    if target.availability_before is not null and reversal.stock_after = 0 and not exists (
      select from public.stock_movements as moved
      where moved.product_id = target.product_id and moved.size_id is not distinct from target.size_id
        and moved.id > received.id and moved.kind not in ('received', 'undone')
    ) then
      perform private.set_availability(target.product_id, target.size_id, target.availability_before);
    end if;
  end loop;
  perform private.add_to_audit_log(
    'stock', private.delivery_title(delivery), null, jsonb_build_object('reason', 'delivery_undone')
  );
end;
$$;
grant execute on function public.undo_delivery(bigint) to authenticated;
