import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** The part of an IPv6 address that one line is given (RFC 6177): its owner changes the rest at will. */
const LINE_BITS = 64;
/** Prefix length of an IPv6 site, which contains 65,536 /64 networks. */
const SITE_BITS = 48;

interface ClientInfo {
  address: string;
  network: string;
  site: string | null;
}

/** One request asks several times for the same one. */
const known = new LRUCache<string, ClientInfo>({ max: 10_000 });

/**
 * Returns the key under which a client is counted: the whole IPv4 address, or the /64 network of an IPv6 address.
 * @param address as text, or null for a call within this process
 * @returns "" for null and for invalid addresses
 */
export function networkOf(address: string | null): string {
  return clientFrom(address ?? "")?.network ?? "";
}

/** The network of an IPv6 address's whole site, to be counted beside its line; null for every other address. */
export function siteOf(address: string | null): string | null {
  return clientFrom(address ?? "")?.site ?? null;
}

/** @returns in its shortest form, and of version 4 when it is one in the form of version 6; null when the text is no address */
export function addressFrom(text: string): string | null {
  return clientFrom(text)?.address ?? null;
}

function clientFrom(text: string): ClientInfo | null {
  const cached = known.get(text);
  if (cached) return cached;
  // Asked about what is no address, the library throws and catches: that would be a tenth of a request's time.
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
