import { type ReactNode, useRef } from "react";
import { Icon } from "./icon.tsx";
import styles from "./shelf.module.css";

/** A row that scrolls sideways and comes to rest at an item. `label` names it for the two buttons. */
export function Shelf({
  label,
  itemWidth = "card",
  children,
}: {
  label: string;
  itemWidth?: "card" | "wide" | "full";
  children: ReactNode;
}) {
  const row = useRef<HTMLUListElement>(null);

  function turn(direction: 1 | -1) {
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8 });
  }

  return (
    <div className={styles.shelf}>
      <ul ref={row} className={styles.row} data-item={itemWidth}>
        {children}
      </ul>
      <button
        type="button"
        aria-label={`Scroll ${label} back`}
        className={styles.back}
        onClick={() => turn(-1)}
      >
        <Icon name="chevron" />
      </button>
      <button type="button" aria-label={`Scroll ${label} on`} className={styles.on} onClick={() => turn(1)}>
        <Icon name="chevron" />
      </button>
    </div>
  );
}

export function ShelfItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}
