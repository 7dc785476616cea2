-- One function folds letters for every search. The old list of letters was off by one, dropped those of Hausa and Kabiye, and
-- made blanks of every script but the Latin one.
create function private.fold_text(words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  -- A Latin letter that no accent makes, and the letter that people type for it; then figures of other scripts.
  letters constant text := 'ðøđħıĸłŋŧƀƃƈƌƍƒƙƚƞƥƫƭƴƶƹƺƿǝǥȡȥȴȵȶȷȼȿɀɇɉɋɍɏɐɑɒɓɔɕɖɗɘəɚɛɜɝɞɟɠɡɢɣɤɥɦɧɨɩɪɫ'
    || 'ɬɭɯɰɱɲɳɴɵɹɺɻɼɽɾʀʂʃʄʆʇʈʊʋʌʍʎʏʐʑʒʓʙʚʛʜʝʞʟʠʮʯᴀᴃᴄᴅᴆᴇᴉᴊᴋᴌᴍᴏᴐᴑᴒᴓᴘᴚᴛᴜᴝᴠᴡᴢᴣᵬᵭᵮ'
    || 'ᵯᵰᵱᵲᵳᵴᵵᵶᵹᵼᵽᵿᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶋᶌᶍᶎᶏᶐᶑᶒᶓᶔᶕᶖᶗᶘᶙᶚẜẝỿⱡⱥⱦⱨⱪⱬⱱⱳⱴⱸⱹⱺⱻꜧꜰꜱꜿꝁꝃꝅꝇꝉꝋꝍꝑꝓꝕꝗ'
    || 'ꝙꝟꝡꝺꝼꝿꞁꞃꞅꞇꞎꞑꞓꞔꞕꞗꞙꞡꞣꞥꞧꞩꞯꞵꞷꞹꟈꟊꟺꬲꬴꬶꬷꬸꬹꬺꬻꬼꬿꭃꭄꭆꭉꭎꭒꭓꭔꭕꭖꭗꭘꭙꭚꭨʉᵻᵾꬳɸȝʁꝣꝛς٠١٢٣٤٥'
    || '٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९';
  typed_as constant text := 'dodhiklntbbcddfklnpttyzzzwegdzlntjcszejqryaaabocddeeeeeeejggggohhhiiil'
    || 'lluumnnnorrrrrrrssjsttuvawyyzzzzbeghjklqhhabcddeijklmoooooprtuuvwzzbdf'
    || 'mnprrstzgipubdfgklmnprssvxzaadeeeeiosuzssylathkzvwveroehfsckkklloopppq'
    || 'qvvdfglrstlncchbfgknrsqboudsueeglllmnnooorruuxxxxxxxyruiuefyrzrσ012345'
    || '678901234567890123456789';
  folded text;
begin
  if octet_length(words) = char_length(words) then
    return translate(lower(words), '''`', '');
  end if;
  folded := translate(lower(normalize(translate(words, '´', ''), nfkd)), '''’‘`ꞌʔʕǀǁǂǃ', '');
  -- Accents, and signs that are not seen, such as a change of direction. Vowel signs of Indic scripts are letters.
  folded := regexp_replace(folded, '[\u00ad\u02b0-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a'
    || '\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u135d-\u135f\u1ab0-\u1aff\u1dc0-'
    || '\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufe00-\ufe0f'
    || '\ufe20-\ufe2f\ufeff]+', '', 'g');
  if folded ~ '[\u00df-\u02af\u03c2\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]' then
    folded := translate(folded, letters, typed_as);
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return normalize(folded);
end;
$$;
comment on function private.fold_text(text) is
  'Writes text as people type it who look for it: small letters, no accents, no apostrophes, the nearest letter a to z for a '
  'letter of another Latin alphabet. Other scripts keep their letters. Every search of the store compares texts by it.';
revoke all on function private.fold_text(text) from public;

create or replace function private.search_text(words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  folded text := private.fold_text(search_text.words);
begin
  if octet_length(folded) = char_length(folded) then
    folded := regexp_replace(folded, '[^a-z0-9]+', ' ', 'g');
  else
    folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be'
      || '\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u0964'
      || '\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u104a-\u104f\u1360-\u1368\u166d\u1680\u16eb-\u16ed'
      || '\u17d4-\u17db\u1800-\u180e\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3007-\u3020\u3030\u303d\u30a0'
      || '\u30fb\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe6f\uff00-\uff0f\uff5f-\uff65\uffe0-\uffff\U0001f000-'
      || '\U0001faff]+', ' ', 'g');
    -- Chinese puts no blanks between words.
    folded := regexp_replace(
      folded, '([\u2e80-\u2fdf\u3005\u3006\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff'
      || '])', ' \1 ', 'g');
    folded := regexp_replace(folded, ' +', ' ', 'g');
  end if;
  return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded,
    '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'),
    '\m(?:pounds?|lbs)\M', 'lb', 'g'), '\mounces?\M', 'oz', 'g'));
end;
$$;
comment on function private.search_text(text) is
  'Writes words as private.fold_text does, with one blank between them and no signs.';
revoke all on function private.search_text(text) from public;

create or replace function private.learn_words(texts text, is_name boolean, is_joined boolean default false) returns void
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
    where each.word ~ '^([^0-9]{2,40}|[^ -~])$' and (
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

create or replace function private.write_traits(product_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.product_traits as traits
  using public.products
  where traits.product_id = any (write_traits.product_ids) and products.id = traits.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  insert into private.product_traits as traits (
    product_id, category, created_at, sort_name, price, is_offer, can_be_bought, dimension, unit_price, storage,
    free_of, sizes
  )
  select products.id, products.category, products.created_at,
    private.fold_text(products.name),
    shown.price, shown.is_offer, not products.is_sold_out, measured.dimension,
    shown.price / (shown.amount * measured.factor), products.storage,
    private.free_of(products.contains, products.may_contain, products.ingredients),
    case
      when products.is_sold_out or products.amount is not null then '{}'
      else array(
        select each ->> 'label' from jsonb_array_elements(products.sizes) as each
        where each -> 'is_sold_out' = 'false' and each -> 'amount' = 'null'
      )
    end
  from public.products
  cross join lateral (
    select
      case
        when size.price is null then coalesce(products.discount_price, products.price)
        else coalesce(size.discount_price, size.price)
      end as price,
      case when size.price is null then products.discount_price else size.discount_price end is not null as is_offer,
      coalesce(size.amount, products.amount) as amount,
      coalesce(size.unit, products.unit) as unit
    from (select 1) as once
    left join rows from (
      jsonb_to_recordset(products.sizes) as (price numeric, discount_price numeric, amount numeric, unit text)
    ) with ordinality as size (price, discount_price, amount, unit, place) on true
    order by 1, size.place
    limit 1
  ) as shown
  left join (
    values ('oz', 1, 1), ('lb', 1, 16), ('fl oz', 2, 1), ('ct', 3, 1), ('each', 3, 1), ('yd', 4, 1)
  ) as measured (unit, dimension, factor) on measured.unit = shown.unit
  where products.id = any (write_traits.product_ids) and products.archived_at is null and products.pictures_ready
  order by products.id
  on conflict (product_id) do update set
    category = excluded.category, created_at = excluded.created_at, sort_name = excluded.sort_name,
    price = excluded.price, is_offer = excluded.is_offer, can_be_bought = excluded.can_be_bought,
    dimension = excluded.dimension, unit_price = excluded.unit_price, storage = excluded.storage,
    free_of = excluded.free_of, sizes = excluded.sizes;
end;
$$;
comment on function private.write_traits(bigint[]) is 'Of these products, anew.';
revoke all on function private.write_traits(bigint[]) from public;

create or replace function public.find_on_desk(words text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.fold_text(btrim(left(coalesce(find_on_desk.words, ''), 100)));
  digits constant text := regexp_replace(regexp_replace(wanted, '[^0-9]+', '', 'g'), '^1([0-9]{10})$', '\1');
  number constant bigint := case when wanted ~ '^(order )?#? ?[0-9]{1,12}$' then regexp_replace(wanted, '[^0-9]+', '', 'g')::bigint end;
  is_phone constant boolean := length(digits) >= 3 and wanted ~ '^[-0-9 ()+./]+$';
  is_manager constant boolean := private.may_manage();
begin
  perform private.require_desk('find_on_desk');
  if btrim(wanted) = '' then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(private.desk_card(found.target))
    from (
      select matches.target
      from (
        select orders as target, 0 as rank, orders.paid_at from public.orders
        where orders.order_number = number and orders.paid_at is not null and private.may_handle(orders.id)
        union all
        select orders, case when orders.status in ('paid', 'preparing', 'ready', 'out_for_delivery') then 1 else 2 end, orders.paid_at
        from public.orders
        left join public.billing_details as billing on billing.order_id = orders.id
        left join public.profiles on profiles.id = orders.user_id
        where orders.paid_at is not null and orders.order_number is distinct from number
          -- Packers see the current orders only, not a customer's past ones.
          and (is_manager or orders.id in (
            select shown.id from unnest(array['to_pack', 'packing', 'waiting', 'done']) as lanes (lane)
            cross join lateral private.desk_lane(lanes.lane, 5000) as shown
          ))
          and (
            strpos(private.fold_text(concat_ws(' ', billing.name, profiles.name, orders.customer_name)), wanted) > 0
            or is_phone and (
              strpos(regexp_replace(private.fold_text(orders.delivery_phone_number), '[^0-9]+', '', 'g'), digits) > 0
              or strpos(regexp_replace(private.fold_text(coalesce(billing.phone, '')), '[^0-9]+', '', 'g'), digits) > 0
            )
          )
      ) as matches
      order by matches.rank, matches.paid_at desc
      limit 50
    ) as found
  ), '[]');
end;
$$;
comment on function public.find_on_desk(text) is
  'For whoever packs: the cards of the desk whose name or telephone has these words in it, at most 50; managers find every '
  'paid order, what is on the desk first, then the latest. A number also finds the order that is called so. Security '
  'definer, as read_desk.';
revoke all on function public.find_on_desk(text) from public, anon, service_role;
grant execute on function public.find_on_desk(text) to authenticated;

create function public.find_products(words text) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 20
as $$
declare
  wanted constant text[] := string_to_array(btrim(regexp_replace(
    private.fold_text(left(find_products.words, 100)), '\s+', ' ', 'g'
  )), ' ');
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'permission denied for function find_products';
  end if;
  return query
    select products.* from public.products
    cross join lateral (select private.fold_text(concat_ws(' ', products.name, products.also_called)) as text) as folded
    where (select bool_and(strpos(folded.text, word) > 0) from unnest(wanted) as word);
end;
$$;
comment on function public.find_products(text) is
  'For managers: all products, hidden ones too, whose name or other names have each of these words in them, whole or in part. '
  'Security definer: it folds letters by a function that is nobody''s to call.';
revoke all on function public.find_products(text) from public, anon, service_role;
grant execute on function public.find_products(text) to authenticated;

-- What is found is written anew by it.
delete from private.search_words;
alter table public.search_synonyms disable trigger raise_content_version;
update public.search_synonyms set words = words;
alter table public.search_synonyms enable trigger raise_content_version;
select private.index_products(array(select products.id from public.products order by products.id));
select private.index_articles(array(select article.id from public.blog_post as article order by article.id));
select private.write_traits(array(select products.id from public.products order by products.id));
