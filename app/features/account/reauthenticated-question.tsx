import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/dialog-form.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { PasswordOrCode } from "./account.ts";
import type { ReauthenticatedChange } from "./reauthentication.ts";
import { codeSentText } from "./reauthentication-fields.tsx";

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
  onYes: (typed: PasswordOrCode) => Promise<ReauthenticatedChange<Done>>;
  /** Called after the action, once the dialog is closed. */
  onDone: (result: Done) => Promise<void> | void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    read: (field) => ({ current: field("current"), code: field("code").replaceAll(" ", "") }),
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
      <form {...form.props} aria-label={title} className={styles.form}>
        {children}
        {needsCode ? (
          <TextField label={t("Code we sent you")} name="code" inputMode="numeric" autoComplete="one-time-code" />
        ) : (
          <TextField
            label={t("Your password")}
            name="current"
            type="password"
            autoComplete="current-password"
            hint={t("No password, or forgot it? Leave this empty and we'll send you a code")}
          />
        )}
        <FormAnswer answer={form.answer} />
        <div className={styles.actions}>
          <Button type="submit" variation={canUndo ? "primary" : "danger"} disabled={form.isBusy || !isYesOpen}>
            {form.isBusy ? busy : yes}
          </Button>
          <Button variation="secondary" disabled={form.isBusy} onClick={onClose}>
            {no}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
