import { AvailabilityFields } from "#app/features/products/availability-fields.tsx";
import { PriceFields } from "#app/features/products/price-fields.tsx";
import { t } from "#app/messages/t.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type ReadField, useForm } from "#app/ui/use-form.ts";
import { amountFrom, centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";
import { CellProblems } from "./cell-problems.tsx";
import { canEdit, parseCell } from "./cells.ts";
import { type ProductRow, rowName } from "./product-row.ts";
import { RowActions } from "./row-actions.tsx";
import type { CellEdits, FieldEdit } from "./use-cell-edits.ts";

/** Sheet for the price, the stock, and further actions of one row, for phones. */
export function RowSheet({
  row,
  edits,
  onOpenPictures,
  onClose,
}: {
  row: ProductRow;
  edits: CellEdits;
  onOpenPictures: (row: ProductRow) => void;
  onClose: () => void;
}) {
  const form = useForm({
    read: (field) => ({
      ...readPriceDraft(field),
      stockText: field("availability") === "counted" ? field("stock_count").trim() || "?" : field("availability"),
    }),
    check: ({ stockText, ...prices }): Record<string, string> => {
      const stock = parseCell(row, "stock", stockText);
      const isAsProduct = row.sizeId !== null && prices.priceText === "" && prices.offerText === "";
      return {
        ...(isAsProduct ? {} : priceProblems(prices)),
        ...(stock.kind === "invalid" ? { stock_count: stock.message } : {}),
      };
    },
    send: async ({ stockText, priceCents, offerCents }) => {
      const stock = parseCell(row, "stock", stockText);
      const price = priceEdit(row, priceCents, offerCents);
      const found: FieldEdit[] = [
        ...(price ? [price] : []),
        ...(stock.kind === "edit" ? [{ row, field: "stock", text: stockText, edit: stock.edit } as const] : []),
      ];
      if (found.length === 0) {
        onClose();
        return null;
      }
      const { text, isSaved } = await edits.save(found);
      // The list of problems says why.
      if (!isSaved) return null;
      onClose();
      showToast({ kind: "success", text });
      return null;
    },
  });

  return (
    <Dialog title={rowName(row)} firstField="price" onClose={onClose}>
      <Stack
        as="form"
        gap={3}
        {...form.props}
        aria-label={t("Price and stock of {rowName}", { rowName: rowName(row) })}
      >
        <PriceFields
          priceCents={row.priceCents}
          discountPriceCents={row.discountPriceCents}
          discountHint={t("Leave empty for no discount")}
          errors={form.errors}
        />
        {row.offerPriceCents === null ? null : (
          <p>
            {t("An offer is running. Current price: {amount}. These prices apply when it ends.", {
              amount: moneyText(row.offerPriceCents),
            })}
          </p>
        )}
        {row.sizeId === null ? null : <p>{t("Leave the price empty for the product's price.")}</p>}
        {row.sizeCount > 0 ? <p>{t("Each size has its own stock.")}</p> : null}
        <AvailabilityFields
          availability={row.availability}
          stockCount={row.stockCount}
          error={form.errors["stock_count"]}
        />
        <FormAnswer answer={form.answer} />
        <CellProblems rows={[row]} edits={edits} />
        <SubmitButton form={form}>{t("Save")}</SubmitButton>
      </Stack>
      <Row gap={2}>
        <RowActions row={row} edits={edits} onOpenPictures={onOpenPictures} onDone={onClose} />
      </Row>
      {canEdit(row, "status") ? null : <p>{t("Name and status are those of the product.")}</p>}
    </Dialog>
  );
}

/** Returns one edit for price and discount price, so that neither is checked against the other's old value. */
function priceEdit(row: ProductRow, priceCents: number | null, discountPriceCents: number | null): FieldEdit | null {
  if (priceCents === row.priceCents && discountPriceCents === row.discountPriceCents) return null;
  return {
    row,
    field: "price",
    text: priceCents === null ? "" : moneyText(priceCents),
    edit: {
      row,
      before: { price: amountFrom(row.priceCents), discount_price: amountFrom(row.discountPriceCents) },
      after: { price: amountFrom(priceCents), discount_price: amountFrom(discountPriceCents) },
    },
  };
}

type PriceDraft = ReturnType<typeof readPriceDraft>;

/** Reads the typed prices; their cents are null if nothing or an invalid amount was typed. */
export function readPriceDraft(field: ReadField) {
  const offerText = field("discount_price").trim();
  const priceText = field("price").trim();
  return { priceText, priceCents: centsTyped(priceText), offerText, offerCents: centsTyped(offerText) };
}

/** Returns error messages by field name. The discount price may be empty. */
export function priceProblems({ priceText, priceCents, offerText, offerCents }: PriceDraft): Record<string, string> {
  if (priceCents === null || priceCents < 0)
    return { price: moneyProblem(priceText) ?? t("Enter a price, such as 4.99.") };
  if (offerText === "") return {};
  if (offerCents === null || offerCents < 0)
    return { discount_price: moneyProblem(offerText) ?? t("Enter an amount, or leave this empty.") };
  return offerCents < priceCents ? {} : { discount_price: t("The discount price must be below the price.") };
}
