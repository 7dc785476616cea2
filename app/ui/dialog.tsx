import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { Icon } from "./icon.tsx";
import { ToastViewport } from "./toast.tsx";

/** A modal over the page, open for as long as it is rendered. Escape, the cross and a click beside it close it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closed before it leaves the document, or the focus does not find its way back to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  function handleClick(event: MouseEvent) {
    if (event.target === dialog.current) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way; it arrives as onCancel.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={handleClick}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <Icon name="cross" />
          </IconButton>
        </div>
        {children}
      </div>
      <ToastViewport />
    </dialog>
  );
}
