import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { SNAP_TEXT } from "./snap-text.ts";

/** States where SNAP EBT is accepted; nothing in a store that does not accept it. */
export function SnapNote() {
  const { acceptsSnap } = useStoreSettings();
  return acceptsSnap ? <p>{SNAP_TEXT}</p> : null;
}
