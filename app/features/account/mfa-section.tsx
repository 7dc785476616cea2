import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Question } from "#app/ui/question.tsx";
import { Row } from "#app/ui/row.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import type { Account } from "./account.ts";
import { AccountList, AccountListItem, FocusedMessage } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { EnrollmentReauthentication } from "./enrollment-reauthentication.tsx";
import { type Authenticator, type Enrollment, enrollAuthenticator, removeAuthenticator, verifyMfa } from "./mfa.ts";
import styles from "./mfa-section.module.css";
import { NewRecoveryCodes } from "./new-recovery-codes.tsx";
import { fewCodesWarning, makeRecoveryCodes } from "./recovery-codes.ts";

/** Section to add and remove authenticator apps, and to create recovery codes. */
export function MfaSection({ account, shopName }: { account: Account; shopName: string }) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [needsReauthentication, setNeedsReauthentication] = useState(false);
  const [removing, setRemoving] = useState<Authenticator | null>(null);
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  const { isBusy, answer, run } = useAttempt();
  const { authenticators } = account;
  const hasCodes = account.hasRecoveryCodes && authenticators.length > 0 && newCodes === null;
  const warning = hasCodes ? fewCodesWarning(account.recoveryCodesLeft) : null;

  function handleBegin() {
    return run(async () => {
      const started = await enrollAuthenticator(getBrowserData(), shopName, null);
      if (started.kind === "done") setEnrollment(started.enrollment);
      else setNeedsReauthentication(true);
    });
  }

  function handleReauthenticated(started: Enrollment) {
    setNeedsReauthentication(false);
    setEnrollment(started);
  }

  async function handleCode({ factorId }: Enrollment, code: string) {
    await verifyMfa(getBrowserData(), factorId, code);
    setEnrollment(null);
    await run(async () => {
      if (account.hasRecoveryCodes && account.recoveryCodesLeft === 0) {
        // If the codes can't be created, the section shows that there are none.
        setNewCodes(await makeRecoveryCodes(getBrowserData()).catch(() => null));
      }
      await invalidateReads();
      return done(t("Two-step verification is on. We logged out devices that don't use it."));
    });
  }

  async function handleNewCodes(codes: string[]) {
    setNewCodes(codes);
    await invalidateReads();
  }

  async function handleRemove({ id }: Authenticator) {
    await removeAuthenticator(getBrowserData(), id);
    setNewCodes(null);
    await invalidateReads();
    setRemoving(null);
  }

  return (
    <PanelSection title={t("Two-step verification")}>
      <p>
        {authenticators.length > 0
          ? t("After your password, you enter a code from your authenticator app.")
          : t("With an authenticator app, nobody can log in with your password alone.")}
      </p>
      {authenticators.length > 0 ? (
        <AccountList>
          {authenticators.map((authenticator) => (
            <AccountListItem key={authenticator.id} name={authenticator.name}>
              <SmallButton
                aria-label={t("Remove {name}", { name: authenticator.name })}
                onClick={() => setRemoving(authenticator)}
              >
                {t("Remove")}
              </SmallButton>
            </AccountListItem>
          ))}
          {hasCodes ? <RecoveryCodesLeft left={account.recoveryCodesLeft} onMade={handleNewCodes} /> : null}
        </AccountList>
      ) : null}
      {warning !== null ? <FormMessage kind="notice">{warning}</FormMessage> : null}
      {newCodes ? (
        <NewRecoveryCodes
          key={newCodes[0]}
          codes={newCodes}
          shopName={shopName}
          sign={account.email || (account.phone ?? "")}
          onSaved={() => setNewCodes(null)}
        />
      ) : null}
      {enrollment ? (
        <ConnectApp enrollment={enrollment} onCode={(code) => handleCode(enrollment, code)} />
      ) : needsReauthentication ? (
        <EnrollmentReauthentication account={account} shopName={shopName} onReauthenticated={handleReauthenticated} />
      ) : (
        <Button
          isNarrow
          variation={authenticators.length > 0 ? "secondary" : "primary"}
          disabled={isBusy}
          onClick={handleBegin}
        >
          {authenticators.length > 0 ? t("Connect another app") : t("Set up two-step verification")}
        </Button>
      )}
      <FormAnswer answer={answer} />
      {removing ? (
        <RemoveApp
          name={removing.name}
          isOnlyOne={authenticators.length === 1}
          onYes={() => handleRemove(removing)}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </PanelSection>
  );
}

function ConnectApp({ enrollment, onCode }: { enrollment: Enrollment; onCode: (code: string) => Promise<void> }) {
  return (
    <>
      <Row gap={4} align="center">
        <img
          src={enrollment.qrCode}
          alt={t("QR code for your authenticator app")}
          width={200}
          height={200}
          className={styles.code}
        />
        <div className={styles.words}>
          <FocusedMessage>{t("Scan this image with your authenticator app, or enter this key:")}</FocusedMessage>
          <p className={styles.secret} translate="no">
            {enrollment.secret.match(/.{1,4}/g)?.join(" ")}
          </p>
        </div>
      </Row>
      <CodeForm
        label={t("Connect your app")}
        fieldLabel={t("Code from the app")}
        submitLabel={t("Turn on two-step verification")}
        isMain
        onCode={onCode}
      />
    </>
  );
}

function RemoveApp({
  name,
  isOnlyOne,
  onYes,
  onClose,
}: {
  name: string;
  isOnlyOne: boolean;
  onYes: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <Question
      title={t("Remove {name}?", { name: name })}
      yes={t("Remove app")}
      no={t("Keep it")}
      onYes={onYes}
      onClose={onClose}
    >
      {isOnlyOne ? t("Then your password alone is enough to log in.") : t("You can't log in with its codes anymore.")}
    </Question>
  );
}

/** Number of unused recovery codes, and a button to create new ones, which asks for confirmation while any are left. */
function RecoveryCodesLeft({ left, onMade }: { left: number; onMade: (codes: string[]) => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, answer, run } = useAttempt();

  async function handleMake() {
    const codes = await makeRecoveryCodes(getBrowserData());
    setAsking(false);
    await onMade(codes);
  }

  return (
    <AccountListItem name={t("Recovery codes")} detail={t("{left} left", { left })}>
      <SmallButton disabled={isBusy} onClick={() => (left > 0 ? setAsking(true) : run(handleMake))}>
        {left > 0 ? t("Create new codes") : t("Create recovery codes")}
      </SmallButton>
      <FormAnswer answer={answer} />
      {isAsking ? (
        <Question
          title={t("Create new recovery codes?")}
          yes={t("Create new codes")}
          no={t("Keep old codes")}
          onYes={handleMake}
          onClose={() => setAsking(false)}
        >
          {t(
            "{left, plural, one {Your remaining code will stop working.} other {Your # remaining codes will stop working.}}",
            { left },
          )}
        </Question>
      ) : null}
    </AccountListItem>
  );
}
