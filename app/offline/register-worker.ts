import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { PERSONAL_DATA_CLEARED } from "#app/platform/session-events.ts";
import { NOTE_TAG, savedText } from "./saved-pages.ts";
import type { MessageToPage, MessageToWorker } from "./worker-messages.ts";

// Importing this module registers the service worker, once the page has loaded and is idle.
if (document.readyState === "complete") whenIdle();
else addEventListener("load", whenIdle, { once: true });

function whenIdle(): void {
  const run = () => void registerWorker().catch(() => undefined);
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(run);
  else setTimeout(run);
}

/** Registers the service worker, and shows a note while the page contains saved data. */
async function registerWorker(): Promise<void> {
  // Missing on pages without HTTPS.
  const serviceWorker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<MessageToPage>) => {
    if (data.type === "saved") {
      showNote(data.savedAt);
      ports[0]?.postMessage("shown");
    }
    if (data.type === "fresh") hideNote();
  });
  addEventListener("online", () => void offerReload());
  addEventListener("offline", takeBackOffer);
  void offerReload();
  // The caches are deleted already; this message keeps the worker from saving pending responses.
  addEventListener(PERSONAL_DATA_CLEARED, () => {
    serviceWorker.controller?.postMessage({ type: "delete-pages" } satisfies MessageToWorker);
    // Unsubscribe here, too, because the session may have ended in another place. The push service then tells the store
    // that the subscription is gone.
    void findSubscription().then((subscription) => subscription?.unsubscribe());
  });
  const isFirstVisit = serviceWorker.controller === null;
  await serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { active } = await serviceWorker.ready;
  if (isFirstVisit) active?.postMessage({ type: "save", urls: loadedUrls() } satisfies MessageToWorker);
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  // Missing in browsers without push notifications.
  const pushManager: PushManager | undefined = registration?.pushManager;
  return (await pushManager?.getSubscription()) ?? null;
}

/** Returns the URLs of the page and of its scripts, styles, and fonts. */
function loadedUrls(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return [window.location.href, ...loaded.filter((url) => url.startsWith(`${window.location.origin}/assets/`))];
}

const note = () => document.querySelector<HTMLElement>(NOTE_TAG);

/** Shows the time of the oldest saved part of the page. */
function showNote(savedAt: string): void {
  const root = document.documentElement;
  const known = root.dataset["savedAt"];
  if (known !== undefined && known <= savedAt) return;
  root.dataset["savedAt"] = savedAt;
  const shown = note() ?? document.createElement(NOTE_TAG);
  shown.setAttribute("role", "status");
  if (!shown.isConnected) document.body.prepend(shown);
  shown.textContent = savedText(savedAt, currentLocale());
}

/** Shows again when the page was saved, because it cannot be reloaded now. */
function takeBackOffer(): void {
  const savedAt = document.documentElement.dataset["savedAt"];
  const shown = note();
  if (shown && savedAt !== undefined) shown.textContent = savedText(savedAt, currentLocale());
}

function hideNote(): void {
  delete document.documentElement.dataset["savedAt"];
  note()?.remove();
}

/** Offers to reload a saved page, which stays as it is until the reader does. */
async function offerReload(): Promise<void> {
  const shown = note();
  if (!shown || !navigator.onLine) return;
  const isReachable = await fetch("/readyz").then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable) return;
  const link = document.createElement("a");
  link.href = window.location.pathname + window.location.search;
  const text = t("You are back online. <link>Reload the page</link> to see current prices.");
  const [before = "", words = "", after = ""] = text.split(/<\/?link>/);
  link.textContent = words;
  shown.replaceChildren(before, link, after);
}
