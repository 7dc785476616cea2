import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";

/** Path of a product feed, and the setting that enables it. */
export interface ProductFeed {
  path: string;
  /** Name of the reader and of the content, for staff. */
  title: () => string;
  isOn: (settings: StoreSettings) => boolean;
}

export const GOOGLE_FEED: ProductFeed = {
  path: "/feeds/google.xml",
  title: () => t("Google Merchant Center, products"),
  isOn: ({ hasGoogleFeed }) => hasGoogleFeed,
};
export const GOOGLE_LOCAL_FEED: ProductFeed = {
  path: "/feeds/google-local.xml",
  title: () => t("Google Merchant Center, local inventory"),
  isOn: ({ hasGoogleFeed, googleStoreCode }) => hasGoogleFeed && googleStoreCode !== "",
};
export const META_FEED: ProductFeed = {
  path: "/feeds/meta.csv",
  title: () => t("Meta catalog for Facebook, Instagram, and WhatsApp"),
  isOn: ({ hasMetaFeed }) => hasMetaFeed,
};
export const AGENTIC_FEED: ProductFeed = {
  path: "/feeds/agentic.json",
  title: () => t("Agentic Commerce Protocol for AI assistants"),
  isOn: ({ hasAgenticFeed }) => hasAgenticFeed,
};

export const productFeeds: readonly ProductFeed[] = [GOOGLE_FEED, GOOGLE_LOCAL_FEED, META_FEED, AGENTIC_FEED];
