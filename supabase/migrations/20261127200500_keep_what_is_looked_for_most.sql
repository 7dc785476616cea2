-- One visitor could fill the list of a month with words that nobody looks for.
alter table public.missed_searches add column first_day date not null default current_date;
update public.missed_searches set first_day = month;
comment on column public.missed_searches.first_day is 'When it was looked for first in this month.';
create index missed_searches_first_day on public.missed_searches (first_day);

create or replace function public.note_missed_search(query text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  asked text := private.search_text(left(note_missed_search.query, 100));
  this_month date := date_trunc('month', now() at time zone (select time_zone from public.store_settings))::date;
begin
  if coalesce(char_length(asked), 0) not between 2 and 60 or exists (select 1 from public.search_products(asked, 1)) then
    return;
  end if;
  -- Anybody may call this: a day brings so many new words, and a month keeps those that were looked for most.
  if not exists (
    select 1 from public.missed_searches as missed where missed.month = this_month and missed.words = asked
  ) then
    if (select count(*) from public.missed_searches as missed where missed.first_day = current_date) >= 200 then
      return;
    end if;
    delete from public.missed_searches as missed
    where missed.month = this_month and missed.words = (
      select rare.words from public.missed_searches as rare
      where rare.month = this_month and (
        select count(*) from public.missed_searches as kept where kept.month = this_month
      ) >= 2000
      order by rare.search_count, rare.first_day, rare.words limit 1
    );
  end if;
  insert into public.missed_searches as missed (month, words) values (this_month, asked)
  on conflict (month, words) do update set search_count = least(missed.search_count + 1, 1000000);
  delete from public.missed_searches as missed where missed.month < this_month - interval '1 year';
end;
$$;
comment on function public.note_missed_search(text) is
  'Counts words for which nothing is found, and nothing else. Security definer: nobody writes the list by hand.';
