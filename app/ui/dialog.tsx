import { type MouseEvent, type ReactNode, useCallback, useId, useLayoutEffect, useRef } from "react";
import { t } from "#app/messages/t.ts";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { Icon } from "./icon.tsx";
import { ToastViewport } from "./toast.tsx";
import { typedValues } from "./typed-values.ts";
import { autosavedWords, typedWords, useUnsavedChangesPrompt } from "./unsaved-changes-prompt.tsx";

/**
 * A modal over the page, open for as long as it is rendered. Escape, the cross and a click beside it close it;
 * they, and whatever leaves the page, ask first when something was typed.
 */
export function Dialog({
  title,
  isAutosaved = false,
  firstField,
  onClose,
  children,
}: {
  title: string;
  /** Whether the form keeps what is typed on the device. */
  isAutosaved?: boolean;
  /** Name of the field that has the focus when it opens, with its text selected; otherwise the first button has it. */
  firstField?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const valuesAtOpen = useRef("");
  // Selecting text may end beside the dialog; only a press that also starts there closes it.
  const startsOnBackdrop = useRef(false);
  const titleId = useId();
  const hasTyped = useCallback(
    () => dialog.current !== null && typedValues(dialog.current) !== valuesAtOpen.current,
    [],
  );
  const { confirmLeave, question } = useUnsavedChangesPrompt(hasTyped, isAutosaved ? autosavedWords() : typedWords());

  // Closed before it leaves the document, or the focus does not find its way back to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (element) valuesAtOpen.current = typedValues(element);
    const field = firstField && element?.querySelector<HTMLInputElement>(`input[name="${firstField}"]`);
    if (field) {
      field.focus();
      field.select();
    }
    return () => element?.close();
  }, [firstField]);

  function handleClick(event: MouseEvent) {
    if (event.target === dialog.current && startsOnBackdrop.current) confirmLeave(onClose);
  }

  /** Browsers close a modal by themselves when Escape comes again and again. */
  function handleClosed() {
    if (!dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    confirmLeave(onClose);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press Escape, which fires onCancel.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles.dialog}
      onCancel={(event) => {
        // A closed file picker dispatches the same event, which bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        confirmLeave(onClose);
      }}
      onClose={handleClosed}
      onPointerDown={(event) => {
        startsOnBackdrop.current = event.target === dialog.current;
      }}
      onClick={handleClick}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={t("Close")} onClick={() => confirmLeave(onClose)}>
            <Icon name="cross" />
          </IconButton>
        </div>
        {children}
      </div>
      {question}
      <ToastViewport />
    </dialog>
  );
}
