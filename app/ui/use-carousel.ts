import { type RefObject, useEffect, useState } from "react";
import type { CarouselMotion } from "./carousel-motion.ts";
import { usePrefersReducedMotion } from "./use-prefers-reduced-motion.ts";

/** Starts a carousel when it comes near the viewport, because its script is not part of the first load. */
export function useCarousel(viewport: RefObject<HTMLElement | null>): {
  motion: CarouselMotion | null;
  /** Whether the content is wider than the viewport. */
  isLong: boolean;
} {
  const [motion, setMotion] = useState<CarouselMotion | null>(null);
  const [isLong, setLong] = useState(true);
  const prefersReducedMotion = usePrefersReducedMotion();

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let isGone = false;
    let started: CarouselMotion | null = null;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void import("./carousel-motion.ts").then(({ startCarousel }) => {
          if (isGone) return;
          started = startCarousel(element, { prefersReducedMotion, onMeasure: setLong });
          setMotion(started);
        }, console.error);
      },
      { rootMargin: "400px" },
    );
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      started?.stop();
      setMotion(null);
    };
  }, [viewport, prefersReducedMotion]);

  return { motion, isLong };
}
