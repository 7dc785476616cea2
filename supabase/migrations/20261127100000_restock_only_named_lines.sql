create or replace function private.give_back_stock(order_id uuid, lines jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  back jsonb;
begin
  perform private.lock_stock(give_back_stock.order_id);
  with given as (
    update public.order_items as items set stock_taken = items.stock_taken - returned.quantity
    from (
      select taken.id, case
        when give_back_stock.lines is null then taken.stock_taken - coalesce((
          -- Refunded because it was not there, or not good any more.
          select sum(missing.quantity)
          from public.refunds
          cross join jsonb_to_recordset(refunds.lines) as missing (order_item_id bigint, quantity integer)
          where refunds.order_id = give_back_stock.order_id and refunds.status <> 'failed'
            and refunds.reason <> 'returned' and refunds.lines is not null and missing.order_item_id = taken.id
        ), 0)::integer
        -- A line that is not named gives nothing back: least() ignores nulls.
        else least(taken.stock_taken, coalesce((
          select sum(named.quantity)
          from jsonb_to_recordset(give_back_stock.lines) as named (order_item_id bigint, quantity integer)
          where named.order_item_id = taken.id
        ), 0)::integer)
      end as quantity
      from public.order_items as taken
      where taken.order_id = give_back_stock.order_id and taken.stock_taken > 0
    ) as returned
    where items.id = returned.id and returned.quantity > 0
    returning items.product_id, items.size_id, returned.quantity
  )
  select jsonb_agg(to_jsonb(given)) into back from given;
  -- What is no longer counted may have no row, and needs none.
  update public.product_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.product_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (product_id bigint, size_id bigint, quantity integer)
    where line.size_id is null group by line.product_id
  ) as sums
  where stock.product_id = sums.product_id;
  update public.size_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.size_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (size_id bigint, quantity integer) group by line.size_id
  ) as sums
  where stock.size_id = sums.size_id;
end;
$$;
