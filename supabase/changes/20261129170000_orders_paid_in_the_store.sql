alter table public.orders add column pays_in_store boolean not null default false;
comment on column public.orders.pays_in_store is
  'Unpaid, and paid in the store: its stock is taken, and it is packed. Set by choose_pay_in_store.';

update public.orders set pays_in_store = true
from public.pay_in_store_orders as waiting where waiting.order_id = orders.id and waiting.is_waiting;
