import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import type { ZeroResultSearch } from "./synonym-queries.ts";

/**
 * Adds or changes a group of synonyms.
 * @returns the error message, or null on success
 */
export async function saveSynonyms(data: BrowserData, id: number | null, words: string[]): Promise<string | null> {
  const table = data.rest.from("search_synonyms");
  const answer = await (id === null
    ? table.insert({ words }).select("id")
    : table.update({ words }).eq("id", id).select("id"));
  if (answer.error) throw new Error(answer.error.message, { cause: answer.error });
  return answer.data.length > 0 ? null : t("These synonyms no longer exist. Reload the page.");
}

export async function removeSynonyms(data: BrowserData, id: number): Promise<null> {
  changedRows(await data.rest.from("search_synonyms").delete().eq("id", id).select("id"), t("This entry"));
  return null;
}

export async function removeZeroResultSearch(data: BrowserData, { month, words }: ZeroResultSearch): Promise<null> {
  changedRows(
    await data.rest.from("zero_result_searches").delete().eq("month", month).eq("words", words).select("words"),
    t("This search"),
  );
  return null;
}
