import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/dialog-form.module.css";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { ReauthenticatedChange, ReauthenticationInput } from "./reauthentication.ts";
import { codeSentText, ReauthenticationFields, reauthenticationFromForm } from "./reauthentication-fields.tsx";

/**
 * Confirmation that requires reauthentication, so that someone else at an unlocked browser can't do it.
 * @param busy label of the button meanwhile
 * @param canUndo false for an action that can't be undone
 */
export function ReauthenticatedQuestion<Done extends object = object>({
  title,
  yes,
  busy = yes,
  no,
  canUndo = false,
  isYesOpen = true,
  onYes,
  onDone,
  onClose,
  children,
}: {
  title: string;
  yes: string;
  busy?: string;
  no: string;
  canUndo?: boolean;
  /** Whether the "yes" button is enabled. */
  isYesOpen?: boolean;
  onYes: (typed: ReauthenticationInput) => Promise<ReauthenticatedChange<Done>>;
  /** Called after the action, once the dialog is closed. */
  onDone: (result: Done) => Promise<void> | void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    read: reauthenticationFromForm,
    send: async (typed) => {
      const result = await onYes(typed);
      if (result.kind === "code-needed") {
        setNeedsCode(true);
        return done(codeSentText());
      }
      // Clears the typed values first, or the open dialog would show the unsaved-changes prompt.
      flushSync(onClose);
      await onDone(result);
      return null;
    },
  });
  return (
    <Dialog title={title} onClose={() => (form.isBusy ? undefined : onClose())}>
      <Stack as="form" gap={4} {...form.props} aria-label={title}>
        {children}
        <ReauthenticationFields needsCode={needsCode} problem={undefined} />
        <FormAnswer answer={form.answer} />
        <div className={styles.actions}>
          <Button type="submit" variation={canUndo ? "primary" : "danger"} disabled={form.isBusy || !isYesOpen}>
            {form.isBusy ? busy : yes}
          </Button>
          <Button variation="secondary" disabled={form.isBusy} onClick={onClose}>
            {no}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
