create or replace function private.zip_miles(zip text) returns numeric
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return (
    select round((2 * 3958.8 * asin(least(1, sqrt(
      sin(radians(centre.latitude - shop.latitude) / 2) ^ 2
      + cos(radians(shop.latitude)) * cos(radians(centre.latitude))
        * sin(radians(centre.longitude - shop.longitude) / 2) ^ 2
    ))))::numeric, 1)
    from private.zip_centres as centre cross join public.store_settings as shop
    where centre.zip = zip_miles.zip
  );
end;
$$;

create or replace function private.zone_of(zip text) returns public.delivery_zones
language plpgsql stable set search_path = ''
as $$
declare
  miles constant numeric := private.zip_miles(zone_of.zip);
  found_zone public.delivery_zones;
begin
  select zones.* into found_zone from public.delivery_zones as zones
  where zone_of.zip = any (zones.zips) or zones.max_miles >= miles
  order by zones.zips is null, zones.max_miles, zones.id
  limit 1;
  return found_zone;
end;
$$;

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
        -- Nowhere is more promised than within the larger of the record's two radii.
        when private.zip_miles(delivery_terms.zip)
          > greatest(shop.free_delivery_miles_home, shop.free_delivery_miles_cart) then null
        else shop.free_delivery_minimum
      end,
      coalesce(zone.least_order, 0)
    from public.store_settings as shop
    cross join (select exists (select from public.delivery_zones) as has_zones) as owner
    cross join private.zone_of(delivery_terms.zip) as zone;
end;
$$;

create or replace function private.line_amount(line public.order_items) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return line.unit_price * line.quantity - coalesce(line.discount, 0);
end;
$$;

create or replace function private.weekday_of(name text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return array_position(
    array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], left(lower(btrim(weekday_of.name)), 3)
  ) - 1;
end;
$$;

create or replace function private.lock_window(delivery_type text, starts_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  -- One lock for each day: windows of changed rules may overlap. The orders of a window are locked before it.
  perform pg_advisory_xact_lock(hashtextextended(format(
    'window:%s:%s', lock_window.delivery_type, (lock_window.starts_at at time zone shop.time_zone)::date
  ), 0))
  from public.store_settings as shop;
end;
$$;
