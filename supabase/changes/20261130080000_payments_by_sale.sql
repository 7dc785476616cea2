-- Sales of a period are read without those of the month before.
drop index public.payments_received_at;
create index payments_sold_at on public.payments ((coalesce(captured_at, received_at)));
