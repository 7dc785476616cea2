import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Separate files for the loaders of staff pages would make the route manifest, which every page loads, 1.9 kB larger.
  splitRouteModules: false,
  // The router gets all routes at the start, so it never requests a manifest during a visit.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
