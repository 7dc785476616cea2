import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";

/** Synonyms: a search for one word also finds products with the others. */
export interface SynonymGroup {
  id: number;
  words: readonly string[];
}

/** Zero-result searches of a month. */
export interface ZeroResultSearch {
  /** Its first day. */
  month: string;
  words: string;
  searchCount: number;
}

/** Returns the owner's groups, sorted by their words. */
export async function listSynonyms(data: BrowserData): Promise<SynonymGroup[]> {
  const rows = await readWithRetries(["search-synonyms"], async () =>
    rowsOf(await data.rest.from("search_synonyms").select("id,words").order("words").order("id")),
  );
  return rows ?? [];
}

/** Returns the zero-result searches of this month, the most frequent first. */
export async function listMissedSearches(data: BrowserData, timeZone: string): Promise<ZeroResultSearch[]> {
  const month = `${shopDayOf(new Date(), timeZone).slice(0, 7)}-01`;
  const rows = await readWithRetries(["missed-searches", month], async () =>
    rowsOf(
      await data.rest
        .from("zero_result_searches")
        .select("month,words,search_count")
        .eq("month", month)
        .order("search_count", { ascending: false })
        .order("words")
        .limit(200),
    ),
  );
  return (rows ?? []).map(({ search_count, ...row }) => ({ ...row, searchCount: search_count }));
}

/** Adds or changes a group of synonyms. @returns the message on failure, null on success */
export async function saveSynonyms(data: BrowserData, id: number | null, words: string[]): Promise<string | null> {
  const table = data.rest.from("search_synonyms");
  const answer = await (id === null
    ? table.insert({ words }).select("id")
    : table.update({ words }).eq("id", id).select("id"));
  if (answer.error) throw new Error(answer.error.message, { cause: answer.error });
  return answer.data.length > 0 ? null : "These words are no longer there. Load the page again.";
}

export async function removeSynonyms(data: BrowserData, id: number): Promise<null> {
  changedRows(await data.rest.from("search_synonyms").delete().eq("id", id).select("id"), "This entry");
  return null;
}

export async function removeZeroResultSearch(data: BrowserData, { month, words }: ZeroResultSearch): Promise<null> {
  changedRows(
    await data.rest.from("zero_result_searches").delete().eq("month", month).eq("words", words).select("words"),
    "This search",
  );
  return null;
}
