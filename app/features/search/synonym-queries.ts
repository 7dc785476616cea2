import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";

/** Group of synonyms: a search for one word also finds products with the others. */
export type SynonymGroup = { id: number; words: readonly string[] };

/** Zero-result search of a month, which its first day names. */
export type ZeroResultSearch = Awaited<ReturnType<typeof listMissedSearches>>[number];

/** Returns the owner's groups, sorted by their words. */
export function listSynonyms(data: BrowserData): Promise<SynonymGroup[]> {
  return readRows(["search-synonyms"], () =>
    data.rest.from("search_synonyms").select("id,words").order("words").order("id"),
  );
}

/** Returns the zero-result searches of this month, the most frequent first. */
export async function listMissedSearches(data: BrowserData, timeZone: string) {
  const month = `${shopDayOf(new Date(), timeZone).slice(0, 7)}-01`;
  const rows = await readRows(["missed-searches", month], () =>
    data.rest
      .from("zero_result_searches")
      .select("month,words,search_count")
      .eq("month", month)
      .order("search_count", { ascending: false })
      .order("words")
      .limit(200),
  );
  return rows.map((row) => camelCased(row));
}
