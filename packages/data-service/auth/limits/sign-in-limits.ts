import { type RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf, siteOf } from "../../client-network.ts";
import type { Sql } from "../../database/connect.ts";
import { AuthError, tooManyRequests } from "../protocol/auth-error.ts";
import { createCounter, SITE_SHARE } from "./counters.ts";

export interface SignInLimits {
  /** Failed logins to one account from one address. */
  maxFailures: number;
  /** Failed logins to one account from anywhere, and from one address to any account. */
  maxFailuresWide: number;
  seconds: number;
}

export interface SignInLimiter {
  /**
   * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit. Afterwards, only
   * failed ones stay counted: not those that succeeded, nor those that could not be checked.
   * @param account an email address or phone number
   * @param check throws an AuthError when the password or code is wrong, or a NoCodeError
   * @throws AuthError 429 after too many failures, even for a correct password
   */
  attempt<Result>(account: string, address: string | null, check: () => Promise<Result>): Promise<Result>;
  /** Deletes the counts of a deleted account. */
  forget(account: string): Promise<void>;
}

/** A guess at an account without an open code. Nothing can be guessed there, so the store's other accounts stay open. */
export class NoCodeError extends AuthError {}

/**
 * Multiple of `maxFailuresWide` that is allowed for wrong codes of all accounts together. More indicates an attack that
 * tries a few codes on many accounts: then only networks without failures may try, once.
 */
const STORE_SHARE = 3;

/**
 * Creates a limiter of failed attempts.
 * @param what "sign_in" for passwords. One-time codes are counted separately, and also across the whole store, because
 * a code is only six digits; links and passwords still work above that limit.
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
  const site = limiter("site", SITE_SHARE * limits.maxFailuresWide);
  const store = limiter("store", STORE_SHARE * limits.maxFailuresWide);

  /** Returns the counters that an attempt increases, narrowest first. */
  const countsOf = (name: string, address: string | null): (readonly [RateLimiterPostgres, string])[] => {
    const ofSite = siteOf(address);
    return [
      [pair, `${name}|${networkOf(address)}`],
      ...(ofSite === null ? [] : ([[pair, `${name}|${ofSite}`]] as const)),
      [origin, networkOf(address)],
      ...(ofSite === null ? [] : ([[site, ofSite]] as const)),
      [account, name],
      ...(what === "code" ? ([[store, "all"]] as const) : []),
    ];
  };

  return {
    attempt: async (name, address, check) => {
      const counted: (readonly [RateLimiterPostgres, string])[] = [];
      let isFirstOfNetwork = true;
      const uncount = () => Promise.all(counted.map(([counter, key]) => counter.reward(key)));
      let result: Awaited<ReturnType<typeof check>>;
      try {
        // Count sequentially, so that an attempt that one counter rejects does not increase the wider ones.
        for (const count of countsOf(name, address)) {
          const [counter, key] = count;
          try {
            const { consumedPoints } = await counter.consume(key);
            if (counter !== account && consumedPoints > 1) isFirstOfNetwork = false;
          } catch (reason) {
            if (counter !== store || !isFirstOfNetwork || !(reason instanceof RateLimiterRes)) throw reason;
          }
          counted.push(count);
        }
        result = await check();
      } catch (reason) {
        if (reason instanceof RateLimiterRes) throw tooManyRequests();
        if (reason instanceof NoCodeError) await store.reward("all");
        // Report the original error, even if resetting the counters fails, too.
        if (!isWrong(reason)) await uncount().catch(() => undefined);
        throw reason;
      }
      await uncount();
      return result;
    },
    forget: async (name) => {
      await sql`
        delete from auth.rate_limits
        where key = ${`${what}_account:${name}`} or starts_with(key, ${`${what}_pair:${name}|`})`;
    },
  };
}

/** Returns whether a check failed because the password or code was wrong, not because it could not be checked. */
function isWrong(reason: unknown): boolean {
  return reason instanceof AuthError && reason.status < 500 && reason.status !== 429;
}
