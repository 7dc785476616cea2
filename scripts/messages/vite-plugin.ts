import type { Plugin } from "vite";
import { DEFAULT_LOCALE, isLocale, type Locale } from "#app/messages/locales.ts";
import { messageKey, type Translations } from "#app/messages/t.ts";
import { readTranslations, translationFiles } from "#server/settings/translations.ts";
import { compileMessage } from "./compile-message.ts";
import { sourceMessages } from "./source-messages.ts";

/** Environment variable that selects the language of the browser's build. */
export const PAGE_LOCALE = "PAGE_LOCALE";

const SOURCE = /\/app\/.*\.tsx?$/;
const RUNTIME = /\/app\/messages\/t\.ts$/;
const CREOLE_DATES = /\/app\/messages\/creole-dates\.ts$/;
/** Replaces the `t` module in the browser's build, where all calls of `t` are compiled. */
const NO_RUNTIME = `export function t() { throw new Error("A message was not compiled."); }`;

/**
 * Replaces each call of `t` in the browser's files with its text in one language, so that pages load no translations
 * and no formatter. The server keeps the calls, because it renders all languages.
 */
export function compileMessages(): Plugin {
  const chosen = process.env[PAGE_LOCALE] ?? DEFAULT_LOCALE;
  if (!isLocale(chosen)) throw new Error(`The store has no language "${chosen}".`);
  const locale: Locale = chosen;
  const translations: Translations = locale === DEFAULT_LOCALE ? new Map() : readTranslations(locale);
  return {
    name: "compile-messages",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    buildStart() {
      if (locale === DEFAULT_LOCALE) return;
      for (const file of translationFiles(locale)) this.addWatchFile(file);
    },
    load(id) {
      if (RUNTIME.test(id)) return NO_RUNTIME;
      return locale !== "ht" && CREOLE_DATES.test(id) ? "export const CREOLE_DATES = null;" : null;
    },
    transform(code, id) {
      const [file = "", query] = id.split("?");
      if (query !== undefined || !SOURCE.test(file) || RUNTIME.test(file)) return null;
      const result = compileFile(file, code, translations);
      return result === code ? null : { code: result, map: null };
    },
  };
}

/**
 * Empties the source files in the server bundle of a translated build. Only the English build's server bundle is used,
 * but React Router writes the manifest of browser files only while it builds a server.
 */
export function skipTranslatedServer(): Plugin {
  const isTranslated = (process.env[PAGE_LOCALE] ?? DEFAULT_LOCALE) !== DEFAULT_LOCALE;
  return {
    name: "skip-translated-server",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "ssr" && isTranslated,
    load: (id) => (SOURCE.test(id) ? "export {};" : null),
  };
}

/** Replaces the calls of `t` in a file. */
export function compileFile(file: string, source: string, translations: Translations): string {
  const helpers = new Set<string>();
  let code = source;
  for (let messages = sourceMessages(file, code); messages.length > 0; messages = sourceMessages(file, code)) {
    // A message may be a value of another message, so inner calls are replaced first.
    const inner = messages.filter(
      (one) => !messages.some((other) => other !== one && other.start >= one.start && other.end <= one.end),
    );
    for (const { text, context, values, start, end } of inner.toReversed()) {
      const compiled = compileMessage(translations.get(messageKey(text, context)) ?? text, values);
      for (const helper of compiled.helpers) helpers.add(helper);
      code = code.slice(0, start) + compiled.code + code.slice(end);
    }
  }
  if (helpers.size === 0) return code;
  return `import { ${[...helpers].sort().join(", ")} } from "#app/messages/plural.ts";\n${code}`;
}
