import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { Button } from "./button.tsx";
import styles from "./leave-guard.module.css";

/** How the question reads; its first answer keeps everything. */
export interface LeaveWords {
  question: string;
  stay: string;
  leave: string;
}

const TYPED: LeaveWords = {
  question: "Throw away what you typed?",
  stay: "Keep editing",
  leave: "Throw away",
};

/**
 * Stands between what was typed and whatever would throw it away: the browser's Back, a link, a closed tab, and
 * what the caller itself asks about.
 * @param hasTyped asked at the moment of leaving
 * @returns `ask` leaves at once when nothing was typed; `question` belongs into the page
 */
export function useLeaveGuard(
  hasTyped: () => boolean,
  words: LeaveWords = TYPED,
): {
  ask: (leave: () => void) => void;
  question: ReactNode;
} {
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

  function handleKeep() {
    setLeave(null);
    if (isBlocked) blocker.reset();
  }

  function handleLeave() {
    setLeave(null);
    if (isBlocked) blocker.proceed();
    else leave?.();
  }

  return {
    ask: (next) => {
      if (hasTyped()) setLeave(() => next);
      else next();
    },
    question:
      leave || isBlocked ? <LeaveQuestion words={words} onKeep={handleKeep} onLeave={handleLeave} /> : null,
  };
}

/** Its first answer, which has the focus, keeps everything; so does Escape. */
function LeaveQuestion({
  words,
  onKeep,
  onLeave,
}: {
  words: LeaveWords;
  onKeep: () => void;
  onLeave: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const textId = useId();

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={textId}
      className={styles.question}
      onCancel={(event) => {
        event.preventDefault();
        onKeep();
      }}
    >
      <p id={textId} className={styles.text}>
        {words.question}
      </p>
      <div className={styles.answers}>
        <Button onClick={onKeep}>{words.stay}</Button>
        <Button variation="danger" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </dialog>
  );
}
