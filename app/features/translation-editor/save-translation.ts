import { rejectionText } from "#app/features/orders/command-result.ts";
import type { Locale } from "#app/messages/locales.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { TranslatableText } from "./translation-list-queries.ts";

/**
 * Saves the translation of a text's current English version; an empty one removes it.
 * @returns the error message, or null on success
 */
export async function saveTranslation(
  data: BrowserData,
  { subject, subjectId, field }: Pick<TranslatableText, "subject" | "subjectId" | "field">,
  language: Locale,
  text: string,
): Promise<string | null> {
  const { error } = await data.rest.rpc("set_translation", { subject, subject_id: subjectId, field, language, text });
  return error ? rejectionText(error) : null;
}
