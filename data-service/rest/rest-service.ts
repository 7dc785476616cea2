import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type IdentifiedCaller, identifyCaller, NoKey } from "../caller.ts";
import type { Sql } from "../database/connect.ts";
import { type Row, runAs } from "../database/run-as.ts";
import { InvalidToken, type Tokens } from "../tokens.ts";
import { buildCall } from "./build-call.ts";
import { findRelation, QueryBuilder, qualified, Statement } from "./build-sql.ts";
import { buildDelete, buildInsert, buildUpdate, type WriteRequest } from "./build-writes.ts";
import { type ParsedQuery, parseQuery } from "./parse-request.ts";
import { type Preferences, parsePreferences } from "./preferences.ts";
import { fromDatabaseError, isDatabaseError, notUnderstood, RestError } from "./rest-error.ts";
import type { SchemaCache } from "./schema-cache.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const OBJECT_TYPE = "application/vnd.pgrst.object+json";

export interface RestServiceOptions {
  sql: Sql;
  tokens: Tokens;
  schema: SchemaCache;
  /** Told of what is answered with a 500. */
  logError: (error: unknown) => void;
}

/**
 * `/rest/v1`, answered as PostgREST does: https://docs.postgrest.org/en/stable/references/api.html
 * Mount it under that path. Rights are the database's: each request runs as its caller's role.
 */
export function createRestService({ sql, tokens, schema, logError }: RestServiceOptions): Hono {
  const app = new Hono();

  app.onError((error, c) => {
    const answer = toRestError(error, isAnonymous(c));
    if (answer.status >= 500) logError(error);
    return c.json(answer.toJSON(), answer.status as 400);
  });
  app.notFound((c) =>
    c.json(new RestError(404, "PGRST125", "Invalid path specified in request URL").toJSON(), 404),
  );
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new RestError(413, "PGRST100", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
      },
    }),
  );

  app.on(["GET", "HEAD"], "/:table", (c) => read(c));
  app.post("/:table", (c) => write(c, buildInsert, 201));
  app.patch("/:table", (c) => write(c, buildUpdate, 200));
  app.delete("/:table", (c) => write(c, buildDelete, 200));
  app.on(["GET", "HEAD"], "/rpc/:name", (c) => call(c, true));
  app.post("/rpc/:name", (c) => call(c, false));
  app.all("*", (c) => {
    throw new RestError(405, "PGRST117", `Unsupported HTTP method: ${c.req.method}`);
  });
  return app;

  async function read(c: Context): Promise<Response> {
    const caller = await identify(c, tokens);
    const preferences = parsePreferences(c.req.header("prefer"));
    const format = acceptedFormat(c);
    const query = parseQuery(new URL(c.req.url).searchParams);
    applyRange(c, query);
    const relation = findRelation(schema, c.req.param("table") ?? "");
    const statement = new Statement();
    const from = qualified(relation.name);
    const rows = new QueryBuilder(schema, query, statement).select(from, relation, relation.name);
    const total = preferences.count
      ? `(${new QueryBuilder(schema, query, statement).count(from, relation, relation.name)})::text`
      : "null::text";
    const text = `select coalesce(json_agg(shown), '[]')::text as body, count(shown)::text as n, ${total} as total from (${rows}) as shown`;
    const [row] = await runAs(sql, caller, { text, values: statement.values }, { isReadOnly: true });
    return answerRows(c, row, format, query);
  }

  async function write(
    c: Context,
    build: (request: WriteRequest) => string,
    status: number,
  ): Promise<Response> {
    const caller = await identify(c, tokens);
    const preferences = parsePreferences(c.req.header("prefer"));
    const format = acceptedFormat(c);
    const query = parseQuery(new URL(c.req.url).searchParams);
    const statement = new Statement();
    const body = c.req.method === "DELETE" ? undefined : await parseBody(c);
    const isEmptyList = Array.isArray(body) && body.length === 0;
    const request = { schema, table: c.req.param("table") ?? "", query, preferences, statement, body };
    findRelation(schema, request.table);
    const [row] = isEmptyList
      ? [{ body: "[]", n: "0" }]
      : await runAs(
          sql,
          caller,
          { text: build(request), values: statement.values },
          { isReadOnly: false, check: (rows) => checkWritten(rows[0], preferences, format) },
        );
    return answerWritten(c, row, preferences, format, status);
  }

  async function call(c: Context, isGet: boolean): Promise<Response> {
    const caller = await identify(c, tokens);
    const preferences = parsePreferences(c.req.header("prefer"));
    const format = acceptedFormat(c);
    const query = parseQuery(new URL(c.req.url).searchParams, true);
    if (!isGet && query.rest.size > 0) throw notUnderstood("The arguments of a POST stand in its body.");
    const given = isGet ? Object.fromEntries(query.rest) : await parseArguments(c);
    const statement = new Statement();
    const name = c.req.param("name") ?? "";
    const { sql: text, called } = buildCall({ schema, name, given, query, statement });
    const [row] = await runAs(
      sql,
      caller,
      { text, values: statement.values },
      // Only what promises not to write may be called by GET.
      isGet || !called.isVolatile
        ? { isReadOnly: true }
        : {
            isReadOnly: false,
            check: (rows) => checkWritten(rows[0], preferences, called.returnsSet ? format : "rows"),
          },
    );
    if (called.returnsVoid) return c.body(null, 204);
    if (called.returnsSet) return answerRows(c, row, format, query);
    return jsonText(c, row?.["body"] ?? "null", 200);
  }
}

type Format = "rows" | "object";

async function identify(c: Context, tokens: Tokens): Promise<IdentifiedCaller> {
  const caller = await identifyCaller(c, tokens);
  c.set("isAnonymous", caller.role === "anon");
  return caller;
}

function isAnonymous(c: Context): boolean {
  return c.get("isAnonymous") !== false;
}

function toRestError(error: unknown, anonymous: boolean): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof NoKey) {
    return new RestError(
      401,
      "PGRST301",
      "No API key found in request",
      null,
      "No `apikey` request header or url param was found.",
    );
  }
  if (error instanceof InvalidToken) {
    return new RestError(401, error.isExpired ? "PGRST303" : "PGRST301", error.message);
  }
  if (isDatabaseError(error)) return fromDatabaseError(error, anonymous);
  return new RestError(500, "PGRSTX00", "The request could not be carried out.");
}

function acceptedFormat(c: Context): Format {
  const accept = c.req.header("accept") ?? "*/*";
  const types = accept.split(",").map((type) => type.split(";", 1)[0]?.trim());
  if (types.includes(OBJECT_TYPE)) {
    if (accept.includes("nulls=stripped")) throw unacceptable(accept);
    return "object";
  }
  if (types.some((type) => type === "*/*" || type === "application/json" || type === "application/*")) {
    return "rows";
  }
  throw unacceptable(accept);
}

function unacceptable(accept: string): RestError {
  return new RestError(406, "PGRST107", `None of these media types are available: ${accept}`);
}

/** `Range: 0-9` is the header form of limit and offset. */
function applyRange(c: Context, query: ParsedQuery): void {
  const header = c.req.header("range");
  if (header === undefined) return;
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header);
  if (!match) throw notUnderstood(`"Range: ${header}" is not understood.`);
  const first = Number(match[1]);
  const last = match[2] === undefined ? null : Number(match[2]);
  if (last !== null && last < first) {
    throw new RestError(
      416,
      "PGRST103",
      "Requested range not satisfiable",
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  const top = query.relations.get("");
  if (!top) return;
  top.offset += first;
  if (last !== null) top.limit = Math.min(top.limit ?? Number.MAX_SAFE_INTEGER, last - first + 1);
}

async function parseBody(c: Context): Promise<unknown> {
  const type = c.req.header("content-type") ?? "application/json";
  if (!type.startsWith("application/json")) {
    throw new RestError(415, "PGRST102", `Content-Type not acceptable: ${type}`);
  }
  try {
    return JSON.parse(await c.req.text()) as unknown;
  } catch (error) {
    if (error instanceof RestError) throw error;
    throw new RestError(400, "PGRST102", "Empty or invalid json");
  }
}

async function parseArguments(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === "") return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RestError(400, "PGRST102", "Empty or invalid json");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new RestError(400, "PGRST102", "The arguments of a function are one JSON object");
  }
  return body as Record<string, unknown>;
}

function checkWritten(row: Row | undefined, preferences: Preferences, format: Format): void {
  const count = Number(row?.["n"] ?? 0);
  if (preferences.maxAffected !== null && count > preferences.maxAffected) {
    throw new RestError(
      400,
      "PGRST124",
      "Query result exceeds max-affected preference constraint",
      `The query affects ${count} rows`,
    );
  }
  if (format === "object" && row?.["body"] != null && count !== 1) throw notOneRow(count);
}

function notOneRow(count: number): RestError {
  return new RestError(
    406,
    "PGRST116",
    "Cannot coerce the result to a single JSON object",
    `The result contains ${count} rows`,
  );
}

function answerRows(c: Context, row: Row | undefined, format: Format, query: ParsedQuery): Response {
  const count = Number(row?.["n"] ?? 0);
  const total = row?.["total"] == null ? null : Number(row["total"]);
  const offset = query.relations.get("")?.offset ?? 0;
  if (total !== null && offset > total) {
    throw new RestError(
      416,
      "PGRST103",
      "Requested range not satisfiable",
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
    );
  }
  c.header("content-range", `${count === 0 ? "*" : `${offset}-${offset + count - 1}`}/${total ?? "*"}`);
  if (format === "object" && count !== 1) throw notOneRow(count);
  const body = row?.["body"] ?? "[]";
  const status = total !== null && count < total ? 206 : 200;
  if (c.req.method === "HEAD") return c.body(null, status);
  return jsonText(c, format === "object" ? body.slice(1, -1) : body, status);
}

function answerWritten(
  c: Context,
  row: Row | undefined,
  preferences: Preferences,
  format: Format,
  status: number,
): Response {
  const count = Number(row?.["n"] ?? 0);
  const applied = c.req.header("prefer");
  if (applied)
    c.header(
      "preference-applied",
      applied
        .split(",")
        .map((part) => part.trim())
        .join(", "),
    );
  c.header("content-range", `*/${preferences.count ? count : "*"}`);
  if (preferences.return !== "representation") return c.body(null, status === 201 ? 201 : 204);
  const body = row?.["body"] ?? "[]";
  return jsonText(c, format === "object" ? body.slice(1, -1) : body, status);
}

function jsonText(c: Context, text: string, status: number): Response {
  return c.body(text, status as 200, { "content-type": "application/json; charset=utf-8" });
}
