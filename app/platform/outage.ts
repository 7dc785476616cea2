/** Current outage: none, of the server, or of the visitor's own network. */
export type Outage = "none" | "away" | "offline";

/** Event dispatched after a request without a response, or with status 503. */
export const SHOP_AWAY = "shop-away";
/** Event dispatched when an outage begins. */
const OUTAGE_BEGAN = "outage-began";
const ASK_AGAIN_MS = 5000;

let outage: Outage = "none";
let clock: ReturnType<typeof setTimeout> | undefined;

export function readOutage(): Outage {
  return outage;
}

/** Resolves once the server cannot be reached. `watchOutage` notices it; `navigator.onLine` only knows of the network. */
export function untilOutage(signal: AbortSignal): Promise<void> {
  if (outage !== "none" || !navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    addEventListener(OUTAGE_BEGAN, () => resolve(), { once: true, signal });
  });
}

/** Watches for outages and calls the listener on each change. */
export function watchOutage(onChange: () => void): () => void {
  const set = (next: Outage) => {
    clearTimeout(clock);
    if (next !== "none") clock = setTimeout(() => void lookAgain(), ASK_AGAIN_MS);
    if (next === outage) return;
    const begins = outage === "none";
    outage = next;
    if (begins) dispatchEvent(new Event(OUTAGE_BEGAN));
    onChange();
  };
  const lookAgain = async () => {
    const isBack = await fetch("/readyz").then(
      (answer) => answer.ok,
      () => false,
    );
    set(isBack ? "none" : navigator.onLine ? "away" : "offline");
  };
  // A single failed response is not an outage yet.
  const handleAway = () => void lookAgain();
  const handleOnline = () => void lookAgain();
  const handleOffline = () => set("offline");
  addEventListener(SHOP_AWAY, handleAway);
  addEventListener("online", handleOnline);
  addEventListener("offline", handleOffline);
  // The server adds this header to a cached page during an outage.
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.serverTiming?.some(({ name }) => name === "away")) set("away");
  else if (!navigator.onLine) set("offline");
  return () => {
    clearTimeout(clock);
    removeEventListener(SHOP_AWAY, handleAway);
    removeEventListener("online", handleOnline);
    removeEventListener("offline", handleOffline);
  };
}
