import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { Shelf, ShelfItem } from "#app/ui/shelf.tsx";
import type { Testimonial } from "./store-settings.ts";
import styles from "./testimonials.module.css";

export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  if (testimonials.length === 0) return null;
  return (
    <Section title="Testimonials">
      <Shelf label="testimonials" itemWidth="wide" isFocusable>
        {testimonials.map((words) => (
          <ShelfItem key={words.name}>
            <figure className={styles.card}>
              <blockquote className={styles.text}>{words.text}</blockquote>
              <figcaption className={styles.person}>
                <span className={styles.face}>
                  <Picture src={words.image} alt="" width={160} height={160} />
                </span>
                {words.name}
              </figcaption>
            </figure>
          </ShelfItem>
        ))}
      </Shelf>
    </Section>
  );
}
