/** User input that stops following the anchor. */
const USER_INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to the anchor again whenever the page changes size. Rows on the way are laid out only when they come near the
 * viewport, and are then lower than the space reserved for them, so the target of the first scroll would end up behind
 * the fixed header.
 * @param stop aborts following; user input aborts it, too
 */
export function followAnchor(hash: string, stop: AbortController): void {
  if (stop.signal.aborted) return;
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    const target = document.getElementById(decodedId(hash));
    // The observer also fires when it starts. A user who scrolled away before the scripts ran must stay there.
    if (target && (!isFirst || isInView(target))) target.scrollIntoView();
    isFirst = false;
  });
  observer.observe(document.body);
  stop.signal.addEventListener("abort", () => observer.disconnect());
  for (const type of USER_INPUT) {
    addEventListener(type, () => stop.abort(), { signal: stop.signal, passive: true, capture: true });
  }
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

function decodedId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
