import { useState } from "react";
import { importName } from "#app/features/catalog/import-name.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Question } from "#app/ui/question.tsx";
import { undoImport } from "./apply-import.ts";
import type { ProductImport } from "./import-queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns whether to offer Undo. The database checks the time limit again by its own clock. */
export function isUndoOpen({ applied_at, undone_at }: ProductImport): boolean {
  return applied_at !== null && undone_at === null && Date.now() - new Date(applied_at).getTime() < DAY_MS;
}

/** Button that undoes an import after a confirmation. */
export function UndoImport({ one }: { one: ProductImport }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <SmallButton onClick={() => setAsking(true)}>
        {partlyHidden(t("Undo import<hidden>: {name}</hidden>", { name: importName(one.file_name) }))}
      </SmallButton>
      {isAsking ? (
        <Question
          title={t("Undo import?")}
          yes={t("Undo")}
          no={t("Keep it")}
          onYes={async () => {
            await undoImport(getBrowserData(), one.id);
            setAsking(false);
            await invalidateReads();
          }}
          onClose={() => setAsking(false)}
        >
          {t(
            "This removes added products and restores changed values. If a sale or an edit has changed an imported value since, its row stays as it is; we list these rows.",
          )}
        </Question>
      ) : null}
    </>
  );
}
