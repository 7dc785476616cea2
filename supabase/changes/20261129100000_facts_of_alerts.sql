-- The values in an alert's message, so that it is shown in the language of who reads it.
alter table public.shop_alerts add column facts jsonb;
comment on column public.shop_alerts.facts is
  'Values in the message, by name; null: it is shown as written. app/features/order-admin/alert-text.ts has the texts.';
