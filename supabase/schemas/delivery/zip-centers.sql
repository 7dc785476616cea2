-- ZIP codes of April 2024 from GeoNames (geonames.org, CC BY 4.0), in supabase/reference/zip-centers.csv; towns: USPS.
create table private.zip_centers (
  zip text primary key check (zip ~ '^[0-9]{5}$'),
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  latitude real not null check (latitude between -90 and 90),
  longitude real not null check (longitude between -180 and 180)
);

-- Returns straight-line miles, rounded to the decimal that is shown and compared.
create function private.miles_between(
  latitude double precision, longitude double precision, other_latitude double precision, other_longitude double precision
) returns numeric
language sql immutable set search_path = '' as $$
  select round((2 * 3958.8 * asin(least(1, sqrt(
    sin(radians(other_latitude - latitude) / 2) ^ 2
    + cos(radians(latitude)) * cos(radians(other_latitude)) * sin(radians(other_longitude - longitude) / 2) ^ 2
  ))))::numeric, 1)
$$;

-- Returns the miles from the store to a ZIP code's center; null for an unknown ZIP code.
create function private.zip_miles(zip text) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.miles_between(shop.latitude, shop.longitude, center.latitude, center.longitude)
    from private.zip_centers as center cross join public.store_settings as shop
    where center.zip = zip_miles.zip
  );
end;
$$;
