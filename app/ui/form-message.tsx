import type { ReactNode } from "react";
import styles from "./form-message.module.css";
import type { Answer } from "./use-attempt.ts";

/** Message about a whole form or page. Screen readers announce errors immediately, other messages when idle. */
export function FormMessage({
  kind = "error",
  children,
}: {
  kind?: "error" | "success" | "information" | "notice";
  children: ReactNode;
}) {
  return (
    <div role={kind === "error" ? "alert" : "status"} className={styles.message} data-kind={kind}>
      {children}
    </div>
  );
}

/** Result of a form or another attempt; hidden without one. */
export function FormAnswer({ answer }: { answer: Answer | null }) {
  return answer ? <FormMessage kind={answer.kind}>{answer.text}</FormMessage> : null;
}
