import { type FormEvent, useRef, useState } from "react";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import textStyles from "#app/ui/text.module.css";
import { useZipAnswer } from "./use-zip-answer.ts";
import { zipFrom } from "./zip-answer.ts";
import styles from "./zip-check.module.css";
import { ZipAnswerLine } from "./zip-line.tsx";

/**
 * ZIP code field with a one-sentence response: fee, minimum order, and next delivery time. Outside of all zones, a
 * button for pickup replaces the button that checks. The space of the response is reserved.
 * @param zip ZIP code stored on this device; empty without one
 */
export function ZipCheck({ zip, onZip }: { zip: string; onZip: (zip: string) => void }) {
  const { hasDeliveryWindows, timeZone } = useStoreSettings();
  const input = useRef<HTMLInputElement>(null);
  // Typed text gives way to a ZIP code that changes in the cart or on another page.
  const [draft, setDraft] = useState({ text: zip, zip });
  const text = draft.zip === zip || draft.text.trim() === zip ? draft.text : zip;
  const typed = text.trim();
  const [isIncomplete, setIncomplete] = useState(false);
  const lookup = useZipAnswer(typed);
  const isZip = zipFrom(typed) !== null;

  function handleInput(value: string) {
    setDraft({ text: value, zip });
    setIncomplete(false);
    const entered = value.trim();
    if (entered === "" || zipFrom(entered) !== null) onZip(entered);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isZip) return;
    setIncomplete(true);
    input.current?.focus();
  }

  return (
    <form className={styles.check} aria-label={t("Delivery to your ZIP code")} noValidate onSubmit={handleSubmit}>
      <div className={styles.row}>
        <TextField
          ref={input}
          label={t("Delivery to ZIP code")}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          value={text}
          onValue={(value) => handleInput(value)}
        />
        {lookup?.answer?.outcome === "pickup_only" ? (
          <ButtonLink to="/contact">{t("Pick up at the store")}</ButtonLink>
        ) : (
          <Button type="submit" variation="secondary">
            {t("Check")}
          </Button>
        )}
      </div>
      <div>
        {isIncomplete ? (
          <p role="alert" className={textStyles.error}>
            {t("Enter the five digits of a ZIP code, such as 77338.")}
          </p>
        ) : null}
        {isIncomplete || isZip ? null : (
          <p className={textStyles.meta}>{t("See the fee, the minimum order, and the next delivery time.")}</p>
        )}
        <ZipAnswerLine lookup={lookup} timeZone={isZip && hasDeliveryWindows ? timeZone : null} />
      </div>
    </form>
  );
}
