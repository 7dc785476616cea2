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

/** Result of a form or another attempt; hidden without one. */
export function FormAnswer({ answer }: { answer: Answer | null }) {
  return answer ? <FormMessage kind={answer.kind}>{answer.text}</FormMessage> : null;
}
