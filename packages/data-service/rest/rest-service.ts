import { type Context, Hono } from "hono";
import type { IdentifiedCaller } from "../caller.ts";
import { RETRY_AFTER_SECONDS } from "../database/database-error.ts";
import type { RequestPools } from "../database/request-pools.ts";
import { type Row, runAs } from "../database/run-as.ts";
import type { DataServiceEvent } from "../events.ts";
import { limitBody } from "../limit-body.ts";
import type { Tokens } from "../tokens.ts";
import { createAdmission, hold } from "./admission.ts";
import { type AdmitCall, requireTurn } from "./admit-call.ts";
import { buildCall } from "./build-call.ts";
import { buildDelete, buildInsert, buildUpdate, type WriteRequest } from "./build-writes.ts";
import { checkCost, checkInsertedRows, checkSelectLength } from "./check-cost.ts";
import { type ParsedQuery, parseQuery } from "./parse-request.ts";
import { parsePreferences } from "./preferences.ts";
import { QueryBuilder } from "./query-builder.ts";
import { readArguments, readJson } from "./read-body.ts";
import { answerBody, answerRows, answerWritten, checkWritten, noteApplied } from "./responses.ts";
import { notUnderstood, RestError, toRestError } from "./rest-error.ts";
import type { RestLimits } from "./rest-limits.ts";
import type { SchemaCache } from "./schema-cache.ts";
import { findRelation, qualified, Statement } from "./statement.ts";
import { acceptedFormat, type Format, showRows } from "./write-body.ts";

const MAX_BODY_BYTES = 1024 * 1024;

const STATEMENT_TIMEOUT = "57014";

export interface RestServiceOptions {
  sql: RequestPools;
  tokens: Tokens;
  schema: SchemaCache;
  limits: RestLimits;
  /** Returns the client address, or null for a call within the process. */
  addressOf: (context: Context) => string | null;
  /** Calls back once the response is sent or the client has disconnected. */
  onAnswered: (context: Context, callback: () => void) => void;
  /** By default, every call is admitted. */
  admitCall?: AdmitCall | undefined;
  /** Receives each request whose statement reached its time limit. */
  observe: (event: Extract<DataServiceEvent, { type: "timeout" }>) => void;
  /** Receives errors that lead to a 500 response. */
  logError: (error: unknown) => void;
}

/**
 * Serves `/rest/v1` with PostgREST's API: https://docs.postgrest.org/en/stable/references/api.html Mount it under that
 * path. The database enforces permissions: each request runs with its caller's role.
 */
export function createRestService(options: RestServiceOptions): Hono {
  const { sql, schema, limits, logError } = options;
  const admission = createAdmission(options);
  const app = new Hono();

  app.onError((error, c) => {
    const answer = toRestError(error, isAnonymous(c));
    if (answer.status >= 500) logError(error);
    if (answer.code === "54000") admission.noteRejection(c);
    if (answer.code === STATEMENT_TIMEOUT) options.observe({ type: "timeout", context: c });
    if (answer.status === 503) c.header("retry-after", String(RETRY_AFTER_SECONDS));
    return c.json(answer.toJSON(), answer.status as 400);
  });
  app.use(async (c, next) => {
    c.header("cache-control", "no-store");
    if (c.req.url.includes("%00")) {
      throw new RestError(400, "22021", 'invalid byte sequence for encoding "UTF8": 0x00');
    }
    await next();
  });
  app.use(
    limitBody(MAX_BODY_BYTES, () => {
      throw new RestError(413, "PGRST100", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    }),
  );

  app.on(["GET", "HEAD"], "/:table", (c) => read(c));
  app.post("/:table", (c) => write(c, buildInsert));
  app.patch("/:table", (c) => write(c, buildUpdate));
  app.delete("/:table", (c) => write(c, buildDelete));
  app.post("/rpc/:name", (c) => call(c));
  app.all("*", (c) => {
    throw unknownPath(c);
  });
  return app;

  async function read(c: Context): Promise<Response> {
    const caller = await admission.identify(c);
    const requested = { preferences: parsePreferences(c.req.header("prefer")), format: accepted(c) };
    const query = readQuery(c, caller, limits);
    const relation = findRelation(schema, c.req.param("table") ?? "");
    const statement = new Statement();
    const from = qualified(relation.name);
    const rows = new QueryBuilder(schema, query, statement).select(from, relation);
    const total = requested.preferences.count
      ? `(${new QueryBuilder(schema, query, statement).count(from, relation)})::text`
      : "null::text";
    const text = `with ${showRows(rows, maxBytesOf(caller, limits), `${total} as total`)}`;
    const [row] = await runAs(sql, caller, { text, values: statement.values }, { isReadOnly: true });
    hold(c, row);
    return answerRows(c, row, { ...requested, query });
  }

  async function write(c: Context, build: (request: WriteRequest) => string | null): Promise<Response> {
    const caller = await admission.identify(c);
    const requested = { preferences: parsePreferences(c.req.header("prefer")), format: accepted(c) };
    const query = readQuery(c, caller, limits);
    const statement = new Statement();
    const body = c.req.method === "DELETE" ? undefined : await readJson(c);
    checkInsertedRows(body, caller, limits);
    const maxBytes = maxBytesOf(caller, limits);
    const table = c.req.param("table") ?? "";
    const text = build({ schema, table, query, preferences: requested.preferences, statement, maxBytes, body });
    const nothing = { body: "[]", n: "0", written: "0", updated: null };
    if (text === null) checkWritten(nothing, requested.format);
    const check = checkOf(c, caller, requested.format);
    const [row] =
      text === null
        ? [nothing]
        : await runAs(sql, caller, { text, values: statement.values }, { isReadOnly: false, check });
    return answerWritten(c, row, requested);
  }

  async function call(c: Context): Promise<Response> {
    const caller = await admission.identify(c);
    const preferences = parsePreferences(c.req.header("prefer"));
    const format = accepted(c);
    const name = c.req.param("name") ?? "";
    if (options.admitCall) requireTurn(c, caller, name, options.admitCall);
    const query = readQuery(c, caller, limits);
    const given = await readArguments(c);
    const statement = new Statement();
    const maxBytes = maxBytesOf(caller, limits);
    const request = { schema, name, given, query, preferences, statement, maxBytes };
    const { sql: text, called } = buildCall(request);
    const isOneValue = !called.returnsSet;
    // The response is small enough without a check, so commit at once: others may wait for locks of the function.
    const isOneRow = isOneValue && called.columns.length > 0 && query.relations.size === 1;
    const [row] = await runAs(
      sql,
      caller,
      { text, values: statement.values },
      !called.isVolatile
        ? { isReadOnly: true, limitMs: called.limitMs }
        : {
            isReadOnly: false,
            limitMs: called.limitMs,
            check: isOneRow ? null : checkOf(c, caller, isOneValue ? null : format),
          },
    );
    if (!called.isVolatile) hold(c, row);
    return answerCalled(c, row, called, { format, preferences, query });
  }
}

/** Returns the error for a path or method that no route handles. */
function unknownPath(c: Context): RestError {
  if (c.req.path.includes("/rest/v1/rpc/")) {
    return new RestError(405, "PGRST117", `Call functions with POST, not ${c.req.method}`);
  }
  if (c.req.method !== "GET" && c.req.method !== "HEAD") {
    return new RestError(405, "PGRST117", `Unsupported HTTP method: ${c.req.method}`);
  }
  return /\/rest\/v1\/?$/.test(c.req.path)
    ? new RestError(404, "PGRST126", "Root endpoint metadata is disabled")
    : new RestError(404, "PGRST125", "Invalid path specified in request URL");
}

function readQuery(c: Context, caller: IdentifiedCaller, limits: RestLimits): ParsedQuery {
  if (c.req.header("range") !== undefined) {
    throw notUnderstood("Use limit and offset instead of a Range header.");
  }
  const { searchParams } = new URL(c.req.url);
  checkSelectLength(searchParams.get("select") ?? "", caller, limits);
  const query = parseQuery(searchParams);
  checkCost(query, caller, limits);
  return query;
}

/**
 * Returns a check before a write is committed: of the response size, and that exactly one row was affected if one was
 * requested.
 * @param format null if the response has no rows
 */
function checkOf(c: Context, caller: IdentifiedCaller, format: Format | null) {
  if (caller.role === "service_role" && format?.kind !== "object") return null;
  return ([row]: Row[]) => {
    hold(c, row);
    if (format) checkWritten(row, format);
  };
}

function maxBytesOf({ role }: IdentifiedCaller, limits: RestLimits): number | null {
  return role === "service_role" ? null : limits.maxAnswerBytes;
}

/** Responds with the result of a function: a value, one row, or rows. */
function answerCalled(
  c: Context,
  row: Row | undefined,
  called: ReturnType<typeof buildCall>["called"],
  requested: Parameters<typeof answerRows>[2],
): Response {
  const { format, preferences } = requested;
  if (called.returnsVoid) return c.body(null, 204);
  const isMinimal = preferences.return === "minimal";
  if (!isMinimal && called.returnsSet) return answerRows(c, row, requested);
  noteApplied(c, preferences);
  c.header("content-range", `${isMinimal ? "*" : "0-0"}/${row?.["total"] ?? "*"}`);
  if (isMinimal) return c.body(null, 204);
  // A function that returns one row responds with the row, and one that returns a value with the value.
  const kind = called.columns.length === 0 ? "rows" : "object";
  return answerBody(c, row, { ...format, kind }, 200);
}

function accepted(c: Context): Format {
  return acceptedFormat(c.req.header("accept"));
}

function isAnonymous(c: Context): boolean {
  return c.get("isAnonymous") !== false;
}
