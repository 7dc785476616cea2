import type { Plugin } from "vite";
import { CREOLE_DATES } from "#app/messages/creole-dates.ts";
import { TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { messageKey } from "#app/messages/t.ts";
import { readTranslations } from "#server/base/translations.ts";
import { hasPlural, PLURAL_FUNCTIONS } from "./compile-message.ts";
import { LOCALE_TOKEN, MESSAGE_TOKEN } from "./localize.ts";
import { sourceMessages } from "./source-messages.ts";

const SOURCE = /\/app\/.*\.tsx?$/;
const RUNTIME = /\/app\/messages\/t\.ts$/;
const CREOLE = /\/app\/messages\/creole-dates\.ts$/;
/** Replaces the `t` module in the browser's build, where no call of `t` remains. */
const NO_RUNTIME = `export function t() { throw new Error("A message was not compiled."); }`;

/**
 * Replaces each call of `t` in the browser's build with a token, which scripts/messages/localize.ts replaces with the
 * text of each language, so that pages load no translations and no formatter. The server and the development server
 * keep the calls.
 */
export function markMessages(): Plugin {
  const translations = TRANSLATED_LOCALES.map(readTranslations);
  return {
    name: "mark-messages",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      if (RUNTIME.test(id)) return NO_RUNTIME;
      if (!CREOLE.test(id)) return null;
      return `export const CREOLE_DATES = ${LOCALE_TOKEN} === "ht" ? ${JSON.stringify(CREOLE_DATES)} : null;`;
    },
    transform(code, id) {
      const [file = "", query] = id.split("?");
      if (query !== undefined || !SOURCE.test(file) || RUNTIME.test(file)) return null;
      const marked = markFile(file, code, (key) => translations.some((texts) => hasPlural(texts.get(key) ?? "")));
      return marked === code ? null : { code: marked, map: null };
    },
  };
}

/**
 * Replaces `t` in the calls of a file with the token. Messages with a plural get the functions that they need in a
 * first call, which survives the bundling and the renaming of these functions.
 */
export function markFile(file: string, code: string, isPluralElsewhere: (key: string) => boolean): string {
  let marked = code;
  let needsFunctions = false;
  for (const { text, context, start } of sourceMessages(file, code).sort((one, other) => other.start - one.start)) {
    const isPlural = hasPlural(text) || isPluralElsewhere(messageKey(text, context));
    needsFunctions ||= isPlural;
    const token = isPlural ? `${MESSAGE_TOKEN}(${PLURAL_FUNCTIONS.join(", ")})` : MESSAGE_TOKEN;
    marked = marked.slice(0, start) + token + marked.slice(start + "t".length);
  }
  if (!needsFunctions) return marked;
  return `import { ${PLURAL_FUNCTIONS.join(", ")} } from "#app/messages/plural.ts";\n${marked}`;
}
