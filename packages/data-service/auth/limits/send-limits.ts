import { RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../../database/connect.ts";
import { AuthError, tooManyRequests } from "../protocol/auth-error.ts";
import { createCounter, createNetworkCounter } from "./counters.ts";

export interface SendLimits {
  /** Seconds between two messages of one kind to one mailbox or phone. */
  intervalSeconds: number;
  /** Messages that one client address may request. */
  maxPerAddress: number;
  perAddressSeconds: number;
  /** Messages of the whole store in a day. */
  maxPerDay?: number;
}

export interface SendLimiter {
  /**
   * @param kind messages of different kinds do not delay each other
   * @throws AuthError 429 over_email_send_rate_limit, over_sms_send_rate_limit
   */
  count(kind: string, to: string, address: string | null): Promise<void>;
}

const ANSWERS = {
  mail: { code: "over_email_send_rate_limit", message: "email rate limit exceeded" },
  text: { code: "over_sms_send_rate_limit", message: "SMS rate limit exceeded" },
} as const;

/**
 * Limits messages. Requests for unknown accounts count, too, so that the limit does not reveal which accounts exist.
 * @param onDayLimit called for each message above the limit of the day
 */
export function createSendLimiter(
  sql: Sql,
  medium: "mail" | "text",
  limits: SendLimits,
  onDayLimit?: () => void,
): SendLimiter {
  const client = createNetworkCounter(sql, {
    name: `${medium}_address`,
    points: limits.maxPerAddress,
    seconds: limits.perAddressSeconds,
  });
  const receiver = createCounter(sql, { name: `${medium}_to`, points: 1, seconds: limits.intervalSeconds });
  const { maxPerDay } = limits;
  const day = maxPerDay && createCounter(sql, { name: `${medium}_day`, points: maxPerDay, seconds: 86_400 });
  const { code, message } = ANSWERS[medium];
  return {
    count: async (kind, to, address) => {
      // Count the client first, so that a client over its limit cannot block other people's mailboxes.
      await client.consume(address).catch(reject(() => new AuthError(429, code, message)));
      await receiver.consume(`${kind}|${to}`).catch(
        reject((waitMs) => {
          const seconds = Math.max(1, Math.ceil(waitMs / 1000));
          const wait = `For security purposes, you can only request this after ${seconds} seconds.`;
          return new AuthError(429, code, wait);
        }),
      );
      if (!day) return;
      await day.consume("all").catch(
        reject(() => {
          onDayLimit?.();
          return new AuthError(429, code, message);
        }),
      );
    },
  };
}

export interface ClientLimits {
  /** Requests allowed per client address. */
  maxPerAddress: number;
  seconds: number;
}

export interface ClientLimiter {
  /** @throws AuthError 429 over_request_rate_limit */
  count(address: string | null): Promise<void>;
}

/** @param what is counted: sign-ups, or started provider flows */
export function createClientLimiter(
  sql: Sql,
  what: "sign_up" | "provider_flow",
  { maxPerAddress: points, seconds }: ClientLimits,
): ClientLimiter {
  const client = createNetworkCounter(sql, { name: `${what}_address`, points, seconds });
  return { count: (address) => client.consume(address).catch(reject(tooManyRequests)) };
}

export type PasswordChangeLimits = { maxPerUser: number; seconds: number };

export interface PasswordChangeLimiter {
  /** @throws AuthError 429 over_request_rate_limit */
  count(userId: string, address: string | null): Promise<void>;
}

/**
 * Limits password changes, because each computes two hashes. The address is counted, too, because anyone can create
 * accounts.
 */
export function createPasswordChangeLimiter(
  sql: Sql,
  { maxPerUser, seconds }: PasswordChangeLimits,
): PasswordChangeLimiter {
  const user = createCounter(sql, { name: "password_change_user", points: maxPerUser, seconds });
  const client = createNetworkCounter(sql, { name: "password_change_address", points: 10 * maxPerUser, seconds });
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
