create table private.stripe_customers (
  customer_id text primary key check (customer_id <> ''),
  user_id uuid unique references public.profiles (id) on delete set null,
  delete_after timestamptz
);
comment on table private.stripe_customers is
  'The account''s customer at Stripe, which has its saved cards. Without an account, the worker deletes it at Stripe.';
comment on column private.stripe_customers.delete_after is
  'When a customer without an account may be deleted; null: at once.';

alter table private.stripe_customers enable row level security;
revoke all on private.stripe_customers from public;
