-- The order board sorts orders of one time by their number.
drop index public.orders_open;
create index orders_open on public.orders (status, (coalesce(window_starts_at, paid_at)), order_number)
  where private.is_open(status);
