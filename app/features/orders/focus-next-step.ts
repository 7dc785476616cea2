export const NEXT_STEP_ID = "next-step";

/**
 * After a command whose own button has gone with it: whoever works by keyboard goes on at "What happens
 * next". Call it once the page shows the change.
 */
export function focusNextStep(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById(NEXT_STEP_ID)?.focus({ preventScroll: true });
}
