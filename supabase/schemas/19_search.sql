-- Search. Each product has a document of words, made when it changes; what people type is read with the same eyes, so
-- that finding is one look into one index. docs/search.md follows a query through this file.

-- One spelling for what is said and what is typed: small letters without accents, figures apart from letters, one
-- short name for each unit.
create function private.search_text(words text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(
      translate(lower(normalize(search_text.words, nfkd)), 'ɛɔəŋıøłđɖƒɣæœß''’ʼ`´', 'eoenioldfgaeos'),
      '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g'),
    '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'),
    '\m(?:pounds?|lbs)\M', 'lb', 'g'), '\mounces?\M', 'oz', 'g'));
$$;
comment on function private.search_text(text) is
  'Words a to z and figures with one blank between them. Letters that no accent makes are written as people type them.';
revoke all on function private.search_text(text) from public;

-- Two words that stand side by side are also one, so that "stock fish" and "stockfish" are the same.
create function private.joined_words(words text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(string_agg(pair.first || pair.second, ' '), '')
  from (
    select word as first, lead(word) over (order by place) as second
    from unnest(string_to_array(joined_words.words, ' ')) with ordinality as each (word, place)
  ) as pair
  where pair.second is not null and (pair.first || pair.second) ~ '^[a-z]+$';
$$;
comment on function private.joined_words(text) is 'Of words as search_text writes them.';
revoke all on function private.joined_words(text) from public;

create function private.search_key(words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text;
  key text := '';
begin
  foreach word in array string_to_array(private.search_text(words), ' ') loop
    key := key || coalesce((ts_lexize('pg_catalog.english_stem', word))[1], '');
  end loop;
  return key;
end;
$$;
comment on function private.search_key(text) is
  'Words by which a thing is called, as one: the same for plural and singular, joined and split.';
revoke all on function private.search_key(text) from public;

-- Groups of words that mean one thing, in the languages of the people who cook with it.
create table public.search_synonyms (
  id bigint generated always as identity primary key,
  words text[] not null check (
    cardinality(words) between 2 and 30 and array_position(words, null) is null
    and char_length(array_to_string(words, ',')) <= 1000
  )
);
comment on table public.search_synonyms is 'Who looks for one word of a group finds what is called by another.';

alter table public.search_synonyms enable row level security;
revoke all on public.search_synonyms from anon, authenticated;
grant select, delete on public.search_synonyms to authenticated;
grant insert (words), update (words) on public.search_synonyms to authenticated;
create policy "admins read the synonyms" on public.search_synonyms
  for select to authenticated using ((select private.is_admin()));
create policy "admins add synonyms" on public.search_synonyms
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change synonyms" on public.search_synonyms
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove synonyms" on public.search_synonyms
  for delete to authenticated using ((select private.is_admin()));

-- The same groups as the index needs them: where a product says `query`, it also answers to the group's other words.
create table private.search_terms (
  synonym_id bigint not null,
  words text not null,
  key text not null,
  is_joined boolean not null,
  first_lexeme text not null,
  query tsquery not null
);
comment on table private.search_terms is 'Derived from search_synonyms by a trigger.';
comment on column private.search_terms.is_joined is 'Two words of the group in one.';
comment on column private.search_terms.first_lexeme is 'Where a document has it, the query is tried.';
create index search_terms_first_lexeme on private.search_terms (first_lexeme);
create index search_terms_key on private.search_terms (key);
create index search_terms_synonym_id on private.search_terms (synonym_id);
alter table private.search_terms enable row level security;
revoke all on private.search_terms from public;

create table private.search_documents (
  product_id bigint primary key references public.products (id) on delete cascade,
  named tsvector not null,
  called tsvector not null,
  known tsvector not null,
  said tsvector not null,
  keys text[] not null,
  word_count integer not null,
  is_sold_out boolean not null,
  price numeric not null,
  sold_count bigint not null default 0
) with (toast_tuple_target = 1024);
comment on table private.search_documents is 'What each product that is for sale answers to; kept by triggers of products.';
comment on column private.search_documents.named is 'The words of its name.';
comment on column private.search_documents.called is 'These, and what it is also called.';
comment on column private.search_documents.known is 'All of these, their synonyms, and its size.';
comment on column private.search_documents.said is 'All of these, its category, its ingredients, and its description.';
comment on column private.search_documents.keys is
  'Each whole name of it, as search_key writes it: "yam" is a whole name of yams, and only a word of yam flour.';
comment on column private.search_documents.word_count is
  'Of its name without what stands in brackets: the plainer thing has the shorter name.';
comment on column private.search_documents.price is 'What one costs now: of the same thing, the smaller pack comes first.';
comment on column private.search_documents.sold_count is 'How many were bought in the last 90 days, as count_sales last saw it.';
create index search_documents_called on private.search_documents using gin (called) with (fastupdate = off);
create index search_documents_said on private.search_documents using gin (said) with (fastupdate = off);
alter table private.search_documents enable row level security;
revoke all on private.search_documents from public;

create table private.article_documents (
  article_id bigint primary key references public.blog_post (id) on delete cascade,
  named tsvector not null,
  said tsvector not null
);
comment on table private.article_documents is 'What each article answers to; kept by triggers of blog_post.';
create index article_documents_said on private.article_documents using gin (said) with (fastupdate = off);
alter table private.article_documents enable row level security;
revoke all on private.article_documents from public;

create table private.search_words (
  word text collate "C" primary key,
  is_name boolean not null,
  is_joined boolean not null default false
);
comment on table private.search_words is 'Every word that something answers to.';
comment on column private.search_words.is_name is 'It stands in a name, among synonyms or in a fact, not only in a description: a mistyped word may have meant it.';
comment on column private.search_words.is_joined is 'Two words in one, as nobody writes them but by mistake.';
alter table private.search_words enable row level security;
revoke all on private.search_words from public;

create table private.search_spellings (
  spelling text collate "C" not null,
  word text collate "C" not null references private.search_words (word) on delete cascade,
  primary key (spelling, word)
);
comment on table private.search_spellings is
  'Each such word, and each with one letter left out (two in words of eight letters and more). Two words are one mistake '
  'apart when leaving a letter out of each can make them the same.';
create index search_spellings_word on private.search_spellings (word);
alter table private.search_spellings enable row level security;
revoke all on private.search_spellings from public;

create function private.shortened_spellings(word text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  spellings text[] := array[word];
  shortened text;
begin
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
comment on function private.shortened_spellings(text) is 'Of a word of three letters or more.';
revoke all on function private.shortened_spellings(text) from public;

create function private.learn_words(texts text, is_name boolean, is_joined boolean default false) returns void
language plpgsql set search_path = ''
as $$
begin
  with new_words as (
    insert into private.search_words as known (word, is_name, is_joined)
    select each.word, learn_words.is_name, learn_words.is_joined
    from (
      select distinct unnest(string_to_array(learn_words.texts, ' ')) collate "C" as word
    ) as each
    left join private.search_words as same on same.word = each.word
    where each.word ~ '^[a-z]{2,40}$' and (
      same.word is null or learn_words.is_name and not same.is_name or same.is_joined and not learn_words.is_joined
    )
    order by each.word
    on conflict (word) do update set is_name = excluded.is_name or known.is_name,
      is_joined = excluded.is_joined and known.is_joined
    where excluded.is_name and not known.is_name or known.is_joined and not excluded.is_joined
    returning word
  )
  insert into private.search_spellings (spelling, word)
  select distinct unnest(private.shortened_spellings(new_words.word)), new_words.word
  from new_words
  where learn_words.is_name and char_length(new_words.word) between 3 and 24
  order by 1
  on conflict do nothing;
end;
$$;
comment on function private.learn_words(text, boolean, boolean) is 'Of texts as search_text writes them.';
revoke all on function private.learn_words(text, boolean, boolean) from public;

create function private.synonyms_of(document tsvector) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select string_agg(term.words, ' ')
    from private.search_terms as term
    where term.synonym_id = any (array(
      select found.synonym_id from private.search_terms as found
      where found.first_lexeme = any (tsvector_to_array(synonyms_of.document)) and synonyms_of.document @@ found.query
    ))
  ), '');
end;
$$;
comment on function private.synonyms_of(tsvector) is 'All words of the groups of which the document says one.';
revoke all on function private.synonyms_of(tsvector) from public;

create function private.index_products(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  names text;
  joined_names text;
  descriptions text;
begin
  delete from private.search_documents as document
  using public.products
  where document.product_id = any (product_ids) and products.id = document.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  with texts as materialized (
    select products.id, products.is_sold_out, coalesce(products.discount_price, products.price) as price,
      array(
        select distinct private.search_key(whole) from unnest(
          array[products.name] || regexp_split_to_array(products.name, '[(),/]')
          || regexp_split_to_array(products.also_called, ',')
        ) as whole
        where whole ~ '[^[:space:]]'
      ) as keys,
      private.search_text(products.name) as name,
      cardinality(string_to_array(
        private.search_text(regexp_replace(products.name, '\([^)]*\)', '', 'g')), ' '
      )) as word_count,
      private.search_text(products.also_called) as also_called,
      private.search_text(concat_ws(' ', products.size, trim_scale(products.amount), products.unit)) as size,
      private.search_text(concat_ws(' ', categories.title, products.description_header, products.ingredients)) as facts,
      private.search_text(products.description) as description
    from public.products
    join public.categories on categories.prefix = products.category
    where products.id = any (product_ids) and products.archived_at is null and products.pictures_ready
  ), parts as materialized (
    select texts.*,
      to_tsvector('pg_catalog.english', texts.name || ' ' || private.joined_words(texts.name)) as named,
      to_tsvector('pg_catalog.english', texts.also_called || ' ' || private.joined_words(texts.also_called)) as other,
      to_tsvector('pg_catalog.english', texts.facts || ' ' || texts.description) as described
    from texts
  ), known as materialized (
    select parts.*, parts.named || parts.other as called, to_tsvector(
      'pg_catalog.english', private.synonyms_of(parts.named || parts.other) || ' ' || parts.size
    ) as synonyms
    from parts
  ), written as (
    insert into private.search_documents as document
      (product_id, named, called, known, said, keys, word_count, is_sold_out, price)
    select known.id, known.named, known.called, known.called || known.synonyms,
      known.called || known.synonyms || known.described
        || to_tsvector('pg_catalog.english', private.synonyms_of(known.described)),
      known.keys || array(
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = any (known.keys))
      ), known.word_count, known.is_sold_out, known.price
    from known
    order by known.id
    on conflict (product_id) do update set
      named = excluded.named, called = excluded.called, known = excluded.known, said = excluded.said,
      keys = excluded.keys, word_count = excluded.word_count, is_sold_out = excluded.is_sold_out, price = excluded.price
  )
  select string_agg(concat_ws(' ', texts.name, texts.also_called, texts.facts), ' '),
    string_agg(private.joined_words(texts.name) || ' ' || private.joined_words(texts.also_called), ' '),
    string_agg(texts.description, ' ')
  into names, joined_names, descriptions
  from texts;
  perform private.learn_words(names, true);
  perform private.learn_words(joined_names, true, true);
  perform private.learn_words(descriptions, false);
end;
$$;
comment on function private.index_products(bigint[]) is 'Makes the documents of these products anew.';
revoke all on function private.index_products(bigint[]) from public;

create function private.lock_documents(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Always by product: who changes many waits, and never for each other.
  perform 1 from private.search_documents as document
  where document.product_id = any (product_ids) order by document.product_id for update;
end;
$$;
revoke all on function private.lock_documents(bigint[]) from public;

create function private.note_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed_ids bigint[];
begin
  if tg_op = 'INSERT' then
    perform private.index_products(array(select id from products_after order by id));
    return null;
  end if;
  perform private.index_products(array(
    select id from products_before as before join products_after as after using (id)
    where (before.name, before.also_called, before.size, before.amount, before.unit, before.category,
        before.description_header, before.ingredients, before.description, before.pictures_ready, before.archived_at)
      is distinct from
      (after.name, after.also_called, after.size, after.amount, after.unit, after.category,
        after.description_header, after.ingredients, after.description, after.pictures_ready, after.archived_at)
    order by id
  ));
  changed_ids := array(
    select id from products_before as before join products_after as after using (id)
    where before.is_sold_out <> after.is_sold_out
      or coalesce(before.discount_price, before.price) <> coalesce(after.discount_price, after.price)
  );
  if cardinality(changed_ids) > 0 then
    perform private.lock_documents(changed_ids);
    update private.search_documents as document set
      is_sold_out = after.is_sold_out, price = coalesce(after.discount_price, after.price)
    from products_after as after
    where document.product_id = any (changed_ids) and after.id = document.product_id;
  end if;
  return null;
end;
$$;
comment on function private.note_products() is 'Security definer: nobody writes the index by hand.';
revoke all on function private.note_products() from public;

create trigger note_new_products after insert on public.products
  referencing new table as products_after for each statement execute function private.note_products();
create trigger note_products after update on public.products
  referencing old table as products_before new table as products_after
  for each statement execute function private.note_products();

create function private.index_articles(article_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  texts text;
begin
  with said as materialized (
    select article.id, private.search_text(article.name || ' ' || article.short_introduction) as name,
      private.search_text((
        select string_agg(value, ' ')
        from jsonb_each_text(to_jsonb(article) - array['id', 'img1', 'img2', 'created_at', 'updated_at'])
      )) as words
    from public.blog_post as article
    where article.id = any (article_ids)
  ), parts as materialized (
    select said.*, to_tsvector('pg_catalog.english', said.name || ' ' || private.joined_words(said.name)) as named
    from said
  ), written as (
    insert into private.article_documents as document (article_id, named, said)
    select parts.id, parts.named, parts.named || to_tsvector(
      'pg_catalog.english', parts.words || ' ' || private.synonyms_of(parts.named)
    )
    from parts
    on conflict (article_id) do update set named = excluded.named, said = excluded.said
  )
  select string_agg(said.words, ' ') into texts from said;
  perform private.learn_words(texts, false);
end;
$$;
comment on function private.index_articles(bigint[]) is 'Makes the documents of these articles anew.';
revoke all on function private.index_articles(bigint[]) from public;

create function private.note_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_articles(array[new.id]);
  return null;
end;
$$;
comment on function private.note_article() is 'Security definer: nobody writes the index by hand.';
revoke all on function private.note_article() from public;

create trigger note_article after insert or update on public.blog_post
  for each row execute function private.note_article();

create function private.note_synonyms() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed tsquery;
begin
  -- What says a word of the group, before or after, answers to other words now.
  select string_agg(format('(%s)', term.query), ' | ')::tsquery into changed
  from private.search_terms as term where term.synonym_id = coalesce(new.id, old.id);
  delete from private.search_terms where synonym_id = coalesce(new.id, old.id);
  if tg_op <> 'DELETE' then
    insert into private.search_terms (synonym_id, words, key, is_joined, first_lexeme, query)
    select new.id, term.words, private.search_key(term.words), term.is_joined, (
        select word.lexeme from unnest(to_tsvector('pg_catalog.english', term.words)) as word
        order by word.positions[1] limit 1
      ), phraseto_tsquery('pg_catalog.english', term.words)
    from (
      select written.words, bool_and(written.is_joined) as is_joined
      from unnest(new.words) as each
      cross join lateral (
        select private.search_text(each) as words, false as is_joined
        union all
        select private.joined_words(private.search_text(each)), true where private.search_text(each) ~ '^[a-z]+ [a-z]+$'
      ) as written
      group by written.words
    ) as term
    where numnode(phraseto_tsquery('pg_catalog.english', term.words)) > 0;
    perform private.learn_words(string_agg(term.words, ' '), true, term.is_joined)
    from private.search_terms as term where term.synonym_id = new.id group by term.is_joined;
  end if;
  select string_agg(format('(%s)', each.query), ' | ')::tsquery into changed
  from (
    select changed as query where changed is not null
    union all select term.query from private.search_terms as term where term.synonym_id = coalesce(new.id, old.id)
  ) as each;
  perform private.index_products(array(
    select document.product_id from private.search_documents as document where document.said @@ changed order by 1
  ));
  return null;
end;
$$;
comment on function private.note_synonyms() is 'Security definer: nobody writes the index by hand.';
revoke all on function private.note_synonyms() from public;

create trigger note_synonyms after insert or update or delete on public.search_synonyms
  for each row execute function private.note_synonyms();

create trigger raise_content_version after insert or update or delete or truncate on public.search_synonyms
  for each statement execute function private.raise_content_version();

insert into public.search_synonyms (words) values
  ('{garri,gari,garry,eba}'),
  ('{egusi,egushi,"melon seed",agushi}'),
  ('{ogbono,apon,"wild mango seed","bush mango"}'),
  ('{okra,okro,quiabo,gombo,"gumbo pods","ladies finger"}'),
  ('{plantain,platano,dodo,tostones,bole,kelewele,matoke}'),
  ('{fufu,foofoo,foufou,"fou fou",akpu,swallow}'),
  ('{yam,igname,iyan,ñame,puna,pona,isu}'),
  ('{"pounded yam",poundo,iyan}'),
  ('{"scotch bonnet","ata rodo",rodo,habanero,"bonney pepper"}'),
  ('{jollof,jolof,jallof,benachin}'),
  ('{cassava,yuca,yucca,manioc,mandioca}'),
  ('{cocoyam,malanga,taro,eddoe,dasheen,yautia,tannia}'),
  ('{amala,elubo,"yam flour"}'),
  ('{stockfish,okporoko,panla}'),
  ('{saltfish,"salt fish",bacalao,bacalhau,"salt cod"}'),
  ('{crayfish,"cray fish","dried shrimp",oporo}'),
  ('{"locust beans",iru,dawadawa,ogiri,soumbala,sumbala}'),
  ('{zobo,sorrel,bissap,hibiscus,sobolo,"jamaica flower",roselle}'),
  ('{"suya pepper",yaji,chichinga,"suya spice"}'),
  ('{"palm oil","epo pupa",zomi,"red oil",dende}'),
  ('{banga,"palm nut",abenkwan,palmnut}'),
  ('{pap,ogi,akamu,koko}'),
  ('{beans,ewa,oloyin,"honey beans","brown beans"}'),
  ('{"black eyed peas","black-eye peas",cowpeas}'),
  ('{"pigeon peas",gungo,gandules,"congo peas"}'),
  ('{ugu,"pumpkin leaf","fluted pumpkin",ugwu}'),
  ('{"bitter leaf",bitterleaf,onugbu,ndole,ewuro}'),
  ('{ewedu,"jute leaf",molokhia,mulukhiyah,crincrin}'),
  ('{callaloo,calalu,amaranth,"efo tete"}'),
  ('{"garden egg","garden eggs",eggplant,aubergine,nyaadowa}'),
  ('{"cho-cho",chayote,christophene,mirliton}'),
  ('{breadfruit,ukwa,"fruta de pan"}'),
  ('{shaki,tripe,saki}'),
  ('{ponmo,pomo,kpomo,kanda,"cow skin"}'),
  ('{"cow foot",cowfoot,nkwobi,bokoto}'),
  ('{goat,chevon,asun,ewure}'),
  ('{oxtail,"ox tail"}'),
  ('{mackerel,titus,"salmon fish"}'),
  ('{groundnut,peanut,epa,nkatie}'),
  ('{"chin chin",chinchin,"chin-chin",atchomo}'),
  ('{"puff puff","puff-puff",puffpuff,bofrot,beignet}'),
  ('{agbada,babariga,boubou}'),
  ('{dashiki,danshiki,"angelina print"}'),
  ('{gele,headtie,"head tie",headwrap,duku}'),
  ('{ankara,"wax print",kitenge,chitenge,"african print"}'),
  ('{shea,ori,karite,"shea butter"}'),
  ('{"black soap","ose dudu","dudu osun","alata samina"}'),
  ('{"castor oil",jbco}'),
  ('{milo,bournvita,ovaltine,"chocolate malt","cocoa drink"}'),
  ('{malt,malta,maltina}'),
  ('{noodles,indomie,ramen}'),
  ('{shito,"black pepper sauce"}'),
  ('{curry,"curry powder"}'),
  ('{cornmeal,"corn meal",ugali,"cou-cou","coo coo",funchi}');

create function private.meant_words(typed text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  length integer := char_length(typed);
begin
  return array(
    select near.word
    from (
      select each.word, each.mistakes, min(each.mistakes) over () as fewest
      from (
        select spelled.word,
          min(greatest(length, char_length(spelled.word)) - char_length(spelled.spelling)) as mistakes
        from private.search_spellings as spelled
        where spelled.spelling = any (private.shortened_spellings(typed)) and spelled.word <> typed
        group by spelled.word
      ) as each
    ) as near
    where near.mistakes = near.fewest
    order by left(near.word, 1) = left(typed, 1) desc, abs(char_length(near.word) - length), near.word
    limit 4
  );
end;
$$;
comment on function private.meant_words(text) is
  'The nearest words to one that nothing answers to: one mistake away, or two in words of eight letters; empty when none is.';
revoke all on function private.meant_words(text) from public;

create function private.next_word(typed text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select known.word from private.search_words as known where known.word >= typed order by known.word limit 1);
end;
$$;
comment on function private.next_word(text) is
  'The first known word from here on in the dictionary''s order: it begins with what was typed, if any does.';
revoke all on function private.next_word(text) from public;

-- What was typed, as the index is asked for it. `exact`: every word is there, whole; `loose`: every word is there or
-- begins one; `partial`: at least one is. A word that begins none is read as the nearest ones, and left out where there
-- are none. With `is_doubted`, the beginning of a word is also read as the nearest ones, and so is a single word.
create function private.read_search(
  typed text, is_doubted boolean,
  out exact tsquery, out loose tsquery, out partial tsquery, out key text, out read_as text, out unknown text[]
)
language plpgsql stable set search_path = ''
as $$
declare
  typed_words text[] := (string_to_array(private.search_text(left(typed, 100)), ' '))[1:8];
  words text[] := '{}';
  word text;
  stem text;
  next_word text;
  -- Itself and the next word in one, where something is called so; of the word before, the same.
  pair text;
  last_pair text;
  -- What a word is read as, the likeliest first; null where it means nothing but together with a neighbour.
  meant text[];
  -- Of each word that counts: how it is asked for whole, and loosely; what it is read as; its pair.
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
    -- A word such as "of" counts only as the beginning of what is still being typed.
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
    next_word := private.next_word(word);
    meant := array[word];
    if word ~ '[0-9]' then
      null;
    elsif not (coalesce(starts_with(next_word, word), false) or coalesce(private.next_word(stem) = stem, false)) then
      meant := null;
      if pair is null and last_pair is null then
        meant := case when char_length(word) > 2 then private.meant_words(word) else '{}' end;
      end if;
    elsif is_doubted and char_length(word) > 3 and (next_word <> word or cardinality(words) = 1) then
      meant := word || private.meant_words(word);
    end if;
    if meant = '{}' then
      -- What nothing is called stands in no one's way.
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
  key := private.search_key(array_to_string(readings, ' '));
  -- Set above where a word was read as another one.
  read_as := case when read_as is not null then array_to_string(readings, ' ') end;
end;
$$;
revoke all on function private.read_search(text, boolean) from public;

create function private.rank_products(exact tsquery, loose tsquery, key text, max_count integer)
returns table (product_id bigint, class integer, place bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  -- Of a word that thousands of products say, some of those that are called so are looked at, then some of the others.
  with called as materialized (
    select document.product_id from private.search_documents as document
    where document.called @@ rank_products.exact limit 500
  ), found as (
    select document.* from private.search_documents as document
    where document.product_id in (
      select called.product_id from called
      union
      select others.product_id
      from (
        select document.product_id from private.search_documents as document
        where (select count(*) from called) < 200 and document.said @@ rank_products.loose limit 1000
      ) as others
    )
  )
  select classed.product_id, classed.class, row_number() over (
    order by classed.class, classed.is_whole desc, classed.is_sold_out, classed.sold_count desc, classed.word_count,
      classed.price, classed.product_id
  ) as place
  from (
    select found.*,
      case
        when found.named @@ rank_products.exact then 1
        when found.called @@ rank_products.exact then 2
        when found.known @@ rank_products.exact then 3
        when found.named @@ rank_products.loose then 4
        when found.called @@ rank_products.loose then 5
        when found.known @@ rank_products.loose then 6
        when found.said @@ rank_products.exact then 7
        else 8
      end as class,
      rank_products.key = any (found.keys) as is_whole
    from found
  ) as classed
  order by place
  limit rank_products.max_count;
end;
$$;
comment on function private.rank_products(tsquery, tsquery, text, integer) is
  'The name before a synonym before a description (classes 7 and 8), the thing itself before what is made of it, what can '
  'be bought before what is sold out, what sells before what does not, the shorter name and the smaller price first.';
revoke all on function private.rank_products(tsquery, tsquery, text, integer) from public;

create function public.search_products(query text, max_count integer default 200) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 20
as $$
declare
  asked record;
  found_ids bigint[] := '{}';
  near_ids bigint[] := '{}';
  best_class integer;
  most integer := least(greatest(search_products.max_count, 0), 200);
begin
  asked := private.read_search(search_products.query, false);
  if numnode(asked.loose) > 0 then
    select coalesce(array_agg(ranked.product_id order by ranked.place), '{}'), min(ranked.class)
    into found_ids, best_class
    from private.rank_products(asked.exact, asked.loose, asked.key, most) as ranked;
  end if;
  -- Nothing is called so, and a word of a description is often another one that was mistyped.
  if best_class is null or best_class > 6 then
    asked := private.read_search(search_products.query, true);
    if numnode(asked.loose) > 0 then
      near_ids := array(
        select ranked.product_id from private.rank_products(asked.exact, asked.loose, asked.key, most) as ranked order by ranked.place
      );
    end if;
    found_ids := case when best_class = 7 then found_ids || near_ids else near_ids || found_ids end;
  end if;
  -- No product says all of it: those that are called some of it.
  if found_ids = '{}' and numnode(asked.partial) > 0 then
    found_ids := array(
      select partly.product_id
      from (
        select document.* from private.search_documents as document
        where document.said @@ asked.partial and document.known @@ asked.partial limit 2000
      ) as partly
      order by ts_rank('{1, 1, 1, 1}', partly.known, asked.partial) desc, partly.is_sold_out, partly.sold_count desc,
        partly.product_id
      limit least(most, 24)
    );
  end if;
  return query
    select products.*
    from (
      select each.id, min(each.place) as place
      from unnest(found_ids) with ordinality as each (id, place) group by each.id
    ) as found
    join public.products on products.id = found.id
    order by found.place
    limit most;
end;
$$;
comment on function public.search_products(text, integer) is
  'The products for sale that people may mean, best first, 200 at most: accents, plurals, joined words, synonyms and '
  'mistypings are understood. Security definer: the index is nobody''s to read or to write.';
revoke all on function public.search_products(text, integer) from public, service_role;
grant execute on function public.search_products(text, integer) to anon, authenticated, service_role;

create function public.search_articles(query text, max_count integer default 8) returns setof public.blog_post
language plpgsql stable security definer set search_path = '' rows 4
as $$
declare
  asked record;
begin
  for doubt in 0 .. 1 loop
    asked := private.read_search(search_articles.query, doubt = 1);
    continue when numnode(asked.loose) = 0;
    return query
      select article.*
      from private.article_documents as document
      join public.blog_post as article on article.id = document.article_id
      where document.said @@ asked.loose
      order by document.named @@ asked.exact desc, document.named @@ asked.loose desc,
        ts_rank(document.said, asked.loose) desc, article.id desc
      limit least(greatest(search_articles.max_count, 0), 24);
    exit when found;
  end loop;
end;
$$;
comment on function public.search_articles(text, integer) is
  'The articles that say all of it, those first whose title or introduction does. Security definer: the index is '
  'nobody''s to read or to write.';
revoke all on function public.search_articles(text, integer) from public, service_role;
grant execute on function public.search_articles(text, integer) to anon, authenticated, service_role;

create function public.search_hints(query text) returns table (read_as text, unknown text[], nearest text[])
language plpgsql stable security definer set search_path = '' rows 1
as $$
declare
  asked record;
begin
  asked := private.read_search(search_hints.query, false);
  read_as := asked.read_as;
  unknown := asked.unknown;
  -- Names that begin as what was typed does: the longer the better.
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
      select 1 from private.search_documents as document
      where document.called @@ plainto_tsquery('pg_catalog.english', near.word)
    )
    order by near.alike desc, char_length(near.word), near.word
    limit 6
  );
  return next;
end;
$$;
comment on function public.search_hints(text) is
  'How a search was read where that is not as it was typed, the words that nothing is called, and names that begin alike. '
  'Security definer: the index is nobody''s to read or to write.';
revoke all on function public.search_hints(text) from public, service_role;
grant execute on function public.search_hints(text) to anon, authenticated, service_role;

-- What people looked for in vain, without who they are: what the owner could sell, or call by another word.
create table public.missed_searches (
  month date not null check (extract(day from month) = 1),
  words text not null check (char_length(words) between 2 and 60),
  search_count integer not null default 1 check (search_count > 0),
  primary key (month, words)
);
comment on table public.missed_searches is 'How often nothing was found, by month of the shop''s time and words as search_text writes them.';

alter table public.missed_searches enable row level security;
revoke all on public.missed_searches from anon, authenticated;
grant select, delete on public.missed_searches to authenticated;
create policy "admins read what was not found" on public.missed_searches
  for select to authenticated using ((select private.is_admin()));
create policy "admins remove what was not found" on public.missed_searches
  for delete to authenticated using ((select private.is_admin()));

create function public.note_missed_search(query text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  asked text := private.search_text(left(note_missed_search.query, 100));
  this_month date := date_trunc('month', now() at time zone (select time_zone from public.store_settings))::date;
begin
  if char_length(asked) not between 2 and 60 or exists (select 1 from public.search_products(asked, 1)) then
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
comment on function public.note_missed_search(text) is
  'Counts words for which nothing is found, and nothing else. Security definer: nobody writes the list by hand.';
revoke all on function public.note_missed_search(text) from public, service_role;
grant execute on function public.note_missed_search(text) to anon, authenticated;

create function public.count_sales() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
  counts bigint[];
begin
  select array_agg(changed.product_id), array_agg(changed.count)
  into ids, counts
  from (
    select document.product_id, coalesce(sold.count, 0) as count
    from private.search_documents as document
    left join (
      select items.product_id, sum(items.quantity) as count
      from public.orders
      join public.order_items as items on items.order_id = orders.id
      where orders.paid_at > now() - interval '90 days' and orders.status not in ('cancelled', 'refunded')
      group by items.product_id
    ) as sold on sold.product_id = document.product_id
    where document.sold_count <> coalesce(sold.count, 0)
  ) as changed;
  perform private.lock_documents(ids);
  update private.search_documents as document set sold_count = changed.count
  from unnest(ids, counts) as changed (product_id, count)
  where document.product_id = changed.product_id;
  return coalesce(cardinality(ids), 0);
end;
$$;
comment on function public.count_sales() is
  'Counts what was bought in the last 90 days, for the order of what is found; returns how many counts changed.';
revoke all on function public.count_sales() from public, anon, authenticated;
grant execute on function public.count_sales() to service_role;
