import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormAnswer } from "./form-message.tsx";
import { Row } from "./row.tsx";
import { useAttempt } from "./use-attempt.ts";

/**
 * Confirmation dialog for an action that is hard to undo.
 * @param onYes throws an error with a message on failure; on success the caller closes the dialog
 */
export function Question({
  title,
  yes,
  no,
  onYes,
  onClose,
  children,
}: {
  title: string;
  yes: string;
  no: string;
  onYes: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { isBusy, answer, run } = useAttempt();

  return (
    <Dialog title={title} onClose={() => (isBusy ? undefined : onClose())}>
      {typeof children === "string" ? <p>{children}</p> : children}
      <FormAnswer answer={answer} />
      <Row gap={3}>
        <Button variation="danger" disabled={isBusy} onClick={() => run(onYes)}>
          {yes}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={onClose}>
          {no}
        </Button>
      </Row>
    </Dialog>
  );
}
