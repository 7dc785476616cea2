import { useEffect, useEffectEvent, useState } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "./pick-list.module.css";

/** Status changes that were just made. */
export type Undoable = { orderIds: readonly string[]; text: string };

/** Time before a step's emails are sent, as in the database. */
const SECONDS = 10;

/** Bar that offers to undo a status change and its emails for ten seconds. */
export function UndoBar({
  undoable,
  onUndo,
  onOver,
}: {
  undoable: Undoable | null;
  onUndo: (orderIds: readonly string[]) => Promise<unknown>;
  onOver: () => void;
}) {
  return (
    <div role="status" className={styles.place} data-stays-at-bottom={undoable ? true : undefined}>
      {undoable ? (
        <Countdown key={undoable.orderIds.join()} undoable={undoable} onUndo={onUndo} onOver={onOver} />
      ) : null}
    </div>
  );
}

function Countdown({
  undoable,
  onUndo,
  onOver,
}: {
  undoable: Undoable;
  onUndo: (orderIds: readonly string[]) => Promise<unknown>;
  onOver: () => void;
}) {
  const [left, setLeft] = useState(SECONDS);
  const end = useEffectEvent(onOver);
  // Updates the seconds by a timer.
  useEffect(() => {
    const endsAt = Date.now() + SECONDS * 1000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((endsAt - Date.now()) / 1000);
      if (seconds > 0) return setLeft(seconds);
      clearInterval(timer);
      end();
    }, 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.bar}>
      <p>{undoable.text}</p>
      <Button variation="secondary" onClick={() => void onUndo(undoable.orderIds)}>
        {nodes(t("Undo <seconds/>"), { seconds: <span aria-hidden="true">{left}</span> })}
      </Button>
    </div>
  );
}
