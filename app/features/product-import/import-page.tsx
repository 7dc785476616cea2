import { invalidateReads } from "#app/platform/reads.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { EditableLine, EditableList } from "#app/ui/editable-list.tsx";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { ExportProducts } from "./export-products-button.tsx";
import { ImportPlan } from "./import-plan.tsx";
import type { OpenImport, ProductImport } from "./import-queries.ts";
import { StartImport } from "./start-import.tsx";
import { isUndoOpen, UndoImport } from "./undo-import.tsx";

/** Products as a table: out for a spreadsheet, and in again after a look at what would be done. */
export function ImportPage({ open, past }: { open: OpenImport | null; past: readonly ProductImport[] }) {
  return (
    <Autosaves>
      <BackButton fallback="/desk/products" label="Back to the products" />
      <h1>Products as a table</h1>
      {open === null ? (
        <>
          <Section title="Take out">
            <p>
              All products with their sizes, prices and counts, for a spreadsheet. Change what you like there, and bring
              the file back: what you did not touch stays as it is.
            </p>
            <ExportProducts />
          </Section>
          <Section title="Bring in">
            <StartImport />
          </Section>
        </>
      ) : (
        <ImportPlan key={open.one.id} {...open} onChanged={invalidateReads} />
      )}
      {open === null && past.length > 0 ? (
        <Section title="Imports of the last 30 days">
          <EditableList items={past}>
            {(one) => (
              <EditableLine
                key={one.id}
                name={one.file_name}
                actions={isUndoOpen(one) ? <UndoImport one={one} onUndone={invalidateReads} /> : null}
              >
                <strong>{one.file_name}</strong>: {one.add_count} new, {one.change_count} changed, {one.refuse_count}{" "}
                refused · <DateTime at={one.applied_at ?? one.made_at} />
                {one.undone_at === null ? null : " · taken back"}
              </EditableLine>
            )}
          </EditableList>
        </Section>
      ) : null}
    </Autosaves>
  );
}
