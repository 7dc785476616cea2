import { type MouseEvent, type ReactNode, useCallback, useId, useLayoutEffect, useRef } from "react";
import { t } from "#app/messages/t.ts";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { focusIfLost, focusNear } from "./focus-if-lost.ts";
import { Icon } from "./icon.tsx";
import { ToastViewport } from "./toast.tsx";
import { typedValues } from "./typed-values.ts";
import { autosavedLabels, unsavedLabels, useUnsavedChangesPrompt } from "./unsaved-changes-prompt.tsx";

/**
 * Modal dialog, which is open while it is rendered. Escape, the close button, and a click on the backdrop close it.
 * These, and any navigation, show the unsaved-changes prompt if something was typed.
 */
export function Dialog({
  title,
  isAutosaved = false,
  firstField,
  onClose,
  children,
}: {
  title: string;
  /** Whether the form autosaves its values on the device. */
  isAutosaved?: boolean;
  /**
   * Name of the field that gets the focus when the dialog opens, with its text selected; otherwise the first button
   * gets it.
   */
  firstField?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const valuesAtOpen = useRef("");
  // Selecting text may end on the backdrop; only a click that also starts there closes the dialog.
  const startsOnBackdrop = useRef(false);
  const titleId = useId();
  const hasTyped = useCallback(() => {
    const element = dialog.current;
    if (element === null) return false;
    // An autosave is restored before the dialog opens.
    if (isAutosaved) return element.querySelector("form[data-typed]") !== null;
    return typedValues(element) !== valuesAtOpen.current;
  }, [isAutosaved]);
  const { confirmLeave, question } = useUnsavedChangesPrompt(
    hasTyped,
    isAutosaved ? autosavedLabels() : unsavedLabels(),
  );

  // Closes the dialog before it leaves the document, or the focus does not return to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    const section = document.activeElement?.closest("section");
    element?.showModal();
    if (element) valuesAtOpen.current = typedValues(element);
    const field = firstField && element?.querySelector<HTMLInputElement>(`input[name="${firstField}"]`);
    if (field) {
      field.focus();
      field.select();
    }
    // The next step of a form may remove the button that opened it.
    const observer = new MutationObserver(() => focusIfLost(element));
    if (element) observer.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      element?.close();
      // The opener may be gone, such as with the item that the dialog deleted.
      queueMicrotask(() => (section?.isConnected ? focusNear(section) : undefined));
    };
  }, [firstField]);

  function handleClick(event: MouseEvent) {
    if (event.target === dialog.current && startsOnBackdrop.current) confirmLeave(onClose);
  }

  /** Browsers close a modal on repeated Escape; this reopens it to show the prompt. */
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
        // A dismissed file picker fires the same event, which bubbles.
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
