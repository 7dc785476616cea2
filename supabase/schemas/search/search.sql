-- Returns the words that a typed word may mean, likeliest first: null if it counts only with a neighbor, empty if none.
create function private.readings_of(word text, has_pair boolean, is_doubted boolean, is_only_word boolean)
returns text[]
language plpgsql stable set search_path = '' as $$
declare
  stem constant text := coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
  next_word constant text := private.next_word(word);
begin
  if word ~ '[0-9]' then
    return array[word];
  elsif not (coalesce(starts_with(next_word, word), false) or coalesce(private.next_word(stem) = stem, false)) then
    return case
      when has_pair then null when char_length(word) > 3 then private.expand_query(word) else '{}'
    end;
  elsif is_doubted and char_length(word) > 3 and (next_word <> word or is_only_word)
    -- A synonym is never a typo.
    and not exists (select from private.search_terms as term where term.key = private.search_key(word))
  then
    return word || private.expand_query(word);
  end if;
  return array[word];
end;
$$;

-- Reads a query by the same rules as documents, as it is sent to the index. `exact`: every word, whole; `loose`: every
-- word or its beginning; `partial`: at least one. A word that is not the beginning of a known word is replaced by the
-- nearest known words, or left out. With `is_doubted`, these are also tried for other words and for a single one.
create function private.read_search(
  typed text, is_doubted boolean, out exact tsquery, out loose tsquery, out partial tsquery, out key text,
  out head text, out read_as text, out unknown text[]
)
language plpgsql stable set search_path = '' as $$
declare
  typed_words text[] := (string_to_array(private.search_text(left(typed, 100)), ' '))[1:8];
  words text[] := '{}';
  word text;
  stem text;
  -- Itself joined with the next word, if something is called that; the same with the word before.
  pair text;
  last_pair text;
  -- Readings of a word, the likeliest first; null if it only counts together with a neighbor.
  meant text[];
  -- For each word that counts: its exact and loose query, its readings, its pair.
  exact_parts text[] := '{}';
  loose_parts text[] := '{}';
  readings text[] := '{}';
  pairs text[] := '{}';
  exact_ways text[] := '{}';
  loose_ways text[] := '{}';
begin
  unknown := '{}';
  for place in 1 .. coalesce(cardinality(typed_words), 0) loop
    word := typed_words[place];
    -- A word such as "of" counts only as the start of what is being typed.
    if ts_lexize('pg_catalog.english_stem', word) <> '{}' or place = cardinality(typed_words) and char_length(word) < 3 then
      words := words || word;
    end if;
  end loop;
  for place in 1 .. cardinality(words) loop
    word := words[place];
    stem := coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
    last_pair := pair;
    pair := word || words[place + 1];
    if pair !~ '^[a-z]+$' or not starts_with(private.next_word(pair), pair) then
      pair := null;
    end if;
    meant := private.readings_of(word, pair is not null or last_pair is not null, is_doubted, cardinality(words) = 1);
    if meant = '{}' then
      -- Words that match nothing are ignored.
      unknown := unknown || word;
      continue;
    end if;
    if meant = array[word] then
      exact_parts := exact_parts || quote_literal(stem);
      loose_parts := loose_parts || (quote_literal(stem) || case when word ~ '[0-9]' then '' else ':*' end);
    else
      exact_parts := exact_parts || (
        select '(' || string_agg(
          quote_literal(coalesce((ts_lexize('pg_catalog.english_stem', each))[1], each)), '|'
        ) || ')'
        from unnest(meant) as each
      );
      loose_parts := loose_parts || exact_parts[cardinality(exact_parts)];
    end if;
    readings := readings || coalesce(meant[1], word);
    pairs := pairs || pair;
    if readings[cardinality(readings)] <> word then
      read_as := '';
    end if;
  end loop;
  if array_position(exact_parts, null) is null then
    exact_ways := array[array_to_string(exact_parts, '&')];
    loose_ways := array[array_to_string(loose_parts, '&')];
  end if;
  for place in 1 .. cardinality(exact_parts) - 1 loop
    if pairs[place] is not null
      and array_position(exact_parts[:place - 1] || exact_parts[place + 2:], null) is null
    then
      stem := quote_literal(coalesce((ts_lexize('pg_catalog.english_stem', pairs[place]))[1], pairs[place]));
      exact_ways := exact_ways || array_to_string(exact_parts[:place - 1] || stem || exact_parts[place + 2:], '&');
      loose_ways := loose_ways || array_to_string(loose_parts[:place - 1] || (stem || ':*') || loose_parts[place + 2:], '&');
    end if;
  end loop;
  exact := array_to_string(exact_ways, '|');
  loose := array_to_string(loose_ways, '|');
  partial := array_to_string(loose_parts, '|');
  -- Readings are already normalized, as search_key expects.
  key := '';
  foreach word in array readings loop
    head := coalesce((ts_lexize('pg_catalog.english_stem', word))[1], '');
    key := key || head;
  end loop;
  -- Set above if a word was read as another one.
  read_as := case when read_as is not null then array_to_string(readings, ' ') end;
end;
$$;

-- Ranks name over synonym over translated name over description (classes 7 and 8), the product itself over products
-- made of it (rice over rice seasoning), available ones, bestsellers, shorter names, lower prices; null for none.
create function private.rank_products(
  exact tsquery, loose tsquery, key text, head text, max_count integer, out product_ids bigint[], out best_class integer
)
language plpgsql stable set search_path = '' as $$
begin
  -- For a word of thousands of products, some of those with it in their name are ranked, then some with it as a synonym,
  -- then some of the others: beginnings of words, which take longest to find, only if there are too few.
  with named as materialized (
    select document.product_id, case when document.name_terms @@ rank_products.exact then 1 else 2 end as class,
      false as is_translated, rank_products.key = any (document.keys) as is_whole,
      rank_products.head = any (document.heads) as is_head, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document where document.alternate_terms @@ rank_products.exact
    limit 300
  ), synonymous as materialized (
    select document.product_id, 3 as class, each.is_translated,
      case when each.is_translated then '=' || rank_products.key else rank_products.key end = any (document.keys) as is_whole,
      case when each.is_translated then '^' || rank_products.head = any (document.keys)
        else rank_products.head = any (document.heads) end as is_head,
      document.is_sold_out, document.sold_count, document.word_count, document.price
    from private.search_documents as document
    -- Words of translations have weight C. A synonym in the words of the store ranks before them.
    cross join lateral (
      select document.has_translations
        and not ts_filter(document.synonym_terms, '{d}') @@ rank_products.exact as is_translated
    ) as each
    where (select count(*) from named) < 200
      and document.synonym_terms @@ rank_products.exact and not document.alternate_terms @@ rank_products.exact
    limit 300
  ), others as (
    select document.product_id,
      case
        when document.name_terms @@ rank_products.loose then 4
        when document.alternate_terms @@ rank_products.loose then 5
        when document.synonym_terms @@ rank_products.loose then 6
        when document.text_terms @@ rank_products.exact then 7
        else 8
      end as class,
      document.has_translations and not ts_filter(document.text_terms, '{d}') @@ rank_products.loose as is_translated,
      rank_products.key = any (document.keys) as is_whole, rank_products.head = any (document.heads) as is_head,
      document.is_sold_out, document.sold_count, document.word_count, document.price
    from private.search_documents as document
    where (select count(*) from named) + (select count(*) from synonymous) < 200
      and document.text_terms @@ rank_products.loose and not document.synonym_terms @@ rank_products.exact
    limit 300
  )
  select array_agg(ranked.product_id), min(ranked.class)
  into rank_products.product_ids, rank_products.best_class
  from (
    select found.product_id, found.class
    from (select * from named union all select * from synonymous union all select * from others) as found
    order by found.class, found.is_translated, found.is_whole desc, found.is_head desc, found.is_sold_out,
      found.sold_count desc, found.word_count, found.price, found.product_id
    limit rank_products.max_count
  ) as ranked;
end;
$$;

-- Returns products for sale that match, best first, 200 at most; understands accents, plurals, joined words, synonyms,
-- and typos. Security definer: callers may not read or write the index.
create function public.search_products(query text, max_count integer default 200) returns setof public.products
-- With generic plans: PostgreSQL would plan many of these queries for every search (decision 022).
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 20 as $$
declare
  parsed record := private.read_search(search_products.query, false);
  doubted record;
  found_ids bigint[];
  near_ids bigint[];
  best_class integer;
  most integer := least(greatest(max_count, 0), 200);
begin
  if numnode(parsed.loose) > 0 then
    select ranked.product_ids, ranked.best_class
    into found_ids, best_class
    from private.rank_products(parsed.exact, parsed.loose, parsed.key, parsed.head, most) as ranked;
  end if;
  -- No name matches, and a word in a description is often a mistyped other one.
  if best_class is null or best_class > 6 then
    doubted := private.read_search(search_products.query, true);
    -- Read the same way, it finds the same.
    if doubted is distinct from parsed and numnode(doubted.loose) > 0 then
      select ranked.product_ids into near_ids
      from private.rank_products(doubted.exact, doubted.loose, doubted.key, doubted.head, most) as ranked;
      -- Each product once, null if there is none.
      found_ids := nullif(array(
        select hit.id
        from unnest(case when best_class = 7 then found_ids || near_ids else near_ids || found_ids end)
          with ordinality as hit (id, place)
        group by hit.id order by min(hit.place)
      ), '{}');
    end if;
    parsed := doubted;
  end if;
  -- No product matches all words: those with some of them in their name.
  if found_ids is null and numnode(parsed.partial) > 0 then
    found_ids := array(
      select partly.product_id
      from (
        select document.* from private.search_documents as document
        where document.synonym_terms @@ parsed.partial limit 500
      ) as partly
      order by ts_rank('{1, 1, 1, 1}', partly.synonym_terms, parsed.partial) desc, partly.is_sold_out, partly.sold_count desc,
        partly.product_id
      limit least(most, 24)
    );
  end if;
  return query
    select products.*
    from unnest(found_ids) with ordinality as hit (id, place) join public.products on products.id = hit.id
    order by hit.place limit most;
end;
$$;
grant execute on function public.search_products(text, integer) to anon, authenticated, service_role;

-- Returns articles with all words, titles and introductions first. Security definer, as search_products.
create function public.search_articles(query text, max_count integer default 8) returns setof public.blog_post
language plpgsql stable security definer set search_path = '' rows 4 as $$
declare
  parsed record;
begin
  for doubt in 0 .. 1 loop
    parsed := private.read_search(search_articles.query, doubt = 1);
    continue when numnode(parsed.loose) = 0;
    return query
      select article.*
      from private.article_documents as document
      join public.blog_post as article on article.id = document.article_id
      -- The start of a word counts in a title or introduction; in the text only whole words count.
      where (document.text_terms @@ parsed.exact or document.name_terms @@ parsed.loose) and article.publish_at <= now()
      order by document.name_terms @@ parsed.exact desc, document.name_terms @@ parsed.loose desc,
        ts_rank(document.text_terms, parsed.loose) desc, article.id desc
      limit least(greatest(search_articles.max_count, 0), 24);
    exit when found;
  end loop;
end;
$$;
grant execute on function public.search_articles(text, integer) to anon, authenticated, service_role;

create function public.search_hints(query text) returns table (read_as text, unknown text[], nearest text[])
language plpgsql stable security definer set search_path = '' rows 1 as $$
declare
  parsed record := private.read_search(search_hints.query, false);
begin
  -- Words of hidden products stay hidden.
  read_as := (
    select parsed.read_as
    where exists (
      select from private.search_documents as document
      join public.products on products.id = document.product_id
      where (
          document.alternate_terms @@ parsed.loose or document.synonym_terms @@ parsed.loose
          or document.text_terms @@ parsed.loose
        )
        and products.archived_at is null and products.pictures_ready
    )
  );
  unknown := parsed.unknown;
  -- Names that start like the query: the longer the match the better.
  nearest := array(
    select near.word
    from (
      select distinct on (known.word) known.word, typed.place,
        (
          select max(alike) from generate_series(3, char_length(typed.word)) as alike
          where left(known.word, alike) = left(typed.word, alike)
        ) as alike
      from unnest((string_to_array(private.search_text(left(search_hints.query, 100)), ' '))[1:8])
        with ordinality as typed (word, place)
      join private.search_words as known
        on known.word >= left(typed.word, 3) and known.word < left(typed.word, 3) || '~'
      where known.is_name and not known.is_joined and char_length(typed.word) > 2 and known.word <> typed.word
    ) as near
    where exists (
      select from private.search_documents as document join public.products on products.id = document.product_id
      where document.alternate_terms @@ plainto_tsquery('pg_catalog.english', near.word)
        and products.archived_at is null and products.pictures_ready
    )
    order by near.alike desc, char_length(near.word), near.word limit 6
  );
  return next;
end;
$$;
comment on function public.search_hints(text) is 'Returns how a query was read if not as typed, words that match '
  'nothing, and names that start alike. Security definer, as search_products. May be null: read_as.';
grant execute on function public.search_hints(text) to anon, authenticated, service_role;

-- For managers: all products, hidden ones too, whose name or alternate names contain each of these words or parts, and
-- those with this barcode or SKU. Security definer: it calls a function that callers may not call.
create function public.find_products(words text) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  query_words constant text[] := string_to_array(btrim(regexp_replace(
    private.fold_text(left(words, 100)), '\s+', ' ', 'g'
  )), ' ');
begin
  perform private.reject_if(not private.can_manage(), '42501', 'permission denied for function find_products');
  return query
    select products.* from public.products
    cross join lateral (select private.fold_text(concat_ws(' ', products.name, products.also_called)) as text) as folded
    where (select bool_and(strpos(folded.text, word) > 0) from unnest(query_words) as word)
      or products.id in (select items.product_id from public.list_items_by_code(find_products.words) as items);
end;
$$;
grant execute on function public.find_products(text) to authenticated;
