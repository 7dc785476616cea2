import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { NewPasswordField } from "./account-fields.tsx";
import { AccountCard, AccountForm } from "./account-section.tsx";
import { passwordProblem } from "./credentials.ts";
import { type ResetLink, saveNewPassword } from "./recover-password.ts";

const problems = (): Record<Exclude<ResetLink["kind"], "ready">, string> => ({
  over: t("This link was used or has expired. Links work once, for one hour."),
  "other-browser": t(
    "This link works only in the browser you requested it from. Ask for a new link here, or enter the email's code there.",
  ),
  unanswered: t("We couldn't check this link. Ask for a new one."),
  missing: t("To choose a new password, ask for a link."),
});

/** Page that a password reset link opens: a form for the new password, or the reason why the link does not work. */
export function ResetPassword({ link, onSaved }: { link: ResetLink; onSaved: () => void }) {
  return (
    <AccountCard title={t("Choose a new password")}>
      {link.kind === "ready" ? (
        <NewPassword email={link.email} onSaved={onSaved} />
      ) : (
        <>
          <FormMessage kind={link.kind === "missing" ? "information" : "error"}>{problems()[link.kind]}</FormMessage>
          <ButtonLink to="/auth/forgot" isWide size="large">
            {t("Ask for a new link")}
          </ButtonLink>
        </>
      )}
    </AccountCard>
  );
}

function NewPassword({ email, onSaved }: { email: string; onSaved: () => void }) {
  const minLength = readPublicConfig().minPasswordLength;
  const form = useForm({
    read: (field) => field("password"),
    check: (password) => ({ password: passwordProblem(password, minLength) }),
    send: async (password) => {
      await saveNewPassword(getBrowserData(), password);
      onSaved();
    },
  });

  return (
    <>
      <p>{t("For {email}. This logs you out on all other devices.", { email })}</p>
      <AccountForm {...form.props} label={t("Choose a password")}>
        <NewPasswordField email={email} error={form.errors.password} />
        <SubmitButton isWide size="large" form={form}>
          {t("Save password")}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </>
  );
}
