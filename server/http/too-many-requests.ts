import type { IncomingMessage, ServerResponse } from "node:http";
import { type CachedPage, preparePage } from "#server/pages/cached-page.ts";
import { TOO_MANY_PAGE } from "#server/pages/unavailable-page.ts";

/** Response to too many requests, as a page and as JSON. */
export interface Rejection {
  page: CachedPage;
  /** Headers of all responses. */
  headers: readonly (readonly [string, string])[];
  /** Delay of a rejection in ms. The actual delay varies by half, so that rejections are spread out. */
  holdMs: number;
}

const MESSAGE = "Too many requests from your network. Try again in a moment.";
/**
 * Each client library reads a different field: those for tables, accounts, and files, and the store's own API client.
 */
const BODY = JSON.stringify({
  code: "over_request_rate_limit",
  error_code: "over_request_rate_limit",
  statusCode: "429",
  error: MESSAGE,
  message: MESSAGE,
  msg: MESSAGE,
});

const JSON_HEADERS: [string, string][] = [
  ["content-type", "application/json"],
  ["cache-control", "no-store"],
];

export async function prepareRejection(
  headers: Rejection["headers"],
  { holdMs }: { holdMs: number } = { holdMs: 1000 },
): Promise<Rejection> {
  const nothingElse = { dataOrigin: "", tileOrigin: "", captchaOrigin: "" };
  const page = await preparePage(TOO_MANY_PAGE.clone(), nothingElse);
  return { page, headers, holdMs };
}

/**
 * Sends 429 without reading the request's body.
 * @param when.id id of the request, for the log
 * @param when.seconds for `Retry-After`
 * @param when.isLast closes the connection after the response
 */
export function sendRejection(
  request: IncomingMessage,
  response: ServerResponse,
  { page, headers, holdMs }: Rejection,
  when: { id: string; seconds: number; isLast: boolean },
): void {
  const isPage = request.headers.accept?.includes("text/html") ?? false;
  const body = isPage ? page.bodies.identity : BODY;
  const own = isPage ? page.headers : JSON_HEADERS;
  const clock = setTimeout(
    () => {
      response.shouldKeepAlive &&= !when.isLast;
      response
        .writeHead(
          429,
          [
            ...headers,
            ...own,
            ["x-request-id", when.id],
            ["retry-after", String(when.seconds)],
            ["content-length", String(Buffer.byteLength(body))],
          ].flat(),
        )
        .end(request.method === "HEAD" ? undefined : body);
    },
    holdMs * (0.5 + Math.random()),
  );
  response.once("close", () => clearTimeout(clock));
}
