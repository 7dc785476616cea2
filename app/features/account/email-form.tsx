import { type FormEvent, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { type Account, changeEmail } from "./account.ts";
import { AccountForm } from "./account-card.tsx";
import { AccountActions, AccountSection } from "./account-section.tsx";
import { emailProblem } from "./credentials.ts";
import { EmailField } from "./email-field.tsx";
import { useAttempt } from "./use-attempt.ts";

/** A new address counts once the mailboxes concerned have agreed. */
export function EmailForm({
  account,
  hasLocalMailbox,
  onChanged,
}: {
  account: Account;
  hasLocalMailbox: boolean;
  onChanged: () => Promise<void>;
}) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, message, run } = useAttempt();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem("email") as HTMLInputElement;
    const email = field.value.trim();
    const found =
      emailProblem(email) ??
      (email.toLowerCase() === account.email ? "This is your address already" : undefined);
    setProblem(found);
    if (found) return field.focus();
    await run(async () => {
      const refusal = await changeEmail(getBrowserData(), email);
      if (refusal !== null) return { kind: "error", text: refusal };
      form.reset();
      await onChanged();
      return { kind: "success", text: "The e-mails are on their way." };
    });
  }

  return (
    <AccountSection title="E-mail address">
      <p>
        Your address is <strong>{account.email}</strong>.
      </p>
      {account.newEmail ? (
        <FormMessage kind="information">
          {account.newEmail} is waiting to be confirmed. Follow the link in each e-mail that we sent: to the
          new address, and to your present one. Until then nothing changes.
          {hasLocalMailbox ? (
            <>
              {" "}
              <a href="/dev/mailbox">Read them in the local mailbox</a>.
            </>
          ) : null}
        </FormMessage>
      ) : null}
      <AccountForm label="E-mail address" onSubmit={handleSubmit}>
        <EmailField
          label="New e-mail address"
          hint="We send a link to the new and to the present address; both must be followed"
          error={problem}
        />
        <AccountActions>
          <Button type="submit" disabled={isBusy}>
            Change address
          </Button>
        </AccountActions>
      </AccountForm>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
    </AccountSection>
  );
}
