-- A table cannot bring what its shop did not sell: sale prices keep their dates and become offers, and one name in two
-- Unicode forms is one product.
drop index public.products_category_name;

create or replace function private.plain_cell(cell text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return btrim(replace(normalize(cell), E'\r\n', E'\n'), E' \t\n\r' || chr(160));
end;
$$;
comment on function private.plain_cell(text) is
  'Returns a cell in one Unicode form (NFC), without space around it, and with the line breaks of the shop.';
revoke all on function private.plain_cell(text) from public;

create function private.name_key(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return lower(btrim(regexp_replace(normalize(name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g')));
end;
$$;
comment on function private.name_key(text) is
  'Returns what two names share that look the same: one Unicode form, one kind of space, no capitals.';
revoke all on function private.name_key(text) from public;

create index products_category_name on public.products
  (category, lower(btrim(regexp_replace(normalize(name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g'))));

create function private.read_decimal(cell text, places integer) returns numeric
language plpgsql immutable set search_path = ''
as $$
declare
  typed constant text := regexp_replace(
    regexp_replace(upper(cell), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', '', 'g'),
    '^(US)?\$|(USD|\$)$|^USD', '', 'g'
  );
  digits constant text := format('[0-9]{1,%s}', places);
begin
  return case
    when typed ~ format('^([0-9]{1,8}|[0-9]{0,8}\.%s)$', digits) then typed::numeric
    when places > 2 and typed ~ '^[0-9]{1,3},[0-9]{3}$' then null
    when typed ~ format('^[0-9]{1,3}(,[0-9]{3}){1,2}(\.%s)?$', digits) then replace(typed, ',', '')::numeric
    when typed ~ format('^[0-9]{1,8},%s$', digits) then replace(typed, ',', '.')::numeric
    when typed ~ format('^[0-9]{1,3}(\.[0-9]{3}){1,2},%s$', digits)
      then replace(replace(typed, '.', ''), ',', '.')::numeric
  end;
end;
$$;
comment on function private.read_decimal(text, integer) is
  'Reads a number as people type it, with so many decimal places at most: 4.99, $4.99, 1,289.50, 4,99 or 1.289,50; null for '
  'anything else. The forms of the browser read by the same rules (app/values/decimal.ts).';
revoke all on function private.read_decimal(text, integer) from public;

create or replace function private.read_price(cell text) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return private.read_decimal(read_price.cell, 2);
end;
$$;
comment on function private.read_price(text) is 'Reads dollars; null for what is no price. See private.read_decimal.';
revoke all on function private.read_price(text) from public;

create function private.read_sale_time(cell text, is_end boolean) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if cell !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?$' then
    return null;
  end if;
  return (
    select (case when is_end and cell !~ ':' then cell::date + 1 else cell::timestamp end)::timestamp
      at time zone store_settings.time_zone
    from public.store_settings
  );
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end;
$$;
comment on function private.read_sale_time(text, boolean) is
  'Reads a day, or a day and an hour, by the store''s clock; the end of a sale includes its day. Null for what is neither.';
revoke all on function private.read_sale_time(text, boolean) from public;

create function private.sale_of_cells(cells jsonb, is_size boolean, begun_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  sale constant numeric := private.read_price(cells ->> 'sale_price');
  starts constant text := private.plain_cell(coalesce(cells ->> 'sale_starts', ''));
  ends constant text := private.plain_cell(coalesce(cells ->> 'sale_ends', ''));
  starts_at constant timestamptz := private.read_sale_time(starts, false);
  ends_at constant timestamptz := private.read_sale_time(ends, true);
begin
  if sale is null then
    return jsonb_build_object('problem', format('"%s" is no price, such as 4.99.', left(cells ->> 'sale_price', 40)));
  elsif (starts <> '' and starts_at is null) or (ends <> '' and ends_at is null) then
    return jsonb_build_object('problem', format('"%s" is no date, such as 2026-12-24.',
      left(case when starts <> '' and starts_at is null then starts else ends end, 40)));
  elsif starts_at >= ends_at then
    return '{"problem": "The sale ends before it begins."}';
  elsif ends_at <= now() then
    return '{"note": "The sale has ended: its price is left out."}';
  elsif ends_at is null and starts_at <= now() then
    return jsonb_build_object('discount_price', sale);
  elsif is_size then
    return '{"note": "A size has no sale price with dates: it is left out. Add an offer instead."}';
  end if;
  return jsonb_build_object('offer', jsonb_build_object(
    'price', sale, 'starts_at', private.utc_text(coalesce(starts_at, begun_at)),
    'ends_at', private.utc_text(coalesce(ends_at, '2100-01-01'))
  )) || case when ends_at is null then '{"note": "The sale has no end: remove its offer when it is over."}' else '{}'::jsonb end;
end;
$$;
comment on function private.sale_of_cells(jsonb, boolean, timestamptz) is
  'Says what a sale price with dates becomes at this moment: {discount_price}, {offer}, or nothing, with a {note}; or a '
  '{problem}. A sale without a beginning begins with its import.';
revoke all on function private.sale_of_cells(jsonb, boolean, timestamptz) from public;

create function private.utc_text(at timestamptz) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return to_char(utc_text.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end;
$$;
comment on function private.utc_text(timestamptz) is 'Writes a moment the same way for every session.';
revoke all on function private.utc_text(timestamptz) from public;

create or replace function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200}';
  told jsonb := '{}';
  problems text[] := '{}';
  typed record;
  said jsonb;
  problem text;
begin
  for typed in
    select given.key as name, private.plain_cell(given.value) as cell
    from jsonb_each_text(read_import_cells.cells) as given
    where not is_size
      or given.key in ('price', 'discount_price', 'availability', 'stock', 'amount', 'unit', 'problem')
    order by given.key
  loop
    said := 'null';
    problem := null;
    if longest ? typed.name then
      said := to_jsonb(typed.cell);
      if char_length(typed.cell) > (longest ->> typed.name)::integer then
        problem := format('The %s is longer than %s characters.', replace(typed.name, '_', ' '), longest ->> typed.name);
      end if;
    elsif typed.name in ('price', 'discount_price') then
      said := to_jsonb(private.read_price(typed.cell));
      if typed.cell <> '' and said is null then
        problem := format('"%s" is no price, such as 4.99.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'availability' then
      said := to_jsonb(case
        when lower(typed.cell) in ('available', 'in stock', 'yes', 'true', '1') then 'available'
        when lower(typed.cell) in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
        when lower(typed.cell) = 'counted' then 'counted'
      end);
      if said is null and typed.cell <> '' then
        problem := format('"%s" is not available, sold_out or counted.', left(typed.cell, 40));
      elsif said is null then
        continue;
      end if;
    elsif typed.name = 'stock' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^[0-9]{1,7}$' and typed.cell::integer <= 1000000 then
        said := to_jsonb(typed.cell::integer);
      else
        problem := format('"%s" is no count: a whole number from 0 to a million.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'hidden' then
      if typed.cell = '' then
        continue;
      elsif lower(typed.cell) in ('yes', 'true', '1', 'no', 'false', '0') then
        said := to_jsonb(lower(typed.cell) in ('yes', 'true', '1'));
      else
        problem := format('Hidden is yes or no, and not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'storage' then
      said := to_jsonb(nullif(lower(typed.cell), ''));
      if typed.cell <> '' and lower(typed.cell) not in ('shelf', 'chilled', 'frozen') then
        problem := 'Storage is shelf, chilled or frozen.';
      end if;
    elsif typed.name in ('contains', 'may_contain') then
      said := to_jsonb(array(
        select replace(btrim(lower(word)), ' ', '_') from regexp_split_to_table(typed.cell, '[,;|]') as words (word)
        where btrim(word) <> ''
      ));
      if not said <@ '["milk", "egg", "fish", "crustacean_shellfish", "tree_nut", "peanut", "wheat", "soy", "sesame"]' then
        problem := format('"%s" has a word that is no allergen of the shop.', left(typed.cell, 80));
      end if;
    elsif typed.name = 'heat_level' then
      if typed.cell ~ '^[1-5]$' then
        said := to_jsonb(typed.cell::integer);
      elsif typed.cell <> '' then
        problem := 'The heat level is a number from 1 to 5.';
      end if;
    elsif typed.name = 'amount' then
      if private.read_decimal(typed.cell, 3) between 0.001 and 9999999.999 then
        said := to_jsonb(private.read_decimal(typed.cell, 3));
      elsif typed.cell <> '' then
        problem := format('"%s" is no amount, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'unit' then
      said := to_jsonb(nullif(lower(typed.cell), ''));
      if lower(typed.cell) not in ('', 'lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then
        problem := format('"%s" is no unit: lb, oz, fl oz, ct, yd or each.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'problem' then
      problems := problems || left(typed.cell, 200);
      continue;
    else
      continue;
    end if;
    problems := problems || problem;
    told := told || jsonb_build_object(typed.name, said);
  end loop;
  if told ? 'stock' and not told ? 'availability' then
    told := told || '{"availability": "counted"}';
  elsif told ->> 'availability' <> 'counted' then
    told := told - 'stock';
  end if;
  return jsonb_build_object('told', told, 'problems', array_remove(problems, null));
end;
$$;
comment on function private.read_import_cells(jsonb, boolean) is
  '{told, problems}: what the cells of a product, or of one of its sizes, say by the columns of its table, and what cannot '
  'be understood. Cells of other columns are passed over; whoever reads a foreign table may say a problem of its own.';
revoke all on function private.read_import_cells(jsonb, boolean) from public;

create function private.offer_image(offer public.offers) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'price', offer.price, 'starts_at', private.utc_text(offer.starts_at), 'ends_at', private.utc_text(offer.ends_at)
  );
end;
$$;
comment on function private.offer_image(public.offers) is 'Describes an offer with a price as an import plans it.';
revoke all on function private.offer_image(public.offers) from public;

create or replace function private.product_image(product public.products) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(product) || jsonb_build_object(
    'hidden', product.archived_at is not null,
    -- An offer that runs is no price of the product's own.
    'discount_price', product.regular_discount_price,
    'stock', (select stock_count from public.product_stock where product_stock.product_id = product.id),
    'offers', (
      select coalesce(jsonb_agg(private.offer_image(offers) order by offers.id), '[]')
      from public.offers where offers.product_id = product.id and offers.price is not null
    )
  );
end;
$$;
revoke all on function private.product_image(public.products) from public;

create or replace function private.judge_import(import_id bigint)
returns table (
  place integer, verdict text, reason text, is_size boolean, product_place integer, product_id bigint, size_id bigint,
  before jsonb, after jsonb
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  line record;
  image jsonb;
  wanted jsonb;
  sale jsonb;
  begun_at constant timestamptz := (select made_at from public.imports where imports.id = judge_import.import_id);
  problems text[];
  notes text[];
  refused integer[] := '{}';
  picture text;
begin
  for line in
    with given as materialized (
      select rows.place, rows.row_number, rows.cells,
        private.plain_cell(coalesce(rows.cells ->> 'id', '')) as typed_id,
        private.plain_cell(coalesce(rows.cells ->> 'category', '')) as typed_category,
        private.plain_cell(coalesce(rows.cells ->> 'name', '')) as name,
        private.plain_cell(coalesce(rows.cells ->> 'size_label', '')) as label
      from public.import_rows as rows where rows.import_id = judge_import.import_id
    ), named as materialized (
      select given.*, categories.prefix as category,
        case when given.typed_id ~ '^[0-9]{1,18}$' then given.typed_id::bigint end as id
      from given left join public.categories
        on lower(given.typed_category) in (categories.prefix, lower(categories.title))
    ), found as materialized (
      select named.*, known.id as known_id, coalesce(known.found_count, 0) as found_count
      from named
      left join lateral (
        select min(products.id) as id, count(*) as found_count from (
          select products.id, products.archived_at is null as is_live,
            bool_or(products.archived_at is null) over () as is_any_live
          from (
            select by_id.id, by_id.archived_at from public.products as by_id where by_id.id = named.id
            union all
            select by_name.id, by_name.archived_at from public.products as by_name
            where named.typed_id = '' and by_name.category = named.category
              -- The expression of the index, which is private.name_key for a role that may not call it.
              and lower(btrim(regexp_replace(
                normalize(by_name.name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g'
              ))) = private.name_key(named.name)
          ) as products
        ) as products
        -- What is for sale comes before what is hidden.
        where products.is_live or not products.is_any_live
      ) as known on named.typed_id <> '' or named.category is not null
    ), keyed as (
      select found.*,
        coalesce('id ' || found.known_id, 'new ' || found.category || ' ' || private.name_key(found.name)) as product_key,
        private.name_key(found.label) as label_key
      from found
    )
    select keyed.*, first_value(keyed.row_number) over same_thing as first_row,
      first_value(keyed.place) over same_thing as first_place,
      min(case when keyed.label = '' then keyed.place end) over (partition by keyed.product_key) as product_place,
      known_product, known_size
    from keyed
    left join public.products as known_product on known_product.id = keyed.known_id
    left join public.product_sizes as known_size on keyed.label <> '' and known_size.product_id = keyed.known_id
      and known_size.archived_at is null and private.name_key(known_size.label) = keyed.label_key
    window same_thing as (partition by keyed.product_key, keyed.label_key order by keyed.place)
    -- Each size after its product, wherever they stand.
    order by keyed.label <> '', keyed.place
  loop
    place := line.place;
    is_size := line.label <> '';
    product_id := line.known_id;
    product_place := null;
    size_id := null;
    before := null;
    after := null;
    notes := '{}';
    wanted := private.read_import_cells(line.cells, is_size);
    problems := array(select jsonb_array_elements_text(wanted -> 'problems'));
    wanted := wanted -> 'told';
    if line.typed_id <> '' and line.known_id is null then
      problems := problems || format('There is no product %s in the shop.', left(line.typed_id, 40));
    elsif line.typed_id = '' and line.name = '' then
      problems := problems || 'The name is empty.'::text;
    elsif line.typed_category <> '' and line.category is null then
      problems := problems || format('"%s" is none of the shop''s categories.', left(line.typed_category, 80));
    elsif line.typed_id = '' and line.category is null then
      problems := problems || 'The category is missing.'::text;
    elsif line.found_count > 1 then
      product_id := null;
      problems := problems || format('The shop has %s products of this name: say which by its id.', line.found_count);
    elsif line.first_place <> line.place then
      problems := problems || format('Row %s says the same %s already.', line.first_row,
        case when is_size then 'size' else 'product' end);
    elsif is_size and line.product_place = any (refused) then
      problems := problems || 'Its product is refused.'::text;
    elsif is_size and line.known_id is null and line.product_place is null then
      problems := problems || 'There is no product of this name in the shop or in the table.'::text;
    end if;
    if is_size then
      if char_length(line.label) > 40 then
        problems := problems || 'The name of the size is longer than 40 characters.'::text;
      end if;
      image := case when (line.known_size).id is not null then private.size_image(line.known_size) end;
      size_id := (line.known_size).id;
      if line.known_id is null then
        product_place := line.product_place;
      end if;
    else
      image := case when (line.known_product).id is not null then private.product_image(line.known_product) end;
      if line.category is not null then
        wanted := wanted || jsonb_build_object('category', line.category);
      end if;
      if not wanted ? 'name' and image is null then
        wanted := wanted || jsonb_build_object('name', line.name);
      end if;
      for picture in select name from unnest(array['picture', 'second_picture']) as names (name)
        where private.plain_cell(coalesce(line.cells ->> name, '')) <> '' order by name
      loop
        wanted := wanted || jsonb_build_object(
          case picture when 'picture' then 'img1' else 'img2' end,
          regexp_replace(private.plain_cell(line.cells ->> picture), '^https?://[^/]+(/storage/)', '\1')
        );
      end loop;
      for picture in select name from unnest(array['img1', 'img2']) as names (name)
        where wanted ? name and wanted -> name is distinct from image -> name
          and (private.picture_name(wanted ->> name) is null or not private.picture_exists(private.picture_name(wanted ->> name)))
      loop
        -- The shop's server goes to no address that a table names.
        wanted := wanted - picture;
        if not 'Its picture is not fetched: add it on the product''s card.' = any (notes) then
          notes := notes || 'Its picture is not fetched: add it on the product''s card.'::text;
        end if;
      end loop;
    end if;
    if private.plain_cell(coalesce(line.cells ->> 'sale_price', '')) <> '' then
      sale := private.sale_of_cells(line.cells, is_size, begun_at);
      problems := problems || (sale ->> 'problem');
      notes := notes || (sale ->> 'note');
      wanted := wanted || (sale - '{problem,note,offer}'::text[]);
      if sale ? 'offer' and not coalesce(image -> 'offers', '[]') @> jsonb_build_array(sale -> 'offer') then
        wanted := wanted || jsonb_build_object('offers', coalesce(image -> 'offers', '[]') || (sale -> 'offer'));
      end if;
      problems := array_remove(problems, null);
      notes := array_remove(notes, null);
    end if;
    -- Space around what is there already is no change.
    select coalesce(jsonb_object_agg(told.key, told.value), '{}') into wanted
    from jsonb_each(wanted) as told
    where told.value is distinct from image -> told.key
      and (jsonb_typeof(told.value) <> 'string'
        or told.value #>> '{}' is distinct from private.plain_cell(image ->> told.key));
    if cardinality(problems) = 0 then
      problems := private.import_problems(is_size, coalesce(image, '{}') || wanted);
    end if;
    if cardinality(problems) > 0 then
      verdict := 'refuse';
      reason := array_to_string(problems, ' ');
      product_place := null;
      if not is_size then
        refused := refused || line.place;
      end if;
    else
      verdict := case when image is null then 'add' when wanted = '{}' then 'same' else 'change' end;
      reason := array_to_string(notes, ' ');
      if verdict = 'change' then
        select jsonb_object_agg(told.key, image -> told.key) into before from jsonb_each(wanted) as told;
      end if;
      if verdict <> 'same' then
        after := wanted;
      end if;
    end if;
    return next;
  end loop;
end;
$$;
comment on function private.judge_import(bigint) is
  'What the shop would do with each row now. Plan and import both ask it, so that they cannot differ.';
revoke all on function private.judge_import(bigint) from public;

create or replace function private.write_import_images(import_id bigint, is_undo boolean) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  if is_undo then
    delete from public.offers using public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.verdict = 'change' and rows.left_alone is null
      and rows.after ? 'offers' and offers.product_id = rows.product_id
      and not rows.before -> 'offers' @> jsonb_build_array(private.offer_image(offers))
      and rows.after -> 'offers' @> jsonb_build_array(private.offer_image(offers));
  else
    insert into public.offers (product_id, price, starts_at, ends_at)
    select rows.product_id, (offer ->> 'price')::numeric, (offer ->> 'starts_at')::timestamptz, (offer ->> 'ends_at')::timestamptz
    from public.import_rows as rows cross join lateral jsonb_array_elements(rows.after -> 'offers') as offer
    where rows.import_id = write_import_images.import_id and rows.verdict in ('add', 'change') and rows.after ? 'offers'
      and not coalesce(rows.before -> 'offers', '[]') @> jsonb_build_array(offer);
  end if;

  with images as (
    select rows.product_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.verdict = 'change' and not rows.is_size
      and rows.left_alone is null
  )
  update public.products as target
  set category = written.category, name = written.name, description_header = written.description_header,
    description = written.description, price = written.price, discount_price = written.discount_price,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    img1 = written.img1, img2 = written.img2, size = written.size, availability = written.availability,
    also_called = written.also_called, storage = written.storage, origin = written.origin,
    ingredients = written.ingredients, contains = written.contains, may_contain = written.may_contain,
    fibre = written.fibre, care = written.care, heat_level = written.heat_level, amount = written.amount,
    unit = written.unit,
    archived_at = case
      when not images.image ? 'hidden' then known.archived_at
      when (images.image -> 'hidden')::boolean then coalesce(known.archived_at, now())
    end
  from images
  join public.products as known on known.id = images.product_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with images as (
    select rows.size_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.verdict = 'change' and rows.is_size
      and rows.left_alone is null
  )
  update public.product_sizes as target
  set price = written.price, discount_price = written.discount_price, availability = written.availability,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    amount = written.amount, unit = written.unit
  from images
  join public.product_sizes as known on known.id = images.size_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with counts as (
    select rows.product_id, rows.size_id, rows.is_size, case when is_undo then rows.before else rows.after end -> 'stock' as stock
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.verdict in ('add', 'change')
      and (not is_undo or rows.verdict = 'change') and rows.left_alone is null
  ), uncounted as (
    delete from public.product_stock as stock using counts
    where stock.product_id = counts.product_id and not counts.is_size and counts.stock = 'null'
  ), uncounted_sizes as (
    delete from public.size_stock as stock using counts
    where stock.size_id = counts.size_id and counts.is_size and counts.stock = 'null'
  ), counted as (
    insert into public.product_stock (product_id, stock_count)
    select counts.product_id, counts.stock::integer from counts where not counts.is_size and counts.stock <> 'null'
    on conflict (product_id) do update set stock_count = excluded.stock_count
  )
  insert into public.size_stock (size_id, stock_count)
  select counts.size_id, counts.stock::integer from counts where counts.is_size and counts.stock <> 'null'
  on conflict (size_id) do update set stock_count = excluded.stock_count;
end;
$$;
comment on function private.write_import_images(bigint, boolean) is
  'Makes what the import changes as it will be, or as it was. Call it with the import and its goods locked.';
revoke all on function private.write_import_images(bigint, boolean) from public;
