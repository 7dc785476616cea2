import { useEffect, useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { PauseButton } from "#app/ui/pause-button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import { useAutoplay } from "#app/ui/use-autoplay.ts";
import styles from "./hero.module.css";
import { HERO_ADVANCE_MS, type HeroSlide, heroSlides, placeAfter } from "./hero-slides.ts";

const PICTURE_SIZES = "(min-width: 768px) 50vw, 100vw";

/**
 * The first thing on the home page: three slides, one at a time.
 * @param title of the page, read out; the slides' own headers come and go
 */
export function Hero({ title }: { title: string }) {
  const [shown, setShown] = useState(0);
  const { isPaused, togglePause, restart, hold } = useAutoplay(HERO_ADVANCE_MS, () =>
    setShown(placeAfter(shown)),
  );
  const isAwake = useAfterLoad();

  function jump(place: number) {
    setShown(place);
    restart();
  }

  return (
    <section aria-label="Welcome" aria-roledescription="carousel" className={styles.hero}>
      <h1 className={styles.pageTitle}>{title}</h1>
      <ul
        aria-live={isPaused ? "polite" : "off"}
        className={styles.slides}
        // Only focus holds a slide, so that what has it does not vanish.
        onFocus={hold.onFocus}
        onBlur={hold.onBlur}
      >
        {heroSlides.map((slide, place) => (
          <li
            key={slide.id}
            className={styles.slide}
            data-pattern={slide.pattern}
            data-shown={place === shown || undefined}
            data-awake={isAwake || undefined}
          >
            <Slide slide={slide} isFirst={place === 0} />
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        {heroSlides.map((slide, place) => (
          <button
            key={slide.id}
            type="button"
            aria-label={`Show slide ${place + 1} of ${heroSlides.length}: ${slide.header}`}
            aria-current={place === shown}
            className={styles.dot}
            onClick={() => jump(place)}
          />
        ))}
        <PauseButton what="the slides" isPaused={isPaused} onToggle={togglePause} />
      </div>
    </section>
  );
}

function Slide({ slide, isFirst }: { slide: HeroSlide; isFirst: boolean }) {
  return (
    <>
      <div className={styles.words}>
        <h2 className={styles.title}>{slide.header}</h2>
        <p className={styles.text}>{slide.text}</p>
        <div>
          <ButtonLink to={slide.link} size="fluid">
            {slide.buttonLabel}
            <HiddenText>: {slide.header}</HiddenText>
          </ButtonLink>
        </div>
      </div>
      <div className={styles.picture}>
        <Picture src={slide.image} alt="" width={1200} height={900} sizes={PICTURE_SIZES} isFirst={isFirst} />
      </div>
      <div className={styles.edge}>
        <TextileEdge pattern={slide.pattern} />
      </div>
    </>
  );
}

/** The pictures of hidden slides wait until the page is there, or they would delay the first one. */
function useAfterLoad(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const settle = () => setAfter(true);
    if (document.readyState === "complete") {
      settle();
      return;
    }
    window.addEventListener("load", settle, { once: true });
    return () => window.removeEventListener("load", settle);
  }, []);
  return isAfter;
}
