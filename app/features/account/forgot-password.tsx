import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { AccountCard, AccountForm } from "./account-card.tsx";
import { emailProblem } from "./credentials.ts";
import { EmailField } from "./email-field.tsx";
import { askForLink } from "./recover-password.ts";
import { RecoveryCode } from "./recovery-code.tsx";
import { useAttempt } from "./use-attempt.ts";

const SENT = "If there is an account with this address, we have sent a link. It works once, for one hour.";

/**
 * Asks for a link to choose a new password; what follows is the same whether or not there is an account.
 * @param whenMailIsOff shown by a shop that cannot send e-mail
 * @param hasLocalMailbox the e-mail lies at /dev/mailbox
 */
export function ForgotPassword({
  whenMailIsOff,
  hasLocalMailbox,
  onSignedIn,
}: {
  whenMailIsOff: string;
  hasLocalMailbox: boolean;
  onSignedIn: () => void;
}) {
  const [problem, setProblem] = useState<string>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, message, run } = useAttempt();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("email") as HTMLInputElement;
    const found = emailProblem(field.value);
    setProblem(found);
    if (found) return field.focus();
    await run(async () => {
      const refusal = await askForLink(getBrowserData(), field.value, whenMailIsOff);
      if (refusal !== null) return { kind: "error", text: refusal };
      setSentTo(field.value);
      return { kind: "success", text: SENT };
    });
  }

  return (
    <AccountCard title="Forgot password?">
      <p>Type the e-mail address of your account. We send you a link to choose a new password.</p>
      <AccountForm label="Forgot password?" onSubmit={handleSubmit}>
        <EmailField error={problem} />
        <Button type="submit" isWide size="large" disabled={isBusy}>
          {sentTo === null ? "Send link" : "Send again"}
        </Button>
      </AccountForm>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
      {sentTo !== null && hasLocalMailbox ? (
        <FormMessage kind="notice">
          This shop sends no real e-mail: <a href="/dev/mailbox">read it in the local mailbox</a>.
        </FormMessage>
      ) : null}
      {sentTo === null ? null : <RecoveryCode key={sentTo} email={sentTo} onSignedIn={onSignedIn} />}
      <p>
        <Link to="/auth">Back to Login</Link>
      </p>
    </AccountCard>
  );
}
