import { type FormEvent, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { MAX_OF_A_LINE, type PosLine, productName } from "./pos-order.ts";

/** Changes the quantity of a line of the bag, or removes it. */
export function LineDialog({
  line,
  onQuantity,
  onClose,
}: {
  line: PosLine;
  onQuantity: (quantity: number) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(String(line.quantity));
  const quantity = wholeNumberTyped(typed || "0");
  const name = productName(line);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (quantity !== null && quantity <= MAX_OF_A_LINE) onQuantity(quantity);
  }

  return (
    <Dialog title={name} onClose={onClose}>
      <form onSubmit={handleSubmit} className={dialogStyles.form}>
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
        <div className={dialogStyles.actions}>
          <Button type="submit" disabled={quantity === null || quantity > MAX_OF_A_LINE}>
            {t("Save quantity")}
          </Button>
          <Button variation="danger" onClick={() => onQuantity(0)}>
            {t("Remove")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
