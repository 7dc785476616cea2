import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { Account } from "./account.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { EmailForm } from "./email-form.tsx";
import { Identities } from "./identities.tsx";
import { MfaSection } from "./mfa-section.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PhoneForm } from "./phone-form.tsx";
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
  hasLocalMailbox,
  children,
  onLeft,
}: {
  account: Account;
  landing: { isError: boolean; text: string } | null;
  shopName: string;
  hasLocalMailbox: boolean;
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
        <EmailForm account={account} hasLocalMailbox={hasLocalMailbox} />
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
