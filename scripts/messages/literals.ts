import { childOf, lineOf, type Node, parseFile, templateText, visit } from "./syntax-tree.ts";

/** Untranslated text in a source file that shoppers may read. */
export type Literal = { line: number; text: string };

/** Attributes with texts that are shown or read aloud. */
const READ_ATTRIBUTES = ["alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title"];
const LETTERS = /\p{L}{2}/u;
/** A capital letter and words, such as "Choose a time". Codes, class names, and events do not match. */
const SENTENCE = /^\W*\p{Lu}[\p{L}'’]*(?:[ ,.…!?:].*)?$/u;

/** Finds texts in elements and attributes, and string literals that look like a sentence. */
export function literalsOf(file: string, code: string): Literal[] {
  const tree = parseFile(file, code);
  const found: Literal[] = [];
  const add = (node: Node, text: string) => found.push({ line: lineOf(code, node.start), text: text.trim() });
  visit(tree, [], (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (node.type === "JSXText" && LETTERS.test(String(node.value))) add(node, String(node.value));
    if (node.type === "TemplateElement") {
      const text = templateText(node);
      if (
        isShown(ancestors) &&
        text.includes(" ") &&
        /\p{L}{2,} \p{L}|\p{L} ?$|^ ?\p{L}/u.test(text) &&
        LETTERS.test(text)
      ) {
        if (/^\W*\p{L}[\p{L}'’]*[ ,.:…!?]/u.test(` ${text}`.trimStart()) && !/[=/<>{}]|--/.test(text)) add(node, text);
      }
    }
    if (node.type !== "Literal" || typeof node.value !== "string" || !LETTERS.test(node.value)) return;
    if (parent?.type === "SwitchCase" && childOf(parent, "test") === node) return;
    if (parent?.type === "JSXAttribute") {
      const name = String(childOf(parent, "name")?.name);
      if (READ_ATTRIBUTES.includes(name) || (SENTENCE.test(node.value) && node.value.includes(" ")))
        add(node, node.value);
      return;
    }
    const isRead = SENTENCE.test(node.value) || (isChild(ancestors) && node.value.includes(" "));
    if (isRead && isShown(ancestors)) add(node, node.value);
  });
  return found;
}

/** Returns whether a literal is in the braces of an element's child, so that the page shows it. */
function isChild(ancestors: readonly Node[]): boolean {
  const braces = ancestors.findLastIndex(({ type }) => type === "JSXExpressionContainer" || type === "CallExpression");
  return ancestors[braces]?.type === "JSXExpressionContainer" && ancestors[braces - 1]?.type !== "JSXAttribute";
}

/** Returns whether a literal may be shown: not in calls of `t`, imports, types, thrown errors, comparisons, or logs. */
function isShown(ancestors: readonly Node[]): boolean {
  return !ancestors.some((node) => {
    if (node.type.startsWith("Import") || node.type.startsWith("TS")) return true;
    if (node.type === "BinaryExpression") return true;
    if (node.type === "ThrowStatement") return true;
    if (node.type !== "CallExpression") return false;
    const callee = childOf(node, "callee");
    if (callee?.type === "MemberExpression") return childOf(callee, "object")?.name === "console";
    return callee?.type === "Identifier" && callee.name === "t";
  });
}
