import { useState } from "react";
import { ReauthenticatedQuestion } from "#app/features/account/reauthenticated-question.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { done, rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { type Backup, downloadBackup, type ListedBackups, makeBackup, placesText, sizeText } from "./shop-backups.ts";

/** Page of the store's backups, with downloads. */
export function BackupsPage({ listed }: { listed: ListedBackups }) {
  return (
    <>
      <h1>{t("Backups")}</h1>
      {listed.backups ? (
        <OwnBackups listed={listed} backups={listed.backups} />
      ) : (
        <p>{t("The database is hosted. Find its backups in the project's dashboard under Database, Backups.")}</p>
      )}
    </>
  );
}

function OwnBackups({ listed, backups }: { listed: ListedBackups; backups: readonly Backup[] }) {
  const { isBusy, answer, run } = useAttempt();
  const [selected, setSelected] = useState<Backup | null>(null);
  const { bucket } = listed;

  function handleMake() {
    return run(async () => {
      const now = await makeBackup(getBrowserData());
      await invalidateReads();
      if (!now.bucket) return done(t("Backup saved."));
      return now.bucket.problem === null
        ? done(t("Backup saved here and in the cloud storage."))
        : rejected(t("Backup saved here, but not in the cloud storage."));
    });
  }

  return (
    <>
      <p>
        {t(
          "A live store makes a backup every night. It keeps the last seven, and one for each of four weeks. Each contains the whole store: accounts, orders, images, and keys. Whoever runs your server can restore any of them.",
        )}
      </p>
      {bucket ? (
        <p>
          {nodes(t("Each backup is also sent to the cloud storage <place/>, which keeps the same backups."), {
            place: <strong>{bucket.place}</strong>,
          })}
        </p>
      ) : (
        <p>
          {t(
            "If the server's disk fails, these backups are lost. Download one now and then, and keep it where nobody else can read it, or ask whoever runs your server to send each backup to cloud storage as well.",
          )}
        </p>
      )}
      {bucket?.problem ? (
        <p role="alert">
          <strong>{t("The cloud storage is missing backups.")}</strong> {bucket.problem}
        </p>
      ) : null}
      <Button disabled={isBusy} onClick={handleMake} isNarrow>
        {isBusy ? t("Backing up...") : t("Back up now")}
      </Button>
      <FormAnswer answer={answer} />
      <ItemList items={backups} empty={t("No backups yet. Select Back up now.")}>
        {(backup) => (
          <EditableLine
            key={backup.name}
            name={backup.name}
            actions={
              <SmallButton onClick={() => setSelected(backup)}>
                {partlyHidden(t("Download<hidden>: {name}</hidden>", { name: backup.name }))}
              </SmallButton>
            }
          >
            <strong>
              <DateTime at={backup.madeAt} />
            </strong>
            {[
              ` · ${sizeText(backup.bytes)}`,
              backup.isComplete ? null : t("Some images are missing"),
              placesText(backup, listed),
            ]
              .filter(Boolean)
              .join(" · ")}
          </EditableLine>
        )}
      </ItemList>
      {selected ? <BackupDownload name={selected.name} onClose={() => setSelected(null)} /> : null}
    </>
  );
}

/** Dialog that reauthenticates the owner before downloading a backup of the whole store. */
function BackupDownload({ name, onClose }: { name: string; onClose: () => void }) {
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
