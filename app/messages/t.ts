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
  return translationOf(messageKey(text, context), values) ?? formatted(text, DEFAULT_LOCALE, values);
}

/** Returns the translation of a key in the current language; null if there is none. */
export function translationOf(key: string, values: MessageValues): string | null {
  const locale = currentLocale();
  const found = translations.get(locale)?.get(key);
  return found === undefined ? null : formatted(found, locale, values);
}

function formatted(message: string, locale: Locale, values: MessageValues): string {
  if (!HAS_SYNTAX.test(message)) return message;
  const key = `${locale} ${message}`;
  const format =
    formats.get(key) ?? new IntlMessageFormat(message, LANGUAGES[locale].intl, undefined, { ignoreTag: true });
  formats.set(key, format);
  return String(format.format(values));
}
