import type { Locale } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import type { TranslatableText } from "./translation-list-queries.ts";

/**
 * Saves the translation of a text's current English version; an empty one removes it.
 * @param before translation that the page shows; empty if there is none
 * @returns the error message, null on success, and the translation that is saved now
 */
export async function saveTranslation(
  data: BrowserData,
  { subject, subjectId, field }: Pick<TranslatableText, "subject" | "subjectId" | "field">,
  language: Locale,
  before: string,
  text: string,
): Promise<{ rejection: string | null; text: string }> {
  const { error, saved } = await saveMerged({
    before: { text: before, isConfirmed: false },
    // Saving the same text again confirms it after its English text changed.
    mine: { text, isConfirmed: true },
    subject: t("This text"),
    labels: () => t("Translation"),
    write: async (mine, expected) =>
      listResult(
        await data.rest.rpc("set_translation", {
          subject,
          subject_id: subjectId,
          field,
          language,
          text: mine.text,
          expected: expected.text,
        }),
        async () => {
          const { data: row } = await data.rest
            .from("content_translations")
            .select("text")
            .match({ subject, subject_id: subjectId, field, language })
            .maybeSingle()
            .throwOnError();
          return { text: row?.text ?? "", isConfirmed: false };
        },
      ),
  });
  return { rejection: error ? rejectionText(error) : null, text: saved.text };
}
