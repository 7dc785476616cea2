import type { Config } from "@react-router/dev/config";
import { DEFAULT_LOCALE } from "./app/messages/locales.ts";
import { PAGE_LOCALE } from "./scripts/messages/vite-plugin.ts";

const locale = process.env[PAGE_LOCALE] ?? DEFAULT_LOCALE;

export default {
  // The browser's files of other languages are built apart, and added to those of English (scripts/build.ts).
  buildDirectory: locale === DEFAULT_LOCALE ? "build" : `build/${locale}`,
  ssr: true,
  // Loaders of staff pages in files of their own would make the list of routes, which every page loads, 1.9 kB larger.
  splitRouteModules: false,
  // Every route is known to the router from the start: no request for a manifest in the middle of a visit.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
