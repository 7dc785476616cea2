-- Wallets (Apple Pay, Google Pay, Link) beside the card form, once the owner offers them.
alter table public.store_settings add column express_checkout boolean not null default false;
comment on column public.store_settings.express_checkout is 'Wallets (Apple Pay, Google Pay, Link) are offered beside the card form.';
