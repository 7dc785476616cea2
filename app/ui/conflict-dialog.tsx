import { type FormEvent, useId } from "react";
import { createRoot } from "react-dom/client";
import { t } from "#app/messages/t.ts";
import { Button } from "./button.tsx";
import styles from "./conflict-dialog.module.css";
import dialogStyles from "./dialog.module.css";
import { openModal } from "./element-refs.ts";
import { RadioGroup, RadioOption } from "./radio-choice.tsx";
import { Row } from "./row.tsx";

/** A conflict as it is shown to the user. */
export interface ShownConflict {
  /** Names the field among those of the form. */
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

type Choice = "mine" | "theirs";

/**
 * Asks the user, in a modal above the form, which value of each field to keep.
 * @returns the choices in the order of the conflicts; null if the user returns to the form
 */
export function askWhichToKeep(conflicts: readonly ShownConflict[]): Promise<Choice[] | null> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  return new Promise((done) => {
    function close(choices: Choice[] | null) {
      root.unmount();
      place.remove();
      done(choices);
    }
    root.render(<ConflictDialog conflicts={conflicts} onClose={close} />);
  });
}

function ConflictDialog({
  conflicts,
  onClose,
}: {
  conflicts: readonly ShownConflict[];
  onClose: (choices: Choice[] | null) => void;
}) {
  const titleId = useId();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onClose(conflicts.map(({ name }) => data.get(name) as Choice));
  }

  return (
    <dialog
      ref={openModal}
      aria-labelledby={titleId}
      className={dialogStyles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose(null);
      }}
    >
      <form className={dialogStyles.panel} onSubmit={handleSubmit}>
        <h2 id={titleId} className={dialogStyles.title}>
          {t("Someone else changed this, too")}
        </h2>
        <p>{t("Choose what to keep. These values are not saved yet.")}</p>
        <div className={styles.values}>
          {conflicts.map(({ name, label, mine, theirs }) => (
            <RadioGroup key={name} legend={label}>
              <RadioOption required name={name} value="mine" label={t("Keep mine")} hint={mine} />
              <RadioOption required name={name} value="theirs" label={t("Take theirs")} hint={theirs} />
            </RadioGroup>
          ))}
        </div>
        <Row gap={3}>
          <Button type="submit">{t("Save my choice")}</Button>
          <Button variation="secondary" onClick={() => onClose(null)}>
            {t("Back to the form")}
          </Button>
        </Row>
      </form>
    </dialog>
  );
}
