import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { TextField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { RadioChoice, RadioGroup, RadioOption } from "#app/ui/radio-choice.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { randomUuid } from "#app/values/ids.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { ItemSearch } from "./item-search.tsx";
import { type AdjustmentKind, adjustmentOf, adjustments } from "./movement.ts";
import { itemName, type StockItem, stockText, unitsText } from "./stock-item.ts";

/** Form to record waste, theft, own use, or a correction of one product. */
export function AdjustForm({ onSaved }: { onSaved: (movementId: number, text: string) => Promise<void> }) {
  const [item, setItem] = useState<StockItem | null>(null);
  const [kind, setKind] = useState<AdjustmentKind>("waste");
  const [requestKey] = useState(randomUuid);
  const form = useForm({
    read: (field) => ({ quantity: field("quantity"), direction: field("direction"), note: field("note").trim() }),
    check: ({ quantity, direction }) =>
      adjustmentOf(kind, quantity, direction === "more") === null ? { quantity: t("A whole number, 1 or more.") } : {},
    send: async ({ quantity, direction, note }) => {
      if (item === null) return rejected(t("Find a product first."));
      const units = adjustmentOf(kind, quantity, direction === "more") ?? 0;
      const adjustment = {
        product_id: item.productId,
        size_id: item.sizeId,
        kind,
        quantity: units,
        note,
        request_key: requestKey,
      };
      await onSaved(
        await runCommand("adjust_stock", adjustment),
        t("{reason}: {units} of {name}.", {
          reason: adjustments()[kind],
          units: unitsText(Math.abs(units)),
          name: itemName(item),
        }),
      );
      return null;
    },
  });

  return (
    <Stack as="form" gap={4} canShrink {...form.props} aria-label={t("Adjust stock")}>
      <ItemSearch
        scanTitle={t("Scan the product")}
        action={t("Choose")}
        resultText={(chosen) => `${itemName(chosen)}: ${stockText(chosen)}`}
        onAdd={setItem}
      />
      <RadioChoice
        legend={t("Reason")}
        isShort
        name="kind"
        options={keysOf(adjustments()).map((name) => [name, adjustments()[name]])}
        chosen={kind}
        onChoose={setKind}
      />
      {kind === "correction" ? (
        <RadioGroup legend={t("Direction")} isShort>
          <RadioOption label={t("Add")} name="direction" value="more" defaultChecked />
          <RadioOption label={t("Take out")} name="direction" value="less" />
        </RadioGroup>
      ) : null}
      <TextField
        label={t("Units")}
        name="quantity"
        inputMode="numeric"
        error={"quantity" in form.errors ? form.errors.quantity : undefined}
      />
      <TextField label={t("Note (optional)")} name="note" maxLength={300} />
      <FormEnd size="large" form={form}>
        {t("Adjust stock")}
      </FormEnd>
    </Stack>
  );
}
