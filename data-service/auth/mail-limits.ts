import { RateLimiterRes } from "rate-limiter-flexible";
import type { Sql } from "../database/connect.ts";
import { AuthError } from "./auth-error.ts";
import { createCounter } from "./counters.ts";

export interface MailLimits {
  /** Seconds between two messages to one mailbox. */
  intervalSeconds: number;
  /** Messages that one visitor's address may ask for. */
  maxPerAddress: number;
  perAddressSeconds: number;
}

export interface MailLimiter {
  /** @throws AuthError 429 over_email_send_rate_limit */
  count(email: string, address: string | null): Promise<void>;
}

/** Counts what is asked for, not what is sent: an unknown account is refused as a known one is. */
export function createMailLimiter(sql: Sql, limits: MailLimits): MailLimiter {
  const visitor = createCounter(sql, {
    name: "mail_address",
    points: limits.maxPerAddress,
    seconds: limits.perAddressSeconds,
  });
  const mailbox = createCounter(sql, { name: "mail_to", points: 1, seconds: limits.intervalSeconds });
  return {
    count: async (email, address) => {
      // First, so that a visitor who asks too much cannot also lock others' mailboxes.
      await visitor.consume(address ?? "").catch(refuse(() => "email rate limit exceeded"));
      await mailbox.consume(email).catch(
        refuse((waitMs) => {
          const seconds = Math.max(1, Math.ceil(waitMs / 1000));
          return `For security purposes, you can only request this after ${seconds} seconds.`;
        }),
      );
    },
  };
}

function refuse(message: (waitMs: number) => string) {
  return (reason: unknown) => {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new AuthError(429, "over_email_send_rate_limit", message(reason.msBeforeNext));
  };
}
