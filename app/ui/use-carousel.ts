import { type RefCallback, useCallback, useState } from "react";
import type { CarouselMotion } from "./carousel-motion.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** Starts a carousel when it comes near the viewport, because its script is not part of the first load. */
export function useCarousel(): {
  /** For the `ref` of the element that scrolls. */
  viewport: RefCallback<HTMLElement>;
  motion: CarouselMotion | null;
  /** Whether the content is wider than the viewport. */
  isLong: boolean;
} {
  const [motion, setMotion] = useState<CarouselMotion | null>(null);
  const [isLong, setLong] = useState(true);
  const prefersReducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");

  const viewport = useCallback(
    (element: HTMLElement) => {
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
    },
    [prefersReducedMotion],
  );

  return { viewport, motion, isLong };
}
