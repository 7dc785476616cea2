import type { ReactNode } from "react";
import styles from "./form-message.module.css";
import type { Answer } from "./use-attempt.ts";

/** A sentence about the whole form or page. Errors are read out at once, the others politely. */
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

/** What a form, or something else that was tried, left behind; nothing while there is nothing to tell. */
export function FormAnswer({ answer }: { answer: Answer | null }) {
  return answer ? <FormMessage kind={answer.kind}>{answer.text}</FormMessage> : null;
}
