import { parseSync } from "vite";

/** A call of `t` in a source file. */
export interface SourceMessage {
  text: string;
  context: string | undefined;
  /** Source of each placeholder's value, by its name. */
  values: Map<string, string>;
  start: number;
  end: number;
  line: number;
  /** Enclosing component or function, and the element or attribute that shows the text. A note for translators. */
  place: string;
}

/** A node of the syntax tree, as ESTree describes it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const IMPORT = /(^|\/)messages\/t\.ts$/;
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/**
 * Reads the calls of `t` in a file.
 * @throws Error with file and line when a call cannot be translated before the program runs
 */
export function sourceMessages(file: string, code: string): SourceMessage[] {
  if (!code.includes("messages/t.ts")) return [];
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const tree = program as unknown as Node;
  if (!importsT(tree)) return [];
  const found: SourceMessage[] = [];
  visit(tree, [], (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (node.type === "Identifier" && node.name === "t" && isUse(node, parent)) {
      const fail = (reason: string) => {
        throw new Error(`${file}:${lineOf(code, node.start)}: ${reason}`);
      };
      if (parent?.type !== "CallExpression" || parent.callee !== node)
        return fail("t is called directly, never passed on.");
      if (!ancestors.some(({ type }) => FUNCTIONS.includes(type))) {
        return fail("t is called within a function: a module has no language.");
      }
      found.push(readCall(parent, ancestors.slice(0, -1), code, fail));
    }
  });
  return found;
}

/** Visits every node, parents first. */
export function visit(node: Node, ancestors: Node[], see: (node: Node, ancestors: Node[]) => void): void {
  see(node, ancestors);
  const within = [...ancestors, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, within, see);
    }
  }
}

export function lineOf(code: string, offset: number): number {
  return code.slice(0, offset).split("\n").length;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

function importsT(tree: Node): boolean {
  return (tree.body as Node[]).some(
    (statement) =>
      statement.type === "ImportDeclaration" &&
      IMPORT.test(String((statement.source as Node).value)) &&
      (statement.specifiers as Node[]).some(({ local }) => (local as Node).name === "t"),
  );
}

/** Skips names in imports and of properties, which are not calls. */
function isUse(node: Node, parent: Node | undefined): boolean {
  if (!parent || parent.type === "ImportSpecifier") return false;
  if (parent.type === "MemberExpression") return parent.object === node || parent.computed === true;
  if (parent.type === "Property") return parent.value === node;
  return !parent.type.startsWith("TS");
}

function readCall(call: Node, ancestors: Node[], code: string, fail: (reason: string) => never | void): SourceMessage {
  const [text, values, context, ...more] = call.arguments as Node[];
  const literal = (node: Node | undefined): string | undefined => {
    if (!node || (node.type === "Identifier" && node.name === "undefined")) return undefined;
    if (node.type === "Literal" && typeof node.value === "string") return node.value;
    const [part] = node.type === "TemplateLiteral" ? (node.quasis as Node[]) : [];
    if (part && (node.expressions as Node[]).length === 0) return (part.value as { cooked: string }).cooked;
    fail("The text and context of a message are literals.");
    return undefined;
  };
  if (more.length > 0 || !text) fail("t takes a text, values, and a context.");
  return {
    text: literal(text) ?? "",
    context: literal(context),
    values: readValues(values, code, fail),
    start: call.start,
    end: call.end,
    line: lineOf(code, call.start),
    place: placeOf(ancestors, code),
  };
}

function readValues(node: Node | undefined, code: string, fail: (reason: string) => void): Map<string, string> {
  if (!node || (node.type === "Identifier" && node.name === "undefined")) return new Map();
  if (node.type !== "ObjectExpression") {
    fail("The values of a message are written as an object.");
    return new Map();
  }
  return new Map(
    (node.properties as Node[]).map((property): [string, string] => {
      const { key, value } = property as unknown as { key: Node; value: Node };
      if (property.type !== "Property" || property.computed === true) fail("Values have plain names.");
      return [String(key.name ?? key.value), code.slice(value.start, value.end)];
    }),
  );
}

function placeOf(ancestors: Node[], code: string): string {
  const around = ancestors.toReversed();
  const named = around.map(nameOf).find(Boolean) ?? "";
  const attribute = around.find(({ type }) => type === "JSXAttribute");
  const element = around.find(({ type }) => type === "JSXElement");
  const opening = element?.openingElement as Node | undefined;
  const tag = opening ? code.slice((opening.name as Node).start, (opening.name as Node).end) : "";
  const name = attribute ? ` ${code.slice((attribute.name as Node).start, (attribute.name as Node).end)}` : "";
  return tag ? `${named} <${tag}${name}>` : named;
}

function nameOf(node: Node): string {
  if (node.type === "FunctionDeclaration") return String((node.id as Node | null)?.name ?? "");
  if (node.type !== "VariableDeclarator") return "";
  return String((node.id as Node).name ?? "");
}
