import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Substitution, substitutionText } from "#app/features/orders/substitution.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { errorText } from "#app/values/error-text.ts";
import { sizedName } from "#app/values/sized-name.ts";
import styles from "./line-missing.module.css";
import type { UnavailableLine } from "./missing-units.ts";
import { NotHereDialog } from "./not-here-dialog.tsx";
import { undoSubstitution } from "./substitute-line.ts";

/** Substitutions of a line, with buttons to undo them until they are finalized and to report more. */
export function LineMissing({
  line,
  changes,
  phones,
  canChange = true,
  isDisabled = false,
  onChanged,
}: {
  line: UnavailableLine;
  changes: readonly Substitution[];
  phones: readonly string[];
  /** False once the order is packed: changes are shown only. */
  canChange?: boolean;
  isDisabled?: boolean;
  onChanged: () => Promise<void>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAttempt();

  function handleUndo(changeId: number) {
    return run(async () => {
      try {
        const result = await undoSubstitution(getBrowserData(), changeId);
        await onChanged();
        if (result.kind === "rejected") showToast({ kind: "error", text: result.message });
      } catch (error) {
        showToast({ kind: "error", text: errorText(error) });
      }
      return null;
    }).then(() => focusIfLost(place.current));
  }

  function handleClosed() {
    flushSync(() => setOpen(false));
    focusIfLost(place.current);
  }

  return (
    <div ref={place} tabIndex={-1} className={styles.missing}>
      {canChange && line.leftQuantity > 0 ? (
        <Button size="small" variation="secondary" disabled={isDisabled} onClick={() => setOpen(true)}>
          Out of stock<HiddenText>: {sizedName(line.name, line.size?.label)}</HiddenText>
        </Button>
      ) : null}
      {changes.map((change) => (
        <span key={change.id} className={styles.change}>
          {substitutionText(line, change)}
          {change.isSettled || !canChange ? null : (
            <Button
              size="small"
              variation="secondary"
              disabled={isDisabled || isBusy}
              onClick={() => handleUndo(change.id)}
            >
              Undo<HiddenText>: {substitutionText(line, change)}</HiddenText>
            </Button>
          )}
        </span>
      ))}
      {isOpen ? <NotHereDialog line={line} phones={phones} onClose={handleClosed} onChanged={onChanged} /> : null}
    </div>
  );
}
