import { useState } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { GREATEST_QUANTITY, LEAST_QUANTITY, type LineKey, typedQuantity } from "./cart.ts";
import { changeQuantity } from "./cart-store.ts";
import styles from "./quantity-input.module.css";

/** Minus, a number to type, plus. What is typed counts at once; what means nothing is put right on leaving. */
export function QuantityInput({
  lineKey,
  name,
  quantity,
}: {
  lineKey: LineKey;
  name: string;
  quantity: number;
}) {
  const [draft, setDraft] = useState<string | null>(null);

  function handleType(text: string) {
    setDraft(text);
    const typed = typedQuantity(text);
    if (typed !== null) changeQuantity(lineKey, typed);
  }

  return (
    <fieldset aria-label={`Quantity of ${name}`} className={styles.quantity}>
      <IconButton
        label="One less"
        disabled={quantity <= LEAST_QUANTITY}
        onClick={() => changeQuantity(lineKey, quantity - 1)}
      >
        <Icon name="minus" />
      </IconButton>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity of ${name}`}
        className={styles.number}
        value={draft ?? quantity}
        onChange={(event) => handleType(event.currentTarget.value)}
        onBlur={() => setDraft(null)}
      />
      <IconButton
        label="One more"
        disabled={quantity >= GREATEST_QUANTITY}
        onClick={() => changeQuantity(lineKey, quantity + 1)}
      >
        <Icon name="plus" />
      </IconButton>
    </fieldset>
  );
}
