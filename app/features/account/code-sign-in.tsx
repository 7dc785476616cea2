import { useEffect, useRef, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { saveName } from "./account.ts";
import { AccountForm } from "./account-card.tsx";
import { CodeForm } from "./code-form.tsx";
import { emailProblem } from "./credentials.ts";
import { findCurrentUser } from "./current-user.ts";
import { EmailField } from "./email-field.tsx";
import { isSecondStepDue, readSecondStep, type SecondStep } from "./second-step.ts";
import { SecondStepChallenge } from "./second-step-challenge.tsx";
import { askForSignInCode, signInWithEmailCode } from "./sign-in.ts";

type Step =
  | { name: "email" }
  | { name: "code"; email: string }
  | { name: "second step"; challenge: SecondStep }
  | { name: "name"; userId: string };

/** Login without a password on the current page: email, code, name. */
export function CodeSignIn({
  path,
  onSignedIn,
  onClose,
}: {
  /** Path that the link of the email leads to. */
  path: string;
  onSignedIn: () => void;
  onClose: () => void;
}) {
  const [step, setStep] = useState<Step>({ name: "email" });

  async function handleSession(): Promise<void> {
    const data = getBrowserData();
    if (await isSecondStepDue(data)) {
      setStep({ name: "second step", challenge: await readSecondStep(data) });
      return;
    }
    const visitor = await findCurrentUser(data);
    if (visitor && !visitor.name?.trim()) setStep({ name: "name", userId: visitor.id });
    else onSignedIn();
  }

  return (
    <Dialog title="Continue with an e-mail code" onClose={onClose}>
      {step.name === "email" ? <AskForEmail path={path} onSent={(email) => setStep({ name: "code", email })} /> : null}
      {step.name === "code" ? (
        <AskForCode email={step.email} onSession={handleSession} onBack={() => setStep({ name: "email" })} />
      ) : null}
      {step.name === "second step" ? (
        <SecondStepChallenge {...step.challenge} onPassed={() => void handleSession()} onCancelled={onClose} />
      ) : null}
      {step.name === "name" ? <AskForName userId={step.userId} onSaved={onSignedIn} /> : null}
    </Dialog>
  );
}

function AskForEmail({ path, onSent }: { path: string; onSent: (email: string) => void }) {
  const form = useForm({
    read: (field) => field("email").trim(),
    check: (email) => ({ email: emailProblem(email) }),
    send: async (email) => {
      const rejection = await askForSignInCode(getBrowserData(), email, path);
      if (rejection !== null) return rejected(rejection);
      onSent(email);
      return null;
    },
  });
  return (
    <>
      <p>We send you six digits; no password is needed. What is in your cart stays.</p>
      <AccountForm {...form.props} label="E-mail">
        <EmailField error={form.errors.email} />
        <FormAnswer answer={form.answer} />
        <Button type="submit" isWide size="large" disabled={form.isBusy}>
          Send me a code
        </Button>
      </AccountForm>
    </>
  );
}

function AskForCode({
  email,
  onSession,
  onBack,
}: {
  email: string;
  onSession: () => Promise<void>;
  onBack: () => void;
}) {
  async function handleCode(code: string) {
    const rejection = await signInWithEmailCode(getBrowserData(), email, code);
    if (rejection === null) await onSession();
    return rejection;
  }
  return (
    <>
      {readPublicConfig().hasLocalMailbox ? (
        <FormMessage kind="notice">
          This shop sends no real e-mail:{" "}
          <a href="/dev/mailbox" target="_blank" rel="noopener">
            read it in the local mailbox
          </a>
          .
        </FormMessage>
      ) : null}
      <CodeForm
        label="Code"
        fieldLabel="Code from the e-mail"
        hint={`The six digits that we sent to ${email}`}
        submitLabel="Continue"
        isMain
        takesFocus
        onCode={handleCode}
      />
      <Button variation="secondary" isWide onClick={onBack}>
        Another address, or a new code
      </Button>
    </>
  );
}

function AskForName({ userId, onSaved }: { userId: string; onSaved: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const form = useForm({
    read: (field) => field("fullName").trim(),
    check: (name) => ({ fullName: name === "" ? "Full Name is required" : undefined }),
    send: async (name) => {
      const rejection = await saveName(getBrowserData(), userId, name);
      if (rejection !== null) return rejected(rejection);
      onSaved();
      return null;
    },
  });
  return (
    <>
      <p>You are logged in. Whom is the order for?</p>
      <AccountForm {...form.props} label="Name">
        <TextField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          maxLength={200}
          required
          ref={input}
          error={form.errors.fullName}
        />
        <FormAnswer answer={form.answer} />
        <Button type="submit" isWide size="large" disabled={form.isBusy}>
          Go on
        </Button>
      </AccountForm>
    </>
  );
}
