/** Current outage: none, the server, or the visitor's own network. */
export type Outage = "none" | "away" | "offline";

/** Sent by whoever asked the shop for something and got no answer, or 503. */
export const SHOP_AWAY = "shop-away";
const ASK_AGAIN_MS = 5000;

let outage: Outage = "none";
let clock: ReturnType<typeof setTimeout> | undefined;

export function readOutage(): Outage {
  return outage;
}

/** Watches while somebody listens; tells of each change. */
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
  // The server says so of a page that it had kept.
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
