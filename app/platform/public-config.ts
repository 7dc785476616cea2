/** Public configuration, the same for everybody, so cached pages contain it. */
export interface PublicConfig {
  /** URL of the data service; empty for this origin. */
  supabaseUrl: string;
  anonKey: string;
  /** `pk_test_sandbox` while the sandbox stands in for Stripe. */
  stripePublishableKey: string;
  shopMode: "demo" | "live";
  /** For canonical URLs and share images, never for requests. */
  publicOrigin: string;
  /** URL of the map tiles, with {z}, {x}, and {y}. */
  mapTileUrl: string;
  /** Whether the data service resizes images; a hosted project may not. */
  hasPictureSizes: boolean;
  /** Site key of Cloudflare Turnstile; null if no captcha is shown. */
  captchaSiteKey: string | null;
  /** E-mails are kept at /dev/mailbox instead of being sent. */
  hasLocalMailbox: boolean;
  /** Signs that a new password needs. */
  minPasswordLength: number;
  /** VAPID public key of push notifications, base64url. */
  pushPublicKey: string;
}

export const PUBLIC_CONFIG_ELEMENT_ID = "shop-config";

let parsed: PublicConfig | undefined;

/** Browser only: reads the configuration that the document carries. */
export function readPublicConfig(): PublicConfig {
  if (parsed) return parsed;
  const config: PublicConfig = JSON.parse(document.getElementById(PUBLIC_CONFIG_ELEMENT_ID)?.textContent ?? "null");
  parsed = config;
  return config;
}

export function isSandbox(config: PublicConfig): boolean {
  return config.stripePublishableKey === "pk_test_sandbox";
}
