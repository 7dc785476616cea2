import { useState } from "react";
import { useNavigate } from "react-router";
import { CodeForm } from "#app/features/account/code-form.tsx";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { requestSignInCode, signInWithEmailCode } from "#app/features/account/sign-in.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";

/** Page on which an invited person accepts a role. */
export function AcceptInvitationPage({ user: { email }, shopName }: { user: CurrentUser; shopName: string }) {
  const [isCodeDue, setCodeDue] = useState(false);
  const { isBusy, answer, run } = useAttempt();
  const navigate = useNavigate();

  async function accept(): Promise<void> {
    const data = getBrowserData();
    if (!(await acceptInvitation(data))) {
      await requestSignInCode(data, email, "/join");
      return setCodeDue(true);
    }
    showToast({ kind: "success", text: t("Welcome to {store}.", { store: shopName }) });
    await navigate("/desk", { replace: true });
  }

  async function handleCode(code: string) {
    await signInWithEmailCode(getBrowserData(), email, code);
    await accept();
  }

  return (
    <div className={styles.form}>
      <h1>{t("Join our team")}</h1>
      <p>
        {nodes(
          t(
            "You are logged in as <email/>. Your invitation is for one address. If we invited another one, log out and log in with that.",
          ),
          { email: <strong>{email}</strong> },
        )}
      </p>
      {isCodeDue ? (
        <CodeForm
          label={t("Code")}
          fieldLabel={t("Code from the email")}
          hint={t("To confirm your address, enter the six digits we sent to {email}", { email })}
          submitLabel={t("Accept invitation")}
          isMain
          takesFocus
          onCode={handleCode}
        />
      ) : (
        <>
          <FormAnswer answer={answer} />
          <Button size="large" disabled={isBusy} onClick={() => run(accept)} isNarrow>
            {t("Accept invitation")}
          </Button>
        </>
      )}
    </div>
  );
}

/** Accepts the invitation of the current user. @returns false if their email address must be verified first */
async function acceptInvitation(data: BrowserData): Promise<boolean> {
  const answer = await data.rest.rpc("accept_invitation");
  if (answer.error?.code === "PT412") return false;
  commandResult(answer);
  return true;
}
