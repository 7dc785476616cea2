import { type ReactNode, type TouchEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Substitution, substitutionText } from "#app/features/orders/substitution.ts";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { thenAlways } from "#app/values/then-always.ts";
import styles from "./line-missing.module.css";
import type { UnavailableLine } from "./missing-units.ts";
import { NotHereDialog } from "./not-here-dialog.tsx";

const answerLabels = (): Readonly<Record<NonNullable<Substitution["answer"]>, string>> => ({
  waiting: t("Texted the customer, no answer yet"),
  accepted: t("Customer accepts it"),
  left_out: t("Customer wants it left out"),
});

/** Minimum horizontal distance of a swipe, in pixels. */
const SWIPE = 80;

/**
 * Substitutions of a line, with buttons to undo them until they are finalized, and to report more.
 * @param children the line itself, next to the button; a swipe to the left does the same as the button
 */
export function LineMissing({
  line,
  changes,
  phones,
  canChange,
  isDisabled = false,
  onChanged,
  children,
}: {
  line: UnavailableLine;
  changes: readonly Substitution[];
  phones: readonly string[];
  /** False once the order is packed: substitutions are then read-only. */
  canChange: boolean;
  isDisabled?: boolean;
  onChanged: () => Promise<void>;
  children?: ReactNode;
}) {
  const touchAtFirst = useRef<{ x: number; y: number } | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAttempt();

  function handleUndo(changeId: number) {
    return run(() =>
      withErrorToast(() => thenAlways(runCommand("undo_substitution", { substitution_id: changeId }), onChanged)),
    ).then(() => focusIfLost(place.current));
  }

  function handleClosed() {
    flushSync(() => setOpen(false));
    focusIfLost(place.current);
  }

  const canReport = canChange && line.leftQuantity > 0;

  function handleTouchEnd({ changedTouches }: TouchEvent) {
    const [from, to] = [touchAtFirst.current, changedTouches[0]];
    if (!from || !to || !canReport || isDisabled) return;
    if (from.x - to.clientX > SWIPE && Math.abs(to.clientY - from.y) < SWIPE / 2) setOpen(true);
  }

  const button = canReport ? (
    <SmallButton disabled={isDisabled} onClick={() => setOpen(true)}>
      {partlyHidden(t("Out of stock<hidden>: {name}</hidden>", { name: sizedName(line.name, line.size?.label) }))}
    </SmallButton>
  ) : null;
  return (
    <div ref={place} tabIndex={-1} className={styles.missing} data-changed={changes.length > 0 || undefined}>
      {children ? (
        <div
          className={styles.row}
          onTouchStart={({ touches }) => {
            const touch = touches.item(0);
            touchAtFirst.current = touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
          }}
          onTouchEnd={handleTouchEnd}
        >
          {children}
          {button}
        </div>
      ) : (
        button
      )}
      {changes.map((change) => (
        <span key={change.id} className={styles.change}>
          <span>
            {substitutionText(line, change, line.isUnpaid)}
            {change.answer ? (
              <span className={styles.answer} data-answer={change.answer}>
                {answerLabels()[change.answer]}
              </span>
            ) : null}
          </span>
          {change.isSettled || !canChange ? null : (
            <SmallButton disabled={isDisabled || isBusy} onClick={() => handleUndo(change.id)}>
              {partlyHidden(
                t("Undo<hidden>: {change}</hidden>", { change: substitutionText(line, change, line.isUnpaid) }),
              )}
            </SmallButton>
          )}
        </span>
      ))}
      {isOpen ? <NotHereDialog line={line} phones={phones} onClose={handleClosed} onChanged={onChanged} /> : null}
    </div>
  );
}
