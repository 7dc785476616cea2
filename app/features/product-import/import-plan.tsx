import { use } from "react";
import { Link } from "react-router";
import { importName } from "#app/features/catalog/import-name.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { applyImport, validateImport } from "./apply-import.ts";
import { changesOf, rowTitle } from "./import-labels.ts";
import styles from "./import-plan.module.css";
import {
  type JudgedRow,
  type OpenImport,
  type ProductImport,
  resultLabels,
  type ShownResult,
} from "./import-queries.ts";
import { reasonsText, reasonText } from "./import-reasons.ts";
import { isUndoOpen, UndoImport } from "./undo-import.tsx";

/** Dry run of an import, row by row, with the button to apply it; afterwards its result. */
export function ImportPlan({ one, shown, rows }: OpenImport) {
  const { isBusy, answer, run } = useAttempt();
  const count = one.add_count + one.change_count;
  const isWritten = one.applied_at !== null;

  const write = () =>
    run(async () => {
      const data = getBrowserData();
      const applied = applyImport(data, one.id).catch(async (error: unknown) => {
        // The validation result is outdated, so validate again.
        await validateImport(data, one.id);
        throw error;
      });
      await thenAlways(applied, invalidateReads);
      return done(t("Import complete."));
    });

  return (
    <>
      <h2>{importName(one.file_name)}</h2>
      {one.undone_at !== null ? (
        <FormMessage kind="information">
          {t("This import was undone. What could not be undone is under “{tab}”.", { tab: resultLabels().left })}
        </FormMessage>
      ) : null}
      <p role="status">{summaryOf(one)}</p>
      <FormAnswer answer={one.undone_at === null ? answer : null} />
      <div className={styles.actions}>
        {isWritten ? null : (
          <Button ref={passFocusOn} disabled={isBusy || count === 0} onClick={write}>
            {isBusy ? t("Importing...") : t("Write {count, plural, one {# row} other {# rows}}", { count })}
          </Button>
        )}
        {isUndoOpen(one) ? <UndoImport one={one} /> : null}
        <ButtonLink variation="secondary" to="/desk/products/import">
          {isWritten ? t("Use another file") : t("Cancel")}
        </ButtonLink>
      </div>
      <nav aria-label={t("Rows")} className={styles.tabs}>
        {tabsOf(one).map(({ result, label }) => (
          <Link
            key={result}
            to={`/desk/products/import?import=${one.id}&show=${result}`}
            preventScrollReset
            aria-current={result === shown ? "page" : undefined}
            className={styles.tab}
          >
            {label}
          </Link>
        ))}
      </nav>
      {rows.items.length === 0 ? <p>{t("No rows.")}</p> : null}
      <ul aria-label={resultLabels()[shown]}>
        {rows.items.map((row) => (
          <Row key={row.place} row={row} />
        ))}
      </ul>
      <Pagination
        path={`/desk/products/import?import=${one.id}&show=${shown}`}
        pageIndex={rows.pageIndex}
        pageCount={rows.pageCount}
      />
    </>
  );
}

function Row({ row }: { row: JudgedRow }) {
  const timeZone = use(ShopTimeZone);
  const reasons = reasonsText(row.reasons);
  return (
    <li className={styles.row}>
      <span className={styles.number}>{t("Row {number}", { number: row.row_number })}</span>
      <Stack as="span" gap={1}>
        <strong>{rowTitle(row)}</strong>
        <span className={styles.values}>
          {changesOf(row, timeZone).map(({ name, before, after }) => (
            <span key={name}>
              {name}: {row.before === null ? after : `${before} → ${after}`}
            </span>
          ))}
        </span>
        {reasons === "" ? null : (
          <span className={row.result === "refuse" ? styles.rejected : textStyles.soft}>{reasons}</span>
        )}
        {row.undo_skip_reason === null ? null : (
          <span className={textStyles.soft}>{reasonText({ code: row.undo_skip_reason })}</span>
        )}
      </Stack>
    </li>
  );
}

function summaryOf(one: ProductImport): string {
  if (one.undone_at !== null)
    return t("Undone. It had added {addCount} and changed {changeCount}.", {
      addCount: one.add_count,
      changeCount: one.change_count,
    });
  const { add_count: added, change_count: changed, rejected_count: rejectedCount, same_count: same } = one;
  return one.applied_at === null
    ? t("{added} would be added, {changed} changed, {rejected} rejected, {same} unchanged.", {
        added,
        changed,
        rejected: rejectedCount,
        same,
      })
    : t("{added} added, {changed} changed, {rejected} rejected, {same} unchanged.", {
        added,
        changed,
        rejected: rejectedCount,
        same,
      });
}

function tabsOf(one: ProductImport): { result: ShownResult; label: string }[] {
  const counts = { refuse: one.rejected_count, add: one.add_count, change: one.change_count, same: one.same_count };
  const tabs = keysOf(counts).map((result) => ({ result, label: `${resultLabels()[result]} (${counts[result]})` }));
  return one.undone_at === null ? tabs : [...tabs, { result: "left" as const, label: resultLabels().left }];
}
