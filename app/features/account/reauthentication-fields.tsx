import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import type { ReadField } from "#app/ui/use-form.ts";
import type { ReauthenticationInput } from "./reauthentication.ts";

/** Reauthentication fields, so that someone else at an unlocked browser cannot submit the form. */
export function ReauthenticationFields({
  needsCode,
  problem,
}: {
  /** Whether a six-digit code was sent. */
  needsCode: boolean;
  problem: string | undefined;
}) {
  if (needsCode) {
    return (
      <TextField
        label={t("Code we sent you")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={problem}
      />
    );
  }
  return (
    <TextField
      label={t("Current password")}
      name="current"
      type="password"
      autoComplete="current-password"
      hint={t("No password, or forgot it? Leave this empty and we'll send you a code")}
    />
  );
}

export const codeSentText = () => t("We sent you six digits. Enter them, then try again.");

export function reauthenticationFromForm(field: ReadField): ReauthenticationInput {
  return { current: field("current"), code: field("code").replaceAll(" ", "") };
}
