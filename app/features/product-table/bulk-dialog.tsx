import { useState } from "react";
import { categories } from "#app/features/catalog/categories.ts";
import type { ProductImport } from "#app/features/product-import/import-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { CheckboxField, Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { keysOf } from "#app/values/typed-object.ts";
import {
  type BulkField,
  bulkChangeFrom,
  bulkFieldLabels,
  discountChanges,
  priceChanges,
  readBulkForm,
  validateBulkForm,
} from "./bulk-form-values.ts";
import { BulkPreview, changeText, type Preview } from "./bulk-preview.tsx";
import { listBulkRows, listTaxClasses, type TaxClassOption } from "./bulk-rows.ts";
import styles from "./change-list.module.css";
import { type BulkChange, createBulkChange, endingLabels } from "./create-bulk-change.ts";
import type { ProductRow } from "./product-row.ts";

/**
 * Dialog for a bulk change of selected rows: choose the change, preview what the database would write, and apply it.
 */
export function BulkDialog({
  rows,
  onApplied,
  onClose,
}: {
  rows: readonly ProductRow[];
  onApplied: (one: ProductImport) => Promise<void>;
  onClose: () => void;
}) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const {
    data: classes = [],
    isError,
    refetch,
  } = useRead(["tax-class-options"], () => listTaxClasses(getBrowserData()));

  async function show(change: BulkChange, notice: string | null = null): Promise<void> {
    const data = getBrowserData();
    const one = await createBulkChange(data, rows, change);
    setPreview({ one, change, lines: await listBulkRows(data, one.id), notice });
  }

  return (
    <Dialog title={changeText(rows.length)} onClose={onClose}>
      {/* Stays behind the preview, for its Back button. */}
      <div hidden={preview !== null}>
        {isError ? <FailedRead text={t("We couldn't load the tax classes.")} onRetry={refetch} /> : null}
        <BulkForm classes={classes} onSend={(change) => show(change)} onClose={onClose} />
      </div>
      {preview === null ? null : (
        <BulkPreview
          key={preview.one.id}
          preview={preview}
          rows={rows}
          classes={classes}
          onRefresh={(notice) => show(preview.change, notice)}
          onApplied={onApplied}
          onBack={() => setPreview(null)}
        />
      )}
    </Dialog>
  );
}

function BulkForm({
  classes,
  onSend,
  onClose,
}: {
  classes: readonly TaxClassOption[];
  onSend: (change: BulkChange) => Promise<void>;
  onClose: () => void;
}) {
  const [field, setField] = useState<BulkField>("price");
  const [how, setHow] = useState<string>("down_percent");
  const form = useForm({
    read: readBulkForm,
    check: validateBulkForm,
    send: (values) => onSend(bulkChangeFrom(values)),
  });
  const isPrice = field === "price" || field === "discount";
  return (
    <Stack as="form" gap={3} {...form.props} aria-label={t("Bulk change")}>
      <SelectField
        label={t("Change")}
        name="field"
        value={field}
        onValue={(value) => {
          const chosen = value as BulkField;
          setField(chosen);
          setHow(chosen === "discount" ? "percent" : "down_percent");
        }}
      >
        <Options
          of={keysOf(bulkFieldLabels())
            .filter((name) => name !== "tax_class_id" || classes.length > 0)
            .map((name) => [name, bulkFieldLabels()[name]])}
        />
      </SelectField>
      {isPrice ? (
        <SelectField label={t("How")} name="how" value={how} onValue={setHow}>
          <Options
            of={
              field === "price"
                ? Object.entries(priceChanges()).map(([name, { label }]) => [name, label])
                : Object.entries(discountChanges())
            }
          />
        </SelectField>
      ) : (
        <SelectField key={field} label={t("To")} name="value">
          <Options of={valuesOf(classes)[field]} />
        </SelectField>
      )}
      {isPrice && how !== "remove" ? (
        <div className={styles.pair}>
          <TextField
            label={how.endsWith("percent") ? t("Percent") : t("Dollars")}
            {...form.field("number")}
            inputMode="decimal"
          />
          <SelectField label={t("Round")} name="ending">
            <Options of={Object.entries(endingLabels())} />
          </SelectField>
        </div>
      ) : null}
      {field === "price" ? (
        <CheckboxField label={t("Change discount prices the same way")} name="with_discounts" value="on" />
      ) : null}
      <FormAnswer answer={form.answer} />
      <Row gap={2}>
        <SubmitButton form={form}>{t("Preview changes")}</SubmitButton>
        <Button variation="secondary" disabled={form.isBusy} onClick={onClose}>
          {t("Cancel")}
        </Button>
      </Row>
    </Stack>
  );
}

/** Returns the values that a field may be changed to. */
const valuesOf = (
  classes: readonly TaxClassOption[],
): Record<Exclude<BulkField, "price" | "discount">, readonly (readonly [value: string, label: string])[]> => ({
  category: categories.map(({ prefix, title }) => [prefix, title()]),
  hidden: [
    ["yes", t("Hidden")],
    ["no", t("Visible")],
  ],
  stock: [
    ["sold_out", t("Sold out")],
    ["available", t("Available, not counted")],
  ],
  storage: [
    ["shelf", t("Shelf")],
    ["chilled", t("Chilled")],
    ["frozen", t("Frozen")],
  ],
  snap: [
    ["", t("As its category")],
    ["yes", t("Eligible")],
    ["no", t("Not eligible")],
  ],
  tax_class_id: [["", t("That of the category")], ...classes.map(({ id, title }) => [String(id), title] as const)],
});
