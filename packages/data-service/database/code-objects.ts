import { createHash } from "node:crypto";

/** A composite type, function (with all its overloads), view, trigger, or policy, as the schema files declare it. */
export interface CodeObject {
  kind: "type" | "function" | "view" | "trigger" | "policy";
  /** Name with schema; of a trigger or policy its name alone. */
  name: string;
  /** Table of a trigger or policy. */
  table: string | null;
  /** Its statements, with comments and grants, in the order of the files. */
  text: string;
  /** Statements of the composite types that it names; when one changes, everything that names it is created again. */
  types: string;
}

/** Quoted texts, comments, and the end of a statement. */
const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;/gi;
const LEADING_COMMENTS = /^(?:\s+|--[^\n]*\n)+/;

/**
 * Splits SQL into its statements, without the comments before them.
 * @throws Error for a body between `begin atomic` and `end`, and for text after the last semicolon
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const token of sql.matchAll(TOKENS)) {
    if (token[0] !== ";") continue;
    statements.push(sql.slice(start, token.index + 1).replace(LEADING_COMMENTS, ""));
    start = token.index + 1;
  }
  const rest = `${sql.slice(start)}\n`.replace(LEADING_COMMENTS, "");
  if (rest !== "") throw new Error(`A statement has no semicolon: ${firstLine(rest)}`);
  const atomic = statements.find((statement) => /\bbegin\s+atomic\b/i.test(statement.replace(TOKENS, "")));
  if (atomic) throw new Error(`A body in "begin atomic" cannot be split: ${firstLine(atomic)}`);
  return statements;
}

const NAME = String.raw`(?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))*`;
/** Statements that create a code object; the groups are its name and the table of a trigger or policy. */
const CREATE: Readonly<Record<CodeObject["kind"], RegExp>> = {
  type: new RegExp(String.raw`^create type (${NAME}) as \(`, "i"),
  function: new RegExp(String.raw`^create(?: or replace)? function (${NAME})\s*\(`, "i"),
  view: new RegExp(`^create(?: or replace)? view (${NAME})`, "i"),
  trigger: new RegExp(String.raw`^create(?: constraint)? trigger (${NAME})[\s\S]*?\son (${NAME})`, "i"),
  policy: new RegExp(String.raw`^create policy (${NAME})\s+on (${NAME})`, "i"),
};
/** Statements that belong to a type, function, or view that an earlier statement created. */
const BELONGING = [
  new RegExp(`^comment on (?:type|function|view) (${NAME})`, "i"),
  new RegExp(String.raw`^comment on column (${NAME})\.\w+ is`, "i"),
  new RegExp(String.raw`^(?:grant|revoke) execute on function (${NAME})\s*\([^)]*\)\s+(?:to|from)`, "i"),
  new RegExp(String.raw`^(?:grant|revoke) [\s\S]*? on (?!function|schema)(?:table )?(${NAME})\s+(?:to|from)`, "i"),
  new RegExp(String.raw`^select (${NAME})\s*\(`, "i"),
];
/** Statements about tables and rows; they run once, in a new database, and later by a file of changes. */
const OF_TABLES =
  /^(?:create (?:schema|table|type|domain|sequence|extension|(?:unique )?index)|alter (?:table|type|domain|sequence|default privileges)|comment on (?:schema|table|column|type|domain|constraint|index|sequence)|(?:grant|revoke) (?![^;]* on function)|insert into|update|delete from)\b/i;

/**
 * Lists the composite types, functions, views, triggers, and policies that SQL creates, in its order. Statements about
 * tables and rows are left out.
 * @throws Error for a statement that is neither
 */
export function readCode(sql: string): CodeObject[] {
  const objects = new Map<string, CodeObject>();
  for (const statement of splitStatements(sql)) {
    const created = objectOf(statement);
    const owner = created ?? belongsTo(statement, objects);
    if (owner === null) {
      if (OF_TABLES.test(statement)) continue;
      throw new Error(`The statement is neither about a table nor about code: ${firstLine(statement)}`);
    }
    const known = objects.get(keyOf(owner));
    if (known) known.text += `\n${statement}`;
    else objects.set(keyOf(owner), owner);
  }
  const types = new Map<string, string>();
  for (const object of objects.values()) {
    const named = new Set(object.text.match(/\b\w+\.\w+/g));
    object.types = [...named].map((name) => (name === object.name ? "" : (types.get(name) ?? ""))).join("");
    if (object.kind === "type") types.set(object.name, object.types + object.text);
  }
  return [...objects.values()];
}

/** Returns the key of an object: unique, and readable in messages. */
export function keyOf({ kind, name, table }: { kind: string; name: string; table: string | null }): string {
  return table === null ? `${kind} ${name}` : `${kind} "${name}" on ${table}`;
}

/** Returns a hash of an object, eight hexadecimal digits. */
export function hashOf(object: CodeObject): string {
  return createHash("sha256")
    .update(`${keyOf(object)}\n${object.text}`)
    .digest("hex")
    .slice(0, 8);
}

/** A form of a function: its input parameters, without their defaults, and how many have no default. */
type Form = { parameters: string[]; requiredCount: number };

/**
 * Lists the forms of functions that callers of the previous version lose: without a form that takes the same parameters
 * first and needs no others.
 */
export function lostForms(before: readonly CodeObject[], now: readonly CodeObject[]): string[] {
  const current = new Map(now.map((object) => [keyOf(object), formsOf(object)]));
  const replaces = (next: Form, form: Form) =>
    next.requiredCount <= form.requiredCount && form.parameters.every((each, place) => each === next.parameters[place]);
  // Clients cannot call trigger functions.
  const callable = before.filter(({ text }) => !/ returns trigger\b/.test(text));
  return callable.flatMap((object) =>
    formsOf(object)
      .filter((form) => !current.get(keyOf(object))?.some((next) => replaces(next, form)))
      .map(({ parameters }) => `${object.name}(${parameters.join(", ")})`),
  );
}

/** Lists the forms of a function; none of another object. */
export function formsOf(object: CodeObject): Form[] {
  if (object.kind !== "function") return [];
  return splitStatements(object.text).flatMap((statement) => {
    const start = CREATE.function.exec(statement);
    if (!start) return [];
    const all = parametersOf(statement.slice(start[0].length)).filter((each) => !/^out\s/i.test(each));
    return {
      parameters: all.map((each) => each.replace(/\s+(?:default\s|=)[\s\S]*$/i, "").toLowerCase()),
      requiredCount: all.filter((each) => !/\s(?:default\s|=)/i.test(each)).length,
    };
  });
}

function parametersOf(text: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 0;
  for (const token of text.matchAll(/'(?:[^']|'')*'|[(),]/g)) {
    const isEnd = token[0] === ")" && depth === 0;
    if (isEnd || (token[0] === "," && depth === 0)) {
      parameters.push(text.slice(start, token.index).replace(/\s+/g, " ").trim());
      start = token.index + 1;
    }
    if (isEnd) break;
    if (token[0] === "(") depth += 1;
    if (token[0] === ")") depth -= 1;
  }
  return parameters.filter((each) => each !== "");
}

function objectOf(statement: string): CodeObject | null {
  for (const kind of ["type", "function", "view", "trigger", "policy"] as const) {
    const [found, name = "", table = null] = CREATE[kind].exec(statement) ?? [];
    if (!found) continue;
    const object = { kind, name: unquoted(name), table, text: statement, types: "" };
    return table === null ? object : { ...object, name: cut(object.name), table: unquoted(table) };
  }
  return null;
}

function belongsTo(statement: string, objects: ReadonlyMap<string, CodeObject>): CodeObject | null {
  for (const pattern of BELONGING) {
    const name = unquoted(pattern.exec(statement)?.[1] ?? "");
    const owner = ["type", "function", "view"].map((kind) => objects.get(`${kind} ${name}`)).find(Boolean);
    if (owner) return owner;
  }
  return null;
}

function unquoted(name: string): string {
  return name.replaceAll('"', "");
}

/** Returns the first 63 bytes, which PostgreSQL keeps of a name. */
function cut(name: string): string {
  return Buffer.from(name).subarray(0, 63).toString();
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
