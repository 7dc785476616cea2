-- A backup that fails is told to the owner.
alter table public.shop_alerts drop constraint shop_alerts_kind_check;
alter table public.shop_alerts add constraint shop_alerts_kind_check check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted', 'window_overfull', 'backup_fails'
));
