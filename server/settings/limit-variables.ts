import { z } from "zod";
import type { AuthLimits } from "#data-service/auth/service/service-context.ts";
import { defaultRestLimits, type RestLimits } from "#data-service/rest/rest-limits.ts";
import { defaultPictureSettings, type PictureSettings } from "#data-service/storage/picture-settings.ts";
import type { ConnectionLimits } from "#server/front-door/connections.ts";
import type { RequestLimit } from "#server/front-door/request-limit.ts";

const limit = (fallback: number) =>
  z.preprocess(
    (value) => (value === undefined || value === "" ? fallback : value),
    z.coerce.number().int().min(1),
  );

/** Every limit that can be set; `.env.example` says what each is for. */
export const limitVariables = {
  LIMIT_SIGN_IN_FAILURES: limit(10),
  LIMIT_SIGN_IN_FAILURES_WIDE: limit(100),
  LIMIT_SIGN_IN_SECONDS: limit(900),
  LIMIT_MAIL_INTERVAL_SECONDS: limit(60),
  LIMIT_MAILS: limit(30),
  LIMIT_MAILS_SECONDS: limit(3600),
  LIMIT_PAYMENT_INTENTS: limit(30),
  LIMIT_PAYMENT_INTENTS_SECONDS: limit(600),
  LIMIT_TEXT_INTERVAL_SECONDS: limit(60),
  LIMIT_TEXTS: limit(10),
  LIMIT_TEXTS_SECONDS: limit(3600),
  LIMIT_SIGN_UPS: limit(100),
  LIMIT_SIGN_UPS_SECONDS: limit(300),
  LIMIT_PROVIDER_FLOWS: limit(100),
  LIMIT_PROVIDER_FLOWS_SECONDS: limit(300),
  LIMIT_PASSWORD_CHANGES: limit(10),
  LIMIT_PASSWORD_CHANGES_SECONDS: limit(600),
  LIMIT_SELECT_COLUMNS: limit(defaultRestLimits.maxColumns),
  LIMIT_SELECT_LETTERS: limit(defaultRestLimits.maxSelectLength),
  LIMIT_RELATED_TABLES: limit(defaultRestLimits.maxEmbeds),
  LIMIT_RELATED_TABLES_DEPTH: limit(defaultRestLimits.maxEmbedDepth),
  LIMIT_NESTED_ROWS: limit(defaultRestLimits.maxNestedRows),
  LIMIT_FILTERS: limit(defaultRestLimits.maxFilters),
  LIMIT_FILTER_VALUES: limit(defaultRestLimits.maxListValues),
  LIMIT_INSERTED_ROWS: limit(defaultRestLimits.maxInsertRows),
  LIMIT_ANSWER_BYTES: limit(defaultRestLimits.maxAnswerBytes),
  LIMIT_REQUESTS_UNDER_WAY: limit(defaultRestLimits.inFlight.maxRequests),
  LIMIT_WAITING_BYTES: limit(defaultRestLimits.inFlight.maxBytes),
  LIMIT_REQUESTS: limit(600),
  LIMIT_REQUESTS_SECONDS: limit(10),
  LIMIT_CONNECTIONS: limit(4096),
  LIMIT_CONNECTIONS_PER_VISITOR: limit(256),
  LIMIT_PICTURE_MEMORY_BYTES: limit(defaultPictureSettings.maxBytesInMemory),
  LIMIT_PICTURES_WAITING: limit(defaultPictureSettings.maxWaiting),
  LIMIT_PICTURES_WAITING_OF_VISITOR: limit(defaultPictureSettings.maxWaitingOfVisitor),
  LIMIT_PICTURE_SIZES_BYTES: limit(defaultPictureSettings.maxKeptBytes),
};

export interface Limits extends AuthLimits {
  paymentIntents: { maxCount: number; seconds: number };
  rest: RestLimits;
  requests: RequestLimit;
  connections: ConnectionLimits & { perVisitor: number };
  pictures: PictureSettings;
}

export function limitsOf(env: Record<keyof typeof limitVariables, number>): Limits {
  return {
    signUp: { maxPerAddress: env.LIMIT_SIGN_UPS, seconds: env.LIMIT_SIGN_UPS_SECONDS },
    providerFlow: { maxPerAddress: env.LIMIT_PROVIDER_FLOWS, seconds: env.LIMIT_PROVIDER_FLOWS_SECONDS },
    passwordChange: {
      maxPerUser: env.LIMIT_PASSWORD_CHANGES,
      seconds: env.LIMIT_PASSWORD_CHANGES_SECONDS,
    },
    text: {
      intervalSeconds: env.LIMIT_TEXT_INTERVAL_SECONDS,
      maxPerAddress: env.LIMIT_TEXTS,
      perAddressSeconds: env.LIMIT_TEXTS_SECONDS,
    },
    mail: {
      intervalSeconds: env.LIMIT_MAIL_INTERVAL_SECONDS,
      maxPerAddress: env.LIMIT_MAILS,
      perAddressSeconds: env.LIMIT_MAILS_SECONDS,
    },
    signIn: {
      maxFailures: env.LIMIT_SIGN_IN_FAILURES,
      maxFailuresWide: env.LIMIT_SIGN_IN_FAILURES_WIDE,
      seconds: env.LIMIT_SIGN_IN_SECONDS,
    },
    paymentIntents: { maxCount: env.LIMIT_PAYMENT_INTENTS, seconds: env.LIMIT_PAYMENT_INTENTS_SECONDS },
    requests: { cost: env.LIMIT_REQUESTS, seconds: env.LIMIT_REQUESTS_SECONDS },
    connections: {
      perVisitor: env.LIMIT_CONNECTIONS_PER_VISITOR,
      total: env.LIMIT_CONNECTIONS,
      unreadBytes: 64 * 1024 * 1024,
      idleSeconds: 30,
    },
    rest: {
      ...defaultRestLimits,
      maxColumns: env.LIMIT_SELECT_COLUMNS,
      maxSelectLength: env.LIMIT_SELECT_LETTERS,
      maxEmbeds: env.LIMIT_RELATED_TABLES,
      maxEmbedDepth: env.LIMIT_RELATED_TABLES_DEPTH,
      maxNestedRows: env.LIMIT_NESTED_ROWS,
      maxFilters: env.LIMIT_FILTERS,
      maxListValues: env.LIMIT_FILTER_VALUES,
      maxInsertRows: env.LIMIT_INSERTED_ROWS,
      maxAnswerBytes: env.LIMIT_ANSWER_BYTES,
      inFlight: { maxRequests: env.LIMIT_REQUESTS_UNDER_WAY, maxBytes: env.LIMIT_WAITING_BYTES },
    },
    pictures: {
      ...defaultPictureSettings,
      maxBytesInMemory: env.LIMIT_PICTURE_MEMORY_BYTES,
      maxWaiting: env.LIMIT_PICTURES_WAITING,
      maxWaitingOfVisitor: env.LIMIT_PICTURES_WAITING_OF_VISITOR,
      maxKeptBytes: env.LIMIT_PICTURE_SIZES_BYTES,
    },
  };
}
