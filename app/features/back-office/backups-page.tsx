import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Addresses } from "#app/features/account/account.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { BackupDownload } from "./backup-download.tsx";
import styles from "./search-page.module.css";
import { type Backup, makeBackup, sizeText } from "./shop-backups.ts";

/** What the shop kept of itself, and how the owner takes a copy elsewhere. */
export function BackupsPage({ backups, owner }: { backups: readonly Backup[] | null; owner: Addresses }) {
  return (
    <>
      <BackButton fallback="/desk/first-steps" label="Back to the first steps" />
      <h1>Backups</h1>
      {backups ? (
        <OwnBackups backups={backups} owner={owner} />
      ) : (
        <p>The database is hosted: its project makes the backups, see Database, Backups in its dashboard.</p>
      )}
    </>
  );
}

function OwnBackups({ backups, owner }: { backups: readonly Backup[]; owner: Addresses }) {
  const { revalidate } = useRevalidator();
  const { isBusy, answer, run } = useAttempt();
  const [asked, setAsked] = useState<Backup | null>(null);

  function handleMake() {
    return run(async () => {
      await makeBackup(getBrowserData());
      await revalidate();
      return done("The shop is backed up.");
    });
  }

  return (
    <>
      <p>
        A live shop makes one every night, and keeps the last seven and one for each of four weeks. Each holds
        the whole shop: accounts, orders, pictures and keys. Keep a copy on another machine, where nobody else
        can read it; <code>npm run restore</code> brings it back.
      </p>
      <div>
        <Button disabled={isBusy} onClick={handleMake}>
          {isBusy ? "Backing up..." : "Back up now"}
        </Button>
      </div>
      <FormAnswer answer={answer} />
      {backups.length === 0 ? <p>There is no backup yet.</p> : null}
      <ul className={styles.lines}>
        {backups.map((backup) => (
          <li key={backup.name} className={styles.line}>
            <span className={styles.words}>
              <strong>
                <DateTime at={backup.madeAt} />
              </strong>
              {` · ${sizeText(backup.bytes)}`}
            </span>
            <Button size="small" variation="secondary" onClick={() => setAsked(backup)}>
              Download<HiddenText>: {backup.name}</HiddenText>
            </Button>
          </li>
        ))}
      </ul>
      {asked ? <BackupDownload name={asked.name} owner={owner} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
