-- The store's own logo. Stores that exist keep the calabash.
alter table public.store_settings
  add column logo text not null default '/logo.svg' check (logo ~ '^(/[^/[:space:]][^[:space:]]{0,250})?$');
comment on column public.store_settings.logo is 'Path of the image beside the store''s name; empty: none.';
