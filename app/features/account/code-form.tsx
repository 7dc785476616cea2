import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { AccountForm } from "./account-card.tsx";
import { codeProblem, recoveryCodeProblem } from "./credentials.ts";
import { useAttempt } from "./use-attempt.ts";

/** How a code is typed, and what is wrong with one that cannot be it. */
const KINDS = {
  digits: {
    problemOf: codeProblem,
    typing: { inputMode: "numeric", autoComplete: "one-time-code" },
  },
  recovery: {
    problemOf: recoveryCodeProblem,
    typing: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
  },
} as const satisfies Record<
  string,
  { problemOf: (code: string) => string | undefined; typing: ComponentProps<"input"> }
>;

/**
 * Asks for six digits (of an e-mail, a text message or an authenticator app) or for a recovery code.
 * @param isMain it is what the page is for, so it gets the strong button and the focus
 * @param takesFocus it has just come in the place of another one
 * @param onCode takes the code without spaces; answers with what stood in the way, null when it went through
 */
export function CodeForm({
  kind = "digits",
  takesFocus = false,
  label,
  fieldLabel,
  hint,
  submitLabel,
  isMain = false,
  onCode,
}: {
  kind?: keyof typeof KINDS;
  takesFocus?: boolean;
  label: string;
  fieldLabel: string;
  hint?: string;
  submitLabel: string;
  isMain?: boolean;
  onCode: (code: string) => Promise<string | null>;
}) {
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, message, run } = useAttempt();
  const { problemOf, typing } = KINDS[kind];

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement;
    const found = problemOf(field.value);
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
        <TextField label={fieldLabel} name="code" {...typing} ref={input} hint={hint} error={problem} />
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
