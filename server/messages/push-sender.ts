import webPush from "web-push";
import { isPushServiceUrl, type PushMessage } from "#app/platform/push-messages.ts";

/** A device's push subscription, as created by its browser. */
export type PushTarget = { endpoint: string; p256dh: string; auth_secret: string };

export interface PushSender {
  /**
   * Sends a message to a device.
   * @returns "gone" if the device has unsubscribed, or its endpoint is not a push service
   * @throws Error for a temporary failure
   */
  send(target: PushTarget, message: PushMessage): Promise<"sent" | "gone">;
}

const TIMEOUT_MS = 10_000;
/** The push service drops messages that it could not deliver in this time. */
const TTL_SECONDS = 6 * 60 * 60;

/**
 * Creates a sender that encrypts and sends push notifications: https://datatracker.ietf.org/doc/html/rfc8030
 * @param options.publicOrigin identifies the sender to the push service
 * @param options.fetch replaces the network in tests
 */
export function createPushSender(options: {
  publicKey: string;
  privateKey: string;
  publicOrigin: string;
  fetch?: typeof fetch;
}): PushSender {
  const { publicKey, privateKey, publicOrigin, fetch: request = fetch } = options;
  // Push services reject http URLs, which only a local store has.
  const subject = publicOrigin.startsWith("https:") ? publicOrigin : "mailto:store@example.com";
  return {
    send: async ({ endpoint, p256dh, auth_secret }, message) => {
      if (!isPushServiceUrl(endpoint)) return "gone";
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth: auth_secret } },
        JSON.stringify(message),
        {
          vapidDetails: { subject, publicKey, privateKey },
          contentEncoding: "aes128gcm",
          TTL: TTL_SECONDS,
          urgency: "high",
          // At most 32 characters; the service replaces an undelivered message with the same topic.
          topic: message.tag.replace(/[^A-Za-z0-9]/g, "").slice(-32),
        },
      );
      const response = await request(endpoint, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(body),
        // A redirect could lead to a host that is not a known push service.
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return "gone";
      if (!response.ok) throw new Error(`The push service ${new URL(endpoint).host} responded ${response.status}.`);
      return "sent";
    },
  };
}
