import { useRef, useState } from "react";
import { deliveryPriceText } from "#app/features/orders/order-money.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { randomUuid } from "#app/values/ids.ts";
import { moneyText } from "#app/values/money.ts";
import type { Bag } from "./bag.ts";
import { createOrder, quoteOrder } from "./create-order.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { draftProblems, EMPTY_DRAFT, type PosDraft } from "./pos-order.ts";
import { useQuote } from "./use-quote.ts";

/** Makes an order for later of the bag, such as one by phone: with a time, or a delivery. */
export function LaterDialog({
  bag,
  contact,
  windows,
  onMade,
  onClose,
}: {
  bag: Bag;
  /** Known values of the customer. */
  contact: Partial<PosDraft>;
  windows: Record<PosDraft["kind"], boolean>;
  onMade: (orderId: string) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<PosDraft>({ ...EMPTY_DRAFT, ...contact });
  const [round, setRound] = useState(0);
  const input = { lines: bag.lines, draft, code: bag.code };
  const { quote } = useQuote(input, round);
  const keyFor = useRequestKey();
  const form = useForm({
    read: () => input,
    check: () => draftProblems(draft, windows.delivery),
    send: async (given) => {
      const { totalCents } = await quoteOrder(getBrowserData(), given);
      const made = await createOrder(getBrowserData(), given, totalCents, keyFor({ ...given, totalCents }));
      if ("problem" in made) {
        if (made.hasChanged) setRound(round + 1);
        return rejected(made.problem);
      }
      onMade(made.orderId);
      return null;
    },
  });
  return (
    <Dialog title={t("Order for later")} onClose={onClose}>
      <Stack as="form" gap={4} {...form.props} aria-label={t("Order for later")}>
        <CustomerFields
          draft={draft}
          errors={form.errors}
          windows={windows}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
        <p aria-live="polite">
          {draft.kind === "delivery" && quote ? t("Delivery {price}", { price: deliveryPriceText(quote) }) : null}
        </p>
        <FormAnswer answer={form.answer} />
        <SubmitButton size="large" isWide form={form}>
          {quote ? t("Create order, {total}", { total: moneyText(quote.totalCents) }) : t("Create order")}
        </SubmitButton>
      </Stack>
    </Dialog>
  );
}

/** Returns a request key that changes with the input, so that a repeated request creates no second order. */
function useRequestKey(): (input: unknown) => string {
  const known = useRef({ input: "", key: "" });
  return (input) => {
    const text = JSON.stringify(input);
    if (known.current.input !== text) known.current = { input: text, key: randomUuid() };
    return known.current.key;
  };
}
