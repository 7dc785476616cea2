import { type FormEvent, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { type Account, changePassword } from "./account.ts";
import { AccountForm } from "./account-card.tsx";
import { AccountActions, AccountSection } from "./account-section.tsx";
import { codeProblem, passwordProblem } from "./credentials.ts";
import { CODE_SENT, ProofFields } from "./proof-fields.tsx";
import { useAttempt } from "./use-attempt.ts";

type Problems = Partial<Record<"password" | "nonce", string | undefined>>;

/** A new password: with the present one, or with six digits that are sent to whoever has none. */
export function PasswordForm({ account }: { account: Account }) {
  const [problems, setProblems] = useState<Problems>({});
  const [needsCode, setNeedsCode] = useState(false);
  const { isBusy, message, run } = useAttempt();
  const minLength = readPublicConfig().minPasswordLength;

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const read = (name: string) => String(typed.get(name) ?? "");
    const [current, password, nonce] = [read("current"), read("password"), read("nonce").replaceAll(" ", "")];
    const found: Problems = {
      password: passwordProblem(password, minLength),
      nonce: needsCode ? codeProblem(nonce) : undefined,
    };
    setProblems(found);
    const firstWrong = found.password ? "password" : found.nonce ? "nonce" : null;
    if (firstWrong) return (form.elements.namedItem(firstWrong) as HTMLInputElement).focus();
    await run(async () => {
      const change = await changePassword(getBrowserData(), password, { current, nonce });
      if (change.kind === "refused") return { kind: "error", text: change.message };
      setNeedsCode(change.kind === "code-needed");
      if (change.kind === "code-needed") return { kind: "success", text: CODE_SENT };
      form.reset();
      return { kind: "success", text: "Your password has been changed. All other devices are logged out." };
    });
  }

  return (
    <AccountSection title="Password">
      <AccountForm label="Password" onSubmit={handleSubmit}>
        {/* Password keepers read here which account they change. */}
        <input type="email" name="username" value={account.email} autoComplete="username" readOnly hidden />
        <ProofFields needsCode={needsCode} problem={problems.nonce} />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint={`At least ${minLength} characters`}
          error={problems.password}
        />
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
