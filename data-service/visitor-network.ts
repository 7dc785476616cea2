import ipaddr from "ipaddr.js";

/** The part of an IPv6 address that one line is given (RFC 6177): its owner changes the rest at will. */
const LINE_BITS = 64;

/**
 * What a visitor is counted by: an IPv4 address whole, of an IPv6 address the network of its line.
 * @param address as text, or null for a call inside this process
 * @returns "" for null and for what is no address
 */
export function networkOf(address: string | null): string {
  const parsed = parseAddress(address ?? "");
  if (parsed === null) return "";
  if (parsed.kind() === "ipv4") return parsed.toString();
  const bytes = parsed.toByteArray().fill(0, LINE_BITS / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${LINE_BITS}`;
}

/** @returns an address of version 4 when it is one in the form of version 6; null when the text is no address */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null;
}
