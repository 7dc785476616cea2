import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useState } from "react";
import { usePrefersReducedMotion } from "./use-prefers-reduced-motion.ts";

export interface Autoplay {
  isPaused: boolean;
  togglePause: () => void;
  /** The next turn comes a whole interval from now. */
  restart: () => void;
  /** For the element that keeps everything still while a mouse rests on it or focus is in it. */
  hold: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/** Calls `next` again and again, unless paused, held, or the visitor prefers that nothing moves. */
export function useAutoplay(everyMs: number, next: () => void): Autoplay {
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [restarts, setRestarts] = useState(0);
  const prefersReducedMotion = usePrefersReducedMotion();
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
      // Touch has no hover, although some browsers report it.
      onPointerEnter: (event) => setHovered(event.pointerType === "mouse"),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
