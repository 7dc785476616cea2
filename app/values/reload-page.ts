/** Marks a reload by script, which app/ui/missing-page.tsx does not cancel. */
export const OWN_RELOAD = "own reload";

/** Loads the page again, with its scroll position and fragment. */
export function reloadPage(): void {
  if (window.navigation) window.navigation.reload({ info: OWN_RELOAD });
  // Without the Navigation API, missing-page.tsx cancels no reload.
  else window.location.reload();
}
