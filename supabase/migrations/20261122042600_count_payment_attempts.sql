-- How often a person asked to pay, counted once for all processes of the shop.
create table private.payment_attempts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  attempts integer not null check (attempts > 0),
  ends_at timestamptz not null
);
comment on table private.payment_attempts is 'Asked for a payment within the period that ends then; written by count_payment_attempt alone.';
alter table private.payment_attempts enable row level security;
revoke all on private.payment_attempts from public;

create function public.count_payment_attempt(user_id uuid, max_count integer, seconds integer) returns integer
language sql security definer set search_path = ''
as $$
  insert into private.payment_attempts as counted (user_id, attempts, ends_at)
  values (
    count_payment_attempt.user_id, 1, now() + make_interval(secs => count_payment_attempt.seconds)
  )
  on conflict on constraint payment_attempts_pkey do update set
    attempts = case when counted.ends_at <= now() then 1 else counted.attempts + 1 end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
  returning case
    when counted.attempts <= count_payment_attempt.max_count then 0
    else greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer
  end;
$$;
comment on function public.count_payment_attempt(uuid, integer, integer) is
  'For the shop''s server: counts one, and answers with 0, or the seconds to wait when it was one too many. Security definer: nobody may count by hand.';
revoke all on function public.count_payment_attempt(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.count_payment_attempt(uuid, integer, integer) to service_role;
