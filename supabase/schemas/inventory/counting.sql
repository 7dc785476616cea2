-- Counts of stock: each line changes the stock by its difference when counted, so that no sale meanwhile is lost.

create type private.oversold_item as (name text, sold_count integer);

-- Applies a counted line. Call it with the item locked.
create function private.count_item(count_id bigint, line jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  product constant bigint := (line ->> 'product_id')::bigint;
  size constant bigint := (line ->> 'size_id')::bigint;
  cost constant numeric := private.last_cost(product, size);
  counted constant integer := (line ->> 'counted')::integer;
  expected integer := (line ->> 'expected')::integer;
  other record;
begin
  select moved.staff_name, moved.kind into other from public.stock_movements as moved
  where moved.product_id = product and moved.size_id is not distinct from size
    and moved.kind in ('counted', 'correction', 'edited')
    and moved.id > coalesce((line ->> 'last_movement_id')::bigint, 0)
  order by moved.id desc limit 1;
  if found then
    perform private.raise_error('PT409', case other.kind
      when 'counted' then '{item} was counted by {name} after you counted it. Remove its line, or count it again.'
      else '{item} was corrected by {name} after you counted it. Remove its line, or count it again.'
    end, jsonb_build_object('item', private.item_title(product, size), 'name', other.staff_name));
  end if;
  if private.stock_left(product, size) is null then
    -- Paid orders took nothing from a stock that was not counted.
    expected := coalesce((select reserved.reserved_count from private.list_reserved(product, size) as reserved), 0);
    perform private.write_stock(product, size, 0);
    perform private.set_availability(product, size, 'counted');
  end if;
  insert into public.stock_count_lines (count_id, product_id, size_id, counted, expected, unit_cost)
  values (count_id, product, size, counted, expected, cost);
  if counted <> expected then
    perform private.move_stock(
      product, size, 'counted', counted - expected, cost, count_id => count_id, is_clamped => true
    );
  end if;
end;
$$;

-- For managers: changes stock by the differences of [{product_id, size_id, counted, expected, last_movement_id}], where
-- expected (stock_count + reserved_count) and last_movement_id are those of read_stock_items when the line was counted;
-- an item that was not counted is from now on. 409 if somebody counted or corrected an item since. The same request key
-- counts once. oversold: units sold beyond the counted stock. Security definer: callers may not write movements.
create function public.accept_stock_count(
  lines jsonb, note text, request_key uuid, out id bigint, out oversold private.oversold_item[]
)
language plpgsql security definer set search_path = '' set statement_timeout = '15s' as $$
declare
  hash constant text := md5(jsonb_build_array(note, lines)::text);
  accepted public.stock_counts;
  line record;
begin
  perform private.require_stock_manager();
  perform private.reject_if(request_key is null, '22023', 'A request key is required.');
  perform private.reject_if(not private.is_list(lines, 1, 500), '22023', 'A count has 1 to 500 lines.');
  perform private.reject_if(char_length(note) > 300, '22023', '300 characters at most.');
  insert into public.stock_counts (note, request_key, request_hash, accepted_by)
  values (coalesce(btrim(accept_stock_count.note), ''), accept_stock_count.request_key, hash, (select auth.uid()))
  on conflict on constraint stock_counts_request_key_key do nothing returning * into accepted;
  if accepted.id is null then
    select * into accepted from public.stock_counts as known where known.request_key = accept_stock_count.request_key;
    perform private.reject_if(accepted.request_hash <> hash,
      'PT409', 'This count was saved before your last change. Check it in the stock history, then start over.');
  else
    perform private.lock_items(lines);
    for line in
      select each.value, read.product_id, read.size_id, read.counted, read.expected
      from jsonb_array_elements(accept_stock_count.lines) with ordinality as each (value, place)
      cross join lateral jsonb_to_record(each.value) as read (
        product_id bigint, size_id bigint, counted numeric, expected numeric
      )
      order by each.place
    loop
      perform private.require_size(line.product_id, line.size_id);
      if not coalesce(line.counted between 0 and 99999 and line.counted = trunc(line.counted), false)
        or not coalesce(line.expected between 0 and 9999999 and line.expected = trunc(line.expected), false) then
        raise invalid_parameter_value using message = 'Each line needs a whole number from 0 to 99,999.';
      end if;
      perform private.count_item(accepted.id, line.value);
    end loop;
    perform private.add_to_audit_log('stock', 'Stock count', null, (
      select jsonb_build_object(
        'reason', 'counted', 'lines', count(*), 'units', coalesce(sum(lines.counted - lines.expected), 0),
        'cost', sum((lines.counted - lines.expected) * lines.unit_cost)
      )
      from public.stock_count_lines as lines where lines.count_id = accepted.id
    ));
  end if;
  id := accepted.id;
  oversold := array(
    select row(
      private.item_title(moved.product_id, moved.size_id), moved.stock_change - moved.quantity
    )::private.oversold_item
    from public.stock_movements as moved
    where moved.count_id = accepted.id and moved.stock_change <> moved.quantity order by moved.id
  );
end;
$$;
grant execute on function public.accept_stock_count(jsonb, text, uuid) to authenticated;
