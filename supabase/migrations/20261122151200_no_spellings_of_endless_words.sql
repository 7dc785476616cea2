-- A made-up word of 300 letters made a search look for 45,000 spellings: half a second of work for one request.
create or replace function private.shortened_spellings(word text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  spellings text[] := array[word];
  shortened text;
begin
  -- Twice as long is four times the work, and 100 signs may be 300 letters. None that is known has more than 24.
  if char_length(word) > 26 then
    return '{}';
  end if;
  for place in 1 .. char_length(word) loop
    shortened := overlay(word placing '' from place for 1);
    spellings := spellings || shortened;
    if char_length(word) >= 8 then
      for other in place .. char_length(shortened) loop
        spellings := spellings || overlay(shortened placing '' from other for 1);
      end loop;
    end if;
  end loop;
  return spellings;
end;
$$;
comment on function private.shortened_spellings(text) is 'Of a word of three letters or more; none of one that is longer than any that is known.';

-- Nothing typed is nothing missed.
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
  -- Anybody may call this: a month keeps so many words and no more.
  if (select count(*) from public.missed_searches as missed where missed.month = this_month) >= 2000
    and not exists (
      select 1 from public.missed_searches as missed where missed.month = this_month and missed.words = asked
    )
  then
    return;
  end if;
  insert into public.missed_searches as missed (month, words) values (this_month, asked)
  on conflict (month, words) do update set search_count = least(missed.search_count + 1, 1000000);
  delete from public.missed_searches as missed where missed.month < this_month - interval '1 year';
end;
$$;
