-- Daily report by email after closing time: the owner and managers who get it, and each one's delivery.
create table public.daily_report_readers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  added_at timestamptz not null default now()
);

grant select on public.daily_report_readers to authenticated;
create policy "staff read their own daily report subscription" on public.daily_report_readers
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));

-- For managers: turns one's daily email on or off; 412 if unverified. Security definer: it reads accounts.
create function public.email_daily_report(is_subscribed boolean) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(not private.can_manage(), '42501', 'Only owners and managers can see accounting data.');
  select private.reject_if(email_daily_report.is_subscribed and private.verified_email((select auth.uid())) is null,
    'PT412', 'Verify your email address first: log in once with a code we email you.');
  delete from public.daily_report_readers as readers
  where readers.user_id = (select auth.uid()) and not email_daily_report.is_subscribed;
  insert into public.daily_report_readers (user_id)
  select auth.uid() where email_daily_report.is_subscribed on conflict do nothing;
$$;
grant execute on function public.email_daily_report(boolean) to authenticated;

-- One per reader and closed day; sent, or retried for twelve hours.
create table private.daily_report_mails (
  day date not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  primary key (day, user_id)
);
create index daily_report_mails_user_id on private.daily_report_mails (user_id);

-- Returns the day whose last opening hours ended within the last twelve hours, and when; null if none.
create function private.closed_day(out day date, out closed_at timestamptz)
language sql stable set search_path = '' as $$
  select span.day, max(span.closes_at)
  from (select (now() at time zone store_settings.time_zone)::date as today from public.store_settings) as shop
  cross join lateral private.opening_spans(shop.today - 1, shop.today) as span
  group by span.day
  having max(span.closes_at) <= now() and max(span.closes_at) > now() - interval '12 hours'
  order by span.day desc limit 1;
$$;

-- For the server: claims daily reports to send now, for at least two minutes. Security definer, as all claims.
create function public.claim_daily_report_mails(max_count integer) returns table (day date, user_id uuid, email text)
language plpgsql security definer set search_path = '' as $$
declare
  over record;
begin
  if not exists (select from public.daily_report_readers) then
    return;
  end if;
  select * into over from private.closed_day();
  if over.day is null then
    return;
  end if;
  insert into private.daily_report_mails (day, user_id)
  select over.day, readers.user_id from public.daily_report_readers as readers
  where readers.added_at <= over.closed_at on conflict do nothing;
  return query
    update private.daily_report_mails as mails
    set attempts = mails.attempts + 1, next_attempt_at = now() + private.retry_wait(mails.attempts + 1)
    from public.profiles
    where profiles.id = mails.user_id and (mails.day, mails.user_id) in (
      select due.day, due.user_id
      from private.daily_report_mails as due
      -- A reader may have lost the right since, or turned it off.
      join public.daily_report_readers as readers on readers.user_id = due.user_id
      where due.day = over.day and due.sent_at is null and due.next_attempt_at <= now()
        and private.role_of(due.user_id) in ('owner', 'manager') and private.verified_email(due.user_id) is not null
      order by due.user_id limit claim_daily_report_mails.max_count for update of due skip locked
    )
    returning mails.day, mails.user_id, private.verified_email(mails.user_id);
end;
$$;
grant execute on function public.claim_daily_report_mails(integer) to service_role;

-- For the server: records the result of a claimed email. Security definer, as claim_daily_report_mails.
create function public.finalize_daily_report_mail(day date, user_id uuid, error text default null) returns void
language sql security definer set search_path = '' as $$
  update private.daily_report_mails as mails
  set sent_at = case when finalize_daily_report_mail.error is null then now() end,
      last_error = left(finalize_daily_report_mail.error, 500)
  where mails.day = finalize_daily_report_mail.day and mails.user_id = finalize_daily_report_mail.user_id;
$$;
grant execute on function public.finalize_daily_report_mail(date, uuid, text) to service_role;
