import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { refused, useAttempt } from "#app/ui/use-attempt.ts";
import { AccountActions } from "./account-section.tsx";

/**
 * Asks before something that is hard to take back.
 * @param onYes answers with what stood in the way; when nothing did, whoever asked takes the question away
 */
export function Question({
  title,
  yes,
  no,
  isYesOpen = true,
  onYes,
  onClose,
  children,
}: {
  title: string;
  yes: string;
  no: string;
  /** Whether "yes" may be pressed at all. */
  isYesOpen?: boolean;
  onYes: () => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { isBusy, answer, run } = useAttempt();

  function handleYes() {
    return run(async () => {
      const refusal = await onYes();
      return refusal === null ? null : refused(refusal);
    });
  }

  return (
    <Dialog title={title} onClose={() => (isBusy ? undefined : onClose())}>
      {typeof children === "string" ? <p>{children}</p> : children}
      <FormAnswer answer={answer} />
      <AccountActions>
        <Button variation="danger" disabled={isBusy || !isYesOpen} onClick={handleYes}>
          {yes}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={onClose}>
          {no}
        </Button>
      </AccountActions>
    </Dialog>
  );
}
