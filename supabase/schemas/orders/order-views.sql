-- Saved views of the table of orders: a filter under a name, at most twenty per staff member.
create table public.order_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (
    char_length(name) between 1 and 40 and name = btrim(name)
    and name !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
  ),
  search text not null check (char_length(search) <= 500), -- Search and filters as in the URL, without "?".
  created_at timestamptz not null default clock_timestamp()
);
create unique index order_views_once on public.order_views (user_id, lower(name));

grant select, delete, insert (name, search) on public.order_views to authenticated;
create policy "managers manage their own views" on public.order_views
  for all to authenticated using (user_id = (select auth.uid()) and (select private.can_manage()));

-- Security definer: the limit must also count rows that a policy hides.
create function private.limit_order_views() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialized, so that two new views cannot both take the last place.
  perform pg_advisory_xact_lock(hashtextextended('order_views:' || new.user_id, 0));
  perform private.reject_if((select count(*) from public.order_views where order_views.user_id = new.user_id) >= 20,
    'PT409', 'You can save 20 views. Delete one first.');
  return new;
end;
$$;
create trigger limit_order_views before insert on public.order_views
  for each row execute function private.limit_order_views();
