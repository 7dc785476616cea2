import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/**
 * Prefix length of the IPv6 network that a single connection gets (RFC 6177); its owner can change the remaining bits
 * at will.
 */
const LINE_BITS = 64;
/** Prefix length of an IPv6 site, which contains 65,536 /64 networks. */
const SITE_BITS = 48;

type ClientInfo = { address: string; network: string; site: string | null };

/** A request looks up the same address several times. */
const known = new LRUCache<string, ClientInfo>({ max: 10_000 });

/**
 * Returns the key under which a client is counted: the whole IPv4 address, or the /64 network of an IPv6 address.
 * @param address as text, or null for a call within this process
 * @returns "" for null and for invalid addresses
 */
export function networkOf(address: string | null): string {
  return clientFrom(address ?? "")?.network ?? "";
}

/** Returns the network of an IPv6 address's whole site (/48), which is counted as well; null for any other address. */
export function siteOf(address: string | null): string | null {
  return clientFrom(address ?? "")?.site ?? null;
}

/**
 * Normalizes an address: shortest form, and IPv4 for an IPv4-mapped IPv6 address; null if the text is not an address.
 */
export function addressFrom(text: string): string | null {
  return clientFrom(text)?.address ?? null;
}

function clientFrom(text: string): ClientInfo | null {
  const cached = known.get(text);
  if (cached) return cached;
  // Check first: for other texts the library throws and catches internally, which would take a tenth of a request's
  // time.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return null;
  const parsed = ipaddr.process(text);
  const isVersion4 = parsed.kind() === "ipv4";
  const client = {
    address: parsed.toString(),
    network: isVersion4 ? parsed.toString() : prefixOf(parsed, LINE_BITS),
    site: isVersion4 ? null : prefixOf(parsed, SITE_BITS),
  };
  known.set(text, client);
  return client;
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().fill(0, bits / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
