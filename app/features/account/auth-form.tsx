import { type ComponentProps, useState } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { EmailField } from "./account-fields.tsx";
import { AccountCard, AccountForm } from "./account-section.tsx";
import styles from "./auth-form.module.css";
import { type AuthMode, emailProblem, validateCredentials } from "./credentials.ts";
import { GoogleMark } from "./identities.tsx";
import { MailSent } from "./mail-sent.tsx";
import { requestSignInLink, resendConfirmation, signIn, signInWithGoogle } from "./sign-in.ts";

/** An email that was sent and whose code the form now expects. */
type SentMail = { what: "sign-in link" | "confirmation"; email: string };

/**
 * Login or sign-up form, with an email link and Google.
 * @param level heading level
 * @param otherModeAddress URL of the link that switches between login and sign-up
 * @param returnPath path that Google and email links return to
 * @param landing message of a failed link or Google login; null for an ordinary visit
 */
export function AuthForm({
  mode,
  level,
  otherModeAddress,
  returnPath,
  landing,
  onSignedIn,
}: {
  mode: AuthMode;
  level: 1 | 2;
  otherModeAddress: string;
  returnPath: string;
  landing: string | null;
  onSignedIn: () => void | Promise<void>;
}) {
  const [sent, setSent] = useState<SentMail | null>(null);
  const [sentTo, setSentTo] = useState("");
  const minLength = readPublicConfig().minPasswordLength;
  const action = mode === "login" ? t("Log in") : t("Sign up");

  const form = useForm({
    read: (field) => ({ fullName: field("fullName"), email: field("email"), password: field("password") }),
    check: (typed) => validateCredentials(mode, typed, minLength),
    send: async (typed) => {
      const result = await signIn(getBrowserData(), mode, typed, returnPath);
      if (result === "signed-in") await onSignedIn();
      else setSent({ what: "confirmation", email: typed.email.trim() });
    },
    first: landing === null ? null : rejected(landing),
  });
  const { errors, isBusy } = form;

  /** Needs only the email address, not the password. */
  async function handleLink() {
    const { email } = form.typed();
    const problem = emailProblem(email);
    if (form.reject(problem ? { email: problem } : {})) return;
    await form.run(async () => {
      await requestSignInLink(getBrowserData(), email.trim(), returnPath);
      setSent({ what: "sign-in link", email: email.trim() });
    });
  }

  function handleBack() {
    setSentTo(sent?.email ?? "");
    setSent(null);
  }

  if (sent) {
    return <LinkSent sent={sent} returnPath={returnPath} onSignedIn={onSignedIn} onBack={handleBack} />;
  }

  return (
    <AccountCard title={action} level={level}>
      <AccountForm {...form.props} label={action}>
        {mode === "sign-up" ? (
          <TextField label={t("Full Name")} {...form.field("fullName")} autoComplete="name" required />
        ) : null}
        <EmailField defaultValue={sentTo} error={errors.email} />
        <TextField
          label={t("Password")}
          {...form.field("password")}
          type="password"
          autoComplete={mode === "login" ? "current-password" : "new-password"}
          required
          hint={mode === "sign-up" ? t("At least {minLength} characters", { minLength }) : undefined}
        />
        <Button type="submit" isWide size="large" disabled={isBusy}>
          {action}
        </Button>
      </AccountForm>
      {mode === "login" ? (
        <p className={styles.forgot}>
          <Link to="/auth/forgot">{t("Forgot password?")}</Link>
        </p>
      ) : null}
      <FormAnswer answer={form.answer} />
      <p className={styles.or}>{t("or")}</p>
      {mode === "login" ? (
        <Button variation="secondary" isWide disabled={isBusy} onClick={handleLink}>
          <Icon name="mail" />
          {t("Email me a login link")}
        </Button>
      ) : null}
      <Button
        variation="secondary"
        isWide
        disabled={isBusy}
        onClick={() => form.run(() => signInWithGoogle(getBrowserData(), returnPath))}
      >
        <GoogleMark />
        {t("Sign in with Google")}
      </Button>
      <p ref={passFocusOn} className={styles.toggle}>
        {mode === "login" ? t("Don't have an account?") : t("Already have an account?")}{" "}
        <Link to={otherModeAddress} replace>
          {mode === "login" ? t("Sign up") : t("Log in")}
        </Link>
      </p>
      <p className={styles.forgot}>
        <Link to="/order-link">{t("Find my order")}</Link>
      </p>
    </AccountCard>
  );
}

function LinkSent({
  sent: { what, email },
  returnPath,
  ...mailSent
}: { sent: SentMail; returnPath: string } & Pick<ComponentProps<typeof MailSent>, "onSignedIn" | "onBack">) {
  const isLink = what === "sign-in link";
  const sendAgain = isLink ? requestSignInLink : resendConfirmation;
  return (
    <MailSent
      {...mailSent}
      title={t("Check your email")}
      text={
        isLink
          ? t("If this address has an account, we sent it a login link. It works once, for one hour.")
          : t("We sent you a link. It confirms your address and logs you in.")
      }
      email={email}
      onSendAgain={() => sendAgain(getBrowserData(), email, returnPath)}
    />
  );
}
