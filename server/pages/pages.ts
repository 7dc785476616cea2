import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { type Locale, localizedPath, STAFF_LOCALES, splitLocale } from "#app/messages/locales.ts";
import type * as Contexts from "#app/platform/contexts.ts";
import { isDeskPath } from "#app/platform/desk-path.ts";
import type { PublicConfig } from "#app/platform/public-config.ts";
import { knownTimeZone, shopDayOf } from "#app/values/shop-clock.ts";
import { connectMessages, inLocale, type MessagesModule } from "#server/base/locale.ts";
import { createContentVersion } from "#server/database/content-version.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { Observe } from "#server/observe/events.ts";
import { type CachedPage, preparePage, sendPage } from "./cached-page.ts";
import { type AllowedOrigins, SCRIPT_NONCE, tileOriginOf } from "./content-policy.ts";
import { createKnownAddresses } from "./known-addresses.ts";
import type { Manifests } from "./load-build.ts";
import { createPageCache } from "./page-cache.ts";
import { createPublicGate } from "./public-gate.ts";
import type { ReadRecorder } from "./recorded-reads.ts";
import { createRenderQueue, type RenderQueue, RenderRejected } from "./render-queue.ts";
import { UNAVAILABLE_PAGE } from "./unavailable-page.ts";

export interface PagesOptions {
  build: ServerBuild;
  manifests: ReadonlyMap<Locale, Manifests>;
  /** Built style sheets by URL. */
  styles: ReadonlyMap<string, string>;
  data: ShopData;
  config: PublicConfig;
  observe: Observe;
}

/**
 * Handles a request for a page.
 * @param client network of the client; "" for requests of the store itself
 */
export type PageHandler = (request: Request, client?: string) => Promise<Response>;

/** Rendering blocks the thread; while a render waits for the database, others can start. */
const RENDERS = { running: 4, runningPerClient: 2, waitingPerClient: 30, waiting: 300, deadlineMs: 5000 };

/**
 * Marks a page while the database is unavailable; the page's script reads it. Times are in the log, not in the header,
 * because they would tell everyone what the server does (`LOG_REQUESTS=all`).
 */
const AWAY = [["server-timing", "away"]] as const;

/**
 * Creates the pages, rendered by React Router and cached; private content loads in the browser.
 * @returns the request handler, and `peek`, which returns a page if it is cached and current
 */
export function createPages({ build, manifests, styles, data, config, observe }: PagesOptions): {
  handle: PageHandler;
  peek: (path: string) => CachedPage | null;
  renderLoad: RenderQueue["load"];
} {
  const allowed: AllowedOrigins = {
    dataOrigin: config.supabaseUrl,
    tileOrigin: tileOriginOf(config.mapTileUrl),
    captchaOrigin: config.captchaSiteKey === null ? "" : "https://challenges.cloudflare.com",
  };
  const queue = createRenderQueue(RENDERS);
  const gate = createPublicGate();
  const version = createContentVersion(() => readVersion(data, gate.setOpen), 1000);
  const cache = createPageCache({
    version,
    queue,
    render: createLocalizedRenderer({ build, manifests, data, config }),
    allowed,
    readStyles: (address) => styles.get(address) ?? null,
  });
  const addressOf = createKnownAddresses(build.routes);
  const handle: PageHandler = async (request, client = "") => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Method not allowed", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const url = new URL(request.url);
    const address = addressOf(url);
    if (!STAFF_LOCALES.includes(address.locale) && isDeskPath(url.pathname)) {
      return new Response(null, { status: 302, headers: { location: splitLocale(url.pathname).path + url.search } });
    }
    await version.refresh();
    const closed = gate.redirectPublic(request, address);
    if (closed) return closed;
    try {
      const { page, timing } = await cache.find(address, client);
      observe({ type: "page", path: address.path, ...timing });
      return sendPage(page, request, version.isUnknown ? AWAY : []);
    } catch (error) {
      if (!(error instanceof RenderRejected)) throw error;
      observe({ type: "page-rejected", path: address.path });
      return sendPage(await preparePage(UNAVAILABLE_PAGE.clone(), allowed), request);
    }
  };
  return { handle, peek: (path) => (gate.isOpen() ? cache.peek(path) : null), renderLoad: queue.load };
}

/**
 * Reads the content's version, with the day of the store, which changes dates and offers, and whether the store is open
 * to the public.
 */
export async function readVersion(
  data: Pick<ShopData, "public" | "call">,
  setOpen: (isOpen: boolean) => void,
): Promise<string> {
  const [{ data: row }, isOpen, { data: shop }] = await Promise.all([
    data.public.from("content_version").select("version,epoch").single().throwOnError(),
    data.call("is_store_open"),
    data.public.from("store_settings").select("time_zone").single().throwOnError(),
  ]);
  setOpen(isOpen);
  return `${row.version}.${row.epoch} ${shopDayOf(new Date(), knownTimeZone(shop.time_zone))}.${isOpen}`;
}

type Renderer = ReturnType<typeof createRenderer>;

/** Renders each language under its own URL prefix, with the browser's files of that language. */
function createLocalizedRenderer(options: Pick<PagesOptions, "build" | "manifests" | "data" | "config">): Renderer {
  const { build, manifests, data, config } = options;
  connectMessages(build.entry.module as unknown as MessagesModule);
  const rendererOf = (locale: Locale, assets: ServerBuild["assets"]) => {
    const own = { ...build, assets, basename: localizedPath(locale, "/") };
    return createRenderer({ build: () => Promise.resolve(own), data, config, mode: "production" });
  };
  const renderers = new Map(
    [...manifests].map(([locale, { store, all }]) => [
      locale,
      { store: rendererOf(locale, store), desk: rendererOf(locale, all) },
    ]),
  );
  return (request, rendering) => {
    const { locale, path } = splitLocale(new URL(request.url).pathname);
    const own = renderers.get(locale);
    if (!own) throw new Error(`The pages have no language "${locale}".`);
    return inLocale(locale, () => own[isDeskPath(path) ? "desk" : "store"](request, rendering));
  };
}

/** Creates React Router's request handler with the context that loaders use. */
export function createRenderer(options: {
  build: () => Promise<ServerBuild>;
  data: ShopData;
  config: PublicConfig;
  mode: "production" | "development";
}): (request: Request, options?: { isMissingPageCached: boolean; recorder?: ReadRecorder }) => Promise<Response> {
  const handle = createRequestHandler(options.build, options.mode);
  return async (request, { isMissingPageCached, recorder } = { isMissingPageCached: false }) => {
    const { entry } = await options.build();
    // React Router finds contexts by identity, so the keys must come from the build, not from a second import of the
    // sources.
    const keys = entry.module as unknown as typeof Contexts;
    const context = new RouterContextProvider();
    context.set(keys.publicDataContext, recorder ? options.data.publicThrough(recorder.wrap) : options.data.public);
    context.set(keys.publicConfigContext, options.config);
    context.set(keys.isMissingPageCachedContext, isMissingPageCached);
    context.set(keys.scriptNonceContext, options.mode === "production" ? SCRIPT_NONCE : "");
    return handle(request, context);
  };
}
