import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useState } from "react";
import { useMediaQuery } from "./use-media-query.ts";

export type Autoplay = ReturnType<typeof useAutoplay>;

/** Calls `next` repeatedly, unless autoplay is paused or held, or the user prefers reduced motion. */
export function useAutoplay(everyMs: number, next: () => void) {
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [restarts, setRestarts] = useState(0);
  const prefersReducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const isRunning = !isPaused && !isHovered && !isFocused && !prefersReducedMotion;
  const advance = useEffectEvent(next);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a restart begins a new interval.
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => advance(), everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs, restarts]);

  return {
    isPaused,
    togglePause: () => setPaused((was) => !was),
    /** Restarts the interval until the next change. */
    restart: () => setRestarts((count) => count + 1),
    /** Event handlers for the element that holds autoplay while it is hovered or contains the focus. */
    hold: {
      // Touch screens have no hover, although some browsers report it.
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === "mouse"),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
