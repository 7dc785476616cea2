import { type ReactNode, useRef, useState } from "react";
import { Icon } from "./icon.tsx";
import styles from "./shelf.module.css";

type Place = "start" | "middle" | "end";

/** A row that scrolls sideways and comes to rest at an item. `label` names it for the two buttons. */
export function Shelf({
  label,
  itemWidth = "card",
  isFocusable = false,
  children,
}: {
  label: string;
  itemWidth?: "card" | "wide";
  /** For items without a link or button, or the keyboard could not scroll to them. */
  isFocusable?: boolean;
  children: ReactNode;
}) {
  const row = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState<Place>("start");

  function turn(direction: 1 | -1) {
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8 });
  }

  return (
    <div className={styles.shelf} data-item={itemWidth}>
      <ul
        ref={row}
        {...(isFocusable ? { tabIndex: 0, "aria-label": label } : {})}
        className={styles.row}
        onScroll={(event) => setPlace(placeOf(event.currentTarget))}
      >
        {children}
      </ul>
      <button
        type="button"
        aria-label={`Scroll ${label} back`}
        disabled={place === "start"}
        className={styles.back}
        onClick={() => turn(-1)}
      >
        <Icon name="chevron" />
      </button>
      <button
        type="button"
        aria-label={`Scroll ${label} on`}
        disabled={place === "end"}
        className={styles.on}
        onClick={() => turn(1)}
      >
        <Icon name="chevron" />
      </button>
    </div>
  );
}

export function ShelfItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}

function placeOf(row: HTMLElement): Place {
  if (row.scrollLeft < 8) return "start";
  return row.scrollLeft > row.scrollWidth - row.clientWidth - 8 ? "end" : "middle";
}
