import type { IncomingMessage } from "node:http";
import type { IdentifiedCaller, RequestContext } from "../caller.ts";
import type { RequestPools } from "../database/request-pools.ts";
import { runAs } from "../database/run-as.ts";
import { type Admission, type Admitted, hold } from "./admission.ts";
import { checkCost, checkSelectLength } from "./check-cost.ts";
import { type ParsedQuery, parseQuery } from "./parse-request.ts";
import { parsePreferences } from "./preferences.ts";
import { QueryBuilder } from "./query-builder.ts";
import { answerRows, type RestResponse } from "./responses.ts";
import { notUnderstood } from "./rest-error.ts";
import type { RestLimits } from "./rest-limits.ts";
import type { SchemaCache } from "./schema-cache.ts";
import { findRelation, qualified, Statement } from "./statement.ts";
import { acceptedFormat, type Format, showRows } from "./write-body.ts";

/**
 * Reads the rows of a GET that has not reached the app, with Node's request and response as its context's `env`. If
 * that fails, pass the request to the app: it responds with the error.
 */
export type ReadDirectly = (
  context: RequestContext & { env: { incoming: IncomingMessage } },
  table: string,
) => Promise<RestResponse>;

/** Creates the two ways to read the rows of a table or view: for the app, and for a request that has not reached it. */
export function createReader(
  { sql, schema, limits }: { sql: RequestPools; schema: SchemaCache; limits: RestLimits },
  admission: Admission,
) {
  const failures = new WeakMap<IncomingMessage, { error: unknown; isAnonymous: boolean }>();
  /** Returns why `readDirectly` failed for a request. */
  const failureOf = (request: IncomingMessage | undefined) => request && failures.get(request);
  return { read, readDirectly, failureOf };

  async function readDirectly(...[c, table]: Parameters<ReadDirectly>): Promise<RestResponse> {
    let isAnonymous = true;
    try {
      const admitted = await admission.identify(c);
      isAnonymous = admitted.caller.role === "anon";
      return await read(c, table, admitted);
    } catch (error) {
      failures.set(c.env.incoming, { error, isAnonymous });
      throw error;
    }
  }

  async function read(c: RequestContext, table: string, { caller, place }: Admitted): Promise<RestResponse> {
    const requested = { preferences: parsePreferences(c.req.header("prefer")), format: accepted(c) };
    const query = readQuery(c, caller, limits);
    const relation = findRelation(schema, table);
    const statement = new Statement();
    const from = qualified(relation.name);
    const rows = new QueryBuilder(schema, query, statement).select(from, relation);
    const total = requested.preferences.count
      ? `(${new QueryBuilder(schema, query, statement).count(from, relation)})::text`
      : "null::text";
    const text = `with ${showRows(rows, maxBytesOf(caller, limits), `${total} as total`)}`;
    const [row] = await runAs(sql, caller, { text, values: statement.values }, { isReadOnly: true });
    hold(place, row);
    return answerRows(row, { ...requested, query });
  }
}

/** Parses and checks the query of a request. @throws RestError if it cannot be parsed or exceeds a limit */
export function readQuery(c: RequestContext, caller: IdentifiedCaller, limits: RestLimits): ParsedQuery {
  if (c.req.header("range") !== undefined) {
    throw notUnderstood("Use limit and offset instead of a Range header.");
  }
  const searchParams = new URLSearchParams(/\?([^#]*)/.exec(c.req.url)?.[1]);
  checkSelectLength(searchParams.get("select") ?? "", caller, limits);
  const query = parseQuery(searchParams);
  checkCost(query, caller, limits);
  return query;
}

/** Returns the maximum size of a response; null for no limit. */
export function maxBytesOf({ role }: IdentifiedCaller, limits: RestLimits): number | null {
  return role === "service_role" ? null : limits.maxAnswerBytes;
}

/** Returns the format that a request accepts. */
export function accepted(c: RequestContext): Format {
  return acceptedFormat(c.req.header("accept"));
}
