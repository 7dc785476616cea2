import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { splitLocale } from "#app/messages/locales.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { EmailField } from "./account-fields.tsx";
import { AccountForm } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { emailProblem, validateCredentials } from "./credentials.ts";
import { isMfaDue, type MfaState, readMfa } from "./mfa.ts";
import { MfaChallenge } from "./mfa-challenge.tsx";
import { loginAddress } from "./require-login.ts";
import { hasSessionEnded, SessionEndedError } from "./session-end.ts";
import { requestSignInLink, signIn, signInWithEmailCode, signOut } from "./sign-in.ts";

type Person = { id: string; email: string };

/**
 * Runs steps that need a session. If the session has ended, a dialog asks the user to log in, and then the step runs
 * again; the page keeps what was typed.
 * @returns `withSession` runs a step; it throws the step's error, or SessionEndedError if the user declines to log in.
 *   `dialog` must be rendered outside of the page's forms.
 */
export function useSignInAgain(): {
  withSession: <Result>(step: () => Promise<Result>) => Promise<Result>;
  dialog: ReactNode;
} {
  const person = useRef<Person | null>(null);
  const [prompt, setPrompt] = useState<{ answer: (isSignedIn: boolean) => void } | null>(null);

  // Remembers the account while the auth client still knows it.
  useEffect(() => {
    void getBrowserData()
      .auth.getSession()
      .then(({ data }) => {
        const user = data.session?.user;
        person.current = user ? { id: user.id, email: user.email ?? "" } : null;
      });
  }, []);

  async function withSession<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (!(await hasSessionEnded(getBrowserData()))) throw error;
    }
    const isSignedIn = await new Promise<boolean>((answer) => setPrompt({ answer }));
    setPrompt(null);
    if (!isSignedIn) throw new SessionEndedError();
    return step();
  }

  return {
    withSession,
    dialog: prompt ? <SignInAgainDialog person={person.current} onAnswer={prompt.answer} /> : null,
  };
}

function SignInAgainDialog({
  person,
  onAnswer,
}: {
  /** The user who was logged in; null if unknown. */
  person: Person | null;
  onAnswer: (isSignedIn: boolean) => void;
}) {
  const [mfa, setMfa] = useState<MfaState | null>(null);
  /** Address that the six-digit code was sent to. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    read: (field) => ({ email: field("email"), password: field("password"), fullName: "" }),
    check: (typed) => validateCredentials("login", typed),
    send: async (typed) => {
      const result = await signIn(getBrowserData(), "login", typed, splitLocale(window.location.pathname).path);
      // After a login the auth client emits SIGNED_IN, which the effect below handles.
      if (result === "confirm-email") setSentTo(typed.email.trim());
    },
  });
  /** Needs only the email address, not the password. */
  async function handleSendLink() {
    const email = form.typed().email.trim();
    const problem = emailProblem(email);
    if (form.reject(problem ? { email: problem } : {})) return;
    await form.run(async () => {
      await requestSignInLink(getBrowserData(), email, splitLocale(window.location.pathname).path);
      setSentTo(email);
    });
  }

  const proceed = useEffectEvent(handleSignedIn);
  useEffect(() => {
    // Also handles a login by Google or by a link in another tab. The auth client holds a lock during its event.
    const { data } = getBrowserData().auth.onAuthStateChange((event) => {
      if (event === "SIGNED_IN") setTimeout(() => void proceed(), 0);
    });
    return () => data.subscription.unsubscribe();
  }, []);

  async function handleSignedIn() {
    await form.run(async () => {
      const data = getBrowserData();
      const { data: found } = await data.auth.getSession();
      if (!found.session) return null;
      if (person && found.session.user.id !== person.id) {
        await signOut(data).catch(console.error);
        return rejected(t("That is another account. Log in with the account of this order."));
      }
      if (await isMfaDue(data)) setMfa(await readMfa(data));
      else onAnswer(true);
      return null;
    });
  }

  return (
    <Dialog title={t("Log in again")} onClose={() => onAnswer(false)}>
      {mfa ? (
        <MfaChallenge {...mfa} onPassed={() => onAnswer(true)} onCancelled={() => setMfa(null)} />
      ) : (
        <>
          <FormMessage kind="notice">{t("Your session has ended. We kept what you typed.")}</FormMessage>
          <AccountForm {...form.props} label={t("Log in")}>
            <EmailField defaultValue={person?.email} error={form.errors.email} />
            <TextField
              label={t("Password")}
              {...form.field("password")}
              type="password"
              autoComplete="current-password"
              required
            />
            <SubmitButton isWide size="large" form={form}>
              {t("Log in")}
            </SubmitButton>
          </AccountForm>
          <FormAnswer answer={form.answer} />
          {sentTo === null ? (
            <Button variation="secondary" isWide disabled={form.isBusy} onClick={handleSendLink}>
              {t("Email me a code")}
            </Button>
          ) : (
            <CodeForm
              label={t("Code")}
              fieldLabel={t("Code from the email")}
              hint={t("If there is an account, we sent six digits to {email}", { email: sentTo })}
              submitLabel={t("Use code")}
              takesFocus
              onCode={(code) => signInWithEmailCode(getBrowserData(), sentTo, code)}
            />
          )}
          <p>
            {nodes(t("With Google: <link>log in in a new tab</link>, then come back here."), {
              link: (words) => (
                <a href={loginAddress("/auth")} target="_blank" rel="noopener">
                  {words}
                </a>
              ),
            })}
          </p>
        </>
      )}
    </Dialog>
  );
}
