import { isIP } from "node:net";
import { z } from "zod";

/** Proxies that are trusted to report the client's address: their number, or their addresses and networks. */
export type TrustedProxies = number | readonly string[];

const MAX_HOPS = 9;

/** Schema of `TRUST_PROXY`: a number of proxies, or addresses and CIDR networks. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (/^\d+$/.test(text) && Number(text) <= MAX_HOPS) return Number(text);
  const networks = text.split(",").map((each) => each.trim());
  if (networks.every(isNetwork)) return networks;
  context.addIssue({
    code: "custom",
    message: `must be a number up to ${MAX_HOPS}, or networks such as 10.0.0.0/8,::1`,
  });
  return z.NEVER;
});

function isNetwork(text: string): boolean {
  const [address = "", bits, ...others] = text.split("/");
  const version = isIP(address);
  const maxBits = version === 6 ? 128 : 32;
  return (
    version !== 0 && others.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits))
  );
}
