-- Search engines are told until when a reduced price holds.
create function public.find_offer_end(product_id bigint) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select min(offers.ends_at)
    from public.products
    join public.offers on offers.product_id = products.id or offers.category = products.category
    where products.id = find_offer_end.product_id and products.archived_at is null
      and offers.starts_at <= now() and offers.ends_at > now()
  );
end;
$$;
comment on function public.find_offer_end(bigint) is
  'For everybody: until when the current offers on a product hold at least, for its structured data; null when none runs. '
  'Security definer: shoppers do not read offers, and learn of no offer to come.';
revoke all on function public.find_offer_end(bigint) from public;
grant execute on function public.find_offer_end(bigint) to anon, authenticated, service_role;
