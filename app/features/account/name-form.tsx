import { type FormEvent, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { type Account, saveName } from "./account.ts";
import { AccountForm } from "./account-card.tsx";
import { AccountActions, AccountSection } from "./account-section.tsx";
import { useAttempt } from "./use-attempt.ts";

export function NameForm({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, message, run } = useAttempt();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("fullName") as HTMLInputElement;
    const name = field.value.trim();
    const found = name === "" ? "Full Name is required" : undefined;
    setProblem(found);
    if (found) return field.focus();
    await run(async () => {
      const refusal = await saveName(getBrowserData(), account.id, name);
      if (refusal !== null) return { kind: "error", text: refusal };
      await onChanged();
      return { kind: "success", text: "Your name has been saved." };
    });
  }

  return (
    <AccountSection title="Name">
      <AccountForm label="Name" onSubmit={handleSubmit}>
        <TextField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          maxLength={200}
          required
          defaultValue={account.name}
          error={problem}
        />
        <AccountActions>
          <Button type="submit" disabled={isBusy}>
            Save name
          </Button>
        </AccountActions>
      </AccountForm>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
    </AccountSection>
  );
}
