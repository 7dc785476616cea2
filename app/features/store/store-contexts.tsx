import type { ReactNode } from "react";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { TypingPerson } from "#app/ui/typing-person.ts";
import type { StoreSettings } from "./store-settings.ts";
import { StoreSettingsContext } from "./store-settings-context.ts";

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
