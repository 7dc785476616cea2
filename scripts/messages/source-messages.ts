import { childOf, childrenOf, lineOf, type Node, parseFile, templateText, visit } from "./syntax-tree.ts";

/** A call with a message. */
export interface MessageCall {
  text: string;
  context: string | undefined;
  /** The expression of each placeholder's value, by placeholder name. */
  values: Map<string, Node>;
  start: number;
  end: number;
}

/** A call of `t` in a source file. */
export interface SourceMessage extends MessageCall {
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
      const fail = (reason: string): never => {
        throw new Error(`${file}:${lineOf(code, node.start)}: ${reason}`);
      };
      if (parent?.type !== "CallExpression" || parent.callee !== node)
        return fail("Call t directly; do not pass it on.");
      if (!ancestors.some(({ type }) => FUNCTIONS.includes(type))) {
        return fail("t is called within a function: a module has no language.");
      }
      found.push({
        ...readMessage(parent, fail),
        line: lineOf(code, parent.start),
        place: placeOf(ancestors.slice(0, -1), code),
        note: "",
      });
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

/**
 * Reads the message of a call.
 * @param fail throws if the message cannot be determined statically
 */
export function readMessage(call: Node, fail: (reason: string) => never): MessageCall {
  const [text, values, context, ...more] = childrenOf(call, "arguments");
  if (more.length > 0 || !text) fail("t takes a text, values, and a context.");
  const message = literalOf(text, fail) ?? "";
  if (CONTEXT.test(message)) fail("A message does not begin with a bracket.");
  return {
    text: message,
    context: literalOf(context, fail),
    values: readValues(values, fail),
    start: call.start,
    end: call.end,
  };
}

function literalOf(node: Node | undefined, fail: (reason: string) => never): string | undefined {
  if (!node || isUndefined(node)) return undefined;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  const [part] = node.type === "TemplateLiteral" ? childrenOf(node, "quasis") : [];
  if (part && childrenOf(node, "expressions").length === 0) return templateText(part);
  return fail("The text and context of a message must be literals.");
}

function readValues(node: Node | undefined, fail: (reason: string) => never): Map<string, Node> {
  if (!node || isUndefined(node)) return new Map();
  if (node.type !== "ObjectExpression") return fail("The values of a message must be an object literal.");
  return new Map(
    childrenOf(node, "properties").map((property): [string, Node] => {
      const key = childOf(property, "key");
      const value = childOf(property, "value");
      if (!value || property.computed === true) return fail("Value names must be plain identifiers.");
      return [String(key?.name ?? key?.value), value];
    }),
  );
}

/** Returns whether an expression is `undefined`, or `void 0` in built code. */
function isUndefined(node: Node): boolean {
  return (node.type === "Identifier" && node.name === "undefined") || node.type === "UnaryExpression";
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
