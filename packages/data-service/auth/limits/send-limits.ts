import { RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../../database/connect.ts";
import { AuthError, tooManyRequests } from "../protocol/auth-error.ts";
import { createCounter, createNetworkCounter } from "./counters.ts";

export interface SendLimits {
  /** Seconds between two messages of one kind to one mailbox or phone. */
  intervalSeconds: number;
  /** Messages that one visitor's address may ask for. */
  maxPerAddress: number;
  perAddressSeconds: number;
}

export interface SendLimiter {
  /**
   * @param kind tells a confirmation from a forgotten password: each waits for itself
   * @throws AuthError 429 over_email_send_rate_limit, over_sms_send_rate_limit
   */
  count(kind: string, to: string, address: string | null): Promise<void>;
}

const ANSWERS = {
  mail: { code: "over_email_send_rate_limit", message: "email rate limit exceeded" },
  text: { code: "over_sms_send_rate_limit", message: "SMS rate limit exceeded" },
} as const;

/** Counts what is asked for, not what is sent: an unknown account is refused as a known one is. */
export function createSendLimiter(sql: Sql, medium: "mail" | "text", limits: SendLimits): SendLimiter {
  const client = createNetworkCounter(sql, {
    name: `${medium}_address`,
    points: limits.maxPerAddress,
    seconds: limits.perAddressSeconds,
  });
  const receiver = createCounter(sql, { name: `${medium}_to`, points: 1, seconds: limits.intervalSeconds });
  const { code, message } = ANSWERS[medium];
  return {
    count: async (kind, to, address) => {
      // First, so that a visitor who asks too much cannot also lock others' mailboxes.
      await client.consume(address).catch(reject(() => new AuthError(429, code, message)));
      await receiver.consume(`${kind}|${to}`).catch(
        reject((waitMs) => {
          const seconds = Math.max(1, Math.ceil(waitMs / 1000));
          const wait = `For security purposes, you can only request this after ${seconds} seconds.`;
          return new AuthError(429, code, wait);
        }),
      );
    },
  };
}

export interface ClientLimits {
  /** How often one visitor's address may ask. */
  maxPerAddress: number;
  seconds: number;
}

export interface ClientLimiter {
  /** @throws AuthError 429 over_request_rate_limit */
  count(address: string | null): Promise<void>;
}

/** @param what is counted: accounts that are asked for, ways through another provider that are begun */
export function createClientLimiter(
  sql: Sql,
  what: "sign_up" | "provider_flow",
  { maxPerAddress: points, seconds }: ClientLimits,
): ClientLimiter {
  const client = createNetworkCounter(sql, { name: `${what}_address`, points, seconds });
  return {
    count: (address) => client.consume(address).catch(reject(tooManyRequests)),
  };
}

export interface PasswordChangeLimits {
  maxPerUser: number;
  seconds: number;
}

export interface PasswordChangeLimiter {
  /** @throws AuthError 429 over_request_rate_limit */
  count(userId: string, address: string | null): Promise<void>;
}

/** Each change takes two hashes; accounts are to be had for the asking, so that the address is counted too. */
export function createPasswordChangeLimiter(
  sql: Sql,
  { maxPerUser, seconds }: PasswordChangeLimits,
): PasswordChangeLimiter {
  const user = createCounter(sql, { name: "password_change_user", points: maxPerUser, seconds });
  const client = createNetworkCounter(sql, {
    name: "password_change_address",
    points: 10 * maxPerUser,
    seconds,
  });
  return {
    count: async (userId, address) => {
      await client.consume(address).catch(reject(tooManyRequests));
      await user.consume(userId).catch(reject(tooManyRequests));
    },
  };
}

function reject(answer: (waitMs: number) => AuthError) {
  return (reason: unknown): never => {
    throw reason instanceof RateLimiterRes ? answer(reason.msBeforeNext) : reason;
  };
}
