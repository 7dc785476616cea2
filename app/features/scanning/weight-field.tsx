import { type KeyboardEvent, useRef, useState } from "react";
import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { t } from "#app/messages/t.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { errorText } from "#app/values/error-text.ts";
import { poundsTyped } from "./typed-weight.ts";
import styles from "./weight-field.module.css";

export type WeighResult =
  | { kind: "done" }
  /** The weight is far from the expected one; the same call with `isConfirmed` saves it. */
  | { kind: "unexpected"; message: string }
  | { kind: "rejected"; message: string };

/** Weight of an order line: a field until it is weighed, then the weight with a button to change it. */
export function WeightField({
  fieldName,
  name,
  expectedPounds,
  packedPounds,
  isDisabled,
  save: saveWeight,
  onWeighed,
}: {
  fieldName: string;
  /** Product name, for the label. */
  name: string;
  expectedPounds: number;
  /** Null while it is not weighed. */
  packedPounds: number | null;
  isDisabled: boolean;
  /** Saves the weight; null removes it. */
  save: (pounds: number | null, isConfirmed: boolean) => Promise<WeighResult>;
  onWeighed: (pounds: number | null) => Promise<void>;
}) {
  const [problem, setProblem] = useState<string>();
  /** A typed weight that is far from the expected one, with the message about it. */
  const [unexpected, setUnexpected] = useState<{ pounds: number; message: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function save(pounds: number | null, isConfirmed: boolean): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const result = await saveWeight(pounds, isConfirmed);
      setUnexpected(result.kind === "unexpected" && pounds !== null ? { pounds, message: result.message } : null);
      if (result.kind === "rejected") setProblem(result.message);
      if (result.kind === "done") await onWeighed(pounds);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  function handleSave() {
    const pounds = poundsTyped(input.current?.value ?? "");
    if (pounds === null) setProblem(t("Enter a weight in pounds, such as 4.62."));
    else void save(pounds, false);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter") return;
    // The field may be inside of another form, which Enter would submit.
    event.preventDefault();
    handleSave();
  }

  if (packedPounds !== null) {
    return (
      <div className={styles.weighed}>
        <p>
          <strong>{poundsText(packedPounds)}</strong>
        </p>
        <SmallButton disabled={isDisabled || isBusy} onClick={() => void save(null, false)}>
          {partlyHidden(t("Weigh again<hidden>: {name}</hidden>", { name }))}
        </SmallButton>
        {problem ? <p role="alert">{problem}</p> : null}
      </div>
    );
  }
  return (
    <fieldset aria-label={t("Weight of {name}", { name })} className={styles.form}>
      <TextField
        label={t("Weight (lb)")}
        name={fieldName}
        inputMode="decimal"
        ref={input}
        hint={t("About {pounds}", { pounds: poundsText(expectedPounds) })}
        error={problem}
        disabled={isDisabled || isBusy}
        onChange={() => setUnexpected(null)}
        onKeyDown={handleKey}
      />
      <Button variation="secondary" disabled={isDisabled || isBusy} onClick={handleSave}>
        {partlyHidden(t("Save weight<hidden>: {name}</hidden>", { name }))}
      </Button>
      {unexpected ? (
        <div role="alert" className={styles.question}>
          <p>
            {t("{message} You entered {pounds}.", {
              message: unexpected.message,
              pounds: poundsText(unexpected.pounds),
            })}
          </p>
          <Button size="small" disabled={isBusy} onClick={() => void save(unexpected.pounds, true)}>
            {t("Use {pounds}", { pounds: poundsText(unexpected.pounds) })}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
