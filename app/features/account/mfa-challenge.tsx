import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { AccountCard } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { type MfaState, verifyMfa } from "./mfa.ts";
import { showRecoveryCode } from "./recovery-codes.ts";
import { signOut } from "./sign-in.ts";

/** MFA step of a login: a code of the authenticator app or, if it is lost, a recovery code. */
export function MfaChallenge({
  authenticators,
  hasRecoveryCodes,
  onPassed,
  onCancelled,
}: { onPassed: () => void; onCancelled: () => void } & MfaState) {
  const [chosen, setChosen] = useState(authenticators[0]?.id ?? "");
  /** Null until the user switches between the two kinds of code. */
  const [isRecovering, setRecovering] = useState<boolean | null>(null);
  const { isBusy, answer, run } = useAttempt();

  async function handleCode(code: string) {
    const show = isRecovering ? showRecoveryCode : verifyMfa;
    await show(getBrowserData(), chosen, code);
    onPassed();
  }

  function handleCancel() {
    return run(async () => {
      await signOut(getBrowserData());
      onCancelled();
    });
  }

  return (
    <AccountCard title={t("Enter a code")}>
      <p>
        {isRecovering
          ? t(
              "Enter one of your recovery codes. Each works once. If you lost your phone, remove its app in your account settings.",
            )
          : t("Enter the six digits your authenticator app shows for this store.")}
      </p>
      {authenticators.length > 1 && !isRecovering ? (
        <SelectField label={t("Authenticator app")} value={chosen} onValue={setChosen}>
          <Options of={authenticators.map(({ id, name }) => [id, name])} />
        </SelectField>
      ) : null}
      <CodeForm
        key={String(isRecovering)}
        kind={isRecovering ? "recovery" : "digits"}
        takesFocus={isRecovering !== null}
        label={t("Second step")}
        fieldLabel={isRecovering ? t("Recovery code") : t("Code")}
        submitLabel={t("Continue")}
        isMain
        onCode={handleCode}
      />
      {hasRecoveryCodes ? (
        <Button variation="secondary" isWide disabled={isBusy} onClick={() => setRecovering(!isRecovering)}>
          {isRecovering ? t("Use authenticator app") : t("Use a recovery code")}
        </Button>
      ) : null}
      <Button variation="secondary" isWide disabled={isBusy} onClick={handleCancel}>
        {t("Use another account")}
      </Button>
      <FormAnswer answer={answer} />
    </AccountCard>
  );
}
