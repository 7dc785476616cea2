import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { changedRows, checkWrite } from "#app/platform/changed-rows.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { saveMerged } from "#app/ui/save-merged.ts";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { SynonymGroup, ZeroResultSearch } from "./synonym-queries.ts";

/** Maximum number of words, as in the database. */
const MAX_WORDS = 30;
const MAX_CHARACTERS = 1000;

/** Returns the words of "okra, okro, lady's finger" without duplicates. */
export function synonymWords(typed: string): string[] {
  const words = typed.split(",").map((word) => word.trim().replaceAll(/\s+/g, " "));
  return [...new Set(words.filter((word) => word !== ""))];
}

/** Returns the error message for invalid words; undefined if they are valid. */
export function synonymProblem(words: readonly string[]): string | undefined {
  if (words.length < 2) return t("Enter at least two words, separated by commas");
  if (words.length > MAX_WORDS) return t("{count} words at most", { count: MAX_WORDS });
  return words.join(",").length > MAX_CHARACTERS ? t("These words are too long in total") : undefined;
}

/**
 * Form for a new or existing group of synonyms.
 * @param word first word of a new group, taken from a search without results
 */
export function SynonymForm({
  group,
  word,
  onSaved,
}: {
  group: SynonymGroup | null;
  word?: string;
  onSaved: (words: readonly string[]) => Promise<void>;
}) {
  const form = useForm({
    autosaveKey: `synonyms ${group?.id ?? word ?? "new"}`,
    read: (field) => synonymWords(field("words")),
    check: (words) => ({ words: synonymProblem(words) }),
    send: async (words, element) => {
      await saveSynonyms(getBrowserData(), group, words);
      if (group === null) element.reset();
      await onSaved(words);
      return done(t("Synonyms saved. Search uses them now."));
    },
  });

  return (
    <form {...form.props} aria-label={group ? t("Change synonyms") : t("Add synonyms")} className={styles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      <TextField
        label={group ? t("Words") : t("New synonyms")}
        {...form.field("words")}
        hint={t("Separated by commas, such as okra, okro, lady's finger")}
        defaultValue={group?.words.join(", ") ?? (word === undefined ? undefined : `${word}, `)}
      />
      <SubmitButton form={form} isNarrow>
        {group ? t("Save synonyms") : t("Add synonyms")}
      </SubmitButton>
      <FormAnswer answer={form.answer} />
    </form>
  );
}

/** Adds a group of synonyms, or saves the changes of one. @throws when it could not be saved */
export async function saveSynonyms(data: BrowserData, group: SynonymGroup | null, words: string[]): Promise<void> {
  const answer =
    group === null
      ? await data.rest.from("search_synonyms").insert({ words })
      : await saveMerged({
          before: { words: [...group.words] },
          mine: { words },
          subject: t("This entry"),
          labels: { words: t("Words") },
          write: rowWriter(data, "search_synonyms", { id: group.id }),
        });
  checkWrite(answer);
}

export async function removeZeroResultSearch(data: BrowserData, { month, words }: ZeroResultSearch): Promise<void> {
  changedRows(
    await data.rest.from("zero_result_searches").delete().eq("month", month).eq("words", words).select("words"),
    t("This search"),
  );
}
