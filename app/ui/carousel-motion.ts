import EmblaCarousel from "embla-carousel";

export type CarouselMotion = { turn: (direction: 1 | -1) => void; stop: () => void };

/** Embla's unit is not ms: with 21, a slide has moved after 500 ms. */
const DURATION = 21;

/**
 * Makes the first child of the viewport scroll in an endless loop, by calls or swipes.
 * @param options.prefersReducedMotion changes slides without animation
 * @param options.onMeasure called with whether the content is wider than the viewport, at the start and after every
 * change of width
 */
export function startCarousel(
  viewport: HTMLElement,
  options: { prefersReducedMotion: boolean; onMeasure: (isLong: boolean) => void },
): CarouselMotion {
  // Scrolling before the script loaded would remain as an offset.
  viewport.scrollLeft = 0;
  const embla = EmblaCarousel(viewport, { loop: true, align: "start", duration: DURATION });
  const measure = () => options.onMeasure(embla.scrollSnapList().length > 1);
  measure();
  embla.on("reInit", measure);
  return {
    turn: (direction) =>
      direction === 1 ? embla.scrollNext(options.prefersReducedMotion) : embla.scrollPrev(options.prefersReducedMotion),
    stop: () => embla.destroy(),
  };
}
