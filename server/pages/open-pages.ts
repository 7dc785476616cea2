import { join } from "node:path";
import { OWN_WORK } from "@calabash/data-service/http";
import type { Hono } from "hono";
import { categories } from "#app/features/catalog/categories.ts";
import type { PublicConfig } from "#app/platform/public-config.ts";
import { announcePictures } from "#server/base/announce.ts";
import { step } from "#server/base/start-step.ts";
import type { Base } from "#server/database/open-base.ts";
import { openSharedFiles } from "#server/files/shared-files.ts";
import type { Messages } from "#server/messages/open-messages.ts";
import type { Payments } from "#server/payments/open-payments.ts";
import { cacheAssets } from "./cached-assets.ts";
import type { CachedPage } from "./cached-page.ts";
import type { NodeHandler } from "./cached-responses.ts";
import { createDevelopmentPages } from "./development-pages.ts";
import { BUILD, loadBuild, loadManifests, loadStyles } from "./load-build.ts";
import { createPages, type PageHandler } from "./pages.ts";
import type { RenderQueue } from "./render-queue.ts";
import { createSharedAssets, type SharedAssets } from "./shared-assets.ts";
import { warmPictures } from "./warm-pictures.ts";

export interface OpenPages {
  handle: PageHandler;
  /** Returns the cached page or built file at exactly this path; null if there is none. */
  peek: (path: string) => CachedPage | null;
  /** Counts running and waiting renders. */
  renderLoad: RenderQueue["load"];
  /** Folder of the built browser files; null while Vite serves them. */
  clientFolder: string | null;
  /** Finds a script, style sheet, or font of another build. */
  findSharedAsset: SharedAssets["find"];
  /** Vite's own files and hot reload; null with built pages. */
  vite: NodeHandler | null;
}

/** Opens the built pages with their cache, or in development the sources with hot reload. */
export async function openPages(
  base: Base,
  options: { isDevelopment: boolean; payments: Payments; messages: Messages },
): Promise<OpenPages> {
  const { data, running } = base;
  const config = publicConfigOf(base, options);
  if (options.isDevelopment) {
    const { pages, middleware, close } = await createDevelopmentPages({ data, config });
    running.add(close);
    const renderLoad = () => ({ running: 0, waiting: 0 });
    return {
      handle: pages,
      peek: () => null,
      renderLoad,
      clientFolder: null,
      findSharedAsset: async () => null,
      vite: middleware,
    };
  }
  const build = await step("Pages", loadBuild);
  const pages = createPages({
    build,
    manifests: loadManifests(),
    styles: loadStyles(),
    data,
    config,
    observe: base.observe,
  });
  const clientFolder = join(BUILD, "client");
  const assets = cacheAssets(clientFolder);
  const sharedAssets = createSharedAssets(join(clientFolder, "assets"), openSharedFiles(base.environment, "assets"));
  // Stored before the first page is served, because the browser may request its files from a process of another build.
  const logError = base.logErrorOf("shared assets");
  await step("Shared assets", () => sharedAssets.publish().catch(logError));
  return {
    handle: pages.handle,
    peek: (path) => pages.peek(path) ?? assets(path),
    renderLoad: pages.renderLoad,
    clientFolder,
    findSharedAsset: (name) =>
      sharedAssets.find(name).catch((error: unknown) => {
        logError(error);
        return null;
      }),
    vite: null,
  };
}

function publicConfigOf(
  { environment, keys }: Base,
  { payments, messages }: { payments: Payments; messages: Messages },
): PublicConfig {
  return {
    supabaseUrl: environment.supabase?.url ?? "",
    anonKey: environment.supabase?.anonKey ?? keys.anonKey,
    stripePublishableKey: payments.publishableKey,
    shopMode: environment.shopMode,
    publicOrigin: environment.publicOrigin,
    mapTileUrl: environment.mapTileUrl,
    hasPictureSizes: environment.hasPictureSizes,
    // A hosted project sends its emails itself, so they never reach the local mailbox.
    hasLocalMailbox: messages.mailbox !== null && messages.auth.sendMail !== null,
    captchaSiteKey: environment.captchaSiteKey,
    minPasswordLength: environment.auth.minPasswordLength,
    pushPublicKey: keys.pushKeys.publicKey,
  };
}

/** Creates the images' sizes for the first pages in the background, for a store that was just opened. */
export function startWarmingPictures(base: Base, pages: OpenPages, service: Hono | null): void {
  const { publicOrigin, hasPictureSizes } = base.environment;
  if (pages.vite || !service || !hasPictureSizes) return;
  const closing = new AbortController();
  base.running.add(async () => closing.abort());
  const headers = { accept: "image/webp", priority: "u=7" };
  void warmPictures({
    paths: ["/home", ...categories.map(({ path }) => path)],
    readPage: async (path) => (await pages.handle(new Request(`${publicOrigin}${path}`))).text(),
    requestSize: async (address) => service.fetch(new Request(new URL(address, publicOrigin), { headers }), OWN_WORK),
    signal: closing.signal,
  })
    .catch(base.logErrorOf("pictures"))
    .then(announcePictures);
}
