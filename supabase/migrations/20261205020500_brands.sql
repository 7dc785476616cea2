-- Brands in feeds and structured data, if the owner says that vendors are brands.
alter table public.store_settings add column has_brands boolean not null default false;
comment on column public.store_settings.has_brands is
  'Whether vendors of products are their brands, which feeds and structured data state; otherwise only staff read them.';

create or replace function private.guard_money_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() = 'manager' and (
    new.free_delivery_minimum <> old.free_delivery_minimum or new.express_checkout <> old.express_checkout
    or new.accepts_snap <> old.accepts_snap
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
    or new.has_brands <> old.has_brands
  ) then
    raise insufficient_privilege using message = 'Only owners can change the product feeds.';
  end if;
  -- Each text costs money, and quiet hours are law.
  if private.staff_role() = 'manager' and (
    new.has_order_texts <> old.has_order_texts or new.texts_from <> old.texts_from
    or new.texts_until <> old.texts_until or new.texts_per_day <> old.texts_per_day
  ) then
    raise insufficient_privilege using message = 'Only owners can change order texts.';
  end if;
  return new;
end;
$$;
comment on function private.guard_money_settings() is
  'Managers may change all other settings. Security definer, as staff_role.';

drop function public.list_public_codes(bigint);
create function public.list_public_codes(product_id bigint) returns table (size_id bigint, sku text, gtin text, brand text)
language plpgsql stable security definer set search_path = '' rows 5
as $$
#variable_conflict use_column
begin
  return query
    select items.size_id, items.sku, case
      -- GS1 prefixes 02, 04, and 20 to 29 are numbers that stores give out themselves.
      when items.barcode_key !~ '^[0-9]{14}$' or right(items.barcode_key, 13) ~ '^(2|0[24])' then ''
      when char_length(items.barcode) = 8 and items.barcode_key !~ '^000000' then right(items.barcode_key, 12)
      else items.barcode
    end, case when shop.has_brands then items.vendor else '' end
    from public.inventory_items as items
    join public.products on products.id = items.product_id
    cross join public.store_settings as shop
    where items.product_id = list_public_codes.product_id and products.archived_at is null and products.pictures_ready
      and (items.sku <> '' or items.barcode <> '' or (shop.has_brands and items.vendor <> ''))
    order by items.size_id nulls first;
end;
$$;
comment on function public.list_public_codes(bigint) is
  'For everyone: SKU, GTIN, and brand of a product for sale and its sizes, for its structured data; empty without one. The '
  'brand is the vendor, if the settings say so. Security definer: shoppers read neither vendors nor weights.';
grant execute on function public.list_public_codes(bigint) to anon, authenticated, service_role;

drop function public.list_feed_facts(bigint[]);
create function public.list_feed_facts(product_ids bigint[])
returns table (
  product_id bigint, gtins jsonb, sale_starts_at timestamptz, sale_ends_at timestamptz, brand text
)
language plpgsql stable security definer set search_path = '' rows 100
as $$
#variable_conflict use_column
begin
  if cardinality(list_feed_facts.product_ids) > 200 then
    raise invalid_parameter_value using message = 'At most 200 products at a time.';
  end if;
  return query
    select products.id, codes.gtins, running.starts_at, running.ends_at, codes.brand
    from public.products
    cross join lateral (
      select coalesce(
          jsonb_agg(jsonb_build_object('size_id', code.size_id, 'gtin', code.gtin)) filter (where code.gtin <> ''), '[]'
        ) as gtins,
        coalesce(max(code.brand), '') as brand
      from public.list_public_codes(products.id) as code
    ) as codes
    cross join lateral (
      select max(offers.starts_at) as starts_at, min(offers.ends_at) as ends_at
      from public.offers
      where (offers.product_id = products.id or offers.category = products.category)
        and offers.starts_at <= now() and offers.ends_at > now()
    ) as running
    where products.id = any (list_feed_facts.product_ids)
      and products.archived_at is null and products.pictures_ready
      and (codes.gtins <> '[]' or codes.brand <> '' or running.ends_at is not null);
end;
$$;
comment on function public.list_feed_facts(bigint[]) is
  'For everyone: GTINs and brands of at most 200 products for sale and their sizes, and when their current offers started '
  'and end at the earliest, for product feeds; no row without any. Security definer: shoppers read neither offers nor '
  'inventory items.';
grant execute on function public.list_feed_facts(bigint[]) to anon, authenticated, service_role;
