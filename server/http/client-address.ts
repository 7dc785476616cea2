import type { IncomingMessage } from "node:http";
import { addressFrom } from "@calabash/data-service/http";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { NodeContext } from "#server/settings/node-context.ts";

/** The visitor's address, or null for a call inside this process. */
export function createClientAddress(trustsProxy: boolean): (context: Context) => string | null {
  const addressOf = createRequestAddress(trustsProxy);
  return (c: NodeContext) => (c.env?.incoming ? addressOf(c.env.incoming) : null);
}

/**
 * The visitor's address in its shortest form. What a header says counts only when the shop was told that a proxy of
 * its own stands before it; the proxy's entry is the last one. Where that entry names nobody ("unknown"), the
 * connection's own address counts.
 */
export function createRequestAddress(
  trustsProxy: boolean,
): (request: Pick<IncomingMessage, "headers" | "socket">) => string {
  return ({ headers, socket }) => {
    const forwarded = trustsProxy ? String(headers["x-forwarded-for"] ?? "") : "";
    const remote = socket.remoteAddress ?? "";
    const entry = withoutPort((forwarded.split(",").at(-1) ?? "").trim());
    return addressFrom(entry) ?? addressFrom(remote) ?? remote;
  };
}

/** Proxies also write 203.0.113.9:51000, [2001:db8::1] and [2001:db8::1]:51000. */
function withoutPort(entry: string): string {
  const [, inBrackets, beforePort] = /^(?:\[(.*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? [];
  return inBrackets ?? beforePort ?? entry;
}

/** Whether the request comes from a program on this machine, and not through a proxy. */
function isLocalRequest(c: Context): boolean {
  if (c.req.header("x-forwarded-for") || c.req.header("forwarded")) return false;
  const address = fieldsOf(c.env)["incoming"] ? getConnInfo(c).remote.address : null;
  return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
}

/**
 * Whether a program on this machine asks under one of the machine's own names. A page elsewhere can make its own name
 * lead to this machine, and would then be of the same origin (DNS rebinding).
 */
export function isLocalVisit(c: Context): boolean {
  const { hostname } = new URL(c.req.url);
  const isOwnName = ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
  return isOwnName && isLocalRequest(c);
}

/** Whether the request came over the network from another machine; calls inside this process did not. */
export function isRemoteRequest(c: Context): boolean {
  const isFromNetwork = fieldsOf(c.env)["incoming"] !== undefined;
  return isFromNetwork && !isLocalRequest(c);
}
