create or replace function private.delivery_terms(zip text)
returns table (zone text, is_served boolean, fee numeric, free_from numeric, least_order numeric)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select zone.name, zone.id is not null or not owner.has_zones, zone.fee,
      case
        when owner.has_zones then zone.free_from
        -- Nowhere is more promised than within the larger of the record's two radii; an unknown distance is not within.
        when private.zip_miles(delivery_terms.zip)
          <= greatest(shop.free_delivery_miles_home, shop.free_delivery_miles_cart) then shop.free_delivery_minimum
      end,
      coalesce(zone.least_order, 0)
    from public.store_settings as shop
    cross join (select exists (select from public.delivery_zones) as has_zones) as owner
    cross join private.zone_of(delivery_terms.zip) as zone;
end;
$$;
