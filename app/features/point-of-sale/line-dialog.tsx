import { type FormEvent, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { TextField } from "#app/ui/field.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";
import { changePrice, MAX_OF_A_LINE, type PosLine, pieceCents, productName, setQuantity } from "./pos-order.ts";

/** Changes the quantity or the price of a line of the bag, or removes it. */
export function LineDialog({
  line,
  onChange,
  onClose,
}: {
  line: PosLine;
  /** Called with the change of the bag's lines. */
  onChange: (change: (lines: readonly PosLine[]) => PosLine[]) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(String(line.quantity));
  const [price, setPrice] = useState("");
  const [reason, setReason] = useState("");
  const [problems, setProblems] = useState<{ price?: string; reason?: string }>({});
  const quantity = wholeNumberTyped(typed || "0");
  const name = productName(line);
  const fullCents = pieceCents(line);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (quantity === null || quantity > MAX_OF_A_LINE) return;
    const priceCents = centsTyped(price);
    if (price.trim() === "") return onChange((lines) => setQuantity(lines, line.key, quantity));
    if (priceCents === null || priceCents >= fullCents) {
      return setProblems({ price: moneyProblem(price) ?? t("Less than {amount}.", { amount: moneyText(fullCents) }) });
    }
    if (priceCents < 0) return setProblems({ price: t("Not below zero.") });
    if (reason.trim() === "") return setProblems({ reason: t("Enter a reason.") });
    onChange((lines) =>
      changePrice(setQuantity(lines, line.key, quantity), line.key, { priceCents, reason: reason.trim() }),
    );
  }

  return (
    <Dialog title={name} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={handleSubmit} noValidate>
        {line.pounds === null ? (
          <QuantityStepper
            name="quantity"
            label={t("Quantity of {name}", { name })}
            value={typed}
            max={MAX_OF_A_LINE}
            errorId={undefined}
            onChange={setTyped}
          />
        ) : null}
        <TextField
          label={t("Lower price (optional)")}
          hint={t("For one, instead of {price}.", { price: moneyText(fullCents) })}
          inputMode="decimal"
          error={problems.price}
          value={price}
          onValue={setPrice}
        />
        {price.trim() === "" ? null : (
          <TextField label={t("Reason")} maxLength={200} error={problems.reason} value={reason} onValue={setReason} />
        )}
        <div className={dialogStyles.actions}>
          <Button type="submit" disabled={quantity === null || quantity > MAX_OF_A_LINE}>
            {t("Save line")}
          </Button>
          <Button variation="danger" onClick={() => onChange((lines) => setQuantity(lines, line.key, 0))}>
            {t("Remove")}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
