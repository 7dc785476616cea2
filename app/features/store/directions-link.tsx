import { t } from "#app/messages/t.ts";
import { ExternalButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { directionsAddress } from "./store-address.ts";
import type { StoreSettings } from "./store-settings.ts";

export function DirectionsLink({ settings }: { settings: StoreSettings }) {
  return (
    <div>
      <ExternalButtonLink href={directionsAddress(settings)}>
        <Icon name="pin" /> {t("Get directions")}
      </ExternalButtonLink>
    </div>
  );
}
