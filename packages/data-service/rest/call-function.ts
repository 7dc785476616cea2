import { callerWith } from "../caller.ts";
import type { RequestPools } from "../database/request-pools.ts";
import { runAs } from "../database/run-as.ts";
import type { Tokens } from "../tokens.ts";
import { type AdmitCall, requireAdmission } from "./admit-call.ts";
import { buildCall } from "./build-call.ts";
import { parseQuery } from "./parse-request.ts";
import { parsePreferences } from "./preferences.ts";
import { toRestError } from "./rest-error.ts";
import type { SchemaCache } from "./schema-cache.ts";
import { Statement } from "./statement.ts";

/** Account for which a function is called. */
export interface CallerToken {
  /** Access token, checked here. */
  token: string;
  /** The request's `accept-language`. */
  language?: string | undefined;
  /** Ticket of an earlier place in line. */
  ticket?: string | null;
  /** Whether the call may use the connections that are kept for the store's own work, such as payments. */
  isOwnWork?: boolean;
}

/**
 * Calls a function of the exposed schema within the process, like `POST /rest/v1/rpc/:name`, but without a request.
 * @param by null for the service role
 * @returns the rows, row, or value; null for a function without a result
 * @throws RestError for everything that the REST service would answer with an error of its own
 */
export type CallFunction = (name: string, given: Record<string, unknown>, by: CallerToken | null) => Promise<unknown>;

const EVERYTHING = parseQuery(new URLSearchParams());
const NO_PREFERENCES = parsePreferences();
const SERVER = { role: "service_role", claims: '{"role":"service_role"}', headers: "", pool: "shop" } as const;

export function createFunctionCaller(options: {
  sql: RequestPools;
  tokens: Tokens;
  schema: SchemaCache;
  admitCall?: AdmitCall | undefined;
}): CallFunction {
  const { sql, tokens, schema, admitCall } = options;

  return async (name, passed, by) => {
    try {
      // An argument that is undefined counts as not given, like in JSON.
      const given = Object.fromEntries(Object.entries(passed).filter(([, value]) => value !== undefined));
      const identified =
        by && callerWith(await tokens.verify(by.token), { language: by.language, isOwnWork: by.isOwnWork ?? false });
      if (identified && admitCall) requireAdmission(identified, name, by?.ticket ?? null, admitCall);
      const statement = new Statement();
      const { sql: text, called } = buildCall({
        schema,
        name,
        given,
        statement,
        query: EVERYTHING,
        preferences: NO_PREFERENCES,
        maxBytes: null,
      });
      const [row] = await runAs(
        sql,
        identified ?? SERVER,
        { text, values: statement.values },
        { isReadOnly: !called.isVolatile, limitMs: called.limitMs },
      );
      if (called.returnsVoid) return null;
      const body: unknown = JSON.parse(row?.["body"] ?? "null");
      const isOneRow = !called.returnsSet && called.columns.length > 0;
      return isOneRow && Array.isArray(body) ? (body[0] ?? null) : body;
    } catch (error) {
      const known = toRestError(error, false);
      throw known.status === 500 ? error : known;
    }
  };
}
