import { type Context, Hono } from "hono";
import type { IdentifiedCaller, RequestContext } from "../caller.ts";
import { RETRY_AFTER_SECONDS } from "../database/database-error.ts";
import type { RequestPools } from "../database/request-pools.ts";
import { type Row, runAs } from "../database/run-as.ts";
import type { DataServiceEvent } from "../events.ts";
import { limitBody } from "../limit-body.ts";
import type { Tokens } from "../tokens.ts";
import { type Admitted, createAdmission, hold } from "./admission.ts";
import { type AdmitCall, requireAdmission } from "./admit-call.ts";
import { buildCall } from "./build-call.ts";
import { buildDelete, buildInsert, buildUpdate, type WriteRequest } from "./build-writes.ts";
import { checkInsertedRows } from "./check-cost.ts";
import type { Place } from "./in-flight.ts";
import { parsePreferences } from "./preferences.ts";
import { readArguments, readJson } from "./read-body.ts";
import { accepted, createReader, maxBytesOf, type ReadDirectly, readQuery } from "./read-rows.ts";
import { answerBody, answerEmpty, answerRows, answerWritten, checkWritten, type RestResponse } from "./responses.ts";
import { RestError, toRestError } from "./rest-error.ts";
import type { RestLimits } from "./rest-limits.ts";
import type { SchemaCache } from "./schema-cache.ts";
import { Statement } from "./statement.ts";
import type { Format } from "./write-body.ts";

const MAX_BODY_BYTES = 1024 * 1024;

const STATEMENT_TIMEOUT = "57014";

type RestEnv = { Bindings: RequestContext["env"] & object; Variables: { isAnonymous: boolean } };

export interface RestServiceOptions {
  sql: RequestPools;
  tokens: Tokens;
  schema: SchemaCache;
  limits: RestLimits;
  /** Returns the client address, or null for a call within the process. */
  addressOf: (context: RequestContext) => string | null;
  /** Calls back once the response is sent or the client has disconnected. */
  onAnswered: (context: RequestContext, callback: () => void) => void;
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
export function createRestService(options: RestServiceOptions): { app: Hono<RestEnv>; readDirectly: ReadDirectly } {
  const { sql, schema, limits, logError } = options;
  const admission = createAdmission(options);
  const { read, readDirectly, failureOf } = createReader(options, admission);
  const app = new Hono<RestEnv>();

  app.onError((error, c) => {
    const answer = toRestError(error, c.get("isAnonymous") !== false);
    if (answer.status >= 500) logError(error);
    if (answer.code === "54000") admission.noteRejection(c);
    if (answer.code === STATEMENT_TIMEOUT) options.observe({ type: "timeout", context: c });
    if (answer.status === 503) c.header("retry-after", String(RETRY_AFTER_SECONDS));
    return c.json(answer.toJSON(), answer.status as 400, { "cache-control": "no-store", ...answer.headers });
  });
  app.use(async (c, next) => {
    const failed = failureOf(c.env?.incoming);
    if (failed) {
      c.set("isAnonymous", failed.isAnonymous);
      throw failed.error;
    }
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

  app.on(["GET", "HEAD"], "/:table", async (c) => respond(c, await read(c, c.req.param("table"), await admit(c))));
  app.post("/:table", (c) => write(c, buildInsert));
  app.patch("/:table", (c) => write(c, buildUpdate));
  app.delete("/:table", (c) => write(c, buildDelete));
  app.post("/rpc/:name", (c) => call(c));
  app.all("*", (c) => {
    throw unknownPath(c);
  });
  return { app, readDirectly };

  async function admit(c: Context<RestEnv>): Promise<Admitted> {
    const admitted = await admission.identify(c);
    c.set("isAnonymous", admitted.caller.role === "anon");
    return admitted;
  }

  async function write(c: Context<RestEnv>, build: (request: WriteRequest) => string | null): Promise<Response> {
    const { caller, place } = await admit(c);
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
    const check = checkOf(place, caller, requested.format);
    const [row] =
      text === null
        ? [nothing]
        : await runAs(sql, caller, { text, values: statement.values }, { isReadOnly: false, check });
    return respond(c, answerWritten(c.req.method, row, requested));
  }

  async function call(c: Context<RestEnv>): Promise<Response> {
    const { caller, place } = await admit(c);
    const preferences = parsePreferences(c.req.header("prefer"));
    const format = accepted(c);
    const name = c.req.param("name") ?? "";
    const ticket = c.req.header("x-waiting-ticket") ?? null;
    if (options.admitCall) requireAdmission(caller, name, ticket, options.admitCall);
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
            check: isOneRow ? null : checkOf(place, caller, isOneValue ? null : format),
          },
    );
    if (!called.isVolatile) hold(place, row);
    return respond(c, answerCalled(row, called, { format, preferences, query }));
  }
}

/** Returns the error for a path or method that no route handles. */
function unknownPath(c: Context<RestEnv>): RestError {
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

function respond(c: Context<RestEnv>, { status, body, headers }: RestResponse): Response {
  return c.newResponse(body, status as 200, headers);
}

/**
 * Returns a check before a write is committed: of the response size, and that exactly one row was affected if one was
 * requested.
 * @param format null if the response has no rows
 */
function checkOf(place: Place | null, caller: IdentifiedCaller, format: Format | null) {
  if (caller.role === "service_role" && format?.kind !== "object") return null;
  return ([row]: Row[]) => {
    hold(place, row);
    if (format) checkWritten(row, format);
  };
}

/** Responds with the result of a function: a value, one row, or rows. */
function answerCalled(
  row: Row | undefined,
  called: ReturnType<typeof buildCall>["called"],
  requested: Parameters<typeof answerRows>[1],
): RestResponse {
  const { format, preferences } = requested;
  if (called.returnsVoid) return { status: 204, headers: { "cache-control": "no-store" }, body: null };
  const isMinimal = preferences.return === "minimal";
  if (!isMinimal && called.returnsSet) return answerRows(row, requested);
  const range = `${isMinimal ? "*" : "0-0"}/${row?.["total"] ?? "*"}`;
  if (isMinimal) return answerEmpty({ preferences, range }, 204);
  // A function that returns one row responds with the row, and one that returns a value with the value.
  const kind = called.columns.length === 0 ? "rows" : "object";
  return answerBody(row, { format: { ...format, kind }, preferences, range }, 200);
}
