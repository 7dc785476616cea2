import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { EmailField } from "./account-fields.tsx";
import { AccountCard, AccountForm } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { emailProblem } from "./credentials.ts";
import { LocalMailboxNotice } from "./local-mailbox-notice.tsx";
import { requestSignInCode, signInWithEmailCode } from "./sign-in.ts";

/**
 * Login without a password, by an emailed code. Creates an account for a new address.
 * @param path path that the link in the email leads to
 */
export function CodeSignIn(props: { path: string; onSignedIn: () => void | Promise<void> }) {
  return (
    <AccountCard title={t("Continue with an email code")}>
      <EmailCodeSteps {...props} />
    </AccountCard>
  );
}

/** The same two steps without the card, for use in a dialog. */
export function EmailCodeSteps({ path, onSignedIn }: { path: string; onSignedIn: () => void | Promise<void> }) {
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);

  function handleSent(email: string) {
    setEmail(email);
    setSent(true);
  }

  return isSent ? (
    <CodeStep email={email} onSignedIn={onSignedIn} onBack={() => setSent(false)} />
  ) : (
    <EmailStep email={email} path={path} onSent={handleSent} />
  );
}

/** @param email address that was typed before */
function EmailStep({ email, path, onSent }: { email: string; path: string; onSent: (email: string) => void }) {
  const form = useForm({
    read: (field) => field("email").trim(),
    check: (email) => ({ email: emailProblem(email) }),
    send: async (email) => {
      await requestSignInCode(getBrowserData(), email, path);
      onSent(email);
    },
  });
  return (
    <>
      <p>{t("We email you a code. You don't need a password.")}</p>
      <AccountForm {...form.props} label={t("Get a code")}>
        <EmailField defaultValue={email} error={form.errors.email} enterKeyHint="send" />
        <FormAnswer answer={form.answer} />
        <SubmitButton isWide size="large" form={form}>
          {t("Send me a code")}
        </SubmitButton>
      </AccountForm>
    </>
  );
}

function CodeStep({
  email,
  onSignedIn,
  onBack,
}: {
  email: string;
  onSignedIn: () => void | Promise<void>;
  onBack: () => void;
}) {
  async function handleCode(code: string) {
    await signInWithEmailCode(getBrowserData(), email, code);
    await onSignedIn();
  }
  return (
    <>
      <LocalMailboxNotice />
      <CodeForm
        label={t("Code")}
        fieldLabel={t("Code from the email")}
        hint={t("The 6 digits we sent to {email}", { email })}
        submitLabel={t("Continue")}
        isMain
        takesFocus
        submitsItself
        onCode={handleCode}
      />
      <Button variation="secondary" isWide onClick={onBack}>
        {t("Use another address or send a new code")}
      </Button>
    </>
  );
}

/** Dialog for the code that was emailed to somebody who is checking out. */
export function CodeDialog({
  onOtherWay,
  ...step
}: Parameters<typeof CodeStep>[0] & {
  /** Opens the login with password or Google; without it, only the code is asked. */
  onOtherWay?: () => void;
}) {
  return (
    <Dialog title={t("Enter the code from your email")} onClose={step.onBack}>
      <CodeStep {...step} />
      {onOtherWay ? (
        <Button variation="secondary" isWide onClick={onOtherWay}>
          {t("Use a password or Google")}
        </Button>
      ) : null}
    </Dialog>
  );
}
