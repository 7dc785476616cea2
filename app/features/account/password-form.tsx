import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { type Account, changePassword } from "./account.ts";
import { NewPasswordField } from "./account-fields.tsx";
import { AccountActions, AccountForm, AccountSection } from "./account-section.tsx";
import { codeProblem, passwordProblem } from "./credentials.ts";
import { codeSentText, ReauthenticationFields, reauthenticationFromForm } from "./reauthentication-fields.tsx";

/** Form to change the password, confirmed by the current one, or by a six-digit code for users without one. */
export function PasswordForm({ account }: { account: Account }) {
  const [needsCode, setNeedsCode] = useState(false);
  const minLength = readPublicConfig().minPasswordLength;
  const form = useForm({
    read: (field) => ({ password: field("password"), reauthentication: reauthenticationFromForm(field) }),
    check: ({ password, reauthentication }) => ({
      password: passwordProblem(password, minLength),
      nonce: needsCode ? codeProblem(reauthentication.nonce) : undefined,
    }),
    send: async ({ password, reauthentication }, element) => {
      const change = await changePassword(getBrowserData(), password, reauthentication);
      setNeedsCode(change.kind === "code-needed");
      if (change.kind === "code-needed") return done(codeSentText());
      element.reset();
      return done(t("Password changed. All other devices are logged out."));
    },
  });

  return (
    <AccountSection title={t("Password")}>
      <AccountForm {...form.props} label={t("Password")}>
        <NewPasswordField email={account.email} error={form.errors.password}>
          <ReauthenticationFields needsCode={needsCode} problem={form.errors.nonce} />
        </NewPasswordField>
        <AccountActions>
          <SubmitButton form={form}>{t("Save password")}</SubmitButton>
        </AccountActions>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </AccountSection>
  );
}
