import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** Functions of app/messages/plural.ts, which compiled messages call. */
export const PLURAL_FUNCTIONS = ["pluralOf", "countText"] as const;

/** A variable or its property; bundlers add `$1` to names. */
const VARIABLE = /^[\w$.]+$/;
const PLURAL = /,\s*plural\s*,/;

/** Returns whether a message may need the functions of app/messages/plural.ts. */
export function hasPlural(text: string): boolean {
  return PLURAL.test(text);
}

/** Parses ICU MessageFormat. Tags such as `<b>` stay text: app/messages/nodes.tsx replaces them with elements. */
function parseMessage(text: string): MessageFormatElement[] {
  return parse(text, { ignoreTag: true });
}

/**
 * Compiles a message into an expression.
 * @param values code of each placeholder's value
 * @param functions local names of `PLURAL_FUNCTIONS`
 * @throws Error for a placeholder without a value, and for unsupported kinds of placeholders
 */
export function compileMessage(
  text: string,
  values: ReadonlyMap<string, string>,
  functions: readonly string[] = PLURAL_FUNCTIONS,
): string {
  const [pluralOf, countText] = functions;
  const elements = parseMessage(text);
  // A value that is used twice is computed once.
  const isSafe = [...values].every(([name, code]) => VARIABLE.test(code) || uses(elements, name) <= 1);
  const named = isSafe ? values : new Map([...values.keys()].map((name) => [name, `v.${name}`]));
  const body = expression(elements, null);
  if (isSafe) return body;
  const object = [...values].map(([name, code]) => `${name}: ${code}`).join(", ");
  return `((v) => ${body})({ ${object} })`;

  function expression(parts: readonly MessageFormatElement[], count: string | null): string {
    if (parts.every((part) => part.type === TYPE.literal))
      return JSON.stringify(parts.map(({ value }) => value).join(""));
    return `\`${parts.map((part) => templatePart(part, count)).join("")}\``;
  }

  function templatePart(part: MessageFormatElement, count: string | null): string {
    switch (part.type) {
      case TYPE.literal:
        return part.value.replaceAll(/[\\`]|\$\{/g, "\\$&");
      case TYPE.argument:
        return `\${${placeholderCode(part.value)}}`;
      case TYPE.pound:
        return `\${${countText}(${count})}`;
      case TYPE.plural:
      case TYPE.select:
        return `\${${choice(part, placeholderCode(part.value), count)}}`;
      default:
        throw new Error(`"${text}" has an unsupported kind of placeholder.`);
    }
  }

  function choice(
    part: Extract<MessageFormatElement, { type: TYPE.plural | TYPE.select }>,
    value: string,
    count: string | null,
  ): string {
    const isPlural = part.type === TYPE.plural;
    if (isPlural && (part.offset !== 0 || part.pluralType !== "cardinal")) {
      throw new Error(`"${text}" has an unsupported kind of plural.`);
    }
    const options = Object.entries(part.options);
    const other = options.find(([name]) => name === "other");
    if (!other) throw new Error(`"${text}" has no option "other".`);
    return options.reduceRight(
      (rest, [name, option]) => {
        if (name === "other") return rest;
        const words = expression(option.value, isPlural ? value : count);
        return `(${condition(name, value, isPlural)} ? ${words} : ${rest})`;
      },
      expression(other[1].value, isPlural ? value : count),
    );
  }

  function condition(name: string, value: string, isPlural: boolean): string {
    if (!isPlural) return `${value} === ${JSON.stringify(name)}`;
    if (name.startsWith("=")) return `${value} === ${name.slice(1)}`;
    return `${pluralOf}(${value}) === ${JSON.stringify(name)}`;
  }

  function placeholderCode(name: string): string {
    const code = named.get(name);
    if (code === undefined) throw new Error(`"${text}" has no value for {${name}}.`);
    return isSafe && !VARIABLE.test(code) ? `(${code})` : code;
  }
}

/** Returns the names of a message's placeholders. */
export function placeholdersOf(text: string): Set<string> {
  const names = new Set<string>();
  collect(parseMessage(text), (name) => names.add(name));
  return names;
}

/** Returns the tag names in a message: "link" and "/link" in "<link>text</link>". */
export function elementsOf(text: string): string[] {
  return [...text.matchAll(/<(\/?\w+\/?)>/g)].map(([, name = ""]) => name).sort();
}

function uses(elements: readonly MessageFormatElement[], name: string): number {
  let count = 0;
  collect(elements, (found, weight) => {
    if (found === name) count += weight;
  });
  return count;
}

function collect(
  elements: readonly MessageFormatElement[],
  see: (name: string, uses: number) => void,
  count?: string,
): void {
  for (const element of elements) {
    if (element.type === TYPE.pound && count !== undefined) see(count, 1);
    if (element.type === TYPE.argument) see(element.value, 1);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    const options = Object.entries(element.options);
    // Each condition reads the value once.
    see(element.value, Math.max(options.length - 1, 1));
    for (const [, option] of options) {
      collect(option.value, see, element.type === TYPE.plural ? element.value : count);
    }
  }
}
