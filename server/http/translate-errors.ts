import type { MiddlewareHandler } from "hono";
import { IntlMessageFormat } from "intl-messageformat";
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from "#app/messages/locales.ts";
import { messageKey, type Translations } from "#app/messages/t.ts";
import { inLocale, localeOf } from "#server/base/locale.ts";
import { readTranslations } from "#server/base/translations.ts";

/** Pattern of an error with its values, and the translation. */
interface Template {
  pattern: RegExp;
  names: string[];
  translation: IntlMessageFormat;
}

/** Context of errors in the translation files. */
const ERROR = messageKey("", "error");
/** Fields of an error that contain text for people. */
const TEXTS = new Set(["message", "error"]);
const SENTENCE_END = /(?<=\.) /g;
const PLACEHOLDERS = /\{(v\d+)\}/g;

/**
 * Creates middleware that handles a request in its page's language, and translates errors of the database and the
 * endpoints. A hosted project responds to browsers directly, in English.
 */
export function createErrorTranslation(read = readTranslations): MiddlewareHandler {
  const templates = new Map<Locale, Template[]>();

  function templatesOf(locale: Locale): Template[] {
    const known = templates.get(locale) ?? readTemplates(locale, read(locale));
    templates.set(locale, known);
    return known;
  }

  return async (c, next) => {
    // Pages send their language in Accept-Language. Without a page, browsers send their user's.
    const locale = localeOf(c.req.header("accept-language"));
    if (locale === DEFAULT_LOCALE) return next();
    await inLocale(locale, next);
    if (c.res.status < 400 || !c.res.headers.get("content-type")?.includes("json")) return;
    const body: unknown = await c.res
      .clone()
      .json()
      .catch(() => null);
    const translated = translateFields(body, (text) => translateSentences(templatesOf(locale), text));
    const headers = new Headers(c.res.headers);
    headers.delete("content-length");
    c.res = new Response(JSON.stringify(translated), { status: c.res.status, headers });
  };
}

/** Middleware that handles a request in its page's language. */
export const inPageLanguage: MiddlewareHandler = (c, next) => inLocale(localeOf(c.req.header("accept-language")), next);

/** Returns an error with its texts translated. */
function translateFields(body: unknown, translate: (text: string) => string): unknown {
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      TEXTS.has(name) && typeof value === "string" ? translate(value) : value,
    ]),
  );
}

/** Translates a text of one or more errors, separated by spaces. Errors without a translation stay in English. */
function translateSentences(templates: readonly Template[], text: string): string {
  for (const { index } of text.matchAll(SENTENCE_END)) {
    const first = translateError(templates, text.slice(0, index));
    if (first !== null) return `${first} ${translateSentences(templates, text.slice(index + 1))}`;
  }
  return translateError(templates, text) ?? text;
}

/** Returns the translation of an error; null if there is none. */
function translateError(templates: readonly Template[], text: string): string | null {
  for (const { pattern, names, translation } of templates) {
    const match = pattern.exec(text);
    if (!match) continue;
    return String(translation.format(Object.fromEntries(names.map((name, place) => [name, match[place + 1] ?? ""]))));
  }
  return null;
}

/** Returns the templates, those with the most words first: patterns of few words also match other errors. */
function readTemplates(locale: Locale, translations: Translations): Template[] {
  const wordsOf = (text: string) => text.replaceAll(PLACEHOLDERS, "").length;
  return [...translations]
    .filter(([key]) => key.startsWith(ERROR))
    .map(([key, translation]) => [key.slice(ERROR.length), translation] as const)
    .sort(([one], [other]) => wordsOf(other) - wordsOf(one))
    .map(([text, translation]) => templateOf(text, translation, locale));
}

function templateOf(text: string, translation: string, locale: Locale): Template {
  // Splitting at a pattern with one group returns text and placeholder names alternately.
  const parts = text.split(PLACEHOLDERS);
  const source = parts
    .map((part, place) => (place % 2 === 1 ? "(.+?)" : part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")))
    .join("");
  return {
    pattern: new RegExp(`^${source}$`, "s"),
    names: parts.filter((_, place) => place % 2 === 1),
    translation: new IntlMessageFormat(translation, LANGUAGES[locale].intl, undefined, { ignoreTag: true }),
  };
}
