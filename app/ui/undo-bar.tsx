import { useEffect, useEffectEvent, useState } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "./button.tsx";
import { passFocusOn } from "./pass-focus-on.ts";
import styles from "./undo-bar.module.css";

/** Time before the emails of a status change are sent, as in the database. */
const SECONDS = 10;

/** Bar that offers to undo the last action for ten seconds. */
export function UndoBar({
  undoable,
  onUndo,
  onOver,
}: {
  /** `doneAt` in milliseconds. */
  undoable: { text: string; doneAt: number } | null;
  onUndo: () => void;
  onOver: () => void;
}) {
  return (
    <div role="status" className={styles.place} data-stays-at-bottom={undoable ? true : undefined}>
      {undoable ? <Countdown key={undoable.doneAt} text={undoable.text} onUndo={onUndo} onOver={onOver} /> : null}
    </div>
  );
}

function Countdown({ text, onUndo, onOver }: { text: string; onUndo: () => void; onOver: () => void }) {
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
      <p>{text}</p>
      <Button ref={passFocusOn} variation="secondary" onClick={onUndo}>
        {nodes(t("Undo <seconds/>"), { seconds: <span aria-hidden="true">{left}</span> })}
      </Button>
    </div>
  );
}
