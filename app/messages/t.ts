import { IntlMessageFormat } from "intl-messageformat";
import { currentLocale } from "./current-locale.ts";
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from "./locales.ts";

/** Values for a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Translations of one language by `messageKey`. */
export type Translations = ReadonlyMap<string, string>;

const translations = new Map<Locale, Translations>();
const formats = new Map<string, IntlMessageFormat>();
/** In ICU MessageFormat, an apostrophe quotes the text after it. */
const HAS_SYNTAX = /[{}']/;

export function installTranslations(locale: Locale, texts: Translations): void {
  translations.set(locale, texts);
}

/**
 * Returns the key of a message in the translation files: its English text, or "[context] text" if the text has several
 * translations.
 */
export function messageKey(text: string, context?: string): string {
  return context === undefined ? text : `[${context}] ${text}`;
}

/**
 * Returns an English text in the current language, or in English while it has no translation.
 * In the browser's build, a token replaces each call, and the text of each language replaces the token (scripts/build.ts).
 * @param text in ICU MessageFormat: "{count, plural, one {# item} other {# items}}"
 * @param context distinguishes two meanings of the same English text for translators
 */
export function t(text: string, values: MessageValues = {}, context?: string): string {
  const locale = currentLocale();
  const found = translations.get(locale)?.get(messageKey(text, context));
  const message = found ?? text;
  if (!HAS_SYNTAX.test(message)) return message;
  const formatLocale = found === undefined ? DEFAULT_LOCALE : locale;
  const key = `${formatLocale} ${message}`;
  const format =
    formats.get(key) ?? new IntlMessageFormat(message, LANGUAGES[formatLocale].intl, undefined, { ignoreTag: true });
  formats.set(key, format);
  return String(format.format(values));
}
