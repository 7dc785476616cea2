import { t } from "#app/messages/t.ts";
import { Panel } from "#app/ui/panel.tsx";
import { type CartItem, lineKey } from "./cart.ts";
import type { Shortages } from "./cart-availability.ts";
import { CartLine } from "./cart-line.tsx";
import styles from "./cart-lines.module.css";
import { useProductNotes } from "./current-cart.ts";
import { RemovalNote } from "./removal-note.tsx";
import type { useRemoval } from "./use-removal.ts";

export function CartLines({
  items,
  shortages,
  removals: { removal, putBack, remove, undo },
}: {
  items: readonly CartItem[];
  shortages: Shortages;
  removals: ReturnType<typeof useRemoval>;
}) {
  const notes = useProductNotes();
  const lines = items.map((item, place) => {
    const key = lineKey(item);
    return (
      <li key={key}>
        <CartLine
          item={item}
          notes={notes.get(key) ?? null}
          left={shortages.get(key)}
          isPutBack={key === putBack}
          onRemove={() => remove(item, place)}
        />
      </li>
    );
  });
  if (removal) {
    lines.splice(
      removal.place,
      0,
      <li key={`removed ${lineKey(removal.item)}`}>
        <RemovalNote removal={removal} onUndo={undo} />
      </li>,
    );
  }
  return (
    <Panel>
      <ul aria-label={t("Items in your cart")} className={styles.lines}>
        {lines}
      </ul>
    </Panel>
  );
}
