import { useRef, useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import styles from "./hero.module.css";
import { type HeroSlide, heroSlides } from "./hero-slides.ts";

/** The first thing on the home page: three slides side by side, the next one a swipe or a dot away. */
export function Hero() {
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);

  function show(place: number) {
    row.current?.scrollTo({ left: place * row.current.clientWidth });
  }

  return (
    <section aria-label="Welcome" className={styles.hero}>
      <ul
        ref={row}
        className={styles.row}
        onScroll={({ currentTarget }) =>
          setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
      >
        {heroSlides.map((slide, place) => (
          <li key={slide.id} className={styles.item}>
            <Slide slide={slide} isFirst={place === 0} />
          </li>
        ))}
      </ul>
      <div className={styles.dots}>
        {heroSlides.map((slide, place) => (
          <button
            key={slide.id}
            type="button"
            aria-label={`Show slide ${place + 1} of ${heroSlides.length}: ${slide.header}`}
            aria-current={place === shown}
            className={styles.dot}
            onClick={() => show(place)}
          />
        ))}
      </div>
    </section>
  );
}

function Slide({ slide, isFirst }: { slide: HeroSlide; isFirst: boolean }) {
  const Title = isFirst ? "h1" : "h2";
  return (
    <div className={styles.slide} data-pattern={slide.pattern}>
      <div className={styles.words}>
        <Title className={styles.title}>{slide.header}</Title>
        <p className={styles.text}>{slide.text}</p>
        <div>
          <ButtonLink to={slide.link} size="large">
            {slide.buttonLabel}
          </ButtonLink>
        </div>
      </div>
      <div className={styles.picture}>
        <Picture src={slide.image} alt="" width={1200} height={900} isFirst={isFirst} />
      </div>
      <div className={styles.edge}>
        <TextileEdge pattern={slide.pattern} />
      </div>
    </div>
  );
}
