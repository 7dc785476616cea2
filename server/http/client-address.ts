import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { addressFrom } from "@calabash/data-service/http";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { NodeContext } from "#server/settings/node-context.ts";
import type { TrustedProxies } from "#server/settings/trusted-proxies.ts";

/** The visitor's address, or null for a call inside this process. */
export function createClientAddress(proxies: TrustedProxies): (context: Context) => string | null {
  const addressOf = createRequestAddress(proxies);
  return (c: NodeContext) => (c.env?.incoming ? addressOf(c.env.incoming) : null);
}

/**
 * The visitor's address in its shortest form. What a header says counts only when the shop was told of proxies of its
 * own. Each appends the address that it was called from: with a number of proxies, the entry so far from the end
 * counts; with networks, the last one that is none of theirs. Where an entry names nobody ("unknown"), the address
 * before counts.
 */
export function createRequestAddress(
  proxies: TrustedProxies,
): (request: Pick<IncomingMessage, "headers" | "socket">) => string {
  const isProxy = matchNetworks(typeof proxies === "number" ? [] : proxies);
  return ({ headers, socket }) => {
    const remote = socket.remoteAddress ?? "";
    const address = addressFrom(remote) ?? remote;
    if (proxies === 0) return address;
    const entries = String(headers["x-forwarded-for"] ?? "").split(",");
    if (typeof proxies === "number") {
      return addressFrom(withoutPort((entries.at(-proxies) ?? entries[0] ?? "").trim())) ?? address;
    }
    return lastForeign(address, entries, isProxy);
  };
}

/** Returns the last address before our own proxies, from the connection backward. */
function lastForeign(connection: string, entries: string[], isProxy: (address: string) => boolean): string {
  let address = connection;
  for (const entry of entries.toReversed()) {
    if (!isProxy(address)) return address;
    const before = addressFrom(withoutPort(entry.trim()));
    if (before === null) return address;
    address = before;
  }
  return address;
}

function matchNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const type = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
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
