comment on column public.orders.customer_name is
  'For point-of-sale orders, and orders paid in the store; other online orders have billing details.';
