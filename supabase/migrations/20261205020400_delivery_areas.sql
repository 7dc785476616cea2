-- Delivery rates in structured data.
create function public.list_delivery_areas()
returns table (zips text[], fee numeric, free_from numeric, min_order numeric)
language plpgsql stable security definer set search_path = '' rows 10
as $$
#variable_conflict use_column
begin
  return query
    with centers as materialized (
      select center.zip,
        private.miles_between(shop.latitude, shop.longitude, center.latitude, center.longitude) as miles
      from private.zip_centers as center cross join public.store_settings as shop
      -- A degree of latitude is about 69 miles, and one of longitude 35 in the north of the 48 states.
      where abs(center.latitude - shop.latitude) <= 100 / 68.0 and abs(center.longitude - shop.longitude) <= 100 / 30.0
    ), placed as (
      select distinct on (found.zip) found.zip, found.zone_id
      from (
        select listed.zip, zones.id as zone_id, zones.max_miles
        from public.delivery_zones as zones cross join unnest(zones.zips) as listed (zip)
        union all
        select centers.zip, zones.id, zones.max_miles
        from centers join public.delivery_zones as zones on zones.max_miles between centers.miles and 100
      ) as found
      order by found.zip, found.max_miles nulls first, found.zone_id
    )
    select array_agg(placed.zip order by placed.zip), zones.fee, zones.free_from, zones.min_order
    from placed join public.delivery_zones as zones on zones.id = placed.zone_id
    where zones.fee is not null
    group by zones.id
    having count(*) <= 500
    order by zones.max_miles nulls first, zones.id;
end;
$$;
comment on function public.list_delivery_areas() is
  'For everyone, for structured data: the ZIP codes of each zone with a fixed fee, as zone_of places them, with its terms. '
  'Zones of more than 500 ZIP codes or 100 miles, and those whose fee the team agrees on, are left out. Security '
  'definer: nobody else reads zones and ZIP centers.';
grant execute on function public.list_delivery_areas() to anon, authenticated, service_role;
