import { useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useEarlyInput } from "#app/ui/use-early-input.ts";
import { MAX_QUANTITY, MIN_QUANTITY, typedQuantity } from "./cart.ts";
import styles from "./quantity-input.module.css";

/** Quantity field with buttons. A valid quantity applies at once; an invalid one is corrected on blur. */
export function QuantityInput({
  name,
  quantity,
  onChange,
}: {
  /** Product name, for the label. */
  name: string;
  quantity: number;
  onChange: (quantity: number) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function handleType(text: string) {
    setDraft(text);
    const typed = typedQuantity(text);
    if (typed !== null) onChange(typed);
  }

  useEarlyInput(() => {
    const typedBefore = typedQuantity(input.current?.value ?? "");
    if (typedBefore !== null && typedBefore !== quantity) onChange(typedBefore);
  });

  return (
    <fieldset aria-label={t("Quantity of {name}", { name })} className={styles.quantity}>
      <IconButton label={t("One less")} disabled={quantity <= MIN_QUANTITY} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" />
      </IconButton>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t("Quantity of {name}", { name })}
        className={styles.number}
        ref={input}
        value={draft ?? quantity}
        onChange={(event) => handleType(event.currentTarget.value)}
        onBlur={() => setDraft(null)}
      />
      <IconButton label={t("One more")} disabled={quantity >= MAX_QUANTITY} onClick={() => onChange(quantity + 1)}>
        <Icon name="plus" />
      </IconButton>
    </fieldset>
  );
}
