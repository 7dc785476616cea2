import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { problemWords } from "#app/values/problem-words.ts";
import { AccountActions } from "./account-section.tsx";

/**
 * Asks before something that is hard to take back.
 * @param onYes answers with what stood in the way; closes by itself when nothing did
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
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function handleYes() {
    setBusy(true);
    setRefusal(null);
    try {
      setRefusal(await onYes());
    } catch (error) {
      setRefusal(problemWords(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={() => (isBusy ? undefined : onClose())}>
      {typeof children === "string" ? <p>{children}</p> : children}
      {refusal === null ? null : <FormMessage>{refusal}</FormMessage>}
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
