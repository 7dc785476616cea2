import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf, siteOf } from "../../client-network.ts";
import type { Sql } from "../../database/connect.ts";
import { tooManyRequests } from "../protocol/auth-error.ts";

/**
 * Creates a counter in the database, shared by all processes.
 * @param count.name prefix of the counter's keys
 * @param count.seconds after which a key's count starts again at zero
 */
export function createCounter(sql: Sql, count: { name: string; points: number; seconds: number }): RateLimiterPostgres {
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

/** Multiple of the limit for a whole IPv6 site (/48), which may be many customers of one provider. */
export const SITE_SHARE = 4;

/** Counts by the client's network (/64) and also by its IPv6 site (/48). */
export function createNetworkCounter(
  sql: Sql,
  count: { name: string; points: number; seconds: number },
): { consume(address: string | null): Promise<void> } {
  const line = createCounter(sql, count);
  const site = createCounter(sql, { ...count, name: `${count.name}_site`, points: SITE_SHARE * count.points });
  return {
    consume: async (address) => {
      await line.consume(networkOf(address));
      const ofSite = siteOf(address);
      if (ofSite !== null) await site.consume(ofSite);
    },
  };
}

/** @throws AuthError 429 over_request_rate_limit above the limit */
export async function countOne(counter: RateLimiterPostgres, key: string): Promise<void> {
  await counter.consume(key).catch((reason: unknown) => {
    throw reason instanceof RateLimiterRes ? tooManyRequests() : reason;
  });
}

/** The library expects `pg`'s pool; it calls only `query`. */
function queryClient(sql: Sql) {
  return { query: ({ text, values = [] }: { text: string; values?: string[] }) => sql.run(text, values) };
}
