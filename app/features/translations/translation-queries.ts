import { currentLocale } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { type FindText, findTextIn, keysOfTexts } from "./content-texts.ts";

/** Client that can call functions of the data service. */
type Calls = Pick<BrowserData["rest"], "rpc">;

/**
 * Translates a page's content with one read. In English, returns it unchanged, without a read.
 * @param translate looks up every text of the content; called once to collect the keys, then with the translations
 * @throws when the translations cannot be read
 */
export async function inPageLanguage<Content>(
  calls: Calls,
  content: Content,
  translate: (content: Content, find: FindText) => Content,
): Promise<Content> {
  const language = currentLocale();
  if (language === DEFAULT_LOCALE) return content;
  const keys = keysOfTexts((find) => translate(content, find));
  if (keys.length === 0) return content;
  const rows = tableRows(await calls.rpc("read_translations", { language, keys }));
  return translate(content, findTextIn(rows));
}
