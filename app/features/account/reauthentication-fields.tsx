import { TextField } from "#app/ui/field.tsx";
import type { ReadField } from "#app/ui/use-form.ts";

/** Reauthentication fields of a form, so that nobody else can submit it in an open browser. */
export function ReauthenticationFields({
  needsCode,
  problem,
}: {
  /** Six digits have been sent. */
  needsCode: boolean;
  problem: string | undefined;
}) {
  if (needsCode) {
    return (
      <TextField
        label="Code from the message"
        name="nonce"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={problem}
      />
    );
  }
  return (
    <TextField
      label="Current password"
      name="current"
      type="password"
      autoComplete="current-password"
      hint="You have none, or it is forgotten? Leave it empty, and we send you a code"
    />
  );
}

export const CODE_SENT = "We have just sent six digits to you. Type them, and press once more.";

export function reauthenticationFromForm(field: ReadField): { current: string; nonce: string } {
  return { current: field("current"), nonce: field("nonce").replaceAll(" ", "") };
}
