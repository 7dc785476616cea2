import type { BrowserData } from "./browser-data.ts";
import { readPublicConfig } from "./public-config.ts";
import { isPushServiceUrl } from "./push-messages.ts";
import { rowsOf } from "./reads.ts";

/** State of push notifications on this device; null if the browser does not support them. */
export type PushState = "off" | "on" | "blocked" | null;

/** Returns whether this device receives push notifications for the current account; in the browser only. */
export async function readPushState(data: BrowserData): Promise<PushState> {
  if (!isSupported()) return null;
  if (Notification.permission === "denied") return "blocked";
  const subscription = await findPushSubscription();
  if (!subscription || Notification.permission !== "granted" || !hasCurrentKey(subscription)) return "off";
  // Check the account, because an earlier account of this browser may have left its subscription.
  const answer = await data.rest.from("push_subscriptions").select("id").eq("endpoint", subscription.endpoint);
  return (rowsOf(answer) ?? []).length > 0 ? "on" : "off";
}

/**
 * Asks for permission and subscribes this device.
 * @returns "off" if the user dismissed the prompt
 * @throws when the browser or the store could not subscribe it
 */
export async function turnOnPush(data: BrowserData): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  // Subscribe again, so that no earlier account of this browser has the endpoint.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: readPublicConfig().pushPublicKey,
  });
  try {
    await save(data, subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** Deletes this device's subscription in the store, then in the browser. @throws when the store cannot be reached */
export async function turnOffPush(data: BrowserData): Promise<PushState> {
  const subscription = await findPushSubscription();
  if (!subscription) return "off";
  const { error } = await data.rest.from("push_subscriptions").delete().eq("endpoint", subscription.endpoint);
  if (error) throw error;
  await subscription.unsubscribe();
  return "off";
}

/** Deletes the subscriptions of the devices that are about to log out. Never rejects, so that the logout continues. */
export async function endPush(data: BrowserData, scope: "local" | "others" | "global"): Promise<void> {
  try {
    const endpoint = isSupported() ? (await findPushSubscription())?.endpoint : undefined;
    if (scope !== "local")
      await data.rest
        .from("push_subscriptions")
        .delete()
        .neq("endpoint", endpoint ?? "");
    if (scope !== "others" && endpoint !== undefined) await turnOffPush(data);
  } catch {
    // The store cannot be reached: register-worker.ts ends the browser's subscription when the session's data is
    // cleared.
  }
}

async function save(data: BrowserData, subscription: PushSubscription): Promise<void> {
  const { endpoint } = subscription;
  const { p256dh, auth } = subscription.toJSON().keys ?? {};
  if (!isPushServiceUrl(endpoint) || !p256dh || !auth) throw new Error("The push service of this browser is unknown.");
  const { error } = await data.rest.from("push_subscriptions").insert({ endpoint, p256dh, auth_secret: auth });
  if (error) throw error;
}

async function findPushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Returns whether the browser supports push notifications; on an iPhone, only web apps on the home screen do. */
function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/**
 * Returns whether the subscription uses the store's current key, which changes if the store's data folder was not
 * restored.
 */
function hasCurrentKey({ options }: PushSubscription): boolean {
  const key = options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === readPublicConfig().pushPublicKey;
}
