-- Each purchase writes all indexes of orders three times. One index finds the pending orders, which are few, and
-- orders_open finds the open ones.
drop index public.orders_pending, public.orders_pending_intents, public.orders_unpaid_at_counter,
  public.orders_unpaid_of_person, public.orders_in_hand;
create index orders_pending on public.orders (user_id, created_at) where status = 'pending';
