import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useState } from "react";
import { useMediaQuery } from "./use-media-query.ts";

export interface Autoplay {
  isPaused: boolean;
  togglePause: () => void;
  /** Restarts the interval until the next change. */
  restart: () => void;
  /** Event handlers for the element that holds autoplay while it is hovered or contains the focus. */
  hold: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/** Calls `next` repeatedly, unless autoplay is paused or held, or the user prefers reduced motion. */
export function useAutoplay(everyMs: number, next: () => void): Autoplay {
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
    restart: () => setRestarts((count) => count + 1),
    hold: {
      // Touch screens have no hover, although some browsers report it.
      onPointerEnter: (event) => setHovered(event.pointerType === "mouse"),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
