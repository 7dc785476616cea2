-- Reasons are codes with values; the sentence of an earlier import is its code. Code of undo_skip_reason likewise.
alter table public.import_rows add column reasons jsonb not null default '[]';
update public.import_rows set reasons = jsonb_build_array(jsonb_build_object('code', reason)) where reason <> '';
comment on column public.import_rows.reason is 'Unused: the version after 1.0.0 drops it.';
comment on column public.import_rows.reasons is
  'Why the row is rejected, otherwise notes: [{code, …values}]. app/features/product-import/import-reasons.ts has the texts.';
comment on column public.import_rows.undo_skip_reason is 'Code of the reason why undoing the import left it unchanged.';
