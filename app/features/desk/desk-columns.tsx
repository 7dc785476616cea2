import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { columnTitles, DESK_COLUMNS, type Desk, type DeskCard, type DeskColumn } from "./desk.ts";
import styles from "./desk-page.module.css";

/** Columns of the order board; phones show one at a time, selected by tabs. */
export function DeskColumns({
  columns,
  counts,
  renderCard,
  onMore,
}: {
  columns: Readonly<Record<DeskColumn, readonly DeskCard[]>>;
  counts: Desk["counts"];
  renderCard: (card: DeskCard) => ReactNode;
  onMore: (column: DeskColumn, last: DeskCard | undefined) => Promise<void>;
}) {
  const [chosenColumn, setChosenColumn] = useState<DeskColumn>("to_pack");
  return (
    <>
      <div className={styles.tabs}>
        {DESK_COLUMNS.map((column) => (
          <button
            key={column}
            type="button"
            className={styles.tab}
            aria-pressed={column === chosenColumn}
            onClick={() => setChosenColumn(column)}
          >
            {columnTitles()[column]} <span className={styles.count}>{countText(counts[column])}</span>
          </button>
        ))}
      </div>
      <div className={styles.columns}>
        {DESK_COLUMNS.map((column) => (
          <section
            key={column}
            aria-labelledby={`column-${column}`}
            className={styles.column}
            data-chosen={column === chosenColumn || undefined}
            data-empty={columns[column].length === 0 || undefined}
            data-full={columns[column].length > FULL_COUNT || undefined}
          >
            <h2 id={`column-${column}`} className={styles.columnTitle}>
              {columnTitles()[column]} <span className={styles.count}>{countText(counts[column])}</span>
            </h2>
            {counts[column] === 0 ? <p className={styles.empty}>{emptyTexts()[column]}</p> : null}
            <ul className={styles.cards}>{columns[column].map(renderCard)}</ul>
            <ShowMore column={column} cards={columns[column]} count={counts[column]} onMore={onMore} />
          </section>
        ))}
      </div>
    </>
  );
}

/** Maximum number of cards that fit below each other on a laptop. */
const FULL_COUNT = 6;

const emptyTexts = (): Record<DeskColumn, string> => ({
  to_pack: t("No orders to pack."),
  packing: t("No orders are being packed."),
  waiting: t("No orders are ready for pickup or delivery."),
  done: t("No orders handed over yet today."),
});

function ShowMore({
  column,
  cards,
  count,
  onMore,
}: {
  column: DeskColumn;
  cards: readonly DeskCard[];
  count: number;
  onMore: (column: DeskColumn, last: DeskCard | undefined) => Promise<void>;
}) {
  const { isBusy, answer, run } = useAttempt();
  const last = cards.at(-1);
  if (count <= cards.length) return null;
  return (
    <>
      <FormAnswer answer={answer} />
      <Button variation="secondary" isWide disabled={isBusy} onClick={() => run(() => onMore(column, last))}>
        {t("Show more")}
      </Button>
    </>
  );
}

/** The database counts open orders up to a thousand. */
function countText(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}
