-- The shop's functions ask whether a session still lives and whether an address was shown to be somebody's; on a
-- hosted project they may read these tables too. Tokens and secrets lie in others.
grant select (id, user_id, not_after) on auth.sessions to shop_owner;
grant select (user_id, email, identity_data) on auth.identities to shop_owner;
