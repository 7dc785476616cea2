import { useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { PlainButton } from "#app/ui/button.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./product-table-page.module.css";

/** Time after the last press; presses before that are saved as one change. */
const SAVE_AFTER_MS = 700;

/** Stock of a counted row, with buttons to decrease and increase it. */
export function StockStepper({
  name,
  count,
  isLow,
  isSaving,
  onCount,
}: {
  name: string;
  count: number;
  isLow: boolean;
  isSaving: boolean;
  onCount: (count: number) => void;
}) {
  const [draft, setDraft] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = draft ?? count;

  function step(by: number) {
    const next = Math.max(0, shown + by);
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onCount(next);
      setDraft(null);
    }, SAVE_AFTER_MS);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a border in every row.
    <div role="group" aria-label={t("Stock of {name}", { name })} className={styles.stepper}>
      <PlainButton className={styles.step} disabled={shown === 0} onClick={() => step(-1)}>
        <Icon name="minus" />
        <HiddenText>{t("One less")}</HiddenText>
      </PlainButton>
      <output className={styles.count} data-low={isLow || undefined}>
        {isSaving && draft === null ? "…" : shown}
        <HiddenText>{t(" left")}</HiddenText>
      </output>
      <button type="button" className={styles.step} onClick={() => step(1)}>
        <Icon name="plus" />
        <HiddenText>{t("One more")}</HiddenText>
      </button>
    </div>
  );
}
