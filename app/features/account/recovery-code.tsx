import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { CodeForm } from "./code-form.tsx";
import { signInWithCode } from "./recover-password.ts";

/** Form for the six-digit code of the email, for users who read the email on another device. */
export function RecoveryCode({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  async function handleCode(code: string) {
    const rejection = await signInWithCode(getBrowserData(), { email, code });
    if (rejection === null) onSignedIn();
    return rejection;
  }

  return (
    <CodeForm
      label={t("Use a code instead")}
      fieldLabel={t("Code from the email")}
      hint={t("If you read the email on another device")}
      submitLabel={t("Use code")}
      onCode={handleCode}
    />
  );
}
