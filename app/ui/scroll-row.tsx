import { type ReactNode, useCallback, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { PlainButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { loadLatePictures } from "./late-pictures.ts";
import styles from "./scroll-row.module.css";

type Place = "start" | "middle" | "end" | "all";

/**
 * Row that scrolls horizontally and snaps to its items.
 * @param label noun for the content, used by the two buttons
 */
export function ScrollRow({
  label,
  itemWidth = "card",
  children,
}: {
  label: string;
  itemWidth?: "card" | "wide";
  children: ReactNode;
}) {
  const row = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState<Place>("start");
  const watchRow = useCallback((element: HTMLUListElement) => {
    row.current = element;
    const stopLoading = loadLatePictures(element);
    // The observer also fires once at the start, after layout, when measuring is cheap.
    const observer = new ResizeObserver(() => setPlace(placeOf(element)));
    observer.observe(element);
    return () => {
      stopLoading();
      observer.disconnect();
    };
  }, []);

  function turn(direction: 1 | -1) {
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8 });
  }

  return (
    <div className={styles.scrollRow} data-item={itemWidth}>
      <ul ref={watchRow} className={styles.row} onScroll={(event) => setPlace(placeOf(event.currentTarget))}>
        {children}
      </ul>
      <PlainButton
        aria-label={t("Scroll {label} back", { label })}
        disabled={place === "start" || place === "all"}
        className={styles.back}
        onClick={() => turn(-1)}
      >
        <Icon name="chevron" />
      </PlainButton>
      <PlainButton
        aria-label={t("Scroll {label} on", { label })}
        disabled={place === "end" || place === "all"}
        className={styles.on}
        onClick={() => turn(1)}
      >
        <Icon name="chevron" />
      </PlainButton>
    </div>
  );
}

export function ScrollRowItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}

function placeOf(row: HTMLElement): Place {
  if (row.scrollWidth <= row.clientWidth) return "all";
  if (row.scrollLeft < 8) return "start";
  return row.scrollLeft > row.scrollWidth - row.clientWidth - 8 ? "end" : "middle";
}
