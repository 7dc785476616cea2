import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { useIsOnline } from "#app/platform/use-is-online.ts";
import { isNotReceived, useOutbox, useStoredList } from "#app/platform/use-outbox.ts";
import { changeDesk, type Desk, type DeskCard, type DeskColumn } from "./desk.ts";
import { watchDesk } from "./desk-events.ts";
import { listMoreCards, readDesk, readLatest } from "./desk-queries.ts";
import { type LinePick, readPicks, withoutPick, withPick } from "./picks.ts";

const STORAGE_KEY = "deskTicks";

/**
 * Returns the state of the order board, and the picks of this device.
 * @param onRejected called with the server's reason when a pick is rejected
 */
export function useDesk(initial: Desk, timeZone: string, onRejected: (message: string) => void) {
  const [desk, showDesk] = useState(initial);
  const updates = useRef(0);
  const [isLive, setLive] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isOnline = useIsOnline();
  const [hasEnded, setEnded] = useState(false);
  const [picks, setPicks] = useStoredList(STORAGE_KEY, readPicks);
  /** Lead of the database's clock over this device's clock. */
  const clockAheadMs = useRef(Date.parse(initial.readAt) - Date.now());
  const setDesk = useCallback((next: Desk | ((now: Desk) => Desk)) => {
    updates.current += 1;
    showDesk(next);
  }, []);
  const handleChanges = useEffectEvent((changes: Parameters<typeof changeDesk>[1]) =>
    setDesk((now) => changeDesk(now, changes, new Date(), timeZone)),
  );

  const reload = useCallback(async () => {
    try {
      const read = await readLatest(
        () => readDesk(getBrowserData()),
        () => updates.current,
      );
      clockAheadMs.current = Date.parse(read.readAt) - Date.now();
      setDesk(read);
      setFailed(false);
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }, [setDesk]);

  // Subscribes to the server's events about the board.
  useEffect(() => {
    const leaving = new AbortController();
    void watchDesk(
      getBrowserData(),
      {
        onChanges: (changes) => handleChanges(changes),
        onReload: reload,
        onLive: setLive,
        onEnd: () => setEnded(true),
      },
      leaving.signal,
    );
    return () => leaving.abort();
  }, [reload]);

  useOutbox(picks.length > 0 ? picks : null, async () => {
    const [next] = picks;
    if (!next) return true;
    const { error, status } = await sendPick(getBrowserData(), next);
    if (error && isNotReceived(status)) {
      if (status === 401) setEnded(true);
      return false;
    }
    if (error) onRejected(rejectionText(error));
    else setDesk((now) => withPacked(now, next));
    setPicks((now) => withoutPick(now, next));
    return true;
  });

  const pick = useCallback(
    (orderId: string, lineId: number, isPacked: boolean) => {
      const pickedAt = new Date(Date.now() + clockAheadMs.current).toISOString();
      setPicks((now) => withPick(now, { orderId, lineId, isPacked, pickedAt }));
    },
    [setPicks],
  );

  const showMore = useCallback(
    async (column: DeskColumn, last: DeskCard | undefined) => {
      // All loaded cards have left the column.
      if (!last) return void (await reload());
      const more = await listMoreCards(getBrowserData(), column, last);
      setDesk((now) => {
        const known = new Set(now.cards.map(({ id }) => id));
        return { ...now, cards: [...now.cards, ...more.filter(({ id }) => !known.has(id))] };
      });
    },
    [setDesk, reload],
  );

  return {
    desk,
    /** Whether events arrive as they happen. */
    isLive,
    /** Whether the board cannot be read; it then shows the state at `desk.readAt`. */
    isOffline: hasFailed || !isOnline,
    hasEnded,
    /** Picks not yet sent to the server. */
    picks,
    pick,
    reload,
    showMore,
  };
}

export type DeskState = ReturnType<typeof useDesk>;

/** Applies the pick immediately, so that the checkbox does not flicker until the event arrives. */
function withPacked(desk: Desk, { orderId, lineId, isPacked }: LinePick): Desk {
  return {
    ...desk,
    cards: desk.cards.map((card) => {
      if (card.id !== orderId) return card;
      const others = card.packedLineIds.filter((id) => id !== lineId);
      return { ...card, packedLineIds: isPacked ? [...others, lineId] : others };
    }),
  };
}

function sendPick({ rest }: BrowserData, { lineId, isPacked, pickedAt }: LinePick) {
  return rest.rpc("pick_line", { order_item_id: lineId, is_packed: isPacked, picked_at: pickedAt });
}
