import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";

/** States where SNAP EBT is accepted; renders nothing in a store that does not accept it. */
export function SnapNote() {
  const { acceptsSnap } = useStoreSettings();
  return acceptsSnap ? <p>{snapText()}</p> : null;
}

export function snapText(): string {
  return t("We accept SNAP EBT in the store. You can't pay with EBT online.");
}
