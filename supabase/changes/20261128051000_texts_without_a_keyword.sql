-- Texts without a keyword are recorded, and reported to staff.
alter table private.text_keywords drop constraint text_keywords_keyword_check;
alter table private.text_keywords
  add constraint text_keywords_keyword_check check (keyword in ('stop', 'start', 'help', 'other'));
alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails', 'files_missing',
  'payment_disputed', 'hold_lost', 'capture_stuck', 'text_dead', 'texts_limited', 'not_delivered', 'text_received'
));
comment on table private.text_keywords is
  'Texts as received, by what they ask for; the carrier''s id makes a repeated delivery a no-op.';
