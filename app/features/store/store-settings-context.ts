import { createContext, use } from "react";
import type { StoreSettings } from "./store-settings.ts";

/** Set by the layout of every page. */
export const StoreSettingsContext = createContext<StoreSettings | null>(null);

export function useStoreSettings(): StoreSettings {
  const settings = use(StoreSettingsContext);
  if (!settings) throw new Error("No store settings");
  return settings;
}
