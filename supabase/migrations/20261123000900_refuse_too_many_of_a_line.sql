-- More of a line than is left to refund is refused in words, and not by a division.
create or replace function private.paid_for_next(
  amount numeric, kept_cents bigint, line public.order_items, away_quantity bigint, replaced_quantity bigint
) returns bigint
language sql immutable set search_path = ''
as $$
  select private.paid_for_first(
    paid_for_next.amount, line, least(paid_for_next.away_quantity, line.quantity - paid_for_next.replaced_quantity)
  ) + case
    -- More than there are is refused by whoever asks.
    when paid_for_next.replaced_quantity > 0
      and paid_for_next.away_quantity > line.quantity - paid_for_next.replaced_quantity then round(
      paid_for_next.kept_cents::numeric
        * (paid_for_next.away_quantity - line.quantity + paid_for_next.replaced_quantity)
        / paid_for_next.replaced_quantity
    )
    else 0
  end::bigint;
$$;
