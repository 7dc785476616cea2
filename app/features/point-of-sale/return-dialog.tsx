import { type FormEvent, useState } from "react";
import { findOrderDetails } from "#app/features/orders/order-details-queries.ts";
import { linesAmountCents, type RefundableLine, refundableLines } from "#app/features/orders/refundable-lines.ts";
import type { PaymentMethod } from "#app/features/payments/tenders.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { Options, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { readScan } from "#app/values/barcode.ts";
import { errorText } from "#app/values/error-text.ts";
import { randomUuid } from "#app/values/ids.ts";
import { moneyText } from "#app/values/money.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { returnSale } from "./pos-payments.ts";
import { findOrderId } from "./pos-queries.ts";
import styles from "./till.module.css";

/** Returns of a sale: its receipt is scanned, or its number typed, and its lines are ticked. */
export function ReturnDialog({ orderNumber, onClose }: { orderNumber: number | null; onClose: () => void }) {
  const [entered, setEntered] = useState(String(orderNumber ?? ""));
  const [ticked, setTicked] = useState<Readonly<Record<number, number>>>({});
  const [isDamaged, setDamaged] = useState(false);
  const [given, setGiven] = useState<{ method: PaymentMethod; amountCents: number }[] | null>(null);
  const [key] = useState(randomUuid);
  const [typed, setTyped] = useState("");
  const attempt = useAttempt();
  const {
    data: record = null,
    error,
    isFetching,
    refetch,
  } = useRead(
    ["returned-sale", entered],
    async () => {
      const number = /^s?(\d{4,})$/i.exec(entered)?.[1];
      const id = number && (await findOrderId(getBrowserData(), Number(number)));
      const found = id && (await findOrderDetails(getBrowserData(), id));
      if (!found) throw new Error(t("No order has the number {number}.", { number: number ?? entered }));
      return found;
    },
    { enabled: entered !== "", gcTime: 0, refetchOnWindowFocus: false },
  );

  if (given) return <Returned given={given} onClose={onClose} />;

  const lines = record ? refundableLines(record) : [];
  const chosen = lines
    .map(({ id, leftQuantity }) => ({ id, quantity: Math.min(ticked[id] ?? 0, leftQuantity) }))
    .filter(({ quantity }) => quantity > 0);

  function handleNumber(event: FormEvent) {
    event.preventDefault();
    const scanned = readScan(typed);
    if (scanned === entered) void refetch();
    else setEntered(scanned);
  }

  const refund = () =>
    attempt.run(async () => {
      const returned = returnSale(getBrowserData(), {
        orderId: record?.order.id ?? "",
        lines: chosen,
        reason: isDamaged ? "damaged" : "returned",
        requestKey: key,
      }).then(setGiven);
      // Another person may have refunded the order.
      await thenAlways(returned, refetch);
    });

  return (
    <Dialog
      title={record ? t("Return from order {number}", { number: record.order.number }) : t("Return")}
      {...(record ? {} : { firstField: "number" })}
      // The answer says what to give back.
      onClose={() => (attempt.isBusy ? undefined : onClose())}
    >
      {record ? (
        <Stack gap={4}>
          <ul className={styles.returns} aria-label={t("Products of the order")}>
            {lines.map((line) => (
              <ReturnLine
                key={line.id}
                line={line}
                quantity={Math.min(ticked[line.id] ?? 0, line.leftQuantity)}
                onChange={(quantity) => setTicked({ ...ticked, [line.id]: quantity })}
              />
            ))}
          </ul>
          {lines.length === 0 ? <p>{t("Everything of this order is already refunded.")}</p> : null}
          <label className={styles.tick}>
            <input type="checkbox" checked={isDamaged} onChange={(event) => setDamaged(event.currentTarget.checked)} />
            <span className={styles.name}>{t("Damaged: don't put back in stock")}</span>
          </label>
          <FormAnswer answer={attempt.answer} />
          <Button size="large" isWide disabled={attempt.isBusy || chosen.length === 0} onClick={refund}>
            {t("Refund ticked products")}
          </Button>
        </Stack>
      ) : (
        <Stack as="form" gap={4} onSubmit={handleNumber}>
          <TextField
            label={t("Receipt or order number")}
            name="number"
            required
            hint={t("Scan the receipt, or type the number on it.")}
            value={typed}
            onValue={setTyped}
          />
          <FormAnswer answer={error && rejected(errorText(error))} />
          <Button type="submit" isWide disabled={isFetching}>
            {t("Find order")}
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}

function Returned({
  given,
  onClose,
}: {
  given: readonly { method: PaymentMethod; amountCents: number }[];
  onClose: () => void;
}) {
  const names: Record<PaymentMethod, string> = {
    store_cash: t("Give back in cash"),
    store_card: t("Refund on the card terminal"),
    store_ebt: t("Refund to the EBT card"),
    card: t("Goes back to the card by itself"),
  };
  return (
    <Dialog title={t("Returned")} onClose={onClose}>
      <dl className={styles.count}>
        {given.map(({ method, amountCents }) => (
          <Fact key={method} name={names[method] ?? ""}>
            {moneyText(amountCents)}
          </Fact>
        ))}
      </dl>
      <Button isWide size="large" onClick={onClose}>
        {t("Done")}
      </Button>
    </Dialog>
  );
}

function ReturnLine({
  line,
  quantity,
  onChange,
}: {
  line: RefundableLine;
  /** Units to return; 0 if the line is not ticked. */
  quantity: number;
  onChange: (quantity: number) => void;
}) {
  const { name, leftQuantity } = line;
  return (
    <li>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={quantity > 0}
          onChange={(event) => onChange(event.currentTarget.checked ? leftQuantity : 0)}
        />
        <span className={styles.name}>{name}</span>
        <span className={styles.price}>{moneyText(linesAmountCents([line], () => quantity || leftQuantity))}</span>
      </label>
      {leftQuantity > 1 && quantity > 0 ? (
        <select
          aria-label={t("Quantity of {name}", { name })}
          className={styles.pieces}
          value={quantity}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        >
          <Options of={Array.from({ length: leftQuantity }, (_, index) => index + 1).map((count) => [count, count])} />
        </select>
      ) : null}
    </li>
  );
}
