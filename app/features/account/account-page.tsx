import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { type Account, changePassword, saveName } from "./account.ts";
import { NewPasswordField } from "./account-fields.tsx";
import { AccountForm } from "./account-section.tsx";
import { codeProblem, passwordProblem } from "./credentials.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { EmailForm } from "./email-form.tsx";
import { Identities } from "./identities.tsx";
import { MfaSection } from "./mfa-section.tsx";
import { PhoneForm } from "./phone-form.tsx";
import { codeSentText, ReauthenticationFields, reauthenticationFromForm } from "./reauthentication-fields.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/**
 * Account page.
 * @param landing message for a visit from an email link or from Google
 * @param children more sections
 * @param onChanged reloads the account
 * @param onLeft called after the session has ended or the account was deleted
 */
export function AccountPage({
  account,
  landing,
  shopName,
  children,
  onLeft,
}: {
  account: Account;
  landing: { isError: boolean; text: string } | null;
  shopName: string;
  children: ReactNode;
  onLeft: (how: "signed-out" | "deleted") => void;
}) {
  // Decided on the first render, so that the section does not move down the page once a staff member has set up MFA.
  const [isMfaFirst] = useState(account.isStaffWaiting);
  const mfaSection = <MfaSection account={account} shopName={shopName} />;
  return (
    <>
      <Row gap={3} align="center" justify="between">
        <h1>{t("Account settings")}</h1>
        <ButtonLink to="/auth" variation="secondary">
          {t("Your orders")}
        </ButtonLink>
      </Row>
      {landing ? <FormMessage kind={landing.isError ? "error" : "information"}>{landing.text}</FormMessage> : null}
      {account.isStaffWaiting ? (
        <FormMessage kind="information">
          {t("Admins need two-step verification. Set it up below to open the dashboard.")}
        </FormMessage>
      ) : null}
      <Stack gap={5} canShrink>
        {isMfaFirst ? mfaSection : null}
        <NameForm account={account} />
        <EmailForm account={account} />
        {account.hasPhone ? <PhoneForm account={account} /> : null}
        <PasswordForm account={account} />
        {isMfaFirst ? null : mfaSection}
        <Identities account={account} />
        {children}
        <SessionsSection account={account} onSignedOut={() => onLeft("signed-out")} />
        <DeleteAccount account={account} onDeleted={() => onLeft("deleted")} />
      </Stack>
    </>
  );
}

function NameForm({ account }: { account: Account }) {
  const form = useForm({
    read: (field) => field("fullName").trim(),
    check: (name) => ({ fullName: name === "" ? t("Full Name is required") : undefined }),
    send: async (name) => {
      await saveName(getBrowserData(), account, name);
      await invalidateReads();
      return done(t("Name saved."));
    },
  });

  return (
    <PanelSection title={t("Name")}>
      <AccountForm {...form.props} label={t("Name")}>
        <TextField
          label={t("Full Name")}
          {...form.field("fullName")}
          autoComplete="name"
          maxLength={200}
          required
          defaultValue={account.name}
        />
        <SubmitButton isNarrow form={form}>
          {t("Save name")}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </PanelSection>
  );
}

/** Form to change the password, confirmed by the current one, or by a six-digit code for users without one. */
function PasswordForm({ account }: { account: Account }) {
  const [needsCode, setNeedsCode] = useState(false);
  const minLength = readPublicConfig().minPasswordLength;
  const form = useForm({
    read: (field) => ({ password: field("password"), reauthentication: reauthenticationFromForm(field) }),
    check: ({ password, reauthentication }) => ({
      password: passwordProblem(password, minLength),
      code: needsCode ? codeProblem(reauthentication.code) : undefined,
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
    <PanelSection title={t("Password")}>
      <AccountForm {...form.props} label={t("Password")}>
        <NewPasswordField email={account.email} error={form.errors.password}>
          <ReauthenticationFields needsCode={needsCode} problem={form.errors.code} />
        </NewPasswordField>
        <SubmitButton isNarrow form={form}>
          {t("Save password")}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </PanelSection>
  );
}
