import { type FormEvent, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { type Account, changePassword } from "./account.ts";
import { AccountForm } from "./account-card.tsx";
import { AccountActions, AccountSection } from "./account-section.tsx";
import { codeProblem, passwordProblem } from "./credentials.ts";
import { useAttempt } from "./use-attempt.ts";

type Problems = Partial<Record<"password" | "nonce", string | undefined>>;

/** A new password: with the present one, and with six digits by mail when the sign-in was a while ago. */
export function PasswordForm({ account }: { account: Account }) {
  const [problems, setProblems] = useState<Problems>({});
  const [needsCode, setNeedsCode] = useState(false);
  const { isBusy, message, run } = useAttempt();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const read = (name: string) => String(typed.get(name) ?? "");
    const [current, password, nonce] = [read("current"), read("password"), read("nonce").replaceAll(" ", "")];
    const found: Problems = {
      password: passwordProblem(password),
      nonce: needsCode ? codeProblem(nonce) : undefined,
    };
    setProblems(found);
    const firstWrong = found.password ? "password" : found.nonce ? "nonce" : null;
    if (firstWrong) return (form.elements.namedItem(firstWrong) as HTMLInputElement).focus();
    await run(async () => {
      const change = await changePassword(getBrowserData(), { current, password, nonce });
      if (change.kind === "refused") return { kind: "error", text: change.message };
      setNeedsCode(change.kind === "code-needed");
      if (change.kind === "code-needed") {
        return {
          kind: "error",
          text: "You logged in a while ago. Type the six digits that we have just sent to you, and save again.",
        };
      }
      form.reset();
      return { kind: "success", text: "Your password has been changed. All other devices are logged out." };
    });
  }

  return (
    <AccountSection title="Password">
      <AccountForm label="Password" onSubmit={handleSubmit}>
        {/* Password keepers read here which account they change. */}
        <input type="email" name="username" value={account.email} autoComplete="username" readOnly hidden />
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          hint="Leave it empty if you have none yet, because you log in with Google or by e-mail"
        />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 6 characters"
          error={problems.password}
        />
        {needsCode ? (
          <TextField
            label="Code from the message"
            name="nonce"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={problems.nonce}
          />
        ) : null}
        <AccountActions>
          <Button type="submit" disabled={isBusy}>
            Save password
          </Button>
        </AccountActions>
      </AccountForm>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
    </AccountSection>
  );
}
