import { useId } from "react";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { sizedName } from "#app/values/sized-name.ts";
import styles from "./removal-note.module.css";
import type { Removal } from "./use-removal.ts";

/** Shown in place of a removed line. It takes over the focus of the line's button, so screen readers announce it. */
export function RemovalNote({ removal, onUndo }: { removal: Removal; onUndo: (removal: Removal) => void }) {
  const id = useId();
  const { name, size } = removal.item;

  return (
    <div className={styles.note}>
      <p id={id}>{t("You removed {name}.", { name: sizedName(name, size?.label) })}</p>
      <Button
        size="small"
        variation="secondary"
        aria-describedby={id}
        ref={focusIfLost}
        onClick={() => onUndo(removal)}
      >
        {t("Undo")}
      </Button>
    </div>
  );
}
