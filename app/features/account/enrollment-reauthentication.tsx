import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { Account } from "./account.ts";
import { AccountForm, FocusedMessage } from "./account-section.tsx";
import { codeProblem } from "./credentials.ts";
import { type Enrollment, enrollAuthenticator } from "./mfa.ts";
import { codeSentText, ReauthenticationFields, reauthenticationFromForm } from "./reauthentication-fields.tsx";

/**
 * Reauthentication before an authenticator app is added. Without it, someone at an unlocked browser could add their own
 * app and lock the owner out.
 */
export function EnrollmentReauthentication({
  account,
  shopName,
  onReauthenticated,
}: {
  account: Account;
  shopName: string;
  onReauthenticated: (enrollment: Enrollment) => void;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    read: reauthenticationFromForm,
    check: ({ code }) => ({ code: needsCode ? codeProblem(code) : undefined }),
    send: async (reauthentication) => {
      const started = await enrollAuthenticator(getBrowserData(), shopName, reauthentication);
      if (started.kind === "done") {
        onReauthenticated(started.enrollment);
        return null;
      }
      setNeedsCode(true);
      return done(codeSentText());
    },
  });

  return (
    <>
      <FocusedMessage>{t("Confirm that it's you first.")}</FocusedMessage>
      <AccountForm {...form.props} label={t("Confirm that it's you")}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" value={account.email} autoComplete="username" readOnly hidden />
        <ReauthenticationFields needsCode={needsCode} problem={form.errors.code} />
        <SubmitButton isNarrow form={form}>
          {t("Continue")}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </>
  );
}
