import { ReauthenticatedQuestion } from "#app/features/staff/reauthenticated-question.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { showToast } from "#app/ui/toast.tsx";
import { downloadBackup } from "./shop-backups.ts";

/** Dialog that reauthenticates the owner before downloading a backup of the whole store. */
export function BackupDownload({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <ReauthenticatedQuestion
      title={t("Download this backup?")}
      yes={t("Download")}
      busy={t("Downloading...")}
      no={t("Cancel")}
      canUndo
      onYes={(typed) => downloadBackup(getBrowserData(), name, typed)}
      onDone={({ content }) => {
        saveFile(name, content);
        showToast({ kind: "success", text: t("Backup download started.") });
      }}
      onClose={onClose}
    >
      <p>{t("Anyone with this file has the whole store, including its keys. The audit log records your download.")}</p>
    </ReauthenticatedQuestion>
  );
}
