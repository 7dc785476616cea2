import type { ServerBuild } from "react-router";
import type { PublicConfig } from "#app/platform/public-config.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { NodeHandler } from "./cached-responses.ts";
import { createRenderer, type PageHandler } from "./pages.ts";

export interface DevelopmentPages {
  pages: PageHandler;
  /** Serves Vite's files and hot reload; passes other requests to `next`. */
  middleware: NodeHandler;
  close(): Promise<void>;
}

/** Renders pages from the sources with hot reload and without cache. */
export async function createDevelopmentPages(options: {
  data: ShopData;
  config: PublicConfig;
}): Promise<DevelopmentPages> {
  // Vite is a development dependency: a running store never loads it.
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const render = createRenderer({
    ...options,
    mode: "development",
    build: async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild,
  });
  return { pages: (request) => render(request), middleware: vite.middlewares, close: () => vite.close() };
}
