-- An alert for the daily limit of login codes by text.
alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails', 'files_missing',
  'payment_disputed', 'hold_lost', 'capture_stuck', 'text_dead', 'texts_limited', 'not_delivered', 'text_received',
  'codes_limited'
));
