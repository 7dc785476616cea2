import { useState } from "react";
import { importName } from "#app/features/catalog/import-name.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { exportProducts } from "./export-products.ts";
import { ImportPlan } from "./import-plan.tsx";
import type { OpenImport, ProductImport } from "./import-queries.ts";
import { StartImport } from "./start-import.tsx";
import { isUndoOpen, UndoImport } from "./undo-import.tsx";

/** Page to export products as a CSV file, and to import a file after a preview of its changes. */
export function ImportPage({ open, past }: { open: OpenImport | null; past: readonly ProductImport[] }) {
  return (
    <Autosaves>
      <h1>{t("CSV import and export")}</h1>
      {open === null ? (
        <>
          <Section title={t("Export")}>
            <p>
              {t(
                "All products with sizes, prices, and stock, for a spreadsheet. Edit the file and import it again. Unchanged rows stay the same.",
              )}
            </p>
            <ExportProducts />
          </Section>
          <Section title={t("Import")}>
            <StartImport />
          </Section>
        </>
      ) : (
        <ImportPlan key={open.one.id} {...open} />
      )}
      {open === null && past.length > 0 ? (
        <Section title={t("Imports and bulk changes of the last 30 days")}>
          <ItemList items={past}>
            {(one) => (
              <EditableLine
                key={one.id}
                name={importName(one.file_name)}
                actions={isUndoOpen(one) ? <UndoImport one={one} /> : null}
              >
                {nodes(
                  t("<strong>{name}</strong>: {added} new, {changed} changed, {rejected} rejected · <time/>", {
                    name: importName(one.file_name),
                    added: one.add_count,
                    changed: one.change_count,
                    rejected: one.rejected_count,
                  }),
                  { time: <DateTime at={one.applied_at ?? one.created_at} /> },
                )}
                {one.undone_at === null ? null : t(" · undone")}
              </EditableLine>
            )}
          </ItemList>
        </Section>
      ) : null}
    </Autosaves>
  );
}

/** Button that downloads all products as a file and shows the progress. */
function ExportProducts() {
  const [count, setCount] = useState(0);
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <Button
        disabled={isBusy}
        onClick={() =>
          run(async () => {
            setCount(0);
            saveFile("products.csv", await exportProducts(getBrowserData(), setCount));
          })
        }
        isNarrow
      >
        {t("Download all products")}
      </Button>
      <div role="status">{isBusy ? t("{count} products so far", { count }) : ""}</div>
      <FormAnswer answer={answer} />
    </>
  );
}
