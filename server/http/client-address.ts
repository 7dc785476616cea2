import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { addressFrom, type RequestContext } from "@calabash/data-service/http";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { TrustedProxies } from "#server/base/trusted-proxies.ts";

/** Returns a function that reads the client's address; null for a request within the process. */
export function createClientAddress(proxies: TrustedProxies): (context: Pick<RequestContext, "env">) => string | null {
  const addressOf = createRequestAddress(proxies);
  return ({ env }) => (env?.incoming ? addressOf(env.incoming) : null);
}

/**
 * Returns a function that reads the client's address in its shortest form. X-Forwarded-For counts only with trusted
 * proxies, each of which appends the address of its client: with a number of proxies, it is the entry that far from the
 * end; with networks, the last entry outside of them. If that entry is not an address ("unknown"), the connection's
 * address counts; with networks, that of the last proxy before it.
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

/**
 * Returns the last address that is not a trusted proxy, starting at the connection and going back through the entries.
 */
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

/** Removes the port: proxies may write 203.0.113.9:51000, [2001:db8::1], or [2001:db8::1]:51000. */
function withoutPort(entry: string): string {
  const [, inBrackets, beforePort] = /^(?:\[(.*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? [];
  return inBrackets ?? beforePort ?? entry;
}

/** Returns whether the request comes from a program on this machine and not through a proxy. */
function isLocalRequest(c: Context): boolean {
  if (c.req.header("x-forwarded-for") || c.req.header("forwarded")) return false;
  const address = fieldsOf(c.env)["incoming"] ? getConnInfo(c).remote.address : null;
  return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
}

/**
 * Returns whether a program on this machine uses one of the machine's own host names. Checking the name prevents DNS
 * rebinding, where another site's name resolves to this machine.
 */
export function isLocalVisit(c: Context): boolean {
  const { hostname } = new URL(c.req.url);
  const isOwnName = ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
  return isOwnName && isLocalRequest(c);
}

/** Returns whether the request came from another machine; requests within the process did not. */
export function isRemoteRequest(c: Context): boolean {
  const isFromNetwork = fieldsOf(c.env)["incoming"] !== undefined;
  return isFromNetwork && !isLocalRequest(c);
}
