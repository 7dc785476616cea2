import { RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../database/connect.ts";
import { networkOf } from "../visitor-network.ts";
import { AuthError, tooManyRequests } from "./auth-error.ts";
import { createCounter } from "./counters.ts";

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
  const visitor = createCounter(sql, {
    name: `${medium}_address`,
    points: limits.maxPerAddress,
    seconds: limits.perAddressSeconds,
  });
  const receiver = createCounter(sql, { name: `${medium}_to`, points: 1, seconds: limits.intervalSeconds });
  const { code, message } = ANSWERS[medium];
  return {
    count: async (kind, to, address) => {
      // First, so that a visitor who asks too much cannot also lock others' mailboxes.
      await visitor.consume(networkOf(address)).catch(refuse(() => new AuthError(429, code, message)));
      await receiver.consume(`${kind}|${to}`).catch(
        refuse((waitMs) => {
          const seconds = Math.max(1, Math.ceil(waitMs / 1000));
          const wait = `For security purposes, you can only request this after ${seconds} seconds.`;
          return new AuthError(429, code, wait);
        }),
      );
    },
  };
}

export interface SignUpLimits {
  /** Accounts that one visitor's address may ask for. */
  maxPerAddress: number;
  seconds: number;
}

export interface SignUpLimiter {
  /** @throws AuthError 429 over_request_rate_limit */
  count(address: string | null): Promise<void>;
}

export function createSignUpLimiter(sql: Sql, limits: SignUpLimits): SignUpLimiter {
  const visitor = createCounter(sql, {
    name: "sign_up_address",
    points: limits.maxPerAddress,
    seconds: limits.seconds,
  });
  return {
    count: (address) => visitor.consume(networkOf(address)).then(() => undefined, refuse(tooManyRequests)),
  };
}

function refuse(answer: (waitMs: number) => AuthError) {
  return (reason: unknown): never => {
    throw reason instanceof RateLimiterRes ? answer(reason.msBeforeNext) : reason;
  };
}
