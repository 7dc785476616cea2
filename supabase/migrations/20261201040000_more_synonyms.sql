-- More default synonyms. Groups that the owner has changed stay as they are.
update public.search_synonyms set words = changed.after::text[]
from (values
  ('{"parboiled rice","arroz precocido","riz étuvé"}', '{"parboiled rice","white rice","long grain rice","arroz blanco","arroz precocido","riz blanc","riz étuvé","diri blan"}'),
  ('{chicken,pollo,poulet,poul}', '{chicken,hen,pollo,poulet,poul}'),
  ('{shrimp,prawns,camarón,camarones,gambas,crevettes,chevrèt}', '{shrimp,prawns,camarón,camarones,gambas,crevettes,chevrèt,krevèt}'),
  ('{maggi,magi,bouillon,"bouillon cubes","stock cubes","seasoning cubes",cubitos,"cubes maggi",kib}', '{maggi,magi,bouillon,"bouillon cubes","stock cubes","seasoning cubes",cubo,cubitos,caldo,"cubes maggi",kib}'),
  ('{"evaporated milk","tin milk","leche evaporada","lait évaporé","lèt evapore"}', '{"evaporated milk","tin milk","peak milk",peak,"leche evaporada","lait évaporé","lèt evapore"}'),
  ('{soda,gaseosa,refresco,"soft drink","boisson gazeuse"}', '{soda,coke,cola,"coca cola",gaseosa,refresco,"soft drink","boisson gazeuse"}')
) as changed (before, after)
where search_synonyms.words = changed.before::text[];

-- Listed so that they are not taken for typos: the store's own pages answer them.
insert into public.search_synonyms (words)
select added.words::text[]
from (values ('{ebt,snap,"food stamps"}'), ('{"gift card",voucher}')) as added (words)
where not exists (select from public.search_synonyms as present where present.words && added.words::text[]);

create or replace function private.index_products(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  names text;
  joined_names text;
  descriptions text;
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.search_documents as document
  using public.products
  where document.product_id = any (product_ids) and products.id = document.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  with texts as materialized (
    select products.id, products.is_sold_out, coalesce(products.discount_price, products.price) as price,
      array(
        select distinct private.search_key(whole) from unnest(
          array[products.name]
          -- Text after a comma is a variant, not a name: "Instant Noodles, Chicken" is not chicken.
          || regexp_split_to_array(regexp_replace(products.name, ',[^(]*', ' ', 'g'), '[()/]')
          || regexp_split_to_array(products.also_called, ',')
        ) as whole
        where whole ~ '[^[:space:]]'
      ) as keys,
      private.head_word(products.name) as head,
      private.search_text(products.name) as name,
      cardinality(string_to_array(
        private.search_text(regexp_replace(products.name, '\([^)]*\)', '', 'g')), ' '
      )) as word_count,
      private.search_text(products.also_called) as also_called,
      private.search_text(concat_ws(
        ' ', products.size, trim_scale(products.amount), products.unit,
        jsonb_path_query_array(products.sizes, '$[*].label')
      )) as size,
      private.search_text(concat_ws(' ', categories.title, products.description_header, products.ingredients)) as facts,
      private.search_text(products.description) as description
    from public.products
    join public.categories on categories.prefix = products.category
    where products.id = any (product_ids) and products.archived_at is null and products.pictures_ready
  ), parts as materialized (
    select texts.*,
      to_tsvector('pg_catalog.english', texts.name || ' ' || private.joined_words(texts.name)) as name_terms,
      to_tsvector('pg_catalog.english', texts.also_called || ' ' || private.joined_words(texts.also_called)) as other,
      to_tsvector('pg_catalog.english', texts.facts || ' ' || texts.description) as described
    from texts
  ), expanded as materialized (
    select parts.*, parts.name_terms || parts.other as alternate_terms, to_tsvector(
      'pg_catalog.english', private.synonyms_of(parts.name_terms || parts.other) || ' ' || parts.size
    ) as synonyms
    from parts
  ), written as (
    insert into private.search_documents as document
      (product_id, name_terms, alternate_terms, synonym_terms, text_terms, keys, heads, word_count, is_sold_out, price)
    select expanded.id, expanded.name_terms, expanded.alternate_terms, expanded.alternate_terms || expanded.synonyms,
      expanded.alternate_terms || expanded.synonyms || expanded.described
        || to_tsvector('pg_catalog.english', private.synonyms_of(expanded.described)),
      expanded.keys || array(
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = any (expanded.keys))
      ), array(
        select expanded.head where expanded.head is not null
        union
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = expanded.head)
      ), expanded.word_count, expanded.is_sold_out, expanded.price
    from expanded
    order by expanded.id
    on conflict (product_id) do update set
      name_terms = excluded.name_terms, alternate_terms = excluded.alternate_terms, synonym_terms = excluded.synonym_terms, text_terms = excluded.text_terms,
      keys = excluded.keys,
      heads = excluded.heads, word_count = excluded.word_count, is_sold_out = excluded.is_sold_out, price = excluded.price
  )
  select string_agg(concat_ws(' ', texts.name, texts.also_called, texts.facts), ' '),
    string_agg(private.joined_words(texts.name) || ' ' || private.joined_words(texts.also_called), ' '),
    string_agg(concat_ws(' ', texts.description, texts.size), ' ')
  into names, joined_names, descriptions
  from texts;
  perform private.learn_words(names, true);
  perform private.learn_words(joined_names, true, true);
  perform private.learn_words(descriptions, false);
end;
$$;

select private.index_products(array(select products.id from public.products order by products.id));
