import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { AccountCard, AccountForm } from "./account-card.tsx";
import styles from "./auth-form.module.css";
import {
  type AuthMode,
  type CredentialErrors,
  type Credentials,
  validateCredentials,
} from "./credentials.ts";
import { GoogleMark } from "./google-mark.tsx";
import { signIn, signInWithGoogle } from "./sign-in.ts";

const FIELDS = ["fullName", "email", "password"] as const;

/**
 * Login or sign-up, with Google beside it.
 * @param otherModeAddress where the toggle link leads
 * @param returnPath where Google comes back to
 */
export function AuthForm({
  mode,
  otherModeAddress,
  returnPath,
  onSignedIn,
}: {
  mode: AuthMode;
  otherModeAddress: string;
  returnPath: string;
  onSignedIn: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [message, setMessage] = useState<{ kind: "error" | "information"; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const action = mode === "login" ? "Login" : "Sign Up";

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = readCredentials(event.currentTarget);
    const found = validateCredentials(mode, typed);
    setErrors(found);
    setMessage(null);
    const firstWrong = FIELDS.find((field) => found[field]);
    if (firstWrong) {
      form.current?.querySelector<HTMLInputElement>(`[name="${firstWrong}"]`)?.focus();
      return;
    }
    await run(async () => {
      const result = await signIn(getBrowserData(), mode, typed);
      if (result.kind === "signed-in") onSignedIn();
      else if (result.kind === "refused") setMessage({ kind: "error", text: result.message });
      else
        setMessage({
          kind: "information",
          text: "Please check your email and confirm your address to log in.",
        });
    });
  }

  function handleGoogle() {
    setMessage(null);
    return run(async () => {
      const refusal = await signInWithGoogle(getBrowserData(), returnPath);
      if (refusal !== null) setMessage({ kind: "error", text: refusal });
    });
  }

  async function run(attempt: () => Promise<void>) {
    setBusy(true);
    try {
      await attempt();
    } catch (error) {
      setMessage({ kind: "error", text: error instanceof Error ? error.message : "Something went wrong." });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AccountCard title={action}>
      <AccountForm ref={form} label={action} onSubmit={handleSubmit}>
        {mode === "sign-up" ? (
          <TextField label="Full Name" name="fullName" autoComplete="name" required error={errors.fullName} />
        ) : null}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors.email}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete={mode === "login" ? "current-password" : "new-password"}
          required
          hint={mode === "sign-up" ? "At least 6 characters" : undefined}
          error={errors.password}
        />
        <Button type="submit" isWide size="large" disabled={isBusy}>
          {action}
        </Button>
      </AccountForm>
      {mode === "login" ? (
        <p className={styles.forgot}>
          <Link to="/auth/forgot">Forgot password?</Link>
        </p>
      ) : null}
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
      <p className={styles.or}>or</p>
      <Button variation="secondary" isWide disabled={isBusy} onClick={handleGoogle}>
        <GoogleMark />
        Sign in with Google
      </Button>
      <p className={styles.toggle}>
        {mode === "login" ? "Don't have an account?" : "Already have an account?"}{" "}
        <Link to={otherModeAddress} replace>
          {mode === "login" ? "Sign Up" : "Login"}
        </Link>
      </p>
    </AccountCard>
  );
}

function readCredentials(form: HTMLFormElement): Credentials {
  const typed = new FormData(form);
  const text = (name: string) => String(typed.get(name) ?? "");
  return { fullName: text("fullName"), email: text("email"), password: text("password") };
}
