-- Store settings in one row: name, place, hours, and promises, read by every page. The code mirrors the defaults.
create table public.store_settings (
  id boolean primary key default true check (id),
  name text not null default 'Calabash Market' check (btrim(name) <> ''),
  street text not null default '1000 Market Street',
  city text not null default 'Houston',
  state text not null default 'Texas',
  postal_code text not null default '77073',
  near text not null default 'Humble',
  phone text not null default '(281) 555-0142',
  email text not null default 'hello@calabash.example',
  latitude double precision not null default 29.965 check (latitude between -90 and 90),
  longitude double precision not null default -95.367 check (longitude between -180 and 180),
  time_zone text not null default 'America/Chicago',
  opening_hours jsonb not null default '[
    {"days": "Mon-Sat", "opens": "09:00", "closes": "20:00", "text": "Mon-Sat 9AM-8PM"},
    {"days": "Sun", "opens": "10:00", "closes": "18:00", "text": "Sun 10AM-6PM"}
  ]' check (jsonb_typeof(opening_hours) = 'array'),
  social_links jsonb not null default '[
    {"name": "Facebook", "url": "https://facebook.example/calabashmarket"},
    {"name": "Instagram", "url": "https://instagram.example/calabashmarket"},
    {"name": "X", "url": "https://x.example/calabashmarket"},
    {"name": "TikTok", "url": "https://tiktok.example/calabashmarket"}
  ]' check (jsonb_typeof(social_links) = 'array'),
  free_delivery_minimum numeric(10, 2) not null default 100 check (free_delivery_minimum >= 0),
  free_delivery_miles_home integer not null default 10 check (free_delivery_miles_home >= 0),
  free_delivery_miles_cart integer not null default 20 check (free_delivery_miles_cart >= 0),
  team jsonb not null default '[]' check (jsonb_typeof(team) = 'array'), -- [{name, title, image, is_sample}]
  -- [{name, text, image, is_sample}]
  testimonials jsonb not null default '[]' check (jsonb_typeof(testimonials) = 'array'),
  updated_at timestamptz not null default now(),
  -- Whether a cart may cost more or less than its products, so that it calls quote_cart. Maintained by triggers.
  quotes_carts boolean not null default false,
  delivery_tax_class_id bigint, -- Tax class of delivery; null: not taxed.
  closed_days jsonb not null default '[]', -- [{day, reason}], the day as in 2026-11-26.
  pickup_windows boolean not null default false, -- Whether pickup needs a chosen time: see window_rules.
  delivery_windows boolean not null default false, -- Whether delivery needs a chosen time.
  pickup_paused_until timestamptz, -- No window that starts before then is offered.
  delivery_paused_until timestamptz, -- No window that starts before then is offered.
  pause_reason text not null default '' check (char_length(pause_reason) <= 200),
  express_checkout boolean not null default false, -- Apple Pay, Google Pay, and Link beside the card form.
  has_discount_codes boolean not null default false, -- Whether the cart asks for a code. Maintained by triggers.
  low_stock_at integer not null default 5 check (low_stock_at between 0 and 1000), -- Low-stock threshold of items.
  -- Banner on top of every page; empty: none.
  banner_text text not null default '' check (char_length(banner_text) <= 140 and banner_text !~ '[[:cntrl:]]'),
  banner_until timestamptz, -- End of the banner; null: until removed.
  -- [{id, image, alt, header, text, buttonLabel, link}] of the home page, in order; empty: the default three.
  hero_slides jsonb not null default '[]',
  delivery_summary jsonb, -- Range of the zones' fees and minimums, for pages; null without zones. By triggers.
  -- Number with country code that receives WhatsApp messages, such as +1 281 555 0142; empty: none.
  whatsapp_number text not null default '' check (whatsapp_number ~ '^([+][1-9]([ ().-]{0,3}[0-9]){6,14})?$'),
  has_google_feed boolean not null default false, -- Whether /feeds/google.xml lists the products.
  -- Store code of the Google Business Profile, for /feeds/google-local.xml; empty: no such feed.
  google_store_code text not null default '' check (google_store_code ~ '^[!-~]{0,64}$'),
  has_meta_feed boolean not null default false, -- Whether /feeds/meta.csv lists the products.
  has_agentic_feed boolean not null default false, -- Whether /feeds/agentic.json lists the products.
  has_back_in_stock boolean not null default false, -- Whether shoppers can request a back-in-stock message.
  accepts_snap boolean not null default false, -- Whether the store accepts SNAP EBT cards, in the store only.
  has_order_texts boolean not null default false, -- Whether customers may choose them; the server needs a sender.
  -- From this time on, order texts are sent, in the store's time zone.
  texts_from text not null default '08:00' check (texts_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- After this time, order texts wait until the next day.
  texts_until text not null default '21:00' check (texts_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Order texts per day at most; beyond, customers get emails only.
  texts_per_day integer not null default 200 check (texts_per_day between 0 and 100000),
  has_brands boolean not null default false, -- Whether vendors are brands in feeds and structured data.
  -- Path of the image beside the store's name; empty: none.
  logo text not null default '/logo.svg' check (logo ~ '^(/[^/[:space:]][^[:space:]]{0,250})?$'),
  constraint texts_start_before_they_end check (texts_from < texts_until),
  constraint free_delivery_minimum_is_a_number check (free_delivery_minimum <> 'NaN'),
  constraint team_has_its_shape check (
    jsonb_typeof(team) = 'array' and not team @? '$[*].type() ? (@ != "object")' and not team @? '$[*] ? (!(
      @.name.type() == "string" && @.title.type() == "string" && @.image.type() == "string"
      && (!exists(@.is_sample) || @.is_sample.type() == "boolean")
    ))'
  ),
  constraint testimonials_have_their_shape check (
    jsonb_typeof(testimonials) = 'array' and not testimonials @? '$[*].type() ? (@ != "object")' and not testimonials @? '$[*] ? (!(
      @.name.type() == "string" && @.text.type() == "string" && @.image.type() == "string"
      && (!exists(@.is_sample) || @.is_sample.type() == "boolean")
    ))'
  ),
  constraint social_links_have_their_shape check (
    jsonb_typeof(social_links) = 'array' and not social_links @? '$[*].type() ? (@ != "object")' and not social_links @? '$[*] ? (!(
      @.name.type() == "string" && @.url like_regex "^https?://[^[:space:]]+$"
    ))'
  ),
  constraint opening_hours_have_their_shape check (
    jsonb_typeof(opening_hours) = 'array' and not opening_hours @? '$[*].type() ? (@ != "object")' and not opening_hours @? '$[*] ? (!(
      @.days.type() == "string" && @.text.type() == "string"
      && @.opens like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
      && @.closes like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    ))'
  ),
  constraint closed_days_have_their_shape check (
    jsonb_typeof(closed_days) = 'array' and not closed_days @? '$[*].type() ? (@ != "object")' and not closed_days @? '$[*] ? (!(
      @.day like_regex "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$" && @.reason.type() == "string"
    ))'
  )
);

insert into public.store_settings default values;

create trigger touch_updated_at before update on public.store_settings
  for each row execute function private.touch_updated_at();

grant select on public.store_settings to anon, authenticated;
grant update on public.store_settings to authenticated;
create policy "everybody reads the shop's record" on public.store_settings
  for select to anon, authenticated using (true);
create policy "managers change the shop's record" on public.store_settings
  for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));

create trigger touch_content_version after insert or update or delete or truncate on public.store_settings
  for each statement execute function private.increment_content_version();

-- Managers may change all other settings. Security definer, as staff_role.
create function private.guard_money_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant text[] := array(
    select each.key from jsonb_each(to_jsonb(new)) as each where each.value <> to_jsonb(old) -> each.key
  );
begin
  if private.staff_role() is distinct from 'manager' then
    return new;
  end if;
  perform private.reject_if(changed && array[
    'free_delivery_minimum', 'express_checkout', 'accepts_snap', 'quotes_carts', 'has_discount_codes',
    'delivery_tax_class_id', 'delivery_summary'
  ], '42501', 'Only owners can change prices and payment settings.');
  -- Orders and notices go to these addresses; the map position decides who gets free delivery.
  perform private.reject_if(changed && array[
    'email', 'whatsapp_number', 'latitude', 'longitude', 'free_delivery_miles_home', 'free_delivery_miles_cart'
  ], '42501', 'Only owners can change the store''s email address, WhatsApp number, map position, and delivery radius.');
  perform private.reject_if(
    changed && array['has_google_feed', 'google_store_code', 'has_meta_feed', 'has_agentic_feed', 'has_brands'],
    '42501', 'Only owners can change the product feeds.'
  );
  -- Each text costs money, and quiet hours are law.
  perform private.reject_if(changed && array['has_order_texts', 'texts_from', 'texts_until', 'texts_per_day'],
    '42501', 'Only owners can change order texts.');
  return new;
end;
$$;
create trigger guard_money_settings before update on public.store_settings
  for each row execute function private.guard_money_settings();

-- Rejects invalid time zones: windows, closed days, and the daily report depend on it.
create function private.check_time_zone() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Names that every clock knows: no folders, rules, or abbreviations of the server's own system.
  known text := (
    select names.name from pg_catalog.pg_timezone_names as names
    where lower(names.name) = lower(btrim(new.time_zone)) and names.name !~ '^(posix|right|localtime|Factory)'
    limit 1
  );
begin
  if known is null then
    perform private.raise_error(
      '23514', 'The time zone “{zone}” doesn''t exist. Enter one such as America/Chicago.', new.time_zone, 'time_zone'
    );
  end if;
  new.time_zone := known;
  return new;
end;
$$;
create trigger check_time_zone before insert or update of time_zone on public.store_settings
  for each row execute function private.check_time_zone();

-- Validates the slides and reports what is wrong, which a constraint does not.
create function private.check_hero_slides() returns trigger
language plpgsql set search_path = '' as $$
declare
  keys constant text[] := array['id', 'image', 'alt', 'header', 'text', 'buttonLabel', 'link'];
  slide jsonb;
  place integer := 0;
  problem text;
begin
  if new.hero_slides = old.hero_slides then
    return new;
  end if;
  perform private.reject_if(jsonb_typeof(new.hero_slides) is distinct from 'array',
    '23514', 'The hero slides must be a list.');
  perform private.reject_if(jsonb_array_length(new.hero_slides) > 6, '23514', 'The home page can show 6 slides at most.');
  for slide in select each.value from jsonb_array_elements(new.hero_slides) as each loop
    place := place + 1;
    problem := case
      when jsonb_typeof(slide) <> 'object' then 'Slide {place} is not a slide.'
      when exists (select from unnest(keys) as key where jsonb_typeof(slide -> key) is distinct from 'string')
        then 'Slide {place} is missing one of {keys}.'
      when slide - keys <> '{}' then 'Slide {place} has fields other than {keys}.'
      when exists (select from unnest(keys) as key where slide ->> key ~ '[[:cntrl:]]')
        then 'Slide {place} contains an invisible character.'
      when slide ->> 'id' !~ '^[a-z0-9-]{1,40}$'
        then 'Slide {place} has an id with characters other than a-z, 0-9, and -.'
      when exists (
        select from jsonb_array_elements(new.hero_slides) with ordinality as other (value, at)
        where other.at < place and other.value ->> 'id' = slide ->> 'id'
      ) then 'Slide {place} has the same id as another slide.'
      when char_length(slide ->> 'image') > 300
        or slide ->> 'image' !~ '^/storage/v1/object/public/wears_styles/[^][:space:]/?#"''<>\\]+$'
        then 'Slide {place} needs an image uploaded to the store.'
      when char_length(slide ->> 'alt') > 250
        then 'Slide {place} needs an image description of at most 250 characters.'
      when btrim(slide ->> 'header') = '' or char_length(slide ->> 'header') > 50
        then 'Slide {place} needs a header of at most 50 characters.'
      when btrim(slide ->> 'text') = '' or char_length(slide ->> 'text') > 110
        then 'Slide {place} needs a text of at most 110 characters.'
      when btrim(slide ->> 'buttonLabel') = '' or char_length(slide ->> 'buttonLabel') > 24
        then 'Slide {place} needs a button label of at most 24 characters.'
      when char_length(slide ->> 'link') > 300 or (
        slide ->> 'link' !~ '^/([^/[:space:]\\][^[:space:]\\]*)?$'
        and slide ->> 'link' !~ '^https://[^/[:space:]\\]+[.][^[:space:]\\]+$'
      ) then 'Slide {place} needs a link that starts with / or https://.'
    end;
    if problem is not null then
      perform private.raise_error(
        '23514', problem, jsonb_build_object('place', place, 'keys', array_to_string(keys, ', ')), 'hero_slides'
      );
    end if;
  end loop;
  return new;
end;
$$;
create trigger check_hero_slides before insert or update of hero_slides on public.store_settings
  for each row execute function private.check_hero_slides();

-- Returns the first instant of today in the store's time zone.
create function private.shop_day_begins_at() returns timestamptz
language sql stable set search_path = '' as $$
  select date_trunc('day', now() at time zone shop.time_zone) at time zone shop.time_zone
  from public.store_settings as shop;
$$;

-- Returns whether the public sees the store; a new one shows an opening-soon page until its owner opens it. A fact and
-- not a column, because an upgrade cannot lock this table while requests read it. Security definer: facts are private.
create function public.is_store_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.shop_facts where name = 'is_closed');
$$;
grant execute on function public.is_store_open() to anon, authenticated, service_role;

-- For the owner: lets the public see the store. Security definer: callers may not write the facts.
create function public.open_store() returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  select private.reject_if(not private.is_admin(), '42501', 'Only owners can open the store to the public.');
  delete from private.shop_facts where name = 'is_closed';
$$;
grant execute on function public.open_store() to authenticated;
