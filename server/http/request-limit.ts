import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf, type RequestContext } from "@calabash/data-service/http";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RequestLimit } from "#server/base/limit-variables.ts";
import type { Observe } from "#server/observe/events.ts";
import type { NodeHandler } from "#server/pages/cached-responses.ts";
import { type Rejection, sendRejection } from "./too-many-requests.ts";

export interface RequestLimitOptions {
  limit: RequestLimit;
  /** Returns the client's address. */
  addressOf: (request: IncomingMessage) => string;
  /** Exempts requests with the service role's key. */
  isExempt: (request: IncomingMessage) => boolean;
  /** Behind a proxy, connections are shared by all clients and stay open. */
  isBehindProxy: boolean;
  rejection: Rejection;
  observe: Observe;
}

/**
 * These are exempt. Cached pages and built files are sent before this limit, because checking it costs more; a missing
 * file counts.
 */
const FREE = /^\/(healthz|readyz|metrics)$/;
/** The payment provider has few addresses and retries rejected events, so only invalid requests count. */
const WEBHOOK = "/api/webhook";
/** Bytes of a body, sent or received, that cost as much as one request. */
const BYTES_OF_ONE = 256 * 1024;
const COST_OF_REJECTION = 4;
/** Past this multiple of the limit, connections are closed. */
const FLOOD = 2;

const timedOut = new WeakSet<object>();

/**
 * Makes a request whose SQL statement timed out cost as much as a rejection.
 * @param request undefined within the process
 */
export function noteTimeout(request: IncomingMessage | undefined): void {
  if (request) timedOut.add(request);
}

/** Records a timeout for the request of a Hono context, unless the request is within the process. */
export function noteTimeoutOf({ env }: Pick<RequestContext, "env">): void {
  noteTimeout(env?.incoming);
}

/**
 * Limits the total cost of a network's requests before a request is read. The rejection is delayed, too, so that a
 * client in a loop sends one request per second on each connection.
 */
export function createRequestLimit(options: RequestLimitOptions): {
  handle: NodeHandler;
  /** Returns whether a network keeps sending despite rejections, so that its new connections are closed. */
  isFlooding: (network: string) => Promise<boolean>;
} {
  const { limit, rejection } = options;
  const used = new RateLimiterMemory({ points: limit.cost, duration: limit.seconds });
  const isFlood = (now: RateLimiterRes) => now.consumedPoints > FLOOD * limit.cost;

  return {
    handle: (request, response, next) => {
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      if (FREE.test(path) && (request.method === "GET" || request.method === "HEAD")) return next();
      const network = networkOf(options.addressOf(request));
      used.consume(network, path === WEBHOOK ? 0 : 1).then(
        () => {
          chargeAfterwards(network, request, response);
          next();
        },
        (now: unknown) => {
          if (options.isExempt(request)) return next();
          const isOver = now instanceof RateLimiterRes;
          const id = randomUUID();
          options.observe({ type: "over-limit", path, method: request.method ?? "GET", id });
          sendRejection(request, response, rejection, {
            id,
            seconds: isOver ? Math.ceil(now.msBeforeNext / 1000) : limit.seconds,
            isLast: !options.isBehindProxy && isOver && isFlood(now),
          });
        },
      );
    },
    isFlooding: async (network) => {
      const now = await used.get(network);
      return now !== null && isFlood(now);
    },
  };

  /** Adds the request's cost once its response is sent or the client has disconnected. */
  function chargeAfterwards(network: string, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const bytesBefore = socket.bytesRead + socket.bytesWritten;
    response.once("close", () => {
      const bytes = socket.bytesRead + socket.bytesWritten - bytesBefore;
      const ofAnswer = timedOut.has(request) ? COST_OF_REJECTION : costOfStatus(response.statusCode);
      const cost = ofAnswer + Math.floor(Math.max(0, bytes) / BYTES_OF_ONE);
      if (cost > 0) void used.penalty(network, cost);
    });
  }
}

/** Responses with 4xx cost more, because the request was processed; 5xx are the store's own errors. */
function costOfStatus(status: number): number {
  if (status < 400 || status >= 500) return 0;
  if (status === 413 || status === 429) return 9;
  // Normal users get these two as well, from expired sessions and old links.
  return status === 401 || status === 404 ? 1 : COST_OF_REJECTION;
}
