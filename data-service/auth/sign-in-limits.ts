import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../database/connect.ts";
import { tooManyRequests } from "./auth-error.ts";

export interface SignInLimits {
  /** Failed sign-ins of one account from one address. */
  maxFailures: number;
  /** Failed sign-ins of one account from anywhere, and from one address on any account. */
  maxFailuresWide: number;
  seconds: number;
}

export interface SignInLimiter {
  /** @throws AuthError 429 when too many have failed; a right password does not help then */
  check(email: string, address: string | null): Promise<void>;
  recordFailure(email: string, address: string | null): Promise<void>;
}

/** Counts failures in the database, so that several processes share them. Successes do not count. */
export function createSignInLimiter(sql: Sql, limits: SignInLimits): SignInLimiter {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: queryClient(sql),
      storeType: "pool",
      schemaName: "auth",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: limits.seconds,
    });
  const pair = limiter("sign_in_pair", limits.maxFailures);
  const account = limiter("sign_in_account", limits.maxFailuresWide);
  const origin = limiter("sign_in_address", limits.maxFailuresWide);
  const counters = (email: string, address: string | null) =>
    [
      { limiter: pair, key: `${email}|${address ?? ""}`, points: limits.maxFailures },
      { limiter: account, key: email, points: limits.maxFailuresWide },
      { limiter: origin, key: address ?? "", points: limits.maxFailuresWide },
    ] as const;

  return {
    check: async (email, address) => {
      const states = await Promise.all(counters(email, address).map(({ limiter, key }) => limiter.get(key)));
      const isOver = counters(email, address).some(
        ({ points }, place) => (states[place]?.consumedPoints ?? 0) >= points,
      );
      if (isOver) throw tooManyRequests();
    },
    recordFailure: async (email, address) => {
      await Promise.all(
        counters(email, address).map(({ limiter, key }) =>
          limiter.consume(key).catch((reason: unknown) => {
            // The failure that reaches the limit is still only a failure.
            if (!(reason instanceof RateLimiterRes)) throw reason;
          }),
        ),
      );
    },
  };
}

/** The library speaks to `pg`'s pool; this is the one call that it makes. */
function queryClient(sql: Sql) {
  return {
    query: async (query: { text: string; values?: string[] }) => {
      const rows = await sql.unsafe(query.text, query.values ?? [], { prepare: true });
      return { rows: [...rows], rowCount: rows.count };
    },
  };
}
