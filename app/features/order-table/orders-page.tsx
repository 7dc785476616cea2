import { use, useState } from "react";
import { Link, useNavigation } from "react-router";
import { ChosenOrders } from "#app/features/desk/chosen-orders.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { Button, ButtonLink, SmallButton } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { ListKeyboardHelp } from "#app/ui/list-keyboard-help.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { UndoBar } from "#app/ui/undo-bar.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { clickedRange, useListKeyboard } from "#app/ui/use-list-keyboard.ts";
import { exportFilter, exportOrders } from "./export-orders.ts";
import type { ListedOrder } from "./listed-order.ts";
import {
  filterRow,
  type OrderCursor,
  type OrderTableFilter,
  orderCountText,
  orderTableAddress,
  searchOfFilter,
} from "./order-filter.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderTable } from "./order-table.tsx";
import { countOrders, type OrderPage } from "./order-table-queries.ts";
import { OrderViews } from "./order-views.tsx";
import styles from "./orders-page.module.css";
import { useBulkMoves } from "./use-bulk-moves.ts";

/** Page of all orders of all days: search, filters, saved views, and bulk actions. */
export function OrdersPage({
  filter,
  cursor,
  page,
}: {
  filter: OrderTableFilter;
  cursor: OrderCursor | null;
  page: OrderPage;
}) {
  const isLoading = useNavigation().state !== "idle";
  const moves = useBulkMoves();
  return (
    <>
      <Row gap={3} rowGap={1} align="center">
        <h1>{t("All orders")}</h1>
        <OrderCount filter={filter} />
        <div className={styles.tools}>
          <FilterExport filter={filter} />
        </div>
      </Row>
      <OrderViews filter={filter} />
      <OrderFilters filter={filter} />
      {moves.report ? (
        <FormMessage kind="notice">
          <p>{moves.report.text}</p>
          <ul>
            {moves.report.rejected.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <SmallButton onClick={moves.closeReport}>{t("Close")}</SmallButton>
        </FormMessage>
      ) : null}
      <div className={styles.results} aria-busy={isLoading}>
        {/* Changing the page or the filter clears the selection. */}
        <Results key={orderTableAddress(filter, cursor)} filter={filter} page={page} moves={moves} />
      </div>
      <UndoBar undoable={moves.undoable} onUndo={() => void moves.undo()} onOver={moves.endUndo} />
    </>
  );
}

function OrderCount({ filter }: { filter: OrderTableFilter }) {
  const timeZone = use(ShopTimeZone);
  const row = filterRow(filter, new Date(), timeZone);
  const { data: count, isError } = useRead(["order-count", row], () => countOrders(getBrowserData(), row));
  return (
    <p role="status" className={textStyles.soft}>
      {isError ? t("We couldn't count the orders.") : count === undefined ? t("Counting…") : orderCountText(count)}
    </p>
  );
}

function Results({
  filter,
  page: { orders, hasPrevious, hasNext },
  moves,
}: {
  filter: OrderTableFilter;
  page: OrderPage;
  moves: ReturnType<typeof useBulkMoves>;
}) {
  const ids = orders.map(({ id }) => id);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [lastClickedId, setLastClickedId] = useState<string | null>(null);
  const selected = orders.filter(({ id }) => selectedIds.has(id));

  function select(changed: readonly string[], isSelected: boolean) {
    setSelectedIds((before) =>
      isSelected ? new Set([...before, ...changed]) : new Set([...before].filter((id) => !changed.includes(id))),
    );
  }

  const move = (chosen: readonly ListedOrder[]) => moves.move(chosen, () => setSelectedIds(new Set()));

  const keyboard = useListKeyboard({
    ids,
    onSelect: (id) => select([id], !selectedIds.has(id)),
    onAction: (id) => {
      if (!moves.isBusy) void move(selected.length > 0 ? selected : orders.filter((order) => order.id === id));
    },
  });

  if (orders.length === 0) {
    const isFiltered = searchOfFilter(filter) !== "";
    return (
      <div className={styles.empty}>
        <p>{isFiltered ? t("No orders match.") : t("No orders yet.")}</p>
        {isFiltered ? <Link to="/desk/orders">{t("Clear filters")}</Link> : null}
      </div>
    );
  }
  const [first, last] = [orders[0], orders.at(-1)];
  const addressFrom = (order: ListedOrder | undefined, isBackward: boolean) =>
    order ? orderTableAddress(filter, { placedAt: order.placedAt, number: order.number, isBackward }) : null;
  return (
    <>
      <OrderTable
        orders={orders}
        selectedIds={selectedIds}
        itemProps={keyboard.itemProps}
        onSelect={(id, isSelected, event) => {
          select(clickedRange(ids, lastClickedId, id, event), isSelected);
          setLastClickedId(id);
        }}
        onSelectAll={(isSelected) => setSelectedIds(new Set(isSelected ? ids : []))}
      />
      <nav aria-label={t("Pages")} className={styles.pages}>
        <PageLink label={t("Previous page")} to={hasPrevious ? addressFrom(first, true) : null} />
        <PageLink label={t("Next page")} to={hasNext ? addressFrom(last, false) : null} />
        <span className={styles.keys}>
          <Button variation="secondary" onClick={() => keyboard.setHelpOpen(true)}>
            {t("Keyboard shortcuts")}
          </Button>
        </span>
      </nav>
      <ChosenOrders
        cards={selected}
        isBusy={moves.isBusy}
        onMove={() => move(selected)}
        onClear={() => setSelectedIds(new Set())}
      >
        <SelectedExport orders={selected} />
      </ChosenOrders>
      {keyboard.isHelpOpen ? <ListKeyboardHelp onClose={() => keyboard.setHelpOpen(false)} /> : null}
    </>
  );
}

function PageLink({ label, to }: { label: string; to: string | null }) {
  return to === null ? (
    <Button variation="secondary" disabled>
      {label}
    </Button>
  ) : (
    <ButtonLink to={to} variation="secondary">
      {label}
    </ButtonLink>
  );
}

function FilterExport({ filter }: { filter: OrderTableFilter }) {
  const timeZone = use(ShopTimeZone);
  const { isBusy, answer, run } = useAttempt();
  const [count, setCount] = useState(0);
  return (
    <>
      <SmallButton
        disabled={isBusy}
        onClick={() =>
          run(() => {
            setCount(0);
            return exportFilter(getBrowserData(), filterRow(filter, new Date(), timeZone), timeZone, setCount);
          })
        }
      >
        {isBusy ? t("{count, plural, other {Exporting #…}}", { count }) : t("Export all as CSV")}
      </SmallButton>
      <FormAnswer answer={answer} />
    </>
  );
}

function SelectedExport({ orders }: { orders: readonly ListedOrder[] }) {
  const timeZone = use(ShopTimeZone);
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <Button
        variation="secondary"
        disabled={isBusy}
        onClick={() => run(() => exportOrders(getBrowserData(), orders, timeZone))}
      >
        {t("Export CSV")}
      </Button>
      <FormAnswer answer={answer} />
    </>
  );
}
