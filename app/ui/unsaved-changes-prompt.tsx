import { type ReactNode, useCallback, useId, useRef, useState } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { t } from "#app/messages/t.ts";
import { Button } from "./button.tsx";
import dialogStyles from "./dialog-form.module.css";
import { openModal } from "./element-refs.ts";
import styles from "./leave-guard.module.css";

/** Texts of the prompt; `stay` is its first button, which keeps the changes. */
export type LeaveLabels = { question: string; stay: string; leave: string };

export function unsavedLabels(): LeaveLabels {
  return { question: t("Discard your changes?"), stay: t("Keep editing"), leave: t("Discard changes") };
}

/** Returns the texts of the prompt for values that are autosaved on the device. */
export function autosavedLabels(): LeaveLabels {
  return {
    question: t("Leave without saving? We keep what you typed on this device."),
    stay: t("Keep editing"),
    leave: t("Leave"),
  };
}

/**
 * Unsaved-changes prompt for the browser's Back, links, closing the tab, and the caller's own actions.
 * @param hasTyped called at the moment of leaving
 * @returns `confirmLeave` leaves at once if nothing was typed; `question` must be rendered in the page
 */
export function useUnsavedChangesPrompt(
  hasTyped: () => boolean,
  labels: LeaveLabels = unsavedLabels(),
): { confirmLeave: (leave: () => void) => void; question: ReactNode } {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && hasTyped(),
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (hasTyped()) event.preventDefault();
      },
      [hasTyped],
    ),
  );
  const isBlocked = blocker.state === "blocked";
  // The second click of a double-click may find the blocker that the first one has answered.
  const answered = useRef<typeof blocker>(null);

  function handleStay() {
    setLeave(null);
    if (isBlocked) blocker.reset();
  }

  function handleLeave() {
    setLeave(null);
    if (!isBlocked) leave?.();
    else if (answered.current !== blocker) {
      answered.current = blocker;
      blocker.proceed();
    }
  }

  return {
    confirmLeave: (next) => {
      if (hasTyped()) setLeave(() => next);
      else next();
    },
    question: leave || isBlocked ? <LeaveQuestion labels={labels} onStay={handleStay} onLeave={handleLeave} /> : null,
  };
}

/** Wraps forms of a page that autosave: leaving shows the prompt while one of them has unsent changes. */
export function Autosaves({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const { question } = useUnsavedChangesPrompt(
    useCallback(() => (root.current?.querySelector("form[data-typed]") ?? null) !== null, []),
    autosavedLabels(),
  );
  return (
    <div ref={root} className={styles.forms}>
      {children}
      {question}
    </div>
  );
}

/** The first button has the focus and keeps the changes; so does Escape. */
function LeaveQuestion({ labels, onStay, onLeave }: { labels: LeaveLabels; onStay: () => void; onLeave: () => void }) {
  const textId = useId();

  return (
    <dialog
      ref={openModal}
      role="alertdialog"
      aria-labelledby={textId}
      className={styles.question}
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
    >
      <p id={textId} className={styles.text}>
        {labels.question}
      </p>
      <div className={dialogStyles.answers}>
        <Button onClick={onStay}>{labels.stay}</Button>
        <Button variation="danger" onClick={onLeave}>
          {labels.leave}
        </Button>
      </div>
    </dialog>
  );
}
