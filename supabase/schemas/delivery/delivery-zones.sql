-- Delivery zones and fees. Without zones, the promises in store_settings apply: every ZIP code is accepted, delivery is
-- free, and below the minimum the team contacts the customer. A ZIP code list takes precedence over a radius, a small
-- radius over a large one; outside of all zones, there is only pickup.
create table public.delivery_zones (
  id bigint generated always as identity primary key,
  name text not null check (btrim(name) <> '' and char_length(name) <= 80),
  zips text[],
  max_miles numeric(5, 1) check (max_miles between 0.1 and 3000), -- Straight from the store to a ZIP code's center.
  fee numeric(10, 2) check (fee between 0 and 9999.99), -- Null: the team contacts the customer about it.
  free_from numeric(10, 2) check (free_from between 0 and 99999.99), -- Total from which delivery is free; null: never.
  min_order numeric(10, 2) not null default 0 check (min_order between 0 and 99999.99), -- Nothing is delivered below.
  constraint zone_is_a_list_or_a_radius check (num_nonnulls(zips, max_miles) = 1),
  constraint zips_are_zip_codes check (
    cardinality(zips) between 1 and 2000 and array_to_string(zips, ',', '-') ~ '^[0-9]{5}(,[0-9]{5})*$'
    -- Each entry is a single ZIP code.
    and char_length(array_to_string(zips, ',', '-')) = 6 * cardinality(zips) - 1
  )
);

grant select, insert, update, delete on public.delivery_zones to authenticated;
create policy "admins manage the zones" on public.delivery_zones
  for all to authenticated using ((select private.is_admin()));

-- Returns the delivery terms of a ZIP code: the fee (null: the team contacts the customer), or none from free_from on.
create function private.delivery_terms(zip text)
returns table (zone text, is_served boolean, fee numeric, free_from numeric, min_order numeric)
language plpgsql stable set search_path = '' as $$
declare
  miles constant numeric := private.zip_miles(zip);
begin
  return query
    select placed.name, placed.id is not null or not owner.has_zones, placed.fee,
      case
        when owner.has_zones then placed.free_from
        -- The larger of the two radii in store_settings bounds every promise; an unknown distance is outside.
        when miles <= greatest(shop.free_delivery_miles_home, shop.free_delivery_miles_cart)
          then shop.free_delivery_minimum
      end,
      coalesce(placed.min_order, 0)
    from public.store_settings as shop
    cross join (select exists (select from public.delivery_zones) as has_zones) as owner
    left join (
      select zones.* from public.delivery_zones as zones
      where delivery_terms.zip = any (zones.zips) or zones.max_miles >= miles
      order by zones.zips is null, zones.max_miles, zones.id limit 1
    ) as placed on true;
end;
$$;

-- Returns the zone closest to a ZIP code outside of all zones: miles to the edge of a radius, or to a listed ZIP code.
create function private.nearest_zone(zip text) returns table (name text, miles numeric)
language sql stable set search_path = '' as $$
  select zone.name, distance.miles
  from public.delivery_zones as zone
  cross join lateral (
    select case
      when zone.max_miles is not null then private.zip_miles(nearest_zone.zip) - zone.max_miles
      else (
        select min(private.miles_between(center.latitude, center.longitude, listed.latitude, listed.longitude))
        from private.zip_centers as center
        join private.zip_centers as listed on listed.zip = any (zone.zips)
        where center.zip = nearest_zone.zip
      )
    end as miles
  ) as distance
  where distance.miles is not null
  order by distance.miles, zone.id limit 1
$$;

create function public.check_delivery(zip text)
returns table (
  city text, state text, miles numeric, outcome text, fee numeric, free_from numeric, min_order numeric,
  nearest_zone text, nearest_zone_miles numeric
)
language plpgsql stable security definer set search_path = '' as $$
declare
  requested constant text := substring(check_delivery.zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
begin
  perform private.reject_if(requested is null, '22023', 'A ZIP code has five digits.');
  return query
    select center.city, center.state, private.zip_miles(requested), result.outcome,
      terms.fee, terms.free_from, terms.min_order, nearest.name, nearest.miles
    from private.delivery_terms(requested) as terms
    left join private.zip_centers as center on center.zip = requested
    cross join lateral (
      select case
        when center.zip is null and terms.zone is null then 'unknown'
        when not terms.is_served then 'pickup_only'
        when terms.fee is null and terms.free_from is null then 'contact'
        else 'delivered'
      end as outcome
    ) as result
    left join lateral private.nearest_zone(requested) as nearest on result.outcome = 'pickup_only';
end;
$$;
comment on function public.check_delivery(text) is 'For everyone: what delivery to a ZIP code costs. outcome: '
  'delivered (for fee, or free from free_from on; without a fee the team contacts the customer below it), contact, '
  'pickup_only (with the nearest zone), unknown (no such ZIP code). Security definer: callers may not read zones and '
  'ZIP centers directly. May be null: city, state, miles, fee, free_from, nearest_zone, nearest_zone_miles.';
grant execute on function public.check_delivery(text) to anon, authenticated;

create function public.list_delivery_areas()
returns table (zips text[], fee numeric, free_from numeric, min_order numeric)
language sql stable security definer set search_path = '' rows 10 as $$
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
$$;
comment on function public.list_delivery_areas() is 'For everyone, for structured data: the ZIP codes of each zone '
  'with a fixed fee, as delivery_terms places them, with its terms. Zones of more than 500 ZIP codes or 100 miles, and '
  'those whose fee the team agrees on, are left out. Security definer: zones are internal. May be null: free_from.';
grant execute on function public.list_delivery_areas() to anon, authenticated, service_role;

create type private.delivery_summary as (
  lowest_fee numeric, highest_fee numeric, has_separate_fee boolean, lowest_free_from numeric, highest_free_from numeric,
  is_always_free_from boolean, lowest_min_order numeric, highest_min_order numeric
);

-- Returns the range of fees, free delivery, and minimum orders of all zones; null without zones. has_separate_fee: in a
-- zone the team agrees on the fee; is_always_free_from: every zone with a fee has a threshold.
create function private.delivery_summary() returns private.delivery_summary
language sql stable set search_path = '' as $$
  select min(terms.fee), max(terms.fee), bool_or(terms.fee is null), min(terms.free_from), max(terms.free_from),
    bool_and(terms.free_from is not null) filter (where terms.fee is distinct from 0), min(terms.min_order),
    max(terms.min_order)
  from (
    -- Free from $0 is free; a threshold says nothing about a zone that is always free.
    select case when zones.free_from = 0 then 0 else zones.fee end as fee,
      case when zones.fee is distinct from 0 then nullif(zones.free_from, 0) end as free_from,
      zones.min_order
    from public.delivery_zones as zones
  ) as terms
  having count(*) > 0;
$$;
