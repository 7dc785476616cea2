import { importName } from "#app/features/catalog/import-name.ts";
import { applyImport } from "#app/features/product-import/apply-import.ts";
import type { ProductImport } from "#app/features/product-import/import-queries.ts";
import { reasonsText } from "#app/features/product-import/import-reasons.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { focusOnce } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { errorText } from "#app/values/error-text.ts";
import { type BulkRow, bulkTexts, type TaxClassOption } from "./bulk-rows.ts";
import styles from "./change-list.module.css";
import type { BulkChange } from "./create-bulk-change.ts";
import { type ProductRow, rowKey, rowName } from "./product-row.ts";

/** Bulk change, as the database would apply it to each row. */
export interface Preview {
  one: ProductImport;
  change: BulkChange;
  lines: readonly BulkRow[];
  /** Reason why the preview was refreshed; null for the first one. */
  notice: string | null;
}

/** The button that opened the preview is hidden then, or gone. */
function focusShown(element: HTMLElement | null): void {
  if (element) focusOnce(element);
}

/** Shows what a bulk change does to each row, and applies it. */
export function BulkPreview({
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
  onRefresh: (notice: string) => Promise<void>;
  onApplied: (one: ProductImport) => Promise<void>;
  onBack: () => void;
}) {
  const { isBusy, answer, run } = useAttempt();
  const names = new Map(rows.map((row) => [row.key, rowName(row)]));
  const productNames = new Map(rows.map((row) => [row.productId, row.name]));
  const hiddenCount = one.change_count + one.rejected_count - lines.length;

  function handleApply() {
    return run(async () => {
      try {
        await applyImport(getBrowserData(), one.id);
      } catch (error) {
        // A row has changed since the preview, so make the preview again.
        return onRefresh(errorText(error));
      }
      await onApplied(one);
    });
  }

  return (
    <>
      <p role="status" ref={focusShown}>
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

/** Returns "Change 2 rows", in the current language. */
export function changeText(count: number): string {
  return t("Change {count, plural, one {# row} other {# rows}}", { count });
}
