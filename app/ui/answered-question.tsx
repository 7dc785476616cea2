import { type ReactNode, useLayoutEffect, useRef } from "react";
import { t } from "#app/messages/t.ts";
import styles from "./answered-question.module.css";
import { Icon } from "./icon.tsx";

/**
 * A question that already has an answer: one line, which opens the fields to change it.
 * @param title short question before the answer; without it, the answer stands alone
 * @param isOpen opens the fields, each time that it becomes true; they stay open until the user closes them
 */
export function AnsweredQuestion({
  title,
  answer,
  isOpen = false,
  children,
}: {
  title?: string;
  answer: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  // Only opens: a field that is closed as soon as its message is gone would disappear while it is typed in.
  useLayoutEffect(() => {
    if (isOpen) details.current?.setAttribute("open", "");
  }, [isOpen]);
  return (
    <details ref={details} className={styles.question} data-is-titled={title === undefined ? undefined : true}>
      <summary>
        {title === undefined ? null : <span>{title}</span>}
        <span className={styles.answer}>{answer}</span>
        {title === undefined ? (
          <>
            <span className={styles.change}>{t("Change")}</span>
            <span className={styles.done}>{t("Done")}</span>
          </>
        ) : (
          <Icon name="chevron" />
        )}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}
