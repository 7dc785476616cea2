import { t } from "#app/messages/t.ts";
import { Carousel, CarouselSlide } from "#app/ui/carousel.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { langOf, type Translatable } from "#app/values/untranslated.ts";
import type { Testimonial } from "./store-settings.ts";
import styles from "./testimonials.module.css";

const ADVANCE_MS = 6000;

export function Testimonials({ testimonials }: { testimonials: readonly (Testimonial & Translatable)[] }) {
  if (testimonials.length === 0) return null;
  return (
    <Section title={t("Testimonials")}>
      <Carousel label={t("testimonials")} slides="three" everyMs={ADVANCE_MS}>
        {testimonials.map((words) => (
          <CarouselSlide key={words.name}>
            <figure className={styles.card}>
              <blockquote lang={langOf(words, "text")} className={styles.text}>
                {words.text}
              </blockquote>
              <figcaption className={styles.person}>
                <span className={styles.face}>
                  <Picture src={words.image} alt="" width={160} height={160} />
                </span>
                {words.name}
                <Akoma />
              </figcaption>
            </figure>
          </CarouselSlide>
        ))}
      </Carousel>
    </Section>
  );
}

/** The Akan symbol of the heart, for patience and goodwill. */
function Akoma() {
  return (
    <svg className={styles.akoma} viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d="M16 28C7 21 3 16.5 3 11.5 3 7.5 6 5 9.5 5c3 0 5.3 1.8 6.5 4.5C17.2 6.8 19.5 5 22.5 5 26 5 29 7.5 29 11.5 29 16.5 25 21 16 28Z" />
    </svg>
  );
}
