import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { AccountForm } from "./account-card.tsx";
import { codeProblem } from "./credentials.ts";
import { useAttempt } from "./use-attempt.ts";

/**
 * Asks for six digits: of an e-mail, a text message or an authenticator app.
 * @param isMain it is what the page is for, so it gets the strong button and the focus
 * @param onCode takes the digits alone; answers with what stood in the way, null when it went through
 */
export function CodeForm({
  label,
  fieldLabel,
  hint,
  submitLabel,
  isMain = false,
  onCode,
}: {
  label: string;
  fieldLabel: string;
  hint?: string;
  submitLabel: string;
  isMain?: boolean;
  onCode: (code: string) => Promise<string | null>;
}) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, message, run } = useAttempt();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement;
    const found = codeProblem(field.value);
    setProblem(found);
    if (found) return field.focus();
    await run(async () => {
      const refusal = await onCode(field.value.replaceAll(/\s/g, ""));
      if (refusal === null) return null;
      field.select();
      return { kind: "error", text: refusal };
    });
  }

  return (
    <>
      <AccountForm label={label} onSubmit={handleSubmit}>
        <TextField
          label={fieldLabel}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={hint}
          error={problem}
        />
        <Button
          type="submit"
          variation={isMain ? "primary" : "secondary"}
          size={isMain ? "large" : "medium"}
          isWide
          disabled={isBusy}
        >
          {submitLabel}
        </Button>
      </AccountForm>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
    </>
  );
}
