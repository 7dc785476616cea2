import type { PoolClient } from "pg";
import { fromDriver } from "./database-error.ts";
import { statementName } from "./prepared.ts";
import { type Fragment, Json, Name, Rows, toSqlText } from "./sql-text.ts";

type AnyRow = Record<string, unknown>;

/**
 * SQL as a template: each value becomes a parameter (an array becomes a single array parameter), and a nested template
 * is inlined. The query runs when it is awaited.
 * @throws DatabaseUnavailable, or PostgreSQL's error unchanged
 */
export interface Queries {
  <Found extends readonly object[] = AnyRow[]>(parts: TemplateStringsArray, ...given: readonly unknown[]): Query<Found>;
  /** Passes a value as `jsonb`. */
  json(value: object): Json;
  /** Inserts names chosen by the code, such as a list of columns, or a table's name with a dot. */
  identifier(...names: string[]): Name;
  /** `insert into t ${sql.rows([{ a: 1 }, { a: 2 }])}` */
  rows(rows: readonly object[]): Rows;
  /** Runs trusted SQL unchanged, possibly several statements, such as a migration. */
  script(text: string): Promise<void>;
  /** Runs SQL text with `$1…` placeholders. */
  run(text: string, values: readonly unknown[]): Promise<{ rows: AnyRow[]; rowCount: number }>;
}

/** Queries on the connection of a transaction. */
export type TransactionSql = Queries;

type Use = <Result>(work: (client: PoolClient) => Promise<Result>, statement: string) => Promise<Result>;

/**
 * Creates the query functions.
 * @param use lends a connection for one query
 */
export function createQueries(use: Use): Queries {
  const run: Queries["run"] = (text, values) =>
    use(async (client) => {
      const name = statementName(client, text);
      const { rows, rowCount } = await client
        .query({ text, values: [...values], ...(name ? { name } : {}) })
        .catch(throwAsOurs);
      return { rows, rowCount: rowCount ?? 0 };
    }, text);
  const template = <Found extends readonly object[] = AnyRow[]>(
    parts: TemplateStringsArray,
    ...given: readonly unknown[]
  ) =>
    new Query<Found>(parts, given, async (query) => {
      const { text, values } = toSqlText(query, isQuery);
      return (await run(text, values)).rows as never;
    });
  return Object.assign(template, {
    json: (value: object) => new Json(value),
    identifier: (...names: string[]) => new Name(...names),
    rows: (rows: readonly object[]) => new Rows(rows as readonly AnyRow[]),
    script: (text: string) => use(async (client) => void (await client.query(text).catch(throwAsOurs)), text),
    run,
  });
}

/** A promise of rows that runs its query when first awaited. Until then, it can be nested as a SQL fragment. */
class Query<Found> implements Promise<Found>, Fragment {
  readonly [Symbol.toStringTag] = "Query";
  readonly parts: readonly string[];
  readonly given: readonly unknown[];
  readonly #run: (query: Query<Found>) => Promise<Found>;
  #result: Promise<Found> | undefined;

  constructor(parts: readonly string[], given: readonly unknown[], run: (query: Query<Found>) => Promise<Found>) {
    this.parts = parts;
    this.given = given;
    this.#run = run;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Done = Found, Failed = never>(
    done?: ((found: Found) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#execute().then(done, failed);
  }

  catch<Failed = never>(failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Found | Failed> {
    return this.#execute().catch(failed);
  }

  finally(end?: (() => void) | null): Promise<Found> {
    return this.#execute().finally(end);
  }

  #execute(): Promise<Found> {
    this.#result ??= this.#run(this);
    return this.#result;
  }
}

function throwAsOurs(error: unknown): never {
  throw fromDriver(error);
}

function isQuery(value: unknown): value is Fragment {
  return value instanceof Query;
}
