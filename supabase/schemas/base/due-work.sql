-- Which kinds of work the worker has to do now: one question in each of its rounds, in place of one for each kind.
create function public.due_work() returns text[]
language plpgsql stable security definer set search_path = '' set statement_timeout = '2s'
as $$
declare
  is_day_sheet_due boolean := false;
begin
  if exists (select from public.day_sheet_readers) then
    is_day_sheet_due := exists (
      select from private.closed_day() as over
      join public.day_sheet_readers as readers on readers.added_at <= over.closed_at
      left join private.day_sheet_mails as mails on mails.day = over.day and mails.user_id = readers.user_id
      where mails.user_id is null or (mails.sent_at is null and mails.next_attempt_at <= now())
    );
  end if;
  return array_remove(array[
    case when exists (select from public.list_abandoned_orders(1)) then 'abandoned_orders' end,
    case when exists (select from public.list_unclosed_intents(1)) then 'unclosed_intents' end,
    case when exists (select from public.list_unclosed_fee_intents(1)) then 'unclosed_fee_intents' end,
    case when exists (select from public.list_unread_refunds(1)) then 'unread_refunds' end,
    case when exists (
      select from public.refunds join public.payments using (payment_intent_id)
      where refunds.status = 'requested' and refunds.next_attempt_at <= now() and payments.method = 'card'
    ) then 'refunds' end,
    case when exists (
      select from public.outgoing_mails as mails where mails.status = 'waiting' and mails.next_attempt_at <= now()
    ) then 'mails' end,
    case when exists (
      select from public.staff_invitations as invitations
      where invitations.mailed_at is null and invitations.next_mail_at <= now() and invitations.expires_at > now()
    ) then 'invitations' end,
    case when is_day_sheet_due then 'day_sheets' end,
    case when exists (
      select from private.last_published as clock
      where exists (
        select from public.blog_post as article
        where article.publish_at > clock.seen_until and article.publish_at <= now()
      ) or exists (
        select from public.store_settings as shop
        where shop.banner_text <> '' and shop.banner_until > clock.seen_until and shop.banner_until <= now()
      )
    ) then 'articles' end,
    -- One that begins or ends before the next round, too: the worker waits for its moment.
    case when exists (
      select from public.offers
      where offers.is_running <> (offers.starts_at <= now() and offers.ends_at > now())
        or (offers.starts_at > now() and offers.starts_at <= now() + interval '15 seconds')
        or (offers.ends_at > now() and offers.ends_at <= now() + interval '15 seconds')
    ) then 'offers' end
  ], null);
end;
$$;
comment on function public.due_work() is
  'For the shop''s server, in each round of its worker: the kinds of which something may be due. What is claimed and listed '
  'is decided by the functions that do it; what they would find is never left out here. Security definer, as they are.';
grant execute on function public.due_work() to service_role;
