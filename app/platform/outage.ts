/** Current outage: none, the server, or the visitor's own network. */
export type Outage = "none" | "away" | "offline";

/** Dispatched after a request without a response, or with 503. */
export const SHOP_AWAY = "shop-away";
const ASK_AGAIN_MS = 5000;

let outage: Outage = "none";
let clock: ReturnType<typeof setTimeout> | undefined;

export function readOutage(): Outage {
  return outage;
}

/** Observes outages while there are listeners; calls them on each change. */
export function watchOutage(onChange: () => void): () => void {
  const set = (next: Outage) => {
    clearTimeout(clock);
    if (next !== "none") clock = setTimeout(() => void lookAgain(), ASK_AGAIN_MS);
    if (next === outage) return;
    outage = next;
    onChange();
  };
  const lookAgain = async () => {
    const isBack = await fetch("/readyz").then(
      (answer) => answer.ok,
      () => false,
    );
    set(isBack ? "none" : navigator.onLine ? "away" : "offline");
  };
  // One answer that failed is no outage yet.
  const handleAway = () => void lookAgain();
  const handleOnline = () => void lookAgain();
  const handleOffline = () => set("offline");
  addEventListener(SHOP_AWAY, handleAway);
  addEventListener("online", handleOnline);
  addEventListener("offline", handleOffline);
  // Header that the server adds to a cached page during an outage.
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
