import type { AuthLimits } from "@calabash/data-service/auth";
import { defaultRestLimits, type RestLimits } from "@calabash/data-service/rest";
import { defaultPictureSettings, type PictureSettings } from "@calabash/data-service/storage";
import { z } from "zod";
import { count, withDefault } from "./variable-shapes.ts";

const limit = (fallback: number) => withDefault(count, fallback);

/** Limits that an owner may need to change; `.env.example` describes them. All others are the constants below. */
export const limitVariables = {
  LIMIT_SIGN_IN_FAILURES: limit(10),
  LIMIT_SIGN_IN_SECONDS: limit(900),
  LIMIT_PAYMENT_INTENTS: limit(30),
  LIMIT_PAYMENT_INTENTS_SECONDS: limit(600),
  LIMIT_MAILS: limit(30),
  LIMIT_MAIL_INTERVAL_SECONDS: limit(60),
  LIMIT_TEXTS: limit(10),
  LIMIT_TEXTS_PER_DAY: limit(300),
  LIMIT_SIGN_UPS: limit(100),
  LIMIT_REQUESTS: limit(600),
};

const HOUR_SECONDS = 3600;

export interface RequestLimit {
  /** Total cost of the requests of one network within `seconds`; an ordinary request costs 1. */
  cost: number;
  seconds: number;
}

export interface ConnectionLimits {
  /** Maximum open connections per client; null behind a proxy, whose connections all clients share. */
  perClient: number | null;
  /** Maximum open connections of all clients. */
  total: number;
  /** Maximum response bytes that clients have not read, in total. */
  unreadBytes: number;
  /** Time without traffic during a request, after which its connection is closed. */
  idleSeconds: number;
}

export interface Limits extends AuthLimits {
  paymentIntents: { maxCount: number; seconds: number };
  rest: RestLimits;
  requests: RequestLimit;
  connections: ConnectionLimits & { perClient: number };
  pictures: PictureSettings;
}

export function limitsOf(env: Record<keyof typeof limitVariables, number>): Limits {
  return {
    signUp: { maxPerAddress: env.LIMIT_SIGN_UPS, seconds: 300 },
    // Attempts to log in through Google or SAML.
    providerFlow: { maxPerAddress: 100, seconds: 300 },
    passwordChange: { maxPerUser: 10, seconds: 600 },
    text: {
      intervalSeconds: 60,
      maxPerAddress: env.LIMIT_TEXTS,
      perAddressSeconds: HOUR_SECONDS,
      maxPerDay: env.LIMIT_TEXTS_PER_DAY,
    },
    mail: {
      intervalSeconds: env.LIMIT_MAIL_INTERVAL_SECONDS,
      maxPerAddress: env.LIMIT_MAILS,
      perAddressSeconds: HOUR_SECONDS,
    },
    signIn: {
      maxFailures: env.LIMIT_SIGN_IN_FAILURES,
      // Failures for one account from all addresses, and from one address for all accounts.
      maxFailuresWide: 10 * env.LIMIT_SIGN_IN_FAILURES,
      seconds: env.LIMIT_SIGN_IN_SECONDS,
    },
    paymentIntents: { maxCount: env.LIMIT_PAYMENT_INTENTS, seconds: env.LIMIT_PAYMENT_INTENTS_SECONDS },
    requests: { cost: env.LIMIT_REQUESTS, seconds: 10 },
    connections: { perClient: 256, total: 4096, unreadBytes: 64 * 1024 * 1024, idleSeconds: 30 },
    rest: defaultRestLimits,
    pictures: defaultPictureSettings,
  };
}

/** Limits without environment variables, for tests. */
export const defaultLimits = limitsOf(z.object(limitVariables).parse({}));
