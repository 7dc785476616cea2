-- Coordinates of each US ZIP code. The rows are loaded from supabase/reference/zip-centers.csv.
create table private.zip_centers (
  zip text primary key check (zip ~ '^[0-9]{5}$'),
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  latitude real not null check (latitude between -90 and 90),
  longitude real not null check (longitude between -180 and 180)
);
comment on table private.zip_centers is
  'Center of each US ZIP code, April 2024: GeoNames (geonames.org, CC BY 4.0), town names of the US Postal Service.';

alter table private.zip_centers enable row level security;
revoke all on private.zip_centers from public;

create function private.zip_miles(zip text) returns numeric
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
    from private.zip_centers as centre cross join public.store_settings as shop
    where centre.zip = zip_miles.zip
  );
end;
$$;
comment on function private.zip_miles(text) is
  'Returns straight-line miles from the store to a ZIP code''s center, rounded to the decimal that is shown and '
  'compared; null for an unknown ZIP code.';
