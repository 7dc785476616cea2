import { useMatches } from "react-router";
import { defaultStoreSettings, type StoreSettings } from "#app/features/delivery/store-settings.ts";

/** The shop's record, as the layout around the private pages has already loaded it. */
export function useStoreSettings(): StoreSettings {
  for (const match of useMatches()) {
    const settings = (match.loaderData as { settings?: StoreSettings } | undefined)?.settings;
    if (settings) return settings;
  }
  return defaultStoreSettings;
}
