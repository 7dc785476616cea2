import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type * as Contexts from "#app/platform/contexts.ts";
import type { PublicConfig } from "#app/platform/public-config.ts";
import type { ShopData } from "#server/shop-data.ts";
import { type AllowedOrigins, tileOriginOf } from "./content-policy.ts";
import { createPageCache, preparePage, sendPage } from "./page-cache.ts";

/** Shells of one order each: rendered for every request, so that they do not fill the cache. */
const NOT_KEPT = /^\/(checkout|success|shippingInformation|error|orders)(\/|\.data|$)/;

export interface PagesOptions {
  build: ServerBuild;
  /** The built style sheets, by their addresses. */
  styles: ReadonlyMap<string, string>;
  data: ShopData;
  config: PublicConfig;
}

export type PageHandler = (request: Request) => Promise<Response>;

/** Pages of the shop, rendered by React Router; public ones come from the page cache. */
export function createPages({ build, styles, data, config }: PagesOptions): PageHandler {
  const render = createRenderer({ build: () => Promise.resolve(build), data, config, mode: "production" });
  const allowed: AllowedOrigins = {
    dataOrigin: config.supabaseUrl,
    tileOrigin: tileOriginOf(config.mapTileUrl),
    captchaOrigin: config.captchaSiteKey === null ? "" : "https://challenges.cloudflare.com",
  };
  const cache = createPageCache({
    render,
    allowed,
    readStyles: (address) => styles.get(address) ?? null,
    checkEveryMs: 1000,
    readVersion: async () => {
      const { data: row } = await data.public
        .from("content_version")
        .select("version")
        .single()
        .throwOnError();
      return String(row.version);
    },
  });
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Method not allowed", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const asGet =
      request.method === "HEAD" ? new Request(request.url, { headers: request.headers }) : request;
    const page = NOT_KEPT.test(new URL(request.url).pathname)
      ? await preparePage(await render(asGet), allowed)
      : await cache.find(asGet);
    return sendPage(page, request);
  };
}

/** React Router's own handler, given what loaders may use. */
export function createRenderer(options: {
  build: () => Promise<ServerBuild>;
  data: ShopData;
  config: PublicConfig;
  mode: "production" | "development";
}): PageHandler {
  const handle = createRequestHandler(options.build, options.mode);
  return async (request) => {
    const { entry } = await options.build();
    // A context is found by identity, so the keys come from the build, not from the sources beside it.
    const { publicConfigContext, publicDataContext } = entry.module as unknown as typeof Contexts;
    const context = new RouterContextProvider();
    context.set(publicDataContext, options.data.public);
    context.set(publicConfigContext, options.config);
    return handle(request, context);
  };
}
