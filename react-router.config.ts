import type { Config } from "@react-router/dev/config";
import { DEFAULT_LOCALE } from "./app/messages/locales.ts";
import { PAGE_LOCALE } from "./scripts/messages/vite-plugin.ts";

const locale = process.env[PAGE_LOCALE] ?? DEFAULT_LOCALE;

export default {
  // Each language's browser files are a separate build; scripts/build.ts adds them to the English one.
  buildDirectory: locale === DEFAULT_LOCALE ? "build" : `build/${locale}`,
  ssr: true,
  // Separate files for the loaders of staff pages would make the route manifest, which every page loads, 1.9 kB larger.
  splitRouteModules: false,
  // The router gets all routes at the start, so it never requests a manifest during a visit.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
