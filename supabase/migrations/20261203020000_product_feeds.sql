-- Product feeds for Google, Meta, and AI assistants, off until the owner switches them on.
alter table public.store_settings
  add column has_google_feed boolean not null default false,
  add column google_store_code text not null default '' check (google_store_code ~ '^[!-~]{0,64}$'),
  add column has_meta_feed boolean not null default false,
  add column has_agentic_feed boolean not null default false;
comment on column public.store_settings.has_google_feed is 'Whether /feeds/google.xml lists the products.';
comment on column public.store_settings.google_store_code is
  'Store code of the Google Business Profile, for /feeds/google-local.xml; empty: no such feed.';
comment on column public.store_settings.has_meta_feed is 'Whether /feeds/meta.csv lists the products.';
comment on column public.store_settings.has_agentic_feed is 'Whether /feeds/agentic.json lists the products.';

create or replace function private.guard_money_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() = 'manager' and (
    new.free_delivery_minimum <> old.free_delivery_minimum or new.express_checkout <> old.express_checkout
    or new.quotes_carts <> old.quotes_carts or new.has_discount_codes <> old.has_discount_codes
    or new.delivery_tax_class_id is distinct from old.delivery_tax_class_id
    or new.delivery_summary is distinct from old.delivery_summary
  ) then
    raise insufficient_privilege using message = 'Only owners can change prices and payment settings.';
  end if;
  -- Copies of orders and notices go to the email address, customers write to the WhatsApp number, and the map position decides who gets free delivery.
  if private.staff_role() = 'manager' and (
    new.email <> old.email or new.whatsapp_number <> old.whatsapp_number or new.latitude <> old.latitude or new.longitude <> old.longitude
    or new.free_delivery_miles_home <> old.free_delivery_miles_home
    or new.free_delivery_miles_cart <> old.free_delivery_miles_cart
  ) then
    raise insufficient_privilege using message =
      'Only owners can change the store''s email address, WhatsApp number, map position, and delivery radius.';
  end if;
  if private.staff_role() = 'manager' and (
    new.has_google_feed <> old.has_google_feed or new.google_store_code <> old.google_store_code
    or new.has_meta_feed <> old.has_meta_feed or new.has_agentic_feed <> old.has_agentic_feed
  ) then
    raise insufficient_privilege using message = 'Only owners can change the product feeds.';
  end if;
  return new;
end;
$$;

create function public.list_feed_facts(product_ids bigint[])
returns table (product_id bigint, gtins jsonb, sale_starts_at timestamptz, sale_ends_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 100
as $$
#variable_conflict use_column
begin
  return query
    select products.id, codes.gtins, running.starts_at, running.ends_at
    from public.products
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('size_id', code.size_id, 'gtin', code.gtin)), '[]') as gtins
      from public.list_public_codes(products.id) as code
      where code.gtin <> ''
    ) as codes
    cross join lateral (
      select max(offers.starts_at) as starts_at, min(offers.ends_at) as ends_at
      from public.offers
      where (offers.product_id = products.id or offers.category = products.category)
        and offers.starts_at <= now() and offers.ends_at > now()
    ) as running
    where products.id = any (list_feed_facts.product_ids[1:200])
      and products.archived_at is null and products.pictures_ready
      and (codes.gtins <> '[]' or running.ends_at is not null);
end;
$$;
comment on function public.list_feed_facts(bigint[]) is
  'For everyone: GTINs of at most 200 products for sale and their sizes, and when their current offers started and end'
  ' at the earliest, for product feeds; no row without either. Security definer: shoppers read neither offers nor '
  'inventory items.';
grant execute on function public.list_feed_facts(bigint[]) to anon, authenticated, service_role;

-- Feeds and structured data state when an offer ends, which may change without a price.
create trigger touch_content_version
  after insert or delete or truncate or update of product_id, category, percent, price, starts_at, ends_at on public.offers
  for each statement execute function private.increment_content_version();
