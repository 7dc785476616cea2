import { useState } from "react";
import { CardField, useCardPayment } from "#app/features/payments/card-payment.tsx";
import { t } from "#app/messages/t.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { moneyText } from "#app/values/money.ts";
import { openPayment } from "./pay-link.ts";

/** Card form of one order, for anyone with its link; must be inside a CardPaymentProvider. */
export function PayForm({ token, totalCents, onPaid }: { token: string; totalCents: number; onPaid: () => void }) {
  const payByCard = useCardPayment();
  const [name, setName] = useState("");
  const form = useForm({
    read: () => name.trim(),
    check: (typed): FieldErrors => (typed === "" ? { name: t("Enter the name on the card.") } : {}),
    send: async (typed) => {
      let problem: string | null = null;
      const result = await payByCard(
        async () => {
          const opened = await openPayment(token);
          if ("clientSecret" in opened) return opened.clientSecret;
          problem = opened.problem;
          return null;
        },
        { name: typed },
      );
      // Without a response to the confirmation, the card may have been charged, so the page asks the server.
      if (result.kind === "succeeded" || result.kind === "unknown") {
        onPaid();
        return null;
      }
      // The order may be paid or canceled meanwhile.
      if (problem !== null) await refreshPolled();
      if (result.kind === "failed" || result.kind === "incomplete") {
        return rejected(t("Payment failed: {message}", { message: result.message }));
      }
      if (result.kind === "not-loaded") {
        return rejected(t("The card payment provider has not loaded yet. Please try again."));
      }
      return rejected(problem ?? t("Payment processing failed. Please try again."));
    },
  });
  return (
    <Stack as="form" gap={4} {...form.props} aria-label={t("Card payment")}>
      <TextField
        label={t("Name on the card")}
        {...form.field("name")}
        autoComplete="cc-name"
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <CardField onMessage={(message) => form.setAnswer(message ? rejected(message) : null)} />
      <FormAnswer answer={form.answer} />
      <SubmitButton size="large" isWide form={form}>
        {form.isBusy ? t("Processing...") : t("Pay {total}", { total: moneyText(totalCents) })}
      </SubmitButton>
    </Stack>
  );
}
