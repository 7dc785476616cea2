import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import type { SynonymGroup, ZeroResultSearch } from "./synonym-queries.ts";

/**
 * Adds a group of synonyms, or saves the changes of one.
 * @throws when it could not be saved
 */
export async function saveSynonyms(data: BrowserData, group: SynonymGroup | null, words: string[]): Promise<void> {
  const { error } =
    group === null
      ? await data.rest.from("search_synonyms").insert({ words })
      : await saveMerged({
          before: { words: [...group.words] },
          mine: { words },
          subject: t("This entry"),
          labels: { words: t("Words") },
          write: rowWriter(data, "search_synonyms", { id: group.id }),
        });
  if (error) throw new Error(error.message, { cause: error });
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
