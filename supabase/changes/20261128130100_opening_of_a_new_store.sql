alter table public.store_settings add column is_open boolean not null default true;
comment on column public.store_settings.is_open is
  'Whether the public sees the store; a new live store shows an opening-soon page until its owner opens it.';
