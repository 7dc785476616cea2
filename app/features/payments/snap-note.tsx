import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { snapText } from "./snap-text.ts";

/** States where SNAP EBT is accepted; renders nothing in a store that does not accept it. */
export function SnapNote() {
  const { acceptsSnap } = useStoreSettings();
  return acceptsSnap ? <p>{snapText()}</p> : null;
}
