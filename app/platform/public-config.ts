/** Public configuration, the same for every visitor, so it can be part of cached pages. */
export interface PublicConfig {
  /** URL of the data service; empty if it has this origin. */
  supabaseUrl: string;
  anonKey: string;
  /** `pk_test_sandbox` while the sandbox replaces Stripe. */
  stripePublishableKey: string;
  shopMode: "demo" | "empty" | "live";
  /** Origin for canonical URLs and share images, never for requests. */
  publicOrigin: string;
  /** URL template of the map tiles, with {z}, {x}, and {y}. */
  mapTileUrl: string;
  /** Whether the data service resizes images; a hosted project may not. */
  hasPictureSizes: boolean;
  /** Site key of Cloudflare Turnstile; null without a captcha. */
  captchaSiteKey: string | null;
  /** Whether emails are stored at /dev/mailbox instead of being sent. */
  hasLocalMailbox: boolean;
  /** Minimum number of characters of a new password. */
  minPasswordLength: number;
  /** VAPID public key of push notifications, base64url. */
  pushPublicKey: string;
}

export const PUBLIC_CONFIG_ELEMENT_ID = "shop-config";

let parsed: PublicConfig | undefined;

/** Returns the configuration embedded in the document; in the browser only. */
export function readPublicConfig(): PublicConfig {
  if (parsed) return parsed;
  const config: PublicConfig = JSON.parse(document.getElementById(PUBLIC_CONFIG_ELEMENT_ID)?.textContent ?? "null");
  parsed = config;
  return config;
}

/** Returns whether pages show the demo's pictures and texts, which a live store does not have. */
export function showsSamples({ shopMode }: Pick<PublicConfig, "shopMode">): boolean {
  return shopMode === "demo";
}

export function isSandbox(config: PublicConfig): boolean {
  return config.stripePublishableKey === "pk_test_sandbox";
}
