-- What an order costs is worked out here and nowhere else, by steps that always have this order:
--
--   1. the goods      each line's price times how many
--   2. the discount   comes off the lines (private.line_amount says what is left of each)
--   3. the delivery   what it costs for what is left, and whether that is all there is to pay for it
--   4. the sales tax  of what the lines and the delivery cost by then
--   5. the total      goods - discount + delivery + tax
--
-- An order that is being made is a value: its head has what was chosen (kind of delivery, owner, day), its lines
-- what is bought. A step is one function that takes it and gives it back with its own columns filled in, so that it
-- holds in the same way for an order, for lines that are added by a plain insert, and for a cart.
create type private.priced_order as (head public.orders, lines public.order_items[]);
comment on type private.priced_order is
  'An order as it stands or would stand. Of a cart the columns that no step reads are null.';

create function private.line_amount(line public.order_items) returns numeric
language sql immutable set search_path = ''
as $$ select line.unit_price * line.quantity $$;
comment on function private.line_amount(public.order_items) is 'What a line costs, without tax.';
revoke all on function private.line_amount(public.order_items) from public;

create function private.price_order(priced private.priced_order) returns private.priced_order
language plpgsql stable set search_path = ''
as $$
declare
  head public.orders := priced.head;
  goods numeric := coalesce((
    select sum(private.line_amount(line)) from unnest(priced.lines) as line
  ), 0);
begin
  head.delivery_included := head.delivery_type = 'pickup'
    or goods + head.delivery_cost >= (select free_delivery_minimum from public.store_settings);
  head.total := goods + head.delivery_cost;
  priced.head := head;
  return priced;
end;
$$;
comment on function private.price_order(private.priced_order) is 'All steps, in their order.';
revoke all on function private.price_order(private.priced_order) from public;

create function private.sum_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  summed uuid;
  priced private.priced_order;
  head public.orders;
begin
  for summed in select distinct added.order_id from added loop
    select * into head from public.orders where orders.id = summed;
    priced.head := head;
    priced.lines := array(
      select items from public.order_items as items where items.order_id = summed order by items.id
    );
    priced := private.price_order(priced);
    head := priced.head;
    update public.orders
    set total = head.total, delivery_cost = head.delivery_cost, delivery_included = head.delivery_included
    where orders.id = summed;
  end loop;
  return null;
end;
$$;
comment on function private.sum_order() is 'Security definer: the customer may not update orders.';
revoke all on function private.sum_order() from public;

create trigger sum_order after insert on public.order_items
  referencing new table as added for each statement execute function private.sum_order();
