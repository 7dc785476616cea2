alter table public.audit_log add column import_id bigint;
comment on column public.audit_log.import_id is
  'Import or bulk change whose entry stands for this one in the log. Price histories of products show both. No foreign '
  'key, as actor_id.';
