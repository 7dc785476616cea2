-- It returns one row. PostgreSQL planned for a thousand: unless there were many users, it read all of them for each
-- refresh.
alter function auth.exchange_refresh_token(text, text, float8) rows 1;
