alter table public.order_items add column pack_size text not null default '';
comment on column public.order_items.pack_size is
  'Size of the package when it was bought, such as "20 lb"; empty for a product with sizes, and in older orders.';
