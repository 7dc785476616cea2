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
  try {
    const { title, body, url, tag }: Record<string, unknown> = JSON.parse(text);
    if (typeof title !== "string" || typeof body !== "string" || typeof tag !== "string") return null;
    return typeof url === "string" && /^\/(?![/\\])/.test(url) ? { title, body, url, tag } : null;
  } catch {
    return null;
  }
}
