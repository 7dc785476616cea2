-- Product feeds for Google, Meta, and AI assistants: what the public rows of products do not have.
create type private.size_gtin as (size_id bigint, gtin text);
comment on type private.size_gtin is 'GTIN of a size; of the product without one. May be null: size_id.';

create function public.list_feed_facts(product_ids bigint[])
returns table (
  product_id bigint, gtins private.size_gtin[], sale_starts_at timestamptz, sale_ends_at timestamptz, brand text
)
language sql stable security definer set search_path = '' rows 100 as $$
  select private.reject_if(cardinality(product_ids) > 200, '22023', 'At most 200 products at a time.');
  select products.id, codes.gtins, running.starts_at, running.ends_at, codes.brand
  from public.products
  cross join lateral (
    select coalesce(
        array_agg(row(code.size_id, code.gtin)::private.size_gtin) filter (where code.gtin <> ''), '{}'
      ) as gtins,
      coalesce(max(code.brand), '') as brand
    from public.list_public_codes(products.id) as code
  ) as codes
  cross join lateral (
    select max(offers.starts_at) as starts_at, min(offers.ends_at) as ends_at from public.offers
    where (offers.product_id = products.id or offers.category = products.category)
      and offers.starts_at <= now() and offers.ends_at > now()
  ) as running
  where products.id = any (list_feed_facts.product_ids)
    and products.archived_at is null and products.pictures_ready
    and (codes.gtins <> '{}' or codes.brand <> '' or running.ends_at is not null);
$$;
comment on function public.list_feed_facts(bigint[]) is 'For everyone: GTINs and brands of at most 200 products for '
  'sale and their sizes, and when their current offers started and end at the earliest; no row without any. '
  'Security definer: shoppers read no offers and items. May be null: sale_starts_at, sale_ends_at.';
grant execute on function public.list_feed_facts(bigint[]) to anon, authenticated, service_role;

-- Feeds and structured data state when an offer ends, which may change while the price stays the same.
create trigger touch_content_version
  after insert or delete or truncate or update of product_id, category, percent, price, starts_at, ends_at on public.offers
  for each statement execute function private.increment_content_version();
