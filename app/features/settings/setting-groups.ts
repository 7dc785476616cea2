import type { SettingName } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";

/** Pages with the forms, by subject of the settings. */
export const SETTING_PATHS = {
  shop: "/desk/settings/shop",
  about: "/desk/settings/about",
  hours: "/desk/settings/hours",
  delivery: "/desk/settings/zones",
  windows: "/desk/settings/windows",
  messages: "/desk/settings/messages",
  payment: "/desk/settings/payment",
  banner: "/desk/settings/banner",
  feeds: "/desk/settings/feeds",
} as const;
export type SettingsPart = keyof typeof SETTING_PATHS;

/** Groups of single-value settings, each with its page and heading. */
export const SETTING_GROUPS = {
  contact: { part: "shop", title: () => t("Store and contact") },
  address: { part: "shop", title: () => t("Address") },
  "free-delivery": { part: "delivery", title: () => t("Free delivery") },
  stock: { part: "messages", title: () => t("Stock") },
  "order-texts": { part: "messages", title: () => t("Order texts") },
  wallets: { part: "payment", title: () => t("Wallets") },
  pauses: { part: "hours", title: () => t("Pauses") },
  "time-selection": { part: "windows", title: () => t("Time selection") },
  banner: { part: "banner", title: () => t("The banner") },
  google: { part: "feeds", title: () => "Google" },
  meta: { part: "feeds", title: () => t("Facebook, Instagram, and WhatsApp") },
  ai: { part: "feeds", title: () => t("AI assistants") },
  brands: { part: "feeds", title: () => t("Brands") },
  snap: { part: "payment", title: () => "SNAP EBT" },
} as const satisfies Record<string, { part: SettingsPart; title: () => string }>;

/** Single-value setting: its place in the form, its input, and its validation. */
export interface SettingDefinition {
  /** Groups and fields appear in the order of this list. */
  group: keyof typeof SETTING_GROUPS;
  label: () => string;
  hint?: () => string;
  /** Determines the input and how its text is stored; "text" by default. */
  kind?: "text" | "decimal" | "whole" | "dollars" | "time" | "switch";
  /** Name of the setting, if it differs from the field's name. */
  setting?: SettingName;
  type?: "tel" | "email" | "time";
  /** Values to choose from, after the saved one. */
  options?: () => readonly string[];
  maxLength?: number;
  isWide?: boolean;
  /** Hidden from managers. In the database, `guard_money_settings` rejects their changes to these columns. */
  isForOwner?: boolean;
  /** Returns the error message for an empty text; absent for an optional setting. */
  required?: () => string;
  /** Returns the error message for an invalid text. */
  check?: (text: string) => string | undefined;
}
