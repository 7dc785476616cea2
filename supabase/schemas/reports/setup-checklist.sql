-- For the owner: records a test charge, or in live mode a check of the account. Security definer: it writes facts.
create function public.record_payments_tried(mode text) returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(private.staff_role() is distinct from 'owner', '42501', 'Only owners can test payments.');
  select private.reject_if(coalesce(mode, '') not in ('sandbox', 'test', 'live'),
    '22023', 'Payments are tried in the sandbox, the test mode or the live mode.');
  insert into private.shop_facts (name, value)
  values ('payments_tried', jsonb_build_object('mode', mode, 'at', now())::text)
  on conflict (name) do update set value = excluded.value;
$$;
grant execute on function public.record_payments_tried(text) to authenticated;

-- For the owner: the last successful try; no row before. Security definer, as record_payments_tried.
create function public.payments_tried() returns table (mode text, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select private.reject_if(private.staff_role() is distinct from 'owner', '42501', 'Only owners can test payments.');
  select shop_facts.value::jsonb ->> 'mode', (shop_facts.value::jsonb ->> 'at')::timestamptz
  from private.shop_facts where shop_facts.name = 'payments_tried';
$$;
grant execute on function public.payments_tried() to authenticated;

-- For the owner: records that the opening hours of a new store are theirs. Security definer, as record_payments_tried.
create function public.confirm_hours() returns void
language sql security definer set search_path = '' as $$
  select private.reject_if(private.staff_role() is distinct from 'owner',
    '42501', 'Only owners can confirm the opening hours.');
  insert into private.shop_facts (name, value) values ('hours_confirmed', 'true') on conflict (name) do nothing;
$$;
grant execute on function public.confirm_hours() to authenticated;

-- For the owner: whether the opening hours are confirmed. Security definer, as record_payments_tried.
create function public.are_hours_confirmed() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.reject_if(private.staff_role() is distinct from 'owner',
    '42501', 'Only owners can confirm the opening hours.');
  select exists (select from private.shop_facts where shop_facts.name = 'hours_confirmed');
$$;
grant execute on function public.are_hours_confirmed() to authenticated;
