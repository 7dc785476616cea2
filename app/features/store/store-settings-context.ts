import { createContext, use } from "react";
import { defaultStoreSettings, type StoreSettings } from "./store-settings.ts";

/** Set by the layout of every page. */
export const StoreSettingsContext = createContext<StoreSettings>(defaultStoreSettings);

export function useStoreSettings(): StoreSettings {
  return use(StoreSettingsContext);
}
