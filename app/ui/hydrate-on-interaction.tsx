import { type ReactNode, Suspense, use, useEffect, useRef } from "react";
import { useIsHydrated } from "./use-is-hydrated.ts";

/** Events of an active visitor. Without them, a page runs no scripts below its first screen. */
const SIGNS = ["pointerdown", "pointermove", "touchstart", "keydown", "wheel", "scroll", "focusin"] as const;

let isAwake = false;
let resolveAwake = () => {};
const awake = new Promise<void>((resolve) => {
  resolveAwake = resolve;
});

/** Hydrates the deferred parts of the page, one after another. */
function wake(): void {
  isAwake = true;
  resolveAwake();
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
  // Content that is first rendered in the browser is interactive immediately.
  const isTakenOver = !useIsHydrated();
  if (isTakenOver && !isAwake && !import.meta.env.SSR) use(awake);
  return children;
}

/**
 * Hydrates the deferred content when its first element enters the viewport, and before a re-render.
 * @param firstId id of the first deferred element
 */
export function useHydrationStart(firstId: string): void {
  // On a re-render, React would discard content that is not hydrated yet.
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
