import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";

const PLAIN = "AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz";
const ACCENTED = "ÅåÇçÐđÉéĜĝÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž";

/** Returns a text that is a third longer, accented, and in brackets, with the same placeholders and tags. */
export function pseudoText(text: string): string {
  const elements = parse(text, { ignoreTag: true });
  accent(elements);
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(printAST(elements)) ?? [];
  const more = "···· ".repeat(Math.ceil(text.length / 15)).trimEnd();
  return `${before}[${words} ${more}]${after}`;
}

function accent(elements: MessageFormatElement[]): void {
  for (const element of elements) {
    if (element.type === TYPE.literal) {
      element.value = element.value.replaceAll(/<[^>]*>|[A-Za-z]/g, (part) =>
        part.length > 1 ? part : (ACCENTED[PLAIN.indexOf(part)] ?? part),
      );
    }
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) accent(option.value);
    }
  }
}
