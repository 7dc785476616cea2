import { useState } from "react";
import { importName } from "#app/features/catalog/import-name.ts";
import { undoImport } from "#app/features/product-import/apply-import.ts";
import type { ProductImport } from "#app/features/product-import/import-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { errorText } from "#app/values/error-text.ts";
import { listBulkRows } from "./bulk-rows.ts";

/** Result of the last bulk change, with Undo, which stays available under Import and export for a day. */
export function BulkResult({ one, onClose }: { one: ProductImport; onClose: () => void }) {
  const { isBusy, answer, run } = useAttempt();
  const [outcome, setOutcome] = useState<string | null>(null);

  function handleUndo() {
    return run(async () => {
      const data = getBrowserData();
      try {
        await undoImport(data, one.id);
      } catch (error) {
        return setOutcome(errorText(error));
      }
      const left = (await listBulkRows(data, one.id)).filter(({ undo_skip_reason }) => undo_skip_reason !== null);
      setOutcome(
        left.length === 0
          ? t("{name}: undone.", { name: importName(one.file_name) })
          : t("{name}: undone, except {count, plural, one {# that was} other {# that were}} sold or changed since.", {
              name: importName(one.file_name),
              count: left.length,
            }),
      );
      await invalidateReads();
    });
  }

  return (
    <FormMessage kind={outcome === null ? "success" : "information"}>
      <Row gap={2} align="center">
        <span>
          {outcome ??
            t("{name}: {count, plural, one {# row} other {# rows}} changed. You can undo it for 24 hours.", {
              name: importName(one.file_name),
              count: one.change_count,
            })}
        </span>
        {outcome === null ? (
          <SmallButton disabled={isBusy} onClick={handleUndo}>
            {t("Undo bulk change")}
          </SmallButton>
        ) : null}
        <SmallButton disabled={isBusy} onClick={onClose}>
          {t("Close")}
        </SmallButton>
      </Row>
      <FormAnswer answer={answer} />
    </FormMessage>
  );
}
