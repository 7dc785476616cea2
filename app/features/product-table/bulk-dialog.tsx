import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { categories } from "#app/features/catalog/categories.ts";
import { applyImport } from "#app/features/product-import/apply-import.ts";
import { importName } from "#app/features/product-import/import-name.ts";
import type { ProductImport } from "#app/features/product-import/import-queries.ts";
import { reasonsText } from "#app/features/product-import/import-reasons.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { Dialog } from "#app/ui/dialog.tsx";
import { CheckboxField, SelectField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { keysOf } from "#app/values/typed-object.ts";
import {
  type BulkField,
  bulkChangeFrom,
  bulkFieldLabels,
  discountChanges,
  PRICE_CHANGES,
  readBulkForm,
  validateBulkForm,
} from "./bulk-form-values.ts";
import { type BulkRow, bulkTexts, listBulkRows, listTaxClasses, type TaxClassOption } from "./bulk-rows.ts";
import styles from "./change-list.module.css";
import { type BulkChange, createBulkChange, endingLabels } from "./create-bulk-change.ts";
import { type ProductRow, rowKey, rowName } from "./product-row.ts";

interface Preview {
  one: ProductImport;
  change: BulkChange;
  lines: readonly BulkRow[];
  /** Reason why the preview was refreshed; null for the first one. */
  notice: string | null;
}

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
  const { data: classes = [] } = useQuery(
    { queryKey: readKey("tax-class-options"), queryFn: () => listTaxClasses(getBrowserData()), retry: false },
    queryClient,
  );

  /** @returns the error message, or null on success */
  async function show(change: BulkChange, notice: string | null = null): Promise<string | null> {
    const data = getBrowserData();
    const made = await createBulkChange(data, rows, change);
    if (made.kind === "rejected") return made.message;
    setPreview({ one: made.preview, change, lines: await listBulkRows(data, made.preview.id), notice });
    return null;
  }

  return (
    <Dialog title={changeText(rows.length)} onClose={onClose}>
      {preview === null ? (
        <BulkForm classes={classes} onSend={(change) => show(change)} onClose={onClose} />
      ) : (
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
  onSend: (change: BulkChange) => Promise<string | null>;
  onClose: () => void;
}) {
  const [field, setField] = useState<BulkField>("price");
  const [how, setHow] = useState<string>("down_percent");
  const form = useForm({
    read: readBulkForm,
    check: validateBulkForm,
    send: async (values) => {
      const rejection = await onSend(bulkChangeFrom(values));
      return rejection === null ? null : rejected(rejection);
    },
  });
  const isPrice = field === "price" || field === "discount";
  return (
    <Stack as="form" gap={3} {...form.props} aria-label={t("Bulk change")}>
      <SelectField
        label={t("Change")}
        name="field"
        value={field}
        onChange={(event) => {
          const chosen = event.currentTarget.value as BulkField;
          setField(chosen);
          setHow(chosen === "discount" ? "percent" : "down_percent");
        }}
      >
        {keysOf(bulkFieldLabels())
          .filter((name) => name !== "tax_class_id" || classes.length > 0)
          .map((name) => (
            <option key={name} value={name}>
              {bulkFieldLabels()[name]}
            </option>
          ))}
      </SelectField>
      {isPrice ? (
        <SelectField label={t("How")} name="how" value={how} onChange={(event) => setHow(event.currentTarget.value)}>
          {field === "price"
            ? keysOf(PRICE_CHANGES).map((name) => (
                <option key={name} value={name}>
                  {PRICE_CHANGES[name].label}
                </option>
              ))
            : keysOf(discountChanges()).map((name) => (
                <option key={name} value={name}>
                  {discountChanges()[name]}
                </option>
              ))}
        </SelectField>
      ) : (
        <SelectField key={field} label={t("To")} name="value">
          <ValueOptions field={field} classes={classes} />
        </SelectField>
      )}
      {isPrice && how !== "remove" ? (
        <div className={styles.pair}>
          <TextField
            label={how.endsWith("percent") ? t("Percent") : t("Dollars")}
            name="number"
            inputMode="decimal"
            autoComplete="off"
            error={form.errors["number"]}
          />
          <SelectField label={t("Round")} name="ending">
            {keysOf(endingLabels()).map((ending) => (
              <option key={ending} value={ending}>
                {endingLabels()[ending]}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      {field === "price" ? (
        <CheckboxField label={t("Change discount prices the same way")} name="with_discounts" value="on" />
      ) : null}
      <FormAnswer answer={form.answer} />
      <Row gap={2}>
        <Button type="submit" disabled={form.isBusy}>
          {t("Preview changes")}
        </Button>
        <Button variation="secondary" disabled={form.isBusy} onClick={onClose}>
          {t("Cancel")}
        </Button>
      </Row>
    </Stack>
  );
}

function ValueOptions({ field, classes }: { field: BulkField; classes: readonly TaxClassOption[] }) {
  const options: readonly (readonly [value: string, label: string])[] =
    field === "category"
      ? categories.map(({ prefix, title }) => [prefix, title()])
      : field === "hidden"
        ? [
            ["yes", t("Hidden")],
            ["no", t("Visible")],
          ]
        : field === "stock"
          ? [
              ["sold_out", t("Sold out")],
              ["available", t("Available, not counted")],
            ]
          : field === "storage"
            ? [
                ["shelf", t("Shelf")],
                ["chilled", t("Chilled")],
                ["frozen", t("Frozen")],
              ]
            : field === "snap"
              ? [
                  ["", t("As its category")],
                  ["yes", t("Eligible")],
                  ["no", t("Not eligible")],
                ]
              : [["", t("That of the category")], ...classes.map(({ id, title }) => [String(id), title] as const)];
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

function BulkPreview({
  preview: { one, lines, notice },
  rows,
  classes,
  onRefresh,
  onApplied,
  onBack,
}: {
  preview: Preview;
  rows: readonly ProductRow[];
  classes: readonly TaxClassOption[];
  onRefresh: (notice: string) => Promise<string | null>;
  onApplied: (one: ProductImport) => Promise<void>;
  onBack: () => void;
}) {
  const { isBusy, answer, run } = useAttempt();
  const names = new Map(rows.map((row) => [row.key, rowName(row)]));
  const productNames = new Map(rows.map((row) => [row.productId, row.name]));
  const hiddenCount = one.change_count + one.rejected_count - lines.length;

  function handleApply() {
    return run(async () => {
      const result = await applyImport(getBrowserData(), one.id);
      if (result.kind === "rejected") {
        // A row has changed since the preview, so make the preview again.
        const rejection = await onRefresh(result.message);
        return rejection === null ? null : rejected(rejection);
      }
      await onApplied(one);
      return null;
    });
  }

  return (
    <>
      <p role="status">
        {nodes(
          t(
            "<strong>{name}.</strong> {count, plural, one {# row} other {# rows}} would change, {rejectedCount} rejected, {sameCount} unchanged.",
            {
              name: importName(one.file_name),
              count: one.change_count,
              rejectedCount: one.rejected_count,
              sameCount: one.same_count,
            },
          ),
          { strong: (words) => <strong>{words}</strong> },
        )}
      </p>
      <FormAnswer answer={answer ?? (notice === null ? null : rejected(notice))} />
      <Row gap={2}>
        <Button disabled={isBusy || one.change_count === 0} onClick={handleApply}>
          {isBusy ? t("Changing...") : changeText(one.change_count)}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={onBack}>
          {t("Back")}
        </Button>
      </Row>
      <ul aria-label={t("Preview")}>
        {lines.map((line) => (
          <li key={line.place} className={styles.line}>
            <strong>
              {names.get(rowKey(line.product_id ?? 0, line.size_id)) ?? productNames.get(line.product_id ?? 0)}
            </strong>
            <span className={styles.values}>
              {bulkTexts(line, classes).map((text) => (
                <span key={text}>{text}</span>
              ))}
            </span>
            {line.result === "refuse" ? (
              <span className={denseStyles.danger}>
                {t("Rejected: {reason}", { reason: reasonsText(line.reasons) })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {hiddenCount > 0 ? <p>{t("{count, plural, one {# row} other {# rows}} more.", { count: hiddenCount })}</p> : null}
    </>
  );
}

function changeText(count: number): string {
  return t("Change {count, plural, one {# row} other {# rows}}", { count });
}
