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
  const findTarget = () => document.getElementById(decodedId(hash));
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    // The observer also fires when it starts. A user who scrolled away before the scripts ran must stay there.
    if (isFirst) scrollIfInView(findTarget());
    else findTarget()?.scrollIntoView();
    isFirst = false;
  });
  observer.observe(document.body);
  // A scroll that began before may end where the target was before the page changed size.
  addEventListener("scrollend", () => scrollIfInView(findTarget()), { signal: stop.signal, once: true });
  stop.signal.addEventListener("abort", () => observer.disconnect());
  for (const type of USER_INPUT) {
    addEventListener(type, () => stop.abort(), { signal: stop.signal, passive: true, capture: true });
  }
}

function scrollIfInView(element: Element | null): void {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  if (bottom > 0 && top < window.innerHeight) element?.scrollIntoView();
}

function decodedId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
