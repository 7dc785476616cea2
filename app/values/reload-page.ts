/** Info of the reloads that app/ui/missing-page.tsx lets pass. */
export const OWN_RELOAD = "own reload";

/** Loads the page again, with its scroll position and fragment. */
export function reloadPage(): void {
  if (window.navigation) window.navigation.reload({ info: OWN_RELOAD });
  // Without the Navigation API nothing cancels a reload.
  else window.location.reload();
}
