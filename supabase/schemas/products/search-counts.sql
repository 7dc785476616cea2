-- Search counts: zero-result searches, and sales. How often nothing was found, by month of the store's time zone and
-- normalized words, without the person who searched: products that the owner could sell, or name differently.
create table public.zero_result_searches (
  month date not null check (extract(day from month) = 1),
  words text not null check (char_length(words) between 2 and 60),
  search_count integer not null default 1 check (search_count > 0),
  primary key (month, words),
  first_day date not null default current_date -- Day of the first such search in this month.
);

create index zero_result_searches_first_day on public.zero_result_searches (first_day);

grant select, delete on public.zero_result_searches to authenticated;
create policy "managers read and remove what was not found" on public.zero_result_searches
  for all to authenticated using ((select private.can_manage()));

-- Counts words for which nothing is found. Security definer: callers may not write the list.
create function public.record_zero_result_search(query text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  normalized text := private.search_text(left(record_zero_result_search.query, 100));
  this_month date := date_trunc('month', now() at time zone (select time_zone from public.store_settings))::date;
begin
  if coalesce(char_length(normalized), 0) not between 2 and 60 or exists (select 1 from public.search_products(normalized, 1)) then
    return;
  end if;
  -- Anyone may call this: new words per day are capped, and a month keeps the most frequent ones.
  if not exists (
    select 1 from public.zero_result_searches as missed where missed.month = this_month and missed.words = normalized
  ) then
    -- Beyond 200 new words, one of today's rarest makes room, so that nobody can close the list.
    delete from public.zero_result_searches as missed
    where missed.month = this_month and missed.words = (
      select today.words from public.zero_result_searches as today
      where today.month = this_month and today.first_day = current_date and (
        select count(*) from public.zero_result_searches as listed where listed.first_day = current_date
      ) >= 200
      order by today.search_count, random() limit 1
    );
    delete from public.zero_result_searches as missed
    where missed.month = this_month and missed.words = (
      select rare.words from public.zero_result_searches as rare
      where rare.month = this_month and (
        select count(*) from public.zero_result_searches as listed where listed.month = this_month
      ) >= 2000
      order by rare.search_count, rare.first_day, rare.words limit 1
    );
  end if;
  insert into public.zero_result_searches as missed (month, words) values (this_month, normalized)
  on conflict (month, words) do update set search_count = least(missed.search_count + 1, 1000000);
  delete from public.zero_result_searches as missed where missed.month < this_month - interval '1 year';
end;
$$;
grant execute on function public.record_zero_result_search(text) to anon, authenticated;

-- Counts units sold in the last 90 days, for ranking; returns how many counts changed.
create function public.count_sales() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed_count integer;
begin
  with changed as materialized (
    select document.product_id, coalesce(sold.count, 0) as count
    from private.search_documents as document
    left join (
      select items.product_id, sum(items.quantity) as count
      from public.orders join public.order_items as items on items.order_id = orders.id
      where orders.paid_at > now() - interval '90 days' and not private.is_canceled(orders.status)
      group by items.product_id
    ) as sold on sold.product_id = document.product_id
    where document.sold_count <> coalesce(sold.count, 0)
    -- Always in product order, so that concurrent changes cannot deadlock.
    order by document.product_id for update of document
  )
  update private.search_documents as document set sold_count = changed.count
  from changed where document.product_id = changed.product_id;
  get diagnostics changed_count = row_count;
  if changed_count > 0 then
    -- Cached search pages now show another order.
    update public.content_version set version = version + 1;
  end if;
  return changed_count;
end;
$$;
grant execute on function public.count_sales() to service_role;
