import { useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done, rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { internationalNumber } from "#app/values/contact.ts";
import { type Account, changePhone, confirmPhone } from "./account.ts";
import { AccountForm } from "./account-card.tsx";
import { AccountActions, AccountSection } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { CODE_SENT, ReauthenticationFields, reauthenticationFromForm } from "./reauthentication-fields.tsx";

const SAVED = "Phone number saved.";

/** A phone number of the account, shown by its six digits to be the person's. */
export function PhoneForm({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const [needsCode, setNeedsCode] = useState(false);
  const [waiting, setWaiting] = useState(account.newPhone);
  const form = useForm({
    read: (field) => ({
      phone: internationalNumber(field("phone")) ?? "",
      reauthentication: reauthenticationFromForm(field),
    }),
    check: ({ phone }) => ({
      phone: phone === "" ? "Enter a number with country code, such as +1 281 555 0123" : undefined,
    }),
    send: async ({ phone, reauthentication }, element) => {
      const change = await changePhone(getBrowserData(), phone, reauthentication);
      if (change.kind === "rejected") return rejected(change.message);
      setNeedsCode(change.kind === "code-needed");
      if (change.kind === "code-needed") return done(CODE_SENT);
      setWaiting(change.isSaved ? null : phone);
      element.reset();
      await onChanged();
      return done(change.isSaved ? SAVED : `We sent six digits to ${phone}.`);
    },
  });

  async function handleCode(phone: string, code: string) {
    const rejection = await confirmPhone(getBrowserData(), phone, code);
    if (rejection !== null) return rejection;
    setWaiting(null);
    await form.run(async () => {
      await onChanged();
      return done(SAVED);
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
          "No phone number yet. Add one below."
        )}
      </p>
      <AccountForm {...form.props} label="Phone">
        <TextField
          label="New phone number"
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          hint="With country code, such as +1 281 555 0123"
          error={form.errors.phone}
        />
        <ReauthenticationFields needsCode={needsCode} problem={undefined} />
        <AccountActions>
          <Button type="submit" disabled={form.isBusy}>
            Change number
          </Button>
        </AccountActions>
      </AccountForm>
      <FormAnswer answer={form.answer} />
      {waiting === null ? null : (
        <CodeForm
          label="Confirm number"
          fieldLabel="Code from the text message"
          hint={`Sent to ${waiting}`}
          submitLabel="Confirm number"
          onCode={(code) => handleCode(waiting, code)}
        />
      )}
    </AccountSection>
  );
}
