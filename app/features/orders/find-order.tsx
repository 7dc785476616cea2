import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { done, rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { isEmailAddress, phoneDigits } from "#app/values/contact.ts";

/** Form that has the link of an order emailed again; the answer is the same whether or not the order exists. */
export function FindOrder() {
  const form = useForm({
    read: (field) => ({ number: field("number").replace("#", "").trim(), contact: field("contact").trim() }),
    check: ({ number, contact }) => ({
      number: /^\d{1,15}$/.test(number) ? undefined : t("Enter the number of your order."),
      contact:
        isEmailAddress(contact) || phoneDigits(contact)
          ? undefined
          : t("Enter the email or phone number you ordered with."),
    }),
    send: async (typed) => {
      const answer = await fetch("/api/order-link/find", {
        method: "POST",
        headers: { "content-type": "application/json", "accept-language": currentLocale() },
        body: JSON.stringify(typed),
      });
      if (!answer.ok) return rejected(t("We couldn't look for your order. Try again."));
      return done(t("If we have this order, we sent a link to its email address. It may take a few minutes."));
    },
  });

  return (
    <Stack as="form" gap={4} {...form.props} aria-label={t("Find my order")}>
      <p>{t("We'll email you the link to your order.")}</p>
      <TextField label={t("Order number")} {...form.field("number")} inputMode="numeric" maxLength={20} required />
      <TextField
        label={t("Email or phone number")}
        {...form.field("contact")}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        required
      />
      <SubmitButton form={form} isNarrow>
        {t("Send link")}
      </SubmitButton>
      <FormAnswer answer={form.answer} />
    </Stack>
  );
}
