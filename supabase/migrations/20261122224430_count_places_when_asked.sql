-- The places of every window of two weeks were counted for whoever asked for the next three.
create or replace function public.list_windows(delivery_type text, max_count integer default 3)
returns table (starts_at timestamptz, ends_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  candidate record;
  wanted_count integer := least(list_windows.max_count, 100);
begin
  if wanted_count < 1 then
    return;
  end if;
  -- One after the other: nobody counts the places of windows that are not told.
  for candidate in
    select windows.* from private.windows_from(list_windows.delivery_type, now()) as windows order by windows.starts_at
  loop
    if candidate.room > private.places_taken(
      list_windows.delivery_type, candidate.starts_at, candidate.ends_at, null, (select auth.uid())
    ) then
      starts_at := candidate.starts_at;
      ends_at := candidate.ends_at;
      return next;
      wanted_count := wanted_count - 1;
      exit when wanted_count = 0;
    end if;
  end loop;
end;
$$;

-- Which orders a window shares its time with, the index says by itself.
drop index public.orders_windows;
create index orders_windows on public.orders (delivery_type, window_starts_at, window_ends_at)
  where window_starts_at is not null;
