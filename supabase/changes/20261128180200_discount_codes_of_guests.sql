create table private.guest_discount_attempts (
  id boolean primary key default true check (id),
  wrong_count integer not null check (wrong_count >= 0),
  ends_at timestamptz not null
);
comment on table private.guest_discount_attempts is
  'One row: wrong codes of all guests together in the period that ends at ends_at; written by quote_guest_cart only.';

alter table private.guest_discount_attempts enable row level security;
revoke all on private.guest_discount_attempts from public;

insert into private.limits (name, max_count, period) values ('guest_discount_codes', 100, '1 hour');
