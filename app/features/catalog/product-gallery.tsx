import { type UIEvent, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Picture } from "#app/ui/picture.tsx";
import type { Product } from "./product.ts";
import styles from "./product-gallery.module.css";

/** Images of a product in a scrolling row, which works without scripts; scripts add thumbnails. */
export function ProductGallery({ product: { name, image, pictures } }: { product: Product }) {
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);

  function handleScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) {
    setShown(Math.round(scrollLeft / clientWidth));
  }

  function show(place: number) {
    row.current?.scrollTo({ left: place * row.current.clientWidth });
  }

  if (pictures.length < 2) {
    const [only = { address: image, alt: "" }] = pictures;
    return (
      <div className={styles.frame}>
        <div className={styles.slide}>
          <Picture src={only.address} alt={only.alt || name} sizes={FIRST_SIZES} isFirst />
        </div>
      </div>
    );
  }
  return (
    <>
      <div className={styles.frame}>
        <ul
          ref={row}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a focusable row can be scrolled with the arrow keys.
          tabIndex={0}
          aria-label={t("Images of {name}", { name })}
          className={styles.row}
          onScroll={handleScroll}
        >
          {pictures.map(({ address, alt }, place) => (
            <li key={address} className={styles.slide}>
              <Picture
                src={address}
                alt={alt || name}
                sizes={place === 0 ? FIRST_SIZES : undefined}
                isFirst={place === 0}
              />
            </li>
          ))}
        </ul>
      </div>
      <ul className={styles.thumbnails}>
        {pictures.map(({ address }, place) => (
          <li key={address}>
            <button
              type="button"
              aria-label={t("Show image {number} of {count}", { number: place + 1, count: pictures.length })}
              aria-pressed={place === shown}
              className={styles.thumbnail}
              onClick={() => show(place)}
            >
              <Picture src={address} alt="" width={160} height={160} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const FIRST_SIZES = "(min-width: 768px) 50vw, 100vw";
