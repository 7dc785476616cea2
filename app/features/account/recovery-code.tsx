import { getBrowserData } from "#app/platform/browser-data.ts";
import { CodeForm } from "./code-form.tsx";
import { signInWithCode } from "./recover-password.ts";

/** Form for the six digits of the email, for people who read it on another device. */
export function RecoveryCode({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  async function handleCode(code: string) {
    const rejection = await signInWithCode(getBrowserData(), { email, code });
    if (rejection === null) onSignedIn();
    return rejection;
  }

  return (
    <CodeForm
      label="Use a code instead"
      fieldLabel="Code from the email"
      hint="If you read the email on another device"
      submitLabel="Use code"
      onCode={handleCode}
    />
  );
}
