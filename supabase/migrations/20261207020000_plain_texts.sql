-- Error texts and comments in plain English.

create or replace function private.bulk_cells(line private.product_rows, change jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  field constant text := change ->> 'field';
  cells jsonb := jsonb_build_object('id', line.product_id::text);
  price numeric;
begin
  if line.size_id is not null then
    cells := cells || jsonb_build_object('size_label', line.label);
  end if;
  if field in ('price', 'discount') and line.price is null then
    return cells || '{"problem": "This size has the price of its product. Change the product''s price."}';
  elsif field = 'discount' and change ->> 'how' = 'remove' then
    return cells || '{"discount_price": ""}';
  elsif field in ('price', 'discount') then
    price := private.bulk_price(line.price, change);
    if price < 0 then
      return cells || '{"problem": "The price would be below zero."}';
    elsif field = 'discount' then
      return cells || jsonb_build_object('discount_price', price::text);
    elsif (change -> 'with_discounts')::boolean and line.regular_discount_price is not null then
      cells := cells || jsonb_build_object(
        'discount_price', greatest(0, private.bulk_price(line.regular_discount_price, change))::text
      );
    end if;
    return cells || jsonb_build_object('price', price::text);
  end if;
  return cells || jsonb_build_object(
    case field when 'stock' then 'availability' else field end, coalesce(change ->> 'value', '')
  );
end;
$$;

create or replace function public.save_choice_group(
  group_id bigint, name text, is_multiple boolean, is_required boolean, choices jsonb
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  saved bigint := save_choice_group.group_id;
  before constant jsonb := private.describe_choice_group(save_choice_group.group_id);
  after jsonb;
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function save_choice_group';
  end if;
  if jsonb_typeof(save_choice_group.choices) is distinct from 'array'
    or jsonb_array_length(save_choice_group.choices) = 0 then
    raise invalid_parameter_value using message = 'Add at least one choice to the group.';
  end if;
  if jsonb_array_length(save_choice_group.choices) > 20 then
    raise invalid_parameter_value using message = 'A group can have 20 choices at most.';
  end if;
  if not save_choice_group.is_multiple and (
    select count(*) from jsonb_to_recordset(save_choice_group.choices) as line (is_default boolean) where line.is_default
  ) > 1 then
    raise invalid_parameter_value using message = 'Only one choice of this group can be preselected.';
  end if;
  if saved is null then
    insert into public.choice_groups (name, is_multiple, is_required)
    values (btrim(save_choice_group.name), save_choice_group.is_multiple, save_choice_group.is_required)
    returning id into saved;
  else
    update public.choice_groups as known
    set name = btrim(save_choice_group.name), is_multiple = save_choice_group.is_multiple,
      is_required = save_choice_group.is_required
    where known.id = saved;
    if not found then
      raise sqlstate 'PT404' using message = 'This group doesn''t exist.';
    end if;
  end if;
  delete from public.choices as known
  where known.group_id = saved and known.id not in (
    select line.id from jsonb_to_recordset(save_choice_group.choices) as line (id bigint) where line.id is not null
  );
  -- Labels that are exchanged between two choices would meet in the unique index.
  update public.choices as known set label = '#' || known.id where known.group_id = saved;
  update public.choices as known
  set label = btrim(line.label), price = coalesce(line.price, 0), is_default = coalesce(line.is_default, false),
    position = line.place
  from rows from (jsonb_to_recordset(save_choice_group.choices) as (
    id bigint, label text, price numeric, is_default boolean
  )) with ordinality as line (id, label, price, is_default, place)
  where known.group_id = saved and known.id = line.id;
  insert into public.choices (group_id, label, price, is_default, position)
  select saved, btrim(line.label), coalesce(line.price, 0), coalesce(line.is_default, false), line.place
  from rows from (jsonb_to_recordset(save_choice_group.choices) as (
    id bigint, label text, price numeric, is_default boolean
  )) with ordinality as line (id, label, price, is_default, place)
  where line.id is null;
  perform private.refresh_choice_groups(array(
    select used.product_id from public.product_choice_groups as used where used.group_id = saved
  ));
  after := private.describe_choice_group(saved);
  if before is distinct from after then
    perform private.add_to_audit_log('settings', 'Choices: ' || (after ->> 'name'), before, after);
  end if;
  return saved;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'Another group has this name, or two choices have the same label.';
end;
$$;

create or replace function public.save_inventory_item(product_id bigint, size_id bigint, item jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  barcode constant text := coalesce(item ->> 'barcode', '');
  weight constant text := coalesce(item ->> 'weight', '');
  image jsonb := jsonb_strip_nulls(jsonb_build_object(
    'sku', btrim(item ->> 'sku'), 'barcode', private.read_barcode(item ->> 'barcode'), 'vendor', btrim(item ->> 'vendor'),
    'weight', case when btrim(item ->> 'weight') = '' then '' else private.read_weight(item ->> 'weight') end
  ));
  error text;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change products.';
  end if;
  if not exists (select from public.products where products.id = save_inventory_item.product_id)
    or (save_inventory_item.size_id is not null and not exists (
      select from public.product_sizes as sizes
      where sizes.id = save_inventory_item.size_id and sizes.product_id = save_inventory_item.product_id
        and sizes.archived_at is null
    )) then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  if private.read_barcode(barcode) is null then
    raise invalid_parameter_value using message = format('%s is not a barcode. Its check digit is wrong.', left(barcode, 40));
  elsif btrim(weight) <> '' and private.read_weight(weight) is null then
    raise invalid_parameter_value using message = format('"%s" is not a weight. Enter it like 2.5 lb.', left(weight, 40));
  end if;
  error := private.barcode_error(barcode, save_inventory_item.product_id, save_inventory_item.size_id);
  if error is not null then
    raise sqlstate 'PT409' using message = error;
  end if;
  perform private.write_item(save_inventory_item.product_id, save_inventory_item.size_id, image);
exception when unique_violation then
  raise sqlstate 'PT409' using message = format('Another product already has the barcode %s.', barcode);
end;
$$;

create or replace function public.request_back_in_stock(product_id bigint, size_id bigint default null) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person constant uuid := (select auth.uid());
  max_count constant integer := 50;
  product public.products;
begin
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  if not (select store_settings.has_back_in_stock from public.store_settings) then
    raise sqlstate 'PT403' using message = 'This store doesn''t send back-in-stock messages.';
  end if;
  if private.verified_email(person) is null and private.verified_phone(person) is null then
    raise sqlstate 'PT412' using message = 'Verify your email address first: log in once with a code we email you.';
  end if;
  -- Waits for a concurrent change of the stock: one of the two sees the other.
  select * into product from public.products
  where products.id = request_back_in_stock.product_id and products.archived_at is null and products.pictures_ready
  for share;
  if product.id is null or (request_back_in_stock.size_id is null) <> (product.sizes = '[]')
    or (request_back_in_stock.size_id is not null
      and not product.sizes @> jsonb_build_array(jsonb_build_object('id', request_back_in_stock.size_id))) then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  if private.is_in_stock(product, request_back_in_stock.size_id) then
    raise sqlstate 'PT409' using message = 'It''s in stock now. Reload the page to order it.';
  end if;
  -- Serialized, so that two devices cannot both take the last place.
  perform pg_advisory_xact_lock(hashtextextended('back_in_stock:' || person, 0));
  delete from public.back_in_stock_requests as old
  where old.user_id = person and old.expires_at <= now() and old.queued_at is null;
  if max_count <= (
    select count(*) from public.back_in_stock_requests as others
    where others.user_id = person
      and (others.product_id, others.size_id) is distinct from (product.id, request_back_in_stock.size_id)
  ) then
    raise sqlstate 'PT429' using
      message = format('You''re already waiting for %s products. Remove some in your account first.', max_count);
  end if;
  insert into public.back_in_stock_requests as known (user_id, product_id, size_id)
  values (person, product.id, request_back_in_stock.size_id)
  on conflict (user_id, product_id, size_id) do update
  set created_at = now(), expires_at = excluded.expires_at, queued_at = null, attempts = 0, last_error = null,
    language = excluded.language;
end;
$$;

create or replace function private.record_delivery_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stop constant public.run_stops := private.stop_of_photo(new.name);
begin
  update public.run_stops as stops set photo = new.name
  where stops.run_id = stop.run_id and stops.order_id = stop.order_id and stops.outcome = 'delivered'
    and stops.photo is null;
  if not found then
    raise unique_violation using message = 'This delivery doesn''t exist or already has a photo.';
  end if;
  return null;
end;
$$;

create or replace function private.check_quantity_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.products where products.id = new.product_id and products.pounds_each is not null) then
    raise sqlstate 'PT409' using message = 'This product is sold by weight, so it can''t have a price by quantity.';
  end if;
  return new;
end;
$$;

create or replace function private.check_hero_slides() returns trigger
language plpgsql set search_path = ''
as $$
declare
  keys constant text[] := array['id', 'image', 'alt', 'header', 'text', 'buttonLabel', 'link'];
  slide jsonb;
  place integer := 0;
  problem text;
begin
  if jsonb_typeof(new.hero_slides) is distinct from 'array' then
    raise check_violation using message = 'The hero slides must be a list.';
  end if;
  if jsonb_array_length(new.hero_slides) > 6 then
    raise check_violation using message = 'The home page can show 6 slides at most.';
  end if;
  for slide in select each.value from jsonb_array_elements(new.hero_slides) as each loop
    place := place + 1;
    problem := case
      when jsonb_typeof(slide) <> 'object' then 'is not a slide'
      when exists (select from unnest(keys) as key where jsonb_typeof(slide -> key) is distinct from 'string')
        then 'is missing one of ' || array_to_string(keys, ', ')
      when slide - keys <> '{}' then 'has fields other than ' || array_to_string(keys, ', ')
      when exists (select from unnest(keys) as key where slide ->> key ~ '[[:cntrl:]]') then 'contains an invisible character'
      when slide ->> 'id' !~ '^[a-z0-9-]{1,40}$' then 'has an id with characters other than a-z, 0-9, and -'
      when exists (
        select from jsonb_array_elements(new.hero_slides) with ordinality as other (value, at)
        where other.at < place and other.value ->> 'id' = slide ->> 'id'
      ) then 'has the same id as another slide'
      when char_length(slide ->> 'image') > 300
        or slide ->> 'image' !~ '^/storage/v1/object/public/wears_styles/[^][:space:]/?#"''<>\\]+$'
        then 'needs an image uploaded to the store'
      when char_length(slide ->> 'alt') > 250 then 'needs an image description of at most 250 characters'
      when btrim(slide ->> 'header') = '' or char_length(slide ->> 'header') > 50 then 'needs a header of at most 50 characters'
      when btrim(slide ->> 'text') = '' or char_length(slide ->> 'text') > 110 then 'needs a text of at most 110 characters'
      when btrim(slide ->> 'buttonLabel') = '' or char_length(slide ->> 'buttonLabel') > 24
        then 'needs a button label of at most 24 characters'
      when char_length(slide ->> 'link') > 300 or (
        slide ->> 'link' !~ '^/([^/[:space:]\\][^[:space:]\\]*)?$'
        and slide ->> 'link' !~ '^https://[^/[:space:]\\]+[.][^[:space:]\\]+$'
      ) then 'needs a link that starts with / or https://'
    end;
    if problem is not null then
      raise check_violation using message = format('Slide %s %s.', place, problem), hint = 'hero_slides';
    end if;
  end loop;
  return new;
end;
$$;

create or replace function private.price_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent public.orders;
  is_own boolean;
  product public.products;
  size public.product_sizes;
  left_count integer;
begin
  select * into parent from public.orders where id = new.order_id for update;
  is_own := parent.user_id is not distinct from (select auth.uid());
  if parent.channel = 'counter' then
    is_own := private.can_manage();
  end if;
  -- The owner check comes first, so that another user learns nothing about the order.
  if parent.id is null or ((select auth.uid()) is not null and not is_own) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "order_items"';
  end if;
  if parent.status <> 'pending' or parent.payment_intent_id is not null or private.pays_in_store(parent.id) then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  if (select count(*) from public.order_items as items where items.order_id = new.order_id) >= 200 then
    raise sqlstate 'PT422' using message = 'An order can have 200 lines at most.';
  end if;
  select * into product from public.products
  where id = new.product_id and archived_at is null and pictures_ready;
  if product.id is null then
    raise sqlstate 'PT409' using message = format('Product %s is not for sale.', new.product_id);
  end if;
  if new.size_id is null and product.sizes <> '[]' then
    raise sqlstate 'PT409' using message = format('%s comes in sizes. Choose one.', product.name);
  end if;
  select * into size from public.product_sizes
  where id = new.size_id and product_id = product.id and archived_at is null;
  if new.size_id is not null and size.id is null then
    raise sqlstate 'PT409' using message = format('Size %s of %s is not for sale.', new.size_id, product.name);
  end if;
  new.choice_ids := array(
    select distinct each from unnest(coalesce(new.choice_ids, private.default_choices(product.choice_groups))) as each
    where each is not null order by each
  );
  if not private.fit_choices(product.choice_groups, new.choice_ids) then
    raise sqlstate 'PT409' using message = format('Choose how we prepare %s.', product.name);
  end if;
  left_count := private.stock_left(product.id, size.id);
  if product.is_sold_out or coalesce(size.availability = 'sold_out', false) or left_count < new.quantity + coalesce((
    select sum(items.quantity) from public.order_items as items
    where items.order_id = new.order_id and items.product_id = new.product_id
      and items.size_id is not distinct from new.size_id
  ), 0) then
    raise sqlstate 'PT409' using
      message = format('%s is sold out, or fewer are left.', concat_ws(', size ', product.name, size.label));
  end if;
  new.stock_taken := 0;
  new.refunded_quantity := 0;
  new.tax_rate := 0;
  new.tax_amount := 0;
  new.discount := 0;
  new.choices := private.chosen_of(product.choice_groups, new.choice_ids);
  new.product_name := private.name_with_choices(product.name, new.choices);
  new.size_label := size.label;
  new.unit_price := private.current_price(product.id, size.id) + private.price_of_choices(new.choices);
  new.image_url := product.img1;
  return new;
end;
$$;

create or replace function public.retry_text(text_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function retry_text';
  end if;
  update public.outgoing_texts as texts
  set status = 'waiting', attempts = 0, next_attempt_at = now(), created_at = now()
  where texts.id = retry_text.text_id and texts.status = 'dead';
  if not found then
    raise sqlstate 'PT404' using message = 'Only texts that couldn''t be sent can be sent again.';
  end if;
end;
$$;

-- Phrases that many comments of functions share.
do $$
declare
  described record;
  phrase record;
  new_text text;
begin
  for described in
    select pg_proc.oid::regprocedure as name, obj_description(pg_proc.oid, 'pg_proc') as text from pg_catalog.pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and obj_description(pg_proc.oid, 'pg_proc') ~ 'nobody|whoever'
  loop
    new_text := described.text;
    for phrase in select * from (values
      (1, 'nobody, including the server, writes the ledger by hand', 'no role, including the server''s, may write the ledger directly'),
      (2, 'nobody counts by hand', 'callers may not write the counts directly'),
      (3, 'nobody (?:may )?(write|change|queue|move|read)s? ([a-z -]+?) by hand', 'callers may not \1 \2 directly'),
      (4, 'nobody reads or writes the', 'callers may not read or write the'),
      (5, 'nobody (?:else )?reads (the sessions|accounts|zones|open|the facts)', 'callers may not read \1'),
      (6, 'nobody else gets them', 'no other worker gets them'),
      (7, 'whoever may (change parts of a product) need not be allowed to', 'a caller who may \1 may lack the right to')
    ) as phrases (place, old, new) order by place loop
      new_text := regexp_replace(new_text, phrase.old, phrase.new, 'g');
    end loop;
    if new_text <> described.text then
      execute format('comment on function %s is %L', described.name, new_text);
    end if;
  end loop;
end;
$$;

comment on function public.is_last_admin(uuid) is
  'For the server, which checks this before it deletes an account. Security definer: it counts rows that row-level '
  'security hides.';
comment on function private.require_active_session() is
  'Rejects writes of ended sessions, also in functions that run with their owner''s rights. Security definer, as '
  'is_session_active.';
comment on function private.anonymize_account() is
  'Runs on every deletion of an account. Security definer: the auth service that deletes it may not change orders.';
comment on table private.last_published is 'One row: the time up to which scheduled content has been published.';
comment on table private.shop_facts is
  'is_demo: set by the demo seed; a live store does not start with it. admins_need_second_step: set by the server from '
  'AUTH_ADMIN_REQUIRES_MFA; only its presence matters. payments_tried: {mode, at} of the owner''s last successful '
  'test. text_channels: list of channels for which the server has a sender of order texts.';
comment on function private.request_language() is
  'Returns the two-letter code of the first language in the request''s Accept-Language header; en without one. The '
  'store''s pages send theirs.';
comment on function public.list_buy_again(integer) is
  'Lists the products, with sizes, that the caller bought in the most orders of the last 180 days and can buy now. '
  'Unpaid and canceled orders do not count. Row-level security applies: callers see only their own purchases.';
comment on column public.choice_groups.is_required is 'Whether a line must have a choice from this group.';
comment on column public.choices.price is 'Added to the line''s unit price.';
comment on column public.choices.is_default is 'Whether the choice is preselected.';
comment on function public.delete_choice_group(bigint) is
  'For managers: deletes a group and removes it from its products; orders keep what was chosen. Security definer, as '
  'save_choice_group.';
comment on function private.default_choices(jsonb) is 'Returns the preselected choices of these groups.';
comment on function private.fit_choices(jsonb, bigint[]) is
  'Returns whether a line can be ordered with these choices: each belongs to a group, each required group has one, and '
  'only is_multiple groups have more than one.';
comment on function private.price_of_choices(jsonb) is 'Returns what these choices add to the unit price.';
comment on function private.record_image_change() is
  'Security definer: a user who stores an image may lack the right to change products.';
comment on function private.plain_cell(text) is
  'Returns a cell in one Unicode form (NFC), trimmed, and with LF line breaks.';
comment on function private.read_decimal(text, integer) is
  'Parses a number as people type it, with at most this many decimal places: 4.99, $4.99, 1,289.50, 4,99 or 1.289,50; '
  'null for anything else. The browser''s forms apply the same rules (app/values/decimal.ts).';
comment on function private.read_sale_time(text, boolean) is
  'Parses a day, or a day and a time, in the store''s time zone; the end of a sale includes its day. Null for anything '
  'else.';
comment on function private.sale_of_cells(jsonb, boolean, timestamptz) is
  'Returns what a sale price with dates becomes if imported now: {discount_price}, {offer}, or nothing, with a {note}; '
  'or a {problem}. A sale without a start date starts with its import.';
comment on function private.utc_text(timestamptz) is
  'Formats an instant in UTC, regardless of the session''s time zone.';
comment on function private.read_import_cells(jsonb, boolean) is
  'Returns {values, errors}: values of a product or size by column, and the errors found. Cells of other columns are '
  'ignored; a parser of another store''s file may add its own error as "problem".';
comment on function private.offer_image(public.offers) is
  'Describes an offer with a price as import_rows.before and after store it.';
comment on function private.import_errors(boolean, jsonb) is
  'Lists the rules that a product, or one of its sizes, breaks.';
comment on function private.read_barcode(text) is
  'Reads a barcode: a GTIN of 8, 12, 13, or 14 digits (EAN, UPC-A, UPC-E) with its check digit, a PLU, or the store''s '
  'own number; null if it is none. The browser''s forms apply the same rules (app/values/barcode.ts).';
comment on function private.barcode_key(text) is
  'Returns the same key for all barcodes of an item, because scanners read a UPC-A with and without its leading zero, '
  'or shortened as a UPC-E. 14 digits for a GTIN; null for none.';
comment on function private.item_image(bigint, bigint) is
  'Describes an item as import_rows.before and after store it: {sku, barcode, vendor, weight}, empty texts for what is '
  'unknown.';
comment on view private.product_rows is
  'Rows of the product table: each product, and each of its sizes. Only functions read it, because it contains stock.';
comment on function private.product_cells(private.product_rows) is
  'Returns a row without column names, which would be most of the data in a list of ten thousand rows; '
  'app/features/product-table/product-row.ts reads it.';
comment on function public.list_product_rows(text, text, text, text, text, boolean, integer, integer) is
  'For managers: rows of the product table in its order, filtered by words, category, status, and stock; sizes follow '
  'their product. Returns {low_stock_at, row_count, product_count, rows}, at most 6,000 rows, which stays below the '
  'size limit of a response. Security definer: the view contains stock.';
comment on column public.products.pictures_ready is
  'Whether every image of the row that belongs in our bucket is there.';
comment on column public.products.weight_tolerance is
  'Percent by which it may weigh more or less. A shopper pays for the actual weight, at most this percentage more.';
comment on function private.show_products() is
  'Updates the category views and the managers'' grants to the current columns of products; call it at the end of a '
  'migration that adds a column or a category.';
comment on function public.list_related_products(bigint, integer) is
  'Lists products to buy with a product, best first, 12 at most: those of its recipes, those bought together with it, '
  'those of the same kind, those next to it in its category. Security definer: callers may not read '
  'private.bought_together.';
comment on function public.set_product_sizes(bigint, jsonb) is
  'For managers: replaces a product''s sizes with exactly these, in this order: [{id, label, price, discount_price, '
  'availability, amount, unit, stock_count, stock_count_before, sku, barcode, weight}]; without an id a size is new. A '
  'missing sku, barcode, or weight stays unchanged. A count changes only if it differs from stock_count_before and '
  'nothing was sold meanwhile; returns the labels of the others.';
comment on function public.request_back_in_stock(bigint, bigint) is
  'For a caller with a verified address: one message when a sold-out product, or one of its sizes, is back. A repeated '
  'request restarts the 90 days. PT403 while the store sends none, PT404 for an unknown product, PT409 if it is in '
  'stock, PT412 without a verified address, PT429 beyond 50. Security definer: it reads accounts, and callers may not '
  'write requests directly.';
comment on function public.claim_back_in_stock_messages(integer) is
  'For the server: claims messages to send now, the longest wait first; no other worker gets them for at least two '
  'minutes. Deletes expired requests, and returns requests to waiting if the product is sold out again. Security '
  'definer, like all claims of the worker.';
comment on function public.withdraw_back_in_stock_requests(uuid) is
  'For the server, which has checked the link of a message: ends all requests of its account; returns how many. '
  'Security definer: callers may not change other users'' requests.';
comment on function public.list_customers(text, text, text, text, uuid, integer) is
  'For the owner and managers: customers with this tag whose name and email contain these words, or who have a phone '
  'number with these digits (4 or more, in any format); no merged accounts, and no staff without orders. Sorted by '
  'last_order (the latest first), spend (the highest first), or name; the next page begins after sort_value and id of '
  'the last row. Security definer: one check instead of one per row.';
comment on function public.read_customer(uuid) is
  'For the owner and managers: contact, spend, tags, notes, delivery addresses and the latest substitution preference '
  'of their orders (not the details that the account saved), and customers with the same email or phone number or '
  'merged into this one. PT404 for an unknown one. jsonb: one snapshot in one call. Security definer, as '
  'list_customers.';
comment on function private.order_data(public.orders) is
  'Returns the customer''s data in an order, without internal keys and the names of staff.';
comment on function private.guest_key(text, text) is
  'Returns the key that groups the orders of a guest: the email, or without one the ten digits of the phone number.';
comment on column public.window_rules.preparation_minutes is
  'Preparation time before the window begins, counted in opening hours.';
comment on function private.weekday_of(text) is
  'Returns the number of a weekday: 0 for "Sun" or "Sunday"; null for any other text.';
comment on function public.list_windows(text, integer) is
  'For everyone: the next pickup or delivery windows with capacity; none while they are off. Security definer: callers '
  'may not see the orders that fill the windows.';
comment on function private.is_window_lost(public.orders) is
  'Returns whether the store is closed or paused during an order''s window, or no longer takes orders on its weekday.';
comment on function public.list_lost_windows() is
  'Lists paid orders whose window can no longer be kept, soonest first, with when their customer was emailed about it. '
  'Security definer: names and phone numbers are in other tables.';
comment on function public.raise_alert(text, uuid, text) is
  'For the server. Security definer: callers may not write alerts directly.';
comment on function private.require_session() is
  'Raises 401, not 403, for an ended session, so that picks stored on a device are sent after the next login.';
comment on function private.desk_card(public.orders) is
  'Returns an order as the board shows it: {id, number, status, unpaid_total, needs_weight, delivery_type, '
  'delivery_included, delivery_fee, name, phone, language, window_starts_at, window_ends_at, paid_at, '
  'substitution_preference, note, item_count, line_ids, has_line_words, packed_pounds, packed_line_ids, '
  'substitution_ids, answers, is_unread, moved_at, moved_from}. substitution_ids are its substitutions, answers what '
  'its customer answered about them, packed_pounds the weights of weighed lines, {line id: pounds}. The status of an '
  'unpaid order is how far it is packed, and unpaid_total the amount due, or its maximum if needs_weight; null for a '
  'paid one. moved_from is the status that undo leads to; null if the last move cannot be undone.';
comment on function public.read_desk(integer) is
  'For packers: private.desk_header, read_at, and up to this many cards of each column. jsonb: header and cards are '
  'one snapshot in one call. Security definer: names and phone numbers are in other tables.';
comment on function private.notify_desk() is
  'Security definer: a user who changes an order may lack the right to write picks.';
comment on function private.price_replacement(
  public.orders, public.order_items, integer, bigint, bigint, bigint, bigint
) is
  'Returns how much of the paid amount this many units of a replacement cost, in cents, with its own price and tax.';
comment on function private.paid_for_first(numeric, public.order_items, bigint) is
  'Returns the share of a line''s amount, in cents, that its first units cost together.';
comment on function private.line_unavailable(public.order_items) is
  'Returns the units of a line that were refunded or left out, with their amount; the replaced units, with the cost of '
  'their replacements; and the units whose substitution is not final, with how many of these are left out.';
comment on function private.paid_for_next(numeric, bigint, public.order_items, bigint, bigint) is
  'Like paid_for_first, for a line whose last units were replaced: for these, it counts what the replacements cost.';
comment on function public.list_replacements(bigint, integer, text, integer) is
  'For staff: lists replacements for this many of a line, its own category first, with the refund if the same number '
  'of units, or another number, replaces them; without a search text, the closest of its category. Security definer: '
  'it reads stock and lines.';
comment on function private.resolve_substitutions() is
  'Finalizes all open substitutions of an order once: one refund per staff member who made any, and the stock. Runs '
  'for every caller who moves the order. Security definer: callers may not write the ledger directly.';
comment on function private.line_substitutions(bigint, boolean, text) is
  'Returns a line''s substitutions as emails and links show them; packers also see which can be undone.';
comment on function private.record_delivery_photo() is
  'Stores the name of the uploaded photo in its stop. Security definer: callers may not write runs directly.';
comment on table private.discarded_delivery_photos is
  'Photos that no stop refers to anymore; the server deletes their files.';
comment on function private.discard_delivery_photo() is
  'Security definer: a user who deletes an order may lack the right to write the list.';
comment on function public.find_delivery_photo(uuid) is
  'For users who may read the order: the name of the photo of its delivery in the bucket delivery_photos, or null.';
comment on function private.settle_run_stop() is
  'Updates the stop of an order to its new status: delivered, open again, or deleted with a canceled order. Security '
  'definer: a user who moves an order may lack the right to write runs.';
comment on function public.accept_stock_count(jsonb, text, uuid) is
  'For managers: changes stock by the differences of [{product_id, size_id, counted, expected, last_movement_id}], '
  'where expected (stock_count + reserved_count) and last_movement_id are those of read_stock_items when the line was '
  'counted. Counts a product that was not counted from now on. 409 if somebody counted or corrected an item since. The '
  'same request key counts once. Returns {id, oversold: [{name, sold_count}]}: units sold beyond the counted stock. '
  'Security definer: callers may not write movements directly.';
comment on function public.undo_delivery(bigint) is
  'For managers: reverses a delivery with separate entries, once. 409 names the product of which less is left than was '
  'received. Security definer: callers may not write movements directly.';
comment on column public.supplier_deliveries.request_hash is
  'Distinguishes a repeated request from a different one with the same key.';
comment on column public.supplier_deliveries.undone_at is 'When it was undone; its lines then no longer count.';
comment on column public.stock_counts.request_hash is
  'Distinguishes a repeated request from a different one with the same key.';
comment on column public.stock_movements.stock_change is
  'Change of the stock count: the quantity; 0 if not counted; less if the count would have fallen below zero.';
comment on function private.list_reserved(bigint, bigint) is
  'Lists units of paid orders that are still on the shelf, of one item or all: the sale subtracted them from the '
  'count, but they are not picked yet. Items without any have no row.';
comment on function public.undo_stock_movement(bigint) is
  'For managers: reverses waste, theft, own use, or a correction with a separate entry, once. Reopens the batch that '
  'it closed. Security definer, as adjust_stock.';
comment on function private.mail_recipient(text, uuid) is
  'Returns the recipient: the store; for a point-of-sale order, the customer''s address; after payment, the billing '
  'address or the account''s; else the account''s if verified. Null: no recipient.';
comment on function private.delete_old_push_subscriptions() is
  'Keeps ten devices per account: deletes the oldest. Security definer: the limit must also count rows that a policy '
  'hides.';
comment on table private.reconciliation is 'One row: the time up to which the provider''s events have been reconciled.';
comment on function public.withdraw_order(uuid, text) is
  'For the order''s owner: cancels it before payment. Pass its payment intent if it was closed at the provider; a '
  'payment that still arrives is refunded. Security definer: callers may not change orders directly.';
comment on function public.linked_order(uuid, text) is
  'For the server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], refunds: '
  '[{id, status, method, replaces_id, amount}]} and the products and amounts in its emails, without name, address, '
  'phone, and notes, because emails are forwarded. Null: no such order. jsonb: a part of the document that '
  'private.order_facts makes. Security definer: callers may not read the facts of an email.';
comment on function public.cancel_linked_order(uuid) is
  'For the server, which has checked the link: cancels an order that the customer may cancel. Security definer: '
  'callers may not change orders directly.';
comment on function public.search_orders(jsonb, timestamptz, bigint, boolean, integer) is
  'For the owner and managers: rows of private.order_row that follow an order in the filter of private.find_orders, or '
  'are before it; newest first, at most 500. jsonb: one snapshot in one call. Security definer: names and documents '
  'are in other tables.';
comment on function private.limit_order_views() is
  'Security definer: the limit must also count rows that a policy hides.';
comment on table public.order_statuses is
  'Every status an order may have, in the usual sequence, with its meaning. docs/how-to/add-a-status.md adds one.';
comment on column public.orders.request_key is
  'Generated by the browser for each click of the button; a repeated key returns the same order.';
comment on column public.orders.cancel_reason is
  'withdrawn: canceled before payment because its owner placed another order, restored it to the cart, or discarded '
  'it. no_show: not picked up and paid in the store in time.';
comment on column public.order_items.ebt_amount is
  'Part of the line that SNAP EBT paid, after discount; no sales tax applies to it.';
comment on column public.order_items.pounds_each is
  'Approximate weight of one unit in pounds; null: sold by the piece. On a weighed line, unit_price is the maximum for '
  'one unit.';
comment on column public.order_items.weight_refund is
  'Amount refunded because the line weighs less than its maximum, after discount and without tax.';
comment on function private.empty_money() is
  'Clears money columns of a new order, whatever values the insert contains.';
comment on function private.archive_ordered_product() is
  'Archives an ordered product instead of deleting it. Security definer: a user who may delete a product may lack the '
  'right to read every order.';
comment on function private.quote(jsonb, text, text, uuid, bigint, boolean) is
  'Returns what a cart would cost this customer, or a guest, with this code, in the shape of quote_cart. is_weighed, '
  'for the point of sale: lines with pounds are priced by that weight.';
comment on function private.cart_lines(jsonb, jsonb) is
  'Returns the order lines for a current cart, with the preferences and notes of the requested items.';
comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz) is
  'Creates an order of [{product_id, size_id, choice_ids, quantity, substitution_preference, note}], with a size for '
  'products that have sizes, and with choices of their groups (by default the preselected ones); '
  'substitution_preference (replace, contact, leave_out; null: not stated, or as the order) and note are for '
  'substitutions and do not change the price. delivery_place {street, unit, city, zip, driver_note} forms the address. '
  'The same request key returns the same order. A total other than expected_total, or an unavailable line, raises 409 '
  'with, in the details, {total, amounts, items: [{product_id, size_id, choice_ids, name, size, unit_price, quantity, '
  'needs_size, needs_choice, is_sold_out, quantity_left}]}, amounts as in quote_cart: name and price are null if '
  'deleted, quantity_left is null if not counted. No order is created then. 422 where the store does not deliver, or '
  'below its minimum. While windows are on, window_starts_at is one of list_windows; else 410 with the next three in '
  'the details, as [{starts_at, ends_at}].';
comment on function public.create_point_of_sale_order(
  jsonb, text, jsonb, numeric, uuid, text, text, jsonb, timestamptz, text
) is
  'For the owner and managers: creates an order like place_order, with its prices, windows, and errors, for {name, '
  'phone, email} instead of the caller. Deliveries need a phone number, orders for later need a time. The same request '
  'key returns the same order. Security definer: callers may not create other users'' orders directly.';
comment on function private.tendered_cents(uuid) is
  'Returns the cents of an order that tenders after the first one pay; 0 for an order with a single payment.';
comment on function private.list_tenders(uuid) is
  'Returns the payments of an order that were taken in the store: [{method, amount, cash_received}], in dollars.';
comment on function private.list_ebt_lines(uuid, bigint) is
  'Lists how much of each line SNAP EBT pays if it pays this amount in all, the sales tax that is then not charged, '
  'and whether it pays the whole line.';
comment on function private.waive_snap_tax(public.orders, bigint) is
  'Removes the sales tax of the amount that SNAP EBT pays, before the payment is recorded; 422 above the eligible '
  'lines. Call it with the order locked.';
comment on function public.record_store_tenders(uuid, jsonb, uuid, text) is
  'For the owner and managers: records the payment of an unpaid order, made at the point of sale or chosen to be paid '
  'in the store, by tenders [{method, amount_cents, cash_received_cents}] that add up to its total, without the sales '
  'tax of what store_ebt pays. Each is a payment. Pass its payment intent if it was closed at the provider; a payment '
  'that still arrives is refunded. The same request key records them once. 409 if paid, canceled, or sold out. '
  'Security definer: callers may not write the ledger directly.';
comment on table private.link_attempts is
  'Number of attempts in the period that ends at ends_at; written by open_linked_payment only.';
comment on column public.pay_in_store_settings.max_no_shows is
  'Customers who did not pick up this many orders within a year may no longer pay in the store; 0: no limit.';
comment on column public.pay_in_store_orders.due_total is
  'Amount due with substitutions and weights until it is paid; maintained by triggers.';
comment on column public.pay_in_store_orders.needs_weight is
  'Whether a line is not weighed yet; due_total is then the maximum.';
comment on function private.hold_until(public.orders) is
  'Returns the end of the order''s pickup time plus the grace time.';
comment on function private.end_store_hold() is
  'Restocks an order that was not paid in the store; a paid one gets the status that packing has reached. Security '
  'definer: a user who pays or cancels may lack the right to pack.';
comment on function private.due_total(public.orders) is
  'Returns the cost of an unpaid order with its substitutions and weights; its maximum while a line is not weighed.';
comment on function private.record_unpaid_changes(public.orders, bigint[]) is
  'Stores what was replaced or left out with the order, before its lines are changed accordingly.';
comment on function private.apply_unpaid_changes(public.orders) is
  'Changes lines, tax, and total of an unpaid order that is paid in the store to match the bag, before its payment is '
  'recorded; 409 while a line is not weighed. Call it with the order locked.';
comment on column public.delivery_fees.amount is 'Without tax; 0: free. A card payment is at least 50 cents.';
comment on function public.set_delivery_fee(uuid, numeric) is
  'For the owner and managers: sets the agreed fee of a delivery that was not included, in dollars without tax; 0: '
  'free; null: no longer agreed. It can change until paid, and the customer is notified each time. An order without an '
  'account can only have a fee of 0, because it could not be paid online. Security definer: callers may not write fees '
  'directly.';
comment on function private.is_rest_promised(public.payments) is
  'Returns whether all of a payment is to be refunded, including what already was.';
comment on function private.end_hold(text, bigint) is
  'Ends an open hold after this amount was charged (0: none). Requested refunds within the rest succeed as releases; a '
  'rest that the store did not request becomes a release with the reason provider. Returns null without an open hold.';
comment on table private.payment_attempts is
  'Number of attempts in the period that ends at ends_at; written by count_payment_attempt only.';
comment on function private.record_dispute(public.payment_events) is
  'Raises an alert about a disputed payment, which blocks the order, and resolves it when the dispute is closed.';
comment on column public.refunds.part_of_id is
  'The first refund of the same request, if this one returns another tender; the first one has the lines.';
comment on function private.request_refunds(uuid, bigint, jsonb, text, uuid, uuid) is
  'Requests a refund of an order: one row per tender, of which the first has the lines. Eligible lines go back to SNAP '
  'EBT, everything else to cards and then cash. Returns the first. The caller has checked that this amount is left. '
  'Call it with the order locked.';
comment on function private.price_refund_lines(uuid, jsonb) is
  'Returns the amounts and taxes of a refund''s lines, ignoring amounts in the input.';
comment on table private.discount_attempts is
  'Number of wrong codes in the period that ends at ends_at; written by enter_discount_code only.';
comment on function public.find_offer_end(bigint) is
  'For everyone: the earliest end of the current offers on a product, for its structured data; null if none runs. '
  'Security definer: shoppers do not read offers, and learn of no future offer.';
comment on function private.apply_category_offers() is
  'Applies the offers of a product''s new category. Security definer, as private.refresh_offer_prices.';
comment on function private.check_category_tax_class() is
  'Rejects a category without a tax class, which would be sold untaxed. Security definer: it bypasses row-level '
  'security.';
comment on table public.quantity_prices is
  'Prices of a number of pieces of a product together, such as "2 for $5.00". Never for products sold by weight.';
comment on column public.quantity_prices.price is 'Price of all pieces together, without choices such as the cut.';
comment on function private.quantity_saving(bigint, bigint, bigint) is
  'Returns how much this many pieces of a product or size save now, with the price by quantity that saves most, for '
  'each full set. Security definer: shoppers do not read the table.';
comment on function public.read_store_metrics() is
  'Returns one row per figure. Reads only open or recent rows, through indexes. Security definer: it counts rows of '
  'tables that the server itself only reads through functions.';
comment on column private.search_documents.alternate_terms is 'Words of the name and the alternate names.';
comment on function private.free_of(text[], text[], text) is
  'Returns allergens a product is free of. Unknown where nothing was entered. Ingredients count even if the allergen '
  'list omits them.';
comment on function public.find_products(text) is
  'For managers: all products, hidden ones too, whose name or alternate names contain each of these words or parts, '
  'and those with this barcode or SKU. Security definer: it calls a function that callers may not call.';
comment on function private.fold_text(text) is
  'Normalizes text to what people type in a search: lower case, no accents, no apostrophes, the nearest letter a to z '
  'for a letter of another Latin alphabet. Other scripts keep their letters. Every search of the store compares texts '
  'by it.';
comment on column private.search_words.is_joined is 'Two words joined, which people write only by mistake.';
comment on function public.record_payments_tried(text) is
  'For the owner: records a test charge, or in live mode a check of the account. Security definer: callers may not '
  'read or write installation facts directly.';
comment on column public.audit_log.subject is 'Subject of the action, under its name at that moment.';
comment on column public.audit_log.actor_email is
  'Email or phone of the account at that moment, because anyone can choose a display name. Null: no person.';
comment on function private.log_staff_name() is
  'Records a staff member''s change of name, because the log shows their actions under that name. Security definer, as '
  'add_to_audit_log.';
comment on function private.can_still_invite(uuid) is
  'Checks that the sender of an invitation is still an owner. Security definer: it reads accounts.';
comment on function private.end_invitations() is
  'Deletes the invitations of a person who is no longer an owner. Security definer: the service role may not delete '
  'them.';
comment on function public.accept_invitation() is
  'For a caller with the invited, verified address: grants the role. 412 if unverified, 404 if not invited. Security '
  'definer: users may not give themselves a role.';
comment on function public.staff_role() is
  'Returns owner, manager, packer, driver, or null: the caller''s current role, as policies use it.';
comment on column public.outgoing_texts.event_key is
  'The event reported, with the same key as its email; the unique key makes a repeat a no-op.';
comment on function private.guard_outgoing_text() is
  'Rejects a text without a current consent. Security definer: the rule applies to every caller.';
comment on function private.delete_text_of_mail() is
  'Deletes the waiting text when staff undo the change that the email would have reported. Security definer, as '
  'queue_text_of_mail.';
comment on function public.finalize_text(uuid, text, text, text) is
  'For the server: records the result of a claimed text: sent; failed, to retry later, eight times; rejected, which no '
  'retry would change; or opted_out, because the carrier has recorded a STOP. Security definer, like all claims of the '
  'worker.';
comment on function public.record_text_keyword(text, text, text, text) is
  'For the server, which has checked the carrier''s signature: stop ends all texts to the number, on every channel; '
  'start ends that, and restores the consents of open orders that stop had ended; help changes nothing. Returns '
  'whether to reply: not to a repeated delivery, and three times a day at most. Security definer: callers may not '
  'write opt-outs directly.';
comment on function public.retry_text(uuid) is
  'For managers: queues a dead text again; without consent it is still dropped. Security definer: callers may not '
  'change texts directly.';
comment on function private.create_substitution_question() is
  'Asks the customer about a replacement, if they get texts and did not already choose to replace or leave out. '
  'Security definer: callers may not write questions and texts directly.';
comment on function private.has_open_question(public.orders) is
  'Returns whether a replacement still waits for the customer''s answer.';
comment on function private.text_phone(uuid) is
  'Returns the order''s own number as E.164: from the billing details, or without them from the delivery; null if '
  'there is none.';
comment on function private.protect_text_consent() is
  'Security definer: the rule applies to every caller. A consent is for the order''s own number, never after STOP, and '
  'is not changed afterwards.';
comment on function private.original_text(text, text, text) is
  'Returns the current English text, and the name under which staff see it; nulls if there is no such text.';
comment on function private.delete_translations() is
  'Deletes translations with the rows of the subject that the trigger names. Security definer: callers may not write '
  'the table.';
comment on function private.translated_product_name(bigint, text, jsonb, text) is
  'Returns the name of a bought product and its choices in a language; parts without a translation of exactly this '
  'name stay in English. Security definer: customers read no choices, and translations of products that are no longer '
  'for sale.';
comment on function private.price_of_weight(numeric, numeric, integer) is
  'Returns the maximum price of one unit: its price, or for a product sold by weight the price per pound times the '
  'maximum weight. app/values/sold-by-weight.ts computes the same.';
comment on function private.pounds_of_size(numeric, numeric, text) is
  'Returns the weight of one unit of a size in pounds: its own amount in pounds, or else pounds_each of the product. '
  'Null if sold by the piece.';
comment on function private.unit_price(bigint, bigint) is
  'Returns the current maximum price of one unit of a product or size. Security definer, as private.current_price.';
comment on function private.has_weight(public.order_items) is
  'Returns whether a line''s weight is that of the units now in the bag.';
comment on function public.weigh_line(bigint, numeric, boolean) is
  'For staff, while an order is packed: sets the total weight of a line, or null to weigh it again. 422 with '
  '{expected_pounds} if the weight is outside of the tolerance and not confirmed. Returns the weight and what it '
  'costs, before discount and tax. Security definer: callers may not write lines directly.';
comment on function private.weighed_cents(public.order_items, bigint) is
  'Returns the cost of this many units of a weighed line, before discount and tax; never more than their maximum.';
comment on function private.resolve_weights() is
  'Finalizes the weights of an order once, with one refund for the difference to the maximum weight of its lines; 409 '
  'while a line is not weighed. Runs for every caller who moves the order. Security definer: callers may not write the '
  'ledger directly.';
