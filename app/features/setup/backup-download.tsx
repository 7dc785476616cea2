import { useState } from "react";
import { flushSync } from "react-dom";
import { codeSentText } from "#app/features/account/reauthentication-fields.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/dialog-form.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { done, rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { downloadBackup } from "./shop-backups.ts";

/** Dialog that reauthenticates the owner before downloading a backup of the whole store. */
export function BackupDownload({ name, onClose }: { name: string; onClose: () => void }) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    read: (field) => ({ current: field("current"), code: field("code").replaceAll(" ", "") }),
    send: async (reauthentication) => {
      const result = await downloadBackup(getBrowserData(), name, reauthentication);
      if (result.kind === "rejected") return rejected(result.message);
      if (result.kind === "code-needed") {
        setNeedsCode(true);
        return done(codeSentText());
      }
      saveFile(name, result.content);
      showToast({ kind: "success", text: t("Backup download started.") });
      // Close the dialog first, so that its typed values do not open the unsaved-changes prompt.
      flushSync(onClose);
      return null;
    },
  });
  return (
    <Dialog title={t("Download this backup?")} onClose={() => (form.isBusy ? undefined : onClose())}>
      <form {...form.props} aria-label={t("Download")} className={styles.form}>
        <p>
          {t("Anyone with this file has the whole store, including its keys. The audit log records your download.")}
        </p>
        {needsCode ? (
          <TextField label={t("Code we sent you")} name="code" inputMode="numeric" autoComplete="one-time-code" />
        ) : (
          <TextField
            label={t("Password")}
            name="current"
            type="password"
            autoComplete="current-password"
            hint={t("No password, or forgot it? Leave this empty and we'll send you a code")}
          />
        )}
        <FormAnswer answer={form.answer} />
        <div className={styles.actions}>
          <SubmitButton form={form}>{form.isBusy ? t("Downloading...") : t("Download")}</SubmitButton>
          <Button variation="secondary" disabled={form.isBusy} onClick={onClose}>
            {t("Cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
