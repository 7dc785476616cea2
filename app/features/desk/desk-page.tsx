import { type ReactNode, use, useState } from "react";
import { useNavigate } from "react-router";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import { nextMovesOf } from "#app/features/orders/order-steps.ts";
import { openingStateAt } from "#app/features/store/opening-hours.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { focusNear } from "#app/ui/focus-if-lost.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { ListKeyboardHelp } from "#app/ui/list-keyboard-help.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { UndoBar } from "#app/ui/undo-bar.tsx";
import { useListKeyboard } from "#app/ui/use-list-keyboard.ts";
import { useMinute } from "#app/ui/use-minute.ts";
import { errorText } from "#app/values/error-text.ts";
import { ChosenOrders } from "./chosen-orders.tsx";
import { DESK_COLUMNS, type Desk, type DeskCard, sortIntoColumns } from "./desk.ts";
import { useBell, useRinging, useTitleCount, useWakeLock } from "./desk-bell.ts";
import { DeskColumns } from "./desk-columns.tsx";
import { DeskHeader, DeskSearch } from "./desk-header.tsx";
import styles from "./desk-page.module.css";
import { findCards } from "./desk-queries.ts";
import { OrderCard } from "./order-card.tsx";
import { PickListView } from "./pick-list.tsx";
import { packedLines } from "./picks.ts";
import { useDesk } from "./use-desk.ts";
import { useDeskSteps } from "./use-desk-steps.ts";

const SEARCH_PAUSE_MS = 250;

/** Order board, which several people can use for packing at the same time. */
export function DeskPage({
  initial,
  orderId,
  canTakePayment,
}: {
  initial: Desk;
  /** Id of the order whose pick list is open; null for the columns. */
  orderId: string | null;
  /** Whether the user may take payments, which packers may not. */
  canTakePayment: boolean;
}) {
  const timeZone = use(ShopTimeZone);
  const settings = useStoreSettings();
  const navigate = useNavigate();
  const state = useDesk(initial, timeZone, (text) => showToast({ kind: "error", text }));
  const { desk, picks } = state;
  // Renders every minute, to update ages and late orders.
  useMinute();
  const now = new Date();
  const [words, setWords] = useState("");
  const found = useFoundCards(words.trim());
  const [isBellOn, setBellOn] = useBell();
  const byId = new Map([...(found ?? []), ...desk.cards].map((card) => [card.id, card]));
  const steps = useDeskSteps(state.reload, (id) => byId.get(id)?.number ?? null);
  useWakeLock();
  const { isOpen } = openingStateAt(settings, now);
  useRinging(isBellOn && isOpen && desk.unreadCount > 0);
  useTitleCount(desk.unreadCount);
  const undoBar = <UndoBar undoable={steps.undoable} onUndo={() => void steps.undo()} onOver={steps.endUndo} />;

  const columns = sortIntoColumns(desk.cards, now, timeZone);
  const listed = orderId === null ? (found ?? DESK_COLUMNS.flatMap((column) => columns[column])) : [];
  const { chosenIds, choose, handleMove, clear, keyboard } = useChosenOrders(listed, byId, steps);

  if (orderId !== null) {
    return (
      <>
        {state.hasEnded ? <SessionEnded path={`/desk?order=${orderId}`} /> : null}
        <PickListView
          key={orderId}
          orderId={orderId}
          card={byId.get(orderId) ?? null}
          state={state}
          now={now}
          canTakePayment={canTakePayment}
          isBusy={steps.isBusy}
          onMove={async (to) => {
            const { href } = window.location;
            const hasMoved = await handleMove([{ orderId, to }]);
            // Stays on a page that was opened meanwhile.
            if (hasMoved && to !== "preparing" && window.location.href === href) await navigate("/desk");
          }}
          onStepBack={() => steps.stepBack([orderId])}
        />
        {undoBar}
      </>
    );
  }

  const renderCard = (card: DeskCard, showsStatus: boolean) => (
    <li key={card.id}>
      <OrderCard
        card={card}
        packedCount={packedLines(card, picks).size}
        now={now}
        isChosen={chosenIds.has(card.id)}
        onChoose={(isChosen) => choose(card.id, isChosen)}
        showsStatus={showsStatus}
        // A phone shows one column at a time, so each card is in the Tab order.
        itemProps={{ ...keyboard.itemProps(card.id), tabIndex: 0 }}
      />
    </li>
  );

  return (
    <>
      <DeskHeader
        state={state}
        isBellOn={isBellOn}
        isOpen={isOpen}
        onBell={setBellOn}
        // The pressed button disappears with its notice.
        onAcknowledge={() => steps.see(desk).then(() => focusNear(null))}
      >
        <DeskSearch words={words} onWords={setWords} />
      </DeskHeader>
      {state.hasEnded ? <SessionEnded path="/desk" /> : null}
      {found ? (
        <FoundCards count={found.length}>{found.map((card) => renderCard(byId.get(card.id) ?? card, true))}</FoundCards>
      ) : (
        <DeskColumns
          columns={columns}
          counts={desk.counts}
          renderCard={(card) => renderCard(card, false)}
          onMore={state.showMore}
        />
      )}
      <ChosenOrders
        cards={[...chosenIds].flatMap((id) => byId.get(id) ?? [])}
        isBusy={steps.isBusy}
        onMove={handleMove}
        onClear={clear}
      />
      {undoBar}
      {keyboard.isHelpOpen ? <ListKeyboardHelp onClose={() => keyboard.setHelpOpen(false)} /> : null}
    </>
  );
}

/** Returns the selected orders, and the keys of the board, which select and move orders. */
function useChosenOrders(
  listed: readonly DeskCard[],
  byId: ReadonlyMap<string, DeskCard>,
  steps: ReturnType<typeof useDeskSteps>,
) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());

  function choose(id: string, isChosen: boolean) {
    setChosenIds((ids) => new Set(isChosen ? [...ids, id] : [...ids].filter((other) => other !== id)));
  }

  const handleMove = (moves: readonly { orderId: string; to: OrderStatus }[]) =>
    steps.move(moves, () => setChosenIds(new Set()));

  const keyboard = useListKeyboard({
    ids: listed.map(({ id }) => id),
    onSelect: (id) => choose(id, !chosenIds.has(id)),
    onAction: (id) => {
      const moves = nextMovesOf([...(chosenIds.size > 0 ? chosenIds : [id])].flatMap((one) => byId.get(one) ?? []));
      if (moves.length > 0 && !steps.isBusy) void handleMove(moves);
    },
  });

  return { chosenIds, choose, handleMove, clear: () => setChosenIds(new Set()), keyboard };
}

/** Returns the orders that the words find; null without words. */
function useFoundCards(words: string): readonly DeskCard[] | null {
  const search = useTypedQuery(
    words || null,
    () =>
      findCards(getBrowserData(), words).catch((error: unknown) => {
        showToast({ kind: "error", text: errorText(error) });
        throw error;
      }),
    SEARCH_PAUSE_MS,
  );
  return search && "data" in search ? search.data : null;
}

function FoundCards({ count, children }: { count: number; children: ReactNode }) {
  return (
    <section aria-labelledby="found-title" className={styles.found}>
      <h2 id="found-title" className={styles.columnTitle}>
        {nodes(t("Found <count/>"), { count: <span className={styles.count}>{count}</span> })}
      </h2>
      {count === 0 ? <p>{t("No current order matches.")}</p> : null}
      <ul className={styles.cards}>{children}</ul>
    </section>
  );
}

/** Message after the session has ended: picks stay on this device and are sent after the next login. */
function SessionEnded({ path }: { path: string }) {
  return (
    <FormMessage>
      {linked(t("Your session has ended. <link>Log in again.</link>"), `/auth?next=${encodeURIComponent(path)}`)}
    </FormMessage>
  );
}
