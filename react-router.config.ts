import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Loaders of staff pages in files of their own would make the list of routes, which every page loads, 1.9 kB larger.
  splitRouteModules: false,
  // Every route is known to the router from the start: no request for a manifest in the middle of a visit.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
