import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../../database/connect.ts";
import { tooManyRequests } from "../protocol/auth-error.ts";

/**
 * Counts in the database, so that several processes share what they counted.
 * @param count.name tells one counter's keys from another's
 * @param count.seconds after which a key starts again from nothing
 */
export function createCounter(
  sql: Sql,
  count: { name: string; points: number; seconds: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: queryClient(sql),
    storeType: "pool",
    schemaName: "auth",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: count.name,
    points: count.points,
    duration: count.seconds,
  });
}

/** @throws AuthError 429 over_request_rate_limit when it is one too many */
export async function countOne(counter: RateLimiterPostgres, key: string): Promise<void> {
  await counter.consume(key).catch((reason: unknown) => {
    throw reason instanceof RateLimiterRes ? tooManyRequests() : reason;
  });
}

/** The library speaks to `pg`'s pool; this is the one call that it makes. */
function queryClient(sql: Sql) {
  return {
    query: ({ text, values = [] }: { text: string; values?: string[] }) => sql.run(text, values),
  };
}
