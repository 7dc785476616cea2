import { z } from "zod";

/** Proxies that are trusted to report the client's address: their number, or their addresses and networks. */
export type TrustedProxies = number | readonly string[];

const MAX_HOPS = 9;
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Schema of `TRUST_PROXY`: a number of proxies, or addresses and CIDR networks. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (/^\d+$/.test(text) && Number(text) <= MAX_HOPS) return Number(text);
  const networks = text.split(",").map((each) => each.trim());
  if (networks.every((each) => network.safeParse(each).success)) return networks;
  context.addIssue({
    code: "custom",
    message: `must be a number up to ${MAX_HOPS}, or networks such as 10.0.0.0/8,::1`,
  });
  return z.NEVER;
});
