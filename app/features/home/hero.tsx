import { type ReactNode, useState, useSyncExternalStore } from "react";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import hiddenStyles from "#app/ui/hidden-text.module.css";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { PauseButton } from "#app/ui/pause-button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import { type Autoplay, useAutoplay } from "#app/ui/use-autoplay.ts";
import { langOf } from "#app/values/untranslated.ts";
import styles from "./hero.module.css";
import { HERO_ADVANCE_MS, type HeroSlide, patternAt, placeAfter } from "./hero-slides.ts";

const PICTURE_SIZES = "(min-width: 768px) 50vw, 100vw";

/**
 * First block of the home page: slides, one at a time.
 * @param title page title for screen readers, because the slides' own headings change
 */
export function Hero({ title, slides }: { title: string; slides: readonly HeroSlide[] }) {
  const [chosen, setShown] = useState(0);
  // There may be fewer slides now than when this one was chosen.
  const shown = Math.min(chosen, slides.length - 1);
  const { isPaused, togglePause, restart, hold } = useAutoplay(HERO_ADVANCE_MS, () =>
    setShown(placeAfter(shown, slides.length)),
  );

  function jump(place: number) {
    setShown(place);
    restart();
  }

  if (slides.length === 0) return <h1 className={styles.plainTitle}>{title}</h1>;
  return (
    <section aria-label={t("Welcome")} aria-roledescription={t("carousel")} className={styles.hero}>
      <h1 className={hiddenStyles.hidden}>{title}</h1>
      <HeroStage
        slides={slides}
        shown={shown}
        isAnnounced={isPaused}
        hold={hold}
        onJump={jump}
        pause={<PauseButton what={t("the slides")} isPaused={isPaused} onToggle={togglePause} />}
      />
    </section>
  );
}

/** Slides with their controls, without autoplay. */
export function HeroStage({
  slides,
  shown,
  isAnnounced,
  hold,
  onJump,
  pause,
}: {
  slides: readonly HeroSlide[];
  shown: number;
  /** Whether screen readers announce a change of the slide. */
  isAnnounced: boolean;
  hold?: Autoplay["hold"];
  onJump: (place: number) => void;
  pause?: ReactNode;
}) {
  const isAwake = useAfterLoad();
  return (
    <>
      <ul
        aria-live={isAnnounced ? "polite" : "off"}
        className={styles.slides}
        // Only focus inside a slide pauses autoplay here, so that the focused element does not disappear.
        onFocus={hold?.onFocus}
        onBlur={hold?.onBlur}
      >
        {slides.map((slide, place) => (
          <li
            key={slide.id}
            className={styles.slide}
            data-pattern={patternAt(place)}
            data-shown={place === shown || undefined}
            data-awake={isAwake || undefined}
          >
            <Slide slide={slide} place={place} />
          </li>
        ))}
      </ul>
      {/* A single slide needs no controls. */}
      {slides.length > 1 ? (
        <div className={styles.controls}>
          {slides.map((slide, place) => (
            <button
              key={slide.id}
              type="button"
              aria-label={t("Show slide {number} of {count}: {title}", {
                number: place + 1,
                count: slides.length,
                title: slide.header,
              })}
              aria-current={place === shown}
              className={styles.dot}
              onClick={() => onJump(place)}
            />
          ))}
          {pause}
        </div>
      ) : null}
    </>
  );
}

function Slide({ slide, place }: { slide: HeroSlide; place: number }) {
  return (
    <>
      <div className={styles.words}>
        <h2 lang={langOf(slide, "header")} className={styles.title}>
          {slide.header}
        </h2>
        <p lang={langOf(slide, "text")} className={styles.text}>
          {slide.text}
        </p>
        <div lang={langOf(slide, "buttonLabel")}>
          <ButtonLink to={slide.link} size="fluid">
            {slide.buttonLabel}
            <HiddenText>: {slide.header}</HiddenText>
          </ButtonLink>
        </div>
      </div>
      <div className={styles.picture}>
        <Picture
          src={slide.image}
          alt={slide.alt}
          width={1200}
          height={900}
          sizes={PICTURE_SIZES}
          isFirst={place === 0}
        />
      </div>
      <div className={styles.edge}>
        <TextileEdge pattern={patternAt(place)} />
      </div>
    </>
  );
}

/** Delays images of hidden slides until the page has loaded, so that they don't delay the first image. */
function useAfterLoad(): boolean {
  return useSyncExternalStore(
    watchLoad,
    () => document.readyState === "complete",
    () => false,
  );
}

function watchLoad(listener: () => void): () => void {
  window.addEventListener("load", listener);
  return () => window.removeEventListener("load", listener);
}
