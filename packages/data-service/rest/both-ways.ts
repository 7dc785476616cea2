import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Hono } from "hono";
import { expect } from "vitest";
import type { ReadDirectly } from "./read-rows.ts";

/** Sends requests to the app; reads each table also with `readDirectly`, and expects the same response. */
export function bothWays(app: { fetch: Hono["fetch"] }, readDirectly: ReadDirectly): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { url, headers } = request;
    const response = await app.fetch(request);
    const [, table] = /\/rest\/v1\/(\w+)(?:\?|$)/.exec(url) ?? [];
    if (request.method !== "GET" || !table) return response;
    const env = { incoming: new IncomingMessage(new Socket()) };
    const query = (name: string) => new URL(url).searchParams.get(name) ?? undefined;
    const req = { url, header: (name: string) => headers.get(name) ?? undefined, query };
    const direct = await readDirectly({ req, env }, table).then(
      ({ body, ...rest }) => new Response(body, rest),
      () => app.fetch(request, env),
    );
    expect(await factsOf(direct)).toEqual(await factsOf(response.clone()));
    return response;
  };
}

async function factsOf(response: Response) {
  return [response.status, Object.fromEntries(response.headers), await response.text()];
}
