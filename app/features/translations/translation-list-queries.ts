import { isLocale, type Locale, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { isSubject, type TranslationFilter, type TranslationSubject } from "./translation-subjects.ts";

/**
 * An English text with its translation into one language, and the name of the product, article, or slide that it
 * belongs to as its context. The next page continues after the key.
 */
export type TranslatableText = Awaited<ReturnType<typeof listTranslatableTexts>>[number];

/** Translation progress of one kind of content in one language, in number of texts. */
export interface TranslationCount {
  subject: TranslationSubject;
  language: Locale;
  translatedCount: number;
  outdatedCount: number;
  missingCount: number;
}

export const TEXTS_PER_PAGE = 50;

/**
 * Returns a page of the texts that match a filter.
 * @param after key of the last text of the previous page; null for the first page
 * @throws when they cannot be read
 */
export async function listTranslatableTexts(
  data: BrowserData,
  { subject, language, isMissingOnly, id }: TranslationFilter,
  after: string | null,
) {
  const rows = await readRows(["translations", subject, language, isMissingOnly, id, after], () =>
    data.rest.rpc("translation_list", {
      subject,
      language,
      missing_only: isMissingOnly,
      page_size: TEXTS_PER_PAGE,
      ...(after === null ? {} : { after }),
      ...(id === null ? {} : { only_id: id }),
    }),
  );
  return rows.map((row) => ({ ...camelCased(row), subject }));
}

/** Returns the progress of one product or article in each language. @throws when it cannot be read */
export function listProgressOf(
  data: BrowserData,
  subject: TranslationSubject,
  id: number,
): Promise<TranslationCount[]> {
  return Promise.all(
    TRANSLATED_LOCALES.map(async (language) => {
      const texts = await listTranslatableTexts(
        data,
        { subject, language, isMissingOnly: false, id: String(id) },
        null,
      );
      const missingCount = texts.filter(({ translation }) => translation === null).length;
      const outdatedCount = texts.filter(({ isOutdated }) => isOutdated).length;
      return {
        subject,
        language,
        translatedCount: texts.length - missingCount - outdatedCount,
        outdatedCount,
        missingCount,
      };
    }),
  );
}

/** Returns the progress of each kind of content that has texts. @throws when it cannot be read */
export async function listTranslationCounts(data: BrowserData): Promise<TranslationCount[]> {
  const rows = await readRows(["translation-counts"], () => data.rest.rpc("translation_counts"));
  return rows.flatMap(({ subject, language, translated, outdated, missing }) =>
    isSubject(subject) && isLocale(language)
      ? [{ subject, language, translatedCount: translated, outdatedCount: outdated, missingCount: missing }]
      : [],
  );
}
