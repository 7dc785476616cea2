import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Every route is known to the router from the start: no request for a manifest in the middle of a visit.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
