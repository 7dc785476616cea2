import { type FocusEvent, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { focusIfLost } from "./focus-if-lost.ts";
import { Icon } from "./icon.tsx";
import { Stack } from "./stack.tsx";
import styles from "./toast.module.css";

export interface ToastMessage {
  kind: "success" | "error";
  text: string;
  /** Button of the message, such as "Undo"; clicking it closes the message. */
  action?: { label: string; onPress: () => void };
  /** Second line, such as a product's name, and a link beside both lines. */
  link?: { about: string; aboutLang: string | undefined; to: string; label: string };
}

interface Toast extends ToastMessage {
  id: number;
}

const SHOWN_FOR_MS = 5000;
/** Longer for a message with a button, so that everyone has time to reach it. */
const SHOWN_TO_ACT_MS = 10_000;
const NONE: readonly Toast[] = [];

let toasts = NONE;
/** Ids of the toast regions, topmost last: content under a modal is neither visible nor announced. */
let viewports: readonly string[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a short message at the top right that closes automatically. Can be called anywhere in the browser.
 * @returns a function that closes the message early, when its action no longer applies
 */
export function showToast(message: ToastMessage): () => void {
  lastId += 1;
  const id = lastId;
  change([...toasts.filter((toast) => toast.text !== message.text), { ...message, id }]);
  return () => dismiss(id);
}

/** Closes the messages of failures, which the result of the next attempt would contradict. */
export function closeErrorToasts(): void {
  change(toasts.filter(({ kind }) => kind !== "error"));
}

/** Toast that is shown when a page opens, for pages that open with an error. */
export function ToastOnLanding(message: ToastMessage) {
  const { kind, text } = message;
  useEffect(() => void showToast({ kind, text }), [kind, text]);
  return null;
}

/**
 * Region for toasts, in the document and in every modal; only the topmost one shows them. Both live regions exist
 * before the first message, or it would not be announced.
 */
export function ToastViewport() {
  const id = useId();
  const show = useCallback(
    (listener: () => void) => {
      viewports = [...viewports, id];
      listeners.add(listener);
      announce();
      return () => {
        viewports = viewports.filter((each) => each !== id);
        listeners.delete(listener);
        announce();
      };
    },
    [id],
  );
  const shown = useSyncExternalStore(
    show,
    () => (viewports.at(-1) === id ? toasts : NONE),
    () => NONE,
  );
  const successes = shown.filter((toast) => toast.kind === "success");
  const errors = shown.filter((toast) => toast.kind === "error");
  return (
    <div className={styles.viewport}>
      <Stack gap={2} role="alert">
        {errors.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </Stack>
      <Stack gap={2} role="status">
        {successes.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </Stack>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  /** Element that had the focus before a button of this toast. */
  const focusedBefore = useRef<EventTarget | null>(null);
  const { action, link } = toast;
  const hasAction = action !== undefined;

  // A timer closes the toast.
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismiss(toast.id), hasAction ? SHOWN_TO_ACT_MS : SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isPaused, hasAction, toast.id]);

  function handleFocus({ currentTarget, relatedTarget }: FocusEvent) {
    setFocused(true);
    if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
  }

  /** Closes the toast with its focused button, and returns the focus. */
  function close() {
    flushSync(() => dismiss(toast.id));
    const before = focusedBefore.current;
    const isThere = before instanceof HTMLElement && before.isConnected;
    focusIfLost(isThere ? before : document.querySelector<HTMLElement>("#content"));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer.
    <div
      className={styles.toast}
      data-toast={hasAction || link ? "action" : ""}
      data-kind={toast.kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={handleFocus}
      onBlur={() => setFocused(false)}
    >
      <Icon name={toast.kind === "success" ? "check" : "warning"} />
      <div className={styles.text}>
        <p>{toast.text}</p>
        {link ? (
          <p lang={link.aboutLang} className={styles.about}>
            {link.about}
          </p>
        ) : null}
      </div>
      {link ? (
        <Link to={link.to} className={styles.action} onClick={() => dismiss(toast.id)}>
          {link.label}
        </Link>
      ) : null}
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            close();
            action.onPress();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" aria-label={t("Close message")} className={styles.close} onClick={close}>
        <Icon name="cross" />
      </button>
    </div>
  );
}

function dismiss(id: number) {
  change(toasts.filter((toast) => toast.id !== id));
}

function change(next: readonly Toast[]) {
  toasts = next;
  announce();
}

function announce() {
  for (const listener of listeners) listener();
}
