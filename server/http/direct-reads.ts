import { randomUUID } from "node:crypto";
import type { ReadDirectly } from "@calabash/data-service/rest";
import type { Observe } from "#server/observe/events.ts";
import type { NodeHandler } from "#server/pages/cached-responses.ts";
import { noteStart } from "./observe-requests.ts";

/** A GET of a table or view whose URL needs no checks of the app. */
const ROWS = /^\/rest\/v1\/([a-z0-9_]+)(?:\?(?!.*%00)[^#]*)?$/;

/**
 * Sends the rows of a table with Node's request and response, because the app takes a fifth of Node's CPU time of a
 * small read. The app handles all other requests, and responds to reads that fail.
 * @param options.headers headers of all responses of the store
 */
export function createDirectReads(options: {
  readDirectly: ReadDirectly;
  headers: readonly (readonly [string, string])[];
  observe: Observe;
}): NodeHandler {
  const shared = options.headers.flat();
  return (request, response, next) => {
    const url = request.url ?? "";
    const [, table] = (request.method === "GET" && ROWS.exec(url)) || [];
    if (table === undefined) return next();
    const startedAt = performance.now();
    const req = {
      url,
      header: (name: string) => request.headers[name]?.toString(),
      query: (name: string) => new URLSearchParams(url.split("?")[1]).get(name) ?? undefined,
    };
    options.readDirectly({ req, env: { incoming: request, outgoing: response } }, table).then(
      ({ status, headers, body }) => {
        const id = randomUUID();
        const length = String(Buffer.byteLength(body ?? ""));
        const own = [...Object.entries(headers).flat(), "x-request-id", id, "content-length", length];
        response.writeHead(status, [...shared, ...own]).end(body);
        const ms = performance.now() - startedAt;
        options.observe({ type: "request", id, method: "GET", path: `/rest/v1/${table}`, status, ms });
      },
      () => {
        noteStart(request, startedAt);
        next();
      },
    );
  };
}
