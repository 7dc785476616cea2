import { type FormEvent, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { internationalNumber } from "#app/values/contact.ts";
import { type Account, changePhone, confirmPhone } from "./account.ts";
import { AccountForm } from "./account-card.tsx";
import { AccountActions, AccountSection } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { CODE_SENT, ProofFields } from "./proof-fields.tsx";
import { useAttempt } from "./use-attempt.ts";

/** A phone number of the account, shown by its six digits to be the person's. */
export function PhoneForm({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const [problem, setProblem] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  const [waiting, setWaiting] = useState(account.newPhone);
  const { isBusy, message, run } = useAttempt();

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const read = (name: string) => String(typed.get(name) ?? "");
    const proof = { current: read("current"), nonce: read("nonce").replaceAll(" ", "") };
    const field = form.elements.namedItem("phone") as HTMLInputElement;
    const phone = internationalNumber(field.value);
    setProblem(phone === null ? "Please enter a number such as +1 281 555 0123" : undefined);
    if (phone === null) return field.focus();
    await run(async () => {
      const change = await changePhone(getBrowserData(), phone, proof);
      if (change.kind === "refused") return { kind: "error", text: change.message };
      setNeedsCode(change.kind === "code-needed");
      if (change.kind === "code-needed") return { kind: "success", text: CODE_SENT };
      setWaiting(change.isSaved ? null : phone);
      form.reset();
      await onChanged();
      return change.isSaved
        ? { kind: "success", text: "Your phone number has been saved." }
        : { kind: "success", text: `We have sent six digits to ${phone}.` };
    });
  }

  async function handleCode(phone: string, code: string) {
    const refusal = await confirmPhone(getBrowserData(), phone, code);
    if (refusal !== null) return refusal;
    setWaiting(null);
    await run(async () => {
      await onChanged();
      return { kind: "success", text: "Your phone number has been saved." };
    });
    return null;
  }

  return (
    <AccountSection title="Phone">
      <p>
        {account.phone ? (
          <>
            Your number is <strong>{account.phone}</strong>.
          </>
        ) : (
          "There is no number yet."
        )}
      </p>
      <AccountForm label="Phone" onSubmit={handleSubmit}>
        <TextField
          label="New phone number"
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          hint="With the country's code, such as +1 281 555 0123"
          error={problem}
        />
        <ProofFields needsCode={needsCode} problem={undefined} />
        <AccountActions>
          <Button type="submit" disabled={isBusy}>
            Change number
          </Button>
        </AccountActions>
      </AccountForm>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
      {waiting === null ? null : (
        <CodeForm
          label="Confirm the number"
          fieldLabel="Code from the text message"
          hint={`Sent to ${waiting}`}
          submitLabel="Confirm number"
          onCode={(code) => handleCode(waiting, code)}
        />
      )}
    </AccountSection>
  );
}
