-- Saved cards need the second step of accounts that have one; on a hosted project the store's owner may read factors, too.
grant select (user_id, status) on auth.mfa_factors to shop_owner;
