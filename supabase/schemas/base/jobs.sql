-- Jobs of the worker: the wait between attempts.

-- 2, 4, 8, 16, 32 minutes, then an hour.
create function private.retry_wait(attempts integer) returns interval
language sql immutable
return least(interval '1 minute' * (2 ^ least(retry_wait.attempts, 6)), interval '1 hour');
