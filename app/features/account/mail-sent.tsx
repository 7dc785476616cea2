import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { useElapsed } from "#app/ui/use-elapsed.ts";
import { AccountCard } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { LocalMailboxNotice } from "./local-mailbox-notice.tsx";
import { signInWithEmailCode } from "./sign-in.ts";

/** The auth service sends no second email within this time. */
const PAUSE_MS = 60_000;

/**
 * Confirmation that an email with a link and a code was sent: accepts the code, and can send the email again.
 * @param text purpose of the email
 */
export function MailSent({
  title,
  text,
  email,
  onSendAgain,
  onSignedIn,
  onBack,
}: {
  title: string;
  text: string;
  email: string;
  onSendAgain: () => Promise<void>;
  onSignedIn: () => void | Promise<void>;
  onBack: () => void;
}) {
  const { isBusy, answer, run } = useAttempt();
  const [sentCount, setSentCount] = useState(1);
  // Disables "send again" for a while: even a rejected request would make the auth client discard the first link's PKCE
  // verifier.
  const isTooSoon = !useElapsed(PAUSE_MS, sentCount);

  async function handleCode(code: string) {
    await signInWithEmailCode(getBrowserData(), email, code);
    await onSignedIn();
  }

  function handleSendAgain() {
    return run(async () => {
      await onSendAgain();
      setSentCount((count) => count + 1);
      return done(t("Email sent again. Use only the newest one."));
    });
  }

  return (
    <AccountCard title={title}>
      <FormMessage kind="success">{text}</FormMessage>
      <LocalMailboxNotice />
      <CodeForm
        key={sentCount}
        label={t("Use a code instead")}
        fieldLabel={t("Code from the email")}
        hint={t("We sent six digits to {email}", { email })}
        submitLabel={t("Use code")}
        isMain
        onCode={handleCode}
      />
      <Button variation="secondary" isWide disabled={isBusy || isTooSoon} onClick={handleSendAgain}>
        {isTooSoon ? t("Send again in a minute") : t("Send again")}
      </Button>
      <FormAnswer answer={answer} />
      <Button variation="secondary" isWide onClick={onBack}>
        {t("Back to login")}
      </Button>
    </AccountCard>
  );
}
