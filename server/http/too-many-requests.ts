import type { IncomingMessage, ServerResponse } from "node:http";
import { type CachedPage, preparePage } from "#server/pages/cached-page.ts";
import { TOO_MANY_PAGE } from "#server/pages/unavailable-page.ts";

/** Prepares the response to too many requests, as a page and as JSON. */
export interface Rejection {
  page: CachedPage;
  /** Headers of every response. */
  headers: readonly (readonly [string, string])[];
  /** Milliseconds that a refusal is held back; they vary by half, so that not all leave at once. */
  holdMs: number;
}

const WORDS = "Too many requests from your network. Try again in a moment.";
/** Each official client finds its own words: those of tables, accounts, files, and the shop's own calls. */
const BODY = JSON.stringify({
  code: "over_request_rate_limit",
  error_code: "over_request_rate_limit",
  statusCode: "429",
  error: WORDS,
  message: WORDS,
  msg: WORDS,
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
 * 429, and nothing of the request's body is read before.
 * @param when.id of the request, for the log
 * @param when.seconds for `Retry-After`
 * @param when.isLast ends the connection with it
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
