import { parseSync } from "vite";

/** Syntax tree node, as defined by ESTree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Parses a source file. @throws Error with the file name for a syntax error */
export function parseFile(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0 || !isNode(program)) throw new Error(`${file}: ${errors[0]?.message}`);
  return program;
}

/** Visits every node, parents before children. `ancestors` changes after `see` returns. */
export function visit(node: Node, ancestors: Node[], see: (node: Node, ancestors: readonly Node[]) => void): void {
  see(node, ancestors);
  ancestors.push(node);
  for (const field of Object.keys(node)) {
    for (const child of childrenOf(node, field)) visit(child, ancestors, see);
  }
  ancestors.pop();
}

/** Returns the node in a field of a node. */
export function childOf(node: Node | undefined, field: string): Node | undefined {
  return node ? childrenOf(node, field)[0] : undefined;
}

/** Returns the nodes in a field of a node. */
export function childrenOf(node: Node, field: string): Node[] {
  const value = node[field];
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

/** Returns the text of a part (`TemplateElement`) of a template literal. */
export function templateText({ value }: Node): string {
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
}

export function lineOf(code: string, offset: number): number {
  return code.slice(0, offset).split("\n").length;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
