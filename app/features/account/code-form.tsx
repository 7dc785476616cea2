import { type ComponentProps, useEffect, useRef } from "react";
import { SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { AccountForm } from "./account-section.tsx";
import { codeProblem, recoveryCodeProblem } from "./credentials.ts";

/** Validation and input attributes of each kind of code. */
const KINDS = {
  digits: { problemOf: codeProblem, typing: { inputMode: "numeric", autoComplete: "one-time-code" } },
  recovery: {
    problemOf: recoveryCodeProblem,
    typing: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
  },
} as const satisfies Record<
  string,
  { problemOf: (code: string) => string | undefined; typing: ComponentProps<"input"> }
>;

/**
 * Form for six digits (of an email, a text message, or an authenticator app) or for a recovery code.
 * @param isMain gives it the primary button and the focus
 * @param takesFocus whether it has just replaced another form
 * @param submitsItself submits when the sixth digit is typed
 * @param onCode receives the code without spaces
 */
export function CodeForm({
  kind = "digits",
  takesFocus = false,
  label,
  fieldLabel,
  hint,
  submitLabel,
  isMain = false,
  submitsItself = false,
  onCode,
}: {
  kind?: keyof typeof KINDS;
  takesFocus?: boolean;
  label: string;
  fieldLabel: string;
  hint?: string;
  submitLabel: string;
  isMain?: boolean;
  submitsItself?: boolean;
  onCode: (code: string) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { problemOf, typing } = KINDS[kind];
  const form = useForm({
    read: (field) => field("code"),
    check: (code) => ({ code: problemOf(code) }),
    send: (code) =>
      onCode(code.replaceAll(/\s/g, "")).catch((error: unknown) => {
        input.current?.select();
        throw error;
      }),
  });

  // Opening the dialog moves the focus, so the field takes it afterwards.
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <AccountForm {...form.props} label={label}>
        <TextField
          label={fieldLabel}
          {...form.field("code")}
          {...typing}
          ref={input}
          hint={hint}
          onInput={({ currentTarget }) => {
            if (submitsItself && /^(\s*\d){6}\s*$/.test(currentTarget.value)) currentTarget.form?.requestSubmit();
          }}
        />
        <SubmitButton
          variation={isMain ? "primary" : "secondary"}
          size={isMain ? "large" : "medium"}
          isWide
          form={form}
        >
          {submitLabel}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </>
  );
}
