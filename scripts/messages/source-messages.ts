import { childOf, childrenOf, lineOf, type Node, parseFile, templateText, visit } from "./syntax-tree.ts";

/** A call of `t` in a source file. */
export interface SourceMessage {
  text: string;
  context: string | undefined;
  /** Code of each placeholder's value, by placeholder name. */
  values: Map<string, string>;
  start: number;
  end: number;
  line: number;
  /** Note for translators: the enclosing component or function, and the element or attribute that shows the text. */
  place: string;
  /** Comment for translators on the line above: `// Translators: a time zone`. */
  note: string;
}

const IMPORT = /(^|\/)messages\/t\.ts$/;
/** A context, as it precedes a text in the translation files. */
const CONTEXT = /^\[/;
const NOTE = /^\s*(?:\/\/|\{?\/\*) Translators: (.*?)(?: \*\/\}?)?$/;
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/**
 * Reads the calls of `t` in a file.
 * @throws Error with file and line if a call's message cannot be determined statically
 */
export function sourceMessages(file: string, code: string): SourceMessage[] {
  if (!code.includes("messages/t.ts")) return [];
  const tree = parseFile(file, code);
  if (!importsT(tree)) return [];
  const found: SourceMessage[] = [];
  visit(tree, [], (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (node.type === "Identifier" && node.name === "t" && isUse(node, parent)) {
      const fail = (reason: string) => {
        throw new Error(`${file}:${lineOf(code, node.start)}: ${reason}`);
      };
      if (parent?.type !== "CallExpression" || parent.callee !== node)
        return fail("Call t directly; do not pass it on.");
      if (!ancestors.some(({ type }) => FUNCTIONS.includes(type))) {
        return fail("t is called within a function: a module has no language.");
      }
      found.push(readCall(parent, ancestors.slice(0, -1), code, fail));
    }
  });
  addNotes(found, code);
  return found;
}

/** Adds the comments for translators to the messages on the next line. */
function addNotes(messages: readonly SourceMessage[], code: string): void {
  const lines = code.split("\n");
  for (const message of messages) message.note = NOTE.exec(lines[message.line - 2] ?? "")?.[1] ?? "";
}

function importsT(tree: Node): boolean {
  return childrenOf(tree, "body").some(
    (statement) =>
      statement.type === "ImportDeclaration" &&
      IMPORT.test(String(childOf(statement, "source")?.value)) &&
      childrenOf(statement, "specifiers").some((specifier) => childOf(specifier, "local")?.name === "t"),
  );
}

/** Excludes import names and property names, which are not calls. */
function isUse(node: Node, parent: Node | undefined): boolean {
  if (!parent || parent.type === "ImportSpecifier") return false;
  if (parent.type === "MemberExpression") return parent.object === node || parent.computed === true;
  if (parent.type === "Property") return parent.value === node;
  return !parent.type.startsWith("TS");
}

function readCall(call: Node, ancestors: Node[], code: string, fail: (reason: string) => never | void): SourceMessage {
  const [text, values, context, ...more] = childrenOf(call, "arguments");
  const literal = (node: Node | undefined): string | undefined => {
    if (!node || (node.type === "Identifier" && node.name === "undefined")) return undefined;
    if (node.type === "Literal" && typeof node.value === "string") return node.value;
    const [part] = node.type === "TemplateLiteral" ? childrenOf(node, "quasis") : [];
    if (part && childrenOf(node, "expressions").length === 0) return templateText(part);
    fail("The text and context of a message must be literals.");
    return undefined;
  };
  if (more.length > 0 || !text) fail("t takes a text, values, and a context.");
  if (CONTEXT.test(literal(text) ?? "")) fail("A message does not begin with a bracket.");
  return {
    text: literal(text) ?? "",
    context: literal(context),
    values: readValues(values, code, fail),
    start: call.start,
    end: call.end,
    line: lineOf(code, call.start),
    place: placeOf(ancestors, code),
    note: "",
  };
}

function readValues(node: Node | undefined, code: string, fail: (reason: string) => void): Map<string, string> {
  if (!node || (node.type === "Identifier" && node.name === "undefined")) return new Map();
  if (node.type !== "ObjectExpression") {
    fail("The values of a message must be an object literal.");
    return new Map();
  }
  return new Map(
    childrenOf(node, "properties").map((property): [string, string] => {
      const key = childOf(property, "key");
      if (property.type !== "Property" || property.computed === true) fail("Value names must be plain identifiers.");
      return [String(key?.name ?? key?.value), sourceOf(childOf(property, "value"), code)];
    }),
  );
}

function placeOf(ancestors: Node[], code: string): string {
  const around = ancestors.toReversed();
  const named = around.map(nameOf).find(Boolean) ?? "";
  const attribute = around.find(({ type }) => type === "JSXAttribute");
  const element = around.find(({ type }) => type === "JSXElement");
  const tag = sourceOf(childOf(childOf(element, "openingElement"), "name"), code);
  const name = attribute ? ` ${sourceOf(childOf(attribute, "name"), code)}` : "";
  return tag ? `${named} <${tag}${name}>` : named;
}

function nameOf(node: Node): string {
  const isNamed = node.type === "FunctionDeclaration" || node.type === "VariableDeclarator";
  return isNamed ? String(childOf(node, "id")?.name ?? "") : "";
}

function sourceOf(node: Node | undefined, code: string): string {
  return node ? code.slice(node.start, node.end) : "";
}
