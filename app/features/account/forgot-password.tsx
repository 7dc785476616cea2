import { useState } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { EmailField } from "./account-fields.tsx";
import { AccountCard, AccountForm } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { emailProblem } from "./credentials.ts";
import { LocalMailboxNotice } from "./local-mailbox-notice.tsx";
import { requestPasswordReset, signInWithCode } from "./recover-password.ts";

/**
 * Form to request a password link; the response is the same whether or not the account exists.
 * @param whenMailIsOff shown by a store that cannot send email
 */
export function ForgotPassword({
  whenMailIsOff,
  onSignedIn,
}: {
  whenMailIsOff: string;
  onSignedIn: () => void | Promise<void>;
}) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    read: (field) => field("email"),
    check: (email) => ({ email: emailProblem(email) }),
    send: async (email) => {
      await requestPasswordReset(getBrowserData(), email, whenMailIsOff);
      setSentTo(email);
      return done(t("If this address has an account, we sent it a link. It works once, for one hour."));
    },
  });

  return (
    <AccountCard title={t("Forgot password?")}>
      <p>{t("Enter your account's email address. We'll send you a link to choose a new password.")}</p>
      <AccountForm {...form.props} label={t("Forgot password?")}>
        <EmailField error={form.errors.email} />
        <SubmitButton isWide size="large" form={form}>
          {sentTo === null ? t("Send link") : t("Send again")}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
      {sentTo === null ? null : (
        <>
          <LocalMailboxNotice />
          <RecoveryCode key={sentTo} email={sentTo} onSignedIn={onSignedIn} />
        </>
      )}
      <p>
        <Link to="/auth">{t("Back to login")}</Link>
      </p>
    </AccountCard>
  );
}

/** Form for the six-digit code of the email, for users who read the email on another device. */
function RecoveryCode({ email, onSignedIn }: { email: string; onSignedIn: () => void | Promise<void> }) {
  async function handleCode(code: string) {
    await signInWithCode(getBrowserData(), { email, code });
    await onSignedIn();
  }

  return (
    <CodeForm
      label={t("Use a code instead")}
      fieldLabel={t("Code from the email")}
      hint={t("If you read the email on another device")}
      submitLabel={t("Use code")}
      onCode={handleCode}
    />
  );
}
