import { useState } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { internationalNumber } from "#app/values/contact.ts";
import { type Account, changePhone, confirmPhone } from "./account.ts";
import { AccountForm } from "./account-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { codeSentText, ReauthenticationFields, reauthenticationFromForm } from "./reauthentication-fields.tsx";

const savedText = () => t("Phone number saved.");

/** Form to add or change the phone number, verified by a six-digit code. */
export function PhoneForm({ account }: { account: Account }) {
  const [needsCode, setNeedsCode] = useState(false);
  const [waiting, setWaiting] = useState(account.newPhone);
  const form = useForm({
    read: (field) => ({
      phone: internationalNumber(field("phone")) ?? "",
      reauthentication: reauthenticationFromForm(field),
    }),
    check: ({ phone }) => ({
      phone: phone === "" ? t("Enter a number with country code, such as +1 281 555 0123") : undefined,
    }),
    send: async ({ phone, reauthentication }, element) => {
      const change = await changePhone(getBrowserData(), phone, reauthentication);
      setNeedsCode(change.kind === "code-needed");
      if (change.kind === "code-needed") return done(codeSentText());
      setWaiting(change.isSaved ? null : phone);
      element.reset();
      await invalidateReads();
      return done(change.isSaved ? savedText() : t("We sent six digits to {phone}.", { phone }));
    },
  });

  async function handleCode(phone: string, code: string) {
    await confirmPhone(getBrowserData(), phone, code);
    setWaiting(null);
    await form.run(async () => {
      await invalidateReads();
      return done(savedText());
    });
  }

  return (
    <PanelSection title={t("Phone")}>
      <p>
        {account.phone
          ? nodes(t("Your number is <phone/>."), { phone: <strong>{account.phone}</strong> })
          : t("No phone number yet. Add one below.")}
      </p>
      <AccountForm {...form.props} label={t("Phone")}>
        <TextField
          label={t("New phone number")}
          {...form.field("phone")}
          type="tel"
          autoComplete="tel"
          required
          hint={t("With country code, such as +1 281 555 0123")}
        />
        <ReauthenticationFields needsCode={needsCode} problem={undefined} />
        <SubmitButton isNarrow form={form}>
          {t("Change number")}
        </SubmitButton>
      </AccountForm>
      <FormAnswer answer={form.answer} />
      {waiting === null ? null : (
        <CodeForm
          label={t("Confirm number")}
          fieldLabel={t("Code from the text message")}
          hint={t("Sent to {phone}", { phone: waiting })}
          submitLabel={t("Confirm number")}
          onCode={(code) => handleCode(waiting, code)}
        />
      )}
    </PanelSection>
  );
}
