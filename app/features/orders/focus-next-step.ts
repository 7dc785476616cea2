export const NEXT_STEP_ID = "next-step";

/**
 * Moves the focus to "What happens next" after a command whose button has disappeared. Call it once the page shows
 * the change.
 */
export function focusNextStep(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById(NEXT_STEP_ID)?.focus({ preventScroll: true });
}
