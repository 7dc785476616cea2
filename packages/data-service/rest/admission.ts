import { RateLimiterMemory } from "rate-limiter-flexible";
import { type IdentifiedCaller, identifyCaller, type RequestContext } from "../caller.ts";
import { networkOf } from "../client-network.ts";
import type { Row } from "../database/run-as.ts";
import type { Tokens } from "../tokens.ts";
import { createInFlight, type Place } from "./in-flight.ts";
import { RestError, tooCostly } from "./rest-error.ts";
import type { RestLimits } from "./rest-limits.ts";
import { EXPOSED_SCHEMA } from "./schema-cache.ts";
import { TOO_LARGE } from "./write-body.ts";

export type Admission = ReturnType<typeof createAdmission>;

/** A caller, and the place of the request; null within the process and for the service role. */
export interface Admitted {
  caller: IdentifiedCaller;
  place: Place | null;
}

/** Returns who calls, and rejects clients with too many requests in progress, or too many rejected ones. */
export function createAdmission({
  tokens,
  limits,
  addressOf,
  onAnswered,
}: {
  tokens: Tokens;
  limits: RestLimits;
  addressOf: (context: RequestContext) => string | null;
  onAnswered: (context: RequestContext, callback: () => void) => void;
}) {
  const inFlight = createInFlight(limits.inFlight);
  // A single rejection costs little, but thousands per second do not.
  const rejections = new RateLimiterMemory({ points: limits.maxRejections, duration: 10 });
  return {
    noteRejection: (c: RequestContext) => {
      const address = addressOf(c);
      if (address !== null) void rejections.penalty(networkOf(address));
    },
    /** @throws NoKey, InvalidToken, RestError PGRST106, or 429 if the client has too many requests in progress */
    async identify(c: RequestContext): Promise<Admitted> {
      const caller = await identifyCaller(c, tokens);
      requireExposedSchema(c);
      const address = addressOf(c);
      if (address === null || caller.role === "service_role") return { caller, place: null };
      const rejected = await rejections.get(networkOf(address));
      if (rejected && rejected.consumedPoints >= limits.maxRejections) throw tooMuchUnderWay();
      const place = inFlight.enter(address);
      if (!place) throw tooMuchUnderWay();
      onAnswered(c, place.leave);
      return { caller, place };
    },
  };
}

/**
 * Reserves memory for the response until the client has read it.
 * @throws RestError 413 54000 if it is too large, or 429 if too much is unread
 */
export function hold(place: Place | null, row: Row | undefined): void {
  const body = row?.["body"] ?? "";
  if (body === TOO_LARGE) {
    throw tooCostly("The response is too large", "Request fewer columns, or fewer rows with limit and offset.");
  }
  if (place?.hold(body.length) === false) throw tooMuchUnderWay();
}

function tooMuchUnderWay(): RestError {
  return new RestError(429, "53300", "Too many concurrent requests from this address").withHeaders({
    "retry-after": "1",
  });
}

/** @throws RestError PGRST106 for any schema but the exposed one */
function requireExposedSchema(c: RequestContext): void {
  for (const header of ["accept-profile", "content-profile"]) {
    const schema = c.req.header(header);
    if (schema === undefined || schema === EXPOSED_SCHEMA) continue;
    throw new RestError(
      406,
      "PGRST106",
      `Invalid schema: ${schema}`,
      null,
      `Only the following schemas are exposed: ${EXPOSED_SCHEMA}`,
    );
  }
}
