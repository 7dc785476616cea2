import { fieldsOf, parsedJson } from "#app/values/unknown-value.ts";

/** Content of a push notification, as the server sends it to the service worker. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path that a click opens. */
  url: string;
  /** A later message with the same tag replaces the earlier one. */
  tag: string;
}

/** Parses the text of a push event; null if it is not one of our messages. */
export function parsePushMessage(text: string): PushMessage | null {
  const { title, body, url, tag } = fieldsOf(parsedJson(text));
  if (typeof title !== "string" || typeof body !== "string" || typeof tag !== "string") return null;
  return typeof url === "string" && /^\/(?![/\\])/.test(url) ? { title, body, url, tag } : null;
}

const HOSTS = ["fcm.googleapis.com", "web.push.apple.com"];
const HOST_ENDINGS = [".push.services.mozilla.com", ".notify.windows.com"];

/**
 * Returns whether a push endpoint belongs to the push service of a known browser. Browsers report their endpoint
 * themselves, and the server must not send requests to any other host.
 */
export function isPushServiceUrl(endpoint: string): boolean {
  try {
    const { protocol, hostname, port, username, password } = new URL(endpoint);
    if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
    return HOSTS.includes(hostname) || HOST_ENDINGS.some((ending) => hostname.endsWith(ending));
  } catch {
    return false;
  }
}
