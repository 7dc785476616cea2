import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { type Account, changeEmail } from "./account.ts";
import { EmailField } from "./account-fields.tsx";
import { AccountForm } from "./account-section.tsx";
import { emailProblem } from "./credentials.ts";
import { LocalMailboxNotice } from "./local-mailbox-notice.tsx";

/** Form to change the email address, which takes effect once the link in each confirmation email was followed. */
export function EmailForm({ account }: { account: Account }) {
  const form = useForm({
    read: (field) => field("email").trim(),
    check: (email) => ({
      email:
        emailProblem(email) ?? (email.toLowerCase() === account.email ? t("This is already your address") : undefined),
    }),
    send: async (email, element) => {
      await changeEmail(getBrowserData(), email);
      element.reset();
      await invalidateReads();
      return done(t("Check both inboxes and follow the link in each email."));
    },
  });

  return (
    <PanelSection title={t("Email address")}>
      <p>{nodes(t("Your address is <address/>."), { address: <strong>{account.email}</strong> })}</p>
      {account.newEmail ? (
        <FormMessage kind="information">
          {t(
            "{address} is not confirmed yet. Follow the link in both emails: one at your new address, one at your current one. Your address stays the same until then.",
            { address: account.newEmail },
          )}
        </FormMessage>
      ) : null}
      {account.newEmail ? <LocalMailboxNotice /> : null}
      <AccountForm {...form.props} label={t("Email address")}>
        <EmailField
          label={t("New email address")}
          hint={t("We send a link to your new and your current address. Follow both")}
          error={form.errors.email}
        />
        <SubmitButton isNarrow form={form}>
          {t("Change address")}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </PanelSection>
  );
}
