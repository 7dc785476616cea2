-- A request key of a refund that comes with another request is rejected.
alter table public.refunds add column request_hash text;
