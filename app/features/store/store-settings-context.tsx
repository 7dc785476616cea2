import { createContext, type ReactNode, use } from "react";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { TypingPerson } from "#app/ui/typing-person.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Set by the layout of every page. */
const StoreSettingsContext = createContext<StoreSettings | null>(null);

export function useStoreSettings(): StoreSettings {
  const settings = use(StoreSettingsContext);
  if (!settings) throw new Error("No store settings");
  return settings;
}

/** Provides the store's settings to a page with its header and footer. */
export function StoreContexts({ settings, children }: { settings: StoreSettings; children: ReactNode }) {
  return (
    <StoreSettingsContext value={settings}>
      <TypingPerson value={useStoredUserId}>
        <ShopTimeZone value={settings.timeZone}>{children}</ShopTimeZone>
      </TypingPerson>
    </StoreSettingsContext>
  );
}
