import { type FormEvent, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { AccountForm } from "./account-card.tsx";
import { signInWithCode } from "./recover-password.ts";
import { useAttempt } from "./use-attempt.ts";

/** For whoever reads the e-mail on another device: its six digits do what its link does. */
export function RecoveryCode({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, message, run } = useAttempt();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement;
    const found = /^\s*(\d\s*){6}$/.test(field.value)
      ? undefined
      : "Please enter the six digits of the e-mail";
    setProblem(found);
    if (found) return field.focus();
    await run(async () => {
      const refusal = await signInWithCode(getBrowserData(), { email, code: field.value });
      if (refusal !== null) return { kind: "error", text: refusal };
      onSignedIn();
      return null;
    });
  }

  return (
    <>
      <AccountForm label="Instead of the link" onSubmit={handleSubmit}>
        <TextField
          label="Code from the e-mail"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Only if you read the e-mail on another device"
          error={problem}
        />
        <Button type="submit" variation="secondary" isWide disabled={isBusy}>
          Use the code
        </Button>
      </AccountForm>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
    </>
  );
}
