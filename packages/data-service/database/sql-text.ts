/** A value passed as one JSON parameter. */
export class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Names chosen by the code, never by a client; written into the SQL text, quoted and separated by commas. */
export class Name {
  readonly names: readonly string[];

  constructor(...names: string[]) {
    this.names = names;
  }
}

/** Writes `(columns) values (…), (…)` of an insert; every row has the columns of the first. */
export class Rows {
  readonly rows: readonly Record<string, unknown>[];

  constructor(rows: readonly Record<string, unknown>[]) {
    this.rows = rows;
  }
}

/** SQL fragment from a template, usable within another one. */
export type Fragment = { readonly parts: readonly string[]; readonly given: readonly unknown[] };

export type SqlText = { text: string; values: (string | Buffer | null)[] };

/**
 * Returns the SQL of a template with `$1…` for its values: no value ever becomes part of the text.
 * @throws TypeError for values without a PostgreSQL form, such as `undefined`
 */
export function toSqlText(fragment: Fragment, isFragment: (value: unknown) => value is Fragment): SqlText {
  const values: SqlText["values"] = [];
  const bind = (value: unknown) => `$${values.push(toParameter(value))}`;
  const write = ({ parts, given }: Fragment): string =>
    parts.reduce((text, part, place) => text + writeOne(given[place - 1]) + part);
  const writeOne = (value: unknown): string => {
    if (isFragment(value)) return write(value);
    if (value instanceof Name) {
      return value.names.map((name) => name.split(".").map(identifier).join(".")).join(", ");
    }
    if (value instanceof Json) return `${bind(value)}::jsonb`;
    if (value instanceof Rows) {
      const columns = Object.keys(value.rows[0] ?? {});
      const lines = value.rows.map((row) => `(${columns.map((column) => bind(row[column])).join(", ")})`);
      return `(${columns.map(identifier).join(", ")}) values ${lines.join(", ")}`;
    }
    return bind(value);
  };
  return { text: write(fragment), values };
}

/** Quotes an identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function toParameter(value: unknown): string | Buffer | null {
  if (value === null) return null;
  if (typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Json) return JSON.stringify(value.value);
  if (Array.isArray(value)) return arrayLiteral(value);
  throw new TypeError(`A ${value === undefined ? "missing value" : typeof value} is not a valid SQL parameter.`);
}

/** Returns PostgreSQL's text form of a one-dimensional array. @throws TypeError as `toSqlText` */
export function arrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    const text = toParameter(value);
    return text === null ? "null" : `"${String(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  });
  return `{${elements.join(",")}}`;
}
