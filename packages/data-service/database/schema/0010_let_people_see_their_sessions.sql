-- People see where they are signed in and end what is not theirs; on a hosted project the shop may do the same. Tokens
-- and secrets lie in other tables, and go with their session.
grant select (user_agent, created_at, refreshed_at), delete on auth.sessions to shop_owner;
