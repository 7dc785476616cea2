import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import styles from "./carousel.module.css";
import { Icon } from "./icon.tsx";
import { loadLatePictures } from "./late-pictures.ts";
import { PauseButton } from "./pause-button.tsx";
import { useAutoplay } from "./use-autoplay.ts";
import { useCarousel } from "./use-carousel.ts";

/**
 * Slides that advance automatically. Before its script has loaded, and without scripts, it is a scrolling row.
 * `slides` is the number visible on wide screens: "four" is 3 under 1024 px, 2 under 768 px, and 1 under 468 px.
 */
export function Carousel({
  label,
  slides,
  everyMs,
  children,
}: {
  /** Noun for the content, as in "Pause the {label}". */
  label: string;
  slides: "four" | "three";
  everyMs: number;
  children: ReactNode;
}) {
  const { viewport, motion, isLong } = useCarousel();
  const { isPaused, togglePause, restart, hold } = useAutoplay(everyMs, () => motion?.turn(1));

  function turn(direction: 1 | -1) {
    motion?.turn(direction);
    restart();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is not part of a form.
    <div
      role="group"
      aria-roledescription={t("carousel")}
      aria-label={label}
      data-slides={slides}
      className={styles.carousel}
    >
      <div
        ref={viewport}
        className={styles.viewport}
        data-moves={motion ? true : undefined}
        // A scrollable row must be reachable by keyboard.
        tabIndex={motion ? undefined : 0}
        {...hold}
      >
        <ul ref={loadLatePictures} className={styles.row} data-slides={slides}>
          {children}
        </ul>
      </div>
      <div className={styles.controls} hidden={!isLong}>
        <button
          type="button"
          aria-label={t("Previous: {label}", { label })}
          className={styles.back}
          onClick={() => turn(-1)}
        >
          <Icon name="chevron" />
        </button>
        <PauseButton what={t("the {label}", { label })} isPaused={isPaused} onToggle={togglePause} />
        <button type="button" aria-label={t("Next: {label}", { label })} className={styles.on} onClick={() => turn(1)}>
          <Icon name="chevron" />
        </button>
      </div>
    </div>
  );
}

export function CarouselSlide({ children }: { children: ReactNode }) {
  return <li className={styles.slide}>{children}</li>;
}
