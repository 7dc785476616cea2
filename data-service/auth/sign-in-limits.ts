import { RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../database/connect.ts";
import { tooManyRequests } from "./auth-error.ts";
import { createCounter } from "./counters.ts";

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

/**
 * Counts failures; successes do not count.
 * @param what "sign_in" for passwords; one-time codes are counted apart from them
 */
export function createSignInLimiter(
  sql: Sql,
  limits: SignInLimits,
  what: "sign_in" | "code" = "sign_in",
): SignInLimiter {
  const limiter = (name: string, points: number) =>
    createCounter(sql, { name: `${what}_${name}`, points, seconds: limits.seconds });
  const pair = limiter("pair", limits.maxFailures);
  const account = limiter("account", limits.maxFailuresWide);
  const origin = limiter("address", limits.maxFailuresWide);
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
