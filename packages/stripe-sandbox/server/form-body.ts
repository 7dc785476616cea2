import { invalidRequest } from "./stripe-error.ts";

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

const MAX_DEPTH = 6;

/**
 * Parses a form-encoded body or query like Stripe: `a[b][c]=1` is `{ a: { b: { c: "1" } } }`, `a[]=1` and `a[0]=1` are
 * lists. Values stay text; their readers convert them.
 * @throws StripeSandboxError 400 for names that nest too deeply or contradict each other
 */
export function parseFormBody(encoded: string): FormFields {
  const root = newFields();
  for (const [name, value] of new URLSearchParams(encoded)) {
    setField(root, splitName(name), value, name);
  }
  return listsFrom(root) as FormFields;
}

/** Creates an object without a prototype, because a parameter may have any name. */
function newFields(): FormFields {
  return Object.create(null);
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw invalidRequest(`Invalid parameter name: ${name}`, { param: name });
  const [, first = "", rest = ""] = match;
  const path = [
    first,
    ...rest
      .split("[")
      .slice(1)
      .map((part) => part.slice(0, -1)),
  ];
  if (path.length > MAX_DEPTH) throw invalidRequest(`Parameter nests too deeply: ${name}`, { param: name });
  return path;
}

function setField(root: FormFields, path: string[], value: string, name: string): void {
  let place: FormFields = root;
  for (const part of path.slice(0, -1)) {
    const key = part === "" ? String(Object.keys(place).length) : part;
    const next = place[key] ?? newFields();
    if (typeof next === "string" || Array.isArray(next)) throw invalidRequest("Invalid object", { param: name });
    place[key] = next;
    place = next;
  }
  const last = path.at(-1) ?? "";
  const key = last === "" ? String(Object.keys(place).length) : last;
  if (typeof place[key] === "object") throw invalidRequest("Invalid string", { param: name });
  place[key] = value;
}

/** Converts objects whose keys are 0, 1, 2… to lists. */
function listsFrom(value: FormValue): FormValue {
  if (typeof value === "string") return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listsFrom(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.assign(Object.create(null), Object.fromEntries(entries));
}
