import { useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { AccountCard } from "./account-card.tsx";
import { CodeForm } from "./code-form.tsx";
import { type Authenticator, takeSecondStep } from "./second-step.ts";
import { signOut } from "./sign-in.ts";
import { useAttempt } from "./use-attempt.ts";

/** Between the password and everything private: the code of the authenticator app. */
export function SecondStepChallenge({
  authenticators,
  onPassed,
  onCancelled,
}: {
  authenticators: readonly Authenticator[];
  onPassed: () => void;
  onCancelled: () => void;
}) {
  const [chosen, setChosen] = useState(authenticators[0]?.id ?? "");
  const { isBusy, message, run } = useAttempt();

  async function handleCode(code: string) {
    const refusal = await takeSecondStep(getBrowserData(), chosen, code);
    if (refusal === null) onPassed();
    return refusal;
  }

  function handleCancel() {
    return run(async () => {
      const refusal = await signOut(getBrowserData());
      if (refusal !== null) return { kind: "error", text: refusal };
      onCancelled();
      return null;
    });
  }

  return (
    <AccountCard title="One more step">
      <p>Open your authenticator app and type the six digits that it shows for this shop.</p>
      {authenticators.length > 1 ? (
        <SelectField
          label="Authenticator app"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {authenticators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      <CodeForm label="Second step" fieldLabel="Code" submitLabel="Continue" isMain onCode={handleCode} />
      <Button variation="secondary" isWide disabled={isBusy} onClick={handleCancel}>
        Use another account
      </Button>
      {message ? <p role="alert">{message.text}</p> : null}
    </AccountCard>
  );
}
