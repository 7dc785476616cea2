import { RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../../database/connect.ts";
import { networkOf } from "../../visitor-network.ts";
import { tooManyRequests } from "../protocol/auth-error.ts";
import { createCounter } from "./counters.ts";

export interface SignInLimits {
  /** Failed sign-ins of one account from one address. */
  maxFailures: number;
  /** Failed sign-ins of one account from anywhere, and from one address on any account. */
  maxFailuresWide: number;
  seconds: number;
}

export interface SignInLimiter {
  /**
   * Counts a try before it is looked at, so that of a thousand at once only so many are.
   * @param account an e-mail address or a phone number
   * @throws AuthError 429 when too many have failed; a right password does not help then
   */
  begin(account: string, address: string | null): Promise<void>;
  /** It was right, so it does not count. */
  forgive(account: string, address: string | null): Promise<void>;
  /** The account is gone, and what was counted under its name with it. */
  forget(account: string): Promise<void>;
}

/** @param what "sign_in" for passwords; one-time codes are counted apart from them */
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
  const pairKey = (name: string, address: string | null) => `${name}|${networkOf(address)}`;

  return {
    begin: async (name, address) => {
      try {
        // One after the other: whoever is refused already adds nothing to what is counted for all.
        await pair.consume(pairKey(name, address));
        await origin.consume(networkOf(address));
        await account.consume(name);
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooManyRequests() : reason;
      }
    },
    forgive: async (name, address) => {
      await Promise.all([
        pair.reward(pairKey(name, address)),
        origin.reward(networkOf(address)),
        account.reward(name),
      ]);
    },
    forget: async (name) => {
      await sql`
        delete from auth.rate_limits
        where key = ${`${what}_account:${name}`} or starts_with(key, ${`${what}_pair:${name}|`})`;
    },
  };
}
