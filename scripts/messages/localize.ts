import type { Locale } from "#app/messages/locales.ts";
import { messageKey, type Translations } from "#app/messages/t.ts";
import { compileMessage } from "./compile-message.ts";
import { readMessage } from "./source-messages.ts";
import { childOf, childrenOf, type Node, parseFile, visit } from "./syntax-tree.ts";

/**
 * Function whose calls are replaced with texts: `__message("Open", {}, "the store")`. For a plural, it gets the
 * functions of app/messages/plural.ts first: `__message(pluralOf, countText)("{count, plural, …}", { count })`.
 */
export const MESSAGE_TOKEN = "__message";
/** Name that is replaced with the language. */
export const LOCALE_TOKEN = "__locale";

/** Returns a built script in a language. */
export type Localize = (locale: Locale, translations: Translations) => string;

interface Token {
  start: number;
  end: number;
  /** Returns the code that replaces the token. */
  codeFor: (locale: Locale, translations: Translations, codeOf: (node: Node) => string) => string;
}

/** Finds the tokens of a built script. @returns null if it has none, so that the script is the same in all languages */
export function findTokens(file: string, code: string): Localize | null {
  if (!code.includes(MESSAGE_TOKEN) && !code.includes(LOCALE_TOKEN)) return null;
  const tokens: Token[] = [];
  visit(parseFile(file, code), [], (node, ancestors) => {
    if (node.type === "Identifier" && node.name === LOCALE_TOKEN) {
      tokens.push({ start: node.start, end: node.end, codeFor: (locale) => JSON.stringify(locale) });
    }
    if (node.type !== "Identifier" || node.name !== MESSAGE_TOKEN) return;
    const [outer, call] = [ancestors.at(-2), ancestors.at(-1)];
    if (!call || childOf(call, "callee") !== node) throw new Error(`${file}: "${MESSAGE_TOKEN}" is not called.`);
    const isPlural = outer !== undefined && childOf(outer, "callee") === call;
    tokens.push(isPlural ? messageToken(file, outer, childrenOf(call, "arguments")) : messageToken(file, call));
  });
  tokens.sort((one, other) => one.start - other.start);

  return (locale, translations) => {
    /** Returns a part of the script. A message may be a value of another message. */
    const render = (from: number, to: number): string => {
      let rendered = "";
      let place = from;
      for (const { start, end, codeFor } of tokens) {
        if (start < place || end > to) continue;
        rendered += code.slice(place, start) + codeFor(locale, translations, (node) => render(node.start, node.end));
        place = end;
      }
      return rendered + code.slice(place, to);
    };
    return render(0, code.length);
  };
}

/** @param functions functions of app/messages/plural.ts, which the bundler may have renamed */
function messageToken(file: string, call: Node, functions: readonly Node[] = []): Token {
  const { text, context, values, start, end } = readMessage(call, (reason) => {
    throw new Error(`${file}: ${reason}`);
  });
  return {
    start,
    end,
    codeFor: (_, translations, codeOf) =>
      compileMessage(
        translations.get(messageKey(text, context)) ?? text,
        new Map([...values].map(([name, node]) => [name, codeOf(node)])),
        functions.map(codeOf),
      ),
  };
}
