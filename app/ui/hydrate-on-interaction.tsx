import { type ReactNode, Suspense, use, useEffect, useRef, useSyncExternalStore } from "react";

/** Events that show a visitor is active. A page that is only looked at runs no scripts below its first screen. */
const SIGNS = ["pointerdown", "pointermove", "touchstart", "keydown", "wheel", "scroll", "focusin"] as const;

let isAwake = false;
const awake = Promise.withResolvers<void>();

/** The rest of the page comes alive, piece by piece. */
function wake(): void {
  isAwake = true;
  awake.resolve();
}

if (!import.meta.env.SSR) {
  for (const sign of SIGNS) addEventListener(sign, wake, { once: true, capture: true, passive: true });
}

/**
 * Server-rendered content that hydrates at the visitor's first event; until then it is plain HTML. Only for content
 * below the first screen.
 */
export function HydrateOnInteraction({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <DeferredHydration>{children}</DeferredHydration>
    </Suspense>
  );
}

function DeferredHydration({ children }: { children: ReactNode }) {
  // True on the server, and in the browser while its HTML is taken over; what the browser draws itself is alive at once.
  const isTakenOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (isTakenOver && !isAwake && !import.meta.env.SSR) use(awake.promise);
  return children;
}

/**
 * Wakes what sleeps when its first piece is on the screen, and before it is drawn with anything new.
 * @param firstId of the first element that sleeps
 */
export function useHydrationStart(firstId: string): void {
  // Drawn again: React would have to throw away what it has not taken over yet.
  const wasDrawn = useRef(false);
  if (wasDrawn.current && !isAwake) wake();
  useEffect(() => {
    wasDrawn.current = true;
    const first = document.getElementById(firstId);
    // A URL with an anchor opens below the first screen.
    if (isAwake || !first || location.hash !== "") return wake();
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) wake();
    });
    observer.observe(first);
    return () => observer.disconnect();
  }, [firstId]);
}

function never(): () => void {
  return () => undefined;
}
