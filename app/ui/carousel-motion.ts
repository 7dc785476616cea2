import EmblaCarousel from "embla-carousel";

export interface CarouselMotion {
  turn: (direction: 1 | -1) => void;
  stop: () => void;
}

/** Embla counts in a measure of its own: with 21 a slide is where it belongs after 500 ms. */
const DURATION = 21;

/**
 * Lets the first child of the viewport be turned and swiped, round and round.
 * @param options.prefersReducedMotion slides change without moving
 * @param options.onMeasure whether there is more than fits, now and after every change of width
 */
export function startCarousel(
  viewport: HTMLElement,
  options: { prefersReducedMotion: boolean; onMeasure: (isLong: boolean) => void },
): CarouselMotion {
  // Scrolling done before the script loaded would stay as an offset.
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
