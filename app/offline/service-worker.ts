/// <reference lib="webworker" />
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import type { WorkboxPlugin } from "workbox-core/types.js";
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { CacheFirst, StaleWhileRevalidate, Strategy, type StrategyHandler } from "workbox-strategies";
import { OFFLINE_TEXTS } from "#app/messages/language-texts.ts";
import { type Locale, splitLocale } from "#app/messages/locales.ts";
import { PRIVATE_CACHE, PUBLIC_CACHE } from "#app/platform/personal-data.ts";
import { type PushMessage, parsePushMessage } from "#app/platform/push-messages.ts";
import {
  ASSET_CACHE,
  CACHES,
  cacheOfPage,
  IMAGE_CACHE,
  isAsset,
  isImage,
  isOrderRead,
  offlinePage,
  ownOrderId,
  SAVED_AT,
  type SavedPage,
  saveWhileCurrent,
  subjectOf,
  titleOf,
  withNote,
} from "./saved-pages.ts";
import type { MessageToPage, MessageToWorker } from "./worker-messages.ts";

/** Service worker that saves pages for reading offline. docs/decisions/042-workbox-without-its-build.md */

declare const self: ServiceWorkerGlobalScope;

const DAY = 24 * 60 * 60;
const CONFIRMATION_MS = 1000;
const WITHOUT_VARY = { matchOptions: { ignoreVary: true } };
// The cast is needed because Workbox's types do not support exactOptionalPropertyTypes.
const isGood = new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin;
const upTo = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY, purgeOnQuotaError: true }) as WorkboxPlugin;

/** Incremented when saved pages are deleted, so that pending responses are not saved afterwards. */
let generationOfPages = 0;
/** Owners by order id, for orders read by their owner; billing details of these orders may be saved. */
const ownOrders = new Map<string, string>();

/** Returns the network's response and saves it. Without a network, returns the saved response, marked as such. */
class FreshOrSaved extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const generation = generationOfPages;
    const { clientId } = handler.event as FetchEvent;
    try {
      const response = await handler.fetch(request);
      if (response.status === 200 && (await this.isSaved(request, response))) {
        // Awaited for private data only: a public page must not wait for the disk.
        const isCurrent = () => generation === generationOfPages;
        // On a full device, the response is still shown.
        const saving = this.#save(handler, request, response.clone(), isCurrent).catch(console.error);
        if (this.cacheName === PRIVATE_CACHE) await saving;
        else void handler.waitUntil(saving);
      }
      if (isData(request)) await notify(clientId, { type: "fresh" }, false);
      return response;
    } catch (error) {
      const saved = await handler.cacheMatch(request);
      const savedAt = saved?.headers.get(SAVED_AT);
      if (!saved || !savedAt) throw error;
      if (!isDocument(saved)) {
        // Without the note, saved data could be mistaken for current prices.
        if (await notify(clientId, { type: "saved", savedAt }, isData(request))) return saved;
        throw error;
      }
      return new Response(withNote(await saved.text(), savedAt, localeOf(request)), {
        headers: withoutLength(saved.headers),
      });
    }
  }

  protected isSaved(_request: Request, _response: Response): boolean | Promise<boolean> {
    return true;
  }

  async #save(handler: StrategyHandler, request: Request, response: Response, isCurrent: () => boolean): Promise<void> {
    const headers = new Headers(response.headers);
    headers.set(SAVED_AT, new Date().toISOString());
    const saved = new Response(await response.blob(), { headers });
    await saveWhileCurrent(isCurrent, {
      put: () => handler.cachePut(request, saved),
      remove: async () => (await caches.open(this.cacheName)).delete(request, { ignoreVary: true }),
    });
  }
}

/** Requests of the order page, saved only if the order is the reader's own. */
class OwnOrders extends FreshOrSaved {
  protected override async isSaved(request: Request, response: Response): Promise<boolean> {
    const token = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
    const { pathname, searchParams } = new URL(request.url);
    const reader = subjectOf(token);
    if (reader === null) return false;
    if (pathname.endsWith("/profiles")) return searchParams.get("id") === `eq.${reader}`;
    if (pathname.endsWith("/billing_details")) {
      return ownOrders.get((searchParams.get("order_id") ?? "").replace("eq.", "")) === reader;
    }
    const orderId = ownOrderId(token, await response.clone().json());
    if (orderId !== null) ownOrders.set(orderId, reader);
    return orderId !== null;
  }
}

const publicPages = new FreshOrSaved({ cacheName: PUBLIC_CACHE, plugins: [upTo(80, 30)], ...WITHOUT_VARY });
const privatePages = new FreshOrSaved({ cacheName: PRIVATE_CACHE, plugins: [upTo(60, 30)], ...WITHOUT_VARY });
const ownOrderReads = new OwnOrders({ cacheName: PRIVATE_CACHE, plugins: [upTo(60, 30)], ...WITHOUT_VARY });
const assets = new CacheFirst({ cacheName: ASSET_CACHE, plugins: [isGood, upTo(200, 60)], ...WITHOUT_VARY });
// An image may be replaced under the same name.
const images = new StaleWhileRevalidate({ cacheName: IMAGE_CACHE, plugins: [isGood, upTo(150, 30)], ...WITHOUT_VARY });

/** Strategy for pages that are never saved. Offline, the catch handler responds. */
class NetworkAlone extends Strategy {
  protected override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return handler.fetch(request);
  }
}

const isPage = (request: Request) => request.mode === "navigate" || isData(request);
const pageRoute =
  (cache: string | null) =>
  ({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }) =>
    sameOrigin && isPage(request) && cacheOfPage(url.pathname) === cache;

registerRoute(pageRoute(PUBLIC_CACHE), publicPages);
registerRoute(pageRoute(PRIVATE_CACHE), privatePages);
registerRoute(({ request }) => request.mode === "navigate", new NetworkAlone());
registerRoute(({ url }) => isOrderRead(url), ownOrderReads);
registerRoute(({ url, sameOrigin }) => sameOrigin && isAsset(url.pathname), assets);
registerRoute(({ url, request }) => request.destination === "image" && isImage(url.pathname), images);

setCatchHandler(async ({ request }) => {
  if (request.mode !== "navigate") return Response.error();
  return new Response(offlinePage(await listSavedPages(), localeOf(request)), {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
});

/** Returns saved pages with their titles, orders first. */
async function listSavedPages(): Promise<SavedPage[]> {
  const pages: SavedPage[] = [];
  for (const name of [PRIVATE_CACHE, PUBLIC_CACHE]) {
    const cache = await caches.open(name);
    for (const request of [...(await cache.keys())].reverse()) {
      const response = pages.length < 20 ? await cache.match(request, { ignoreVary: true }) : undefined;
      const { pathname, search } = new URL(request.url);
      if (!response || !isDocument(response)) continue;
      const label = (await findOrderName(pathname)) ?? titleOf(await response.text());
      pages.push({ path: pathname + search, label });
    }
  }
  return pages;
}

/** Returns "Order 1009" for the page of a saved order; null for other pages. */
async function findOrderName(pathname: string): Promise<string | null> {
  const { locale, path } = splitLocale(pathname);
  const id = /^\/orders\/(.+)$/.exec(path)?.[1];
  if (id === undefined) return null;
  const cache = await caches.open(PRIVATE_CACHE);
  const read = (await cache.keys()).find(({ url }) => url.includes("/rest/v1/orders?") && url.includes(`id=eq.${id}`));
  const response = read && (await cache.match(read, { ignoreVary: true }));
  const [order] = response ? ((await response.json()) as { order_number?: number }[]) : [];
  return order?.order_number ? OFFLINE_TEXTS[locale].order(order.order_number) : null;
}

self.addEventListener("install", (event) => {
  // Skip waiting: pages come from the network first, so the new worker fits the open pages.
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable();
      const known = await caches.keys();
      await Promise.all(known.filter((name) => !CACHES.includes(name)).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  const message = event.data as MessageToWorker;
  if (message.type === "delete-pages") {
    generationOfPages += 1;
    ownOrders.clear();
    event.waitUntil(Promise.all([PUBLIC_CACHE, PRIVATE_CACHE].map((name) => caches.delete(name))));
  }
  if (message.type === "save") event.waitUntil(Promise.all(message.urls.map((url) => saveNow(url, event))));
});

self.addEventListener("push", (event) => {
  const message = parsePushMessage(event.data?.text() ?? "");
  if (message) event.waitUntil(showNotification(message));
});

function showNotification({ title, body, url, tag }: PushMessage): Promise<void> {
  return self.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: url });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(String(event.notification.data), self.location.origin)));
});

/** Focuses the tab that shows the page, or opens a new one. */
async function openPage({ href }: URL): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const shown = windows.find(({ url }) => url === href);
  await (shown ? shown.focus() : self.clients.openWindow(href));
}

/** Saves a file that the first page loaded before the worker was active. */
async function saveNow(address: string, event: ExtendableMessageEvent): Promise<void> {
  const url = new URL(address);
  const cache = cacheOfPage(url.pathname);
  const strategy = cache === PUBLIC_CACHE ? publicPages : cache === PRIVATE_CACHE ? privatePages : assets;
  if (url.origin !== self.location.origin || (cache === null && !isAsset(url.pathname))) return;
  const request = new Request(url, { headers: cache === null ? {} : { accept: "text/html" } });
  const [response, done] = strategy.handleAll({ event, request });
  await Promise.allSettled([response, done]);
}

function localeOf(request: Request): Locale {
  return splitLocale(new URL(request.url).pathname).locale;
}

function isData(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(".data");
}

function isDocument(response: Response): boolean {
  return (response.headers.get("content-type") ?? "").startsWith("text/html");
}

function withoutLength(headers: Headers): Headers {
  const saved = new Headers(headers);
  for (const name of ["content-length", "content-encoding", "etag"]) saved.delete(name);
  return saved;
}

/** Sends a message to a page. @returns whether the page confirmed it if it must; otherwise true */
async function notify(clientId: string, message: MessageToPage, mustConfirm: boolean): Promise<boolean> {
  const client = await self.clients.get(clientId);
  if (!mustConfirm) client?.postMessage(message);
  if (!mustConfirm || !client) return !mustConfirm;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), CONFIRMATION_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    client.postMessage(message, [port2]);
  });
}
